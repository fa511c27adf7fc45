"""How many moves a second the engine's gate lets through, beside its peers."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from hashlib import blake2b

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.engine import Choose, Chosen, Options, advance, digest, start
from p2pgame.engine.state import encode
from p2pgame.games.tictactoe import TicTacToe

GAME, OPTIONS = TicTacToe(), Options()


def bare(chance: Callable[[], float]) -> int:
    """Play one game at random; return how many moves it took."""
    state, moves = start(GAME, 2, OPTIONS).state, 0
    while isinstance(turn := GAME.turn(state), Choose):
        offers = turn.moves
        move = str(offers[int(chance() * len(offers))])
        state = advance(GAME, state, Chosen(turn.player, move), turn).state
        moves += 1
    return moves


def logged(chance: Callable[[], float]) -> int:
    """The same, with each event and state hash in a hash-chained record."""
    state, chain = start(GAME, 2, OPTIONS).state, list[bytes]()
    previous = b""
    while isinstance(turn := GAME.turn(state), Choose):
        offers = turn.moves
        event = Chosen(turn.player, str(offers[int(chance() * len(offers))]))
        state = advance(GAME, state, event, turn).state
        record = previous + encode(event) + digest(state)
        previous = blake2b(record, digest_size=32).digest()
        chain.append(record)
    return len(chain)


def rate(game: Callable[[Callable[[], float]], int]) -> float:
    """Return how many moves a second of processor time allows for."""
    chance, moves = random.Random(1).random, 0
    game(chance)
    begun = time.process_time()
    while time.process_time() < begun + 1.0:
        for _ in range(100):
            moves += game(chance)
    return moves / (time.process_time() - begun)


@pytest.mark.parametrize(("game", "floor"), [(bare, 300_000), (logged, 130_000)])
def test_moves_of_tictactoe(
    benchmark: BenchmarkFixture, game: Callable[[Callable[[], float]], int], floor: int
) -> None:
    moves = rate(game)
    benchmark.extra_info["moves a second"] = round(moves)
    print(f"\n{moves:,.0f} moves a second, {game.__name__}")
    benchmark(game, random.Random(1).random)
    assert moves >= floor


def test_moves_of_tictactoe_beside_openspiel(benchmark: BenchmarkFixture) -> None:
    """Beside OpenSpiel's tic-tac-toe in Python, with the same choice of moves."""
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("open_spiel.python.games")
    other = pyspiel.load_game("python_tic_tac_toe")

    def theirs(chance: Callable[[], float]) -> int:
        state, moves = other.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            moves += 1
        return moves

    ratio = rate(bare) / rate(theirs)
    benchmark.extra_info["times as fast as OpenSpiel's Python"] = round(ratio, 1)
    print(f"\n{ratio:.1f} times as fast as OpenSpiel's game in Python")
    benchmark(bare, random.Random(1).random)
    assert ratio >= 5
