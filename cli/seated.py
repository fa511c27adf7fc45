"""Who sits at a table: what a seat is called, who decides there, and what it sees."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .people import Bot, Decider
from .screen import Screen


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there, what it sees, and where its transcript goes."""

    name: str
    decider: Decider
    screen: Screen
    out: Path | None = None

    @property
    def bot(self) -> bool:
        """Whether a program decides."""
        return isinstance(self.decider, Bot)

    @property
    def terms(self) -> tuple[str, bool, Path | None]:
        """Who sits there, whether a program does, and the transcript's path."""
        return self.name, self.bot, self.out
