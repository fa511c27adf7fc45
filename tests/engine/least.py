"""This test game overrides only required methods; others differ from it slightly."""

from __future__ import annotations

from p2pgame.engine import Choose, Chosen, Event, Game, Options, Over, State, Turn


class Little(State, frozen=True):
    done: bool = False


class Least(Game[Little, Options]):
    """A game that overrides only required methods."""

    name = "least"
    version = 1
    seats = range(1, 3)
    options = Options

    def setup(self, seats: int, options: Options) -> Little:
        return Little()

    def turn(self, state: Little) -> Turn:
        return Over((0,)) if state.done else Choose(0, ("end",))

    def apply(self, state: Little, event: Event) -> Little:
        assert isinstance(event, Chosen)
        return Little(True)

    def show(self, state: Little, faces: object) -> str:
        return "over" if state.done else "to end"


def game(**members: object) -> Least:
    made: type[Least] = type("Odd", (Least,), members)
    return made()
