"""A relay keeps what players have published, and hands it out as it likes.

To whoever comes, it gives all that it ever had, of all tables and under all keys: in
any order, each frame twice, and under the topic that was asked for.  Of new frames it
withholds some until their reader comes again.  No link can tell that from an honest
relay's trouble.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log import Store
from p2pgame.session import Offer, Table
from p2pgame.session.peer.runner import Peer
from p2pgame.session.peer.topic.topic import Topic
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import TransportError
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.protocol import (
    Deliver,
    FromPeer,
    Live,
    Publish,
    Stored,
    Subscribe,
)
from p2pgame.transport.relay.topic_id import topic_of
from tests.session.peers import Hall
from tests.session.tables import known, me
from tests.transport.tiny_relay import Guest, TinyRelay

#: Of so many frames one is withheld, until somebody comes again.
WITHHELD = 4
#: Seconds after which it hangs up on those.
HANGS_UP = 0.3


class Hoarder(TinyRelay):
    """A relay that repeats, mixes up and withholds what it was given."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance
        self._last: dict[bytes, int] = defaultdict(int)
        self._short = set[Guest]()
        self.repeated = self.withheld = self.foreign = 0

    async def hang_up(self) -> None:
        """Hang up on those who lack something, again and again."""
        while True:
            await trio.sleep(HANGS_UP)
            for guest in self._short & {*self.guests}:
                guest.link.stop("It is cut off.")
            self._short.clear()

    def _answer(self, guest: Guest, word: FromPeer) -> None:
        match word:
            case Subscribe(topic, cursor):
                self._here[topic].append(guest)
                self._last[topic] = max(self._last[topic], cursor)
                old = [(of, one) for of, kept in self.kept.items() for one in kept]
                self._chance.shuffle(mail := 2 * old)
                for of, frame in mail:
                    self.foreign += of != topic
                    self.repeated += 1
                    guest.tell(self._placed(topic, frame))
                newest = self._last[topic]
                guest.tell(Live(topic, min(1, newest), newest))
            case Publish(topic, number, frame):
                self._publish(guest, topic, frame)
                guest.tell(Stored(topic, number, self._last[topic]))
            case _:
                super()._answer(guest, word)

    def _publish(self, by: Guest, topic: bytes, frame: bytes) -> None:
        """Hand a frame on among old ones, but to some not."""
        self.kept[topic].append(frame)
        for other in self._here[topic]:
            if other is by:
                continue
            if self._chance.randrange(WITHHELD) == 0:
                self.withheld += 1
                self._short.add(other)
                continue
            old = self._chance.choice(self.kept[topic])
            for one in (old, frame, frame):
                other.tell(self._placed(topic, one))
        self._last[topic] += 1

    def _placed(self, topic: bytes, frame: bytes) -> Deliver:
        self._last[topic] += 1
        return Deliver(topic, self._last[topic], frame)


class OneTable:
    """Two players of a table who meet at a relay alone; each may come anew."""

    def __init__(self, relay: Hoarder, folder: Path, number: int) -> None:
        self._relay, self._folder, self._number = relay, folder, 10 * number
        self._seed = bytes([number]) * 32
        self._topic = topic_of(crypto_sign_seed_keypair(self._seed)[0])
        self._key = b"K%d" % number * 16

    def player(self, seat: int) -> Peer:
        """Make a player, who goes on with its log if there is one."""
        game, path = KuhnPoker(), self._folder / f"{self._number + seat}" / "log"
        store = Store.open(path) if path.exists() else Store.create(path)
        offer = Offer(game, game.options(), 2) if seat == 0 else None
        table = me(self._number).key.public
        own = me(self._number + seat)
        return Peer(
            Table(table, known(game), own, offer), store, Envelope({0: self._key})
        )

    async def visit(self, peer: Peer) -> None:
        """Be at the relay, and come again whenever it hangs up."""
        place = Subscription(self._relay.url, self._topic, self._seed)
        topic = Topic()
        while True:
            with suppress(TransportError):
                await peer.attach(await place.connect(), topic)
            await trio.sleep(0.05)


@asynccontextmanager
async def playing(table: OneTable, pause: float) -> AsyncIterator[Hall]:
    """Have both players there, the second a while after the first."""
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [table.player(seat) for seat in range(2)])
        await hall.start()
        for peer in hall.peers:
            nursery.start_soon(table.visit, peer)
            await trio.sleep(pause)
        yield hall
        nursery.cancel_scope.cancel()
    for peer in hall.peers:
        peer.close()


@pytest.mark.attack(6)
@pytest.mark.attack(7)
@pytest.mark.attack(8)
@pytest.mark.attack(38)
async def test_mail_that_is_kept_mixed_up_and_said_again_changes_no_game(
    tmp_path: Path,
) -> None:
    """Two tables at one relay; a guest comes late, and both players start again."""
    relay = Hoarder(Random(24))
    async with trio.open_nursery() as nursery:
        await nursery.start(relay.run)
        nursery.start_soon(relay.hang_up)
        tables = [OneTable(relay, tmp_path, number) for number in (1, 2)]
        for table in tables:
            async with playing(table, 0.2) as hall:
                with trio.fail_after(20):
                    await hall.moved()
        for table in tables:
            async with playing(table, 0.0) as hall:
                await hall.finished()
            assert all(peer.table.complete for peer in hall.peers)
            assert not any(peer.table.stopped for peer in hall.peers)
            assert len({peer.table.transcript() for peer in hall.peers}) == 1
        nursery.cancel_scope.cancel()
    assert relay.repeated
    assert relay.withheld
    assert relay.foreign
