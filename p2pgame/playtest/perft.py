"""This module counts the positions of a game's tree, which reveals wrong rules.

``perft`` counts the positions exactly ``depth`` turns away, each once for each path
to it, as chess programmers have done since the 1980s.  A turn is one event: a roll
or a deal is one, and several players who decide together take one.  Games that are
over sooner are not counted.

A position's future does not depend on the path to it, so its count is cached. The
last turn is not played: its moves are counted where they are offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from p2pgame.engine import AnyGame, Event, Over, State, advance
from p2pgame.engine.soundness import turn_of

from .outcomes import Unseen, is_exact, outcomes, ways

#: The most counts cached; others are counted again.
MOST_KEPT = 1_000_000
#: The most positions of a game that is walked whole.
MOST_POSITIONS = 1_000_000

NOTHING_UNSEEN = Unseen()


@dataclass
class Perft:
    """Counts leaves from any position of a game, and keeps what it has counted."""

    game: AnyGame
    _kept: dict[tuple[State, Unseen, int], int] = field(default_factory=dict)

    def leaves(self, state: State, depth: int, unseen: Unseen = NOTHING_UNSEEN) -> int:
        """Return how many positions are ``depth`` turns away.

        Raises:
          ValueError: A turn on the way may go in too many ways to walk.
        """
        if depth == 0:
            return 1
        key = state, unseen, depth
        count = self._kept.get(key)
        if count is None:
            count = self._count(state, depth, unseen)
            if len(self._kept) < MOST_KEPT:
                self._kept[key] = count
        return count

    def divide(
        self, state: State, depth: int, unseen: Unseen = NOTHING_UNSEEN
    ) -> Iterator[tuple[Event, int]]:
        """Yield each possible next event with the leaves behind it.

        Where two programs disagree, this leads to the position.
        """
        turn = turn_of(self.game, state)
        for event, after in outcomes(self.game, state, turn, unseen):
            step = advance(self.game, state, event, turn)
            yield event, self.leaves(step.state, depth - 1, after)

    def _count(self, state: State, depth: int, unseen: Unseen) -> int:
        turn = turn_of(self.game, state)
        if depth == 1:
            if is_exact(turn):
                return ways(turn, unseen)
            return sum(1 for _ in outcomes(self.game, state, turn, unseen))
        return sum(count for _, count in self.divide(state, depth, unseen))


def perft(game: AnyGame, state: State, depth: int) -> int:
    """Return how many positions are ``depth`` turns after ``state``.

    ``state`` is one in which nothing lies face down.
    """
    return Perft(game).leaves(state, depth)


class Tree(NamedTuple):
    """The whole of a game.

    ``nodes`` counts each position once for each way to it, the first included;
    ``plays`` are the ways to an end; ``positions`` are different.
    """

    nodes: int
    plays: int
    positions: int


def tree(game: AnyGame, state: State) -> Tree:
    """Walk all positions after ``state``, in which nothing lies face down.

    Raises:
      ValueError: There are more than a million positions, or one can come back.
    """
    counted: dict[tuple[State, Unseen], tuple[int, int]] = {}
    below: dict[tuple[State, Unseen], list[tuple[State, Unseen]]] = {}
    stack = [(state, NOTHING_UNSEEN)]
    while stack:
        here = stack[-1]
        if here in counted:
            stack.pop()
        elif here in below:
            stack.pop()
            if not counted.keys() >= {*below[here]}:
                raise ValueError(f"a position of {game.name} can come back")
            nexts = [counted[after] for after in below.pop(here)]
            nodes = 1 + sum(nodes for nodes, _ in nexts)
            over = isinstance(turn_of(game, here[0]), Over)
            counted[here] = nodes, over + sum(plays for _, plays in nexts)
        else:
            if len(counted) + len(below) >= MOST_POSITIONS:
                raise ValueError(f"{game.name} has over {MOST_POSITIONS:,} positions")
            turn = turn_of(game, here[0])
            below[here] = [
                (advance(game, here[0], event, turn).state, after)
                for event, after in outcomes(game, here[0], turn, here[1])
            ]
            stack += [after for after in below[here] if after not in counted]
    nodes, plays = counted[state, NOTHING_UNSEEN]
    return Tree(nodes, plays, len(counted))
