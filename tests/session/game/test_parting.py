"""Parting as somebody would use it who means ill: nobody gains, nobody is blamed."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.engine import Together
from p2pgame.games.rps import RockPaperScissors, RpsOptions
from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import (
    Absent,
    Answer,
    End,
    EvictionVote,
    Leave,
    Payload,
    Receipt,
)
from p2pgame.session.game.absence.absence import AT_ONCE, Absences
from p2pgame.session.game.absence.votes import Votes, Waiting
from p2pgame.session.lobby.events import AnyView, Ended
from p2pgame.session.lobby.terms import least_quorum, quorum, why_no_quorum
from p2pgame.session.table import evidence
from p2pgame.session.table.verify import verify
from p2pgame.transport.wire_version import Versions
from tests.session.game.test_absence import finish
from tests.session.secrets import Secretive
from tests.session.tables import TABLE, Net, known, me

ROUND_ID = b"t" * 32, 0


def finished(net: Net, left: list[int]) -> None:
    """Check that these end one game together, and that a file of it is good."""
    for seat in left:
        assert net.tables[seat].stopped is None
        assert net.tables[seat].complete
    files = {net.tables[seat].transcript() for seat in left}
    assert len(files) == 1
    verify(files.pop(), known(Secretive()))


def test_a_leave_takes_no_decision_back() -> None:
    votes = Votes(tuple(bytes([seat]) * 32 for seat in range(5)), 3)
    waiting = Waiting(ROUND_ID, frozenset(range(5)))
    for seat in (0, 2, 3):
        votes.say(seat, EvictionVote(*ROUND_ID, (1,)), {})
        votes.saw(seat, {})
    votes.answer(1, ROUND_ID, 7)
    votes.saw(4, {bytes([1]) * 32: 7})  # it has had the answer in time
    assert not votes.may_yet_decide(waiting, 0)
    votes.leave(4, 0)
    votes.saw(4, {})
    assert not votes.decided(waiting)


@pytest.mark.parametrize("answers", [True, False])
def test_a_leave_spares_the_quorum_only_of_whoever_has_not_answered(
    answers: bool,
) -> None:
    """Those who have acted on the answer may not know of the leave for long."""
    votes = Votes(tuple(bytes([seat]) * 32 for seat in range(4)), 3)
    waiting = Waiting(ROUND_ID, frozenset({0}))
    for seat in (1, 3):
        votes.say(seat, EvictionVote(*ROUND_ID, (0,)), {})
        votes.saw(seat, {})
    if answers:
        votes.answer(0, ROUND_ID, 7)
    votes.leave(2, 0)
    assert not votes.may_yet_decide(waiting, 1)
    votes.leave(0, 8)
    assert votes.decided(waiting) == (set() if answers else {0})


def test_whoever_has_signed_says_what_it_has_heard_of_others() -> None:
    """Else those who miss another one afterwards would wait for it for ever."""
    votes = Votes(tuple(bytes([seat]) * 32 for seat in range(6)), 4)
    absences = Absences(votes)
    absences.reach(ROUND_ID[0], over=False)
    absences.say(0, EvictionVote(*ROUND_ID, (4,)), {})
    absences.say(1, Absent(*ROUND_ID, (5,)), {})
    votes.answer(4, ROUND_ID, 7)
    assert absences.to_confirm(0) is None
    votes.answer(5, ROUND_ID, 7)
    assert absences.to_confirm(0) == Receipt(*ROUND_ID)
    votes.saw(0, {bytes([5]) * 32: 7})
    assert absences.to_confirm(0) is None


def test_whoever_vanishes_after_the_others_have_opened_does_not_win() -> None:
    def decide(view: AnyView) -> str:
        return "paper" if view.player == 2 else "scissors"

    def forge(seat: int, payload: Payload) -> Payload:
        play = net.tables[seat].play
        vanishes = play is not None and play.seat == 2
        if vanishes and isinstance(payload, Answer) and payload.round == 1:
            return Leave()
        return payload

    game, turns = RockPaperScissors(), 0

    def enough() -> bool:
        nonlocal turns
        turns += 1
        return turns > 300  # the other two throw the same for ever

    net = Net(game, 3, RpsOptions(rounds=1), decide=decide, forge=forge)
    net.play(until=enough)
    assert all(table.stopped is None for table in net.tables)
    ends = [e for heard in net.events for e in heard if isinstance(e, Ended)]
    assert all(end.payoffs[2] < 0 for end in ends)


def ending(seats: int, spoken: Versions) -> Net:
    """Return tables at which player 1 signs an end in place of an answer."""

    def forge(seat: int, payload: Payload) -> Payload:
        play = net.tables[seat].play
        if seat == 1 and seat not in net.silent and isinstance(payload, Answer):
            assert play is not None
            if isinstance(play.turn, Together):
                net.silent.add(1)
                return End(payload.turn, bytes(32))
        return payload

    net = Net(Secretive(), seats, chance=Random(0), forge=forge, spoken=spoken)
    finish(net)
    return net


@pytest.mark.parametrize("seats", [3, 5])
def test_an_end_in_the_middle_is_no_answer_in_version_2(seats: int) -> None:
    net = ending(seats, Versions(2, 2))
    finished(net, [seat for seat in range(seats) if seat != 1])


@pytest.mark.parametrize("seats", [3, 5])
def test_an_end_in_the_middle_is_a_fault_from_version_3_on(seats: int) -> None:
    net = ending(seats, Versions(2, 3))
    author = me(1).key.public
    for seat, table in enumerate(net.tables):
        stopped = table.stopped
        if seat != 1:
            assert stopped is not None
            assert (stopped.fault, stopped.culprit) == (Fault.END, author)
            data = evidence.gather(table, stopped)
    assert evidence.check(data, known(Secretive())).author == author.hex()


def test_an_odd_without_after_an_end_leaves_the_file_good() -> None:
    odd: list[int] = []

    def forge(seat: int, payload: Payload) -> Payload:
        if seat == 2 and isinstance(payload, End):
            net.silent.add(2)
            return Absent(bytes(32), 0, (0,))
        return payload

    def meddle() -> None:
        ends = (Entry.read(raw).payload for seat, raw in net.said if seat == 1)
        if not odd and any(isinstance(payloads.decode(end), End) for end in ends):
            odd.append(1)
            table = net.tables[1]
            data = payloads.encode(EvictionVote(bytes(32), 0, (0,)))
            among = [player.author for player in table.players]
            entry = table.history.write(me(1).key, data, among=among)
            net.send(1, table.receive(entry.raw))

    net = Net(Secretive(), 3, chance=Random(2), forge=forge)
    net.meddle = meddle
    finish(net)
    assert odd
    finished(net, [0, 1])


def test_whoever_has_left_cannot_stop_the_game() -> None:
    net = Net(Secretive(), 3, chance=Random(2))
    net.play(until=lambda: net.tables[1].play is not None)
    table = net.tables[1]
    table.leave()
    net.play(until=lambda: table.play is not None and table.play.is_evicted)
    among = [player.author for player in table.players]
    entry = table.history.write(me(1).key, b"no payload", among=among)
    for seat in (0, 2):
        net.tables[seat].receive(entry.raw)
    finish(net)
    finished(net, [0, 2])


def test_of_two_whoever_stays_need_not_move_first() -> None:
    net = Net(RockPaperScissors(), 2, decide=None)
    net.play()
    net.tables[1].leave()
    net.play()
    assert net.tables[0].play is not None
    assert net.tables[0].play.over


def test_what_is_said_of_turns_that_never_come_is_not_looked_at() -> None:
    absences = Absences(Votes((TABLE, bytes(32)), 0))
    for number in range(100):
        turn = number.to_bytes(32, "little")
        absences.say(1, Absent(turn, 0, (0,)), {})
        absences.votes.answer(0, (turn, 0), 1)
    assert absences.to_confirm(0) is None
    absences.reach((5).to_bytes(32, "little"), over=False)
    assert absences.to_confirm(0) == Receipt((5).to_bytes(32, "little"), 0)


def test_of_many_who_are_missed_some_are_dropped_at_once() -> None:
    absences = Absences(Votes(tuple(bytes([seat]) for seat in range(16)), 9))
    missed = tuple(range(1, 16))
    absences.say(0, Absent(*ROUND_ID, missed), {})
    for seat in range(7, 16):
        absences.say(seat, Absent(*ROUND_ID, missed), {})
    said = absences.to_vote(ROUND_ID, frozenset(range(16)), 0)
    assert said == EvictionVote(*ROUND_ID, tuple(range(1, 1 + AT_ONCE)))


@pytest.mark.parametrize("seats", range(2, 17))
def test_two_quorums_have_two_players_in_common_but_of_three(seats: int) -> None:
    least = least_quorum(seats)
    assert why_no_quorum(0, seats) is None
    assert why_no_quorum(seats, seats) is not None
    if seats > 2:
        assert 2 * least - seats in ((1,) if seats == 3 else (2, 3))
        for wanted in range(1, seats):
            assert (why_no_quorum(wanted, seats) is None) == (wanted >= least)
    else:
        assert least == 0
        assert why_no_quorum(1, seats) is not None


def test_the_default_quorum_is_more_than_two_thirds_from_four_seats_on() -> None:
    usual = [quorum(seats) for seats in range(2, 11)]
    assert usual == [0, 2, 3, 4, 5, 5, 6, 7, 7]
    for seats in range(4, 17):
        assert 3 * quorum(seats) > 2 * seats >= 3 * (quorum(seats) - 1)
        assert why_no_quorum(quorum(seats), seats) is None
