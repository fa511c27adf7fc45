"""Speaks the client's protocol as lines of JSON: for pages, bots, other languages.

The first line is a request: a seat's, after which commands follow, or an inquiry.  What
comes back are events, one line each, and the last is ``finished``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
import trio

from p2pgame.engine.prepared import prepared

from .answering import inquire
from .answers import AnyAnswer
from .errors import ClientError
from .events import AnyEvent, Finished
from .inquiries import AnyInquiry, Inquiry
from .json_lines import Lines, obey_line, reading
from .requests import AnyRequest
from .seat.seat import Seat
from .seats import open_seat
from .world import World

_requests = msgspec.json.Decoder(prepared(AnyRequest | AnyInquiry))

#: Writes a line that ends with a line feed.
Write = Callable[[bytes], Awaitable[None]]
Tell = Callable[[AnyEvent | AnyAnswer], Awaitable[None]]


def read_request(line: bytes) -> AnyRequest | AnyInquiry:
    """Read a request.

    Raises:
      InvalidRequest: It is none.
    """
    with reading(line):
        request: AnyRequest | AnyInquiry = _requests.decode(line)
    return request


async def serve(
    lines: AsyncIterator[bytes],
    write: Write,
    world: World | None = None,
    *,
    sentences: bool = False,
) -> None:
    """Do what the lines say until all is done; the end of the lines quits.

    ``write`` may be slow: what was not read by then is replaced by a snapshot.
    ``sentences`` is as for :class:`Lines`.
    """
    turn, made = trio.Lock(), Lines(sentences=sentences)

    async def tell(event: AnyEvent | AnyAnswer) -> None:
        async with turn:  # of two writers neither comes into the other's line
            await write(made.encode(event))

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
                    await tell(event)
        else:
            await _play(request, lines, tell, world)
    except ClientError as error:
        done = Finished(error.message)
    await tell(done)


async def _play(
    request: AnyRequest,
    lines: AsyncIterator[bytes],
    tell: Tell,
    world: World | None,
) -> None:
    async with open_seat(request, world) as seat:
        failed: ClientError | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_obey, seat, lines, tell)
            try:
                async for event in seat:
                    if not isinstance(event, Finished):
                        await tell(event)
            except ClientError as error:
                failed = error
            nursery.cancel_scope.cancel()
        if failed is not None:
            raise failed


async def _obey(seat: Seat, lines: AsyncIterator[bytes], tell: Tell) -> None:
    """Do one command after the other."""
    async for line in lines:
        answer = await obey_line(seat, line)
        if answer is not None:
            await tell(answer)
    seat.quit()
