"""A bad game is refused by name, in a sentence; optional methods have defaults."""

from __future__ import annotations

import re
from typing import Literal

import pytest

from p2pgame.engine import (
    Chosen,
    Game,
    IllegalMove,
    Options,
    RulesError,
    Seated,
    State,
    advance,
    start,
)
from p2pgame.engine.rules import check, state_of
from p2pgame.playtest import POINTS, Case, Point
from tests.engine.least import Least, Little, game
from tests.english import refusing


class Floats(State, frozen=True):
    half: float = 0.5


class Sets(State, frozen=True):
    held: frozenset[int] = frozenset()


class Dicts(State, frozen=True):
    held: tuple[dict[str, int], ...] = ()


class Lists(State, frozen=True):
    inner: tuple[Little | None, ...] = ()
    held: list[int] | None = None


class Nested(State, frozen=True):
    inner: tuple[tuple[int, Floats], ...] = ()


class Loose(State, frozen=False):  # type: ignore[misc]
    count: int = 0


class NoState(Options, frozen=True):
    pass


class Wraps(State, frozen=True):
    inner: NoState = NoState()


class Plain(State, frozen=True):
    """A state with every allowed type, itself included."""

    number: int = 0
    flag: bool = False
    name: str = ""
    data: bytes = b""
    phase: Literal["deal", "play"] = "deal"
    maybe: Little | None = None
    pairs: tuple[tuple[int, str], ...] = ()
    others: tuple[Plain, ...] = ()


class NoDefault(Options, frozen=True):
    level: int


class HalfAnOption(Options, frozen=True):
    speed: float = 1.5


class OptionsThatChange(Options, frozen=False):  # type: ignore[misc]
    level: int = 1


def keeping(state: type[State]) -> Least:
    kind = Game[state, Options]  # type: ignore[valid-type]
    methods = {
        name: getattr(Least, name) for name in ("setup", "turn", "apply", "show")
    }
    members = {"name": "odd", "version": 1, "seats": range(1, 2), "options": Options}
    made = type("Odd", (Game,), {**members, **methods, "__orig_bases__": (kind,)})
    odd: Least = made()
    return odd


@pytest.mark.row("B02")
def test_a_game_with_only_required_methods_is_accepted() -> None:
    check(Least(), {})
    assert state_of(Least()) is Little


@pytest.mark.row("B02")
@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
def test_a_game_with_only_required_methods_is_played(point: Point) -> None:
    point(Case(Least(), 1, Options(), seed=1))


@pytest.mark.row("B02")
def test_every_optional_method_has_a_sensible_default() -> None:
    least = Least()
    state = start(least, 1, Options()).state
    assert least.why_not(1, Options()) is None
    assert least.teams(2, Options()) == ((0,), (1,))
    assert least.fix_up(state) is None
    assert least.zones(state) == ()
    assert least.tell(state, Chosen(0, "end")) is None
    assert least.hint(state, 0, "end", {}) == "end"
    for event, sentence in (
        (Chosen(0, "go"), "'go' is not possible now, but: end"),
        (Chosen(1, "end"), "player 1 is not to move now"),
        (Seated(0, "gone"), "nobody joins or leaves least midway"),
    ):
        with refusing(IllegalMove, match=sentence):
            advance(least, state, event)
    with refusing(ValueError, match="least has no notation"):
        least.position(1, Options(), "over")


@pytest.mark.row("B01")
@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"name": "Chess!"}, "Odd has the name 'Chess!': a name is a to z"),
        ({"name": 7}, "Odd has the name 7"),
        ({"name": ""}, "Odd has the name ''"),
        ({"version": 0}, "Odd has the version 0: a version is a whole number"),
        ({"version": True}, "Odd has the version True"),
        ({"version": "1"}, "Odd has the version '1'"),
        ({"seats": (2, 3)}, "Odd has seats (2, 3): they are a range"),
        ({"seats": range(0)}, "Odd has seats range(0, 0)"),
        ({"seats": range(2, 9, 2)}, "Odd has seats range(2, 9, 2)"),
        ({"seats": range(3)}, "from 1 to 1000 can play"),
        ({"seats": range(1, 1002)}, "from 1 to 1000 can play"),
        ({"options": dict}, "Odd has no options"),
        ({"options": NoDefault}, "Odd has no default for its option level"),
        ({"options": HalfAnOption}, "Odd has a float in its option speed"),
        ({"options": OptionsThatChange}, "Odd has options that can change"),
    ],
)
def test_each_fault_of_a_game_is_named(
    members: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)) as caught:
        check(game(**members), {})
    assert str(caught.value).startswith("Odd ")
    assert "\n" not in str(caught.value)


@pytest.mark.row("B01")
def test_two_games_of_one_name_and_version_are_refused() -> None:
    with pytest.raises(RulesError, match="is called least, version 1, like another"):
        check(Least(), {}, taken=[("least", 1)])
    check(Least(), {}, taken=[("least", 2)])


@pytest.mark.attack(56)
@pytest.mark.row("B05")
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Floats, "Odd has a float in Floats.half"),
        (Sets, "Odd has a frozenset in Sets.held"),
        (Dicts, "Odd has a dict in Dicts.held"),
        (Lists, "Odd has a list in Lists.held"),
        (Nested, "Odd has a float in Floats.half"),
        (Loose, "Odd has a state that can change"),
        (Wraps, "Odd has NoState in its state, which is no State"),
    ],
)
def test_a_state_that_could_differ_or_change_is_refused(
    state: type[State], sentence: str
) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)):
        check(keeping(state), {})


def test_numbers_text_and_tuples_of_them_are_a_state() -> None:
    check(keeping(Plain), {})


def test_a_game_must_name_its_state() -> None:
    with pytest.raises(RulesError, match="does not say what its state is"):
        check(keeping(State | None), {})  # type: ignore[arg-type]
