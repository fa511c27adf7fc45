"""A plan as a seat has it, and moves that are made one after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from p2pgame.engine import IllegalMove, Message, digest
from p2pgame.engine.undo.confirmed import Confirmed
from p2pgame.engine.undo.plan import Plan
from p2pgame.session.lobby.events import AnyView


@dataclass(frozen=True, slots=True)
class Open:
    """A plan, whether it is made when the turn comes, and whether it is a premove."""

    plan: Plan[Any, Any]
    is_confirmed: bool = False
    is_premove: bool = False


@dataclass(slots=True)
class Making:
    """Moves that are made one by one; those of a plan follow its path."""

    left: list[str]
    confirmed: Confirmed | None = None

    def next(self, seen: AnyView) -> str:
        """Return the move to make now.

        Raises:
          IllegalMove: The game went another way.
        """
        confirmed = self.confirmed
        if confirmed is not None:
            made = len(confirmed.moves) - len(self.left)
            if confirmed.path[made] != digest(seen.whole):
                raise IllegalMove("void", Message.of("gone-another-way"))
        return self.left.pop(0)
