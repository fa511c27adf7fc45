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
from .reason import Reason
from .state import State

_FINAL: dict[type[State], str] = {
    Shuffled: "the deck has been shuffled since",
    Reshuffled: "cards have been shuffled again since",
    Dealt: "cards have been dealt since",
    Opened: "cards have been opened since",
    Rolled: "dice have been rolled since",
    Placed: "something has been placed secretly since",
    Proved: "something has been proved about hidden cards since",
    ChosenTogether: "sealed moves have been opened since",
    Ticked: "time has passed for everybody since",
    Seated: "somebody has come or gone since",
    Closing: "all have agreed since that this round is the last",
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
            raise IllegalMove("void", "that request is no longer open")
        if answer.player == self.request.player and isinstance(answer, Refused):
            return Takeback(self.request, self.waiting, answer.player)
        if answer.player not in self.waiting:
            text = f"player {answer.player} is not asked, or has answered"
            raise IllegalMove("no-vote", text)
        if isinstance(answer, Refused):
            return Takeback(self.request, self.waiting, answer.player)
        waiting = tuple(seat for seat in self.waiting if seat != answer.player)
        return Takeback(self.request, waiting)


def why_final(events: Iterable[Event]) -> Reason | None:
    """Return why nobody can take back all of ``events``, or None."""
    for event in events:
        text = _FINAL.get(type(event))
        if text is not None:
            return Reason("seen", text)
    return None


def what_stands(event: Event) -> str:
    """Return why a player cannot alone go back across ``event``, not its own."""
    match event:
        case Chosen(player, _):
            return f"player {player} has moved since"
        case Expired(player):
            return f"the time of player {player} has run out since"
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
        raise IllegalMove("not-seated", f"there is no player {request.player}")
    if request.moment not in range(len(events)):
        text = f"there is no going back to moment {request.moment}"
        raise IllegalMove("nothing-to-undo", text)
    reason = why_final(events[request.moment :])
    if reason is not None:
        raise IllegalMove(reason.code, reason.text)
    waiting = tuple(seat for seat in present if seat != request.player)
    return Takeback(request, waiting)
