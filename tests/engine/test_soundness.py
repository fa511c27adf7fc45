"""Turns that no table can play are refused where the rules give them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.uniform import Uniform
from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    Deal,
    IllegalMove,
    NoneOf,
    Open,
    Options,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    RulesError,
    Shuffle,
    Tick,
    Timeline,
    Timer,
    Together,
    Turn,
    advance,
    plain,
    start,
    view,
)
from p2pgame.engine.soundness import (
    MOST_BRANCHES,
    MOST_BYTES,
    MOST_CARDS,
    turn_of,
    why_unsound,
)
from p2pgame.engine.ticks import Ticks
from p2pgame.engine.turns import MOVE_LIMIT, is_move, is_offered
from p2pgame.engine.undo.plan import Plan
from p2pgame.playtest import Case, Perft, play
from p2pgame.playtest import conformance as points
from p2pgame.protocols.chance import sealed
from p2pgame.protocols.proofs import membership, shuffle
from p2pgame.session.entries.payloads import MESSAGE_LIMIT
from tests.session.game.scripted import Script, Scripted, fails

GAME = Scripted(Choose(0, ("go",)), Choose(0, ("é",)))
FIRST = start(GAME, 2, Options()).state
SECOND = advance(GAME, FIRST, Chosen(0, "go")).state


def test_a_move_is_what_an_answer_carries() -> None:
    for move in (" ", "~", "raise 120", "x" * MOVE_LIMIT):
        assert is_move(move)
    for wrong in (
        "",
        "\x1f",
        "\x7f",
        "é",
        "٣",
        "\ud800",
        "a\tb",
        "x" * (MOVE_LIMIT + 1),
    ):
        assert not is_move(wrong)


def test_an_amount_is_offered_within_its_range() -> None:
    offers = ("pass", Amount("raise", 10, 20))
    for move in ("pass", "raise 10", "raise 20"):
        assert is_offered(move, offers)
    for move in ("", "raise", "raise 9", "raise 21", "raise 010", "raise  10"):
        assert not is_offered(move, offers)


@pytest.mark.parametrize(
    "turn",
    [
        Choose(0, ("x" * MOVE_LIMIT, " ", "~")),
        Choose(1, (Amount("v" * (MOVE_LIMIT - 19), 0, 10**18 - 1),)),
        Choose(1, (Amount("raise", 5, 5),), Timer(9, "raise 5")),
        Together((Choose(1, ("a",)), Choose(0, ("b",)))),
        Tick((0, 1), ()),
        Shuffle(("same",) * 2, (0,)),
        Shuffle(tuple(map(str, range(MOST_CARDS))), (1, 0)),
        Shuffle(("🂡", "x" * 256), (0, 1)),
        Reshuffle((7,), (1,), 7),
        Deal(()),
        Deal(((0, (1,)), (1, (2,)), (0, (3,)))),
        Open(()),
        Roll(1),
        Roll(2**64 - 1, 0),
        Roll(6, 1, ((0, (0, 1)), (1, (2,)))),
        Place(0, tuple(range(96)), tuple(map(str, range(15)))),
        Prove(0, NoneOf((), ("a",))),
        Over((1, -1)),
    ],
    ids=str,
)
def test_all_that_a_table_can_play_is_sound(turn: Turn) -> None:
    assert why_unsound(turn, 2) is None


def test_a_payoff_is_one_that_a_receipt_holds() -> None:
    assert why_unsound(Over((2**63 - 1, -(2**63)))) is None
    assert "no receipt" in str(why_unsound(Over((2**63, 0))))


def test_a_placement_is_as_large_as_its_message_may_be() -> None:
    fits = Place(0, tuple(range(96)), tuple(map(str, range(15))))
    assert MOST_BYTES == 64 * 96 * 16
    assert why_unsound(fits) is None
    wrong = why_unsound(Place(0, tuple(range(97)), fits.faces))
    assert wrong is not None
    assert "which no message holds" in wrong


def test_the_limits_are_those_of_the_protocols_and_of_answers() -> None:
    assert (shuffle.SIZES[0], shuffle.SIZES[-1]) == (2, MOST_CARDS)
    assert membership.MAX_BRANCHES == MOST_BRANCHES
    assert MESSAGE_LIMIT == MOST_BYTES
    assert sealed.LIMIT >= MOVE_LIMIT


Look = Callable[[], object]

#: Every way to come to know a turn, by what asks for it.
BOTS = [
    Bot("Ada", Uniform.seated, Seating(GAME, Options(), 2, seat, bytes))
    for seat in range(2)
]


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=1)


WAYS: dict[str, Look] = {
    "a table": lambda: Timeline.begin(GAME, 2, Options()).advance(Chosen(0, "go")).turn,
    "a view": lambda: view(GAME, SECOND, 0, {}),
    "agents": lambda: Match(GAME, 2, Options(), "cards").play(BOTS, quick),
    "a plan": lambda: Plan(GAME, 0, SECOND).is_waiting,
    "ticks": lambda: Ticks(GAME, SECOND, seats=2).close(),
    "a position resumed": lambda: Timeline.begin(GAME, 2, Options(), SECOND),
    "perft": lambda: Perft(GAME).leaves(FIRST, 2),
    "a random game": lambda: play(GAME, 2, Options()),
    "conformance": lambda: points.ends(Case(GAME, 2)),
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_asks_for_a_turn_is_told_that_the_rules_are_at_fault(way: str) -> None:
    with pytest.raises((RulesError, ValueError, AssertionError)) as caught:
        WAYS[way]()
    chain: BaseException | None = caught.value
    while chain is not None and not isinstance(chain, RulesError):
        chain = chain.__cause__
    assert str(chain).startswith("scripted offers player 0 the move 'é': a move is")


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"turn": fails}, "Chosen(player=0, move='go')"),
        ({"setup": fails}, "its start"),
        ({"why_not": fails}, "its options"),
        ({"apply": fails}, "Chosen(player=0, move='go')"),
    ],
)
def test_what_rules_raise_names_the_game_and_where(
    wrong: dict[str, Any], where: str
) -> None:
    game = Scripted(Choose(0, ("go",)), **wrong)
    with pytest.raises(RulesError) as caught:
        Timeline.begin(game, 2, Options()).advance(Chosen(0, "go"))
    assert str(caught.value) == (
        f"scripted fails in {where}: ZeroDivisionError: a mistake in these rules"
    )
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_machine_without_memory_is_no_fault_of_the_rules() -> None:
    def exhausted(state: Script) -> Turn:
        raise MemoryError

    game = Scripted(turn=exhausted)
    with pytest.raises(MemoryError):
        turn_of(game, FIRST, 2)


def test_a_move_that_fails_as_it_is_made_is_refused_where_no_table_is() -> None:
    """A local program can show why; a table has checked the move before."""

    def too_late(state: Script, event: object) -> Script:
        raise IllegalMove("late", plain("too late"))

    game = Scripted(Choose(0, ("go",)), apply=too_late)
    with pytest.raises(IllegalMove):
        advance(game, FIRST, Chosen(0, "go"))
