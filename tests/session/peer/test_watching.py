"""Looking on: whoever has the watch link reads what the players say, if they let it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from p2pgame.engine import AnyGame, IllegalMove
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log import Entry, Store
from p2pgame.session import Offer, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Epoch, EpochRefusal, Genesis, Payload
from p2pgame.session.lobby.events import (
    Asked,
    Completed,
    Declined,
    Happened,
    Said,
    Started,
    TableEvent,
)
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.verify import verify
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import chain
from p2pgame.transport.link import UnknownEpoch
from p2pgame.transport.memory import memory_pair
from tests.english import refusing
from tests.session.game.test_absence import finish
from tests.session.restoring import Inline
from tests.session.ring import Ring
from tests.session.tables import SECRET as INVITE_SECRET
from tests.session.tables import TABLE, Net, first_offer, known, me
from tests.transport.tapped import Tapped

SECRET = chain.watch_secret(INVITE_SECRET)
LOBBY = chain.epoch_key(SECRET)
WATCH = chain.box_secret(SECRET)


class Place:
    """Peers with people, or with nobody but somebody who looks on.

    Each moves up to ``moves`` times; ``sent`` is all that has gone over any link.
    """

    def __init__(self, nursery: trio.Nursery, folder: Path, game: AnyGame) -> None:
        self._nursery = nursery
        self._folder = folder
        self._game = game
        self.events: dict[Peer, list[TableEvent]] = {}
        self.sent: list[bytes] = []

    async def sit(
        self,
        seat: int | None,
        seats: int = 3,
        *,
        moves: int = 99,
        watch: bytes | None = WATCH,
        spectators: bool = True,
    ) -> Peer:
        offer = Offer(self._game, self._game.options(), seats, spectators=spectators)
        store = Store.create(self._folder / f"{len(self.events)}" / "log")
        table = Table(
            *(TABLE, known(self._game), None if seat is None else me(seat)),
            *(offer if seat == 0 else None, watch),
        )
        peer = Peer(table, store, Envelope({0: LOBBY}), Inline())
        self.events[peer] = []
        self._nursery.start_soon(self._sit, peer, moves)
        await peer.start()
        return peer

    async def _sit(self, peer: Peer, moves: int) -> None:
        async for event in peer.events:
            self.events[peer].append(event)
            if isinstance(event, Asked) and moves:
                moves -= 1
                with suppress(IllegalMove):
                    await peer.propose(first_offer(event.view))

    def join(self, one: Peer, other: Peer) -> list[bytes]:
        """Connect two; return what goes over their link, for ever more."""
        frames = list[bytes]()
        for peer, link in zip((one, other), memory_pair(), strict=True):
            self._nursery.start_soon(peer.attach, Tapped(link, frames))
        return frames

    def told(self, peer: Peer, kind: type[TableEvent]) -> list[TableEvent]:
        return [event for event in self.events[peer] if isinstance(event, kind)]

    def close(self) -> None:
        self._nursery.cancel_scope.cancel()
        for peer in self.events:
            peer.close()


async def settle() -> None:
    await trio.sleep(5)


async def test_whoever_has_the_watch_link_sees_the_game_live_and_to_its_end(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        place = Place(nursery, tmp_path, KuhnPoker())
        players = [await place.sit(seat, 2) for seat in range(2)]
        watcher = await place.sit(None)
        place.join(*players)
        place.join(players[1], watcher)
        await settle()
        for peer in (*players, watcher):
            assert place.told(peer, Completed)
        assert [e for e in place.told(watcher, Started) if _seat_of(e) is None]
        seen = [_outcome(event) for event in place.told(watcher, Happened)]
        assert seen == [_outcome(event) for event in place.told(players[0], Happened)]
        data = await watcher.aside(watcher.table.transcript)
        assert data == await players[0].aside(players[0].table.transcript)
        assert verify(data, known(KuhnPoker())).start.watchable
        authors = {player.author for player in players[0].table.players}
        assert watcher.table.history.feeds.keys() == authors
        place.close()


async def test_who_only_looks_on_does_not_stand_for_a_player_who_lacks_the_end(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        place = Place(nursery, tmp_path, Ring())
        players = [await place.sit(seat, 2) for seat in range(2)]
        watcher = await place.sit(None)
        place.join(*players)
        place.join(players[0], watcher)
        await settle()
        assert len(players[0].delivery) == 2
        assert players[0].delivery.by_all
        back, _ = memory_pair()
        nursery.start_soon(players[0].attach, back)
        await settle()
        assert len(players[0].delivery) == 2
        assert not players[0].delivery.by_all
        place.close()


def _seat_of(event: TableEvent) -> int | None:
    assert isinstance(event, Started)
    return event.seat


def _outcome(event: TableEvent) -> object:
    assert isinstance(event, Happened)
    return event.turn, event.event, event.view.state


async def test_who_looks_on_goes_on_seeing_when_keys_change_and_can_come_late(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        place = Place(nursery, tmp_path, Ring())
        players = [await place.sit(seat, moves=1) for seat in range(3)]
        early = await place.sit(None)
        place.join(players[0], players[1])
        place.join(players[0], players[2])
        place.join(players[1], early)
        await settle()
        await players[2].leave()
        await settle()
        late = await place.sit(None)
        for _ in range(2):
            for seat in (0, 1):
                await players[seat].chat(f"I am {seat}")
                await settle()
        place.join(players[0], late)
        await settle()
        assert len(players[0].table.epochs.keys) == 2
        for peer in (early, late):
            assert peer.table.epochs.keys == players[0].table.epochs.keys
            assert len(place.told(peer, Said)) == 4
        place.close()


async def test_no_frame_between_those_who_stay_opens_for_whoever_left(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        place = Place(nursery, tmp_path, Ring())
        players = [
            await place.sit(seat, moves=1, spectators=False) for seat in range(3)
        ]
        frames = place.join(players[0], players[1])
        place.join(players[0], players[2])
        await settle()
        await players[2].leave()
        await settle()
        for seat in (0, 1):
            await players[seat].chat("is it gone?")
            await settle()
        before = len(frames)
        await players[0].chat("now it is")
        await settle()
        heard = place.told(players[1], Said)[-1]
        assert isinstance(heard, Said)
        assert heard.text == "now it is"
        gone = Envelope({0: LOBBY, **players[2].table.epochs.keys})
        words = [frame for frame in frames[before:] if frame[1:5] != bytes(4)]
        assert words
        for frame in words:
            with pytest.raises(UnknownEpoch):
                gone.open(frame)
        place.close()


@pytest.mark.parametrize("spectators", [True, False])
@pytest.mark.attack(37)
async def test_without_the_table_s_leave_or_another_watch_link_nobody_looks_on(
    spectators: bool, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """The lobby is open to all who can come; what players say is not."""
    other = chain.box_secret(chain.watch_secret(b"t" * 16)) if spectators else WATCH
    async with trio.open_nursery() as nursery:
        place = Place(nursery, tmp_path, Ring())
        players = [await place.sit(seat, 2, spectators=spectators) for seat in range(2)]
        watcher = await place.sit(None, watch=other)
        place.join(*players)
        place.join(players[1], watcher)
        await settle()
        assert all(place.told(peer, Completed) for peer in players)
        assert watcher.table.epochs.keys == {}
        assert watcher.table.play is None
        starts = [e for peer in players for e in place.told(peer, Started)]
        assert {isinstance(e, Started) and e.start.watchable for e in starts} == {
            spectators
        }
        report = verify(
            await players[0].aside(players[0].table.transcript), known(Ring())
        )
        assert report.start.watchable == spectators
        place.close()


async def test_a_guest_without_a_seat_may_look_on_with_the_invite(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        place = Place(nursery, tmp_path, Ring())
        players = [await place.sit(seat, 2) for seat in range(2)]
        place.join(*players)
        await settle()
        third = await place.sit(2)
        place.join(players[0], third)
        await settle()
        assert place.told(third, Declined)
        assert place.told(third, Completed)
        place.close()


def test_whoever_looks_on_has_nothing_to_say() -> None:
    net = Net(Ring(), 3, spectators=1, watch=WATCH)
    net.play()
    assert net.tables[3].complete
    assert {seat for seat, _ in net.said} == {0, 1, 2}
    assert net.tables[3].seat is None
    assert net.tables[3].epochs.keys == net.tables[0].epochs.keys


def test_a_table_that_nobody_may_watch_hands_out_no_key_for_it() -> None:
    with refusing(ValueError, match="needs a key for who looks on"):
        Table(
            TABLE,
            known(Ring()),
            me(0),
            Offer(Ring(), Ring().options(), 2, spectators=True),
        )
    net = Net(Ring(), 2)
    net.play()
    assert genesis_of(net).watch == b""


def genesis_of(net: Net) -> Genesis:
    said = (payloads.decode(Entry.read(raw).payload) for _, raw in net.said)
    return next(payload for payload in said if isinstance(payload, Genesis))


@pytest.mark.parametrize("box", [bytes(80), b""])
def test_an_offer_with_another_key_for_who_looks_on_is_declined(box: bytes) -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        return replace(payload, watch=box) if isinstance(payload, Genesis) else payload

    net = Net(Ring(), 2, watch=WATCH, forge=forge)
    net.play()
    declined = [event for event in net.events[1] if isinstance(event, Declined)]
    assert bool(declined) == bool(box)
    assert net.tables[1].complete != bool(box)


def without_watch(epoch: Epoch) -> Epoch:
    return replace(epoch, watch=b"")


def junk_watch(epoch: Epoch) -> Epoch:
    return replace(epoch, watch=bytes(80))


@pytest.mark.parametrize("lie", [without_watch, junk_watch])
def test_nobody_shuts_out_those_who_look_on(lie: Callable[[Epoch], Epoch]) -> None:
    """A key that they do not get is used by nobody; junk in their box is refused."""

    lies = 0

    def forge(seat: int, payload: Payload) -> Payload:
        nonlocal lies
        if seat == 0 and isinstance(payload, Epoch) and not lies:
            lies += 1
            return lie(payload)
        return payload

    def meddle() -> None:
        if len(net.said) == 14:
            net.tables[3].leave()

    net = Net(Ring(), 4, spectators=1, watch=WATCH, forge=forge)
    net.meddle = meddle
    finish(net)
    watcher = net.tables[4]
    assert lies
    assert watcher.complete
    readable = watcher.epochs.readable(watcher.roster.here)
    for entry in net.tables[1].entries:
        epoch = net.tables[1].epochs.of(
            entry.raw, net.tables[1].epochs.readable(net.tables[1].roster.here)
        )
        assert epoch in watcher.epochs.keys
        assert epoch == watcher.epochs.of(entry.raw, readable)
    assert any(_is(raw, EpochRefusal) for _, raw in net.said) == (lie is junk_watch)


def _is(raw: bytes, kind: type[Payload]) -> bool:
    return isinstance(payloads.decode(Entry.read(raw).payload), kind)
