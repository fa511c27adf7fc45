"""Writes docs/endings.md: what two files of one table come to, by who signed both.

At tables of three and four every coalition signs a second story once the game is over,
as if all others had been silent from the first turn on; all together they play it once
more.  Whoever opened the table can also sign a second offer, with other guests or made
up ones.  The files are judged before and after receipts of the true end are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from p2pgame.client.events import Verified
from p2pgame.client.transcripts import checking
from p2pgame.client.transcripts.counting import Counted, counted
from p2pgame.games.registry import KNOWN
from p2pgame.session import Table
from p2pgame.session.table.certificate import certify, sign
from p2pgame.session.table.verify import verify
from tests.archiving import ROUNDS, Whole
from tests.session.tables import Net, any_offer, archived, me
from tests.sources import ROOT

GAME = "rps"
OPTIONS: Mapping[str, object] = {"rounds": 1}
SEATS = (3, 4)

PAGE = ROOT / "docs" / "endings.md"
ABOUT = """\
# Two endings of one table

Each file is fair by itself, so files of one table are put together before anything is
added up. Here every coalition at a table of three and four signs a second story, as if
all others had been silent. The player that opened the table may sign a second offer
instead. The first file is the true one, the second the coalition's; receipts are of the
true end. Numbers are seats. `verify` and `ledger` judge alike, with exit status 1 where
a player is convicted or a receipt does not fit, and 0 elsewhere.

*Convicted* means that the two files together are evidence against these players, which
`verify --evidence FILE` writes. A receipt that does not fit convicts nobody: it is one
signed word against another. Two receipts of both ends by one player convict it. A table
of two ends counts for nobody, as files can't say which end came first. So the
player that opened the table can take it out of every sum alone, and is convicted.

`make gallery` writes this page; `tests/attacks/test_endings.py` compares it.
"""
COLUMNS = (
    "seats",
    "sign twice",
    "how",
    "the second file alone",
    "both files",
    "the second file, and a receipt of another player",
    "and a receipt of a player that signs twice",
)


@dataclass(frozen=True)
class Second:
    """A coalition, how its second file is made, and that file."""

    seats: int
    liars: tuple[int, ...]
    how: str
    data: bytes


def true_end(seats: int) -> bytes:
    return _whole(seats).data()


def seconds(seats: int) -> Iterator[Second]:
    """Yield the second file of each coalition at a table of so many."""
    for size in range(1, seats + 1):
        for liars in combinations(range(seats), size):
            if size < seats:
                yield Second(seats, liars, "others silent", _silent(seats, liars))
            else:
                yield Second(seats, liars, "other moves", _again(_whole(seats).net()))
    for guests in range(2, seats):
        fewer = _again(_whole(guests).net())
        yield Second(seats, tuple(range(guests)), "fewer seats", fewer)
    made_up = _whole(seats).net()
    for seat in range(1, seats):
        key = me(seats + seat)
        made_up.tables[seat] = Table(made_up.tables[0].id, made_up.games, key)
    yield Second(seats, (0,), "made-up guests", _again(made_up))


def _whole(seats: int) -> Whole:
    return Whole(GAME, seats, OPTIONS)


def _silent(seats: int, liars: Sequence[int]) -> bytes:
    net = _whole(seats).net()
    net.play(until=lambda: all(table.play is not None for table in net.tables))
    net.silent = {*range(seats)} - {*liars}
    for _ in range(ROUNDS):
        net.play()
        for seat in liars:
            net.tables[seat].lose_patience()
    net.play()
    table = net.tables[liars[0]]
    return archived(table.id, table.entries)


def _again(net: Net) -> bytes:
    """Return the file of a game in which all move otherwise than in the true one."""
    net._decide = any_offer(Random(2))
    net.play()
    return net.tables[0].transcript()


@dataclass(frozen=True)
class Judged:
    """What the program makes of a coalition's file, alone and beside others."""

    second: Second
    alone: Verified
    both: Counted
    #: Beside a receipt of the true end by somebody else, and by one of the coalition.
    honest: Counted | None
    own: Counted

    @property
    def row(self) -> str:
        second, honest = self.second, self.honest
        cells = (
            f"{second.seats}",
            _seats(second.liars),
            second.how,
            "no end" if self.alone.unfinished else "an end",
            _said(self.both),
            "there is none" if honest is None else _said(honest),
            _said(self.own),
        )
        return _line(cells)


def judged(seats: int) -> Iterator[Judged]:
    """Yield what comes of each coalition at a table of so many."""
    with TemporaryDirectory() as folder:
        first, other = Path(folder, "first.p2pgame"), Path(folder, "other.p2pgame")
        first.write_bytes(true_end(seats))
        receipts = [_receipt(first, seat) for seat in range(seats)]
        true = checking.verify(first)
        for second in seconds(seats):
            other.write_bytes(second.data)
            alone = checking.verify(other)
            honest = [seat for seat in range(seats) if seat not in second.liars]
            yield Judged(
                second,
                alone,
                counted({first: true, other: alone}),
                counted({other: alone}, [receipts[honest[0]]]) if honest else None,
                counted({other: alone}, [receipts[second.liars[0]]]),
            )


def _receipt(transcript: Path, seat: int) -> Path:
    """Write this player's receipt beside a transcript."""
    report, key = verify(transcript.read_bytes(), KNOWN), me(seat).identity
    path = transcript.with_name(f"{seat}.receipt")
    path.write_bytes(sign(certify(report, key.public), key))
    return path


def _said(found: Counted) -> str:
    """Return who is named and whether the table counts, in some words."""
    counts = "counted" if found.tables else "not counted"
    if found.uncompared:
        return f"{counts}; nothing to compare, which is said"
    if not found.conflicts:
        return counts
    named = {
        int(one.name.removeprefix("player "))
        for conflict in found.conflicts
        for one in conflict.forkers
    }
    if named:
        return f"{counts}; {_seats(sorted(named))} convicted"
    return f"{counts}; the receipt does not fit"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))


def rows(seats: int) -> Iterator[str]:
    """Yield the lines of a table of so many."""
    return (one.row for one in judged(seats))


def page() -> str:
    lines = (row for seats in SEATS for row in rows(seats))
    head = _line(COLUMNS), "|---" * len(COLUMNS) + "|"
    return "\n".join((ABOUT, *head, *lines)) + "\n"
