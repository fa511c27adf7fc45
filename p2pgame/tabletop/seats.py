"""Who is at the table: seats that are taken, sit out, and are left for good.

:class:`Seats` is part of the state of a game that people may join and leave.
Such a game answers :meth:`~p2pgame.engine.Game.why_not_seated` with
:func:`why_not_now`, and the event ``Seated`` with :meth:`Seats.changed`.  Who is
eliminated is ``gone``, as is who has left: neither plays again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from p2pgame.engine import Reason, SeatName, State, Status

SeatStatus: TypeAlias = Status | Literal["empty"]


class Seats(State, frozen=True):
    """One status for each seat; ``empty`` until somebody has taken it."""

    status: tuple[SeatStatus, ...]

    @property
    def present(self) -> tuple[int, ...]:
        """Who takes part, by seat."""
        return tuple(n for n, status in enumerate(self.status) if status == "in")

    def changed(self, player: int, status: SeatStatus) -> Seats:
        """Return the seats after ``player`` has joined, sits out or is gone."""
        return Seats((*self.status[:player], status, *self.status[player + 1 :]))


def seats_taken(taken: int, seats: int) -> Seats:
    """Return ``seats`` seats, of which the first ``taken`` are in the game."""
    return Seats(tuple("in" if seat < taken else "empty" for seat in range(seats)))


def why_not_now(
    seats: Seats, player: int, status: Status, *, between_rounds: bool
) -> Reason | None:
    """Return why ``player`` cannot change to ``status``, or None.

    To join takes a break between rounds; to sit out or to leave is possible at
    any time, so the game must go on without that player's moves.
    """
    if not 0 <= player < len(seats.status):
        return Reason.of("no-such-seat", "no-such-seat", seat=player)
    was, who = seats.status[player], SeatName(player)
    if was == "gone":
        return Reason.of("gone", "out-for-good", player=who)
    if was == status:
        return Reason.of("no-change", "is-already", player=who, status=status)
    if was == "empty" and status != "in":
        return Reason.of("empty-seat", "empty-seat", seat=player)
    if status == "in" and not between_rounds:
        return Reason.of("mid-round", "join-between-rounds")
    return None


def why_not_gone(
    present: Collection[int], player: int, status: Status
) -> Reason | None:
    """Return why ``player`` cannot change to ``status``, or None.

    For games that somebody who is present may leave for good, and nothing else.
    """
    if status == "gone" and player in present:
        return None
    return Reason.of("fixed-seats", "only-leave-for-good", player=SeatName(player))


def why_too_few(seats: Seats, least: int) -> Reason | None:
    """Return that a round cannot begin yet, with how many are missing, or None."""
    missing = least - len(seats.present)
    if missing <= 0:
        return None
    return Reason.of("too-few-players", "too-few-players", missing=missing)
