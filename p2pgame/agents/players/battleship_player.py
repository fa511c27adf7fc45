"""Plays battleship by counting the lines on which each ship may still lie.

A hit says which ship it is, so a ship that was hit and is not sunk lies on one of few
lines.  Each line that agrees with all shots is as likely, whatever the other ships do;
a cell is worth a shot by the sum, over the ships, of the share of their lines that
cover it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgame.engine import Choose
from p2pgame.games.battleship.battleship import Battle
from p2pgame.games.battleship.fleet import WATER
from p2pgame.playtest.chance import Chance

from .. import casual
from ..agent import Agent, Budget, Seating
from ..observation import Observation


@dataclass(frozen=True, slots=True)
class BattleshipPlayer(Agent):
    """Follows each hit; where there is none, it counts lines, or shoots at random."""

    chance: Chance
    counts: bool

    @classmethod
    def following(cls, seating: Seating) -> BattleshipPlayer:
        return cls(seating.chance(), counts=False)

    @classmethod
    def counting(cls, seating: Seating) -> BattleshipPlayer:
        return cls(seating.chance(), counts=True)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        if not isinstance(state, Battle):
            return casual.move(observation, choice, self.chance)
        sea = _Sea.of(state, observation.seat)
        worth = sea.worth(wounded=True)
        if self.counts or not worth:
            worth = sea.worth(wounded=False) if self.counts else {}
        names = {state.name(cell): share for cell, share in worth.items()}
        likely = {str(move): names.get(str(move), 0.0) for move in choice.moves}
        most = max(likely.values())
        best = [move for move, share in likely.items() if share > most - 1e-9]
        return self.chance.choice(best)


@dataclass(frozen=True, slots=True)
class _Sea:
    """The other player's sea: the faces of its cells by slot, "" where unknown."""

    state: Battle
    slots: range

    @classmethod
    def of(cls, state: Battle, seat: int) -> _Sea:
        return cls(state, state.slots(1 - seat))

    def worth(self, *, wounded: bool) -> dict[int, float]:
        """Return how likely each unknown slot is hit; other slots are left out.

        ``wounded`` counts only ships that were hit and are not sunk.
        """
        worth: dict[int, float] = {}
        fleet, sunk = self.state.fleet, self.state.sunk(self._owner)
        for ship, length in zip(fleet.letters, fleet.lengths, strict=True):
            hit = {slot for slot in self.slots if self.state.sea[slot] == ship}
            if ship in sunk or (wounded and not hit):
                continue
            lines = [line for line in self._lines(length) if self._fits(line, hit)]
            for line in lines:
                for slot in line:
                    if slot not in hit:
                        worth[slot] = worth.get(slot, 0.0) + 1 / len(lines)
        return worth

    @property
    def _owner(self) -> int:
        return self.slots.start // len(self.slots)

    def _lines(self, length: int) -> Iterator[range]:
        size, first = self.state.fleet.size, self.slots.start
        for row in range(size):
            for column in range(size):
                start = first + row * size + column
                if column + length <= size:
                    yield range(start, start + length)
                if row + length <= size and length > 1:
                    yield range(start, start + length * size, size)

    def _fits(self, line: range, hit: set[int]) -> bool:
        """Return whether a ship that was ``hit`` there may lie on this line."""
        sea = self.state.sea
        if not hit.issubset(line):
            return False
        if any(sea[slot] and slot not in hit for slot in line):
            return False
        return self.state.fleet.touch or not any(
            sea[slot] not in ("", WATER) for slot in self._around(line)
        )

    def _around(self, line: range) -> Iterator[int]:
        """Yield the slots beside a line."""
        size, first = self.state.fleet.size, self.slots.start
        for slot in line:
            row, column = divmod(slot - first, size)
            for y in range(max(0, row - 1), min(size, row + 2)):
                for x in range(max(0, column - 1), min(size, column + 2)):
                    other = first + y * size + x
                    if other not in line:
                        yield other
