"""Draws random levels of fold and fill, and writes them as people may have them.

The notations are those that the rules of fold and fill name, and the kinds of
:mod:`tests.games.level_samples`.  ``python -m tests.games.block_levels --files 5000``
prints how many of so many files are read as they were meant, by notation.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from p2pgame.engine import Refusal
from p2pgame.engine.play import why_not
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from p2pgame.games.registry import GAMES

#: The rows of each drawing of a level: a grid; of fill a pad, too.
Level = tuple[list[str], ...]
Cell = tuple[int, int]

FREE, WALLS, ENDS = ".-_*0", "#█■", ("\n", "\r\n", "\r")
#: What stands between two cells of a row, and between two levels of a file.
BETWEEN, APART = ("", " ", ",", "\t", ", ", "  "), ("", "---", "===", "; next", "title")
NOTATIONS = ("our own", "bare", "with sizes", "numbers", "one line")


@dataclass(frozen=True)
class File:
    """A text with some levels, of which the ``wanted`` one, from 1, is ``level``."""

    notation: str
    text: str
    wanted: int
    level: Level

    @property
    def asked(self) -> str:
        return f"choose {self.wanted}\n{self.text}"


def file_of(name: str, random: Random) -> File:
    """Return a file with one to three random levels of ``fold`` or ``fill``."""
    draw = fold_level if name == "fold" else fill_level
    notation = random.choice(NOTATIONS)
    # An empty line is all that can stand between a grid and its pad.
    count = 1 if notation == "one line" else random.randint(1, 3)
    drawn = [draw(random) for _ in range(count)]
    wanted = random.randint(1, count)
    text = written(random, notation, drawn)
    return File(notation, text, wanted, drawn[wanted - 1])


def is_read(name: str, file: File) -> bool:
    """Return whether the game reads this file as it was meant, and can play it."""
    game = GAMES[name]
    asked = replace(game.options(), level=file.asked)
    try:
        options = game.as_offered(asked, Random(1).randbytes)
    except Refusal:
        return False
    assert isinstance(options, LevelOptions)
    first, *_ = options.level.split("\nlevel ")
    rows = [line.strip() for line in first.splitlines() if line.startswith("  ")]
    meant = [row for drawing in file.level for row in drawing]
    return rows == meant and why_not(game, 1, options) is None


# Levels


def fold_level(random: Random) -> Level:
    """Return a grid in which some blocks have their initial shapes."""
    width, height = random.randint(3, 15), random.randint(2, 15)
    cells = _with_walls(random, width, height)
    left = {cell for cell, mark in cells.items() if mark == "."}
    for n in range(random.randint(1, min(26, max(1, len(left) // 4)))):
        for cell in _grown(random, left, random.randint(1, 4)):
            cells[cell] = chr(ord("A") + n)
    return (_rows(cells, width, height),)


def fill_level(random: Random) -> Level:
    """Return a grid, and a pad with the blocks into which it was cut."""
    while True:
        width, height = random.randint(2, 8), random.randint(2, 7)
        cells = _with_walls(random, width, height)
        left = {cell for cell, mark in cells.items() if mark == "."}
        blocks = []
        while left:
            blocks.append(_grown(random, left, random.randint(2, 6)))
        if 0 < len(blocks) <= 26:
            return (_rows(cells, width, height), _pad(blocks))


def _with_walls(random: Random, width: int, height: int) -> dict[Cell, str]:
    share = random.choice((0, 0, 0.1, 0.3))
    return {
        (y, x): "#" if random.random() < share and (y, x) != (0, 0) else "."
        for y in range(height)
        for x in range(width)
    }


def _grown(random: Random, left: set[Cell], size: int) -> list[Cell]:
    """Take a connected block of at most so many cells from those that are left."""
    block = [min(left) if size > 1 else random.choice(sorted(left))]
    left.remove(block[0])
    while len(block) < size:
        beside = {
            (y + up, x + side)
            for y, x in block
            for up, side in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        around = sorted(beside & left)
        if not around:
            break
        block.append(random.choice(around))
        left.remove(block[-1])
    return block


def _rows(cells: dict[Cell, str], width: int, height: int) -> list[str]:
    return ["".join(cells[y, x] for x in range(width)) for y in range(height)]


def _pad(blocks: Sequence[Sequence[Cell]]) -> list[str]:
    """Return a pad of at most 30 columns, with the blocks side by side."""
    placed, x, y, lowest = dict[Cell, str](), 0, 0, 0
    for n, block in enumerate(blocks):
        top, left = (min(cell[axis] for cell in block) for axis in (0, 1))
        high, wide = (max(cell[axis] for cell in block) for axis in (0, 1))
        if x + wide - left + 1 > 30:
            x, y = 0, lowest + 1
        for row, column in block:
            placed[y + row - top, x + column - left] = chr(ord("A") + n)
        lowest = max(lowest, y + high - top + 1)
        x += wide - left + 2
    width = max(column for _, column in placed) + 1
    return [
        "".join(placed.get((row, column), ".") for column in range(width))
        for row in range(lowest)
    ]


# Files


def written(random: Random, notation: str, drawn: Sequence[Level]) -> str:
    end = random.choice(ENDS)
    if notation == "our own":
        return end.join(_own(random, drawn)) + end
    if notation == "one line":
        (level,) = drawn
        return "//".join("/".join(rows) for rows in level)
    numbers = notation == "numbers"
    between = random.choice(BETWEEN[1:] if numbers else BETWEEN)
    marks = _marks(random, numbers=numbers)
    # A sign that is a cell is no line between two levels.
    ways = [way for way in APART if not way or way[0] != marks["."]]
    apart, lines = random.choice(ways), []
    if random.random() < 0.3:
        lines += ["# Levels of mine", ""]
    for n, level in enumerate(drawn):
        if apart == "title":
            lines.append(f"Level {n + 1}")
        for rows in level:
            # Above two columns it might be a row of numbers.
            if notation == "with sizes" and len(rows[0]) != 2:
                lines.append(f"{len(rows[0])} {len(rows)}")
            lines += (between.join(marks[mark] for mark in row) for row in rows)
            lines.append("")
        if apart not in ("", "title") and n + 1 < len(drawn):
            lines.append(apart)
    return random.choice(("", "\ufeff")) + end.join(lines)


def _own(random: Random, drawn: Sequence[Level]) -> Iterator[str]:
    is_small = random.random() < 0.3
    for n, level in enumerate(drawn):
        yield f"level {random.choice(('mine', 'number'))} {n + 1}"
        for word, rows in zip(("grid", "pad"), level, strict=False):
            yield word
            yield from (f"  {row.lower() if is_small else row}" for row in rows)
        if random.random() < 0.3:
            yield "; a comment"


def _marks(random: Random, *, numbers: bool) -> dict[str, str]:
    """Return how each mark of a level is written in a file."""
    letters = [chr(ord("A") + n) for n in range(26)]
    small = random.random() < 0.5
    as_written = {
        letter: f"{n}" if numbers else letter.lower() if small else letter
        for n, letter in enumerate(letters, 1)
    }
    return {**as_written, ".": random.choice(FREE), "#": random.choice(WALLS)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for name in ("fold", "fill"):
        seen, good = Counter[str](), Counter[str]()
        for seed in range(args.seed, args.seed + args.files):
            file = file_of(name, Random(f"{name} {seed}"))
            seen[file.notation] += 1
            if is_read(name, file):
                good[file.notation] += 1
            else:
                print(f"{name}, seed {seed}, {file.notation}:\n{file.asked!r}")
        for notation in NOTATIONS:
            print(f"{name}, {notation}: {good[notation]} of {seen[notation]}")


if __name__ == "__main__":
    main()
