"""What a relay knows of its Redis, and how to read what that answers."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeAlias, cast

from p2pgame.relay.redis.wire import Refused, Wire
from p2pgame.relay.store import Kept, Listener, StoreError

#: Seconds before reconnecting, at first.
PAUSE = 0.1
#: Digits of a sequence, at most: one fits into 64 bits.
_DIGITS = 19

WEAK = (
    "This Redis may lose what it has acknowledged when its machine fails, or drop "
    "topics early: it should have appendonly yes, appendfsync always and "
    "maxmemory-policy noeviction."
)
#: Redis's answers if its settings make it durable.
_SOUND = {
    b"appendonly": b"yes",
    b"appendfsync": b"always",
    b"maxmemory-policy": b"noeviction",
}
#: A stream's entry: its id, then names and values by turns.
Entry: TypeAlias = tuple[bytes, list[bytes]]


class Damaged(StoreError):
    """A key of ours holds what no relay writes."""

    def __init__(self) -> None:
        super().__init__("busy: the relay's database has something else in its place.")


class DatabaseState:
    """What a store knows of its database, beyond one connection."""

    def __init__(self) -> None:
        self.is_open = True
        self.listener: Listener | None = None
        #: The name of what the database holds, once connected.
        self.life = b""
        #: The highest sequence that was seen or given out.
        self.highest = 0
        #: Topics of which frames were handed on here, and others have not heard them.
        self.missed: set[bytes] = set()
        #: When a probe was sent that is not answered.
        self.asked: float | None = None
        self.pause = PAUSE

    def report(self, kept: Kept) -> None:
        """Give a frame to the store's listener."""
        self.highest = max(self.highest, kept.sequence)
        if self.listener is not None:
            self.listener(kept)


async def is_sound(commands: Wire) -> bool:
    """Return whether this Redis keeps what it has acknowledged."""
    found: dict[bytes, bytes] = {}
    for name in _SOUND:
        with suppress(Refused):
            answer = await commands.ask(b"CONFIG GET", name)
            found |= cast("dict[bytes, bytes]", answer)
    return found == _SOUND


def sequence_of(id: bytes) -> int:
    """Return the sequence that is a stream's entry's id.

    Raises:
      Damaged: It is none of a relay's.
    """
    return number_in(id.removesuffix(b"-0"))


def number_in(text: object) -> int:
    """Return a sequence that Redis keeps.

    Raises:
      Damaged: It is none.
    """
    if isinstance(text, bytes) and text.isdigit() and len(text) <= _DIGITS:
        return int(text)
    raise Damaged


def kept_of(topic: bytes, entry: Entry) -> Kept:
    """Return the frame of a stream's entry.

    Raises:
      Damaged: It is none of a relay's.
    """
    match entry:
        case id, [_, origin, _, frame]:
            return Kept(topic, sequence_of(id), frame, origin)
    raise Damaged


def sizes_in(memory: bytes) -> dict[str, int]:
    """Return the bytes that Redis takes, and may take if it has a limit."""
    words = dict(line.split(":", 1) for line in memory.decode().split() if ":" in line)
    names = {"used_memory": "database", "maxmemory": "limit"}
    return {kind: int(words[name]) for name, kind in names.items() if name in words}
