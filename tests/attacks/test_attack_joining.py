"""Whoever stands between two friends, comes first, or comes back as somebody else."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import AuthorKey, Entry, LogError
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Accept, Genesis, Hello, Payload
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope, box_public, open_key
from p2pgame.transport.frames import Entries, Have
from p2pgame.transport.link import SIZES, InvalidFrame, Link, LinkClosed
from p2pgame.transport.memory import memory_pair
from tests.session.peers import EPOCH_KEY, Hall, peer
from tests.session.tables import TABLE, Net, me, shown

#: Who stands between: it has the invite, and keys of its own.
BETWEEN = me(7)
LOBBY = Envelope({0: EPOCH_KEY})
Swap = Callable[[Entry, Payload], bytes]


def signed(key: AuthorKey, entry: Entry, payload: Payload) -> bytes:
    """Return an entry that says something else, by whoever has this key."""
    return Entry.write(
        key,
        entry.table,
        sequence=entry.sequence,
        previous=entry.previous,
        seen=entry.seen,
        payload=payloads.encode(payload),
    ).raw


def its_own_key(entry: Entry, said: Payload) -> bytes:
    """A guest's identity and its proof, over another author key."""
    if not isinstance(said, Hello):
        return entry.raw
    return signed(BETWEEN.key, entry, shown(said, BETWEEN.key.public))


def its_own_box(entry: Entry, said: Payload) -> bytes:
    """The guest's own hello, but for the key to which the game's key is sealed."""
    if not isinstance(said, Hello):
        return entry.raw
    return entry.raw.replace(said.box, box_public(BETWEEN.box_secret))


def its_own_offer(entry: Entry, said: Payload) -> bytes:
    """Another offer of the same game, signed by who is not the opener."""
    return signed(BETWEEN.key, entry, said) if isinstance(said, Genesis) else entry.raw


def another_deck(entry: Entry, said: Payload) -> bytes:
    """The opener's own offer, with a deck that promises less."""
    return entry.raw.replace(b"\x66masked", b"\x66proved")


def other_rules(entry: Entry, said: Payload) -> bytes:
    """The opener's own offer, of a game with other rules."""
    if not isinstance(said, Genesis):
        return entry.raw
    return entry.raw.replace(said.rules, b"?" * 32)


class Between:
    """A relay that reads what an invite lets it read, and changes entries."""

    def __init__(self, swap: Swap) -> None:
        self._swap = swap
        self.swapped = 0

    async def pass_on(self, source: Link, to: Link) -> None:
        with suppress(LinkClosed):
            while True:
                await to.send(self._changed(await source.receive()))
        await to.aclose()

    def _changed(self, frame: bytes) -> bytes:
        try:
            epoch, plaintext = LOBBY.open(frame)
        except InvalidFrame:
            return frame
        message = frames.decode(plaintext)
        if not isinstance(message, Entries):
            return frame
        raws = tuple(map(self._other, message.raws))
        return LOBBY.seal(frames.encode(Entries(raws)), os.urandom, epoch=epoch)

    def _other(self, raw: bytes) -> bytes:
        entry = Entry.read(raw)
        if entry.author not in (me(0).key.public, me(1).key.public):
            return raw
        other = self._swap(entry, payloads.decode(entry.payload))
        self.swapped += other != raw
        return other


async def joined(hall: Hall, relay: Between, until: Callable[[], object]) -> None:
    """Let the friends meet by way of a relay, until this is so and all is quiet."""
    near, near_end = memory_pair()
    far, far_end = memory_pair()
    hall.nursery.start_soon(hall.peers[0].attach, near)
    hall.nursery.start_soon(hall.peers[1].attach, far)
    hall.nursery.start_soon(relay.pass_on, near_end, far_end)
    hall.nursery.start_soon(relay.pass_on, far_end, near_end)
    with trio.fail_after(30):
        while not until():
            await wait_all_tasks_blocked(0.01)
    await wait_all_tasks_blocked(0.1)


@pytest.mark.attack(11)
@pytest.mark.attack(68)
@pytest.mark.parametrize(
    "swap", [its_own_key, its_own_box, its_own_offer, another_deck, other_rules]
)
async def test_a_relay_that_changes_keys_or_the_offer_starts_no_game(
    tmp_path: Path, swap: Swap
) -> None:
    """The invite names the opener's key; all else is signed by keys it vouches for."""
    relay = Between(swap)
    async with trio.open_nursery() as nursery:
        friends = [peer(KuhnPoker(), seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, friends)
        await hall.start()
        await joined(hall, relay, lambda: relay.swapped)
        for friend in friends:
            assert friend.table.play is None
            assert friend.table.stopped is None
            known = {player.author for player in friend.table.players}
            assert BETWEEN.key.public not in known
        nursery.cancel_scope.cancel()


@pytest.mark.attack(11)
async def test_a_relay_that_changes_nothing_lets_the_game_start(tmp_path: Path) -> None:
    relay = Between(lambda entry, said: entry.raw)
    async with trio.open_nursery() as nursery:
        friends = [peer(KuhnPoker(), seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, friends)
        await hall.start()
        both = [friend.table for friend in friends]
        await joined(hall, relay, lambda: all(table.play for table in both))
        nursery.cancel_scope.cancel()


@pytest.mark.attack(36)
@pytest.mark.attack(37)
async def test_who_poses_as_the_host_learns_nothing_and_starts_nothing(
    tmp_path: Path,
) -> None:
    """Somebody else answers at the host's address, without the invite."""
    guest = peer(KuhnPoker(), 1, 2, tmp_path)
    seen = b""
    async with trio.open_nursery() as nursery:
        await guest.start()
        ours, impostor = memory_pair()
        nursery.start_soon(guest.attach, ours)
        frame = await impostor.receive()
        while True:
            assert len(frame) in SIZES
            seen += frame
            with trio.move_on_after(0.05) as patience:
                frame = await impostor.receive()
            if patience.cancelled_caught:
                break
        own = Envelope({0: bytes(32), 1: bytes(32)})
        with suppress(LinkClosed):
            await impostor.send(own.seal(frames.encode(Have(())), os.urandom, epoch=0))
            while True:
                await impostor.receive()
        assert guest.table.play is None
        nursery.cancel_scope.cancel()
    guest.close()
    player = me(1)
    for secret in (
        *(player.name.encode(), player.key.public, player.identity.public),
        *(TABLE, EPOCH_KEY, player.seed),
    ):
        assert secret not in seen


@pytest.mark.attack(35)
async def test_strangers_who_come_first_leave_the_seat_to_the_friend(
    tmp_path: Path,
) -> None:
    """Some are silent, some talk nonsense, one repeats what the friend has said."""
    hello = Entry.write(
        me(1).key,
        TABLE,
        sequence=0,
        previous=bytes(32),
        seen=(),
        payload=payloads.encode(me(1).hello(TABLE)),
    )
    async with trio.open_nursery() as nursery:
        friends = [peer(TicTacToe(), seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, friends)
        await hall.start()
        for number in range(30):
            ours, theirs = memory_pair()
            nursery.start_soon(friends[0].attach, ours)
            if number % 3 == 1:
                await theirs.send(os.urandom(256))
            if number % 3 == 2:
                copied = frames.encode(Entries((hello.raw,)))
                await theirs.send(LOBBY.seal(copied, os.urandom))
        await wait_all_tasks_blocked(0.05)
        hall.join(0, 1)
        await hall.finished()
        assert all(friend.table.complete for friend in friends)
        assert [p.name for p in friends[0].table.players] == ["player 0", "player 1"]
        nursery.cancel_scope.cancel()


@pytest.mark.attack(33)
def test_a_flood_of_guests_is_cut_off_and_takes_bounded_room() -> None:
    """Whoever has the invite makes up guests by the hundred; each says too much."""
    net = Net(TicTacToe(), 3, decide=None)
    table = net.tables[0]
    net.play(until=lambda: bool(table.entries))
    taken = 0
    for number in range(200):
        stranger = me(100 + number)
        word, previous = payloads.encode(stranger.hello(TABLE)), bytes(32)
        for sequence in range(8):
            entry = Entry.write(
                stranger.key,
                TABLE,
                sequence=sequence,
                previous=previous,
                seen=(),
                payload=word,
            )
            word, previous = payloads.encode(Accept(bytes(32))), entry.id
            with suppress(LogError):
                taken += len(table.receive(entry.raw))
    assert len(table.history.feeds) <= 64
    assert taken <= 64 * 4


async def all_frames(link: Link, kept: list[bytes]) -> None:
    with suppress(LinkClosed):
        while True:
            kept.append(await link.receive())


@pytest.mark.attack(69)
async def test_who_comes_back_with_another_key_gets_no_word_of_the_game(
    tmp_path: Path,
) -> None:
    """It has the invite, the seat's public keys and its hello: all but its secret."""
    game, kept = KuhnPoker(), list[bytes]()
    async with trio.open_nursery() as nursery:
        friends = [peer(game, seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, friends)
        await hall.start()
        ours, theirs = memory_pair(1_000)
        nursery.start_soon(friends[0].attach, ours)
        nursery.start_soon(all_frames, theirs, kept)
        hall.join(0, 1)
        await hall.moved()
        heads = tuple(friends[1].table.history.heads())
        for have in (heads, ()):
            await theirs.send(LOBBY.seal(frames.encode(Have(have)), os.urandom))
        await hall.finished()
        await wait_all_tasks_blocked(0.05)
        nursery.cancel_scope.cancel()
    check_nothing_told(kept, friends)


def check_nothing_told(kept: list[bytes], friends: list[Peer]) -> None:
    """Check that what was sent opens to no more than hellos and the offer."""
    told = set()
    for frame in kept:
        with suppress(InvalidFrame):
            message = frames.decode(LOBBY.open(frame)[1])
            if isinstance(message, Entries):
                told |= {*message.raws}
    words = [payloads.decode(Entry.read(raw).payload) for raw in told]
    assert {type(word) for word in words} == {Hello, Genesis}
    (offer,) = (word for word in words if isinstance(word, Genesis))
    for box in offer.boxes:
        with pytest.raises(InvalidFrame):
            open_key(box, BETWEEN.box_secret)
    assert all(friend.table.complete for friend in friends)


@pytest.mark.attack(69)
async def test_a_word_in_a_seat_s_name_by_another_key_moves_nothing(
    tmp_path: Path,
) -> None:
    """Even with the key of the game: the entry is not its author's, the link is cut."""
    async with trio.open_nursery() as nursery:
        friends = [peer(TicTacToe(), seat, 2, tmp_path) for seat in range(2)]
        hall = Hall(nursery, friends)
        await hall.start()
        hall.join(0, 1)
        await hall.moved()
        key = friends[0].table.epochs.genesis_key
        assert key is not None
        last = friends[1].table.history.feeds[me(1).key.public].entries[-1]
        forged = signed(me(1).key, last, Accept(bytes(32)))
        forged = forged[:-64] + BETWEEN.key.sign(b"p2pgame entry", forged[:-66])
        ours, theirs = memory_pair()
        nursery.start_soon(friends[0].attach, ours)
        envelope = Envelope({0: EPOCH_KEY, 1: key})
        await theirs.send(envelope.seal(frames.encode(Entries((forged,))), os.urandom))
        with trio.fail_after(10), suppress(LinkClosed):
            while True:
                await theirs.receive()
        await hall.finished()
        assert not any(friend.table.stopped for friend in friends)
        nursery.cancel_scope.cancel()
