"""Seats record which players take part, sit out, or have left for good.

:class:`Seats` is part of the state of a game that people may join and leave.
Such a game answers :meth:`~p2pgame.engine.Game.why_not_seated` with
:func:`why_not_now`, and the event ``Seated`` with :meth:`Seats.changed`.  A player
who is eliminated is ``gone``, like one who has left: neither plays again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from p2pgame.engine import Reason, SeatName, State, Status

SeatStatus: TypeAlias = Status | Literal["empty"]


class Seats(State, frozen=True):
    """The status of each seat; ``empty`` until somebody takes it."""

    status: tuple[SeatStatus, ...]

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that take part."""
        return tuple(n for n, status in enumerate(self.status) if status == "in")

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats of players who are eliminated or have left."""
        return tuple(n for n, status in enumerate(self.status) if status == "gone")

    def changed(self, player: int, status: SeatStatus) -> Seats:
        """Return the seats after the status of ``player`` has changed."""
        return Seats((*self.status[:player], status, *self.status[player + 1 :]))


def seats_taken(taken: int, seats: int) -> Seats:
    """Return ``seats`` seats; the first ``taken`` of them take part."""
    return Seats(tuple("in" if seat < taken else "empty" for seat in range(seats)))


def why_not_now(
    seats: Seats, player: int, status: Status, *, between_rounds: bool
) -> Reason | None:
    """Return why ``player`` cannot change to ``status``, or None.

    Players can join only between rounds.  They can sit out or leave at any time, so
    the game MUST go on without their moves.
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

    For games in which players can only leave for good.
    """
    if status == "gone" and player in present:
        return None
    return Reason.of("fixed-seats", "only-leave-for-good", player=SeatName(player))


def why_too_few(seats: Seats, least: int) -> Reason | None:
    """Return that a round lacks players, with their number, or None."""
    missing = least - len(seats.present)
    if missing <= 0:
        return None
    return Reason.of("too-few-players", "too-few-players", missing=missing)
