"""Keeps what authors did that can be shown to be wrong, and whether it stops the game.

What a player's own signed entries show stops the game that it plays in.  Anything that
the table's opener did stops a table before the game, too.  Rules that contradict
themselves stop a game as well, and that is no player's doing.
"""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.engine import RulesError
from p2pgame.log import Entry, History

from ..entries.errors import Fault, Misbehaviour
from ..lobby.allowance import Allowances
from ..lobby.events import LateFork, RulesBroken, Stopped, TableEvent
from ..lobby.lobby import Lobby, Start
from ..lobby.named import Named
from .talk import Talk


class Verdicts:
    """The misbehaviour found at the table ``id``; nobody talks after it has stopped."""

    def __init__(
        self,
        id: bytes,
        history: History,
        lobby: Lobby,
        talk: Talk,
        emit: Callable[[TableEvent], None],
        allowances: Allowances,
    ) -> None:
        #: What authors did that can be shown, with a seat or without.
        self.cheats: dict[bytes, Misbehaviour] = {}
        #: What stopped the game.
        self.stopped: Misbehaviour | None = None
        #: Asks the rules again; no: they contradict themselves, and nobody is accused.
        self.confirmed: Callable[[], bool] = lambda: True
        #: What is wrong with the rules, if that stopped the game.
        self.broken: RulesError | None = None
        self._id = id
        self._lobby = lobby
        self._talk = talk
        self._emit = emit
        self._named = Named(history, lobby)
        self.allowances = allowances
        self._is_playing = self._is_complete = False

    @property
    def has_ended(self) -> bool:
        """Return whether the game was stopped, by a player's doing or the rules'."""
        return self.stopped is not None or self.broken is not None

    def check_named(self, *entries: Entry) -> None:
        """Accuse authors whose entries, these or earlier ones, name a stranger's."""
        for wrong in self._named.look(*entries):
            self.accuse(wrong)

    def check_said(self, entry: Entry) -> None:
        """Accuse the author of an entry that names or says more than it may."""
        self.check_named(entry)
        excess = self.allowances.why_wrong(entry)
        if excess is not None:
            self.accuse(excess)

    def check_played(
        self, is_played: Callable[[bytes], bool], is_done: Callable[[bytes], bool]
    ) -> None:
        """Accuse those who said too much in turns that do not exist.

        What an author says that ``is_done`` (its end is signed, or it has left) is
        void and accuses nobody.
        """
        for excess in self.allowances.why_wrong_when_played(is_played):
            if not is_done(excess.culprit):
                self.accuse(excess)

    def accuse(self, misbehaviour: Misbehaviour) -> None:
        """Note what somebody did; it stops the game if the culprit is in it.

        A fork is told after the end, too; nothing else shows only then.  What is wrong
        by the game's rules alone counts only if these still say so when asked again;
        they are asked only where that stops the game.
        """
        if misbehaviour.by_rules and not self._stands(misbehaviour.culprit):
            return
        known = self.cheats.setdefault(misbehaviour.culprit, misbehaviour)
        is_guest = not self._is_playing and misbehaviour.culprit != self._id
        if is_guest and _is_earlier(misbehaviour, known):
            self.cheats[misbehaviour.culprit] = misbehaviour
        in_game = self._is_playing and self._lobby.seats(misbehaviour.culprit)
        if self._is_complete and in_game and misbehaviour.fault is Fault.FORK:
            self._emit(LateFork(misbehaviour))
        if self.stopped is not None or self._is_complete:
            return
        if in_game or misbehaviour.culprit == self._id:
            self.stopped = misbehaviour
            self._talk.close("the game has been stopped")
            self._emit(Stopped(misbehaviour))

    def _stands(self, culprit: bytes) -> bool:
        """Return whether the rules, asked again, still say that a player is wrong.

        An author without a seat, or of whom more is known already, has nobody ask.
        """
        is_open = not self.has_ended and not self._is_complete
        is_new = culprit not in self.cheats and self._lobby.seats(culprit)
        return is_open and is_new and self.confirmed()

    def blame_rules(self, error: RulesError, turns: int) -> None:
        """Note that the rules are at fault, which stops the game and accuses nobody.

        ``turns`` have happened.
        """
        if not self.has_ended and not self._is_complete:
            self.broken = error
            self._talk.close("the game has been stopped")
            self._emit(RulesBroken(error, turns))

    def begin(self, start: Start) -> None:
        """Note that the game has started; its players may have cheated before."""
        self._is_playing = True
        for player in start.players:
            if player.author in self.cheats:
                self.accuse(self.cheats[player.author])

    def complete(self) -> None:
        """Note that all have signed the end: nothing stops the game any more."""
        self._is_complete = True

    def take_back(self) -> None:
        """Take back what we found in a turn that is void by now."""
        self.allowances.take_back()
        found = self.stopped
        if self.broken is not None:
            self.broken = None
            if found is None:
                self._talk.reopen()
        if found is not None and found.by_rules:
            self.stopped = None
            if self.cheats.get(found.culprit) is found:
                del self.cheats[found.culprit]
            self._talk.reopen()


def _is_earlier(one: Misbehaviour, known: Misbehaviour) -> bool:
    """Return whether what an entry names is wrong in no later an entry than this.

    What an entry names is looked at when the offer is here, and what it says at once.
    So the first fault of a guest would depend on which comes first.
    """
    if one.fault is not Fault.SEEN or known.fault is not Fault.PAYLOAD:
        return False
    places = (Entry.read(found.evidence[-1]).sequence for found in (one, known))
    return next(places) <= next(places)
