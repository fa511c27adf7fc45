"""Whoever has a watch link and a changed program: it reads, and takes no seat."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing
from msgspec.structs import replace as but

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log import Entry, UnknownAuthor
from p2pgame.session import Me, Offer, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Accept, Hello
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.verify import verify
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope, derive
from p2pgame.transport.finding import chain
from p2pgame.transport.frames import Entries, Have
from p2pgame.transport.link import InvalidFrame, Link, LinkClosed
from p2pgame.transport.memory import memory_pair
from tests.session import places
from tests.session.peer.test_watching import LOBBY, Place
from tests.session.peer.test_watching import SECRET as WATCH_SECRET
from tests.session.peers import EPOCH_KEY
from tests.session.ring import Ring
from tests.session.tables import JOINING, TABLE, Net, known, me

#: All that follows from a watch link, and may be taken for what proves an invite.
DERIVED: dict[str, bytes] = {
    "watch secret": WATCH_SECRET,
    "epoch 0": chain.epoch_key(WATCH_SECRET),
    "watch box": chain.box_secret(WATCH_SECRET),
    "joining": derive(WATCH_SECRET, b"joining"),
    "writing": chain.writing(WATCH_SECRET),
    "zeros": bytes(32),
}


def uninvited(key: bytes = DERIVED["joining"], seat: int = 7) -> Me:
    """Return somebody with all that a player has, but for the joining key."""
    return replace(me(seat), joining=key)


def first_entry(who: Me, hello: Hello | None = None) -> Entry:
    said = who.hello(TABLE) if hello is None else hello
    return Entry.write(
        who.key,
        TABLE,
        sequence=0,
        previous=bytes(32),
        seen=(),
        payload=payloads.encode(said),
    )


def words(who: Me) -> tuple[bytes, bytes]:
    """Return a hello, and a word behind it."""
    hello = first_entry(who)
    said = payloads.encode(Accept(bytes(32)))
    accept = Entry.write(
        *(who.key, TABLE), sequence=1, previous=hello.id, seen=(), payload=said
    )
    return hello.raw, accept.raw


def sealed(key: bytes, *raws: bytes) -> bytes:
    return Envelope({0: key}).seal(frames.encode(Entries(raws)), os.urandom)


def told(sent: list[bytes], key: bytes) -> set[bytes]:
    """Return the entries in what was sent under the key of epoch 0."""
    found: set[bytes] = set()
    for frame in sent:
        with suppress(InvalidFrame):
            message = frames.decode(Envelope({0: key}).open(frame)[1])
            if isinstance(message, Entries):
                found |= {*message.raws}
    return found


async def read_on(link: Link, kept: list[bytes]) -> None:
    with suppress(LinkClosed):
        while True:
            kept.append(await link.receive())


def authors(peer: Peer) -> set[bytes]:
    return {player.author for player in peer.table.players}


@pytest.mark.attack(35)
@pytest.mark.parametrize("derived", DERIVED)
async def test_whoever_has_the_watch_link_alone_takes_no_seat_at_the_host(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, derived: str
) -> None:
    """It dials the host before any guest does, and goes on reading afterwards."""
    kept = list[bytes]()
    async with trio.open_nursery() as nursery:
        place = Place(nursery, tmp_path, KuhnPoker())
        host = await place.sit(0, 2)
        ours, theirs = memory_pair(1_000)
        nursery.start_soon(host.attach, ours)
        nursery.start_soon(read_on, theirs, kept)
        raws = words(uninvited(DERIVED[derived]))
        for _ in range(3):
            await theirs.send(sealed(LOBBY, *raws))
            await trio.sleep(1)
        assert authors(host) == {TABLE}
        guest = await place.sit(1, 2)
        line = place.join(host, guest)
        await trio.sleep(20)
        assert authors(host) == authors(guest) == {TABLE, me(1).key.public}
        assert host.table.complete
        assert guest.table.complete
        # Its words go no further, and its line serves for reading.
        assert not told(line, LOBBY) & {*raws}
        have = frames.encode(Have(()))
        before = len(kept)
        await theirs.send(Envelope({0: LOBBY}).seal(have, os.urandom))
        await trio.sleep(1)
        assert len(told(kept[before:], LOBBY)) == 3, "two hellos and the offer"
        place.close()


@pytest.mark.attack(35)
async def test_not_even_a_relay_s_friend_with_the_watch_link_takes_a_seat(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """The relay lets it write to the topic, where all but the host read it first."""
    topic = places.Place()
    raws = words(uninvited(seat=1))
    stranger = topic.visit([0], can_write=True)
    async with trio.open_nursery() as nursery:
        await stranger.send(sealed(EPOCH_KEY, *raws))
        peers = [places.player(tmp_path, seat) for seat in (0, 2)]
        for peer in peers:
            await peer.start()
            nursery.start_soon(places.Reading(peer, topic).run)
        for _ in range(5):
            await stranger.send(sealed(EPOCH_KEY, *raws))
            await trio.sleep(1)
        await trio.sleep(5)
        for peer in peers:
            assert authors(peer) == {TABLE, me(2).key.public}
            assert peer.table.play is not None
        counts = places.copies(topic.kept, peers[0])
        assert [counts[raw] for raw in raws] == [6, 6], "nobody posts them again"
        nursery.cancel_scope.cancel()
    for peer in peers:
        peer.close()


def copied() -> Entry:
    """A guest's proof, copied by somebody else with an identity of its own."""
    thief = uninvited()
    hello = thief.hello(TABLE)
    return first_entry(thief, but(hello, invited=me(1).hello(TABLE).invited))


def other_author() -> Entry:
    """The same player's proof, with another author key and all else as it was."""
    guest, shown = me(1), me(1).hello(TABLE)
    again = replace(uninvited(), identity=guest.identity)
    said = but(again.hello(TABLE), box=shown.box, invited=shown.invited)
    return first_entry(again, said)


def other_table() -> Entry:
    """The same author's proof that it was invited to another table."""
    guest = me(1)
    elsewhere = guest.hello(me(0, b"U").key.public).invited
    return first_entry(guest, but(guest.hello(TABLE), invited=elsewhere))


def other_box() -> Entry:
    """The same author's proof of another box."""
    guest = me(1)
    box = me(2).hello(TABLE).box
    return first_entry(guest, but(guest.hello(TABLE), box=box))


def other_identity() -> Entry:
    """The same author's proof of another identity."""
    guest = me(1)
    other = replace(guest, identity=me(2).identity).hello(TABLE)
    return first_entry(guest, but(other, invited=guest.hello(TABLE).invited))


@pytest.mark.attack(6)
@pytest.mark.attack(7)
@pytest.mark.parametrize(
    "said", [copied, other_author, other_table, other_box, other_identity]
)
def test_a_proof_of_the_invite_is_worth_nothing_in_another_hello(
    said: Callable[[], Entry],
) -> None:
    table = Net(KuhnPoker(), 2).tables[0]
    with pytest.raises(UnknownAuthor):
        table.receive(said().raw)
    assert not table.players
    table.receive(first_entry(me(1)).raw)
    assert [player.author for player in table.players] == [me(1).key.public]


@pytest.mark.attack(8)
@pytest.mark.parametrize("number", range(12))
def test_all_who_hold_the_invite_have_the_same_guests_whatever_came_first(
    number: int,
) -> None:
    print(f"seed {number}")
    chance, tables = Random(number), Net(Ring(), 4).tables
    invited = {me(seat).key.public for seat in range(4)}
    raws = [first_entry(me(seat)).raw for seat in range(4)]
    raws += [first_entry(uninvited(key, 20)).raw for key in DERIVED.values()]
    raws += [said().raw for said in (copied, other_table, other_box)]
    for table in tables:
        chance.shuffle(raws)
        for raw in raws * 2:
            with suppress(UnknownAuthor):
                table.receive(raw)
        # Two first entries of one author, one of them good: a fork, for all alike.
        assert {*table.history.forks} == {me(1).key.public}
        assert {player.author for player in table.players} == invited
        assert {*table.history.feeds} == invited


def test_whoever_looks_on_sees_the_same_game_with_a_stranger_s_hello_or_without() -> (
    None
):
    """It can't tell whether somebody was invited, and takes the opener's word."""
    net = Net(KuhnPoker(), 2, spectators=1)
    hello = first_entry(uninvited()).raw
    for table in net.tables[:2]:
        with pytest.raises(UnknownAuthor):
            table.receive(hello)
    assert net.tables[2].receive(hello)
    net.play()
    assert all(table.complete for table in net.tables)
    files = {table.transcript() for table in net.tables}
    assert len(files) == 1
    assert verify(files.pop(), known(KuhnPoker())).start.players[1].name == "player 1"


@pytest.mark.attack(35)
def test_an_opener_that_seats_somebody_without_the_invite_starts_no_game() -> None:
    """Its changed program takes every hello; the honest guest's does not."""
    game = Ring()
    net = Net(game, 3)
    opener = Table(TABLE, known(game), me(0), Offer(game, game.options(), 3))
    guest = Table(TABLE, known(game), uninvited(seat=2))
    net.tables[0], net.tables[2] = opener, guest
    for table in (opener, guest):
        table.history.may_join = lambda entry: True
    net.play()
    assert guest.play is None
    honest = net.tables[1]
    assert {player.author for player in opener.players} >= {guest_key(guest)}
    assert honest.play is None
    assert honest.stopped is None
    assert not honest.cheats


def guest_key(table: Table) -> bytes:
    assert table.seat is not None
    return table.seat.key.public


def test_the_joining_key_shows_in_no_repr_and_in_no_transcript() -> None:
    net = Net(KuhnPoker(), 2)
    net.play()
    assert JOINING not in net.tables[0].transcript()
    assert JOINING.hex() not in repr(me(0))
    assert repr(JOINING) not in repr(me(0))
