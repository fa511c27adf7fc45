"""Version 1 of hold'em, which differs in betting and leaving."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from .holdem import Holdem, fixed, step_out
from .holdem_2 import State2
from .holdem_table import State


@dataclass(frozen=True, slots=True)
class State1(State2):
    """A table on which ``short`` adds up all-in raises that are not full."""

    @property
    def price(self) -> int:
        return max(self.bets)

    def owes(self, seat: int) -> int:
        return self.price - self.bets[seat]

    def is_open_to(self, seat: int) -> bool:
        is_closed = self.short > 0 and seat in self.acted
        return self.owes(seat) >= self.raised and not is_closed

    def gets_back(self, seat: int) -> bool:
        return True

    def raised_by(self, seat: int, by: int) -> Self:
        most = max(by, self.raised)
        short = 0 if self.stacks[seat] else self.short + by
        acted = (seat,) if by >= self.raised else (*self.acted, seat)
        short = 0 if short >= most else short
        return replace(self, raised=most, acted=acted, short=short)


class Holdem1(Holdem):
    version, state = 1, State1

    def without(self, state: State, seat: int) -> State | None:
        return fixed(step_out(state, seat))

    def settled(self, state: State, lost: frozenset[int]) -> None:
        return None
