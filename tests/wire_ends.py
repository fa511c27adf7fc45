"""How a game ends: what all have signed, and what a reader makes of it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests import wire_absence as absence
from tests.wire_absence import Crowd
from tests.wire_table import Table
from tests.wire_values import need


@dataclass(frozen=True)
class Game:
    """What a reader makes of a complete game."""

    name: str
    players: tuple[str, ...]
    epoch: bytes
    boxes: tuple[bytes, ...]
    turns: tuple[bytes, ...]
    opened: tuple[tuple[str, ...], ...]
    payoffs: tuple[int, ...]
    trace: tuple[str, ...]


def check_ends(table: Table, crowd: Crowd, turn: bytes, digest: bytes) -> None:
    """Check that all who are here have signed this end, and nobody anything after."""
    here = crowd.here
    lost = absence.NOBODY
    while gone := crowd.gone((turn, 0), here, lost):
        here -= gone
        lost |= gone
    authors = [crowd.authors[seat] for seat in here]
    need({*authors} <= table.ends.keys(), "an end is not signed")
    signed = [table.ends[author] for author in authors]
    need(all(end == (turn, digest) for _, end in signed), "another end")
    last = [entry for entry, _ in signed]
    if lost:
        for author in authors:
            evictions = table.absences.evictions[turn, 0][author]
            id = next(id for seats, id in evictions if seats == lost)
            last.append(table.entries[id])
    need(table.past(last) == table.entries.keys(), "more than the past of the ends")
    writers = {entry.author for entry in table.entries.values()}
    need(writers == {*crowd.authors}, "entries of others")


def report(
    table: Table,
    turns: Sequence[bytes],
    opened: Sequence[tuple[str, ...]],
    payoffs: tuple[int, ...],
    trace: Sequence[str],
) -> Game:
    """Return what there is to say of a game that has ended so."""
    match table.start.fields:
        case [_, _, str(name), _, _, _, list(hellos), bytes(epoch), list(boxes), *_]:
            names = [table.names[id] for id in hellos if type(id) is bytes]
            return Game(
                name,
                tuple(names),
                epoch,
                tuple(box for box in boxes if isinstance(box, bytes)),
                tuple(turns),
                tuple(opened),
                payoffs,
                tuple(trace),
            )
    raise AssertionError
