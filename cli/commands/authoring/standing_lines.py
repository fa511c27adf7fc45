"""Says what an arena's games have shown, in lines for people or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import msgspec

from p2pgame.agents.arena import Interval, Job, Standing, Standings
from p2pgame.engine.exact_json import encode
from p2pgame.engine.printable import signed
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions

from ...text import words
from ...text.columns import columns

#: The heads of the columns after the names.
_HEAD = (
    *("column-games", "column-won", "column-drawn", "column-lost"),
    *("column-lead", "column-elo"),
)
#: What stands for the lead where that is in chips.
_IN_CHIPS = "column-lead-chips"


def lines(table: Standings) -> list[str]:
    """Return the table for people, the strongest first."""
    job = table.tally.job
    said = [
        words.phrase(
            "arena-job",
            game=job.game,
            games=table.games,
            deals=table.deals,
            seats=job.seats,
            seed=job.seed,
        ),
        "",
        *columns([("", *map(words.phrase, _head(job))), *_rows(table)], left=1),
    ]
    if len(table.lines) > 2:
        said += [
            "",
            words.phrase("arena-points"),
            *columns(_cross(table), left=1),
        ]
    said += _in_big_blinds(table)
    zero = table.lines[table.zero].display
    said += ["", words.phrase("arena-elo", zero=zero)]
    if table.is_split:
        said.append(words.phrase("arena-split"))
    return said


def as_json(table: Standings) -> bytes:
    """Return the table for programs, as one JSON object."""
    job = table.tally.job
    return encode(
        {
            "job": msgspec.to_builtins(job),
            "games": table.games,
            "deals": table.deals,
            "zero": table.lines[table.zero].name,
            "split": table.is_split,
            "contestants": [_line(line) for line in table.lines],
            "points": [[*map(_rounded, row)] for row in table.shares],
        }
    )


def _head(job: Job) -> list[str]:
    in_chips = _of_holdem(job) is not None
    return [_IN_CHIPS if in_chips and one == "column-lead" else one for one in _HEAD]


def _rows(table: Standings) -> list[Sequence[str]]:
    leads = _with_margins([_lead(line.lead) for line in table.lines])
    elos = _with_margins([_elo(table, number) for number in range(len(table.lines))])
    return [
        (
            line.display,
            *map(str, (line.games, line.won, line.drawn, line.lost)),
            lead,
            elo,
        )
        for line, lead, elo in zip(table.lines, leads, elos, strict=True)
    ]


def _of_holdem(job: Job) -> HoldemOptions | None:
    """Return the options of a job whose game is hold'em."""
    options = job.chosen(TexasHoldem()) if job.game == TexasHoldem.name else None
    return options if isinstance(options, HoldemOptions) else None


def _in_big_blinds(table: Standings) -> list[str]:
    """Return the leads of hold'em as players count them, if the blinds stay.

    That is in big blinds in a hundred hands, of those for which a game is made.
    """
    options = _of_holdem(table.tally.job)
    if options is None or not options.hands or options.raise_every:
        return []
    share = 100 / (options.hands * options.big_blind)
    leads = [
        Interval(line.lead.mean * share, line.lead.margin * share, line.lead.count)
        for line in table.lines
    ]
    rows = zip(
        table.lines, _with_margins([_lead(one, 1) for one in leads]), strict=True
    )
    return [
        "",
        words.phrase("arena-big-blinds"),
        *columns([(line.display, lead) for line, lead in rows], left=1),
    ]


def _lead(lead: Interval, digits: int = 3) -> tuple[str, str]:
    """Return a mean and its margin, if it has one."""
    margin = f"{lead.margin:.{digits}f}" if isfinite(lead.margin) else ""
    return signed(lead.mean, digits), margin


def _elo(table: Standings, number: int) -> tuple[str, str]:
    line = table.lines[number]
    if number == table.zero:
        return "0", ""
    return signed(line.elo, 0), f"{line.margin:.0f}"


def _with_margins(values: Sequence[tuple[str, str]]) -> list[str]:
    """Return numbers with their margins, each ± below the other."""
    width = max(len(margin) for _, margin in values)
    return [
        f"{mean} ± {margin:>{width}}"
        if margin
        else mean + " " * (width + 3) * (width > 0)
        for mean, margin in values
    ]


def _cross(table: Standings) -> list[Sequence[str]]:
    numbers = [str(number) for number in range(1, len(table.lines) + 1)]
    names = [line.display for line in table.lines]
    return [
        ("", *numbers),
        *(
            (
                f"{number} {name}",
                *("–" if one is None else f"{100 * one:.1f}" for one in row),
            )
            for number, name, row in zip(numbers, names, table.shares, strict=True)
        ),
    ]


def _line(line: Standing) -> dict[str, str | int | float | None]:
    return {
        "contestant": line.contestant,
        "name": line.name,
        "display": line.display,
        "games": line.games,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "lead": _rounded(line.lead.mean),
        "lead_margin": _rounded(line.lead.margin),
        "elo": _rounded(line.elo),
        "elo_margin": _rounded(line.margin),
    }


def _rounded(value: float | None) -> float | None:
    """Return six digits, on which all machines agree; None: there is no number."""
    if value is None or not isfinite(value):
        return None
    return round(value, 6) + 0.0  # never -0
