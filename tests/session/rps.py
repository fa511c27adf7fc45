"""A test game of every turn that no card game here has: sealed moves and dice."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    ChosenTogether,
    Event,
    Game,
    Options,
    Over,
    Roll,
    Rolled,
    State,
    Together,
    Turn,
)

SIGNS = ("rock", "paper", "scissors")


class Played(State, frozen=True):
    seats: int
    signs: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class RockPaperScissors(Game[Played, Options]):
    """All but the last ``idle`` seats show a sign at once; then two dice are rolled."""

    name = "rps"
    version = 1
    seats = range(2, 6)
    options = Options

    def __init__(self, idle: int = 1) -> None:
        self._idle = idle

    def setup(self, seats: int, options: Options) -> Played:
        return Played(seats)

    def turn(self, state: Played) -> Turn:
        if not state.signs:
            choosers = range(max(2, state.seats - self._idle))
            return Together(tuple(Choose(player, SIGNS) for player in choosers))
        if not state.dice:
            return Roll(6, 2)
        return Over((0,) * state.seats)

    def apply(self, state: Played, event: Event) -> Played:
        match event:
            case ChosenTogether(moves):
                return replace(state, signs=moves)
            case Rolled(values):
                return replace(state, dice=values)
        raise AssertionError(event)

    def show(self, state: Played, faces: Mapping[int, str]) -> str:
        return f"{' '.join(state.signs)} {state.dice}"
