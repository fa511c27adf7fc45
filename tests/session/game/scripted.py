"""A test game that gives the turns it was made with, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from p2pgame.engine import (
    Event,
    Game,
    Message,
    Options,
    Over,
    Reason,
    Seated,
    State,
    Status,
    Turn,
    plain,
)


class Script(State, frozen=True):
    seats: int
    phase: int = 0


class Scripted(Game[Script, Options]):
    """Gives ``turns``, whatever answers them, and is over then.

    ``wrong`` are methods that rules may have wrong, by their names.
    """

    name, version, seats, options, draws = "scripted", 1, range(1, 6), Options, True
    only_deals = True

    def __init__(self, *turns: Any, **wrong: Any) -> None:
        self.turns = turns
        for name, method in wrong.items():
            setattr(self, name, method)

    def setup(self, seats: int, options: Options) -> Script:
        return Script(seats)

    def turn(self, state: Script) -> Turn:
        if state.phase < len(self.turns):
            turn: Turn = self.turns[state.phase]
            return turn
        return Over((0,) * state.seats)

    def apply(self, state: Script, event: Event) -> Script:
        step = 0 if isinstance(event, Seated) else 1
        return replace(state, phase=state.phase + step)

    def placement(self, state: Script, player: int, text: str) -> tuple[str, ...]:
        turn = self.turns[state.phase]
        return (turn.faces[0],) * len(turn.slots)

    def why_not_seated(
        self, state: Script, player: int, status: Status
    ) -> Reason | None:
        return None

    def show(self, state: Script, faces: Mapping[int, str]) -> str:
        return f"{state.phase} {sorted(faces.items())}"


def endless(state: Script) -> tuple[Message, Script]:
    """Return another step of a fix-up that never comes to an end."""
    return plain("again"), state


def fails(*args: object) -> Any:
    """Raise what a mistake in rules may raise."""
    raise ZeroDivisionError("a mistake in these rules")
