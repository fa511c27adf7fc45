"""Step 9, moves: their form, what is legal, undo, and proposals that all agree to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .errors import Refused, demand
from .feeds import Answer
from .graph import Graph
from .hearing import Hearing
from .turns import Choose, Event


@dataclass(frozen=True, slots=True)
class Step:
    """An event, and the state before it."""

    before: object
    event: Event

    @property
    def chooser(self) -> int | None:
        seat = self.event.values[0] if self.event.kind == "chosen" else None
        return seat if isinstance(seat, int) else None


@dataclass(slots=True)
class Timeline:
    """All events that were not undone or taken back."""

    steps: list[Step] = field(default_factory=list)

    def can_undo(self, seat: int) -> bool:
        return bool(self.steps) and self.steps[-1].chooser == seat

    def can_take_back(self, count: int) -> bool:
        enough = 0 < count <= len(self.steps)
        return enough and all(s.chooser is not None for s in self.steps[-count:])

    def back(self, count: int) -> object:
        """Return the state before the last so many events, which are forgotten."""
        state = self.steps[-count].before
        del self.steps[-count:]
        return state


def text(message: bytes, longest: int = 256) -> str:
    """Return a move's text."""
    ascii = re.fullmatch(rb"[ -~]*", message) is not None
    demand(ascii, "a move has another letter than ASCII's", "encoding")
    fits = 1 <= len(message) <= longest
    demand(fits, "a move has no such length", "encoding")
    return message.decode()


def is_offered(turn: Choose, move: str) -> bool:
    if move in turn.moves:
        return True
    verb, _, digits = move.rpartition(" ")
    if not re.fullmatch("0|[1-9][0-9]{0,17}", digits):
        return False
    return any(
        verb == v and low <= int(digits) <= high for v, low, high in turn.numbers
    )


def legal(turn: Choose, move: str) -> str:
    if not is_offered(turn, move):
        raise Refused(f"the move {move!r} is not legal", "rules")
    return move


def is_agreed(hearing: Hearing, answer: Answer, proposal: str, graph: Graph) -> bool:
    """Say whether all others had assented to a proposal before this answer."""
    asked = hearing.table.players.index(answer.author)
    others = [s for s in hearing.there if s != asked]
    assented = 0
    for seat in others:
        speech = hearing.table.speeches[seat]
        said = any(
            a.data("turn") == hearing.turn and a.text("proposal") == proposal
            and graph.has(answer.entry, entry)
            for entry, a in speech.assents
        )  # fmt: skip
        left = speech.leave is not None and graph.has(answer.entry, speech.leave)
        if not said and not left:
            return False
        assented += said
    return assented > 0 or not others
