"""This module declares the moves of players and the automatic fix-ups of a game.

A :class:`MoveType` is a kind of move that a player proposes.  A :class:`FixUp`
happens as soon as it applies; nobody can propose it.  Both are plain values: how to
change the state, and why that is not allowed now.
:mod:`p2pgame.tabletop.phases` says when each is possible.

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
    """Return no numbers, for a move that takes none."""
    return ()


def allowed(*_: object) -> None:
    """Allow every move."""


def unchanged(state: _S, *_: object) -> _S:
    """Return the state unchanged, for a move that only passes the turn."""
    return state


def unless(
    holds: bool, id: str, code: str = "not-now", /, **args: Argument
) -> Reason | None:
    """Return a refusal with the message ``id``, unless the condition holds."""
    return None if holds else Reason.of(code, id, **args)


def derived_name(name: str) -> str:
    """Return the words in a name: "hide cards" for ``hide_cards``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")
    return words.lower().strip().removeprefix("move ")


@dataclass(frozen=True)  # slots would break ``Name[State](...)`` in 3.11
class MoveType(Generic[_S]):
    """A kind of move: ``apply(state, player, number)`` makes it.

    Its default ``name`` is that of ``apply``.  ``help`` describes the kind,
    ``describe`` one move.  A move with a number (a stake, a place) has ``numbers``:
    a ``range`` is one offer, however long; other numbers are offered one by one.
    ``default`` is the number that a screen proposes, or else the first.
    ``why_not`` is called only in the right phase.  ``in_a_row`` matters only in
    ordered phases: how often the move may be repeated.  With 0 it may be repeated
    any number of times, or skipped.
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

    @property
    def form(self) -> str:
        """The move as a description writes it."""
        return f"{self.name} NUMBER" if self.takes_number else self.name

    def written(self, number: int) -> str:
        """Return the move as players type it."""
        return f"{self.name} {number}" if self.takes_number else self.name

    def offers(self, state: _S, player: int) -> tuple[Offer, ...]:
        """Return every move of this kind, without asking ``why_not``."""
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
    """An automatic step: ``apply(state)`` returns the new state, or None.

    ``why_not`` comes before ``apply``, and can explain to people why the step does
    not happen.  ``starts`` is the phase that begins with the step; ``describe`` says
    what it does to a state.
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
        """Return the message for people when it happens."""
        if self.describe is not None:
            return self.describe(state)
        return Message.of("follows", name=self.name)


def until(
    apply: Callable[[_S], _S], done: Callable[[_S], bool], name: str
) -> FixUp[_S]:
    """Return a fix-up that repeats until it is ``done``."""

    def step(state: _S) -> _S | None:
        return None if done(state) else apply(state)

    return FixUp(step, name, in_a_row=0)


def starting(phase: str, when: Callable[[_S], bool]) -> FixUp[_S]:
    """Return a fix-up that only begins a phase."""

    def begin(state: _S) -> _S | None:
        return state if when(state) else None

    return FixUp(begin, f"start {phase}", starts=phase)


def _name(kind: MoveType[_S] | FixUp[_S], apply: object) -> None:
    name = kind.name or derived_name(getattr(apply, "__name__", ""))
    if not re.fullmatch(r"[a-z0-9]+([ -][a-z0-9]+)*", name):
        raise RulesError(f"{name!r} is no name for a kind of move")
    object.__setattr__(kind, "name", name)
