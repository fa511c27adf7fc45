"""The events of a game, from its first turn to its result."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from p2pgame.engine import Message

from .parts import Choice, Event, Part, Player, Trust, View


class Begun(Event, frozen=True, tag="begun"):
    """All players have accepted the game; ``message`` says the terms.

    ``again``: an earlier run has told of it, and :class:`Resumed` follows.
    ``practice``: it goes on from a position, against programs; nothing is signed.
    ``makes_room``: the game can say which undos make room for something
    (``find-undos``).  ``gives_hints``: it has hints for the next step (``hint``).
    ``has_rounds``: all may agree on a ``last round``.
    ``plans_ahead``: moves can be prepared before the player's turn (``premove``,
    ``plan``); otherwise a plan can be begun in a turn of its own alone, if the game has
    any (``turn`` of its view is ``choose``).
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
    gives_hints: bool = False
    plans_ahead: bool = True
    has_rounds: bool = False


PastKind: TypeAlias = Literal["move", "chat", "offer", "nudge", "notice"]


class PastLine(Part, frozen=True):
    """A line of a game so far; of chat ``text`` is what the player at ``seat`` said."""

    kind: PastKind
    message: Message
    seat: int | None = None
    text: str = ""


class Resumed(Event, frozen=True, tag="resumed"):
    """The player is back at a game of which an earlier run told; ``last`` was last.

    ``past`` is what has happened so far and what was said, as the log has it: the last
    1,000 lines of the game, and the last 100 of each player.
    """

    message: Message
    last: Message | None
    view: View
    past: tuple[PastLine, ...] = ()


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


class Weighed(Event, frozen=True, tag="weighed"):
    """What the game comes to if it ends by a move, or by leaving, for "".

    It answers ``weigh``, and has its ``id``.
    """

    move: str
    message: Message
    id: int | None = None


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
