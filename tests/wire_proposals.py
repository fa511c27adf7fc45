"""What players say beside their answers, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tests.wire_reader import PROPOSAL
from tests.wire_values import need

Shown = TypeVar("Shown")
Event = TypeVar("Event")


class Told(Generic[Shown, Event]):
    """Rules, and what they have been told, so that the last of it can be taken back.

    ``again`` begins the same rules anew.
    """

    def __init__(
        self,
        rules: Generator[Shown, Event, None],
        again: Callable[[], Generator[Shown, Event, None]] | None,
    ) -> None:
        self._rules, self._again = rules, again
        self._events: list[tuple[Event, bool]] = []

    def begin(self) -> Shown:
        return next(self._rules)

    def tell(self, event: Event, *, final: bool) -> Shown:
        """Go on; what is ``final`` stays, and so does what came before it."""
        self._events.append((event, final))
        return self._rules.send(event)

    def take_back(self, levels: int) -> Shown:
        need(self._again is not None and levels <= len(self._events), "too far back")
        assert self._again is not None
        need(not any(final for _, final in self._events[-levels:]), "what is final")
        del self._events[-levels:]
        self._rules = self._again()
        shown = self.begin()
        for event, _ in self._events:
            shown = self._rules.send(event)
        return shown


@dataclass
class Spoken:
    """The assents by turn, proposal and author, and all checkpoints.

    Of assents to the same there is the first entry's id.
    """

    assents: dict[tuple[bytes, str, bytes], bytes] = field(default_factory=dict)
    checkpoints: list[tuple[bytes, bytes, bytes]] = field(default_factory=list)

    def check_agreed(
        self,
        turn: bytes,
        proposal: str,
        past: Collection[bytes],
        asked: Mapping[bytes, bytes | None],
    ) -> None:
        """``asked`` are authors, with the entry in which one has left."""
        mine = {author: self.assents.get((turn, proposal, author)) for author in asked}
        for author, left in asked.items():
            need(mine[author] in past or left in past, "not everybody agrees")
        one = not asked or any(assent in past for assent in mine.values())
        need(one, "nobody agrees")

    def check(self, reached: Mapping[bytes, tuple[bytes, Collection[bytes]]]) -> None:
        """Check what was signed of turns that were: their states, and who was there."""
        for author, turn, state in self.checkpoints:
            digest, here = reached.get(turn, (state, ()))
            need(author not in here or state == digest, "another state")


def levels_of(proposal: str) -> int:
    """Return how many moves a proposal takes back; 0: it is a draw."""
    need(PROPOSAL.fullmatch(proposal) is not None, "no proposal")
    need(proposal != "last round", "these games have no rounds")
    return 0 if proposal == "draw" else int(proposal.split()[1])
