"""Whom players name: nobody without a seat, for others need not have that one's words.

Whoever got an entry that names a stranger's would wait for that one, perhaps for ever.
"""

from __future__ import annotations

from p2pgame.log import Entry, History

from ..entries.errors import Fault, Misbehaviour
from .lobby import Lobby


class Named:
    """Looks at what entries name, also at those from before it was known who plays."""

    def __init__(self, history: History, lobby: Lobby) -> None:
        self._history = history
        self._lobby = lobby
        self._early: list[Entry] = []

    def look(self, *entries: Entry) -> list[Misbehaviour]:
        """Return what is wrong with these, or by now with earlier ones."""
        self._early += entries
        if self._lobby.offer is None:
            return []
        known, self._early = self._early, []
        return [found for entry in known if (found := self._why_wrong(entry))]

    def _why_wrong(self, entry: Entry) -> Misbehaviour | None:
        seated = self._lobby.authors
        named = {one.author for one in self._history.named_by(entry)}
        if entry.author in seated and not named <= seated:
            text, raws = "named an entry of somebody without a seat", (entry.raw,)
            return Misbehaviour(Fault.STRANGER, text, entry.author, raws)
        return None
