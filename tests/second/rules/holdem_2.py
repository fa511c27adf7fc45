"""Version 2 of hold'em, which differs in pots."""

from __future__ import annotations

from dataclasses import dataclass

from .holdem import Holdem
from .holdem_table import Seats, State, best, made, put


@dataclass(frozen=True, slots=True)
class State2(State):
    """A table on which pots of the same winners are one."""

    def next_button(self) -> int:
        return self.behind_button()

    def contenders(self) -> Seats:
        """Leave out those who win no share of any pot."""
        if len(self.live) == 1:
            return self.live
        pots = made(self, self.live)
        winning = {p for _, seats in pots for p in best(self, seats)}
        return tuple(p for p in self.live if p in winning)

    def shared(self, amount: int, seats: Seats) -> Seats:
        """Give all odd chips to the first."""
        part, odd = divmod(amount, len(seats))
        stacks = put(self.stacks, seats[0], odd)
        for seat in seats:
            stacks = put(stacks, seat, part)
        return stacks


class Holdem2(Holdem):
    version, state = 2, State2
