"""Reads several steps in one line, where nobody else moves in between: a puzzle's.

``B1 right right down`` goes on with one line, and ``A c1, B d2`` is one after the
other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2pgame.engine import Choose
from p2pgame.engine.turns import is_offered

from . import moves
from .giving_up import MOVES

_NEXT = re.compile(r"[,;]")


def steps_in(line: str, choice: Choose, hints: Sequence[str]) -> list[str]:
    """Return the steps in a line, of which the first is possible; else the line."""
    parts = [part.strip() for part in _NEXT.split(line) if part.strip()]
    if len(parts) == 1:
        parts = line.split()
        if len(parts) < 3 or _is_move(line, choice, hints):
            return [line]
        parts = [" ".join(parts[:2]), *parts[2:]]
    if not parts or not _is_move(parts[0], choice, hints):
        return [line]
    name = parts[0].split()[0]
    return [part if " " in part else f"{name} {part}" for part in parts]


def _is_move(text: str, choice: Choose, hints: Sequence[str]) -> bool:
    try:
        move = moves.understand(text, choice, hints)
    except moves.NotUnderstood:
        return False
    return is_offered(move, choice.moves) and move not in MOVES
