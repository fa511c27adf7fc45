"""Events that are in force, as docs/wire.md has them."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Options,
    Over,
    State,
    Turn,
    digest,
)
from p2pgame.engine.undo.timeline import Timeline


class Still(State, frozen=True):
    is_over: bool = False


class Standing(Game[Still, Options]):
    """A game in which a player may wait, which changes nothing."""

    name, version, seats, options = "standing", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Still:
        return Still()

    def turn(self, state: Still) -> Turn:
        return Over((0, 0)) if state.is_over else Choose(0, ("wait", "stop"))

    def apply(self, state: Still, event: Event) -> Still:
        return Still(event == Chosen(0, "stop"))

    def show(self, state: Still, faces: Mapping[int, str]) -> str:
        return ""


def test_an_event_is_in_force_though_the_state_stays_the_same() -> None:
    first = Timeline.begin(Standing(), 2, Options())
    waited = first.advance(Chosen(0, "wait"))
    assert digest(waited.state) == digest(first.state)
    assert (first.length, waited.length) == (0, 1)
    assert (first.levels(0), waited.levels(0)) == (0, 1)
    assert waited.undo(0).length == 0
