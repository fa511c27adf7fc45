"""Says what a seat waits for, and whether its lines are up, as messages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from p2pgame.engine import Choose, Message, Over, Turn
from p2pgame.session import Offer
from p2pgame.session.table.status import Status
from p2pgame.transport.paths.standing import Path, Standing

from ..events import Connection, Waiting
from ..names import all_of
from ..telling import phrases


@dataclass(frozen=True, slots=True)
class Lost:
    """What to say when a line is lost, and when it is there again."""

    gone: Message
    back: Message


def _lost(gone: str, back: str) -> Lost:
    return Lost(Message.of(gone), Message.of(back))


OURS = _lost("line-lost", "line-back")
RELAY = _lost("relay-lost", "relay-back")

#: Seconds for which something may be under way before it is said to be lacking.
LACKS_FOR = 20.0
A_PART, NOTHING = Message.of("relay-lacks-a-part"), Message.of("relay-has-nothing")

#: The names of paths in events.
PATHS = {
    Path.LAN: "lan",
    Path.DIRECT: "direct",
    Path.RELAYED: "relayed",
    Path.BY_NOSTR: "nostr",
}


class LineCounter:
    """Counts lines, and says once when there are fewer, once when they are back."""

    def __init__(self, lost: Lost) -> None:
        self._lost = lost
        self._full = 0
        self._missing = False

    def news(self, count: int) -> Message | None:
        """Return what to say now that there are ``count`` lines."""
        if self._missing == (count < self._full):
            self._full = max(self._full, count)
            return None
        self._missing = not self._missing
        return self._lost.gone if self._missing else self._lost.back


class Lacking:
    """Says once of something that it is not there, and seems not to come."""

    def __init__(self) -> None:
        self._what: Message | None = None
        self._since = 0.0
        self._told: list[Message] = []

    def news(self, what: Message | None, now: float) -> Message | None:
        """Return what to say, if this has been lacking all the time for too long."""
        if what != self._what:
            self._what, self._since = what, now
        if what is None or what in self._told or now - self._since < LACKS_FOR:
            return None
        self._told.append(what)
        return what


def waiting(
    status: Status,
    is_up: bool,
    offer: Offer | None,
    standings: Mapping[int, Standing] | None = None,
    told: Message | None = None,
    missing: Sequence[str] = (),
    few: int = 0,
) -> Waiting:
    """Return what goes on; without a message it is ours to decide.

    ``offer`` is ours, if we opened the table; ``is_up`` says that anybody can be heard.
    ``standings`` say of seats how they are reached, and ``told`` is what a guest waits
    for by its host's word before the game.  Those ``missing`` have reserved seats, and
    so ``few`` could begin.
    """
    own = own_time(status)
    ours = None if own is None else math.ceil(own)
    found = tuple(_connection(*one) for one in (standings or {}).items())
    message = _message(status, is_up, offer, told, missing, few)
    counts = status.turn is not None and message is not None and not status.recalling
    left = [left for seat, left in status.left if seat != status.seat and counts]
    seconds = math.ceil(min(left)) if left else None
    return Waiting(
        *(message, seconds, ours, found), missing=tuple(missing), can_begin=few
    )


def _message(
    status: Status,
    is_up: bool,
    offer: Offer | None,
    told: Message | None,
    missing: Sequence[str],
    few: int,
) -> Message | None:
    if status.recalling:
        return Message.of("recalling", players=all_of(status.recalling))
    if status.turn is not None:
        return _in_play(status, status.turn)
    if status.unready:
        return Message.of("waiting-for-named", players=all_of(status.unready))
    if offer is not None:
        here, seats = len(status.guests), offer.seats
        if missing:
            named = all_of(missing)
            return Message.of(
                "waiting-for-missing", players=named, here=here, seats=seats
            )
        if few:
            return Message.of("waiting-can-begin", here=here, seats=seats)
        return Message.of("waiting-for-players", here=here, seats=seats)
    if not is_up:
        return Message.of("dialling")
    return Message.of("waiting-for-others") if told is None else told


def _in_play(status: Status, turn: Turn) -> Message | None:
    seats = status.unsigned if isinstance(turn, Over) else status.waiting_for
    if isinstance(turn, Choose) and turn.player == status.seat:
        return None
    if status.seat in seats:
        return None
    return phrases.waiting(turn, seats)


def _connection(seat: int, standing: Standing) -> Connection:
    trip = standing.round_trip
    millis = None if trip is None else max(1, round(trip * 1000))
    return Connection(seat, PATHS[standing.path], millis)


def own_time(status: Status) -> float | None:
    """Return for how many seconds the others still wait for us, None: for ever."""
    return dict(status.left).get(status.seat) if status.seat is not None else None
