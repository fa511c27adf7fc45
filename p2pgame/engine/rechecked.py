"""This module asks rules again before anybody is judged by them.

Rules that come with p2pgame, or with a package, are trusted to be pure.  Rules of a
file may be anybody's: their game has a method ``recheck`` (:mod:`p2pgame.game_files`).
"""

from __future__ import annotations

from collections.abc import Callable

from .game import AnyGame


def recheck(game: AnyGame, *, blames: bool) -> None:
    """Ask rules of a file whether they still say what they have said.

    ``blames``: a player is about to be accused by it, so more processes are asked.

    Raises:
      ContradictoryRules: They say something else.
      RulesError: They could not be asked.
    """
    again: Callable[..., None] | None = getattr(game, "recheck", None)
    if again is not None:
        again(blames=blames)
