"""Phases say what is possible when, in which order, and what happens in between."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    RulesError,
    plain,
)
from p2pgame.tabletop.moves import FixUp, starting
from p2pgame.tabletop.phases import Phase, Rulebook
from tests.english import english, worded
from tests.tabletop.diary import Diary, move, noted, once

DRAW, BET, TALK, SHOW = move("draw"), move("bet", 0), move("talk"), move("show")
TABLE = Rulebook(
    Phase("cards", [DRAW, BET, SHOW], ordered=True),
    Phase("gossip", [DRAW]),
    anytime=[TALK],
)


def after(book: Rulebook[Diary], *moves: str, state: Diary | None = None) -> Diary:
    """Return the state after these moves, each of which is allowed."""
    state = book.start(Diary()) if state is None else state
    for made in moves:
        assert book.why_not(state, 0, made) is None, made
        state = book.apply(state, 0, made)
    return state


def possible(book: Rulebook[Diary], state: Diary) -> set[str]:
    return {str(offer) for offer in book.offers(state, 0)}


@pytest.mark.row("B58")
def test_a_move_in_the_wrong_phase_is_refused_with_the_names_of_the_phases() -> None:
    state = replace(Diary(), phase="gossip")
    assert worded(TABLE.why_not(state, 0, "bet")) == (
        "wrong-phase",
        "'bet' is for the phase cards, and this is gossip",
    )
    assert TABLE.why_not(state, 0, "draw") is None


@pytest.mark.row("B58")
def test_a_move_declared_for_no_phase_is_possible_in_all() -> None:
    assert TABLE.phases_of("talk") == ()
    assert TABLE.phases_of("draw") == ("cards", "gossip")
    for phase in ("cards", "gossip"):
        assert TABLE.why_not(replace(Diary(), phase=phase), 0, "talk") is None


@pytest.mark.row("B59")
def test_moves_of_an_ordered_phase_come_in_their_order() -> None:
    start = after(TABLE)
    assert possible(TABLE, start) == {"draw", "talk"}
    assert worded(TABLE.why_not(start, 0, "show")) == (
        "out-of-order",
        "'show' is not next in the phase cards",
    )
    assert possible(TABLE, after(TABLE, "draw")) == {"bet", "show", "talk"}
    assert possible(TABLE, after(TABLE, "draw", "show")) == {"talk"}


@pytest.mark.row("B59")
def test_a_move_that_may_be_repeated_is_possible_any_number_of_times() -> None:
    for times in range(4):
        state = after(TABLE, "draw", *["bet"] * times)
        assert possible(TABLE, state) == {"bet", "show", "talk"}
        assert TABLE.why_not(state, 0, "draw") is not None


@pytest.mark.row("B59")
def test_a_move_may_be_repeated_up_to_a_limit() -> None:
    book = Rulebook(Phase("draw", [move("take", 3), SHOW], ordered=True))
    offers = [possible(book, after(book, *["take"] * times)) for times in range(4)]
    assert offers == [{"take"}, {"take", "show"}, {"take", "show"}, {"show"}]


@pytest.mark.row("B59")
def test_one_kind_may_have_several_places_in_an_order() -> None:
    book = Rulebook(Phase("deal", [DRAW, SHOW, DRAW], ordered=True))
    state = after(book, "draw", "show", "draw")
    assert state.lines == ("draw", "show", "draw")
    assert possible(book, state) == set()


@pytest.mark.row("B59")
def test_moves_possible_at_any_time_do_not_disturb_an_order() -> None:
    state = after(TABLE, "talk", "draw", "talk", "talk", "bet", "talk", "show", "talk")
    assert state.lines.count("talk") == 5
    assert possible(TABLE, state) == {"talk"}


@pytest.mark.row("B60")
def test_a_phase_is_left_then_the_next_entered_then_it_begins() -> None:
    book = Rulebook(
        Phase("day", [], leave=noted("leave day"), enter=noted("enter day")),
        Phase("night", [], leave=noted("leave night"), enter=noted("enter night")),
    )
    state = book.start(Diary())
    assert (state.lines, state.phase) == (("enter day",), "day")
    state = book.enter(state, "night")
    assert state.lines == ("enter day", "leave day in day", "enter night in day")
    assert state.phase == "night"


@pytest.mark.row("B60")
def test_a_fix_up_at_the_end_of_an_order_begins_the_next_phase() -> None:
    book = Rulebook(
        Phase("deal", [once("one"), once("two"), once("go", "play")], ordered=True),
        Phase("play", [DRAW], enter=noted("enter")),
    )
    state, names = book.start(Diary()), []
    while (fixed := book.fix_up(state)) is not None:
        names.append(english(fixed[0]))
        state = fixed[1]
    assert names == ["one", "two", "go"]
    assert state.lines == ("one", "two", "go", "enter in deal")
    assert (state.phase, state.step, state.times) == ("play", 0, 0)


def test_a_phase_begins_when_its_condition_holds() -> None:
    begin: FixUp[Diary] = starting("play", lambda state: "draw" in state.lines)
    book = Rulebook(Phase[Diary]("deal", [DRAW, begin]), Phase("play", []))
    state = book.start(Diary())
    assert book.fix_up(state) is None
    fixed = book.fix_up(after(book, "draw"))
    assert fixed is not None
    assert (english(fixed[0]), fixed[1].phase) == ("start play", "play")


@pytest.mark.row("B34")
def test_fix_ups_follow_one_another_in_the_order_in_which_they_are_written() -> None:
    kinds = [once(name) for name in ("cat", "ant", "bee")]
    for first, second in pairwise((kinds, kinds[::-1])):
        for order in (first, second):
            book = Rulebook(Phase[Diary]("zoo", order[1:]), anytime=order[:1])
            state = book.start(Diary())
            while (fixed := book.fix_up(state)) is not None:
                state = fixed[1]
            assert state.lines == tuple(kind.name for kind in order)


@pytest.mark.row("B34")
def test_nobody_proposes_a_fix_up() -> None:
    book = Rulebook[Diary](anytime=[once("tidy"), DRAW])
    refusal = book.why_not(Diary(), 0, "tidy")
    assert refusal is not None
    assert refusal.code == "not-proposable"
    assert possible(book, Diary()) == {"draw"}


@pytest.mark.row("B45")
def test_moves_for_all_phases_for_one_and_in_order_are_given_at_once() -> None:
    assert TABLE.phases_of("talk") == ()
    assert TABLE.phases_of("bet") == ("cards",)
    more = Rulebook(Phase("cards", [*[DRAW, BET], *[SHOW]]), anytime=[TALK])
    assert possible(more, after(more)) == {"draw", "bet", "show", "talk"}


@pytest.mark.row("B45")
def test_a_contradictory_rulebook_names_the_error() -> None:
    with pytest.raises(RulesError, match="two phases have one name: day, day"):
        Rulebook(Phase("day", [DRAW]), Phase("day", [BET]))
    with pytest.raises(RulesError, match="'go' starts no phase: 'nowhere'"):
        Rulebook(Phase("day", [once("go", "nowhere")]))
    with pytest.raises(RulesError, match="called 'draw'"):
        Rulebook(Phase("day", [DRAW, DRAW]))


def test_a_fix_up_reads_as_its_description_of_the_state_before() -> None:
    tidy: FixUp[Diary] = FixUp(
        lambda state: replace(state, lines=()) if state.lines else None,
        "tidy",
        describe=lambda state: plain(f"{len(state.lines)} lines are gone"),
    )
    fixed = Rulebook(anytime=[tidy]).fix_up(Diary(lines=("a", "b")))
    assert fixed == (plain("2 lines are gone"), Diary())
