"""This module defines the events that a table reports to people, in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from p2pgame.engine import Event, Message, RulesError, State, Turn, View
from p2pgame.engine.undo.takeback import Undone
from p2pgame.engine.undo.timeline import Timeline

from ..entries.errors import Misbehaviour, Unplayable
from .lobby import Player, Start

#: A view of any game's state, for generic displays.
AnyView: TypeAlias = View[Any]


@dataclass(frozen=True, slots=True)
class Joined:
    """A player or guest has come to the table."""

    name: str
    is_program: bool = False


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A guest, maybe we, has given up its seat before a game was offered."""

    player: Player


@dataclass(frozen=True, slots=True)
class Apart:
    """Somebody has come whose program shares no version of the wire with ours.

    ``text`` says who needs which release.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Declined:
    """A game was offered that this program cannot play."""

    error: Unplayable

    @property
    def text(self) -> str:
        return self.error.text


@dataclass(frozen=True, slots=True)
class Started:
    """All players have accepted; ``seat`` is ours, None for a spectator."""

    start: Start
    seat: int | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """All have agreed to a draw."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All have agreed to take back the last ``levels`` decisions."""

    levels: int


@dataclass(frozen=True, slots=True)
class Happened:
    """``event`` answered ``turn``; ``fix_ups`` followed by themselves.

    ``Undone``: a player took back its own move. ``fix_ups`` are messages and the state
    after each; ``view`` is our current view.
    """

    turn: Turn
    event: Event | Undone | TakenBack | Drawn
    fix_ups: tuple[tuple[Message, State], ...]
    view: AnyView


@dataclass(frozen=True, slots=True)
class Reached:
    """The game has reached the turn with this id, in the state with this digest.

    ``id`` is :func:`~p2pgame.session.entries.ids.turn_id` of ``label`` and ``parts``,
    of which the id of the turn before is the first, except in the first turn.
    """

    id: bytes
    label: bytes
    parts: tuple[bytes | int, ...]
    digest: bytes


@dataclass(frozen=True, slots=True)
class Asked:
    """Our player must decide among the options of ``view.choice``.

    ``line`` is the game so far, which says what the player may undo and redo.  So many
    ``turns`` are before what is asked, some of them foreseen if that is an order ahead.
    """

    view: AnyView
    line: Timeline[Any, Any]
    turns: int


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """Orders came late: so many ``ticks`` that our player saw are played again."""

    ticks: int


@dataclass(frozen=True, slots=True)
class Assented:
    """``seat`` offers or agrees to ``proposal``, while this turn waits."""

    seat: int
    proposal: str


@dataclass(frozen=True, slots=True)
class Said:
    """``seat`` has sent a chat message."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Nudged:
    """``seat`` reminds those for whom the current turn waits."""

    seat: int


@dataclass(frozen=True, slots=True)
class MovedFor:
    """``seat`` did not answer in time, so ``move`` is made for it; it may come back."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Our own seat is open in another program too; only one of them may play.

    ``plays_on``: whether this program does.
    """

    plays_on: bool


@dataclass(frozen=True, slots=True)
class Overtaken:
    """The others evicted a player, perhaps us: the events are reported anew."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What the audits of a game have checked; nothing where no deck needs an audit.

    ``done`` are the seats of which every turn in every deck was recomputed.
    ``lacking`` are those with a turn that can't be: they have gone with their seeds.
    """

    done: frozenset[int] = frozenset()
    lacking: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over, with these payoffs by seat."""

    payoffs: tuple[int, ...]
    audited: Audited = Audited()


@dataclass(frozen=True, slots=True)
class Completed:
    """All players have signed the end: the transcript is final."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The table's opener invites its players to another one."""

    table: bytes
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class WatchNext:
    """The table's opener lets its spectators follow to another one.

    ``secret`` and ``topic`` are those of a watch link.
    """

    table: bytes
    secret: bytes = field(repr=False)
    topic: bytes


@dataclass(frozen=True, slots=True)
class Stopped:
    """A player's own signed entries break the game; it cannot go on."""

    misbehaviour: Misbehaviour


@dataclass(frozen=True, slots=True)
class LateFork:
    """A player signed two entries in one place, which came to light after the end.

    The result stands, as all have signed it.
    """

    misbehaviour: Misbehaviour


@dataclass(frozen=True, slots=True)
class RulesBroken:
    """The rules are at fault, and no player is: the game cannot go on.

    ``turns`` have happened.
    """

    error: RulesError
    turns: int


#: What is said beside the moves, or moved for who is silent.
Aside: TypeAlias = Assented | Said | Nudged | MovedFor
TableEvent: TypeAlias = (
    Joined
    | GaveUp
    | Apart
    | Declined
    | Started
    | Happened
    | Reached
    | Asked
    | PlayedAgain
    | Aside
    | Elsewhere
    | Overtaken
    | Ended
    | Completed
    | Rematch
    | WatchNext
    | Stopped
    | LateFork
    | RulesBroken
)
