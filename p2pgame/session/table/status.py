"""Sums up where a table stands, for people who look at it meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.engine import Turn

from ..game.patience import awaited
from ..game.seats import RoundId, Seats
from ..lobby.lobby import Player
from .table import Table


@dataclass(frozen=True, slots=True)
class Status:
    """What there is to wait for, and for whom.

    ``seat`` is ours in the game, ``guests`` the authors who have come and are here;
    ``unready`` have not accepted the offer, ``waiting_for`` (seats) keep the turn from
    going on, ``unsigned`` (seats) have not signed the end.

    ``left`` says of seats whose word is awaited, ours too, how many seconds they
    still have by our own clock; nothing of those who may take as long as they like.
    ``recalling`` are those who have yet to tell us what we ourselves said last, and
    ``present`` the authors of those who play, and have neither gone nor left.
    ``is_shut`` says that a game is offered of which we may not read a word.
    ``knocking`` have come to the table that we opened, and our player has not let
    them in; they are no ``guests``.  ``lacking`` says that something is here which can
    only be understood with something that is not.
    """

    seat: int | None = None
    guests: tuple[bytes, ...] = ()
    unready: tuple[str, ...] = ()
    turn: Turn | None = None
    waiting_for: tuple[int, ...] = ()
    unsigned: tuple[int, ...] = ()
    left: tuple[tuple[int, float], ...] = ()
    recalling: tuple[str, ...] = ()
    present: tuple[bytes, ...] = ()
    is_shut: bool = False
    knocking: tuple[Player, ...] = ()
    lacking: bool = False


def status_of(
    table: Table,
    left: tuple[tuple[int, float], ...] = (),
    recalling: tuple[str, ...] = (),
) -> Status:
    """Look at a table; ``left`` and ``recalling`` are as in :class:`Status`."""
    play = table.play
    unsigned = {player.author for player in table.roster.unsigned}
    knocking = () if table.seat is None else table.seat.knocking
    is_open = play is None and table.seat is not None and not table.roster.seats
    outside = {player.author for player in knocking}
    if is_open and table.seat is not None:
        outside |= table.seat.away | table.seat.turned_away | table.seat.twins
    guests = (player.author for player in table.players)
    return Status(
        seat=None if play is None else play.seat,
        guests=tuple(author for author in guests if author not in outside),
        unready=tuple(player.name for player in table.roster.unready),
        turn=None if play is None else play.turn,
        waiting_for=() if play is None else play.waiting_for,
        unsigned=tuple(
            seat
            for seat, player in enumerate(table.players)
            if player.author in unsigned
        ),
        left=left,
        recalling=recalling,
        present=() if play is None else _present(table),
        is_shut=table.epochs.is_shut,
        knocking=knocking,
        lacking=table.history.lacking,
    )


def _present(table: Table) -> tuple[bytes, ...]:
    return tuple(table.players[seat].author for seat in sorted(table.roster.here))


def progress_of(table: Table) -> tuple[RoundId, Seats] | None:
    """Return how far the game has come, and who has still to say something there."""
    return None if table.play is None else (table.play.round_id, awaited(table.play)[0])
