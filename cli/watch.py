"""What a seat waits for, and whether its lines are up: looked at now and then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine import Choose, Over
from p2pgame.session import Offer
from p2pgame.session.play import Play
from p2pgame.session.runner import Peer

from . import words


@dataclass(frozen=True, slots=True)
class Lost:
    """What to say when a line is lost, and when it is there again."""

    gone: str
    back: str


OURS = Lost("The line is lost; dialling again.", "The line is back.")
A_GUESTS = Lost("A guest's line is lost; it may come back.", "The guest is back.")


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


def waiting(peer: Peer, offer: Offer | None, names: Sequence[str]) -> str | None:
    """Return what goes on, or None while it is ours to decide.

    ``offer`` is ours, if we opened the table.
    """
    table = peer.table
    if table.play is not None:
        return _in_play(table.play, names, _unsigned(peer))
    if table.unready:
        return f"waiting for {', '.join(player.name for player in table.unready)}"
    if offer is not None:
        return f"waiting for players ({len(table.players)} of {offer.seats} here)"
    return "waiting for the others" if peer.neighbours else "dialling"


def _in_play(play: Play, names: Sequence[str], unsigned: Sequence[int]) -> str | None:
    turn, seats = play.turn, _unanswered(play)
    match turn:
        case Choose(player) if player == play.seat:
            return None
        case Over():
            seats = unsigned
    return None if play.seat in seats else words.waiting(turn, seats, names)


def _unanswered(play: Play) -> Sequence[int]:
    try:
        return play.waiting_for
    except AttributeError:
        return ()  # the peer's thread has just ended the turn at which we look


def _unsigned(peer: Peer) -> Sequence[int]:
    unsigned = peer.table.unsigned
    return [s for s, player in enumerate(peer.table.players) if player in unsigned]
