"""What becomes of a game in which all others agree that somebody is silent.

The genesis says it.  ``wait``: nothing, for nobody can agree on that.  ``finish``:
the others go on without whoever is gone, for good.  ``forfeit``: whoever is gone
has lost, and the game is over.  ``default``: where one player chooses, a move is
made for it, and it keeps its seat; in any other turn it is gone as in ``finish``.

Whoever has said that it leaves is gone in each of them, and nothing is decided for
it.  A leave counts as one where everybody who signed against its author had seen
it by then; else it was silence that they agreed on.
"""

from __future__ import annotations

from ..entries.payloads import Absence
from .absence import Absences, Seats, Spot
from .board import Board


class Policy:
    """The ``absence`` of a genesis, at work; it asks the fold and changes nothing."""

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
        """Note where in its feed a seat says that it leaves."""
        self._leaves.setdefault(seat, sequence)

    def forfeits(self, spot: Spot, gone: Seats, lost: Seats) -> bool:
        """Return whether the game is over now that ``gone`` are about to go."""
        return self._absence == "forfeit" and bool(self._silent(spot, gone, lost))

    def move_for(self, spot: Spot, gone: Seats, lost: Seats) -> tuple[int, str] | None:
        """Return who of ``gone`` stays, and the move that is made for it, or None."""
        if self._absence != "default":
            return None
        for seat in self._silent(spot, gone, lost):
            move = self._board.absent_move(seat)
            if move is not None:
                return seat, move
        return None

    def _silent(self, spot: Spot, gone: Seats, lost: Seats) -> Seats:
        """Return those of ``gone`` who have not just said that they leave.

        Asked before they are gone, of a set on which all others have agreed: then
        the signers are the same for everybody, and what they had seen is, too.
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
