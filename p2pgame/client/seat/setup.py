"""Describes a seat before it is taken: the player, its front end, and the world."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..front_end import FrontEnd
from ..world import World
from .links.dials import Dials


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A player's ``name``, and where its transcript goes (``out``, None: as usual).

    ``program``: a program decides at this seat.  ``dials`` says where an invite
    may lead a guest.
    """

    name: str
    front: FrontEnd
    world: World
    out: Path | None = None
    program: bool = False
    dials: Dials = Dials()  # noqa: RUF009 (frozen)
