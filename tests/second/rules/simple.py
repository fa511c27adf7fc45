"""What games say of absence and proposals unless they say otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

from ..errors import Refused
from ..turns import Choose, first_offered

S = TypeVar("S")


class Simple(Generic[S]):
    """Nobody may draw or close, the first move is the default, and all must stay."""

    version = 1

    def only_deals(self) -> bool:
        return True

    def without(self, state: S, seat: int) -> S | None:
        return None

    def may_draw(self, state: S) -> bool:
        return False

    def closing(self, state: S) -> S | None:
        return None

    def default(self, state: S, turn: Choose) -> str | None:
        return first_offered(turn)

    def settled(self, state: S, lost: frozenset[int]) -> tuple[int, ...] | None:
        return None

    def team(self, state: S, seat: int) -> frozenset[int]:
        return frozenset({seat})


def payoffs(scores: Sequence[int]) -> tuple[int, ...]:
    """Return what the highest scores win of the others."""
    won = [score == max(scores) for score in scores]
    winners = sum(won)
    return tuple(len(won) - winners if wins else -winners for wins in won)


def payoffs_without(scores: Sequence[int], here: Collection[int]) -> tuple[int, ...]:
    """Return the same among those ``here``, to whom each of the others pays 1."""
    gone = len(scores) - len(here)
    among = iter(payoffs([scores[seat] for seat in sorted(here)]))
    seats = range(len(scores))
    return tuple(next(among) + gone if s in here else -len(here) for s in seats)


def has_only(options: Mapping[str, object], known: Mapping[str, type]) -> bool:
    """Say whether options are those of a game, each of its type."""
    return all(type(value) is known.get(key) for key, value in options.items())


def refuse(words: str) -> Refused:
    return Refused(words, "rules")
