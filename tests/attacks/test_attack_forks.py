"""Two stories: whatever they come to, whoever hides one, and however late it comes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2pgame.engine import digest
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry
from p2pgame.log.fork import verify_fork
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.peer.peer_connection import PeerConnection
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Entries, Have
from p2pgame.transport.link import Link
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.outbox import Outbox
from tests.session.peers import EPOCH_KEY, Hall, peer
from tests.session.rps import RockPaperScissors
from tests.session.tables import TABLE, Net, known, me
from tests.session.wholes import wholes

CHEAT = 2

#: So many questions are answered at once, and then so many a second.
AT_ONCE, A_SECOND = 32, 4


def twin(raw: bytes, seat: int, *, payload: bytes | None = None) -> bytes:
    """Return another entry in the place of one, signed by the same player.

    By default it says the same and differs only in what its author had seen.
    """
    entry = Entry.read(raw)
    other = Entry.write(
        me(seat).key,
        entry.table,
        sequence=entry.sequence,
        previous=entry.previous,
        seen=entry.seen[1:] if payload is None else entry.seen,
        payload=entry.payload if payload is None else payload,
    )
    assert other.id != entry.id
    return other.raw


class TwoFaced:
    """Gives one player another story than the rest, from one answer on."""

    def __init__(self, victim: int, *, withheld_by: int | None = None) -> None:
        self._victim = victim
        self._withheld_by = withheld_by
        self.halves: tuple[bytes, bytes] | None = None

    def __call__(self, sender: int, receiver: int, raw: bytes) -> Sequence[bytes]:
        entry = Entry.read(raw)
        if entry.author != me(CHEAT).key.public:
            return (raw,)
        if sender == self._withheld_by:
            return ()
        if sender != CHEAT or receiver != self._victim or entry.sequence < 3:
            return (raw,)
        if self.halves is None:
            self.halves = raw, twin(raw, CHEAT)
        return (self.halves[1],) if raw == self.halves[0] else ()


def answers(net: Net, seat: int) -> list[Entry]:
    """Return the entries in which a player has answered a turn."""
    said = [Entry.read(raw) for by, raw in net.said if by == seat]
    return [e for e in said if isinstance(payloads.decode(e.payload), Answer)]


def named(net: Net, honest: Sequence[int]) -> set[bytes]:
    """Return whom the honest players name; each holds both halves."""
    culprits = set()
    for seat in honest:
        stopped = net.tables[seat].stopped
        assert stopped is not None, f"player {seat} knows nothing"
        first, second = (Entry.read(raw) for raw in stopped.evidence)
        assert (first.author, first.sequence) == (second.author, second.sequence)
        assert first.id != second.id
        culprits.add(stopped.culprit)
    return culprits


@pytest.mark.attack(2)
def test_two_stories_that_come_to_the_same_are_two_stories() -> None:
    """Both halves hold one answer to one turn: states agree, logs do not."""
    liar = TwoFaced(victim=1)
    net = Net(RockPaperScissors(), 4, tamper=liar)
    net.play()
    assert liar.halves is not None
    assert len({Entry.read(raw).payload for raw in liar.halves}) == 1
    assert verify_fork(TABLE, *liar.halves).culprit == me(CHEAT).key.public
    assert named(net, (0, 1, 3)) == {me(CHEAT).key.public}


@pytest.mark.attack(3)
def test_a_friend_who_hides_one_half_saves_nobody() -> None:
    """Player 0 passes nothing of the cheat's on; the others tell one another."""
    liar = TwoFaced(victim=1, withheld_by=0)
    net = Net(RockPaperScissors(), 5, tamper=liar)
    net.play()
    assert liar.halves is not None
    assert named(net, (1, 3, 4)) == {me(CHEAT).key.public}


@pytest.mark.attack(3)
def test_whoever_finds_a_fork_has_both_halves_passed_on_at_once() -> None:
    """All others may have the half that came first, and so never ask for it."""
    net = Net(TicTacToe(), 2)
    net.play(until=lambda: bool(answers(net, 1)) and not net._wire)
    move = answers(net, 0)[0]
    halves = {move.raw, twin(move.raw, 0)}
    for table in net.tables:
        news = [entry.raw for entry in table.receive(max(halves - {move.raw}))]
        assert {*news} == halves


class Counted:
    """A link that counts what goes out, and may say something else to its end."""

    def __init__(self, link: Link, hall: Storm, sender: Peer, receiver: int) -> None:
        self._link, self._hall = link, hall
        self._sender, self._receiver = sender, receiver

    async def send(self, frame: bytes) -> None:
        self._hall.frames += 1
        self._hall.bytes += len(frame)
        await self._link.send(self._hall.told(self._sender, self._receiver, frame))

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()


class Storm:
    """Peers who are all connected with one another; one may tell two stories."""

    def __init__(self, hall: Hall, *, forks: bool) -> None:
        self.frames = self.bytes = 0
        self._hall = hall
        self._forks = forks
        self.halves: dict[bytes, bytes] = {}

    def told(self, sender: Peer, receiver: int, frame: bytes) -> bytes:
        """Return what a player is told instead of ``frame``."""
        key = sender.table.epochs.genesis_key
        if not self._forks or sender is not self._hall.peers[CHEAT] or key is None:
            return frame
        envelope = Envelope({0: EPOCH_KEY, 1: key})
        epoch, plaintext = envelope.open(frame)
        message = frames.decode(plaintext)
        known = wholes(message, sender.table)
        raws = tuple(map(self._other, known if receiver == 1 else ()))
        if raws in ((), known):
            return frame
        return envelope.seal(frames.encode(Entries(raws)), os.urandom, epoch=epoch)

    def _other(self, raw: bytes) -> bytes:
        entry = Entry.read(raw)
        is_first = not self.halves and entry.sequence == 3
        if entry.author == me(CHEAT).key.public and is_first:
            self.halves[raw] = twin(raw, CHEAT)
        return self.halves.get(raw, raw)

    def connect(self, seats: int) -> None:
        for one in range(seats):
            for other in range(one):
                pair = memory_pair()
                for at, to, link in ((one, other, pair[0]), (other, one, pair[1])):
                    peer = self._hall.peers[at]
                    counted = Counted(link, self, peer, to)
                    self._hall.nursery.start_soon(peer.attach, counted)


async def storm(folder: Path, *, forks: bool) -> tuple[Storm, list[Peer]]:
    """Play among four until nobody says anything any more."""
    game = RockPaperScissors()
    async with trio.open_nursery() as nursery:
        peers = [peer(game, seat, 4, folder) for seat in range(4)]
        hall = Hall(nursery, peers)
        await hall.start()
        weather = Storm(hall, forks=forks)
        weather.connect(4)
        honest = [one for seat, one in enumerate(peers) if seat != CHEAT]
        with trio.fail_after(60):
            while not all(one.table.complete or one.table.stopped for one in honest):
                await wait_all_tasks_blocked(0.01)
        before = -1
        while before != weather.frames:
            before = weather.frames
            await wait_all_tasks_blocked(0.1)
        nursery.cancel_scope.cancel()
    return weather, peers


@pytest.mark.attack(5)
async def test_a_fork_makes_no_storm(tmp_path: Path) -> None:
    """It costs each link the proof and a few words, not the history again."""
    plain, peers = await storm(tmp_path / "plain", forks=False)
    entries = len(peers[0].table.entries)
    forked, peers = await storm(tmp_path / "forked", forks=True)
    assert forked.halves
    for seat in (0, 1, 3):
        stopped = peers[seat].table.stopped
        assert stopped is not None
        assert stopped.culprit == me(CHEAT).key.public
    links = 4 * 3
    assert plain.frames <= links * (entries + 8)
    assert forked.frames <= plain.frames + 4 * links
    assert forked.bytes <= plain.bytes + 4 * links * 4096


@pytest.mark.attack(5)
async def test_whoever_asks_all_the_time_is_answered_now_and_then(
    autojump_clock: MockClock,
) -> None:
    """Each question differs from the last, and would have the whole history sent."""
    link, _ = memory_pair()
    stranger, answers, asked = PeerConnection(Outbox(link)), 0, 10 * AT_ONCE

    async def ask() -> None:
        for number in range(asked):
            stranger.ask(((number.to_bytes(32), 0, bytes(32)),))
            await trio.sleep(0.05)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        with trio.move_on_after(0.05 * asked):
            while True:
                await stranger.asked()
                answers += 1
    assert AT_ONCE <= answers <= AT_ONCE + 1 + 0.05 * asked * A_SECOND < asked / 3


async def heard_after(
    link: Link, envelope: Envelope, said: frames.Message, wanted: set[bytes]
) -> None:
    """Say this, and read until all of these entries have come."""
    epoch = 0 if isinstance(said, Have) else 1
    await link.send(envelope.seal(frames.encode(said), os.urandom, epoch=epoch))
    missing = set(wanted)
    with trio.fail_after(10):
        while missing:
            _, plaintext = envelope.open(await link.receive())
            message = frames.decode(plaintext)
            if isinstance(message, Entries):
                missing -= {*message.raws}


@pytest.mark.attack(3)
async def test_a_proof_outlives_the_program_and_goes_to_whoever_asks(
    tmp_path: Path,
) -> None:
    weather, peers = await storm(tmp_path, forks=True)
    for one in peers:
        one.close()
    again = peer(RockPaperScissors(), 0, 4, tmp_path)
    async with trio.open_nursery() as nursery:
        await again.start()
        key = again.table.epochs.genesis_key
        assert key is not None
        ours, theirs = memory_pair()
        nursery.start_soon(again.attach, ours)
        halves = {*weather.halves, *weather.halves.values()}
        assert len(halves) == 2
        await heard_after(theirs, Envelope({0: EPOCH_KEY, 1: key}), Have(()), halves)
        nursery.cancel_scope.cancel()
    again.close()


@pytest.mark.attack(3)
async def test_whoever_brings_one_half_of_a_fork_is_given_the_other(
    tmp_path: Path,
) -> None:
    """It need not ask, and may be the only one who has no more than that half."""
    _, peers = await storm(tmp_path, forks=False)
    for one in peers:
        one.close()
    again = peer(RockPaperScissors(), 0, 4, tmp_path)
    async with trio.open_nursery() as nursery:
        await again.start()
        key = again.table.epochs.genesis_key
        assert key is not None
        feed = again.table.history.feeds[me(CHEAT).key.public]
        ours = feed.entries[-1].raw
        other = twin(ours, CHEAT)
        near, far = memory_pair()
        nursery.start_soon(again.attach, near)
        envelope = Envelope({0: EPOCH_KEY, 1: key})
        await heard_after(far, envelope, Entries((other,)), {ours, other})
        nursery.cancel_scope.cancel()
    again.close()


@pytest.mark.attack(10)
@pytest.mark.parametrize("receiver", [0, 1])
def test_a_move_changed_after_the_answer_convicts_and_changes_nothing(
    receiver: int,
) -> None:
    """The answer names the move it is about, so acting on a move fixes it."""
    net = Net(TicTacToe(), 2)
    net.play(until=lambda: bool(answers(net, 1)) and not net._wire)
    move, reply = answers(net, 0)[0], answers(net, 1)[0]
    table = net.tables[receiver]
    assert table.history.clock(reply.id)[move.author] >= move.sequence
    assert table.play is not None
    before = digest(table.play.view.state)
    said = payloads.decode(move.payload)
    assert isinstance(said, Answer)
    changed = payloads.encode(Answer(said.turn, said.round, b"c3"))
    proof = table.receive(twin(move.raw, 0, payload=changed))
    assert {entry.sequence for entry in proof} == {move.sequence}
    assert table.stopped is not None
    assert table.stopped.culprit == move.author
    assert digest(table.play.view.state) == before


@pytest.mark.attack(10)
def test_a_turn_is_named_by_the_very_entries_that_led_to_it() -> None:
    """Not by what they come to: an answer signs which telling of a move it is to."""
    net = Net(TicTacToe(), 2)
    net.play(until=lambda: bool(answers(net, 0)))
    move = answers(net, 0)[0]
    before = [entry.raw for entry in net.tables[0].entries if entry.id != move.id]
    turns, states = set(), set()
    for told in (move.raw, twin(move.raw, 0)):
        table = Table(TABLE, known(TicTacToe()))
        for raw in (*before, told):
            table.receive(raw)
        while table.advance()[0]:
            pass
        assert table.play is not None
        turns.add(table.play.id)
        states.add(digest(table.play.view.state))
    assert len(states) == 1
    assert len(turns) == 2
