"""A horizon says how far a simulation looks, and what the players have there.

A simulation ends with the game, with the current hand or round, or after a number of
decisions.  At the end of the game the payoffs count; elsewhere the *standing*, in the
same unit: the score as it stands.  That is all that a search is told about a game
besides its rules.  Third-party games without a horizon are played to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Faces: TypeAlias = Mapping[int, str]
Standing: TypeAlias = Callable[[Any, Faces], Sequence[float]]

#: The most decisions of a simulation whose game has no standing.
LONGEST = 2000


def _no_round(state: Any) -> object:
    return None


@dataclass(frozen=True, slots=True)
class Horizon:
    """``round`` changes when a simulation is to end; ``depth`` counts decisions.

    ``standing`` returns a value for each seat; the faces are the simulated world's.
    """

    standing: Standing | None = None
    round: Callable[[Any], object] = _no_round
    depth: int = LONGEST


def _differences(scores: Sequence[float], unit: float = 1) -> list[float]:
    """Return what each seat wins if all pay each other their differences."""
    total = sum(scores)
    return [unit * (len(scores) * score - total) for score in scores]


def _hearts(state: Any, faces: Faces) -> Sequence[float]:
    return _differences([-score for score in state.scores])


def _spades(state: Any, faces: Faces) -> Sequence[float]:
    ours, theirs = state.scores
    return (ours - theirs, theirs - ours) * 2


def _holdem(state: Any, faces: Faces) -> Sequence[float]:
    chips = zip(state.stacks, state.paid, state.start, strict=True)
    return [behind + paid - first for behind, paid, first in chips]


def _blackjack(state: Any, faces: Faces) -> Sequence[float]:
    return tuple(state.scores)


def _liars_dice(state: Any, faces: Faces) -> Sequence[float]:
    return _differences(state.dice, 0.1)


_COSTS = {"8": 50, "A": 1} | dict.fromkeys("TJQK", 10)


def _crazy_eights(state: Any, faces: Faces) -> Sequence[float]:
    return [
        -float(sum(_COSTS.get(face := faces[slot][0]) or int(face) for slot in hand))
        for hand in state.hands
    ]


def _battleship(state: Any, faces: Faces) -> Sequence[float]:
    size = state.fleet.size**2
    hits = [0, 0]
    for slot in state.shots:
        hits[slot < size] += state.sea[slot] != "~"
    return _differences(hits, 0.05)


def _memory(state: Any, faces: Faces) -> Sequence[float]:
    return _differences(state.pairs, 0.1)


def _pig(state: Any, faces: Faces) -> Sequence[float]:
    return _differences(state.points, 1 / state.goal)


_MEN = {"b": 1, "B": 1.6, "w": -1, "W": -1.6}


def _checkers(state: Any, faces: Faces) -> Sequence[float]:
    lead = sum(_MEN.get(square, 0) for square in state.squares) / 20
    return (lead, -lead)


_PIECES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}


def _chess(state: Any, faces: Faces) -> Sequence[float]:
    placed = state.fen.split()[0]
    lead = sum(
        _PIECES.get(piece.lower(), 0) * (1 if piece.isupper() else -1)
        for piece in placed
    )
    return (lead / 80, -lead / 80)


def _number(state: Any) -> object:
    return state.number


def _hand(state: Any) -> object:
    return state.hand


def _rounds(state: Any) -> object:
    return state.rounds


def _player(state: Any) -> object:
    return state.player


def _all_dice(state: Any) -> object:
    return sum(state.dice)


HORIZONS: Mapping[str, Horizon] = {
    "battleship": Horizon(_battleship, depth=3),
    "blackjack": Horizon(_blackjack, _rounds),
    "checkers": Horizon(_checkers, depth=12),
    "chess": Horizon(_chess, depth=6),
    "crazy-eights": Horizon(_crazy_eights, depth=16),
    "hearts": Horizon(_hearts, _number),
    "holdem": Horizon(_holdem, _hand),
    "liars-dice": Horizon(_liars_dice, _all_dice),
    "memory": Horizon(_memory, depth=8),
    "pig": Horizon(_pig, _player),
    "spades": Horizon(_spades, _number),
}


def horizon_of(name: str) -> Horizon:
    """Return the horizon of the game with this name."""
    return HORIZONS.get(name, Horizon())
