"""This module asks rules again before anybody is judged by them.

Rules that come with p2pgame, or with a package, are trusted to be pure.  Those of a
file are not: at a table they have a method ``recheck`` (:mod:`p2pgame.game_files`).
"""

from __future__ import annotations

from collections.abc import Callable

from .game import AnyGame


def heard(game: AnyGame) -> AnyGame:
    """Return these rules for one table, which can ask them again later.

    Rules of a file of one's own remember for it what they have answered.
    """
    at_table: Callable[[], AnyGame] | None = getattr(game, "heard", None)
    return game if at_table is None else at_table()


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
