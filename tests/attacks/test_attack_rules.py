"""What an offer or a move may cost whoever has to judge it."""

from __future__ import annotations

import resource
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from p2pgame.engine import AnyGame, start
from p2pgame.engine.offers import choice_of
from p2pgame.engine.turns import MOVE_LIMIT
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Case
from p2pgame.session.entries.payloads import MAX_SEATS, OPTION_LENGTH
from tests.games.cases import golden

SEED = 57
#: Processor seconds, and bytes, that one offer or move may cost.
SECONDS, ROOM = 1.0, 32 * 1024 * 1024
NUMBERS = (
    *(-(1 << 63), -1, 0, 1, 11, 50, 1_000),
    *(10**5, 10**6, 1 << 31, (1 << 63) - 1),
)


@contextmanager
def little_room() -> Iterator[None]:
    """Refuse much more memory than is in use, so that a bomb does not take all."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + (1 << 30)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def texts(option: str, chance: Random) -> Iterator[str]:
    """Yield what a hostile opener may write as a level, and as anything else."""
    for size in (1, 100, OPTION_LENGTH):
        for letter in ("9", ".", "A", " ", "\n", "1 ", "12 ", "level x\ngrid\n  A\n"):
            yield (letter * size)[:OPTION_LENGTH]
    alphabet = "AaBb.#xo+|-/\\0123456789 \n"
    for _ in range(30):
        rows = ["".join(chance.choices(alphabet, k=12)) for _ in range(12)]
        drawn = "\n  ".join(rows)
        yield f"level x\n{option}\n  {drawn}"[:OPTION_LENGTH]
        yield f"level x\ngrid\n  {drawn}"[:OPTION_LENGTH]


def offers(game: AnyGame) -> Iterator[object]:
    """Yield options of which one is as an opener may set it to do harm."""
    chance = Random(SEED)
    for field in structs.fields(game.options):
        values: list[object] = []
        if field.type is int:
            values += NUMBERS
        elif field.type is str:
            values += texts(field.name, chance)
        for value in values:
            yield structs.replace(game.options(), **{field.name: value})


@pytest.mark.attack(57)
@pytest.mark.parametrize("name", GAMES)
def test_no_offer_costs_its_guests_more_than_a_moment(name: str) -> None:
    """Its options are judged, and the game set up, before anybody accepts."""
    game = GAMES[name]
    for options in offers(game):
        for seats in {game.seats[0], min(game.seats[-1], MAX_SEATS)}:
            began = time.process_time()
            with little_room():
                if game.why_not(seats, options) is None:
                    start(game, seats, options)
            assert time.process_time() - began < SECONDS, options


@pytest.mark.attack(57)
@pytest.mark.parametrize("case", [*golden()], ids=lambda case: case.game.name)
def test_no_move_that_is_made_up_costs_more_than_a_moment(case: Case) -> None:
    """Whoever is asked for a move says anything that a message may hold."""
    print("seed", SEED)
    chance, game = Random(SEED), case.game
    asked = [(s, seat) for s in case.playout.states for seat in range(case.seats)]
    state, player = next(
        (s, seat) for s, seat in asked if choice_of(game.turn(s), seat) is not None
    )
    letters = "abcdefgh12345678 \\x:,-+=#QKNBRO(){}[]*.?"
    made_up = ["9" * MOVE_LIMIT, "(" * MOVE_LIMIT, " " * MOVE_LIMIT, "a1 " * 85]
    made_up += ["".join(chance.choices(letters, k=MOVE_LIMIT)) for _ in range(40)]
    began = time.process_time()
    tracemalloc.start()
    try:
        for move in made_up:
            assert game.why_illegal(state, player, move) is not None
        assert tracemalloc.get_traced_memory()[1] < ROOM
    finally:
        tracemalloc.stop()
    assert time.process_time() - began < 2 * SECONDS
