"""Going back: its words in a game's record, and the vote of those concerned.

Inside its own turn a player undoes alone.  What others have answered to is theirs
as well, so across turns one asks and all the others must agree; one refusal ends
it.  Even all together cannot unsee a card, and a deck shuffled again would be
another deck: no vote goes back across what was revealed or drawn.

A request names the version of the timeline it was made at.  Whoever moves on
meanwhile has answered: the request is void, and so is every vote on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from .errors import IllegalMove
from .events import (
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
from .message import Message, SeatName
from .reason import Reason
from .state import State

#: What nobody can take back, and how people are told that it has happened since.
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
    """``player`` makes the last ``levels`` moves again that it has undone."""

    player: int
    levels: int = 1


class Requested(State, frozen=True):
    """``player`` asks to go back to when only ``moment`` events had happened.

    ``version`` is that of the timeline which the player saw.
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

#: Whatever a record holds.
Recorded: TypeAlias = Event | Undone | Redone | Requested | Answer


class Takeback(State, frozen=True):
    """A request, the seats that have not answered it, and who refused it."""

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
            here, or none left; nothing has changed.
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


def why_final(events: Iterable[Event]) -> Reason | None:
    """Return why nobody can take back all of ``events``, or None."""
    for event in events:
        said = _FINAL.get(type(event))
        if said is not None:
            return Reason("seen", said)
    return None


def what_stands(event: Event) -> Message:
    """Return why a player cannot alone go back across ``event``, not its own."""
    match event:
        case Chosen(player, _):
            return Message.of("since-moved", player=SeatName(player))
        case Expired(player):
            return Message.of("since-out-of-time", player=SeatName(player))
    return _FINAL[type(event)]


def ask(request: Requested, seats: int, events: tuple[Event, ...]) -> Takeback:
    """Return the vote on a request; it is granted at once if nobody else is there.

    ``events`` are those that stand.  Who has gone for good has no vote.

    Raises:
      IllegalMove: Its player or its moment is not there, or what came since
        cannot be taken back.
    """
    status = {e.player: e.status for e in events if isinstance(e, Seated)}
    present = [seat for seat in range(seats) if status.get(seat) != "gone"]
    if request.player not in present:
        said = Message.of("no-such-player", seat=request.player)
        raise IllegalMove("not-seated", said)
    if request.moment not in range(len(events)):
        said = Message.of("no-way-back", moment=request.moment)
        raise IllegalMove("nothing-to-undo", said)
    reason = why_final(events[request.moment :])
    if reason is not None:
        raise reason.error
    waiting = tuple(seat for seat in present if seat != request.player)
    return Takeback(request, waiting)
