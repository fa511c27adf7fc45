"""Holds what a full screen shows: the table, what was said, and what goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from p2pgame.engine import Drawing

#: Lines of the log that are kept.
LOG_LENGTH = 2000
#: Tables that wait to be looked at; the oldest give way.
HELD = 12


@dataclass(frozen=True, slots=True)
class Picture:
    """A table in words, and what draws it in so many columns and rows at most."""

    text: str
    draw: Callable[[int, int], Drawing]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; ``style`` is what it is: said, typed, or only a remark."""

    text: str
    style: str = ""


@dataclass(slots=True)
class Scene:
    """Everything that a full screen shows.

    The loop of the game alone changes it, and the screen's thread reads it; so each
    change is one assignment, or an append to a deque.
    """

    title: str = ""
    picture: Picture | None = None
    #: Tables that are to be seen before the one that stands.
    held: deque[Picture] = field(default_factory=lambda: deque(maxlen=HELD))
    log: deque[Line] = field(default_factory=lambda: deque(maxlen=LOG_LENGTH))
    #: What goes on, if somebody else decides; None: nothing is said of it.
    status: str | None = None
    #: What our player may type, if it is asked for a move.
    offers: str | None = None
    #: What happens if our player does nothing, if anything does.
    limit: str = ""
    #: What our player plans; None: nothing.
    plan: str | None = None
    #: What else our player is asked, and what it may do by Alt and a letter.
    question: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    #: Seconds for which the others still wait for us.
    seconds: int | None = None
    #: Whether our player is asked for anything.
    asks: bool = False
    #: Whether the log has the place of the table, and how many of its rows are below.
    reading: bool = False
    scrolled: int = 0

    def leave_log(self) -> None:
        """Show the table again."""
        self.reading, self.scrolled = False, 0

    @property
    def shown(self) -> Picture | None:
        """The table to show now."""
        return self.held[0] if self.held else self.picture
