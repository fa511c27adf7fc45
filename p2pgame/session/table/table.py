"""Folds entries into one table, from the first hello to the signed end.

Hand it what arrives (:meth:`Table.receive`), have it do what is due
(:meth:`Table.advance`), tell it what its player decides (:attr:`Table.own`).
Whatever it wants to say it returns as a signed entry, which takes effect only
when it is received, like anybody's: ours and others' take the same path.

Its parts: :mod:`.fold` takes entries in, :mod:`.game_phase` is the game,
:mod:`.own_entries` decides what we sign, :mod:`.verdicts` keeps what others did wrong,
:mod:`.roster` tells who is there.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from p2pgame.engine import RulesError
from p2pgame.log import Entry, History
from p2pgame.transport.wire_version import SPOKEN, TIMED, Versions

from ..entries.errors import Misbehaviour
from ..entries.identity import Me
from ..entries.notes import Note
from ..game.play import Play
from ..lobby.allowance import Allowances
from ..lobby.events import TableEvent
from ..lobby.keyring import Keyring
from ..lobby.lobby import Games, Lobby, Player
from ..lobby.seat import Offer, Seat
from ..lobby.terms import limits_players
from .entry_signer import EntrySigner
from .epochs import Epochs
from .fold import Fold
from .game_phase import GamePhase
from .own_entries import OwnEntries
from .roster import Roster
from .talk import Talk
from .verdicts import Verdicts


class Table:
    """A peer's copy of one table.

    ``me`` is None for a spectator, who says nothing and checks everything;
    ``offer`` is what we want to play, if it was we who opened the table, whose
    ``id`` is then our author key.  ``watch`` is the X25519 key to which the game's
    keys are sealed for whoever looks on; all who have the invite know it.
    """

    def __init__(
        self,
        id: bytes,
        games: Games,
        me: Me | None = None,
        offer: Offer | None = None,
        watch: bytes | None = None,
    ) -> None:
        self.id = id
        self.history = History(id)
        self.events: deque[TableEvent] = deque()
        if me is not None and offer is not None and limits_players(offer.time):
            me = replace(me, spoken=Versions(TIMED, me.spoken.highest))
        joining, spoken = (None, SPOKEN) if me is None else (me.joining, me.spoken)
        lobby = Lobby(id, games, joining, spoken)
        self.history.may_join = lobby.may_join
        self.history.may_append = lobby.may_append
        ring, emit = Keyring(me, watch), self.events.append
        author = None if me is None else me.key.public
        self.seat = None if me is None else Seat(id, me, lobby, offer, ring)
        self.epochs = Epochs(lobby, ring, author)
        allowances = Allowances(self.history, lobby)
        talk = Talk(id, author, emit, ring, allowances)
        verdicts = Verdicts(id, self.history, lobby, talk, emit, allowances)
        self._game = GamePhase(me, self.history, talk, verdicts, emit)
        self._fold = Fold(self.history, lobby, self.epochs, self._game, emit)
        signer = EntrySigner(me, self.history, lobby, allowances)
        self.own = OwnEntries(signer, self.seat, self.epochs, self._game, emit)
        self.roster = Roster(lobby, self._game)

    def receive(self, entry: bytes | Entry) -> tuple[Entry, ...]:
        """Take in one entry; return those that other peers should have now.

        Bytes are read, and so verified; an :class:`Entry` has been already.

        Raises:
          InvalidEntry: No player of this table signed these bytes.
        """
        return self._fold.receive(entry)

    def lose_patience(self, late: frozenset[int] | None = None) -> None:
        """Say that these seats have been waited for long enough; None: all awaited.

        Our program's clock says when; :meth:`advance` then says it to the others.
        """
        if self.play is not None and not self._game.verdicts.has_ended:
            self.play.lose_patience(late)

    def leave(self, *, sits_out: bool = False) -> None:
        """Leave the game for good: :meth:`advance` then says so.

        Before the game has started: give our seat up. It can't start without us then.
        Once all have signed the end, and only then, we may say that our player
        ``sits_out`` the next table.

        Raises:
          IllegalMove: We have not come to this table yet, its game is over, or it goes
            on without us.
        """
        self.own.leave(sits_out=sits_out)

    def chat(self, text: str) -> None:
        """Say something to the others; raises as :meth:`.Talk.chat` does."""
        self._game.talk.chat(text)

    def rematch(self, table: bytes, secret: bytes) -> None:
        """Say where we play again; raises as :meth:`.Talk.rematch` does."""
        left = frozenset[int]() if self.play is None else self.play.absences.left
        self._game.talk.rematch(table, secret, left)

    def remember(self, note: Note) -> None:
        """Take in a note of an earlier run, before the entries it goes with."""
        self._game.remember(note)

    def advance(self) -> tuple[bool, bytes | None]:
        """Do one piece of work if any is due; return whether, and what to say.

        What is to be said is an entry, already signed: store it, receive it,
        then send it, all before the next call.

        Cost: up to a shuffle with its proof, some 25 ms for 52 cards.
        """
        return self.own.advance()

    @property
    def play(self) -> Play | None:
        """The game, once it has started."""
        return self._game.play

    @property
    def complete(self) -> bool:
        """Whether all who are there have signed the same end."""
        return self._game.complete

    @property
    def stopped(self) -> Misbehaviour | None:
        """What stopped the game, if anything has."""
        return self._game.verdicts.stopped

    @property
    def broken(self) -> RulesError | None:
        """What is wrong with the rules, if that stopped the game: no player is."""
        return self._game.verdicts.broken

    @property
    def cheats(self) -> dict[bytes, Misbehaviour]:
        """What authors did that can be shown, with a seat or without."""
        return self._game.verdicts.cheats

    @property
    def in_doubt(self) -> bool:
        """Whether we may have said more than is here: then nothing is signed."""
        return self.own.in_doubt

    @property
    def players(self) -> tuple[Player, ...]:
        """The seated players, or before the offer the guests that have not left."""
        return self.roster.players

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries that have taken effect here, feed after feed."""
        feeds = self.history.feeds.values()
        return tuple(entry for feed in feeds for entry in feed.entries)

    def is_lobby(self, raw: bytes) -> bool:
        """Return whether a delivered entry is for all who hold the invite."""
        return self._fold.is_lobby(raw)

    def transcript(self) -> bytes:
        """Return the whole game as one file, the same bytes for every peer.

        Once complete it holds exactly what the players' ends have seen, and how
        they agreed to end without somebody; before that, all that is here of the
        seated.

        Raises:
          ValueError: It is too long for one file.
        """
        parts = self.history.parts(self.counts)
        if len(parts) > 1:
            raise ValueError(f"the game is too long for one file: it has {len(parts)}")
        return next(iter(parts))

    @property
    def counts(self) -> dict[bytes, int]:
        """How many entries of each author the transcript holds, from the first."""
        return self._game.recorded(self.roster.seats)
