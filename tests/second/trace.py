"""The lines of a trace: how a result follows from the entries."""

from __future__ import annotations

import json
from collections.abc import Sequence

from .cards import Laid
from .lobby import Offer
from .turns import Event, Value


class Trace:
    def __init__(self) -> None:
        self.lines = ["trace 1"]
        self.turns: list[bytes] = []
        self.opened: list[tuple[str, ...]] = []

    def add(self, *words: object) -> None:
        shown = (w.hex() if isinstance(w, bytes) else str(w) for w in words)
        self.lines.append(" ".join(shown))

    def genesis(self, offer: Offer) -> None:
        said = offer.payload
        name, version = said.text("game"), said.number("version")
        terms = (len(offer.players), offer.deck, offer.quorum, offer.absence)
        self.add("genesis", offer.entry.id, name, version, *terms)

    def turn(self, turn: bytes, state: bytes, label: str, *parts: bytes | int) -> None:
        self.add("turn", len(self.turns), turn, state)
        self.add("by", label, *parts)
        self.turns.append(turn)

    def event(self, event: Event, laid: Sequence[Laid] = ()) -> None:
        values = json.dumps(
            _safe(event.values), separators=(",", ":"), ensure_ascii=False
        )
        self.add("event", event.kind, values)
        if event.kind == "opened":
            self.opened.append(tuple(map(str, event.values)))
        for cards in laid:
            self.add("laid", cards.identity, *cards.slots)


def _safe(value: Value) -> Value:
    """Return a value in which numbers that a float may lose are texts."""
    if isinstance(value, tuple | list):
        return [_safe(item) for item in value]
    large = isinstance(value, int) and abs(value) >= 2**53
    return str(value) if large else value
