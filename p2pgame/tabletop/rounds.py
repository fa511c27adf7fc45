"""A round is a queue of players, in which laps are counted.

A :class:`Round` is part of a game's state.  A player who has acted goes to the end
of the queue; a player who is finished leaves it.  So skipping, dropping out and any
order of play need no extra rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from p2pgame.engine import Message, Reason, State

from .moves import FixUp, unchanged

_S = TypeVar("_S", bound=State)


class Round(State, frozen=True):
    """The players still to act in a lap, those waiting for the next, and its number."""

    queue: tuple[int, ...]
    waiting: tuple[int, ...] = ()
    lap: int = 0

    @property
    def player(self) -> int:
        """The player whose turn it is."""
        return self.queue[0]

    @property
    def over(self) -> bool:
        """Whether all players have left the round."""
        return not self.queue

    def again(self) -> Round:
        """Return the round after a turn of a player who will have another."""
        return _lap(Round(self.queue[1:], (*self.waiting, self.queue[0]), self.lap))

    def through(self) -> Round:
        """Return the round after its player's last turn."""
        return _lap(Round(self.queue[1:], self.waiting, self.lap))

    def without(self, players: Iterable[int]) -> Round:
        """Return the round without ``players``, wherever they were."""
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
    """Return the fix-up that ends a turn once it is complete.

    ``why_not_over`` returns what is left to do, as a message that can end a sentence
    ("they still have cards"), or None.  ``end`` resets the data of the player whose
    turn ends, then ``pass_on`` changes the player, then ``start`` prepares the next
    turn.
    """

    def why_not(state: _S) -> Reason | None:
        left = why_not_over(state)
        if left is None:
            return None
        return Reason.of("turn-not-over", "turn-not-over", why=left)

    def apply(state: _S) -> _S:
        return start(pass_on(end(state)))

    return FixUp(apply, "finish turn", "Ends a turn, begins the next.", why_not)
