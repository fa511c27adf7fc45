"""The games that a table can be opened for, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from p2pgame.engine import AnyGame

from .holdem import TexasHoldem
from .kuhn import KuhnPoker
from .tictactoe import TicTacToe

_ALL: tuple[AnyGame, ...] = (TexasHoldem(), KuhnPoker(), TicTacToe())

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.name: game for game in _ALL})

#: The same by name and version, as a table's genesis names them.
KNOWN: Mapping[tuple[str, int], AnyGame] = MappingProxyType(
    {(game.name, game.version): game for game in _ALL}
)


def find(name: str) -> AnyGame:
    """Return the game of this name.

    Raises:
      ValueError: There is none.
    """
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}, only {', '.join(sorted(GAMES))}")
    return GAMES[name]
