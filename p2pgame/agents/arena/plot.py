"""This module draws the Elo of a job's contestants as SVG: points with intervals.

It is a page of its own colours, for light and for dark as its reader has it, and the
same table gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from p2pgame.engine.printable import signed

from .standings import Standing, Standings

#: Sizes in pixels: the picture, a line of it, and what is around the points.
WIDTH, LINE, TOP, BOTTOM, EDGE = 760, 34, 96, 62, 28
#: The height of a further line of text below.
FURTHER = 18
#: Room for the numbers to the right, and the average width of a character.
NUMBERS, CHARACTER = 116, 7.4
#: Longer names are cut; the most steps on the axis.
NAME_LENGTH, STEPS = 26, 7

_STYLE = """\
svg{font-family:system-ui,"Segoe UI","DejaVu Sans",sans-serif;font-size:13px}
.page{fill:#fcfcfb}.ink{fill:#1b1b19}.soft{fill:#62615c}
.grid{stroke:#e3e2dc}.zero{stroke:#9b9a93}
.bar{stroke:#2a6fc9;stroke-width:2;stroke-linecap:round}
.dot{fill:#2a6fc9;stroke:#fcfcfb;stroke-width:2}
.head{font-size:17px;font-weight:600}.number{font-variant-numeric:tabular-nums}
@media(prefers-color-scheme:dark){
.page{fill:#1b1b1a}.ink{fill:#f2f1ec}.soft{fill:#aaa8a0}
.grid{stroke:#34342f}.zero{stroke:#7b7a73}
.bar{stroke:#6aa8f0}.dot{fill:#6aa8f0;stroke:#1b1b1a}}
"""


def plot(table: Standings) -> str:
    """Return the picture as a file of SVG."""
    below = [f"{table.deals} deals, {table.tally.job.seats} seats"]
    if table.is_split:
        below.append(
            "Some took nothing from others: each pair has one drawn game more."
        )
    bottom = TOP + LINE * len(table.lines)
    height = bottom + BOTTOM + FURTHER * (len(below) - 1)
    job, zero = table.tally.job, table.lines[table.zero]
    title = f"{job.game}: Elo after {table.games} games"
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{height}" rx="10"/>',
        _text(EDGE, 38, title, "head ink"),
        _text(EDGE, 60, f"{zero.display} counts as 0; bars are 95 % intervals", "soft"),
        *_Axis(table).drawn(),
        *(
            _text(EDGE, bottom + 44 + FURTHER * number, text, "soft")
            for number, text in enumerate(below)
        ),
        "</svg>",
    ]
    return "\n".join(body) + "\n"


class _Axis:
    """Where an Elo is in the picture, and all that is drawn there."""

    def __init__(self, table: Standings) -> None:
        self._table = table
        longest = max(len(_name(line)) for line in table.lines)
        self._left = EDGE + CHARACTER * longest + 20
        self._right = WIDTH - EDGE - NUMBERS
        low = min(0.0, *(line.elo - line.margin for line in table.lines))
        high = max(0.0, *(line.elo + line.margin for line in table.lines))
        self._step = _step(max(high - low, 50.0))
        self._low = floor(low / self._step) * self._step
        self._high = max(ceil(high / self._step) * self._step, self._low + self._step)

    def drawn(self) -> Iterator[str]:
        yield from self._ticks()
        for number, line in enumerate(self._table.lines):
            yield from self._line(number, line)

    def _at(self, elo: float) -> float:
        share = (elo - self._low) / (self._high - self._low)
        return self._left + share * (self._right - self._left)

    def _ticks(self) -> Iterator[str]:
        bottom = TOP + LINE * len(self._table.lines)
        for tick in range(self._low, self._high + 1, self._step):
            x = self._at(tick)
            kind = "grid" if tick else "zero"
            yield _line(kind, x, TOP - 8, x, bottom)
            yield _text(x, bottom + 18, signed(tick), "soft", "middle")

    def _line(self, number: int, line: Standing) -> Iterator[str]:
        y = TOP + LINE * (number + 0.5) - 4
        yield _text(self._left - 16, y + 4.5, _name(line), "ink", "end")
        is_zero = number == self._table.zero
        if not is_zero:
            ends = self._at(line.elo - line.margin), self._at(line.elo + line.margin)
            yield _line("bar", ends[0], y, ends[1], y)
            for end in ends:
                yield _line("bar", end, y - 4, end, y + 4)
        x = self._at(line.elo)
        yield f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="6"/>'
        elo = "0" if is_zero else f"{signed(line.elo)} ± {round(line.margin)}"
        yield _text(WIDTH - EDGE, y + 4.5, elo, "ink number", "end")


def _step(span: float) -> int:
    """Return the least of 1, 2 or 5 times a power of 10 of which few make the span."""
    power = 10.0 ** floor(log10(span / STEPS))
    whole = (round(times * power) for times in (1, 2, 5, 10))
    return next(step for step in whole if step and span <= STEPS * step)


def _name(line: Standing) -> str:
    name = line.display
    return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line class="{kind}" {ends}/>'


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape(text)}</text>'
