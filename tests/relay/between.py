"""Somebody between the players and a relay who does them all the harm that it can.

Each member comes in by a door of its own, so that it can be shown something else than
the others: until all is healed, some frames are for some members only.  What passes is
read as a relay's or a peer's words, and held back, dropped, said twice, said again
later, put in another order, cut off or changed.  Sequences are stretched, so that
between any two of the relay's there is room for what it never had.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import partial
from hashlib import blake2b
from typing import Literal, TypeAlias, get_args

import trio

from p2pgame.transport.link import LinkClosed, TransportError
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.relay.codec import encode, read_peer, read_relay
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    Deliver,
    FromPeer,
    FromRelay,
    Live,
    Publish,
    Stored,
    Subscribe,
)
from p2pgame.transport.websocket import Address, Incoming, Socket, connect

Fault: TypeAlias = Literal[
    "delay",
    "drop",
    "lie",
    "double",
    "replay",
    "reorder",
    "truncate",
    "change",
    "split",
    "cut",
]
FAULTS: tuple[Fault, ...] = get_args(Fault)

HOST = "127.0.0.1"
#: Sequences that a relay's one becomes.
ROOM = 1 << 16
#: Frames that may be said again, of those that came last.
KEPT = 64
#: Of so many frames one is harmed, and of so many one is not for all.
HARMED, SPLIT = 8, 5


@dataclass
class Between:
    """Stands before the relay at ``target``, which may move."""

    target: Address
    chance: random.Random
    faults: Sequence[Fault]
    #: How often each thing was done.
    done: Counter[str] = field(default_factory=Counter)
    _healed: trio.Event = field(default_factory=trio.Event)
    #: Frames that have come, the newest last.
    old: deque[bytes] = field(default_factory=lambda: deque(maxlen=KEPT))
    _salt: bytes = b""

    def __post_init__(self) -> None:
        self._salt = self.chance.randbytes(8)

    async def door(
        self,
        member: int,
        *,
        task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Let one member in; starts with where it finds us."""
        config = ListenerConfig(64, 32, message=MESSAGE_LIMIT)
        meet = partial(self._meet, member)
        async with trio.open_nursery() as nursery:
            listening = partial(serve, config=config)
            ((host, port),) = await nursery.start(listening, HOST, 0, meet)
            task_status.started(f"ws://{host}:{port}")

    def heal(self) -> None:
        """Do no more harm; all connections end."""
        self._healed.set()

    async def _meet(self, member: int, peer: Socket) -> None:
        relay = await connect(*self.target, incoming=Incoming(MESSAGE_LIMIT))
        try:
            async with trio.open_nursery() as both:
                way = _Way(self, member, peer, relay)
                both.start_soon(way.up, both)
                both.start_soon(way.down, both)
                if not self._healed.is_set():
                    await self._healed.wait()
                    both.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await relay.aclose()

    def draws(self) -> Fault | None:
        """Return what becomes of a word."""
        if self._healed.is_set() or self.chance.randrange(HARMED):
            return None
        return self.chance.choice(self.faults) if self.faults else None

    def note(self, fault: Fault) -> None:
        self.done[fault] += 1

    def hides(self, frame: bytes, member: int) -> bool:
        """Return whether a frame is not for this member's eyes, once and for all."""
        if self._healed.is_set() or "split" not in self.faults:
            return False
        seen = blake2b(frame, digest_size=2, key=self._salt, salt=bytes([member] * 8))
        return int.from_bytes(seen.digest()) % SPLIT == 0

    def keep(self, frame: bytes) -> None:
        self.old.append(frame)

    def older(self) -> bytes | None:
        return self.chance.choice(self.old) if self.old else None


class _Way:
    """One connection of one member, both ways."""

    def __init__(
        self, between: Between, member: int, peer: Socket, relay: Socket
    ) -> None:
        self._between = between
        self._member = member
        self._peer, self._relay = peer, relay
        self._last = 0
        self._held: Deliver | None = None

    async def up(self, both: trio.Nursery) -> None:
        with suppress(TransportError):
            while True:
                for word in await self._said(read_peer(await self._peer.receive())):
                    await self._relay.send(word)
        both.cancel_scope.cancel()

    async def down(self, both: trio.Nursery) -> None:
        with suppress(TransportError):
            while True:
                for word in await self._told(read_relay(await self._relay.receive())):
                    await self._peer.send(word)
        both.cancel_scope.cancel()

    async def _said(self, word: FromPeer) -> list[bytes]:
        """Return what the relay hears of what a member says."""
        if isinstance(word, Subscribe):
            self._last = word.cursor
            return [encode(changed(word, cursor=word.cursor // ROOM))]
        if not isinstance(word, Publish):
            return [encode(word)]
        fault = self._between.draws()
        match fault:
            case "lie":
                # It is never stored: in the last one's place there is room for more.
                self._last += 1
                await self._peer.send(
                    encode(Stored(word.topic, word.number, self._last))
                )
                words: list[bytes] = []
            case "change":
                words = [encode(changed(word, frame=self._flipped(word.frame)))]
            case "double":
                words = [encode(word)] * 2
            case _:
                return [encode(word)]
        self._between.note(fault)
        return words

    async def _told(self, word: FromRelay) -> list[bytes]:
        """Return what a member hears of what the relay says."""
        match word:
            case Live(_, oldest, newest):
                self._last = max(self._last, newest * ROOM)
                word = changed(word, oldest=oldest * ROOM, newest=self._last)
            case Stored(_, _, sequence):
                self._last = max(self._last, sequence * ROOM)
                word = changed(word, sequence=self._last)
            case Deliver():
                return await self._delivered(word)
        return [encode(word)]

    async def _delivered(self, word: Deliver) -> list[bytes]:
        between = self._between
        between.keep(word.frame)
        if between.hides(word.frame, self._member):
            between.note("split")
            return []
        words, fault = self._placed(word), between.draws()
        match fault:
            case "delay":
                await trio.sleep(between.chance.uniform(0, 0.3))
            case "drop":
                words = []
            case "double":
                words *= 2
            case "replay" if (frame := between.older()) is not None:
                words += self._placed(Deliver(word.topic, word.sequence, frame))
            case "truncate":
                words = [words[0][: between.chance.randrange(len(words[0]))]]
            case "change":
                at = len(words[0]) - len(word.frame)
                words = [words[0][:at] + self._flipped(word.frame)]
            case "reorder" if self._held is None:
                self._held, words = word, []
            case "cut":
                between.note("cut")
                raise LinkClosed("It is cut off.")
            case _:
                fault = None
        if fault is not None:
            between.note(fault)
        elif self._held is not None:
            held, self._held = self._held, None
            words += self._placed(held)
        return words

    def _placed(self, word: Deliver) -> list[bytes]:
        """Return a frame at the next place that the member has not heard of."""
        self._last = max(self._last + 1, word.sequence * ROOM)
        return [encode(changed(word, sequence=self._last))]

    def _flipped(self, frame: bytes) -> bytes:
        at = self._between.chance.randrange(len(frame))
        return frame[:at] + bytes([frame[at] ^ 1]) + frame[at + 1 :]
