"""Go round the table: who acts, who is through, and how often it went round.

A :class:`Round` is part of a game's state.  It is a queue: who has acted goes to
its end, who is through leaves it, so skipping, dropping out and any order of
play need no rules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from p2pgame.engine import Message, Reason, State

from .moves import FixUp, unchanged

_S = TypeVar("_S", bound=State)


class Round(State, frozen=True):
    """Who has still to act in this lap, who waits for the next, and its number."""

    queue: tuple[int, ...]
    waiting: tuple[int, ...] = ()
    lap: int = 0

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.queue[0]

    @property
    def over(self) -> bool:
        """Whether nobody is left in the round."""
        return not self.queue

    def again(self) -> Round:
        """Return the round after the player's turn, who will have another."""
        return _lap(Round(self.queue[1:], (*self.waiting, self.queue[0]), self.lap))

    def through(self) -> Round:
        """Return the round after the player's last turn in it."""
        return _lap(Round(self.queue[1:], self.waiting, self.lap))

    def without(self, players: Iterable[int]) -> Round:
        """Return the round that ``players`` have left, wherever they were."""
        gone = set(players)
        queue = tuple(p for p in self.queue if p not in gone)
        waiting = tuple(p for p in self.waiting if p not in gone)
        return _lap(Round(queue, waiting, self.lap))


def _lap(round: Round) -> Round:
    if round.queue or not round.waiting:
        return round
    return Round(round.waiting, (), round.lap + 1)


def finish_turn(
    why_not_over: Callable[[_S], Message | None],
    pass_on: Callable[[_S], _S],
    *,
    end: Callable[[_S], _S] = unchanged,
    start: Callable[[_S], _S] = unchanged,
) -> FixUp[_S]:
    """Return the fix-up that ends a turn once nothing is left to do in it.

    ``why_not_over`` says what is left, in a message that may end a sentence ("they
    still have cards"), or None.  ``end`` sets back what was the player's whose
    turn ends, then ``pass_on`` changes the player, then ``start`` prepares the
    next one's turn.
    """

    def why_not(state: _S) -> Reason | None:
        left = why_not_over(state)
        if left is None:
            return None
        return Reason.of("turn-not-over", "turn-not-over", why=left)

    def apply(state: _S) -> _S:
        return start(pass_on(end(state)))

    return FixUp(apply, "finish turn", "Ends a turn, begins the next.", why_not)
