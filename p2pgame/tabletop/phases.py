"""Phases say when each kind of move is possible, and in which order.

The moves of a phase are possible at any time in it, or, in an *ordered* phase, one
after the other.  Moves given as ``anytime`` are possible in every phase, and do not
affect an order.  The state holds the phase's name and two numbers, so every peer
answers alike.

A change of phase calls the old phase's ``leave``, then the new one's ``enter``, both
while the state still names the old phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec.structs import replace

from p2pgame.engine import (
    Amount,
    Message,
    Offer,
    Reason,
    RulesError,
    State,
)

from .moves import FixUp, MoveType, unchanged


class Phased(State, frozen=True, kw_only=True):
    """Base of a state with phases.

    In an ordered phase, ``step`` is how many of its kinds of move have begun, and
    ``times`` is how often the last of them was made.
    """

    phase: str = ""
    step: int = 0
    times: int = 0


P = TypeVar("P", bound=Phased)


@dataclass(frozen=True)  # slots would break ``Name[State](...)`` in 3.11
class Phase(Generic[P]):
    """The moves and fix-ups that are possible while the state names this phase."""

    name: str
    moves: Sequence[MoveType[P] | FixUp[P]]
    ordered: bool = False
    leave: Callable[[P], P] = unchanged
    enter: Callable[[P], P] = unchanged


class Rulebook(Generic[P]):
    """Every kind of move of a game, checked when the game is made.

    Fix-ups are tried in the order written, those for ``anytime`` first.

    Raises:
      RulesError: Two kinds or phases have the same name, or a fix-up starts a
        phase that does not exist.
    """

    def __init__(
        self,
        *phases: Phase[P],
        anytime: Sequence[MoveType[P] | FixUp[P]] = (),
    ) -> None:
        self._phases = {phase.name: phase for phase in phases}
        self._anytime = tuple(anytime)
        self._first = phases[0].name if phases else ""
        self._types: dict[str, MoveType[P] | FixUp[P]] = {}
        if len(self._phases) < len(phases):
            names = ", ".join(phase.name for phase in phases)
            raise RulesError(f"two phases have one name: {names}")
        free = Phase("any phase", self._anytime)
        for phase in (free, *phases):
            self._check(phase)

    def _check(self, phase: Phase[P]) -> None:
        for place, kind in enumerate(phase.moves):
            known = self._types.setdefault(kind.name, kind)
            elsewhere = self._anytime if phase.name in self._phases else ()
            twice = not phase.ordered and kind in phase.moves[:place]
            if known is not kind or twice or kind in elsewhere:
                raise RulesError(f"two kinds of move are called {kind.name!r}")
            if isinstance(kind, MoveType):
                continue
            if kind.starts and kind.starts not in self._phases:
                raise RulesError(f"{kind.name!r} starts no phase: {kind.starts!r}")

    def help(self) -> dict[str, str]:
        """Return what each kind of move does, for any player, by its form."""
        kinds = (one for one in self._types.values() if isinstance(one, MoveType))
        return {kind.form: kind.help for kind in kinds}

    def phases_of(self, name: str) -> tuple[str, ...]:
        """Return the phases that declare this kind; empty if it is possible in all."""
        kind = self._types[name]
        return tuple(p.name for p in self._phases.values() if kind in p.moves)

    def start(self, state: P) -> P:
        """Return the state at the beginning of the first phase."""
        if not self._phases:
            return state
        state = self._phases[self._first].enter(state)
        return replace(state, phase=self._first, step=0, times=0)

    def enter(self, state: P, phase: str) -> P:
        """Return the state after the change to ``phase``."""
        state = self._phases[state.phase].leave(state)
        state = self._phases[phase].enter(state)
        return replace(state, phase=phase, step=0, times=0)

    def offers(self, state: P, player: int) -> tuple[Offer, ...]:
        """Return the moves that ``player`` could make now."""
        return tuple(
            offer
            for kind in self._current(state)
            if isinstance(kind, MoveType)
            and self._why_not_yet(state, kind) is None
            and kind.why_not(state, player) is None
            for offer in kind.offers(state, player)
        )

    def default(self, state: P, player: int, name: str) -> str | None:
        """Return the default move of this kind for ``player``, if any is possible."""
        kind = self._types[name]
        assert isinstance(kind, MoveType), "nobody proposes a fix-up"
        numbers = kind.numbers(state, player)
        if kind.default is not None:
            move = kind.written(kind.default(state, player))
        elif kind.takes_number and not numbers:
            return None
        else:
            move = kind.written(numbers[0] if numbers else 0)
        return move if self.why_not(state, player, move) is None else None

    def why_not(self, state: P, player: int, move: str) -> Reason | None:
        """Return why ``player`` may not make ``move`` now, or None.

        Phase and order are checked before the author's ``why_not``.
        """
        kind, number = self._find(move)
        if kind is None:
            return Reason.of("unknown-move", "no-move-of-this-game", move=repr(move))
        wrong = self._why_not_yet(state, kind)
        if isinstance(kind, FixUp):
            wrong = wrong or kind.why_not(state)
            said = Message.of("nobody-proposes", move=repr(move))
            if wrong:
                said = Message.of(
                    "nobody-proposes-yet", move=repr(move), why=wrong.message
                )
            return Reason("not-proposable", said)
        return (
            wrong
            or kind.why_not(state, player)
            or kind.why_not_number(state, player, number)
        )

    def apply(self, state: P, player: int, move: str) -> P:
        """Return the state after a move that :meth:`why_not` allows."""
        kind, number = self._find(move)
        assert isinstance(kind, MoveType), f"{move!r} was not checked"
        return kind.apply(self._progress(state, kind), player, number)

    def describe(self, state: P, player: int, move: str) -> Message:
        """Return the message for people about this move."""
        kind, number = self._find(move)
        if isinstance(kind, MoveType) and kind.describe is not None:
            return kind.describe(state, player, number)
        return Message.by("player-moves", player, move=move)

    def fix_up(self, state: P) -> tuple[Message, P] | None:
        """Return the first fix-up that applies: its message, and the state after it."""
        for kind in self._current(state):
            if not isinstance(kind, FixUp):
                continue
            if self._why_not_yet(state, kind) or kind.why_not(state):
                continue
            after = kind.apply(self._progress(state, kind))
            if after is None:
                continue
            if kind.starts:
                after = self.enter(after, kind.starts)
            return kind.words(state), after
        return None

    def _current(self, state: P) -> tuple[MoveType[P] | FixUp[P], ...]:
        phase = self._phases.get(state.phase)
        return (*self._anytime, *(phase.moves if phase else ()))

    def _find(self, move: str) -> tuple[MoveType[P] | FixUp[P] | None, int]:
        kind = self._types.get(move)
        if kind is not None and not (isinstance(kind, MoveType) and kind.takes_number):
            return kind, 0
        verb = move.partition(" ")[0]
        kind = self._types.get(verb)
        number = Amount(verb, 0, 0).number(move)
        if isinstance(kind, MoveType) and kind.takes_number and number is not None:
            return kind, number
        return None, 0

    def _why_not_yet(self, state: P, kind: MoveType[P] | FixUp[P]) -> Reason | None:
        if kind in self._anytime:
            return None
        phase = self._phases.get(state.phase)
        if phase is None or kind not in phase.moves:
            right = " or ".join(self.phases_of(kind.name))
            args = {"move": repr(kind.name), "phases": right, "phase": state.phase}
            return Reason("wrong-phase", Message("wrong-phase", args))
        if phase.ordered and _place(phase.moves, state, kind) is None:
            args = {"move": repr(kind.name), "phase": phase.name}
            return Reason("out-of-order", Message("not-next-in-phase", args))
        return None

    def _progress(self, state: P, kind: MoveType[P] | FixUp[P]) -> P:
        phase = self._phases.get(state.phase)
        if phase is None or not phase.ordered or kind in self._anytime:
            return state
        place = _place(phase.moves, state, kind)
        assert place is not None, f"{kind.name!r} was not checked"
        again = place + 1 == state.step
        return replace(state, step=place + 1, times=state.times + 1 if again else 1)


def _place(
    order: Sequence[MoveType[P] | FixUp[P]],
    state: Phased,
    kind: MoveType[P] | FixUp[P],
) -> int | None:
    """Return the place of ``kind`` in the order if it were made now, or None."""
    last = state.step - 1
    if last >= 0 and order[last] is kind:
        most = kind.in_a_row
        if most == 0 or state.times < most:
            return last
    for place in range(state.step, len(order)):
        if order[place] is kind:
            return place
        if order[place].in_a_row != 0:
            return None
    return None
