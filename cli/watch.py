"""What a seat waits for, and whether its lines are up: looked at now and then."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import Choose, Over, Turn
from p2pgame.session import Offer
from p2pgame.session.table.status import Status
from p2pgame.transport.paths.lines import Standing

from . import words


@dataclass(frozen=True, slots=True)
class Lost:
    """What to say when a line is lost, and when it is there again."""

    gone: str
    back: str


OURS = Lost("The line is lost; dialling again.", "The line is back.")
RELAY = Lost("The relay is lost; looking for it again.", "The relay is back.")
SOMEBODYS = Lost("Somebody's line is lost; they may come back.", "They are back.")
A_GUESTS = Lost("A guest's line is lost; it may come back.", "The guest is back.")

#: Seconds for which something may be under way before it is said to be lacking.
LACKS_FOR = 20.0
A_PART = (
    "The relay lacks a part of this table, for it keeps only so much. It can be "
    "watched once a player's program brings that there again; Ctrl-C ends."
)
NOTHING = (
    "The relay has nothing of this table: it is not open yet, or it was over long ago. "
    "Still waiting; Ctrl-C ends."
)


def lost(offer: Offer | None) -> Lost:
    """Return what to say of our lines; ``offer`` is ours, if we opened the table."""
    if offer is None:
        return OURS
    return SOMEBODYS if offer.spectators else A_GUESTS


class Lines:
    """Counts lines, and says once when there are fewer, once when they are back."""

    def __init__(self, lost: Lost) -> None:
        self._lost = lost
        self._full = 0
        self._missing = False

    def news(self, count: int) -> str | None:
        """Return what to say now that there are ``count`` lines."""
        if self._missing == (count < self._full):
            self._full = max(self._full, count)
            return None
        self._missing = not self._missing
        return self._lost.gone if self._missing else self._lost.back


class Lacking:
    """Says once of something that it is not there, and seems not to come."""

    def __init__(self) -> None:
        self._what: str | None = None
        self._since = 0.0
        self._told: set[str] = set()

    def news(self, what: str | None, now: float) -> str | None:
        """Return what to say, if this has been lacking all the time for too long."""
        if what != self._what:
            self._what, self._since = what, now
        if what is None or what in self._told or now - self._since < LACKS_FOR:
            return None
        self._told.add(what)
        return what


def waiting(
    status: Status, is_up: bool, offer: Offer | None, names: Sequence[str]
) -> str | None:
    """Return what goes on, or None while it is ours to decide.

    ``offer`` is ours, if we opened the table; ``is_up`` says that anybody can be heard.
    """
    if status.recalling:
        return f"asking {words.all_of(status.recalling)} what this seat said last"
    if status.turn is not None:
        return _in_play(status, status.turn, names)
    if status.unready:
        return f"waiting for {', '.join(status.unready)}"
    if offer is not None:
        return f"waiting for players ({status.guests} of {offer.seats} here)"
    return "waiting for the others" if is_up else "dialling"


def _in_play(status: Status, turn: Turn, names: Sequence[str]) -> str | None:
    seats = status.unsigned if isinstance(turn, Over) else status.waiting_for
    if isinstance(turn, Choose) and turn.player == status.seat:
        return None
    if status.seat in seats:
        return None
    return words.waiting(turn, seats, names) + _time_left(status)


def _time_left(status: Status) -> str:
    """Return for how long others are waited for, the one who has least."""
    left = [left for seat, left in status.left if seat != status.seat]
    return f" ({math.ceil(min(left))} s left)" if left else ""


def reached(
    names: Sequence[str], standings: Sequence[Standing | None]
) -> tuple[str, ...]:
    """Return the names with how each player is reached, where we can tell."""
    both = zip(names, standings, strict=True)
    return tuple(name if how is None else f"{name} ({how})" for name, how in both)


def own_time(status: Status) -> float | None:
    """Return for how many seconds the others still wait for us, None: for ever."""
    return dict(status.left).get(status.seat) if status.seat is not None else None
