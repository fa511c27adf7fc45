"""Says who decides at a seat that no person plays: an agent, or another program."""

from __future__ import annotations

from typing import Protocol

from p2pgame.engine import Message

from ..events import AnyEvent
from ..seat.seat import Seat
from .agents import agent
from .own_programs import EXEC, command_of
from .uci_options import UCI, engine_of


class Decider(Protocol):
    """Plays at a seat; decisions are cancelled when their turn closes."""

    async def run(self) -> None:
        """Do what goes on beside the turns, until cancelled."""

    async def tell(self, event: AnyEvent) -> None: ...

    async def decide(self) -> Message | None:
        """Make a move; return why it is not the program's own, if so."""


def decider(seat: Seat, text: str | None, pace: float) -> Decider:
    """Return who decides at this seat; None: the usual opponent for the game.

    Raises:
      InvalidRequest: There is no such opponent.
    """
    if text is not None and text.startswith(EXEC):
        from .foreign import Foreign  # not for other tables

        return Foreign(seat, command_of(text))
    if text is not None and text.startswith(UCI):
        from .uci import UciPlayer  # not for other tables

        return UciPlayer(seat, engine_of(text), pace=pace)
    return agent(seat, text, pace)
