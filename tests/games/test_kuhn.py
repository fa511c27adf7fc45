"""Kuhn poker has its published size and value, and agrees with OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Dealt,
    Event,
    IllegalMove,
    Open,
    Opened,
    Over,
    Shuffled,
    advance,
    replay,
    start,
)
from p2pgame.games.duel.kuhn import DECK, Kuhn, KuhnPoker
from tests.english import refusing

GAME = KuhnPoker()
DEALS = tuple(permutations(DECK, 2))
AGGRESSIVE = {"bet": 1, "call": 1, "check": 0, "fold": 0}

#: A player's card and the actions so far → the chance to bet or call.
Strategy = Mapping[tuple[str, tuple[str, ...]], Fraction]


def dealt() -> Kuhn:
    return replay(GAME, 2, GAME.options(), [Shuffled(), Dealt()])


def step(state: Kuhn, event: Event, cards: tuple[str, ...]) -> Kuhn:
    """Advance, and open the cards if the turn asks for it."""
    state = advance(GAME, state, event).state
    if isinstance(GAME.turn(state), Open):
        return advance(GAME, state, Opened(cards)).state
    return state


def nodes(state: Kuhn, cards: tuple[str, ...]) -> Iterator[Kuhn]:
    yield state
    match GAME.turn(state):
        case Choose(player, moves):
            for move in moves:
                yield from nodes(step(state, Chosen(player, str(move)), cards), cards)


def test_the_tree_has_58_nodes_of_which_30_end_the_game() -> None:
    tree = [node for cards in DEALS for node in nodes(dealt(), cards)]
    before_both_are_dealt = 1 + len(DECK)
    assert len(tree) + before_both_are_dealt == 58
    assert sum(isinstance(GAME.turn(node), Over) for node in tree) == 30


def worth(
    state: Kuhn, cards: tuple[str, ...], strategies: tuple[Strategy, Strategy]
) -> Fraction:
    """Return the expected payoff of player 0 from here."""
    match GAME.turn(state):
        case Over(payoffs):
            return Fraction(payoffs[0])
        case Choose(player, moves):
            chance = strategies[player][cards[player], state.actions]
            weights = {1: chance, 0: 1 - chance}
            return sum(
                (
                    weights[AGGRESSIVE[str(move)]]
                    * worth(
                        step(state, Chosen(player, str(move)), cards), cards, strategies
                    )
                    for move in moves
                    if weights[AGGRESSIVE[str(move)]]
                ),
                Fraction(0),
            )
    raise AssertionError(state)


def value(strategies: tuple[Strategy, Strategy]) -> Fraction:
    return sum(
        (worth(dealt(), cards, strategies) for cards in DEALS), Fraction(0)
    ) / len(DEALS)


def strategy(*chances: Fraction | int, after: tuple[tuple[str, ...], ...]) -> Strategy:
    """Return a strategy: chances for J, Q, K in each of two situations."""
    spots = [(card, actions) for actions in after for card in DECK]
    return dict(zip(spots, map(Fraction, chances), strict=True))


FIRST = ((), ("check", "bet"))
SECOND = (("check",), ("bet",))
THIRD = Fraction(1, 3)


def test_the_game_is_worth_minus_an_eighteenth_to_the_first_player() -> None:
    """No pure strategy does better against Kuhn's equilibrium, on either side."""
    first = strategy(THIRD, 0, 1, 0, 2 * THIRD, 1, after=FIRST)
    second = strategy(THIRD, 0, 1, 0, THIRD, 1, after=SECOND)
    expected = Fraction(-1, 18)
    assert value((first, second)) == expected
    pure = list(product((0, 1), repeat=6))
    assert max(value((strategy(*p, after=FIRST), second)) for p in pure) == expected
    assert min(value((first, strategy(*p, after=SECOND))) for p in pure) == expected


def test_every_hand_is_openspiels() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    oracle = pyspiel.load_game("kuhn_poker")
    compared = 0
    for cards in DEALS:
        for node in nodes(dealt(), cards):
            theirs = oracle.new_initial_state()
            for card in cards:
                theirs.apply_action(DECK.index(card))
            for action in node.actions:
                theirs.apply_action(AGGRESSIVE[action])
            match GAME.turn(node):
                case Choose(player, moves):
                    assert theirs.current_player() == player
                    legal = sorted(AGGRESSIVE[str(move)] for move in moves)
                    assert legal == theirs.legal_actions()
                case Over(payoffs):
                    assert theirs.is_terminal()
                    assert list(payoffs) == theirs.returns()
            compared += 1
    assert compared == 54


@pytest.mark.parametrize("faces", [("J", "J"), ("J", "A"), ("", "K")])
def test_cards_that_the_deck_does_not_hold_cannot_be_opened(
    faces: tuple[str, ...],
) -> None:
    state = dealt()
    for player in (0, 1):
        state = advance(GAME, state, Chosen(player, "check")).state
    with refusing(IllegalMove, match="deck"):
        advance(GAME, state, Opened(faces))


def test_only_known_cards_are_shown() -> None:
    assert GAME.show(dealt(), {1: "Q"}) == "player 0 ?, player 1 Q   no bets yet"
    state = advance(GAME, dealt(), Chosen(0, "bet")).state
    assert GAME.show(state, {}) == "player 0 ?, player 1 ?   bet"


def test_the_start_is_a_shuffle() -> None:
    assert start(GAME, 2, GAME.options()).state == Kuhn()
