"""A fleet is a set of straight ships on a square sea, which may have to stay apart.

Cells are numbered row by row and named as in a :class:`Drawing`, ``a1`` at the top
left.  The face of a cell is the letter of its ship, or that of water.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from p2pgame.engine import Message, Reason, Refusal, State, digest
from p2pgame.engine.offers import AT_RANDOM
from p2pgame.tabletop import Drawing, Grid, grid_graph, king_steps, lines
from p2pgame.tabletop.dealing import Slots

WATER, LETTERS = "~", "ABCDEFGHIJ"
#: Attempts to draw one fleet; many ships that stay apart may find no room.
TRIES = 50


class Lot(State, frozen=True):
    """The inputs of a draw."""

    number: int
    attempt: int


class Fleet(State, frozen=True):
    """Ships with lengths like ``3 2 2``, which may ``touch`` or not."""

    size: int
    ships: str
    touch: bool

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple(map(int, self.ships.split(" ")))

    @property
    def letters(self) -> str:
        return LETTERS[: len(self.lengths)]

    @property
    def faces(self) -> tuple[str, ...]:
        return (WATER, *self.letters)

    @property
    def chart(self) -> Drawing:
        return _chart(self.size)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all cells."""
        return _names(self.size)

    def why_not(self) -> Message | None:
        """Return why such a fleet is impossible, or None."""
        if not 4 <= self.size <= 12:
            return Message.of("battleship-board")
        lengths, known = self.ships.split(" "), {str(n + 1) for n in range(self.size)}
        if not {*lengths} <= known or len(lengths) > len(LETTERS):
            return Message.of("battleship-ships")
        return None if self._drawn(0) else Message.of("battleship-too-many")

    def sunk(self, hit: Iterable[str]) -> str:
        """Return the ships whose cells are all among the faces ``hit``."""
        hit = list(hit)
        fleet = zip(self.letters, self.lengths, strict=True)
        return "".join(ship for ship, length in fleet if hit.count(ship) >= length)

    def show(self, sea: Sequence[str]) -> str:
        return self.chart.show(sea.__getitem__)

    def read(self, text: str) -> tuple[str, ...]:
        """Return the faces of a fleet like ``a1 right c3 down``, or ``random 7``.

        Raises:
          Refusal: The text is no fleet; the message says why.
        """
        number = AT_RANDOM.number(text)
        if number is None:
            return self._laid(self._written(text))
        # 0 finds room for all in every game, so every number gives a fleet.
        return self._laid(self._drawn(number) or self._drawn(0))

    def why_wrong(self, sea: Sequence[str]) -> Reason | None:
        """Return why the faces on the sea are no fleet, or None."""
        on = (
            tuple(cell for cell, face in enumerate(sea) if face == ship)
            for ship in self.letters
        )
        return self._why_apart([*on])

    def _written(self, text: str) -> list[Slots]:
        words, fleet = text.lower().replace(",", " ").split(), list[Slots]()
        if len(words) != 2 * len(self.lengths):
            ships = ", ".join(map("{} {}".format, self.letters, self.lengths))
            raise Refusal(Message.of("battleship-how-to-place", ships=ships))
        pairs = zip(words[::2], words[1::2], self.lengths, strict=True)
        for first, way, length in pairs:
            start = self.chart.cell(first)
            if start is None:
                raise Refusal(Message.of("battleship-no-cell", cell=first))
            if way not in ("right", "down"):
                raise Refusal(Message.of("battleship-no-way", way=way))
            step = 1 if way == "right" else self.size
            fleet.append(tuple(start + step * n for n in range(length)))
        wrong = self._why_apart(fleet)
        if wrong is not None:
            raise Refusal(wrong.message)
        return fleet

    def _drawn(self, number: int) -> list[Slots]:
        """Return the lines of ships drawn from ``number``; empty without room."""
        for attempt in range(TRIES):
            lots = int.from_bytes(digest(Lot(number, attempt)))
            fleet, taken = list[Slots](), frozenset[int]()
            for length in self.lengths:
                free = [on for on in _lines(self.size, length) if taken.isdisjoint(on)]
                if not free:
                    break
                lots, lot = divmod(lots, len(free))
                fleet.append(free[lot])
                taken |= self._taken(free[lot])
            else:
                return fleet
        return []

    def _why_apart(self, fleet: list[Slots]) -> Reason | None:
        taken = frozenset[int]()
        for ship, length, on in zip(self.letters, self.lengths, fleet, strict=True):
            if on not in _lines(self.size, length):
                id = "battleship-no-line"
                return Reason.of("no-line", id, ship=ship, length=length)
            if not taken.isdisjoint(on):
                id = "battleship-on" if self.touch else "battleship-on-or-beside"
                return Reason.of("no-room", id, ship=ship)
            taken |= self._taken(on)
        return None

    def _taken(self, line: Slots) -> frozenset[int]:
        """Return the cells that a ship on ``line`` denies to others."""
        around = () if self.touch else map(_around(self.size).__getitem__, line)
        return frozenset(line).union(*around)

    def _laid(self, fleet: list[Slots]) -> tuple[str, ...]:
        on = zip(self.letters, fleet, strict=True)
        ships = {cell: ship for ship, line in on for cell in line}
        return tuple(ships.get(cell, WATER) for cell in range(self.size**2))


def told_lies(lies: Mapping[int, Reason]) -> Message:
    """Return the message that names players with an invalid fleet, and why."""
    told = [
        Message.by("battleship-lied", n, why=why.message) for n, why in lies.items()
    ]
    if len(told) == 2:
        return Message.of("battleship-both-lied", first=told[0], second=told[1])
    return told[0] if told else Message.of("battleship-no-lie")


@cache
def _lines(size: int, length: int) -> tuple[Slots, ...]:
    """Return the lines on which a ship may lie, with their cells in ascending order."""
    steps = (length - 1, size * (length - 1))
    straight = lines(Grid((size, size)), length)
    return tuple(on for on in straight if on[-1] - on[0] in steps)


@cache
def _around(size: int) -> tuple[Slots, ...]:
    return grid_graph(Grid((size, size)), king_steps(2)).neighbours


@cache
def _chart(size: int) -> Drawing:
    return Drawing(("." * size,) * size)


@cache
def _names(size: int) -> tuple[str, ...]:
    return tuple(map(_chart(size).name, range(size**2)))
