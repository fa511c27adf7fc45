"""This module has the options of hold'em, and what it carries from table to table."""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import Options

from .holdem_state import Holdem, playing


class HoldemOptions(Options, frozen=True):
    """With ``hands`` 0 the game goes on until one player has all chips, or 1000 hands.

    ``stacks``, if any, are the chips of each seat: ``900,1100,1000``.  ``button`` is
    the seat, from 1, that has the first button; with 0 it is drawn by lot.  After every
    ``raise_every`` hands the blinds double; with 0 never.
    """

    hands: int = 1
    stack: int = 1000
    stacks: str = ""
    button: int = 0
    small_blind: int = 5
    big_blind: int = 10
    ante: int = 0
    raise_every: int = 0


class HoldemEvening:
    """What the game of hold'em carries over to the next table: chips and the button."""

    def last_round(self, state: Holdem) -> Holdem:
        return replace(state, hands=max(state.hand, 1))

    def kept(self, state: Holdem) -> tuple[str, ...]:
        # The blinds of the first hand may have been posted, and no more has happened.
        begins = state.hand == 1 and state.phase in ("posting", "shuffle")
        stacks = state.start if begins else state.stacks
        return tuple(str(stack) if stack else "" for stack in stacks)

    def kept_after_forfeit(
        self, state: Holdem, payoffs: tuple[int, ...]
    ) -> tuple[str, ...]:
        ends = map(sum, zip(state.start, payoffs, strict=True))
        return tuple(str(stack) if stack > 0 else "" for stack in ends)

    def next_first(self, state: Holdem) -> int | None:
        here = playing(state)
        return state.next_button(here) if state.button >= 0 and here else None

    def continued(self, options: HoldemOptions, kept: tuple[str, ...]) -> HoldemOptions:
        chips = (stack or str(options.stack) for stack in kept)  # a new player buys in
        return replace(options, stacks=",".join(chips), button=1)

    def buy_in(self, options: HoldemOptions) -> int:
        return options.stack
