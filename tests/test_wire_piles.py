"""Reshuffled cards are what docs/wire.md says, also where a player has gone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from p2pgame.engine import Event, Game, Options, Reason, Seated, State, Status, Turn
from p2pgame.engine import turns as t
from p2pgame.session.lobby.events import AnyView
from tests import second
from tests.borrowed_rules import Borrowed
from tests.session.tables import Net
from tests.wire_votes import agree, left_alone

FACES = ("a", "b", "c", "b", "d")


class Step(State, frozen=True):
    step: int = 0


class Piles(Game[Step, Options]):
    """An open pile and two hidden ones: cards of them are dealt, and claimed."""

    name, version, seats, options = "piles", 1, range(3, 4), Options

    def setup(self, seats: int, options: Options) -> Step:
        return Step()

    def turn(self, state: Step) -> Turn:
        script: tuple[Turn, ...] = (
            t.Shuffle(FACES, (0, 1, 2)),
            t.Place(0, (40,), ("d", "x")),
            t.Open((0, 1, 40)),
            t.Reshuffle((40, 1, 0), (1, 2), 10),
            t.Reshuffle((4, 2), (2, 0), 20),
            t.Reshuffle((3,), (1, 2), 30),
            t.Deal(((0, (20,)), (1, (11, 30)))),
            t.Prove(0, t.NoneOf((20,), ("z",))),
            t.Prove(1, t.NoneOf((11, 30), ("z",))),
            t.Over((0, 0, 0)),
        )
        return script[state.step]

    def apply(self, state: Step, event: Event) -> Step:
        if isinstance(event, Seated):
            return state
        return replace(state, step=state.step + 1)

    def placement(self, state: Step, player: int, text: str) -> tuple[str, ...]:
        return ("d",)

    def why_not_seated(self, state: Step, player: int, status: Status) -> Reason | None:
        return None

    def show(self, state: Step, faces: Mapping[int, str]) -> str:
        return f"step {state.step}"


def decide(view: AnyView) -> str:
    return "d"


@pytest.mark.parametrize("words", [5, 8, 11, 99])
def test_piles_read_as_the_page_says_when_a_player_leaves(words: int) -> None:
    net = Net(Piles(), 3, decide=decide)
    net.play(until=lambda: sum(seat == 2 for seat, _ in net.said) >= words)
    if words < 99:
        net.silent = {2}
    tables = left_alone(net)
    (data,) = {table.transcript() for table in tables}
    assert all(table.complete for table in tables)
    agree(tables[0], second.verify(data, {"piles": Borrowed(Piles())}))
