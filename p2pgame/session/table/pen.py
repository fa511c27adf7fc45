"""Our own hand: it signs what there is to say, and nothing that it may not."""

from __future__ import annotations

from p2pgame.log import Behind, History

from ..entries import payloads
from ..entries.identity import Me
from ..entries.payloads import Genesis, Hello, Payload
from ..game.unsaid import Unsaid
from ..lobby.lobby import Lobby


class Pen:
    """Writes the entries of ``me``; of None, who looks on, there are none."""

    def __init__(
        self, me: Me | None, history: History, lobby: Lobby, unsaid: Unsaid
    ) -> None:
        self._me = me
        self._history = history
        self._lobby = lobby
        self._unsaid = unsaid

    def write(self, payload: Payload | None) -> bytes | None:
        """Sign an entry that names no stranger: others may not have heard of one."""
        if payload is None or self._me is None:
            return None
        among = self._named_by(payload)
        data = payloads.encode(payload)
        try:
            return self._history.write(self._me.key, data, among=among).raw
        except Behind:  # our own newer entries are with the others: they will come
            self._unsaid.keep(payload)
            return None

    def _named_by(self, payload: Payload) -> set[bytes]:
        """Return whose entries this names."""
        match payload:
            case Hello():
                return set()
            case Genesis(hellos=hellos):
                guests = self._lobby.guests
                return {guest.author for guest in guests if guest.hello in hellos}
            case _:
                return set(self._lobby.authors)
