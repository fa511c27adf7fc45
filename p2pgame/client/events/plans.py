"""The events that tell a player of its plan, and of nobody else's."""

from __future__ import annotations

from p2pgame.engine import Message

from .parts import Choice, Event, Part, View


class PlanStep(Part, frozen=True):
    """A step of a plan: moves that are undone together.

    ``hints`` say what each is, with its price; they are the moves as they were given
    where it could not be tried.  ``messages`` say what happens by it, and ``points``
    how the player's score changes; None: that is not known, or the game counts nothing.
    Before the turn ``given`` says when it is so: ``plan-given-always``, whatever the
    others do first; or ``plan-given-after``, in a position that may come.  Of a step
    without messages it can say that the plan stops there (``plan-given-barred``), that
    the step is not possible then (``plan-given-never``), or that it could not be tried
    (``plan-given-unknown``); then ``about`` says what moves of its kind do.
    """

    moves: tuple[str, ...]
    hints: tuple[Message, ...]
    messages: tuple[Message, ...] = ()
    name: str = ""
    points: int | None = None
    given: Message | None = None
    about: tuple[Message, ...] = ()


class Planned(Event, frozen=True, tag="planned"):
    """The player's plan, which nobody else knows of.

    ``redos`` steps can be redone.  ``waits``: its steps are tried when the player's
    turn comes, and ``ahead`` has moves that may be possible after them, as far as that
    can be known.  ``confirmed``: it is made then by itself.  ``view`` is the table
    after its steps, and ``next`` what must happen before there can be another; of a
    plan that waits it is told where it is sure.  ``fell`` says
    which step is not possible any more, and why: that one and those after it are gone.
    """

    steps: tuple[PlanStep, ...]
    redos: int = 0
    waits: bool = False
    confirmed: bool = False
    view: View | None = None
    next: Message | None = None
    fell: Message | None = None
    ahead: Choice | None = None


class PlanEnded(Event, frozen=True, tag="plan-ended"):
    """There is no plan any more: it was made, dropped, or has fallen."""

    made: bool
    message: Message


class UndosShown(Part, frozen=True):
    """Undos that are made together, under a number; ``message`` says what they do."""

    number: int
    moves: tuple[str, ...]
    message: Message


class HintShown(Event, frozen=True, tag="hint-shown"):
    """A hint for the player's next step, of this ``level`` out of ``levels``."""

    level: int
    levels: int
    message: Message


class UndosFound(Event, frozen=True, tag="undos-found"):
    """Undos that make room for what was ``wanted``, the best first.

    Fewer steps are better, and of as many those that undo least.  ``more``: there may
    be others.
    """

    wanted: str
    undos: tuple[UndosShown, ...]
    more: bool
