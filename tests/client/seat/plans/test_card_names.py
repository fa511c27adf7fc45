"""A step that names a card is read when the turn comes, if it could not be before."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio.testing

from p2pgame.client import commands as c
from p2pgame.client.events import Happened, PlanEnded, Planned
from p2pgame.client.seat.plans.card_names import in_moves
from p2pgame.client.words import say
from p2pgame.engine import Choose
from p2pgame.engine.undo.plan import Plan
from p2pgame.games.registry import GAMES
from p2pgame.playtest.playout import play
from p2pgame.tabletop.dealing import slots_of
from tests.client.planners import Player, Table, made, table
from tests.client.seat.plans.steps import plan_of, steps

SEEDS = 3


@pytest.mark.parametrize("name", ["crazy-eights", "hearts"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_each_card_of_the_own_hand_is_found_by_its_name(name: str, seed: int) -> None:
    game, found = GAMES[name], 0
    seats = game.seats[0]
    playout = play(game, seats, game.options(), seed)
    first = playout.states[0]
    moments = zip(playout.turns, playout.states, playout.secrets, strict=True)
    for turn, state, secrets in moments:
        if not isinstance(turn, Choose):
            continue
        faces = secrets.known_to(turn.player)
        for offer in turn.moves:
            slots = slots_of(offer) if isinstance(offer, str) else ()
            if len(slots) != 1 or slots[0] not in faces:
                continue
            verb, face = str(offer).split()[0], faces[slots[0]]
            for text in (f"{verb} {face}", face, face.lower(), str(offer)):
                typed = Plan(game, turn.player, first, ((text,),))
                assert in_moves(typed, state, faces).moves == (offer,)
            found += 1
    assert found > seats


def test_what_no_move_or_more_than_one_may_mean_stays_as_it_was_written() -> None:
    game = GAMES["hearts"]
    playout = play(game, 4, game.options(), 1)
    at = next(n for n, turn in enumerate(playout.turns) if isinstance(turn, Choose))
    turn = playout.turns[at]
    assert isinstance(turn, Choose)
    faces = playout.secrets[at].known_to(turn.player)
    levels = (("play",), ("nonsense", "Qh"), ("",))
    plan = Plan(game, turn.player, playout.states[0], levels)
    assert in_moves(plan, playout.states[at], faces).prepared == levels


async def waiting(ann: Player, ben: Player) -> tuple[Player, Player]:
    await ann.wait_for(lambda: bool(ann.seat.now.turn or ben.seat.now.turn))
    return (ben, ann) if ann.seat.now.turn else (ann, ben)


async def test_a_card_named_before_the_turn_is_played_when_it_comes(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "crazy-eights") as there:
        waits, moves = await waiting(there.ann, there.ben)
        face = card_to_play(waits)
        await waits.seat.plan(c.Premove(face))
        assert steps(plan_of(waits)) == [face]
        while not waits.all(PlanEnded):
            await plays_no_card(moves)
        await waits.wait(PlanEnded, lambda ended: ended.made)
        told = [say(one) for now in waits.all(Happened) for one in now.messages]
        assert any(face in one for one in told)


async def ben_names_a_card(there: Table) -> str:
    """Have Ben plan one before his turn, and return it."""
    await waiting(there.ann, there.ben)
    while there.ben.seat.now.turn:
        await plays_no_card(there.ben)
    face = card_to_play(there.ben)
    await there.ben.seat.plan(c.Plan(face))
    return face


async def bens_turn_comes(there: Table) -> None:
    while plan_of(there.ben).waits:
        await plays_no_card(there.ann)


async def test_a_card_named_before_a_crash_is_found_when_the_plan_is_restored(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """The program was killed before it had kept the plan as moves."""
    async with table(tmp_path, "crazy-eights") as there:
        face = await ben_names_a_card(there)
        file = there.plan_file("ben")
        assert file is not None
        kept = file.read_bytes()
        await bens_turn_comes(there)
        await there.sits.aclose()
        file.write_bytes(kept)
        async with there.again() as back:
            plan = await back.wait(Planned, lambda plan: True)
            assert (plan.waits, plan.fell) == (False, None)
            (step,) = plan.steps
            assert step.moves[0].startswith("play ")
            assert face in say(step.hints[0])


async def test_a_card_whose_step_was_undone_before_the_turn_is_found_by_redo(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with table(tmp_path, "crazy-eights") as there:
        face = await ben_names_a_card(there)
        await there.ben.seat.plan(c.Undo())
        await bens_turn_comes(there)
        await there.ben.seat.plan(c.Redo())
        (step,) = plan_of(there.ben).steps
        assert face in say(step.hints[0])


def card_to_play(player: Player) -> str:
    """Return a card of the hand that may be played while no other has been."""
    view = player.seat.now.view
    assert view is not None
    hand, top = view.hand.split(), view.state["top"]
    return next(face for face in hand if fits(face, top))


async def plays_no_card(player: Player) -> None:
    turn = player.seat.now.turn
    if turn is not None:
        await made(player, "draw" if "draw" in turn.choice.moves else "pass")
    await trio.sleep(0.1)  # the other hears of it


def fits(face: str, top: str) -> bool:
    return face[0] not in "82" and (face[0] == top[0] or face[1] == top[1])
