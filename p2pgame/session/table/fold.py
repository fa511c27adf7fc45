"""Folds entries into a table: first those of the lobby, then those of the game.

The state depends on the set of entries alone, not on who sent what first.  So
nothing is judged by when it comes: what an entry means follows from its feed up
to it and from what its author had seen.
"""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.log import Entry, Fork, History
from p2pgame.transport.wire_version import TIMED

from ..entries import payloads
from ..entries.errors import (
    Fault,
    InvalidPayload,
    LaterVersion,
    Misbehaviour,
    Unplayable,
    other_version,
)
from ..entries.payloads import Accept, Genesis, Hello, Leave, Payload, Times
from ..lobby.events import Apart, Declined, GaveUp, Joined, TableEvent
from ..lobby.lobby import Clock, Lobby
from ..lobby.record import AFTER_END
from ..lobby.seat import given_up
from .epochs import Epochs
from .game_phase import GamePhase


class Fold:
    """Takes entries in, once each, and has every part of a table hear of them."""

    def __init__(
        self,
        history: History,
        lobby: Lobby,
        epochs: Epochs,
        game: GamePhase,
        emit: Callable[[TableEvent], None],
    ) -> None:
        self._history = history
        self._lobby = lobby
        self._epochs = epochs
        self._game = game
        self._emit = emit
        self._lobby_raws: set[bytes] = set()
        self._has_failed = False

    def receive(self, entry: bytes | Entry) -> tuple[Entry, ...]:
        """Take in one entry; return those that other peers should have now.

        Raises:
          InvalidEntry: No player of this table signed these bytes.
        """
        proof: tuple[Entry, ...] = ()
        try:
            delivered = self._history.receive(entry)
        except Fork as fork:
            evidence = (fork.first, fork.second)
            text = "signed two different entries in one place"
            wrong = Misbehaviour(Fault.FORK, text, fork.culprit, evidence)
            self._game.verdicts.accuse(wrong)
            proof = tuple(Entry.read(raw) for raw in evidence)
            delivered = self._history.receive(fork.first)  # what the proof set free
        for news in delivered:
            self._deliver(news)
        return (*proof, *delivered)

    def is_lobby(self, raw: bytes) -> bool:
        """Return whether a delivered entry is for all who hold the invite.

        Those are the hellos, the genesis, and leaves with no genesis in their past;
        what follows is for the seated.
        """
        return raw in self._lobby_raws

    def _deliver(self, entry: Entry) -> None:
        record, verdicts = self._game.record, self._game.verdicts
        if entry.author in record.left:
            return
        ended = record.has_signed(entry.author)
        if not ended:
            verdicts.check_said(entry)
        try:
            self._take(entry, payloads.decode(entry.payload), ended=ended)
        except LaterVersion as error:
            offers = entry.author == self._history.table and not ended
            if offers and not self._lobby.has_offered:  # any other genesis is void
                self._fail(other_version(error.wire, self._lobby.spoken))
        except InvalidPayload as error:
            if not ended:  # else it would depend on whose end is here first
                raw, text = (entry.raw,), error.text
                wrong = Misbehaviour(Fault.PAYLOAD, text, entry.author, raw)
                verdicts.accuse(wrong)

    def _take(self, entry: Entry, payload: Payload, *, ended: bool) -> None:
        if ended and not isinstance(payload, AFTER_END):
            return  # whatever else follows its author's end is void
        clock = self._history.clock(entry.id)
        if isinstance(payload, Times) and not self._saw_timed(clock):
            raise InvalidPayload("a payload of an unknown kind or shape")
        match payload:
            case Hello() | Genesis() | Accept():
                if not isinstance(payload, Accept):
                    self._lobby_raws.add(entry.raw)
                self._lobby.receive(entry, payload, clock)
                self._epochs.receive(entry, payload, clock)
                self._game.verdicts.check_named()
                self._meet(entry, payload)
                self._open()
            case _:
                if isinstance(payload, Leave):
                    self._note_leave(entry, payload, clock)
                self._epochs.receive(entry, payload, clock)
                self._game.receive(entry, payload, clock)

    def _saw_timed(self, clock: Clock) -> bool:
        """Return whether the offer that ``clock`` tells lets players say times."""
        offer = self._lobby.offer if self._lobby.saw_offer(clock) else None
        return offer is not None and offer.genesis.wire >= TIMED

    def _meet(self, entry: Entry, payload: Hello | Genesis | Accept) -> None:
        """Tell of a player or guest who has come."""
        player = self._lobby.guest(entry.author)
        if not isinstance(payload, Hello) or player is None:
            return
        self._emit(Joined(player.name, player.is_program))
        why = self._lobby.why_apart(player)
        if why is not None:
            self._emit(Apart(why))

    def _note_leave(self, entry: Entry, payload: Leave, clock: Clock) -> None:
        staying = {player.author: player for player in self._lobby.staying}
        if not self._lobby.saw_offer(clock):
            self._lobby_raws.add(entry.raw)
        self._lobby.receive(entry, payload, clock)
        self._open()
        player = staying.get(entry.author)
        if player is not None and self._lobby.offer is None:
            self._emit(GaveUp(player))

    def _open(self) -> None:
        """Start the game if all have accepted it, or tell that it will not start."""
        if self._lobby.has_failed:
            assert self._lobby.leaver is not None
            self._fail(given_up(self._lobby.leaver))
        try:
            start = self._lobby.take_start()
        except Unplayable as error:
            self._emit(Declined(error))
            return
        if start is not None:
            self._game.begin(start)
            self._game.verdicts.begin(start)

    def _fail(self, error: Unplayable) -> None:
        """Tell, once, why no game will start here."""
        if not self._has_failed:
            self._has_failed = True
            self._emit(Declined(error))
