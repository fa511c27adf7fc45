"""The same rules, which work out whose turn it is once for each state.

Checks ask rules about one state again and again: is this move legal, and this one, and
what does this seat see.  Each time the rules work out all legal moves.
"""

from __future__ import annotations

from copy import copy

from p2pgame.engine import AnyGame, State, Turn


def keeping(game: AnyGame) -> AnyGame:
    """Return ``game``, with the turn of the state that it was last asked about.

    Only that very object counts: an equal state, or one that was asked about before
    another, is worked out anew, so rules that contradict themselves are still found.
    """
    kept = copy(game)
    last: list[tuple[State, Turn]] = []
    work_out = kept.turn

    def turn(state: State) -> Turn:
        if not last or last[0][0] is not state:
            last[:] = [(state, work_out(state))]
        return last[0][1]

    kept.turn = turn  # type: ignore[method-assign]
    return kept
