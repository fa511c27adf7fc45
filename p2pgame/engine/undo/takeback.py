"""This module defines the records of undo, redo and takebacks, and the takeback vote.

Inside its own turn a player undoes alone.  Across turns, where others have already
answered, it needs the consent of all other players; one refusal ends the request.
No vote goes back across a reveal or chance: nobody can unsee a card, and a new
shuffle would give another deck.

A request names the version of the timeline at which it was made.  Any move after
that voids the request and every vote on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..errors import IllegalMove
from ..events import (
    Chosen,
    ChosenTogether,
    Closing,
    Dealt,
    Event,
    Expired,
    Opened,
    Placed,
    Proved,
    Reshuffled,
    Rolled,
    Seated,
    Shuffled,
    Ticked,
)
from ..message import Message, SeatName
from ..reason import Reason
from ..state import State

#: The events that cannot be taken back, with the messages that say so.
_FINAL: dict[type[State], Message] = {
    Shuffled: Message("since-deck-shuffled"),
    Reshuffled: Message("since-cards-reshuffled"),
    Dealt: Message("since-cards-dealt"),
    Opened: Message("since-cards-opened"),
    Rolled: Message("since-dice-rolled"),
    Placed: Message("since-something-placed"),
    Proved: Message("since-something-proved"),
    ChosenTogether: Message("since-sealed-opened"),
    Ticked: Message("since-time-passed"),
    Seated: Message("since-somebody-came-or-went"),
    Closing: Message("since-last-round-agreed"),
}


class Undone(State, frozen=True):
    """``player`` takes back its last ``levels`` moves."""

    player: int
    levels: int = 1


class Redone(State, frozen=True):
    """``player`` redoes its last ``levels`` undone moves."""

    player: int
    levels: int = 1


class Requested(State, frozen=True):
    """``player`` asks to go back to the state after ``moment`` events.

    ``version`` is that of the timeline when the player asked.
    """

    player: int
    moment: int
    version: int


class Agreed(State, frozen=True):
    """``player`` agrees to the request of ``version``."""

    player: int
    version: int


class Refused(State, frozen=True):
    """``player`` refuses the request of ``version``, or withdraws its own."""

    player: int
    version: int


Answer: TypeAlias = Agreed | Refused

#: Everything that a record may hold.
Recorded: TypeAlias = Event | Undone | Redone | Requested | Answer


class Takeback(State, frozen=True):
    """A request, the seats that have not answered yet, and the seat that refused."""

    request: Requested
    waiting: tuple[int, ...]
    refused_by: int | None = None

    @property
    def is_open(self) -> bool:
        return bool(self.waiting) and self.refused_by is None

    @property
    def is_granted(self) -> bool:
        return not self.waiting and self.refused_by is None

    def receive(self, answer: Answer) -> Takeback:
        """Return the vote with one more answer.

        Raises:
          IllegalMove: It answers another request, or this player has no vote
            or has voted already; nothing has changed.
        """
        if not self.is_open or answer.version != self.request.version:
            raise IllegalMove("void", Message.of("request-closed"))
        if answer.player == self.request.player and isinstance(answer, Refused):
            return Takeback(self.request, self.waiting, answer.player)
        if answer.player not in self.waiting:
            said = Message.of("not-asked", player=SeatName(answer.player))
            raise IllegalMove("no-vote", said)
        if isinstance(answer, Refused):
            return Takeback(self.request, self.waiting, answer.player)
        waiting = tuple(seat for seat in self.waiting if seat != answer.player)
        return Takeback(self.request, waiting)


def is_final(event: Event) -> bool:
    """Return whether an event can never be taken back."""
    return type(event) in _FINAL


def why_final(events: Iterable[Event]) -> Reason | None:
    """Return why ``events`` cannot all be taken back, or None."""
    for event in events:
        said = _FINAL.get(type(event))
        if said is not None:
            return Reason("seen", said)
    return None


def what_stands(event: Event) -> Message:
    """Return why a player cannot undo across ``event``, which is not its own."""
    match event:
        case Chosen(player, _):
            return Message.of("since-moved", player=SeatName(player))
        case Expired(player):
            return Message.of("since-out-of-time", player=SeatName(player))
    return _FINAL[type(event)]


def ask(
    request: Requested, seats: int, events: tuple[Event, ...], before: int = 0
) -> Takeback:
    """Open the vote on a request; grant it at once if nobody else plays.

    ``events`` are the timeline's, but for so many ``before`` them that are forgotten;
    then the first of them is final.  Players who have left for good have no vote.

    Raises:
      IllegalMove: Its player or moment does not exist, or an event since then
        cannot be taken back.
    """
    status = {e.player: e.status for e in events if isinstance(e, Seated)}
    present = [seat for seat in range(seats) if status.get(seat) != "gone"]
    if request.player not in present:
        said = Message.of("no-such-player", seat=request.player)
        raise IllegalMove("not-seated", said)
    if request.moment not in range(before + len(events)):
        said = Message.of("no-way-back", moment=request.moment)
        raise IllegalMove("nothing-to-undo", said)
    reason = why_final(events[max(0, request.moment - before) :])
    if reason is not None:
        raise reason.error
    waiting = tuple(seat for seat in present if seat != request.player)
    return Takeback(request, waiting)
