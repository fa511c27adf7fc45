"""A player who leaves while the rules can end the game pays what these say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.poker.holdem import TexasHoldem
from games.poker.holdem_evening import HoldemOptions
from games.poker.holdem_state import Holdem
from p2pgame.session.lobby.events import AnyView
from p2pgame.session.table.report import Report
from p2pgame.session.table.verify import verify
from tests.session.tables import Deck, Net, known

GAME = TexasHoldem()
LEAVER = 1


def calling(view: AnyView) -> str:
    assert view.choice is not None
    texts = [offer for offer in view.choice.moves if isinstance(offer, str)]
    return next(move for move in ("check", "call", "show", *texts) if move in texts)


class Leaving(Net):
    """A table of hold'em that one leaves as soon as its state is ``so``."""

    def __init__(
        self, so: Callable[[Holdem], bool], *, seats: int = 2, deck: Deck = "masked"
    ) -> None:
        self.left: Holdem | None = None
        self.seat = -1
        self._so = so
        options = HoldemOptions(hands=3, stack=100)
        super().__init__(GAME, seats, options, decide=calling, deck=deck, quorum=0)
        self.meddle = self._leave
        self.play()

    def _leave(self) -> bool:
        play = self.tables[LEAVER].play
        if self.left is not None or play is None:
            return False
        state = play.board.line.state
        if play.seat is None or not self._so(state):
            return False
        self.left, self.seat = state, play.seat
        self.tables[LEAVER].leave()
        return True

    def report(self) -> Report:
        """Return what the file says with which all who stay have ended."""
        stay = [table for seat, table in enumerate(self.tables) if seat != LEAVER]
        assert all(table.complete for table in stay)
        (data,) = {table.transcript() for table in stay}
        return verify(data, known(GAME))


def on_the_flop(hand: int) -> Callable[[Holdem], bool]:
    """Return whether the flop of this hand is open, and somebody is to act."""
    return lambda s: s.hand == hand and len(s.board) == 3 and s.phase == "betting"


@pytest.mark.attack(21)
@pytest.mark.parametrize("hand", [1, 2])
@pytest.mark.parametrize("deck", ["masked", "proved"])
def test_who_leaves_a_table_of_two_has_folded_and_all_hands_count(
    hand: int, deck: Deck
) -> None:
    net = Leaving(on_the_flop(hand), deck=deck)
    report, state = net.report(), net.left
    assert state is not None
    lost = state.start[net.seat] - state.stacks[net.seat]
    assert lost != 1, "as a forfeit costs"
    assert report.payoffs[net.seat] == -lost
    assert sum(report.payoffs) == 0
    assert not report.forfeited


@pytest.mark.attack(21)
def test_who_leaves_an_unproved_deck_has_lost_at_least_what_folding_costs() -> None:
    """Nobody can audit it any more, so what it has won does not stand."""
    net = Leaving(on_the_flop(1), deck="commutative")
    report = net.report()
    assert report.forfeited
    assert report.payoffs[net.seat] == -10


def test_a_hand_that_needs_the_cards_of_who_left_is_forfeited() -> None:
    net = Leaving(on_the_flop(1), seats=3)
    report = net.report()
    assert report.forfeited
    assert sorted(report.payoffs) == [-2, 1, 1]
