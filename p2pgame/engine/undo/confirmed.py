"""A confirmed plan: moves of one player, all of which are to be made now."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ..errors import IllegalMove
from ..events import Chosen
from ..game import AnyGame
from ..message import Message
from ..saved import Saved, read
from ..state import State, digest

#: The most bytes of a saved plan.
PLAN_LIMIT = 32 * 1024

#: Moves that are made, undone and redone as one.
Level: TypeAlias = tuple[str, ...]


class Confirmed(Saved, frozen=True, forbid_unknown_fields=True):
    """A confirmed plan, all of whose moves are to be made now.

    Store its bytes until then: after a crash :meth:`rest` returns the moves left.
    ``path`` has the hashes of the states before, between and after the moves.
    """

    player: int
    moves: Level
    path: tuple[bytes, ...]

    @property
    def events(self) -> tuple[Chosen, ...]:
        return tuple(Chosen(self.player, move) for move in self.moves)

    def rest(self, state: State) -> Level:
        """Return the moves still to be made when the table is at ``state``.

        Raises:
          IllegalMove: The game went another way.
        """
        here = digest(state)
        for made in reversed(range(len(self.path))):
            if self.path[made] == here:
                return self.moves[made:]
        raise IllegalMove("void", Message.of("gone-another-way"))

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, game: AnyGame, data: bytes) -> Confirmed:
        """Return what :meth:`encode` wrote.

        Raises:
          ValueError: The bytes are no such thing for this game in this version.
        """
        confirmed = read(cls, data, game, limit=PLAN_LIMIT)
        if len(confirmed.path) != len(confirmed.moves) + 1:
            raise ValueError("no confirmed plan: its path does not fit its moves")
        return confirmed
