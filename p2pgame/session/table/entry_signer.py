"""Signs our own entries."""

from __future__ import annotations

from p2pgame.log import Behind, History

from ..entries import payloads
from ..entries.identity import Me
from ..entries.payloads import Genesis, Hello, Payload
from ..game.pending_answer import PendingAnswer
from ..lobby.allowance import Allowances
from ..lobby.lobby import Lobby


class EntrySigner:
    """Sign entries of ``me``; a spectator, for whom it is None, signs none."""

    def __init__(
        self, me: Me | None, history: History, lobby: Lobby, allowances: Allowances
    ) -> None:
        #: An answer that could not be signed yet.
        self.pending = PendingAnswer()
        self._me = me
        self._history = history
        self._lobby = lobby
        self._allowances = allowances

    def write(self, payload: Payload | None) -> bytes | None:
        """Sign an entry, or return None if we can't now.

        The entry names no strangers: other peers may not have heard of them.
        """
        if payload is None or self._me is None:
            return None
        if not self._allowances.may_write(self._me.key.public, payload):
            return None  # excess would be our fault
        among = self._named_by(payload)
        data = payloads.encode(payload)
        try:
            return self._history.write(self._me.key, data, among=among).raw
        except Behind:  # other peers hold newer entries of ours, which will come
            self.pending.keep(payload)
            return None

    def _named_by(self, payload: Payload) -> set[bytes]:
        """Return the authors whose entries this payload may name."""
        match payload:
            case Hello():
                return set()
            case Genesis(hellos=hellos):
                guests = self._lobby.guests
                return {guest.author for guest in guests if guest.hello in hellos}
            case _:
                return set(self._lobby.authors)
