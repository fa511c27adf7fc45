"""Says when a draw is welcome, for chess players that know what a position is worth."""

from __future__ import annotations

from p2pgame.engine import Choose

#: A side that is ahead by no more than this, in hundredths of a pawn, is not ahead.
EVEN = 50
#: From this move on, a side agrees to a draw where nobody is ahead.
LATE = 40


def agrees(worth: int, move: int) -> bool:
    """Return whether a side with this ``worth`` agrees to a draw at its ``move``."""
    return worth < -EVEN or (worth <= EVEN and move >= LATE)


def drawn(choice: Choose, worth: int, move: int) -> str | None:
    """Return the offer of ``choice`` that makes a draw, if ``worth`` asks for one."""
    if "accept draw" in choice.moves and agrees(worth, move):
        return "accept draw"
    if "claim draw" in choice.moves and worth <= 0:
        return "claim draw"
    return None


def move_number(fen: str) -> int:
    """Return the number of the move that is to be made, from 1."""
    return int(fen.rsplit(" ", 1)[1])
