"""A game in which players step in turn, for tests of what they say beside it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import Game, Options, Reason, Seated, State, Status
from p2pgame.engine.events import Chosen, Event, Rolled
from p2pgame.engine.turns import Choose, Over, Roll, Turn

STEPS = 8


class Steps(State, frozen=True):
    here: tuple[int, ...]
    seats: int
    rolls: bool
    taken: tuple[str, ...] = ()


class RingOptions(Options, frozen=True):
    rolls: bool = False


class Ring(Game[Steps, RingOptions]):
    """Whoever is there steps in turn; player 0 wins, unless all agree on a draw.

    There are eight steps; with ``rolls`` a die is rolled in place of the sixth.
    """

    name, version, seats, options = "ring", 1, range(1, 6), RingOptions
    draws = True

    def setup(self, seats: int, options: RingOptions) -> Steps:
        return Steps(tuple(range(seats)), seats, options.rolls)

    def turn(self, state: Steps) -> Turn:
        done = len(state.taken)
        if done == STEPS:
            rest = state.seats - 1
            return Over((rest, *[-1] * rest))
        if state.rolls and done == 5:
            return Roll(6)
        return Choose(state.here[done % len(state.here)], ("left", "right"))

    def apply(self, state: Steps, event: Event) -> Steps:
        match event:
            case Chosen(_, move):
                return replace(state, taken=(*state.taken, move))
            case Rolled((value,)):
                return replace(state, taken=(*state.taken, str(value)))
            case Seated(player, _):
                here = tuple(seat for seat in state.here if seat != player)
                return replace(state, here=here)
        raise AssertionError(event)

    def why_not_seated(
        self, state: Steps, player: int, status: Status
    ) -> Reason | None:
        if status == "gone" and len(state.here) > 2:
            return None
        return super().why_not_seated(state, player, status)

    def show(self, state: Steps, faces: Mapping[int, str]) -> str:
        return " ".join(state.taken)
