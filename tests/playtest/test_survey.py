"""What a game asks of its players is found out by playing it."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import (
    Choose,
    Event,
    Game,
    Options,
    Roll,
    Shuffle,
    State,
    Turn,
)
from p2pgame.games.registry import find
from p2pgame.playtest.survey import Faces, survey


class Cards(Options, frozen=True):
    most: int = 3
    names: str = "a b c"


class Step(State, frozen=True):
    names: tuple[str, ...]
    most: int
    seats: int
    steps: int = 0


class Endless(Game[Step, Cards]):
    """Shuffles as many cards as an option says, and goes on for ever."""

    name, version, seats, options = "endless", 1, range(2, 500), Cards

    def setup(self, seats: int, options: Cards) -> Step:
        return Step(tuple(options.names.split()), options.most, seats)

    def turn(self, state: Step) -> Turn:
        if state.steps == 0:
            return Shuffle(state.names, tuple(range(state.seats)))
        if state.steps == 1:
            return Roll(4, hands=((0, (10,)), (1, (11,))))
        return Choose(0, ("on",))

    def apply(self, state: Step, event: Event) -> Step:
        return Step(state.names, state.most, state.seats, state.steps + 1)

    def show(self, state: Step, faces: Mapping[int, str]) -> str:
        return ""


class Hopeless(Endless):
    """Leaves its player without a move."""

    def turn(self, state: Step) -> Turn:
        return Choose(0, ()) if state.steps else super().turn(state)


def test_kinds_of_turns_are_named_in_the_order_of_the_engine() -> None:
    assert survey(find("kuhn")).turns == ("choose", "shuffle", "deal", "open", "over")
    assert survey(find("mover")).turns == ("tick", "over")


def test_a_kind_that_only_a_large_table_has_is_found() -> None:
    assert "reshuffle" in survey(find("crazy-eights")).turns


def test_faces_are_fixed_if_no_option_and_no_table_changes_them() -> None:
    assert survey(find("kuhn")).faces == (Faces("shuffle", ("J", "Q", "K"), True),)
    (shuffled,) = survey(find("crazy-eights")).faces
    assert (len(shuffled.faces), shuffled.fixed) == (52, False)
    (placed,) = survey(find("battleship")).faces
    assert placed == Faces("place", ("~", *"ABCDE"), False)
    (rolled,) = survey(find("liars-dice")).faces
    assert rolled == Faces("roll", tuple("012345"), True)


def test_a_game_without_an_end_is_left_in_the_middle() -> None:
    found = survey(Endless())
    assert found.turns == ("choose", "shuffle", "roll")
    assert found.faces == (
        Faces("shuffle", ("a", "b", "c"), False),
        Faces("roll", tuple("0123"), True),
    )


def test_a_game_that_gets_stuck_is_shown_as_far_as_it_goes() -> None:
    assert survey(Hopeless()).turns == ("shuffle",)


def test_what_is_seen_is_always_the_same() -> None:
    assert survey(find("pig")) == survey(find("pig"))
