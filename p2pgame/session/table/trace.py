"""Says line by line how a verifier gets from a transcript's entries to its result.

A second implementation compares its own lines with these, and the first that differs
is where it goes another way.  The format is that of docs/wire.md#trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from p2pgame.engine import ChosenTogether, Event
from p2pgame.engine.exact_json import encode
from p2pgame.engine.undo.takeback import Undone
from p2pgame.log.parts import Part

from ..lobby.events import (
    Completed,
    Drawn,
    Ended,
    Happened,
    Overtaken,
    Reached,
    Started,
    TableEvent,
    TakenBack,
)
from ..lobby.lobby import Games
from .table import Table
from .verify import verify

Tell = Callable[[str], object]

_LABEL = b"p2pgame "


def trace(data: bytes | Sequence[Part], games: Games, tell: Tell) -> None:
    """Tell each line of a transcript's trace, but for that of a refusal.

    ``data`` is a file, or the parts of one in their order.

    Raises:
      Refuted: The file is not that of a game played fairly to its end; the caller
        tells why in its own words, as the last line.
    """
    tell("trace 1")
    verify(data, games, observe=_Tracer(tell).see)


class _Tracer:
    """Tells what happens at one table."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._turns = 0
        self._laid: dict[int, bytes] = {}

    def see(self, table: Table, event: TableEvent) -> None:
        for line in self._lines(table, event):
            self._tell(line)

    def _lines(self, table: Table, event: TableEvent) -> Iterator[str]:
        match event:
            case Started(start):
                self._turns, self._laid = 0, {}
                yield f"table {table.id.hex()}"
                seats = len(start.players)
                terms = f"{start.deck} {start.quorum} {start.absence}"
                yield (
                    f"genesis {start.id.hex()} {start.game.name} {start.game.version} "
                    f"{seats} {terms}"
                )
            case Reached(id, label, parts, digest):
                yield f"turn {self._turns} {id.hex()} {digest.hex()}"
                yield " ".join(["by", *_led(label, parts)])
                self._turns += 1
            case Happened(_, happened):
                yield f"event {_told(happened)}"
                yield from self._newly_laid(table)
            case Overtaken():
                yield "again"
            case Ended(payoffs, audited):
                yield " ".join(["over", *map(str, payoffs)])
                if audited.lacking:
                    yield " ".join(["unaudited", *map(str, sorted(audited.lacking))])
            case Completed():
                yield "signed"

    def _newly_laid(self, table: Table) -> Iterator[str]:
        """Yield the slots on which something new lies, and its name in proofs."""
        assert table.play is not None
        before, self._laid = self._laid, table.play.dealer.identities
        new: dict[bytes, list[int]] = {}
        for slot in sorted(self._laid):
            if before.get(slot) != self._laid[slot]:
                new.setdefault(self._laid[slot], []).append(slot)
        for identity, slots in new.items():
            yield " ".join(["laid", identity.hex(), *map(str, slots)])


def _led(label: bytes, parts: tuple[bytes | int, ...]) -> Iterator[str]:
    """Yield how a turn came about, without the id of the turn before."""
    how = label.removeprefix(_LABEL).decode()
    yield how
    for part in parts if how == "start" else parts[1:]:
        yield part.hex() if isinstance(part, bytes) else str(part)


def _told(happened: Event | Undone | TakenBack | Drawn) -> str:
    """Return an event's kind, and its values as JSON."""
    values: object
    match happened:
        case Undone():
            kind, values = "undone", [happened.player, happened.levels]
        case TakenBack(levels):
            kind, values = "taken-back", [levels]
        case Drawn():
            kind, values = "drawn", []
        case ChosenTogether(moves):
            kind, values = "together", moves
        case _:
            kind = type(happened).__name__.lower()
            fields = [getattr(happened, name) for name in happened.__struct_fields__]
            is_one = len(fields) == 1 and isinstance(fields[0], tuple)
            values = fields[0] if is_one else fields
    return f"{kind} {encode(values).decode()}"
