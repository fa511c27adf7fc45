"""Says what each step of a plan does, as far as that is known.

In the player's own turn each step has been tried on the table.  Before it, the plan is
tried in the positions that may come (:mod:`.trials`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from p2pgame.engine import Message, RulesError, State, listed, plain
from p2pgame.engine.play import Step
from p2pgame.engine.undo.confirmed import Level
from p2pgame.engine.undo.plan import BARRIER, Plan
from p2pgame.engine.views import Faces

from ...events import PlanStep
from ...telling.narration import Narrator
from ...words import kinds_of
from .foresight import Before
from .trials import Trials

#: So many moves of the others are named, by which a position comes about.
NAMED = 3

_ALWAYS = Message.of("plan-given-always")
_MORE = Message.of("plan-given-more")
_NEVER = Message.of("plan-given-never")
_UNKNOWN = Message.of("plan-given-unknown")


def steps_of(
    plan: Plan[Any, Any], faces: Faces, narrator: Narrator, trials: Trials
) -> tuple[PlanStep, ...]:
    """Return the steps of a plan, with what each does as far as it can be tried.

    ``trials`` are those of a plan that waits.
    """
    if not plan.is_waiting:
        return tuple(_made(plan, faces, narrator))
    shown, is_whole = list[PlanStep](), False
    with suppress(RulesError):  # the game may never go there
        shown += _foretold(trials, faces, narrator)
        is_whole = trials.are_all
    for level in plan.prepared[len(shown) :]:
        step = _untried(plan, level, _NEVER if is_whole else _UNKNOWN)
        kinds = () if is_whole else kinds_of(plan.game, level)
        shown.append(replace(step, about=kinds))
    return tuple(shown)


def _foretold(trials: Trials, faces: Faces, narrator: Narrator) -> Iterator[PlanStep]:
    """Yield the steps as far as they go in one position, and when they do that.

    It is one in which most are possible, after as few moves of the others as can be.
    """
    found = trials.found
    if not found:
        return
    best = max(found, key=lambda one: (one.plan.levels, -len(one.before)))
    all_told = [[*_made(one.plan, faces, narrator)] for one in found if trials.are_all]
    given = _after(best.before, narrator)
    for number, step in enumerate(_made(best.plan, faces, narrator)):
        same = all(step in told[number : number + 1] for told in all_told)
        yield replace(step, given=_ALWAYS if all_told and same else given)
    conflict = best.plan.conflict
    if conflict is not None and conflict.reason.code == BARRIER:
        barred = Message.of("plan-given-barred", why=conflict.reason.message)
        yield _untried(best.plan, conflict.dropped[0], barred)


def _untried(plan: Plan[Any, Any], level: Level, given: Message) -> PlanStep:
    name, hints = plan.name_of(level), tuple(map(plain, level))
    return PlanStep(level, hints, name=name, given=given)


def _after(before: Before, narrator: Narrator) -> Message:
    """Return that something is so after these moves of the others."""
    told = [narrator.move(state, event) for state, event in before[:NAMED]]
    more = [_MORE] if len(before) > NAMED else []
    return Message.of("plan-given-after", what=listed(*told, *more))


def _made(plan: Plan[Any, Any], faces: Faces, narrator: Narrator) -> Iterator[PlanStep]:
    """Yield the steps of a plan that have been tried."""
    state = plan.base
    for level, steps in zip(plan.prepared, plan.steps, strict=True):
        yield _step(plan, level, state, steps, faces, narrator)
        state = steps[-1].state


def _step(
    plan: Plan[Any, Any],
    level: Level,
    state: State,
    steps: tuple[Step[Any], ...],
    faces: Faces,
    narrator: Narrator,
) -> PlanStep:
    game, player = plan.game, plan.player
    first = state
    hints, messages = list[Message](), list[Message]()
    for move, step in zip(level, steps, strict=True):
        hints.append(plain(game.hint(state, player, move, faces)))
        messages += narrator.foretold(state, move, step)
        state = step.state
    before, after = game.scores(first), game.scores(state)
    points = None
    if before is not None and after is not None:
        points = after[player] - before[player]
    name = plan.name_of(level)
    return PlanStep(level, tuple(hints), tuple(messages), name, points)
