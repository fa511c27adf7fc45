"""Peers at work over memory links, in one nursery that a test controls."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import trio

from p2pgame.engine import AnyGame, IllegalMove
from p2pgame.log import Store
from p2pgame.session import Offer, Table
from p2pgame.session.lobby.events import Asked, Completed, Stopped
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import Link
from p2pgame.transport.memory import memory_pair
from tests.session.tables import TABLE, first_offer, known, me

EPOCH_KEY = b"E" * 32


def peer(game: AnyGame, seat: int, seats: int, folder: Path) -> Peer:
    """Make a peer that keeps its log in ``folder``, and goes on with one there."""
    path = folder / f"seat{seat}" / "log"
    store = Store.open(path) if path.exists() else Store.create(path)
    offer = Offer(game, game.options(), seats) if seat == 0 else None
    table = Table(TABLE, known(game), me(seat), offer)
    return Peer(table, store, Envelope({0: EPOCH_KEY}))


class Hall:
    """Peers that play by themselves until all of them are done."""

    def __init__(self, nursery: trio.Nursery, peers: list[Peer]) -> None:
        self.nursery = nursery
        self.peers = peers
        self._done = [trio.Event() for _ in peers]
        self._moved = trio.Event()

    async def start(self) -> None:
        self.listen()
        for peer in self.peers:
            await peer.start()

    def listen(self) -> None:
        """Let somebody sit at each peer and answer what it asks."""
        for peer, done in zip(self.peers, self._done, strict=True):
            self.nursery.start_soon(self._sit, peer, done)

    def join(self, one: int, other: int) -> tuple[Link, Link]:
        """Connect two peers by a memory link."""
        left, right = memory_pair()
        self.nursery.start_soon(self.peers[one].attach, left)
        self.nursery.start_soon(self.peers[other].attach, right)
        return left, right

    async def moved(self) -> None:
        """Wait for the first move."""
        await self._moved.wait()

    async def finished(self, *left: int) -> None:
        """Wait until all have seen the end but those who have left."""
        with trio.fail_after(60):
            for seat, done in enumerate(self._done):
                if seat not in left:
                    await done.wait()

    async def _sit(self, peer: Peer, done: trio.Event) -> None:
        async for event in peer.events:
            if isinstance(event, Asked):
                with suppress(IllegalMove):  # we may have left meanwhile
                    await peer.propose(first_offer(event.view))
                self._moved.set()
            elif isinstance(event, Completed | Stopped):
                done.set()
