"""What a person is told who types a move that can't be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from p2pgame.cli.text import moves, words
from p2pgame.engine import Game, Options, State, view

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)


def refused(
    game: Game[S, O],
    state: S,
    player: int,
    typed: str,
    faces: Mapping[int, str] | None = None,
) -> str:
    """Return the sentence for who types this, as the table and the terminal make it."""
    known = faces or {}
    seen = view(game, state, player, known)
    assert seen.choice is not None, "this player is not asked"
    hints = [game.hint(state, player, move, known) for move in seen.choice.moves]
    try:
        move = moves.understand(typed, seen.choice, hints)
    except moves.NotUnderstood as error:
        return str(error)
    reason = game.why_illegal(state, player, move)
    if reason is None:
        reason = game.why_unfair(state, player, move, known)
    else:
        reason = game.explain(state, player, move, known) or reason
    assert reason is not None, f"{typed!r} is the move {move!r}"
    if reason.code == "unknown-move":
        return moves.refusal(typed, hints)
    return words.sentence(words.say(reason.message))
