"""A peer whose program stops, or that leaves, does not keep the others."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from p2pgame.engine import IllegalMove
from p2pgame.log import Store
from p2pgame.session import Offer, Table
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.verify import verify
from p2pgame.transport.envelope import Envelope
from tests.english import refusing
from tests.session.peers import EPOCH_KEY, Hall
from tests.session.secrets import Secretive
from tests.session.tables import TABLE, known, me

GAME = Secretive()


def peer(seat: int, folder: Path) -> Peer:
    offer = Offer(GAME, GAME.options(), 3, patience=1) if seat == 0 else None
    table = Table(TABLE, known(GAME), me(seat), offer)
    store = Store.create(folder / f"seat{seat}" / "log")
    return Peer(table, store, Envelope({0: EPOCH_KEY}))


def without(gone: Peer) -> tuple[int, ...]:
    """Return the payoffs when one has gone; guests sit as they came."""
    assert gone.table.play is not None
    return tuple(-2 if seat == gone.table.play.seat else 1 for seat in range(3))


async def moved(hall: Hall) -> None:
    with trio.fail_after(60):
        await hall.moved()


async def test_the_others_go_on_when_a_clock_says_that_one_is_away(
    tmp_path: Path,
) -> None:
    peers = [peer(seat, tmp_path) for seat in range(3)]
    async with trio.open_nursery() as everybody:
        there = Hall(everybody, peers[:2])
        there.join(0, 1)
        everybody.start_soon(peers[0].watch)
        everybody.start_soon(peers[1].watch)
        await there.start()
        async with trio.open_nursery() as away:
            gone = Hall(away, peers[2:])
            Hall(away, peers).join(0, 2)
            await gone.start()
            await moved(gone)
            away.cancel_scope.cancel()
        await there.finished()
        files = {await peer.aside(peer.table.transcript) for peer in peers[:2]}
        everybody.cancel_scope.cancel()
    assert len(files) == 1
    assert verify(files.pop(), known(GAME)).payoffs == without(peers[2])


async def test_whoever_leaves_says_so_and_nobody_waits(tmp_path: Path) -> None:
    peers = [peer(seat, tmp_path) for seat in range(3)]
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, peers)
        with refusing(IllegalMove, match="no game to leave"):
            await peers[1].leave()
        hall.join(0, 1)
        hall.join(0, 2)
        await hall.start()
        await moved(hall)
        await peers[1].leave()
        await hall.finished(1)
        files = {
            await peers[seat].aside(peers[seat].table.transcript) for seat in (0, 2)
        }
        nursery.cancel_scope.cancel()
    assert len(files) == 1
    assert not peers[1].table.complete  # it has no key for what was said then
    assert verify(files.pop(), known(GAME)).payoffs == without(peers[1])
    with pytest.raises(IllegalMove):
        await peers[1].propose("rock")
