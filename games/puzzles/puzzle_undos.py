"""This module finds the undos that a wanted move or a free cell of a puzzle needs.

Each puzzle says what is wanted, and what is in its way (:class:`Aim`); the search, the
ranks and the sentences are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar

from p2pgame.engine import Chosen, Combination, Game, Message, Reason, listed
from p2pgame.tabletop.drawing import Drawing as Grid
from p2pgame.tabletop.puzzles.combining import Search, combinations
from p2pgame.tabletop.puzzles.pending import Items

from .puzzle_cover import cells_of, mask


class Puzzle(Protocol):
    """The state of a puzzle whose items have paths."""

    @property
    def items(self) -> Items: ...


P = TypeVar("P", bound=Puzzle)


@dataclass(frozen=True, slots=True)
class Aim(Generic[P]):
    """What undos are wanted for.

    ``fits`` says whether a state is as wanted.  ``in_the_way`` are the items that may
    be undone for that, and how many of their undos count as one.
    """

    fits: Callable[[P], bool]
    in_the_way: Callable[[P], Iterable[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Undoer(Generic[P]):
    """The undos of one puzzle, whose items have ``names``.

    ``tracks`` has what each item held, from the start on, as masks of cells, and
    ``undone`` is the state after an undo of an item; None: there is nothing to undo.
    """

    game: Game[Any, Any]
    names: Sequence[str]
    grid: Grid
    tracks: Callable[[P], Sequence[Sequence[int]]]
    undone: Callable[[P, int], P | None]

    def combinations(self, state: P, aim: Aim[P]) -> Iterator[Combination] | Reason:
        """Return the combinations of undos for an aim, the best first, or why none."""
        if aim.fits(state):
            return Reason.of("nothing-in-the-way", "undos-not-needed")
        return self._told(state, aim)

    def free(self, cell: int) -> Aim[P]:
        """Return the aim that no item holds a cell."""
        bit = mask([cell])

        def in_the_way(state: P) -> Iterator[tuple[int, int]]:
            for item, track in enumerate(self.tracks(state)):
                times = leaving(track, bit)
                if times:
                    yield item, times

        return Aim(lambda state: not self._claimed(state) & bit, in_the_way)

    def going(self, state: P, item: int, move: str, aim: Aim[P]) -> Aim[P]:
        """Return an aim that is met, too, where an undo has an item go on by itself.

        It was pushed back, and comes back with the batch.
        """
        gone = (*state.items.paths[item].moves, move)

        def fits(there: P) -> bool:
            stands = there.items.paths[item].moves
            return stands[: len(gone)] == gone or aim.fits(there)

        return Aim(fits, aim.in_the_way)

    def _told(self, state: P, aim: Aim[P]) -> Iterator[Combination]:
        search = Search(
            aim.fits,
            lambda there: (
                (self.names[n], times) for n, times in aim.in_the_way(there)
            ),
            lambda there, name: self.undone(there, self.names.index(name)),
            _stands,
            lambda there: self._claimed(there).bit_count(),
        )
        for found in combinations(search, state):
            moves = tuple(f"undo {item}" for item in found.items)
            after = self._made(state, moves)
            if after is not None:
                yield Combination(moves, self._does(state, found.items, after))

    def _made(self, state: P, moves: tuple[str, ...]) -> P | None:
        """Return the state after moves; None: the puzzle ends on the way."""
        there: Any = state
        for move in moves:
            if self.game.why_illegal(there, 0, move) is not None:
                return None
            there = self.game.apply(there, Chosen(0, move))
        made: P = there
        return made

    def _claimed(self, state: P) -> int:
        cells = 0
        for track in self.tracks(state):
            cells |= track[-1]
        return cells

    def _does(self, state: P, items: Sequence[str], then: P) -> Message:
        undos = [
            Message.of("undos-step", item=item, times=len([*same]))
            for item, same in groupby(items)
        ]
        before, after = self._claimed(state), self._claimed(then)
        follows = [Message.of("undos-leave", cells=after.bit_count())]
        if taken := after & ~before:
            follows.insert(0, Message.of("undos-take", cells=self._named(taken)))
        if freed := before & ~after:
            follows.insert(0, Message.of("undos-free", cells=self._named(freed)))
        return Message.of("undos-do", undos=listed(*undos), follows=listed(*follows))

    def _named(self, cells: int) -> str:
        return " ".join(map(self.grid.name, cells_of(cells)))


def anything(state: Puzzle) -> Iterator[tuple[int, int]]:
    """Yield one undo of each item: where any may push another out of the way."""
    for item, path in enumerate(state.items.paths):
        if path.done:
            yield item, 1


def leaving(track: Sequence[int], cells: int) -> int | None:
    """Return how many undos make an item leave ``cells``; None: it never does."""
    shapes = enumerate(reversed(track))
    return next((times for times, shape in shapes if not shape & cells), None)


def _stands(state: Puzzle) -> tuple[tuple[str, ...], ...]:
    return tuple(path.moves for path in state.items.paths)
