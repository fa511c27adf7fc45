"""Speaks the client's protocol as lines of JSON: for pages, bots, other languages.

The first line is a request: a seat's, after which commands follow, or an inquiry.  What
comes back are events, one line each, and the last is ``finished``.  A line that makes
no sense, and a command that can't be done, are answered by ``not-done``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager

import msgspec
import trio

from p2pgame.engine import IllegalMove

from .commands import AnyCommand
from .errors import ClientError, InvalidRequest
from .events import AnyEvent, Finished, NotDone
from .inquiries import AnyAnswer, AnyInquiry, Inquiry, inquire
from .requests import AnyRequest
from .seats import Seat, open_seat
from .words import message_of_error
from .world import World

#: No line is longer, in bytes.
LINE_LIMIT = 1024 * 1024

_requests = msgspec.json.Decoder(AnyRequest | AnyInquiry)
_commands = msgspec.json.Decoder(AnyCommand)
_encoder = msgspec.json.Encoder()

#: Writes a line that ends with a line feed.
Write = Callable[[bytes], Awaitable[None]]


def encode(event: AnyEvent | AnyAnswer) -> bytes:
    """Return an event as one line."""
    return _encoder.encode(event) + b"\n"


def read_request(line: bytes) -> AnyRequest | AnyInquiry:
    """Read a request.

    Raises:
      InvalidRequest: It is none.
    """
    with _reading(line):
        request: AnyRequest | AnyInquiry = _requests.decode(line)
    return request


def read_command(line: bytes) -> AnyCommand:
    """Read a command to a seat.

    Raises:
      InvalidRequest: It is none.
    """
    with _reading(line):
        command: AnyCommand = _commands.decode(line)
    return command


@contextmanager
def _reading(line: bytes) -> Iterator[None]:
    if len(line) > LINE_LIMIT:
        raise InvalidRequest("line-too-long", most=LINE_LIMIT)
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidRequest("line-wrong", why=str(error)) from None


async def serve(
    lines: AsyncIterator[bytes], write: Write, world: World | None = None
) -> None:
    """Do what the lines say until all is done; the end of the lines quits.

    ``write`` may be slow: what was not read by then is replaced by a snapshot.
    """
    done = Finished()
    try:
        first = await anext(lines, None)
        if first is None:
            return
        request = read_request(first)
        if isinstance(request, Inquiry):
            async for event in inquire(request, world):
                if isinstance(event, Finished):
                    done = event
                else:
                    await write(encode(event))
        else:
            await _play(request, lines, write, world)
    except ClientError as error:
        done = Finished(error.message)
    await write(encode(done))


async def _play(
    request: AnyRequest,
    lines: AsyncIterator[bytes],
    write: Write,
    world: World | None,
) -> None:
    turn = trio.Lock()

    async def write_whole(line: bytes) -> None:
        async with turn:  # of two writers neither comes into the other's line
            await write(line)

    async with open_seat(request, world) as seat:
        failed: ClientError | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_obey, seat, lines, write_whole)
            try:
                async for event in seat:
                    if not isinstance(event, Finished):
                        await write_whole(encode(event))
            except ClientError as error:
                failed = error
            nursery.cancel_scope.cancel()
        if failed is not None:
            raise failed


async def _obey(seat: Seat, lines: AsyncIterator[bytes], write: Write) -> None:
    """Do one command after the other."""
    async for line in lines:
        try:
            await seat.do(read_command(line))
        except (ClientError, IllegalMove, ValueError) as error:
            code = error.code if isinstance(error, IllegalMove) else ""
            await write(encode(NotDone(message_of_error(error), code)))
    seat.quit()
