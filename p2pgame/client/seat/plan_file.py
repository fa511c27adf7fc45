"""Keeps a player's plan in its seat's folder, so that it outlives the program."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from p2pgame.engine.plan import PLAN_LIMIT
from p2pgame.log.durable import PRIVATE, replace_file, sync_folder
from p2pgame.session.peer.machine import Machine

from ..profile import places

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
        self._path, self._machine = folder / places.PLAN, machine

    async def keep(self, kept: KeptPlan | None) -> None:
        """Write it, or None: remove what is there; returns once it is on the disk."""
        work: Callable[[], None] = partial(_remove, self._path)
        if kept is not None:
            data = msgspec.msgpack.encode(kept)
            work = partial(replace_file, self._path, data, PRIVATE)
        await self._machine.aside(work)

    def read(self) -> KeptPlan | None:
        """Return what is kept, or None.

        Raises:
          ValueError: It is damaged.
        """
        return read(self._path)


def read(path: Path) -> KeptPlan | None:
    """Return the plan in a file, or None if there is no file.

    Raises:
      ValueError: It is damaged.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except FileNotFoundError:
        return None
    if len(data) > LIMIT:
        raise ValueError("too long for a plan")
    try:
        return msgspec.msgpack.decode(data, type=KeptPlan)
    except msgspec.MsgspecError as error:
        raise ValueError(f"no plan: {error}") from None


def _remove(path: Path) -> None:
    if path.exists():
        path.unlink()
        sync_folder(path.parent)
