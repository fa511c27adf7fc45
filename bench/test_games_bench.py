"""Random games from start to end, through the engine's gate: how many a second."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Offer,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    advance,
    digest,
    start,
)
from p2pgame.games.poker.ranking import DECK, score
from p2pgame.games.registry import find

GAMES_A_ROUND = 200


def play(game: AnyGame, seats: int, rng: random.Random) -> State:
    """Play at random to the end, uniformly over the kinds of move."""
    state: State = start(game, seats, game.options()).state
    deck: list[str] = []
    while True:
        event: Event
        match game.turn(state):
            case Over():
                return state
            case Choose(player, offers):
                event = Chosen(player, pick(offers, rng))
            case Open(slots):
                event = Opened(tuple(deck[slot] for slot in slots))
            case Shuffle(faces):
                deck = rng.sample(faces, len(faces))
                event = Shuffled()
            case Deal():
                event = Dealt()
            case Roll(sides):
                event = Rolled((rng.randrange(sides),))
            case turn:
                raise AssertionError(turn)
        state = advance(game, state, event).state


def pick(offers: tuple[Offer, ...], rng: random.Random) -> str:
    offer = rng.choice(offers)
    if isinstance(offer, Amount):
        return f"{offer.verb} {rng.randint(offer.low, offer.high)}"
    return offer


@pytest.mark.parametrize(
    ("name", "seats"),
    [("tictactoe", 2), ("kuhn", 2), ("holdem", 2), ("holdem", 6), ("holdem", 10)],
)
def test_random_games(benchmark: BenchmarkFixture, name: str, seats: int) -> None:
    game, rng = find(name), random.Random(1)

    benchmark.extra_info["unit"] = f"{GAMES_A_ROUND} games"
    benchmark(lambda: [play(game, seats, rng) for _ in range(GAMES_A_ROUND)])


def test_hashing_a_state_of_holdem(benchmark: BenchmarkFixture) -> None:
    state = play(find("holdem"), 6, random.Random(1))
    benchmark(digest, state)


def test_ranking_seven_cards(benchmark: BenchmarkFixture) -> None:
    rng = random.Random(1)
    hands = [rng.sample(DECK, 7) for _ in range(1000)]
    benchmark(lambda: [score(hand) for hand in hands])


def test_hands_of_six_players_beside_pokerkit(benchmark: BenchmarkFixture) -> None:
    """Both play the same uniform random hands; the rules are the same to the chip."""
    pokerkit = pytest.importorskip("pokerkit")
    game, rng = find("holdem"), random.Random(1)

    def theirs() -> None:
        state = pokerkit.NoLimitTexasHoldem.create_state(
            tuple(pokerkit.Automation), True, 0, (5, 10), 10, 1000, 6
        )
        while state.status:
            low = state.min_completion_betting_or_raising_to_amount
            match rng.choice(
                ("call", *["fold"] * state.can_fold(), *["raise"] * bool(low))
            ):
                case "fold":
                    state.fold()
                case "raise":
                    high = state.max_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(rng.randint(low, high))
                case _:
                    state.check_or_call()

    ratio = rate(lambda: play(game, 6, rng)) / rate(theirs)
    benchmark.extra_info["times as fast as pokerkit"] = round(ratio, 1)
    print(f"\n{ratio:.1f} times as fast as pokerkit")
    benchmark(lambda: play(game, 6, rng))
    assert ratio > 4


def rate(hand: Callable[[], object]) -> float:
    """Return how many hands a second of processor time allows for."""
    hand()
    begun, hands = time.process_time(), 0
    while time.process_time() < begun + 1.5:
        hand()
        hands += 1
    return hands / (time.process_time() - begun)
