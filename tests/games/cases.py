"""This module lists the ways in which tests play every game of the registry.

``python -m tests.games.cases`` plays all but the long ones, with a digest of each;
``python -m tests.games.cases --write`` writes the golden playthroughs anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from p2pgame.engine import digest
from p2pgame.games.registry import GAMES, SHIPPED
from p2pgame.playtest import Case, playthrough
from tests.english import english
from tests.games.keeping import keeping

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SEEDS = range(3)
#: One random game of these, at their largest tables, has more to look at than three of
#: the others.
LONG = {"battleship", "crazy-eights", "hearts", "liars-dice"}
#: Tables with more seats are tried only in ``MORE``.
MOST_SEATS = 10
#: Games against a bank, or for points.
UNBALANCED = {"blackjack", "crazy-eights"}
#: Cases that the default options do not reach.
MORE: tuple[tuple[str, int, dict[str, object]], ...] = (
    ("holdem", 4, {"hands": 0, "stack": 60, "ante": 2}),
    ("holdem", 3, {"hands": 0, "stack": 200, "ante": 3, "raise_every": 2}),
    ("holdem", 9, {"hands": 5, "stack": 300, "ante": 1}),
    ("holdem", 3, {"hands": 4, "stacks": "900,60,1100", "button": 2}),
    ("chess", 2, {"agreement": False}),
    ("chess", 2, {"seconds": 90}),
    ("battleship", 2, {"size": 6, "ships": "3 2 2 1", "touch": False}),
    ("crazy-eights", 4, {"cards": 11, "plays": 400}),
    ("crazy-eights", 3, {"special": False, "reshuffle": False}),
    ("hearts", 4, {"goal": 60, "proof": False, "moon": "subtract"}),
    ("spades", 4, {"proof": False, "nil": 50, "nil_helps": True}),
    ("goofspiel", 4, {"cards": 5, "split": True}),
    ("liars-dice", 2, {"dice": 1, "wild": "none"}),
    ("liars-dice", 4, {"dice": 2, "wild": "highest", "rounds": "one"}),
    ("memory", 3, {"pairs": 3}),
    ("mover", 1000, {"ticks": 3}),
)
#: Seats and options of a short, readable game, where the fewest seats and no options
#: make none.
_SHORT: dict[str, tuple[int, dict[str, object]]] = {
    "battleship": (2, {"size": 4, "ships": "2 1"}),
    "blackjack": (2, {"rounds": 2}),
    "chess": (2, {}),
    "crazy-eights": (3, {}),
    "goofspiel": (3, {"cards": 4}),
    "hearts": (4, {"goal": 1}),
    "holdem": (3, {}),
    "liars-dice": (2, {"dice": 2}),
    "memory": (2, {"pairs": 3}),
    "mover": (3, {"ticks": 6}),
    "pig": (3, {"goal": 20}),
    "rps": (3, {"rounds": 1}),
    "spades": (4, {"goal": 50, "floor": -50}),
}
#: One short, readable game of each: its name, seats and options.
GOLDEN: tuple[tuple[str, int, dict[str, object]], ...] = tuple(
    (name, *(_SHORT.get(name) or (GAMES[name].seats[0], {})))
    for name in dict.fromkeys(name for name, _ in SHIPPED)
)


def case(name: str, seats: int, options: dict[str, object], seed: int) -> Case:
    game = keeping(GAMES[name])
    chosen = game.options(**options)
    balanced = name not in UNBALANCED
    return Case(game, seats, chosen, seed, balanced=balanced, say=english)


def cases() -> Iterator[Case]:
    for name, game in GAMES.items():
        for seats in sorted({game.seats[0], min(game.seats[-1], MOST_SEATS)}):
            found = (case(name, seats, {}, seed) for seed in SEEDS)
            yield from (one for one in found if not one.seed or not is_long(one))
    for name, seats, options in MORE:
        if name in GAMES:
            yield from (case(name, seats, options, seed) for seed in SEEDS)


def is_long(one: Case) -> bool:
    game, most = one.game, min(one.game.seats[-1], MOST_SEATS)
    is_usual = one.options == game.options()
    return game.name in LONG and one.seats == most and is_usual


def golden() -> Iterator[Case]:
    """Yield the cases with their playthroughs, empty if not written yet."""
    for name, seats, options in GOLDEN:
        if name in GAMES:
            path = path_of(name)
            text = path.read_text("utf-8") if path.exists() else ""
            yield replace(case(name, seats, options, 1), golden=text)


def path_of(name: str) -> Path:
    return PLAYTHROUGHS / f"{name}.txt"


def write(case: Case) -> None:
    """Write a golden playthrough."""
    text = playthrough(case.playout, case.say)
    path_of(case.game.name).write_text(text, "utf-8")


def summary(case: Case) -> str:
    """Return a digest of everything visible to the players of a case."""
    hashed = blake2b(playthrough(case.playout, case.say).encode(), digest_size=16)
    for state in case.playout.states:
        hashed.update(digest(state))
    return f"{case} {hashed.hexdigest()}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for each in golden():
            write(each)
    else:
        for each in cases():
            if each.seed == SEEDS[0] and not is_long(each):
                print(summary(each))
