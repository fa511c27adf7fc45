"""The events that say how a seat is: what goes on, and what is asked."""

from __future__ import annotations

from typing import Literal

from p2pgame.engine import Message

from ..questions import Question
from .evening import EveningShown, Purse
from .files import Saved
from .gathering import Invited
from .parts import Event, Part, View
from .plans import Planned
from .playing import Begun, Ended, YourTurn
from .verified import Verified


class Connection(Part, frozen=True):
    """How a player is reached: ``path`` is lan, direct, relayed or nostr."""

    seat: int
    path: str
    milliseconds: int | None = None


class Guest(Part, frozen=True):
    """A player at a table that has not begun; ``key`` is its key at this table.

    ``contact`` is our own name for it.  ``can_remove``: the host may still give its
    seat to another, by the command ``remove``.
    """

    key: str
    name: str
    contact: str | None = None
    is_program: bool = False
    can_remove: bool = False


class Notice(Event, frozen=True, tag="notice"):
    """Something to tell the player once; nothing is asked."""

    message: Message


class Waiting(Event, frozen=True, tag="waiting"):
    """What goes on now; no message: the player is to decide.

    ``seconds`` are left until the others go on without somebody, and ``own_seconds``
    until they go on without this player.  ``guests`` are here before the game has
    begun, besides this player; seats are reserved for those who are ``missing``.
    ``let_in``: whether the host has let this guest in, null where the number of those
    who have a seat does not show it.  ``can_begin``: a host could begin now with so
    few players, by the command ``begin``; 0: it can't.
    """

    message: Message | None = None
    seconds: int | None = None
    own_seconds: int | None = None
    connections: tuple[Connection, ...] = ()
    guests: tuple[Guest, ...] = ()
    missing: tuple[str, ...] = ()
    let_in: bool | None = None
    can_begin: int = 0


class Progress(Event, frozen=True, tag="progress"):
    """So much of a long piece of work is done; ``total`` 0: it is not known.

    ``task`` is ``shuffle`` (players who have shuffled) or ``verify`` (turns).
    """

    task: Literal["shuffle", "verify"]
    done: int
    total: int = 0


class Snapshot(Event, frozen=True, tag="snapshot"):
    """Stands for ``missed`` events that were not read in time: how things are now.

    ``seat`` is where the player sits, as ``list-tables`` names it.
    """

    missed: int
    invited: Invited | None = None
    begun: Begun | None = None
    view: View | None = None
    turn: YourTurn | None = None
    questions: tuple[Question, ...] = ()
    waiting: Waiting | None = None
    ended: Ended | None = None
    saved: Saved | None = None
    verified: Verified | None = None
    plan: Planned | None = None
    evening: EveningShown | None = None
    purse: Purse | None = None
    seat: str = ""


class Asked(Event, frozen=True, tag="asked"):
    """A question to the player; see :class:`~p2pgame.client.questions.Question`."""

    question: Question


class Answered(Event, frozen=True, tag="answered"):
    """The question with this number is closed, with this answer.

    ``by`` says who gave it: the player, the deadline, or nobody, for the question was
    withdrawn.
    """

    number: int
    answer: int | None
    by: Literal["player", "deadline", "nobody"]


class Done(Event, frozen=True, tag="done"):
    """The command with this ``id`` was done; of one without, nothing is told.

    Events of what it has changed may come before this or after it.
    """

    id: int


class NotDone(Event, frozen=True, tag="not-done"):
    """A command could not be done; nothing has changed.  ``code`` is for programs.

    ``id`` is the command's, if it had one that could be read.
    """

    message: Message
    code: str = ""
    id: int | None = None


class Finished(Event, frozen=True, tag="finished"):
    """The last event of a seat; ``error`` says what ended it early."""

    error: Message | None = None
