"""What a table tells the people at it, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from p2pgame.engine import Event, Message, State, Turn, View
from p2pgame.engine.takeback import Undone

from ..entries.errors import Misbehaviour, Unplayable
from .lobby import Start

#: A view of some game's state, for whoever shows them all.
AnyView: TypeAlias = View[Any]


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody has come to the table."""

    name: str


@dataclass(frozen=True, slots=True)
class Declined:
    """A game was offered that this program cannot play."""

    error: Unplayable

    @property
    def text(self) -> str:
        return self.error.text


@dataclass(frozen=True, slots=True)
class Started:
    """Everybody has accepted; ``seat`` is ours, None for a spectator."""

    start: Start
    seat: int | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """All have agreed to a draw."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All have agreed to take back what was decided the last ``levels`` times."""

    levels: int


@dataclass(frozen=True, slots=True)
class Happened:
    """``event`` answered ``turn``; ``fix_ups`` followed by themselves.

    ``Undone`` stands for a move that its player took back alone.
    ``fix_ups`` are what to tell and the state after each; ``view`` is what we see now.
    """

    turn: Turn
    event: Event | Undone | TakenBack | Drawn
    fix_ups: tuple[tuple[Message, State], ...]
    view: AnyView


@dataclass(frozen=True, slots=True)
class Asked:
    """It is ours to decide: ``view.choice`` says among what."""

    view: AnyView


@dataclass(frozen=True, slots=True)
class Assented:
    """``seat`` offers or agrees to ``motion``, while this turn waits."""

    seat: int
    motion: str


@dataclass(frozen=True, slots=True)
class Said:
    """``seat`` has something to say to people."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class MovedFor:
    """``seat`` did not answer in time, so ``move`` is made for it; it may come back."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Our own seat is open in another program as well; only one of them may play.

    ``plays_on`` says whether that is this one.
    """

    plays_on: bool


@dataclass(frozen=True, slots=True)
class Overtaken:
    """The others went on without somebody, or us: what happened is told anew."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, with these payoffs by seat."""

    payoffs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Completed:
    """All players have signed the end: the transcript is final."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Whoever opened this table invites its players to another one."""

    table: bytes
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class WatchNext:
    """Whoever opened this table lets those who look on follow to another one.

    ``secret`` and ``topic`` are those of a watch link.
    """

    table: bytes
    secret: bytes = field(repr=False)
    topic: bytes


@dataclass(frozen=True, slots=True)
class Stopped:
    """A player's own signed words break the game; it cannot go on."""

    misbehaviour: Misbehaviour


TableEvent: TypeAlias = (
    Joined
    | Declined
    | Started
    | Happened
    | Asked
    | Assented
    | Said
    | MovedFor
    | Elsewhere
    | Overtaken
    | Ended
    | Completed
    | Rematch
    | WatchNext
    | Stopped
)
