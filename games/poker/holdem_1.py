"""The first version of hold'em, for tables and transcripts that began by its rules."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from p2pgame.engine import Event, Seated

from .holdem import TexasHoldem
from .holdem_2 import Holdem2
from .holdem_state import Holdem
from .streets import step_out


class Holdem1(Holdem2, frozen=True):
    """A table of version 1: ``short`` is the sum of short all-ins in a row."""

    @property
    def price(self) -> int:
        return max(self.bets)

    def owes(self, seat: int) -> int:
        return self.price - self.bets[seat]

    def is_open_to(self, seat: int) -> bool:
        is_full = self.owes(seat) >= self.raised
        return is_full and not (self.short and seat in self.acted)

    def takes_back(self, seat: int) -> bool:
        return True

    def raised_by(self, seat: int, by: int) -> Holdem:
        raised = max(by, self.raised)
        short = 0 if self.stacks[seat] else self.short + by
        return replace(
            self,
            acted=(seat,) if by >= self.raised else (*self.acted, seat),
            raised=raised,
            short=0 if short >= raised else short,
        )


class TexasHoldem1(TexasHoldem):
    """In version 1 a call matches the chips in front of others, also a short blind.

    A round's first all-in bet or raise counts as full whatever its size.  While short
    all-ins in a row do not make a full raise, no player who has acted may raise.
    Leaving costs no more than the bets, of which an unmatched part goes back; where
    nobody can play on, a leaver pays 1 to each of the others.  Side pots that the same
    winners share are split as one, and one winner gets all odd chips.  The button goes
    on by one player also when two are left.  The rules that the game names as its
    source say otherwise, and leaving must not pay.
    """

    version, state = 1, Holdem1

    def under(self, state: Holdem) -> Holdem:
        return Holdem1(*astuple(state))

    def apply(self, state: Holdem, event: Event) -> Holdem:
        if isinstance(event, Seated):
            return step_out(state, event.player)
        return super().apply(state, event)

    def settled(self, state: Holdem, gone: frozenset[int]) -> None:
        return None

    def kept_after_forfeit(
        self, state: Holdem, payoffs: tuple[int, ...]
    ) -> tuple[str, ...]:
        return self.kept(state)
