"""This module refuses players' entries that name entries of authors without a seat.

Peers need not keep such entries. Attack: a peer that gets an entry naming a
stranger's would wait for it, perhaps for ever.
"""

from __future__ import annotations

from p2pgame.log import Entry, History

from ..entries.errors import Fault, Misbehaviour
from .lobby import Lobby


class Named:
    """Checks the entries that entries name, including those from before the start."""

    def __init__(self, history: History, lobby: Lobby) -> None:
        self._history = history
        self._lobby = lobby
        self._early: list[Entry] = []

    def look(self, *entries: Entry) -> list[Misbehaviour]:
        """Return the misbehaviour in these entries, or found by now in earlier ones."""
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
