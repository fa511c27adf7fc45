"""Shows a player its plan: each step, what it does, and the table after all of them."""

from __future__ import annotations

from typing import Any

from p2pgame.engine import AnyGame, Message, State, View, plain, view
from p2pgame.engine.play import Step
from p2pgame.engine.undo.confirmed import Level
from p2pgame.engine.undo.plan import Plan
from p2pgame.engine.views import Faces

from ...events import Choice, Planned, PlanStep
from ...telling.narration import Narrator
from ..views import moves_of, view_of
from .foresight import Ahead


def planned(
    plan: Plan[Any, Any],
    faces: Faces,
    narrator: Narrator,
    *,
    is_confirmed: bool,
    ahead: Ahead | None,
) -> Planned:
    """Return the event that tells of a plan; ``faces`` are those that are known."""
    shown = steps_of(plan, faces, narrator)
    if plan.is_waiting:
        after, stops = None, None
    else:
        after = view_of(view_after(plan, faces))
        stops = plan.why_no_more()
    return Planned(
        shown,
        plan.redos,
        plan.is_waiting,
        is_confirmed,
        after,
        None if stops is None else stops.message,
        None if plan.conflict is None else plan.conflict.message,
        None if ahead is None else choice_ahead(plan.game, ahead),
    )


def view_after(plan: Plan[Any, Any], faces: Faces) -> View[Any]:
    """Return the table as the player would see it after its plan."""
    return view(plan.game, plan.state, plan.player, faces)


def choice_ahead(game: AnyGame, ahead: Ahead) -> Choice:
    """Return the moves that may be possible when the player's turn comes."""
    offers = tuple(ahead.offers.items())
    hints = tuple(
        plain(game.hint(seen.whole, seen.player, offer, seen.faces))
        for offer, seen in offers
        if seen.player is not None
    )
    return Choice(moves_of(tuple(offer for offer, _ in offers)), hints)


def steps_of(
    plan: Plan[Any, Any], faces: Faces, narrator: Narrator
) -> tuple[PlanStep, ...]:
    """Return the steps of a plan, as far as they can be tried what each does."""
    if plan.is_waiting:
        return tuple(
            PlanStep(level, tuple(map(plain, level)), name=plan.name_of(level))
            for level in plan.prepared
        )
    found, state = [], plan.base
    for level, steps in zip(plan.prepared, plan.steps, strict=True):
        found.append(_step(plan, level, state, steps, faces, narrator))
        state = steps[-1].state
    return tuple(found)


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
