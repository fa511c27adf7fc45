"""Says when a draw is welcome, for players that know what their position is worth."""

from __future__ import annotations

from p2pgame.engine import Choose

#: Ahead by more than this, in hundredths of a pawn, a player goes on.
EVEN = 50


def drawn(choice: Choose, worth: int) -> str | None:
    """Return the move of ``choice`` that makes a draw, if ``worth`` asks for one."""
    if "accept draw" in choice.moves and worth <= EVEN:
        return "accept draw"
    if "claim draw" in choice.moves and worth <= 0:
        return "claim draw"
    return None
