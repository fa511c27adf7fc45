"""The games that a guest knows; those of files are tried before it sits down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.engine import AnyGame
from p2pgame.games.registry import KNOWN
from p2pgame.session.entries.errors import GameNotHere

from ..errors import Refused
from ..profile import rules_files


class RulesUnfit(GameNotHere):
    """The rules are here, and fail as a game begins."""


class TriedGames(Mapping[tuple[str, int], AnyGame]):
    """Every game by name and version.

    Raises:
      RulesUnfit: From a look-up: the game's file has rules that fail as a game begins.
    """

    def __getitem__(self, key: tuple[str, int]) -> AnyGame:
        game = KNOWN[key]
        try:
            rules_files.try_out(game)
        except Refused as refused:
            raise RulesUnfit(str(refused), refused.message) from None
        return game

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(KNOWN)

    def __len__(self) -> int:
        return len(KNOWN)
