"""This module applies a game's policy after all others agree that a player is silent.

The genesis names the policy. ``wait``: the game waits, since no eviction is
possible. ``finish``: the others go on without the evicted player, for good.
``forfeit``: the evicted player loses, and the game is over. ``default``: where one
player chooses, a move is made for it, and it keeps its seat; in any other turn it
is evicted as in ``finish``.

A player that signed ``Leave`` is out under each policy, and no move is made for it.
A leave counts as such if every signer against its author had seen it by then; else
the signers agreed on silence.
"""

from __future__ import annotations

from ..entries.payloads import Absence
from .absence import Absences, Seats, Spot
from .board import Board


class Policy:
    """Applies the ``absence`` of a genesis; reads the fold and never changes it."""

    def __init__(
        self,
        absence: Absence,
        authors: tuple[bytes, ...],
        absences: Absences,
        board: Board,
    ) -> None:
        self._absence = absence
        self._authors = authors
        self._absences = absences
        self._board = board
        self._leaves: dict[int, int] = {}

    def leave(self, seat: int, sequence: int) -> None:
        """Note the place in its feed where a seat signs ``Leave``."""
        self._leaves.setdefault(seat, sequence)

    def forfeits(self, spot: Spot, gone: Seats, lost: Seats) -> bool:
        """Return whether evicting ``gone`` ends the game."""
        return self._absence == "forfeit" and bool(self._silent(spot, gone, lost))

    def move_for(self, spot: Spot, gone: Seats, lost: Seats) -> tuple[int, str] | None:
        """Return the seat of ``gone`` that stays, and the move made for it, or None."""
        if self._absence != "default":
            return None
        for seat in self._silent(spot, gone, lost):
            move = self._board.absent_move(seat)
            if move is not None:
                return seat, move
        return None

    def _silent(self, spot: Spot, gone: Seats, lost: Seats) -> Seats:
        """Return those of ``gone`` who have not just signed ``Leave``.

        Called before the eviction, with a set that all others agreed on. So the
        signers, and the entries they had seen, are the same for every peer.
        """
        now = self._absences.at(spot)
        votes = (now.vote(seat, lost) for seat in self._absences.present - gone)
        clocks = [vote[1] for vote in votes if vote and vote[0] == gone | lost]
        return frozenset(
            seat
            for seat in gone
            if seat not in self._leaves
            or any(
                clock.get(self._authors[seat], -1) < self._leaves[seat]
                for clock in clocks
            )
        )
