"""Builders compose moves from several choices."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Amount,
    Chosen,
    IllegalMove,
    Offer,
    Shuffled,
    advance,
    digest,
    view,
)
from p2pgame.engine.builder import Builder
from tests.engine.park import ParkGame, ParkOptions
from tests.english import refusing

OFFERS: tuple[Offer, ...] = (
    *("fold", "move a1 b2", "move a1 c3", "move d4 a1", "stay", "stay down"),
    Amount("raise", 20, 100),
)


@pytest.mark.row("G35")
def test_a_move_is_made_choice_by_choice_and_back() -> None:
    builder = Builder(OFFERS)
    assert builder.choices == ("fold", "move", "stay", "raise")
    assert builder.move is None
    builder = builder.choose("move")
    assert builder.choices == ("a1", "d4")
    builder = builder.choose("a1")
    assert builder.choices == ("b2", "c3")
    whole = builder.choose("c3")
    assert (whole.move, whole.choices) == ("move a1 c3", ())
    assert whole.back().back().choices == ("a1", "d4")
    assert Builder(OFFERS).back() == Builder(OFFERS)


def test_a_move_may_be_whole_and_go_on() -> None:
    builder = Builder(OFFERS).choose("stay")
    assert (builder.move, builder.choices) == ("stay", ("down",))
    assert builder.choose("down").move == "stay down"


@pytest.mark.parametrize("number", ["20", "21", "100"])
def test_a_number_is_the_last_choice_of_a_move_that_takes_one(number: str) -> None:
    builder = Builder(OFFERS).choose("raise")
    assert builder.choices == (Amount("raise", 20, 100),)
    assert builder.choose(number).move == f"raise {number}"


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ((), "fly"),
        ((), ""),
        ((), "move a1"),
        (("fold",), "now"),
        (("move", "a1"), "a1"),
        (("raise",), "19"),
        (("raise",), "101"),
        (("raise",), "050"),
        (("raise",), "5e1"),
        (("raise", "50"), "50"),
    ],
)
def test_a_word_that_is_no_choice_is_refused_and_changes_nothing(
    words: tuple[str, ...], word: str
) -> None:
    builder = Builder(OFFERS, words)
    was = builder.choices
    with refusing(IllegalMove, match="is not possible, but: ") as caught:
        builder.choose(word)
    assert caught.value.code == "unknown-move"
    assert builder.choices == was


@pytest.mark.row("U36", "G35")
def test_a_move_of_several_choices_is_one_event_and_cancelling_leaves_no_trace() -> (
    None
):
    game, options = ParkGame(), ParkOptions()
    state = advance(game, game.setup(2, options), Shuffled()).state
    seen, was = view(game, state, 0, {}), digest(state)
    assert seen.choice is not None
    builder = Builder(seen.choice.moves).choose("choose")
    assert builder.choices == ("1", "2", "3")
    assert builder.back() == Builder(seen.choice.moves)
    assert digest(state) == was
    move = builder.choose("3").move
    assert move is not None
    assert advance(game, state, Chosen(0, move)).state.tile == 3
    assert digest(state) == was
