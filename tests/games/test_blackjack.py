"""These tests play scripted rounds of blackjack, and bound the cards of a round."""

from __future__ import annotations

from itertools import accumulate

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    IllegalMove,
    Open,
    Opened,
    Over,
    Shuffle,
    Shuffled,
    Step,
    advance,
    start,
    view,
)
from p2pgame.games.blackjack import (
    DECK,
    MOST,
    POINTS,
    Blackjack,
    BlackjackOptions,
    Table,
)
from p2pgame.playtest import POINTS as PROMISES
from p2pgame.playtest import Case, Point, play
from tests.english import english, refusing

GAME = Blackjack()
DEALT = "two cards each; the dealer's come last"


class Script:
    """A table that deals the cards in the order of ``cards``."""

    def __init__(self, cards: str, seats: int = 1, rounds: int = 1) -> None:
        self.cards = cards.split()
        self.seats = seats
        self.said = list[str]()
        self.step = start(GAME, seats, BlackjackOptions(rounds))
        self.go_on()

    @property
    def state(self) -> Table:
        return self.step.state

    @property
    def hands(self) -> list[str]:
        """The open cards of each player, and of the dealer last."""
        faces, hands = self.state.faces, self.state.hands
        return [" ".join(faces[slot] or "??" for slot in hand) for hand in hands]

    def go_on(self) -> None:
        """Shuffle and open until a player is asked, or the game ends."""
        while True:
            match GAME.turn(self.state):
                case Shuffle():
                    self.take(advance(GAME, self.state, Shuffled()))
                case Open(slots):
                    faces = tuple(self.cards[slot] for slot in slots)
                    self.take(advance(GAME, self.state, Opened(faces)))
                case _:
                    return

    def take(self, step: Step[Table]) -> None:
        self.step = step
        self.said.extend(english(said) for said, _ in step.fix_ups)

    def plays(self, *moves: str) -> Script:
        for move in moves:
            turn = GAME.turn(self.state)
            assert isinstance(turn, Choose)
            self.take(advance(GAME, self.state, Chosen(turn.player, move)))
            self.go_on()
        return self


def payoffs(cards: str, *moves: str, seats: int = 1) -> tuple[int, ...]:
    over = GAME.turn(Script(cards, seats).plays(*moves).state)
    assert isinstance(over, Over)
    return over.payoffs


@pytest.mark.parametrize("point", PROMISES)
@pytest.mark.parametrize(("seats", "rounds"), [(1, 5), (3, 2), (7, 3)])
def test_blackjack_keeps_every_promise(point: Point, seats: int, rounds: int) -> None:
    for seed in range(3):
        options = BlackjackOptions(rounds)
        point(Case(GAME, seats, options, seed, balanced=False))


@pytest.mark.row("B78")
def test_all_cards_are_dealt_open_but_the_dealers_second() -> None:
    table = Script("2c 3c 4c 5c 6c 7c", seats=2)
    assert table.hands == ["2c 5c", "3c 6c", "4c ??"]
    assert GAME.turn(table.state) == Choose(0, ("hit", "stand"))


@pytest.mark.row("B78")
def test_a_whole_round_is_hit_stood_revealed_and_settled() -> None:
    table = Script("2c Th 9d 5c 8s 7s Kc 4h 5d", seats=2)
    assert table.hands == ["2c 5c", "Th 8s", "9d ??"]
    table.plays("hit", "hit")
    assert table.hands[0] == "2c 5c Kc 4h"
    table.plays("stand", "stand")
    assert table.hands[2] == "9d 7s 5d"
    assert table.said == [
        DEALT,
        *["the dealer plays"] * 2,
        "player 0 has 21, player 1 has 18, the dealer 21",
    ]
    assert GAME.turn(table.state) == Over((0, -1))


@pytest.mark.row("B78")
def test_above_21_is_bust_at_once_and_the_hidden_card_stays_hidden() -> None:
    table = Script("Kc 2d Qc 3d 5s").plays("hit")
    assert table.said == [DEALT, "player 0 is bust", "player 0 has 25, the dealer 2"]
    assert table.hands == ["Kc Qc 5s", "2d ??"]
    assert GAME.turn(table.state) == Over((-1,))


@pytest.mark.row("B78")
@pytest.mark.parametrize(
    ("cards", "moves", "payoff"),
    [
        ("Kc Kd Qc 7d", ("stand",), 1),
        ("Kc Kd 7c Qd", ("stand",), -1),
        ("Kc Kd 8c 8d", ("stand",), 0),
        ("Kc Kd 8c 6d 6s", ("stand",), 1),
        ("Kc 2d 8c 5d Kd", ("stand",), 1),
        ("Kc Ad 7c 6d", ("stand",), 0),
        ("Ac Kd 5c 9d 9c Ts", ("hit", "hit"), -1),
        ("Ac Kd 5c 9d 9c", ("hit", "stand"), -1),
        ("Ac 2d Kc 3d 6d Td", ("stand",), 0),
        ("Ac Kd Kc Qd", ("stand",), 1),
        ("Ac Kd As 8d 9c", ("hit", "stand"), 1),
    ],
)
def test_rounds_are_won_lost_and_tied(
    cards: str, moves: tuple[str, ...], payoff: int
) -> None:
    spare = " 9h 8h 7h"
    assert payoffs(cards + spare, *moves) == (payoff,)


@pytest.mark.row("B78")
def test_the_hidden_card_is_shown_to_nobody_before_the_players_have_stood() -> None:
    table = Script("2c 3c 4c 5c", seats=1)
    hidden = table.state.hands[-1][1]
    everything = dict(enumerate(DECK))
    for seat in (None, 0):
        seen = view(GAME, table.state, seat, everything)
        assert hidden not in seen.faces
        assert "??" in seen.text
    assert seen.text == "rounds left: 1\nplayer 0 (0): 2c 4c = 6\ndealer: 3c ?? = 3"


@pytest.mark.row("B78")
def test_a_short_pile_is_shuffled_anew_with_all_the_cards() -> None:
    for seats in (1, 7):
        played = play(GAME, seats, BlackjackOptions(20), 1)
        shuffles = [turn for turn in played.turns if isinstance(turn, Shuffle)]
        assert 2 <= len(shuffles) <= 20
        assert {shuffle.faces for shuffle in shuffles} == {DECK}
        for turn, step in zip(played.turns, played.steps, strict=True):
            if isinstance(turn, Shuffle):
                assert len(step.state.pile) < MOST[seats - 1]


@pytest.mark.row("B78")
def test_no_round_can_run_out_of_cards() -> None:
    low = list(accumulate(sorted(POINTS.values())))
    for seats, most in zip(GAME.seats, MOST, strict=True):
        hands = seats + 1
        assert most == hands + sum(points <= 21 * hands for points in low)
        assert most <= len(DECK)


@pytest.mark.row("B78")
def test_a_bust_player_loses_even_if_the_dealer_is_bust_too() -> None:
    cards = "Kc Kd Td Qc Qd 6d 2s Ts"
    assert payoffs(cards, "hit", "stand", seats=2) == (-1, 1)


def test_rounds_add_up() -> None:
    cards = "Kc Kd 7c Qd " + "Ks Kh Qs 7d " + "2c 2d 3c 3d"
    table = Script(cards, rounds=2).plays("stand", "stand")
    assert GAME.turn(table.state) == Over((0,))


def test_cards_that_cannot_be_there_are_refused() -> None:
    table = Script("2c 3c 4c 5c 6c")
    asked = advance(GAME, table.state, Chosen(0, "hit")).state
    for face in ("2c", "", "zz"):
        with refusing(IllegalMove, match="do not lie face down"):
            advance(GAME, asked, Opened((face,)))


@pytest.mark.parametrize("rounds", [-1, 0, 101])
def test_a_number_of_rounds_that_makes_no_game_is_refused(rounds: int) -> None:
    with refusing(ValueError, match="1 to 100 rounds"):
        start(GAME, 1, BlackjackOptions(rounds))
