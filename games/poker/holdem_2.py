"""The second version of hold'em, for tables and transcripts that began by its rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import astuple

from p2pgame.tabletop.orders import after

from .holdem import TexasHoldem
from .holdem_state import Holdem


class Holdem2(Holdem, frozen=True):
    def next_button(self, here: tuple[int, ...]) -> int:
        return after(self.button, here)

    @property
    def joins_pots(self) -> bool:
        return True

    def parts(self, amount: int, winners: Sequence[int]) -> tuple[int, ...]:
        part, odd = divmod(amount, len(winners))
        return (part + odd, *[part] * (len(winners) - 1))


class TexasHoldem2(TexasHoldem):
    """In version 2 side pots that the same winners share are split as one.

    One winner, the first from the button's left, gets all odd chips of a pot, and of
    what a leaver pays.  The button goes on by one player also when two are left.
    """

    version, state = 2, Holdem2

    def under(self, state: Holdem) -> Holdem:
        return Holdem2(*astuple(state))
