"""An opponent: an agent that people may choose, with its name and its strength."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from .agent import Make

#: How strong an opponent is, the weakest first.
Level = Literal["easy", "middling", "strong", "perfect"]


@dataclass(frozen=True, slots=True)
class Opponent:
    """An agent that people may choose by ``name`` (an id) or ``display`` name.

    ``about`` says honestly how it plays.  ``make`` seats it, or is where that
    function is: ``module:name``.  ``games`` are the games that it plays (None: any),
    and ``but`` are those that it does not.
    """

    name: str
    display: str
    level: Level
    about: str
    make: Make | str
    games: frozenset[str] | None = None
    but: frozenset[str] = frozenset()

    def plays(self, game: str) -> bool:
        return game not in self.but and (self.games is None or game in self.games)

    def maker(self) -> Make:
        """Return the function that seats this opponent; imports it if needed."""
        if not isinstance(self.make, str):
            return self.make
        module, _, names = self.make.partition(":")
        found: object = import_module(module)
        for name in names.split("."):
            found = getattr(found, name)
        assert callable(found)
        return found
