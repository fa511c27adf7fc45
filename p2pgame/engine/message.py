"""A message is a sentence to people as data: an id and its arguments.

It is independent of language.  A catalogue (:mod:`p2pgame.text`) has a sentence for
each id; a front end may bring its own.  Messages are compared, stored and sent as
JSON like any other value, so their size is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from .errors import MessageTooLong

#: The types of a message's arguments.
Argument: TypeAlias = "int | str | SeatName | Message | tuple[SeatName | Message, ...]"

_ID = re.compile(r"[a-z][a-z0-9-]{0,63}")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
#: Longer texts are cut.
TEXT_LIMIT = 4000
#: The most arguments of a message, and the deepest nesting of messages.
ARGUMENTS, DEPTH = 16, 8
ITEMS = 1000
_HALF = re.compile("[\ud800-\udfff]")
_WHOLE = range(-(2**63), 2**63)


class SeatName(msgspec.Struct, frozen=True, tag="seat"):
    """Stands for the name of the player in this seat."""

    seat: int

    def __str__(self) -> str:
        return f"player {self.seat}"


class Message(msgspec.Struct, frozen=True, tag="message"):
    """One thing to say.  Build it with :meth:`of`; its ``str`` is for debugging only.

    Raises:
      MessageTooLong: The id is malformed, or the message too large.
    """

    id: str
    args: Mapping[str, Argument] = msgspec.field(default_factory=dict)

    @classmethod
    def of(cls, id: str, /, **args: Argument) -> Message:
        """Return a message; cut texts and lists that are too long.

        Example:
          >>> str(Message.of("holdem-calls", player=SeatName(1), amount=20))
          'holdem-calls(player=player 1, amount=20)'
        """
        return cls(id, {name: _cut(value) for name, value in args.items()})

    @classmethod
    def by(cls, id: str, player: int, /, **args: Argument) -> Message:
        """Return a message about what the player in this seat does."""
        return cls.of(id, player=SeatName(player), **args)

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id) or not all(map(_NAME.fullmatch, self.args)):
            raise MessageTooLong(f"no message is called {self.id[:80]!r}")
        fits = all(map(_fits, self.args.values()))
        if len(self.args) > ARGUMENTS or not fits or _depth(self) > DEPTH:
            raise MessageTooLong(f"the message {self.id} is too large")

    def __hash__(self) -> int:
        return hash((self.id, frozenset(self.args.items())))

    def __str__(self) -> str:
        if not self.args:
            return self.id
        if self.id == "plain":
            return str(self.args.get("text"))
        told = (f"{name}={_told(value)}" for name, value in self.args.items())
        return f"{self.id}({', '.join(told)})"


def listed(*items: SeatName | Message) -> Message:
    """Join these into one message, separated by commas."""
    if len(items) == 1 and isinstance(items[0], Message):
        return items[0]
    return Message.of("list", items=items)


def is_text(value: str) -> bool:
    """Return whether a string can be written: half of a surrogate pair can't."""
    return value.isascii() or _HALF.search(value) is None


def plain(text: str) -> Message:
    """Return a message for a text without an id, such as a library's error."""
    return Message.of("plain", text=text)


def _cut(value: Argument) -> Argument:
    if isinstance(value, str) and not is_text(value):
        value = value.encode(errors="replace").decode()
    if isinstance(value, str) and len(value) > TEXT_LIMIT:
        return f"{value[: TEXT_LIMIT - 1]}…"
    if isinstance(value, int) and value not in _WHOLE:
        return _cut(str(value))
    return value[:ITEMS] if isinstance(value, tuple) else value


def _fits(value: Argument) -> bool:
    if isinstance(value, str):
        return len(value) <= TEXT_LIMIT and is_text(value)
    if isinstance(value, tuple):
        return len(value) <= ITEMS
    return not isinstance(value, int) or value in _WHOLE


def _depth(value: Argument) -> int:
    if isinstance(value, Message):
        return 1 + max(map(_depth, value.args.values()), default=0)
    if isinstance(value, tuple):
        return max(map(_depth, value), default=0)
    return 0


def _told(value: Argument) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return repr(value) if isinstance(value, str) else str(value)


#: A game's message for an event that is not worth telling.
NOTHING = Message("nothing")
