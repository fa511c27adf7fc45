"""The events that a client reports to its front end, in order.

All are frozen structs, and JSON objects whose field ``event`` names the class.
What is said to people is a :class:`~p2pgame.engine.Message`: an id and arguments.
Seats count from 0; ``seat`` is None where a spectator has none.  Times are seconds.
Keys and tables are hexadecimal.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from p2pgame.engine import Amount, Message

from .evening_events import Account as Account
from .evening_events import EveningShown as EveningShown
from .evening_events import Payment as Payment
from .evening_events import Standing as Standing
from .parts import Choice as Choice
from .parts import Event as Event
from .parts import Part as Part
from .parts import Player as Player
from .parts import Range as Range
from .parts import View as View
from .parts import Zone as Zone
from .plan_events import PlanEnded as PlanEnded
from .plan_events import Planned as Planned
from .plan_events import PlanStep as PlanStep
from .plan_events import UndosFound as UndosFound
from .plan_events import UndosShown as UndosShown
from .questions import Picture, Question
from .verified import Verified as Verified


class Trust(Part, frozen=True):
    """How many may vanish from a table, and how many could read hidden cards.

    If up to ``may_vanish`` players fall silent, the game goes on.  Any ``readers`` who
    conspire could read cards, and so could ``forkers`` who control the network, too.
    0: nobody.
    """

    may_vanish: int = 0
    readers: int = 0
    forkers: int = 0


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


class Invited(Event, frozen=True, tag="invited"):
    """The table is open; ``invite`` lets its holder sit down.

    ``watch`` lets its holder spectate, and ``short`` fits a QR code; None: there is no
    such link.  ``reserved``: seats wait for players of the table before.
    ``again``: the table was opened by an earlier run.
    """

    table: str
    invite: str
    watch: str | None = None
    short: str | None = None
    again: bool = False
    reserved: bool = False


class WordsTold(Event, frozen=True, tag="words-told"):
    """These spoken words lead to the table, for ten minutes."""

    words: str


class Compare(Event, frozen=True, tag="compare"):
    """The host sees these three pictures, too; if it does not, say no to it."""

    host: str
    pictures: tuple[Picture, ...]


class Arrived(Event, frozen=True, tag="arrived"):
    """A player has come to the table; ``contact`` is our own name for it."""

    name: str
    contact: str | None = None


class Notice(Event, frozen=True, tag="notice"):
    """Something to tell the player once; nothing is asked."""

    message: Message


class Terms(Event, frozen=True, tag="terms"):
    """What a table's quorum means, told before the game begins; ``message`` says it.

    Players are waited for so many seconds of ``patience``, 0: for ever; ``absence`` is
    what becomes of the game then, as in the request.
    """

    message: Message
    seats: int
    quorum: int
    patience: int
    absence: str
    trust: Trust


class Begun(Event, frozen=True, tag="begun"):
    """All players have accepted the game; ``message`` says the terms.

    ``again``: an earlier run has told of it, and :class:`Resumed` follows.
    ``practice``: it goes on from a position, against programs; nothing is signed.
    ``makes_room``: the game can say which undos make room for something
    (``find-undos``).
    """

    table: str
    game: str
    version: int
    options: dict[str, Any]
    players: tuple[Player, ...]
    seat: int | None
    message: Message
    draws: bool = False
    patience: int = 0
    quorum: int = 0
    again: bool = False
    trust: Trust | None = None
    practice: bool = False
    makes_room: bool = False


class Resumed(Event, frozen=True, tag="resumed"):
    """The player is back at a game of which an earlier run told; ``last`` was last."""

    message: Message
    last: Message | None
    view: View


class Happened(Event, frozen=True, tag="happened"):
    """A turn was answered: ``messages`` say what happened and what followed.

    ``look``: people would look at the table now.  ``cleared`` is the table as it was
    before things that had been seen went from it: the end of a hand.
    """

    messages: tuple[Message, ...]
    view: View
    look: bool = False
    cleared: View | None = None


class YourTurn(Event, frozen=True, tag="your-turn"):
    """The player decides; ``number`` counts the turns that were asked.

    While there is a plan, the view is the table after its steps, and a move is the next
    of them.  ``made`` are the player's own moves since another decided last, and since
    the last reveal or chance.  It can undo ``undos`` of them, and redo ``redos``.
    """

    number: int
    view: View
    choice: Choice
    made: tuple[str, ...] = ()
    undos: int = 0
    redos: int = 0


class TurnClosed(Event, frozen=True, tag="turn-closed"):
    """The turn with this number is not asked any more: it was answered, or changed."""

    number: int


class Chat(Event, frozen=True, tag="chat"):
    """A player says something to all."""

    seat: int
    text: str
    message: Message


class Proposed(Event, frozen=True, tag="proposed"):
    """A player offers, or agrees to, ``proposal``; it counts if all agree."""

    seat: int
    proposal: str
    message: Message


class Nudged(Event, frozen=True, tag="nudged"):
    """A player reminds those for whom the turn waits."""

    seat: int
    message: Message


class MovedFor(Event, frozen=True, tag="moved-for"):
    """A player was silent for too long, and ``move`` was made for it."""

    seat: int
    move: str
    message: Message


class Overtaken(Event, frozen=True, tag="overtaken"):
    """The others had gone on without a player: what happened is reported anew."""

    message: Message


class Ended(Event, frozen=True, tag="ended"):
    """The game is over, with these payoffs by seat."""

    payoffs: tuple[int, ...]
    message: Message


class Waiting(Event, frozen=True, tag="waiting"):
    """What goes on now; no message: the player is to decide.

    ``seconds`` are left until the others go on without somebody, and ``own_seconds``
    until they go on without this player.  ``guests`` are here before the game has
    begun, besides this player; seats are reserved for those who are ``missing``.
    """

    message: Message | None = None
    seconds: int | None = None
    own_seconds: int | None = None
    connections: tuple[Connection, ...] = ()
    guests: tuple[Guest, ...] = ()
    missing: tuple[str, ...] = ()


class Progress(Event, frozen=True, tag="progress"):
    """So much of a long piece of work is done; ``total`` 0: it is not known.

    ``task`` is ``shuffle`` (players who have shuffled) or ``verify`` (turns).
    """

    task: Literal["shuffle", "verify"]
    done: int
    total: int = 0


class Saved(Event, frozen=True, tag="saved"):
    """The transcript is in this file; ``unsigned`` seats have not signed its end.

    A long one is in several ``parts``, all of which are needed: ``path`` is the first.
    """

    path: str
    unsigned: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()


class Accused(Event, frozen=True, tag="accused"):
    """A player's signed entries break the game; ``evidence`` is a file that proves it.

    It is empty if the transcript itself proves it: then the game is too long for one
    file.  The game can't go on.
    """

    seat: int | None
    message: Message
    transcript: str
    evidence: str


class ForkShown(Event, frozen=True, tag="fork-shown"):
    """A player signed two entries in one place, which shows after the end of a game.

    The result stands, as all have signed it.  ``evidence`` is a file that proves the
    fork, and the conviction is kept by the player's ``identity``.
    """

    seat: int
    name: str
    identity: str
    table: str
    message: Message
    evidence: str


class KnownForker(Event, frozen=True, tag="known-forker"):
    """A player who is here has signed two entries in one place at an earlier table.

    Its ``identity`` is the same, whatever it calls itself now.  Only we are told.
    ``table`` is the earlier one; the files of ``evidence`` prove it.
    """

    name: str
    identity: str
    table: str
    message: Message
    evidence: tuple[str, ...]


class RulesBroken(Event, frozen=True, tag="rules-broken"):
    """The rules are at fault, and no player is; ``message`` says what is wrong.

    The game can't go on.
    """

    message: Message
    transcript: str


class SecretsShown(Event, frozen=True, tag="secrets-shown"):
    """A transcript shows by its end what these seats had seen, or some of it.

    So :class:`.inquiries.Replay` can tell it again as one of them saw it.
    """

    seats: tuple[int, ...]


class NotDone(Event, frozen=True, tag="not-done"):
    """A command could not be done; nothing has changed.  ``code`` is for programs."""

    message: Message
    code: str = ""


class Finished(Event, frozen=True, tag="finished"):
    """The last event of a seat; ``error`` says what ended it early."""

    error: Message | None = None


class Snapshot(Event, frozen=True, tag="snapshot"):
    """Stands for ``missed`` events that were not read in time: how things are now."""

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


AnyEvent: TypeAlias = (
    Invited
    | WordsTold
    | Compare
    | Arrived
    | Notice
    | Terms
    | Begun
    | Resumed
    | Happened
    | YourTurn
    | TurnClosed
    | Planned
    | PlanEnded
    | UndosFound
    | Chat
    | Proposed
    | Nudged
    | MovedFor
    | Overtaken
    | Ended
    | Waiting
    | Progress
    | Saved
    | Verified
    | EveningShown
    | Accused
    | ForkShown
    | KnownForker
    | RulesBroken
    | SecretsShown
    | Asked
    | Answered
    | Snapshot
    | NotDone
    | Finished
)


def range_of(amount: Amount) -> Range:
    """Return the engine's amount as an event contains it."""
    return Range(amount.verb, amount.low, amount.high)
