"""The commands that a front end gives to a seat.

All are frozen structs, and JSON objects whose field ``command`` has the name.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from p2pgame.engine.exact_json import LARGEST

#: Characters of a move, at most; a longer one is none.
MOVE_LENGTH = 4096
Text = Annotated[str, Meta(max_length=MOVE_LENGTH)]
#: The asker's own number for what it asks.
Id = Annotated[int, Meta(ge=0, le=LARGEST)]
#: So many chips.
Chips = Annotated[int, Meta(ge=0, le=10**12)]
#: So many steps or moves, 0: all.
Count = Annotated[int, Meta(ge=0, le=1000)]


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="command",
    forbid_unknown_fields=True,
):
    """Base of commands.

    ``id`` is the front end's own number.  A command that has one is answered by
    ``done`` or ``not-done`` with the same, unless ``finished`` comes first.
    """

    id: Id | None = None


class Move(Command, frozen=True, tag="move"):
    """Make a move in the turn that is open."""

    move: Text


class Propose(Command, frozen=True, tag="propose"):
    """Offer, or agree to, ``draw``, ``takeback N`` or ``last round``."""

    proposal: Text


class Say(Command, frozen=True, tag="say"):
    """Say something to all at the table."""

    text: Text


class Nudge(Command, frozen=True, tag="nudge"):
    """Remind those for whom the turn waits, once in each turn."""


class Answer(Command, frozen=True, tag="answer"):
    """Answer the question with this number."""

    number: int
    answer: int


class PlayNext(Command, frozen=True, tag="play-next"):
    """Play another game next, if the host plays again; ``options`` as for a host.

    The game of the last such command counts, for the next answer alone.
    """

    game: Annotated[str, Meta(max_length=32)]
    options: dict[str, str | int | bool] = {}


class Leave(Command, frozen=True, tag="leave"):
    """Leave the game for good, and the table; the player may lose by it.

    Before the game: give the seat up; a host closes the table by it.  ``stays``: the
    player gives up a game of two, and may play the next one.
    """

    stays: bool = False


class Weigh(Command, frozen=True, tag="weigh"):
    """Say what the game comes to if it ends by a move, or if the player leaves, for "".

    Answered by ``weighed``; nothing is done.
    """

    move: Text = ""


class SitOut(Command, frozen=True, tag="sit-out"):
    """Sit out the next game, and come back for the one after it: between games only."""


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Begin the next table with so many ``chips`` more: between two games only.

    The last such command counts; 0 takes it back.  ``purse`` says what may be bought.
    """

    chips: Chips


class Remove(Command, frozen=True, tag="remove"):
    """Give a guest no seat, whose key is this; only a host, and before the game."""

    guest: Text


class GoWithout(Command, frozen=True, tag="go-without"):
    """Open the table with fewer seats: without those who are ``missing``."""


class Begin(Command, frozen=True, tag="begin"):
    """Open the table with those who are here: a host waits for nobody else."""


class Quit(Command, frozen=True, tag="quit"):
    """End what goes on now; an unfinished game can be resumed."""


class Plan(Command, frozen=True, tag="plan"):
    """Begin a plan: moves are its steps until it is confirmed or dropped.

    Of one that is there already it is told how it stands.  A ``move`` is its next
    step.  A premove becomes the plan's first step.
    """

    move: Text = ""


class Premove(Command, frozen=True, tag="premove"):
    """Prepare one move, to be made when the turn comes if it is possible then.

    In the player's own turn it is a move like any other.
    """

    move: Text


class Group(Command, frozen=True, tag="group"):
    """Make the last ``steps`` of the plan one, called ``name`` if that is given."""

    steps: Count = 2
    name: Text = ""


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last steps of the plan, or without a plan one's last moves.

    Moves can be undone while it is still the player's turn, as far back as only its
    own moves were made.  0: all of them.
    """

    steps: Count = 1


class Redo(Command, frozen=True, tag="redo"):
    """Redo what was undone last; 0: all of it."""

    steps: Count = 1


class FindUndos(Command, frozen=True, tag="find-undos"):
    """List undos of the game's own that make room for what is ``wanted``.

    That is a cell, a move, or what else the game can make room for.  The best come
    first, a few at a time; an empty text lists the next.  Answered by ``undos-found``.
    """

    wanted: Text = ""


class MakeUndos(Command, frozen=True, tag="make-undos"):
    """Make the undos that were listed under this number; in a plan they are a step."""

    number: Annotated[int, Meta(ge=1)]


class Hint(Command, frozen=True, tag="hint"):
    """Give a hint for the player's next step, if the game has hints.

    A higher ``level`` says more: first what to look at, at last the move.  0: the next
    level for this position.  Answered by ``hint-shown``.
    """

    level: Annotated[int, Meta(ge=0, le=9)] = 0


class Confirm(Command, frozen=True, tag="confirm"):
    """Make all moves of the plan: now, or when the player's turn comes."""


class Drop(Command, frozen=True, tag="drop"):
    """Drop the plan; nobody learns that there was one."""


#: The commands about what a player prepares or undoes, or about its next step.
PlanCommand: TypeAlias = (
    Plan | Premove | Group | Undo | Redo | FindUndos | MakeUndos | Hint | Confirm | Drop
)
#: The commands about a game, or between two.
GameCommand: TypeAlias = (
    Move | Weigh | Propose | Say | Nudge | Answer | PlayNext | SitOut | BuyIn
)
#: The commands of a host at a table that has not begun.
HostCommand: TypeAlias = Remove | GoWithout | Begin
#: The commands at a table that has not begun, or about one's seat.
SeatCommand: TypeAlias = HostCommand | Leave | Quit
AnyCommand: TypeAlias = GameCommand | SeatCommand | PlanCommand
