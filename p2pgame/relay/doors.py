"""Lets a host and guests meet at a door, whichever relay of several each is at.

The host's relay keeps the door (:mod:`.rendezvous`).  A guest's relay finds out which
that is, and passes messages on; there the guest is one caller more.  A guest who fails
waits for one answer of what the relays share, whatever the reason.

One relay writes to another, kind first:

    knock    K | relay (8) | guest (8) | door (4) | body
    leave    L | relay (8) | guest (8)
    verdict  V | guest (8) | whether the host has heard it (1)
    post     P | guest (8) | what is to be sent to the guest
"""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol
from weakref import WeakValueDictionary

import trio

from p2pgame.relay.rendezvous import FEWEST, SPARSE, Caller, RendezvousRegistry
from p2pgame.relay.settings import Settings
from p2pgame.relay.store import ORIGIN, RELAY, StoreError, Switchboard
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.protocol import Closed, Refusal

#: Seconds for another relay's verdict.
VERDICT_WITHIN = 3.0

#: Where a small built message has its kind, and that of ``Closed``.
_KIND, _CLOSED = 2, encode(Closed(0, 0))[0]


class Guest(Caller, Protocol):
    """A connection that may knock: a caller with a name of its own."""

    id: bytes


class _Elsewhere:
    """A guest at another relay, as a caller at ours."""

    def __init__(self, board: Switchboard, relay: bytes, guest: bytes) -> None:
        self._board, self._relay, self._guest = board, relay, guest

    def post(self, built: bytes) -> None:
        self._board.send(self._relay, b"P" + self._guest + built)

    def judge(self, heard: bool) -> None:
        """Tell its relay whether the host has heard the guest."""
        self._board.send(self._relay, b"V" + self._guest + bytes([heard]))


class _Visit:
    """A guest of ours at other relays' doors."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        #: The doors where it is heard, and the relays that have them.
        self.doors: dict[int, bytes] = {}
        self.verdict: bool | None = None
        self.judged = trio.Event()


class Doors:
    """The doors of one relay, or of several that share a store."""

    def __init__(
        self,
        registry: RendezvousRegistry,
        board: Switchboard | None,
        settings: Settings,
    ) -> None:
        self._registry, self._board, self._settings = registry, board, settings
        self._visits: dict[bytes, _Visit] = {}
        self._elsewhere: WeakValueDictionary[bytes, _Elsewhere] = WeakValueDictionary()
        if board is not None:
            board.heard = self._hear
            registry.on_close = board.release

    async def open(self, host: Caller, seconds: int) -> int | Refusal:
        """Open a door and return its number, or why there is none."""
        number = None
        if self._board is not None:
            settings = self._settings
            try:
                number = await self._board.reserve(
                    min(seconds, settings.rendezvous_seconds),
                    settings.rendezvous_total,
                    (FEWEST, SPARSE),
                )
            except StoreError:
                return Refusal.BUSY
            if number is None:
                return Refusal.DOORS
        opened = self._registry.open(host, seconds, number)
        if opened is None and self._board is not None and number is not None:
            self._board.release(number)
        return Refusal.DOORS if opened is None else opened

    async def knock(self, guest: Guest, door: int, body: bytes) -> bool:
        """Forward a guest's message to the host; return whether a host was there."""
        board, where = self._board, None
        if board is None:
            return self._registry.knock(guest, door, body)
        with suppress(StoreError):  # It may be a door of ours.
            where = await board.find(door)
        if where is None or where == board.relay:
            return self._registry.knock(guest, door, body)
        visit = self._visits.setdefault(guest.id, _Visit(guest))
        visit.doors[door] = where
        visit.verdict, visit.judged = None, trio.Event()
        named = board.relay + guest.id
        board.send(where, b"K" + named + door.to_bytes(4) + body)
        with trio.move_on_after(VERDICT_WITHIN):
            await visit.judged.wait()
        if not visit.verdict:
            visit.doors.pop(door, None)
        if visit.verdict is None:
            self._registry.refuse(guest, door)
        return bool(visit.verdict)

    def is_used_by(self, caller: Guest) -> bool:
        """Return whether a connection hosts or visits a door."""
        visit = self._visits.get(caller.id)
        is_elsewhere = visit is not None and bool(visit.doors)
        return is_elsewhere or self._registry.is_used_by(caller)

    def leave(self, caller: Guest) -> None:
        """Remove a connection that has ended: close what it hosted, end its visits."""
        self._registry.leave(caller)
        visit = self._visits.pop(caller.id, None)
        if visit is not None and self._board is not None:
            for relay in set(visit.doors.values()):
                self._board.send(relay, b"L" + self._board.relay + caller.id)

    def _hear(self, message: bytes) -> None:
        """Do what another relay says."""
        kind, rest = message[:1], message[1:]
        if kind in (b"K", b"L"):
            guest = self._known(rest[:RELAY], rest[RELAY : RELAY + ORIGIN])
            rest = rest[RELAY + ORIGIN :]
            if kind == b"L":
                self._registry.leave(guest)
            else:
                door = int.from_bytes(rest[:4])
                guest.judge(self._registry.knock(guest, door, rest[4:]))
            return
        visit, rest = self._visits.get(rest[:ORIGIN]), rest[ORIGIN:]
        if visit is not None and kind == b"V":
            visit.verdict = bool(rest[0])
            visit.judged.set()
        elif visit is not None and kind == b"P":
            if rest[_KIND] == _CLOSED:
                visit.doors.pop(int.from_bytes(rest[_KIND + 1 : _KIND + 5]), None)
            visit.guest.post(rest)

    def _known(self, relay: bytes, guest: bytes) -> _Elsewhere:
        """Return a guest at another relay, the same for each of its messages."""
        board, key = self._board, relay + guest
        assert board is not None
        known = self._elsewhere.get(key)
        if known is None:
            known = self._elsewhere[key] = _Elsewhere(board, relay, guest)
        return known
