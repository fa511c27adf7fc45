"""These tests try every event on every turn, and players who come and go."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Expired,
    Game,
    IllegalMove,
    NoneOf,
    Opened,
    Options,
    Over,
    Place,
    Placed,
    Prove,
    Proved,
    Reason,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    Seated,
    Shuffled,
    State,
    Tick,
    Ticked,
    Timer,
    Turn,
    advance,
    learn,
    why_refused,
)
from p2pgame.engine.events import Status


class Note(State, frozen=True):
    heard: tuple[Event, ...] = ()


class OneTurn(Game[Note, Options]):
    """A game that has one turn, and records its event."""

    name, version, seats, options = "one-turn", 1, range(1, 4), Options

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    def setup(self, seats: int, options: Options) -> Note:
        return Note()

    def turn(self, state: Note) -> Turn:
        return self._turn

    def apply(self, state: Note, event: Event) -> Note:
        return Note((*state.heard, event))

    def why_not_seated(self, state: Note, player: int, status: Status) -> Reason | None:
        if status == "out":
            return None
        return super().why_not_seated(state, player, status)

    def show(self, state: Note, faces: Mapping[int, str]) -> str:
        return ""


def heard(turn: Turn, event: Event) -> Event:
    (noted,) = advance(OneTurn(turn), Note(), event).state.heard
    return noted


def refused(turn: Turn, event: Event) -> str:
    game = OneTurn(turn)
    reason = why_refused(game, Note(), event)
    assert reason is not None
    with pytest.raises(IllegalMove) as caught:
        advance(game, Note(), event)
    assert caught.value.code == reason.code
    return reason.code


ORDERS = (Amount("go", 1, 9), "stop")
TURNS: list[tuple[Turn, Event]] = [
    (Reshuffle((1, 3), (0, 1), 5), Reshuffled()),
    (Roll(6, 2), Rolled((0, 5))),
    (Roll(6, 2, ((0, (0, 1)),)), Rolled(())),
    (Place(0, (0, 1), ("ship", "sea")), Placed()),
    (Prove(1, NoneOf((4, 5), ("As",))), Proved()),
    (Tick((0, 1, 2), ORDERS), Ticked(((0, "stop"), (2, "go 9")))),
    (Tick((0, 1), ORDERS), Ticked(())),
]


@pytest.mark.parametrize(("turn", "event"), TURNS)
def test_each_turn_has_its_answer(turn: Turn, event: Event) -> None:
    assert heard(turn, event) == event


@pytest.mark.parametrize(("turn", "event"), TURNS)
def test_no_turn_takes_the_answer_of_another(turn: Turn, event: Event) -> None:
    for other, answer in TURNS:
        if type(other) is not type(turn):
            assert refused(turn, answer) == "wrong-event"
    for stranger in (Shuffled(), Dealt(), Opened(()), Chosen(0, "stop")):
        assert refused(turn, stranger) == "wrong-event"


@pytest.mark.parametrize("values", [(), (0,), (0, 6), (0, -1), (0, 1, 2)])
def test_public_dice_are_as_many_as_were_rolled(values: tuple[int, ...]) -> None:
    assert refused(Roll(6, 2), Rolled(values)) == "wrong-event"


def test_private_dice_are_in_no_event() -> None:
    assert refused(Roll(6, 1, ((0, (7,)),)), Rolled((3,))) == "wrong-event"


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        (((1, "stop"), (0, "stop")), "out-of-order"),
        (((1, "stop"), (1, "stop")), "out-of-order"),
        (((-1, "stop"),), "out-of-order"),
        (((3, "stop"),), "not-your-turn"),
        (((0, "go 10"),), "out-of-range"),
        (((0, ""),), "unknown-move"),
        (((0, "stop"), (1, "Dr. Evil")), "unknown-move"),
    ],
)
def test_a_tick_takes_one_legal_order_of_each(
    orders: tuple[tuple[int, str], ...], code: str
) -> None:
    assert refused(Tick((0, 1, 2), ORDERS), Ticked(orders)) == code


TIMED = Choose(1, ("hide",), Timer(3, "hide"))


@pytest.mark.row("B19", "B20")
def test_a_timer_makes_its_move_and_nothing_else_does() -> None:
    assert heard(TIMED, Expired(1)) == Chosen(1, "hide")
    assert refused(TIMED, Expired(0)) == "no-timer"
    assert refused(Choose(1, ("hide",)), Expired(1)) == "no-timer"
    assert refused(Over((0,)), Expired(1)) == "no-timer"


def test_a_timer_makes_no_move_that_the_rules_forbid() -> None:
    wrong = Choose(1, ("hide",), Timer(3, "show"))
    assert refused(wrong, Expired(1)) == "unknown-move"


def test_the_game_decides_whether_a_player_joins_or_leaves() -> None:
    for turn in (TIMED, Deal(()), Tick((0,), ())):
        assert heard(turn, Seated(1, "out")) == Seated(1, "out")
        assert refused(turn, Seated(1, "gone")) == "fixed-seats"
    assert refused(Over((0,)), Seated(1, "out")) == "over"


def test_a_reshuffle_makes_the_cards_it_mixes_unknown_and_no_others() -> None:
    faces = {0: "As", 1: "Kd", 2: "5h"}
    after = learn(faces, Reshuffle((0, 2), (0, 1), 3), Reshuffled(), {})
    assert after == {1: "Kd"}


def test_a_player_knows_their_private_dice_and_placements() -> None:
    die = learn({}, Roll(6, 1, ((0, (4,)),)), Rolled(()), {4: "5"})
    assert learn(die, Place(0, (9,), ("ship",)), Placed(), {9: "ship"}) == {
        4: "5",
        9: "ship",
    }
