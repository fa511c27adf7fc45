"""Shows a player its plan: each step, what it does, and the table after all of them."""

from __future__ import annotations

from typing import Any

from p2pgame.engine import AnyGame, View, plain, view
from p2pgame.engine.undo.plan import Plan
from p2pgame.engine.views import Faces

from ...events import Choice, Planned
from ...telling.narration import Narrator
from ...telling.views import moves_of, view_of
from .foresight import Ahead
from .plan_steps import steps_of
from .trials import Trials, try_ahead


def planned(
    plan: Plan[Any, Any],
    faces: Faces,
    narrator: Narrator,
    *,
    is_confirmed: bool,
    ahead: Ahead | None,
) -> Planned:
    """Return the event that tells of a plan; ``faces`` are those that are known.

    ``ahead`` is what may be when the turn comes, if moves can be prepared for that.
    """
    trials = Trials() if ahead is None else try_ahead(plan, ahead)
    if plan.is_waiting:
        after, next = None, None if is_confirmed else trials.next
    else:
        stops = plan.why_no_more()
        after = view_of(view_after(plan, faces))
        next = None if stops is None else stops.message
    if plan.levels:
        ahead = trials.ahead(faces)
    return Planned(
        steps_of(plan, faces, narrator, trials),
        plan.redos,
        plan.is_waiting,
        is_confirmed,
        after,
        next,
        None if plan.conflict is None else plan.conflict.message,
        None if ahead is None or not ahead.offers else choice_ahead(plan.game, ahead),
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
