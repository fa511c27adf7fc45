"""This module refuses players' entries that name what they must not.

No entry names another of its own author: it follows the one before by its number and
that one's id. No player's entry names one of an author without a seat, which peers need
not keep. Attack: a peer that gets an entry naming a stranger's would wait for it,
perhaps for ever.
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
        text = ""
        if entry.author in named:
            text = "named an entry of its own among those seen"
        elif entry.author in seated and not named <= seated:
            text = "named an entry of somebody without a seat"
        if not text:
            return None
        return Misbehaviour(Fault.SEEN, text, entry.author, (entry.raw,))
