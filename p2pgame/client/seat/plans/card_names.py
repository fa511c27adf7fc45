"""Reads prepared moves that name cards, once their player's turn has come.

Where a hidden card comes first nobody knows before which moves are possible.  So a
player writes ``play Qh``, or ``Qh``, and the move with this card is found when the plan
is tried for the first time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from p2pgame.engine import Choose, Chosen, IllegalMove, advance
from p2pgame.engine.soundness import turn_of
from p2pgame.engine.turns import is_offered
from p2pgame.engine.undo.confirmed import Level
from p2pgame.engine.undo.plan import Plan
from p2pgame.engine.views import Faces

_WORD = re.compile(r"\w+")


def in_moves(plan: Plan[Any, Any], state: Any, faces: Faces) -> Plan[Any, Any]:
    """Return a plan that has waited, as moves of the turn that begins in ``state``.

    Steps that were undone are read as if they were redone after the others.  What is
    no move stays as it was written, with all that follows it.
    """
    levels = (*plan.prepared, *reversed(plan.undone))
    moves = iter([*_moves(plan, levels, state, faces)])
    read = [tuple(next(moves) for _ in level) for level in levels]
    now = dict(zip(levels, read, strict=True))
    names = tuple((now.get(level, level), name) for level, name in plan.names)
    prepared, undone = tuple(read[: plan.levels]), tuple(reversed(read[plan.levels :]))
    return replace(plan, prepared=prepared, undone=undone, names=names)


def rebased(plan: Plan[Any, Any], state: Any, faces: Faces) -> Plan[Any, Any]:
    """Return a plan on a table that has changed to ``state``."""
    read = in_moves(plan, state, faces) if plan.is_waiting else plan
    return read.rebase(state)


def _moves(
    plan: Plan[Any, Any], levels: tuple[Level, ...], state: Any, faces: Faces
) -> Iterator[str]:
    left = [move for level in levels for move in level]
    while left:
        turn = turn_of(plan.game, state)
        if not isinstance(turn, Choose) or turn.player != plan.player:
            break
        move = _meant(left.pop(0), plan, turn, state, faces)
        yield move
        try:
            state = advance(plan.game, state, Chosen(plan.player, move)).state
        except IllegalMove:
            break
    yield from left


def _meant(
    typed: str, plan: Plan[Any, Any], turn: Choose, state: Any, faces: Faces
) -> str:
    """Return the one move whose hint has all words of what is no move itself."""
    words = {*_WORD.findall(typed.lower())}
    if is_offered(typed, turn.moves) or not words:
        return typed
    found = []
    for offer in turn.moves:
        if isinstance(offer, str):
            hint = plan.game.hint(state, plan.player, offer, faces)
            if words <= {*_WORD.findall(hint.lower())}:
                found.append(offer)
    return found[0] if len(found) == 1 else typed
