"""Tries a plan before its turn, in the positions that may come when others have moved.

These are known from the public state and the player's own faces alone, so nothing is
told by it that the player could not work out by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from p2pgame.engine import Choose, Message, Reason, RulesError, view
from p2pgame.engine.undo.plan import BARRIER, Plan
from p2pgame.engine.views import Faces

from .foresight import Ahead, Before

#: So many moves are tried, in all positions together.
TRIED = 50


@dataclass(frozen=True, slots=True)
class Trial:
    """A plan as far as it goes in a position, and what the others do ``before``."""

    plan: Plan[Any, Any]
    before: Before


@dataclass(frozen=True, slots=True)
class Trials:
    """A plan in positions that may come; ``are_all``: there can be no others."""

    found: tuple[Trial, ...] = ()
    are_all: bool = False

    def ahead(self, faces: Faces) -> Ahead:
        """Return the moves that may follow the plan's steps."""
        after = Ahead(is_whole=self.are_all)
        for trial in self.found:
            plan = trial.plan
            if plan.conflict is None and plan.why_no_more() is None:
                seen = view(plan.game, plan.state, plan.player, faces)
                assert isinstance(seen.turn, Choose)
                for offer in seen.turn.moves:
                    after.offers.setdefault(offer, seen)
        return after

    @property
    def next(self) -> Message | None:
        """What must happen before there can be another step, if that is sure."""
        held = [one.plan for one in self.found if one.plan.conflict is None]
        reasons = {plan.why_no_more() for plan in held}
        if not self.are_all or len(reasons) != 1:
            return None
        (reason,) = reasons
        return None if reason is None else reason.message

    def why_never(self, plan: Plan[Any, Any]) -> Reason | None:
        """Return why the last step of ``plan``, which was tried, holds nowhere.

        None: it may hold.
        """
        conflicts = [one.plan.conflict for one in self.found]
        if not self.are_all or not conflicts or None in conflicts:
            return None
        all_but_last = plan.levels - 1
        at_last = {one.reason for one in conflicts if one and one.kept == all_but_last}
        if len(at_last) == 1 and (reason := at_last.pop()).code == BARRIER:
            return reason
        return Reason.of("unknown-move", "plan-never", move=plan.moves[-1])


def try_ahead(plan: Plan[Any, Any], ahead: Ahead, most: int | None = None) -> Trials:
    """Return a plan that waits, tried where its player may have to decide next.

    ``most``: so many moves are tried, in all positions together.
    """
    trials, left = list[Trial](), TRIED if most is None else most
    try:
        for position in ahead.positions if plan.levels else ():
            if left <= 0:
                return Trials(tuple(trials))
            there = plan.rebase(position.state)
            trials.append(Trial(there, position.before))
            left -= len(there.moves) + (there.conflict is not None)
    except RulesError:  # the game may never go there
        return Trials()
    return Trials(tuple(trials), ahead.is_whole)
