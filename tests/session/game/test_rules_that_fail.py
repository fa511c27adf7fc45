"""Rules that raise, refuse what they offer or contradict themselves accuse nobody.

The turns that they give are such as any table can play.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from p2pgame.engine import (
    Choose,
    IllegalMove,
    OneOf,
    Open,
    Place,
    Prove,
    Reason,
    State,
    Together,
)
from p2pgame.engine.errors import RulesStopped
from p2pgame.session.entries.payloads import Absence, Answer, Payload
from p2pgame.session.game import progress
from p2pgame.session.lobby.events import Declined, RulesBroken
from tests.session.game.faulty import DECK, GO, check, is_at, net_of
from tests.session.game.scripted import Scripted, endless, fails
from tests.session.game.silence import away, impatient
from tests.session.tables import Net


def happened(net: Net) -> int:
    """Return how many turns all say had happened when they stopped."""
    (turns,) = {
        event.turns
        for events in net.events
        for event in events
        if isinstance(event, RulesBroken)
    }
    return turns


def refuse(state: Any, player: int, move: str) -> Reason:
    return Reason.of("no", "game-over")


def refused() -> Any:
    raise Reason.of("no", "game-over").error


def fails_late(state: Any, event: object) -> Any:
    if state.phase:
        fails()
    return Scripted.apply(Scripted(), state, event)  # type: ignore[arg-type]


class Odd(State, frozen=True):
    """A state that cannot be written down."""

    what: object = object()
    phase: int = 0
    seats: int = 3


#: What rules may have wrong, the turns before it is seen, and what is said of it.
WRONG: dict[str, tuple[dict[str, Any], tuple[Any, ...], str]] = {
    "no setup": ({"setup": fails}, (GO,), "fails in its start: ZeroDivisionError"),
    "no turn": ({"turn": fails}, (GO,), "fails in turn: ZeroDivisionError: a mistake"),
    "no apply": (
        {"apply": fails_late},
        (GO, GO),
        "fails in Chosen(player=0, move='go')",
    ),
    "no fix-up": ({"fix_up": fails}, (GO,), "fails in its start"),
    "an endless fix-up": ({"fix_up": endless}, (GO,), "does not settle: again"),
    "refused": (
        {"why_illegal": refuse},
        (GO, GO),
        "offers player 0 the move 'go' and refuses it",
    ),
    "refused when sealed": (
        {"why_illegal": refuse},
        (Together((GO, Choose(1, ("a",)))),),
        "offers player 0 the move 'go' and refuses it",
    ),
    "a refusal that fails": (
        {"why_illegal": fails},
        (GO,),
        "fails in 'go' by player 0: ZeroDivisionError",
    ),
    "an apply that refuses what is offered": (
        {"apply": lambda state, event: refused()},
        (GO, GO),
        "fails in turn 1 (Choose): IllegalMove",
    ),
    "an impossible card": (
        {"why_impossible": lambda state, faces: Reason.of("no", "game-over")},
        (DECK, Open((0,))),
        "fails in turn 2 (Open): IllegalMove",
    ),
    "a claim that an open card refutes": (
        {},
        (Place(0, (0,), ("x", "y")), Open((0,)), Prove(0, OneOf(0, ("y",)))),
        "cannot be played: open cards refute what is claimed of them",
    ),
    "a claim about a card of another player": (
        {},
        (Place(0, (0,), ("x", "y")), Prove(1, OneOf(0, ("x",)))),
        "cannot be played: a card is its owner's alone when the others' tokens are",
    ),
    "a state of no bytes": (
        {"setup": lambda seats, options: Odd()},
        (GO,),
        "scripted fails in turn 1 (Choose): TypeError",
    ),
    "turns without end": (
        {"turn": lambda state: Open(())},
        (),
        f"follows {progress.TURNS_ALONE + 1} that nobody answered",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_rules_that_fail_stop_the_table_and_accuse_nobody(case: str) -> None:
    wrong, turns, sentence = WRONG[case]
    net = net_of(*turns, **wrong)
    check(net, sentence, happened(net))


#: What only one player's program asks the rules: the others wait for it.
OWN: dict[str, tuple[dict[str, Any], tuple[Any, ...], str]] = {
    "a view": ({"zones": fails}, (GO,), "turn 1 (Choose): ZeroDivisionError"),
    "what is fair": (
        {"why_unfair": fails},
        (GO,),
        "turn 1 (Choose): ZeroDivisionError",
    ),
    "a placement": (
        {"placement": lambda state, player, text: ()},
        (Place(0, (0,), ("x", "y")),),
        "reads 'random 0' as what may not be placed",
    ),
    "a false claim": (
        {},
        (
            Place(0, (0,), ("x", "y")),
            Prove(0, OneOf(0, ("y",))),
        ),
        "a claim that is not true cannot be shown",
    ),
}


@pytest.mark.parametrize("case", OWN)
def test_what_one_program_alone_finds_stops_its_own_table(case: str) -> None:
    wrong, turns, sentence = OWN[case]
    net = Net(Scripted(*turns, **wrong), 3, spectators=1)
    with suppress(IllegalMove):  # the move is refused where it is what is asked about
        net.play()
    net.play()
    ours, *others = net.tables
    assert sentence in str(ours.broken)
    assert [table.broken for table in others] == [None] * 3
    assert all(table.play is not None for table in others)
    assert [t.play.waiting_for for t in others if t.play is not None] == [(0,)] * 3
    assert all(table.cheats == {} and table.stopped is None for table in net.tables)


@pytest.mark.parametrize("absence", ["finish", "default"])
def test_to_ask_a_player_who_has_gone_is_a_fault_of_the_rules(absence: Absence) -> None:
    asked = Together((GO, Choose(2, ("go",))))
    net = away(Scripted(GO, asked), absence, 2, lambda table: is_at(table, asked))
    impatient(net, 2)
    for seat in (0, 1, 3):
        table = net.tables[seat]
        assert table.stopped is None
        assert table.cheats == {}
        assert "(Together), which asks player 2, who has gone" in str(table.broken)


@pytest.mark.parametrize("move", ["é", "stay", "draw"])
def test_a_move_for_who_is_silent_is_one_of_those_offered(move: str) -> None:
    game = Scripted(GO, Choose(2, ("go",)), absent_move=lambda state, player: move)
    net = away(game, "default", 2, lambda table: is_at(table, Choose(2, ("go",))))
    impatient(net, 2)
    for seat in (0, 1, 3):
        table = net.tables[seat]
        assert table.cheats == {}
        assert f"makes the move {move!r} for player 2" in str(table.broken)


def test_whatever_is_not_offered_is_its_author_s_fault_whatever_rules_say() -> None:
    """Rules that fail at what a hostile player says do not shield it."""

    def forge(seat: int, payload: Payload) -> Payload | bytes:
        if seat == 1 and isinstance(payload, Answer):
            return Answer(payload.turn, payload.round, b"never offered")
        return payload

    def picky(state: Any, player: int, move: str) -> Reason | None:
        return None if move == "go" else fails()

    net = Net(Scripted(GO, Choose(1, ("go",)), why_illegal=picky), 2, forge=forge)
    net.play()
    for table in net.tables:
        assert table.broken is None
        assert table.stopped is not None
        assert table.stopped.culprit == net.tables[0].players[1].author


@pytest.mark.attack(56)
@pytest.mark.parametrize("error", [RecursionError, RulesStopped])
def test_by_what_rules_run_out_of_nobody_is_accused(error: type[Exception]) -> None:
    """Another machine has more of it, and there the move may be legal."""

    def runs_out(state: Any, player: int, move: str) -> Reason | None:
        if move != "go":
            raise error
        return None

    def forge(seat: int, payload: Payload) -> Payload | bytes:
        if seat == 1 and isinstance(payload, Answer):
            return Answer(payload.turn, payload.round, b"legal elsewhere")
        return payload

    net = Net(Scripted(GO, Choose(1, ("go",)), why_illegal=runs_out), 2, forge=forge)
    net.play()
    for table in net.tables:
        assert table.broken is not None
        assert table.stopped is None


def test_options_that_rules_fail_at_are_declined() -> None:
    net = net_of(GO, why_not=fails)
    for table, events in zip(net.tables[:3], net.events, strict=False):
        assert table.play is None
        (declined,) = [event for event in events if isinstance(event, Declined)]
        assert "the rules are at fault: scripted fails in its options" in declined.text
