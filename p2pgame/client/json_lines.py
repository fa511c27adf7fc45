"""Writes events as lines of JSON, and has a seat do what lines say.

A line that makes no sense, and a command that can't be done, are answered by
``not-done``; one that was done is answered by ``done`` if it has an ``id``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec

from p2pgame.engine import IllegalMove, Message
from p2pgame.engine.exact_json import encode
from p2pgame.engine.prepared import prepared

from .commands import AnyCommand, Id
from .errors import ClientError, InvalidRequest
from .events import Begun, Done, Event, NotDone
from .seat.seat import Seat
from .words import message_of_error, say

#: No line is longer, in bytes.
LINE_LIMIT = 1024 * 1024

_commands = msgspec.json.Decoder(prepared(AnyCommand))


class _Numbered(msgspec.Struct):
    id: Id | None = None


_numbered = msgspec.json.Decoder(prepared(_Numbered))


class Lines:
    """Makes lines of events; ``sentences``: each message has its sentence, too.

    The sentence is the field ``sentence`` of the message, with the players' names.
    """

    def __init__(self, *, sentences: bool = False) -> None:
        self._sentences = sentences
        self._names: tuple[str, ...] = ()

    def encode(self, event: Event) -> bytes:
        """Return an event as one line."""
        if isinstance(event, Begun):
            self._names = names_in(event)
        if self._sentences:
            return encode(with_sentences(event, self._names)) + b"\n"
        return encode(event) + b"\n"


def names_in(begun: Begun) -> tuple[str, ...]:
    """Return the players' names, by seat."""
    return tuple(player.name for player in begun.players)


def with_sentences(
    value: object,
    names: Sequence[str] = (),
    language: str | None = None,
    *,
    page: bool = False,
) -> Any:
    """Return a value as JSON has it, in which each message has its sentence.

    ``page``: the sentences are for people who type no commands.

    Raises:
      Refusal: The language does not ship.
    """
    tell = partial(say, names=names, language=language, page=page)
    return _said(msgspec.to_builtins(value), tell)


def _said(value: Any, tell: Callable[[Message], str]) -> Any:
    if isinstance(value, list | tuple):
        return [_said(item, tell) for item in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") != "message":
        return {name: _said(item, tell) for name, item in value.items()}
    return {**value, "sentence": tell(msgspec.convert(value, prepared(Message)))}


def read_command(line: bytes) -> AnyCommand:
    """Read a command to a seat.

    Raises:
      InvalidRequest: It is none.
    """
    with reading(line):
        command: AnyCommand = _commands.decode(line)
    return command


@contextmanager
def reading(line: bytes) -> Iterator[None]:
    """Refuse a line that is too long, or can't be read meanwhile.

    Raises:
      InvalidRequest: It is one.
    """
    if len(line) > LINE_LIMIT:
        raise InvalidRequest("line-too-long", most=LINE_LIMIT)
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidRequest("line-wrong", why=str(error)) from None


def id_of(line: bytes) -> int | None:
    """Return the ``id`` of what may be no command; None: it has none to be read."""
    if len(line) > LINE_LIMIT:
        return None
    try:
        return _numbered.decode(line).id
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def refusal(
    error: ClientError | IllegalMove | ValueError, id: int | None = None
) -> NotDone:
    """Return what answers a command with this ``id`` that could not be done."""
    code = error.code if isinstance(error, IllegalMove) else ""
    return NotDone(message_of_error(error), code, id)


async def obey(seat: Seat, command: AnyCommand) -> Done | NotDone | None:
    """Do a command, and return its answer; None: it was done, and has no ``id``."""
    try:
        await seat.do(command)
    except (ClientError, IllegalMove, ValueError) as error:
        return refusal(error, command.id)
    return None if command.id is None else Done(command.id)


async def obey_line(seat: Seat, line: bytes) -> Done | NotDone | None:
    """Do what a line says, and return its answer as :func:`obey`."""
    try:
        command = read_command(line)
    except InvalidRequest as error:
        return refusal(error, id_of(line))
    return await obey(seat, command)
