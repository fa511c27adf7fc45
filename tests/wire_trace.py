"""The trace of a transcript, line by line, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from tests.wire_reader import hash_of
from tests.wire_turns import (
    Choose,
    Deal,
    Event,
    Open,
    Place,
    Roll,
    Shuffle,
    Together,
    Turn,
)
from tests.wire_values import Value, exactly, write_msgpack

KINDS: dict[type, str] = {
    Together: "together",
    Roll: "rolled",
    Shuffle: "shuffled",
    Deal: "dealt",
    Open: "opened",
    Place: "placed",
}


class Trace:
    """Collects the lines of one table."""

    def __init__(self) -> None:
        self.lines = ["trace 1"]
        self._turns = 0
        self._laid = b""

    def start(self, table: bytes, genesis: bytes, *terms: Value) -> None:
        self.lines.append(f"table {table.hex()}")
        self._add("genesis", genesis.hex(), *terms)

    def turn(
        self, id: bytes, state: list[Value], how: str, parts: Iterable[bytes | int]
    ) -> None:
        digest = hash_of("p2pgame state", write_msgpack(state))
        self._add("turn", self._turns, id.hex(), digest.hex())
        told = (part.hex() if isinstance(part, bytes) else part for part in parts)
        self._add("by", how, *told)
        self._turns += 1

    def answered(self, turn: Turn, event: Event) -> None:
        if isinstance(turn, Choose):
            self.event("chosen", [turn.player, *event])
        else:
            self.event(KINDS[type(turn)], event)

    def event(self, kind: str, values: Sequence[Value]) -> None:
        exact = exactly([*values])
        told = json.dumps(exact, separators=(",", ":"), ensure_ascii=False)
        self.lines.append(f"event {kind} {told}")

    def laid(self, cards: tuple[bytes, Sequence[int]] | None) -> None:
        """Note what was laid last on which slots, if that is new."""
        if cards is not None and cards[0] != self._laid:
            self._laid, slots = cards
            self._add("laid", self._laid.hex(), *slots)

    def over(self, payoffs: Iterable[int], unaudited: Sequence[int]) -> None:
        self._add("over", *payoffs)
        if unaudited:
            self._add("unaudited", *unaudited)
        self.lines.append("signed")

    def _add(self, *words: Value) -> None:
        self.lines.append(" ".join(map(str, words)))
