"""Lists the tables at which the player has a seat."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ..errors import Refused
from ..words import title_of
from . import places, ticket
from .ticket import Ticket

#: What goes on at a table of ours.
State: TypeAlias = Literal["waiting", "playing", "stopped", "left", "over", "moved"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat of ours, its ticket, and by what number people choose it."""

    number: int
    folder: Path
    ticket: Ticket

    @property
    def is_moved(self) -> bool:
        return places.is_moved(self.folder)

    @property
    def is_in_use(self) -> bool:
        return places.is_in_use(self.folder)

    @property
    def state(self) -> State:
        """What goes on there.

        ``stopped``: no program of ours is at it, and it can be resumed.  ``left``: our
        player has left it, and comes by it to the evening's next table.
        """
        if self.is_moved:
            return "moved"
        if self.ticket.state in ("over", "given-up"):
            return "over"
        if not self.is_in_use:
            return "left" if self.ticket.state == "left" else "stopped"
        return "playing" if self.ticket.players else "waiting"

    @property
    def game(self) -> str:
        """The game, by the ticket or else by the invite; empty: neither names it."""
        return self.ticket.game or self.ticket.way.game

    @property
    def is_open(self) -> bool:
        """Whether there is something to go on with on this device."""
        return self.ticket.state == "open" and not self.is_moved

    @property
    def leads_on(self) -> bool:
        """Whether it was left, and the way to the evening's next table is by it."""
        return self.ticket.state == "left" and not self.is_moved


def kept() -> list[Kept]:
    """Return our seats with a ticket, the newest first."""
    tickets = [(folder, ticket.read(folder)) for folder in places.seats()]
    seats = [(folder, one) for folder, one in tickets if one is not None]
    # Of two that began in one second the one that is over was the first.
    seats.sort(key=lambda seat: (-seat[1].opened, seat[1].state == "over", seat[0]))
    return [Kept(number, *seat) for number, seat in enumerate(seats, 1)]


class WhichTable(Refused):
    """Several tables could be meant: those ``tables``."""

    tables: tuple[Kept, ...] = ()


def numbered(number: int) -> Kept:
    """Return the seat with this number, whatever goes on there.

    Raises:
      Refused: There is no such seat.
    """
    seats = kept()
    if not 1 <= number <= len(seats):
        raise Refused("no-such-table", number=number)
    return seats[number - 1]


def chosen(number: int | None) -> Kept:
    """Return the seat with this number, or the only one to go on with.

    A table that was left counts where no other is open.

    Raises:
      Refused: There is no such seat, or it is in use; or there are several.
    """
    if number is not None:
        one = numbered(number)
        if one.is_in_use:
            raise Refused("seat-in-use")
        return one
    everything = kept()
    seats = [seat for seat in everything if seat.is_open]
    seats = seats or [seat for seat in everything if seat.leads_on]
    free = [seat for seat in seats if not seat.is_in_use]
    if len(free) == 1:
        return free[0]
    if not seats:
        raise _nothing_open(everything)
    if not free:
        raise Refused("seat-in-use")
    which = WhichTable("which-table")
    which.tables = tuple(free)
    raise which


def _nothing_open(seats: list[Kept]) -> Refused:
    """Return that no table is open, and where the last game's transcript is.

    Its program may have been stopped before it said so.
    """
    for one in seats:
        saved = one.ticket.saved
        if saved is not None and one.ticket.state == "over" and Path(saved).is_file():
            return Refused(
                "no-table-but-transcript", game=title_of(one.game), path=saved
            )
    return Refused("no-table-to-resume")


def forget(one: Kept) -> Path | None:
    """Delete our seat at a table; return where other files of its folder are."""
    return places.forget(one.folder)
