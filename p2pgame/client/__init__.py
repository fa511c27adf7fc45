"""What a player's program does, as data.

The registry of games looks through the player's files with rules, too.
"""

from __future__ import annotations

from p2pgame.engine import AnyGame
from p2pgame.games.registry import know_files

__all__: list[str] = []


class _Files:
    """The player's files, whose module is imported only when a game is not shipped."""

    def names(self) -> tuple[str, ...]:
        from .profile import rules_files

        return rules_files.names()

    def find(self, name: str, version: int | None) -> AnyGame | None:
        from .profile import rules_files

        return rules_files.find(name, version)


know_files(_Files())
