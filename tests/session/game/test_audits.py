"""A leave does not cancel an audit: those who stay check what can be checked.

A player cheats here by changing places of two cards in its lap: the cards are whole,
and only its seed shows that it did not draw that order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from p2pgame.engine import Choose, Deal, Over, Shuffle, Turn
from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer, End, Leave, Payload
from p2pgame.session.lobby.events import Audited, Ended, Reached
from p2pgame.session.table.evidence import check, gather
from p2pgame.session.table.report import Report
from p2pgame.session.table.verify import verify
from tests.session.draw import Draw, Drawn
from tests.session.tables import Deck, Net, known

ANN, BEN, CLEO = 0, 1, 2
SEED = 32

#: What somebody says in a turn in place of what its program would say.
Act = Callable[[Turn, Payload], Payload]


class Dealing(Draw):
    only_deals = True


DEALING = Dealing()


class Staked(Dealing):
    """Its rules say what each wins."""

    name = "staked"

    def __init__(self, *payoffs: int) -> None:
        self._payoffs = payoffs

    def turn(self, state: Drawn) -> Turn:
        turn = super().turn(state)
        return Over(self._payoffs) if isinstance(turn, Over) else turn


class Meeting(Net):
    """A game with a commutative deck, in which some act on their own."""

    def __init__(
        self,
        acts: Mapping[int, Act],
        *,
        seats: int = 3,
        deck: Deck = "commutative",
        game: Draw = DEALING,
    ) -> None:
        self.game = game

        def forge(seat: int, payload: Payload) -> Payload:
            play, act = self.tables[seat].play, acts.get(seat)
            return payload if act is None or not play else act(play.turn, payload)

        super().__init__(game, seats, forge=forge, deck=deck, quorum=0)
        self.play()

    def report(self) -> Report:
        """Return what the file says that all who stay have ended with."""
        stay = [table for table in self.tables if not has_left(table)]
        assert not any(table.cheats for table in stay)
        assert all(table.complete for table in stay)
        (data,) = {table.transcript() for table in stay}
        return verify(data, known(self.game))


def has_left(table: Table) -> bool:
    play = table.play
    return play is not None and play.seat in play.absences.left


def leaves(kind: type[Turn], number: int = 0) -> Act:
    """Leave in the first turn of this kind, in place of an answer in this round."""

    def act(turn: Turn, payload: Payload) -> Payload:
        is_now = isinstance(payload, Answer) and payload.round == number
        return Leave() if isinstance(turn, kind) and is_now else payload

    return act


def leaves_at_the_end(turn: Turn, payload: Payload) -> Payload:
    return Leave() if isinstance(payload, End) else payload


def swaps_cards(turn: Turn, payload: Payload) -> Payload:
    """Change the places of two cards in one's turn of the first lap."""
    if isinstance(turn, Shuffle) and isinstance(payload, Answer):
        said = payload.message
        if len(said) == 32 * len(turn.faces):
            said = said[32:64] + said[:32] + said[64:]
        return Answer(payload.turn, payload.round, said)
    return payload


def calls(turn: Turn, payload: Payload) -> Payload:
    """Call for an audit after the deal."""
    if isinstance(turn, Deal) and isinstance(payload, Answer) and payload.round == 2:
        return Answer(payload.turn, payload.round, b"audit")
    return payload


def seeds_said(net: Net, who: int) -> int:
    said = (
        payloads.decode(Entry.read(raw).payload) for by, raw in net.said if by == who
    )
    return sum(isinstance(one, Answer) and len(one.message) == SEED for one in said)


def test_those_who_stay_are_audited_when_somebody_leaves() -> None:
    net = Meeting({CLEO: leaves(Choose)})
    report = net.report()
    assert report.audited == Audited(frozenset({ANN, BEN}), frozenset({CLEO}))
    assert [seeds_said(net, who) for who in (ANN, BEN, CLEO)] == [1, 1, 0]
    assert report.payoffs == (1, 1, -2)


def test_an_end_is_reported_only_when_the_audit_is_over() -> None:
    net = Meeting({CLEO: leaves(Choose)})
    told = [e for e in net.events[ANN] if isinstance(e, Reached | Ended)]
    *_, dropped, audited, ended = told
    assert isinstance(dropped, Reached)
    assert isinstance(audited, Reached)
    assert (dropped.label, audited.label) == (b"p2pgame dropped", b"p2pgame audited")
    lacking = Audited(frozenset({ANN, BEN}), frozenset({CLEO}))
    assert ended == Ended((1, 1, -2), lacking)


def test_a_cheat_who_stays_is_convicted_though_somebody_left() -> None:
    net = Meeting({CLEO: leaves(Choose), BEN: swaps_cards})
    table = net.tables[ANN]
    assert table.stopped is not None, "the lie was not found"
    assert table.stopped.culprit == table.players[BEN].author
    proven = check(gather(table, table.stopped), known(Dealing()))
    assert (proven.author, proven.fault) == (
        table.players[BEN].author.hex(),
        Fault.OPENING,
    )


def test_a_cheat_who_leaves_before_the_audit_has_lost_and_is_named_as_unaudited() -> (
    None
):
    def act(turn: Turn, payload: Payload) -> Payload:
        return leaves(Over, 1)(turn, swaps_cards(turn, payload))

    net = Meeting({CLEO: act})
    report = net.report()
    assert report.audited.lacking == {CLEO}
    assert report.payoffs == (1, 1, -2)


@pytest.mark.parametrize("number", [0, 1])
def test_whoever_leaves_in_the_audit_has_lost_and_the_rest_is_audited(
    number: int,
) -> None:
    net = Meeting({CLEO: leaves(Over, number)})
    report = net.report()
    assert report.audited == Audited(frozenset({ANN, BEN}), frozenset({CLEO}))
    assert report.payoffs == (1, 1, -2)


@pytest.mark.parametrize(
    ("played", "leavers", "result"),
    [
        ((100, -100), (BEN,), (100, -100)),  # a loss is no smaller for a leave
        ((-100, 100), (BEN,), (1, -1)),  # and a win is none
        ((100, -1, -99), (CLEO,), (50, 50, -100)),
        ((100, -1, -99), (BEN,), (1, -2, 1)),
        ((90, -50, -40), (BEN, CLEO), (90, -50, -40)),
        ((-90, 150, -60), (BEN, CLEO), (61, -1, -60)),
    ],
)
def test_whoever_leaves_before_the_audit_loses_what_it_lost_in_play(
    played: tuple[int, ...], leavers: tuple[int, ...], result: tuple[int, ...]
) -> None:
    """A player that lost little may have cheated for another, who wins 1 by that."""
    seats = len(played)
    acts = dict.fromkeys(leavers, leaves(Over))
    net = Meeting(acts, seats=seats, game=Staked(*played))
    report = net.report()
    assert report.payoffs == result
    for seat in leavers:
        assert report.payoffs[seat] <= min(played[seat], -1)


def test_whoever_has_shown_its_seed_may_leave_and_what_was_played_stands() -> None:
    net = Meeting({CLEO: leaves_at_the_end})
    report = net.report()
    assert report.audited == Audited(frozenset({ANN, BEN, CLEO}))
    assert report.payoffs == (0, 0, 0)


def test_those_left_are_audited_once_more_when_the_audit_loses_somebody() -> None:
    net = Meeting({CLEO: leaves(Choose), BEN: leaves(Over)})
    assert seeds_said(net, ANN) == 2, "one in the turn that was dropped"
    report = net.report()
    assert report.audited == Audited(frozenset({ANN}), frozenset({BEN, CLEO}))
    assert report.payoffs == (2, -1, -1)


def test_of_two_the_one_who_stays_is_audited() -> None:
    net = Meeting({BEN: leaves(Choose)}, seats=2)
    report = net.report()
    assert report.audited == Audited(frozenset({ANN}), frozenset({BEN}))
    assert report.payoffs == (1, -1)


def test_a_deck_that_was_never_finished_needs_no_audit() -> None:
    net = Meeting({CLEO: leaves(Shuffle, 2)})
    report = net.report()
    assert report.audited == Audited()
    assert [seeds_said(net, who) for who in (ANN, BEN)] == [0, 0]
    assert report.payoffs == (1, 1, -2)


def test_a_proved_deck_needs_no_audit_whoever_leaves() -> None:
    net = Meeting({CLEO: leaves(Choose)}, deck="proved")
    report = net.report()
    assert report.audited == Audited()
    assert [seeds_said(net, who) for who in (ANN, BEN)] == [0, 0]


def test_a_call_for_an_audit_that_loses_somebody_accuses_nobody() -> None:
    """Its cards may have been wrong: nobody knows the turns of who has left."""

    net = Meeting({CLEO: leaves(Deal, 4), BEN: calls})
    report = net.report()
    assert report.audited == Audited(frozenset({ANN, BEN}), frozenset({CLEO}))
    assert report.payoffs == (1, 1, -2)


def test_a_call_for_an_audit_without_a_reason_convicts_if_all_stay() -> None:
    net = Meeting({BEN: calls})
    table = net.tables[ANN]
    assert table.stopped is not None
    assert table.stopped.culprit == table.players[BEN].author
