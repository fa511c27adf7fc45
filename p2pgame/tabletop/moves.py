"""Declare what players may do, and what follows by itself.

A :class:`MoveType` is a kind of move that a player proposes; a :class:`FixUp`
happens as soon as nothing speaks against it, and nobody can propose it.  Both
are plain values: how to change the state, and why that is not allowed now.
:mod:`p2pgame.tabletop.phases` says when each has its turn.

Source: the move types of jkomoros/boardgame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from p2pgame.engine import Amount, Argument, Message, Offer, Reason, RulesError, State

_S = TypeVar("_S", bound=State)

Numbers: TypeAlias = Sequence[int]


def no_number(state: object, player: int) -> Numbers:
    """Return the numbers of a move that takes none."""
    return ()


def allowed(*_: object) -> None:
    """Say nothing against a move."""


def unchanged(state: _S, *_: object) -> _S:
    """Return the state as it is: what a move does that only passes the turn."""
    return state


def unless(
    holds: bool, id: str, code: str = "not-now", /, **args: Argument
) -> Reason | None:
    """Return a refusal with the message ``id``, unless the condition holds."""
    return None if holds else Reason.of(code, id, **args)


def derived_name(name: str) -> str:
    """Return what a function or class stands for: ``hide_cards``: "hide cards"."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")
    return words.lower().strip().removeprefix("move ")


@dataclass(frozen=True)  # slots would break ``Name[State](...)`` in 3.11
class MoveType(Generic[_S]):
    """A kind of move: ``apply(state, player, number)`` makes it.

    Without a ``name`` it is called like ``apply``.  ``help`` is about every move
    of the kind, ``describe`` about one that is made.  A move that takes a number
    (a stake, a place) has ``numbers``: a ``range`` is offered as a whole,
    however long; other numbers one by one.  ``default`` is the number that a
    screen proposes, the first if there is no better one.  ``why_not`` is asked
    only in the right phase, and ``in_a_row`` counts only in ordered ones: how
    often the move may be repeated, 0 for any number of times, none included.
    """

    apply: Callable[[_S, int, int], _S]
    help: str
    name: str = ""
    why_not: Callable[[_S, int], Reason | None] = allowed
    numbers: Callable[[_S, int], Numbers] = no_number
    default: Callable[[_S, int], int] | None = None
    describe: Callable[[_S, int, int], Message] | None = None
    in_a_row: int = 1

    def __post_init__(self) -> None:
        _name(self, self.apply)
        if not self.help:
            raise RulesError(f"{self.name!r} has no help text")
        if self.takes_number and " " in self.name:
            raise RulesError(f"{self.name!r} takes a number, so it must be one word")

    @property
    def takes_number(self) -> bool:
        return self.numbers is not no_number

    def written(self, number: int) -> str:
        """Return the move as a player types it."""
        return f"{self.name} {number}" if self.takes_number else self.name

    def offers(self, state: _S, player: int) -> tuple[Offer, ...]:
        """Return every move of this kind, but for what ``why_not`` says."""
        if not self.takes_number:
            return (self.name,)
        numbers = self.numbers(state, player)
        if isinstance(numbers, range) and numbers.step == 1:
            last = numbers.stop - 1
            return (Amount(self.name, numbers.start, last),) if numbers else ()
        return tuple(self.written(number) for number in numbers)

    def why_not_number(self, state: _S, player: int, number: int) -> Reason | None:
        if not self.takes_number or number in self.numbers(state, player):
            return None
        offers = ", ".join(map(str, self.offers(state, player))) or "nothing"
        move = repr(self.written(number))
        return Reason.of("out-of-range", "move-impossible", move=move, offers=offers)


@dataclass(frozen=True)  # slots would break ``Name[State](...)`` in 3.11
class FixUp(Generic[_S]):
    """What follows by itself: ``apply(state)``, or None if it does not follow now.

    ``why_not`` is for a fix-up whose absence people may wonder about, and says
    no before ``apply`` is asked.  ``starts`` is the phase that begins with it,
    and ``describe`` says what it does to this state.
    """

    apply: Callable[[_S], _S | None]
    name: str = ""
    help: str = ""
    why_not: Callable[[_S], Reason | None] = allowed
    starts: str = ""
    describe: Callable[[_S], Message] | None = None
    in_a_row: int = 1

    def __post_init__(self) -> None:
        _name(self, self.apply)

    def words(self, state: _S) -> Message:
        """Return what people are told when it happens."""
        if self.describe is not None:
            return self.describe(state)
        return Message.of("follows", name=self.name)


def until(
    apply: Callable[[_S], _S], done: Callable[[_S], bool], name: str
) -> FixUp[_S]:
    """Return the fix-up that applies once and again, until it is ``done``."""

    def step(state: _S) -> _S | None:
        return None if done(state) else apply(state)

    return FixUp(step, name, in_a_row=0)


def starting(phase: str, when: Callable[[_S], bool]) -> FixUp[_S]:
    """Return the fix-up that does nothing but to begin a phase."""

    def begin(state: _S) -> _S | None:
        return state if when(state) else None

    return FixUp(begin, f"start {phase}", starts=phase)


def _name(kind: MoveType[_S] | FixUp[_S], apply: object) -> None:
    name = kind.name or derived_name(getattr(apply, "__name__", ""))
    if not re.fullmatch(r"[a-z0-9]+([ -][a-z0-9]+)*", name):
        raise RulesError(f"{name!r} is no name for a kind of move")
    object.__setattr__(kind, "name", name)
