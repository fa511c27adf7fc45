"""A player who leaves pays at least what playing on passively would have cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from p2pgame.engine import Chosen, Dealt, Opened, Over, Rolled, Shuffled, advance
from p2pgame.engine.turns import Choose, Deal, Open, Shuffle
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_1 import TexasHoldem1
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.poker.holdem_state import Holdem
from p2pgame.games.poker.ranking import DECK
from p2pgame.session.lobby.events import AnyView
from p2pgame.session.table.report import Report
from p2pgame.session.table.verify import verify
from tests import second
from tests.borrowed_rules import Borrowed
from tests.session.tables import Deck, Net

GAME = TexasHoldem()
LEAVER = 1
STACK = 1000
#: What the first hand is played for.
HALF = 500
DECKS: tuple[Deck, ...] = ("masked", "proved", "commutative")


def calling(view: AnyView) -> str:
    """Call, but raise half a stack at once in the first hand."""
    assert view.choice is not None
    state = view.state
    if state.hand == 1 and not state.board and max(state.bets) < HALF:
        return f"raise {HALF}"
    texts = [offer for offer in view.choice.moves if isinstance(offer, str)]
    return next(move for move in ("check", "call", "show", *texts) if move in texts)


class Leaving(Net):
    """A table of hold'em that one leaves as soon as its state is ``so``.

    ``loser``: only if that one has lost by then.
    """

    def __init__(
        self,
        so: Callable[[Holdem], bool],
        *,
        seats: int = 2,
        deck: Deck = "masked",
        game: TexasHoldem = GAME,
        luck: bytes = b"",
        **options: Any,
    ) -> None:
        self.left: Holdem | None = None
        self.seat = -1
        self._so = so
        chosen = HoldemOptions(**{"hands": 3, "stack": STACK, **options})
        super().__init__(
            game, seats, chosen, decide=calling, deck=deck, quorum=0, luck=luck
        )
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
        report = verify(data, self.games)
        rules = {name: Borrowed(game) for (name, _), game in self.games.items()}
        assert second.verify(data, rules).payoffs == report.payoffs
        self.keeps_what_it_pays(report)
        return report

    def keeps_what_it_pays(self, report: Report) -> None:
        """Check that the next table begins with what the payoffs say."""
        options = report.start.options
        assert isinstance(options, HoldemOptions)
        assert report.remains is not None
        assert isinstance(options, HoldemOptions)
        if report.start.game.version > 1:
            ends = [options.stack + payoff for payoff in report.payoffs]
            assert report.remains.kept == tuple(str(n) if n > 0 else "" for n in ends)

    @property
    def behind(self) -> int:
        """What the leaver had won in the hands before, and paid into this one."""
        assert self.left is not None
        return self.left.stacks[self.seat] - STACK


def on_the_flop(hand: int) -> Callable[[Holdem], bool]:
    """Return whether the flop of this hand is open, and somebody is to act."""
    return lambda s: s.hand == hand and len(s.board) == 3 and s.phase == "betting"


def in_phase(phase: str, hand: int = 2) -> Callable[[Holdem], bool]:
    return lambda s: s.hand == hand and s.phase == phase


def folded_on(state: Any, seat: int) -> int:
    """Return what ``seat`` wins by folding on, while all others only call."""
    while True:
        turn = GAME.turn(state)
        match turn:
            case Over(payoffs):
                return payoffs[seat]
            case Shuffle():
                event: Any = Shuffled()
            case Deal():
                event = Dealt()
            case Open(slots):
                left = [
                    face
                    for face in DECK
                    if face not in {*state.board, *sum(state.shown, ())}
                ]
                event = Opened(tuple(left[: len(slots)]))
            case Choose(asked, moves):
                wanted = (
                    ("check", "fold", "muck")
                    if asked == seat
                    else ("check", "call", "show")
                )
                event = Chosen(asked, next(move for move in wanted if move in moves))
            case _:
                event = Rolled((0,))
        state = advance(GAME, state, event).state


@pytest.mark.attack(21)
@pytest.mark.parametrize("phase", ["shuffle", "deal", "betting"])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("deck", "luck"), [*((deck, b"") for deck in DECKS), ("masked", b"again")]
)
def test_leaving_in_the_second_hand_costs_what_was_lost_in_the_first(
    deck: Deck, seats: int, phase: str, luck: bytes
) -> None:
    net = Leaving(in_phase(phase), seats=seats, deck=deck, luck=luck)
    report = net.report()
    assert net.left is not None
    payoff, won = report.payoffs[net.seat], net.behind - 10
    assert payoff <= folded_on(net.left, net.seat)
    assert report.forfeited == (seats == 3 or deck == "commutative")
    if report.forfeited:
        won = min(won, 1 - seats)  # what was won before is not kept
    assert sum(report.payoffs) == 0
    stay = [seat for seat in range(seats) if seat != net.seat]
    chips = [net.left.stacks[seat] + net.left.paid[seat] for seat in stay]
    if deck == "commutative" and phase == "shuffle":
        assert payoff <= won
        chips = [STACK, STACK]  # nobody has audited the first hand's deck
    else:
        assert payoff in (won, won - 1), "one more hand costs a big blind"
    if seats == 3:
        between = report.payoffs[stay[0]] - report.payoffs[stay[1]]
        # What the leaver had paid may go to one of them: a blind, or odd chips.
        assert abs(between - (chips[0] - chips[1])) <= 11


@pytest.mark.attack(21)
@pytest.mark.parametrize("deck", DECKS)
def test_who_leaves_before_anything_happened_pays_for_all_hands(deck: Deck) -> None:
    net = Leaving(in_phase("shuffle", 1), seats=3, deck=deck)
    report = net.report()
    assert net.left is not None
    assert report.payoffs[net.seat] == net.behind - 2 * 10


@pytest.mark.attack(21)
def test_who_leaves_with_hands_to_the_end_leaves_the_whole_stack() -> None:
    net = Leaving(on_the_flop(1), hands=0)
    assert net.report().payoffs[net.seat] == -STACK


@pytest.mark.attack(21)
@pytest.mark.parametrize("hand", [1, 2])
@pytest.mark.parametrize("deck", ["masked", "proved"])
def test_who_leaves_a_table_of_two_has_folded_and_all_hands_count(
    hand: int, deck: Deck
) -> None:
    net = Leaving(on_the_flop(hand), deck=deck)
    report = net.report()
    assert report.payoffs[net.seat] == net.behind - 10 * (3 - hand)
    assert sum(report.payoffs) == 0
    assert not report.forfeited


@pytest.mark.attack(21)
def test_who_leaves_an_unproved_deck_has_lost_at_least_what_folding_costs() -> None:
    """Nobody can audit it any more, so what it has won does not stand."""
    net = Leaving(on_the_flop(1), deck="commutative")
    report = net.report()
    assert report.forfeited
    assert report.payoffs[net.seat] == -HALF - 20


@pytest.mark.attack(21)
def test_who_has_opened_its_hand_loses_the_pot_by_leaving() -> None:
    """All are all-in, and the board is yet to come: it needs the leaver's cards."""
    net = Leaving(
        lambda s: s.hand == 1 and bool(s.shown[0]) and len(s.board) < 5, stack=HALF
    )
    report = net.report()
    assert report.forfeited
    assert report.payoffs[net.seat] == -HALF


@pytest.mark.attack(21)
def test_a_hand_that_needs_the_cards_of_who_left_is_split_among_the_others() -> None:
    net = Leaving(on_the_flop(1), seats=3)
    report = net.report()
    assert report.forfeited
    assert report.payoffs[net.seat] == -HALF - 20
    assert sorted(report.payoffs)[1:] == [(HALF + 20) // 2] * 2


def test_by_version_1_leaving_costs_what_it_did() -> None:
    net = Leaving(in_phase("shuffle"), game=TexasHoldem1())
    assert net.report().payoffs[net.seat] == -1
    net = Leaving(on_the_flop(1), seats=3, game=TexasHoldem1())
    assert sorted(net.report().payoffs) == [-2, 1, 1]
