"""Keeps a player's plan in its seat's folder, so that it outlives the program."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from p2pgame.engine.prepared import prepared
from p2pgame.engine.undo.confirmed import PLAN_LIMIT
from p2pgame.session.peer.machine import Machine

from ...profile import places

#: No file of a plan is longer, in bytes.
LIMIT = 3 * PLAN_LIMIT


class KeptPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan, or the moves of one that is being made, as the engine writes them.

    ``is_confirmed``: it is made when the turn comes; ``is_premove``: it was begun by a
    single move.
    """

    plan: bytes = b""
    making: bytes = b""
    is_confirmed: bool = False
    is_premove: bool = False


class PlanFile:
    """The file of one seat's plan; ``machine`` writes it beside the loop."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        self._folder, self._machine = folder, machine

    async def keep(self, kept: KeptPlan | None) -> None:
        """Write it, or None: remove what is there; returns once it is on the disk."""
        data = b"" if kept is None else msgspec.msgpack.encode(kept)
        await self._machine.aside(partial(places.put_plan, self._folder, data))

    def read(self) -> KeptPlan | None:
        """Return what is kept, or None.

        Raises:
          ValueError: It is damaged.
        """
        data = places.plan_in(self._folder)
        if not data:
            return None
        if len(data) > LIMIT:
            raise ValueError("too long for a plan")
        try:
            return msgspec.msgpack.decode(data, type=prepared(KeptPlan))
        except msgspec.MsgspecError as error:
            raise ValueError(f"no plan: {error}") from None
