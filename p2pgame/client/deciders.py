"""Says who decides at a seat that no person plays: an agent, or another program."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from p2pgame.agents import registry
from p2pgame.engine import Message, Refusal

from . import foreign
from .errors import InvalidRequest
from .events import AnyEvent
from .foreign import EXEC, Foreign
from .program import Program
from .seats import Seat

#: No name of a player is longer.
NAME_LENGTH = 24


class Decider(Protocol):
    """Plays at a seat; decisions are cancelled when their turn closes."""

    async def run(self) -> None:
        """Do what goes on beside the turns, until cancelled."""

    async def tell(self, event: AnyEvent) -> None: ...

    async def decide(self) -> Message | None:
        """Make a move; return why it is not the program's own, if so."""


def check(text: str, game: str | None = None) -> str:
    """Return the name under which this opponent sits at a table.

    ``text`` is an opponent's name, or ``exec:COMMAND``.

    Raises:
      InvalidRequest: There is no such opponent, for this game.
    """
    if text.startswith(EXEC):
        return Path(foreign.command_of(text)[0]).name[:NAME_LENGTH]
    try:
        return registry.find(text, game).display
    except Refusal as error:
        raise InvalidRequest.saying(error.message) from None


def usual(game: str, count: int) -> tuple[str, ...]:
    """Return the names of so many opponents, where nobody has chosen any."""
    return tuple(one.name for one in registry.usual(game, count))


def decider(seat: Seat, text: str | None, pace: float) -> Decider:
    """Return who decides at this seat; None: the usual opponent for the game.

    Raises:
      InvalidRequest: There is no such opponent.
    """
    if text is not None and text.startswith(EXEC):
        return Foreign(seat, foreign.command_of(text))
    try:
        return Program(seat, text, pace=pace)
    except Refusal as error:
        raise InvalidRequest.saying(error.message) from None
