"""One table, from the first hello to the signed end: a fold over entries.

Hand it what arrives (:meth:`Table.receive`), have it do what is due
(:meth:`Table.advance`), tell it what its player decides (:meth:`Table.propose`).
Whatever it wants to say it returns as a signed entry, which takes effect only
when it is received, like anybody's: ours and others' come in by one door.

The state depends on the set of entries alone, not on who sent what first.  So
nothing is judged by when it comes: what an entry means follows from its feed up
to it and from what its author had seen.
"""

from __future__ import annotations

from collections import deque

from p2pgame.engine import IllegalMove, Message
from p2pgame.log import Entry, Fork, History

from ..entries import payloads
from ..entries.errors import ALONE, Fault, InvalidPayload, Misbehaviour, Unplayable
from ..entries.identity import Me
from ..entries.notes import Note
from ..entries.payloads import Accept, Chat, Genesis, Hello, Leave, Next, Payload, Said
from ..game.absence import Seats
from ..game.pending_answer import PendingAnswer
from ..game.play import Play
from ..game.stock import Stock
from ..lobby.events import Completed, Declined, Joined, Overtaken, Stopped, TableEvent
from ..lobby.keyring import Keyring
from ..lobby.lobby import Games, Lobby, Player, Start
from ..lobby.named import Named
from ..lobby.record import AFTER_END, Record, archive
from ..lobby.seat import Offer, Seat
from .entry_signer import EntrySigner
from .epochs import GENESIS, Epochs
from .talk import Talk


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
        self.play: Play | None = None
        self.stopped: Misbehaviour | None = None
        self.complete = False
        self.events: deque[TableEvent] = deque()
        self._me = me
        self._lobby = Lobby(id, games, None if me is None else me.joining)
        self.history.may_join = self._lobby.may_join
        self.history.may_append = self._lobby.may_append
        ring = Keyring(me, watch)
        author = None if me is None else me.key.public
        self.seat = None if me is None else Seat(id, me, self._lobby, offer, ring)
        self.epochs = Epochs(self._lobby, ring, author)
        self._named = Named(self.history, self._lobby)
        self._lobby_raws: set[bytes] = set()
        self._record = Record()
        self._talk = Talk(id, author, self.events.append, ring)
        #: What authors did that can be shown, with a seat or without.
        self.cheats: dict[bytes, Misbehaviour] = {}
        self._notes: dict[bytes, str] = {}
        self._unplayable = self._leaving = False
        #: Whether we may have said more than is here: then nothing is signed.
        self.in_doubt = False
        self._pending = PendingAnswer()
        self._signer = EntrySigner(me, self.history, self._lobby, self._pending)

    def receive(self, entry: bytes | Entry) -> tuple[Entry, ...]:
        """Take in one entry; return those that other peers should have now.

        Bytes are read, and so verified; an :class:`Entry` has been already.

        Raises:
          InvalidEntry: No player of this table signed these bytes.
        """
        proof: tuple[Entry, ...] = ()
        try:
            delivered = self.history.receive(entry)
        except Fork as fork:
            evidence = (fork.first, fork.second)
            text = "signed two different entries in one place"
            self._accuse(Misbehaviour(Fault.FORK, text, fork.culprit, evidence))
            proof = tuple(Entry.read(raw) for raw in evidence)
            delivered = self.history.receive(fork.first)  # what the proof set free
        for news in delivered:
            self._deliver(news)
        return (*proof, *delivered)

    def propose(self, move: str) -> bytes:
        """Make our move, and return a note of it; :meth:`advance` then says it.

        Keep the note before that, for :meth:`remember`: a sealed move is opened
        later, and the log alone does not say what it was.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        if self.play is None or self.stopped is not None:
            raise IllegalMove("no-game", Message.of("no-game-on"))
        self._check_doubt()
        self.play.propose(move)
        return Note(self.play.id, move).encode()

    def lose_patience(self, late: frozenset[int] | None = None) -> None:
        """Say that these seats have been waited for long enough; None: all awaited.

        Our program's clock says when; :meth:`advance` then says it to the others.
        """
        if self.play is not None and self.stopped is None:
            self.play.lose_patience(late)

    def leave(self) -> None:
        """Leave the game for good: :meth:`advance` then says so.

        Raises:
          IllegalMove: No game is going on, or it goes on without us.
        """
        if self.play is None or self.play.author is None or self.play.over:
            raise IllegalMove("no-game", Message.of("no-game-to-leave"))
        if self.play.is_gone:
            raise IllegalMove("gone", Message.of("gone-on-without-you"))
        self._check_doubt()
        self._leaving = True
        self._talk.close("you have left the table")

    def chat(self, text: str) -> None:
        """Say something to the others; raises as :meth:`.Talk.chat` does."""
        self._talk.chat(text)

    def rematch(self, table: bytes, secret: bytes) -> None:
        """Say where we play again; raises as :meth:`.Talk.rematch` does."""
        left = frozenset[int]() if self.play is None else self.play.absences.left
        self._talk.rematch(table, secret, left)

    def remember(self, note: Note) -> None:
        """Take in a note of an earlier run, before the entries it goes with."""
        self._notes[note.turn] = note.move

    def advance(self) -> tuple[bool, bytes | None]:
        """Do one piece of work if any is due; return whether, and what to say.

        What is to be said is an entry, already signed: store it, receive it,
        then send it, all before the next call.

        Cost: up to a shuffle with its proof, some 25 ms for 52 cards.
        """
        silent = self.in_doubt or self._record.has_left(self._me)
        refusal = None if silent else self.epochs.refusal
        if refusal is not None:  # all else that we sign says that we have the key
            raw = self._signer.write(refusal)
            return raw is not None, raw
        if self.stopped is not None:
            # What we have judged by others may miss, and must then judge as we did.
            heard = None if self.play is None else self.play.confirmation
            raw = None if silent else self._signer.write(heard)
            return raw is not None, raw
        if self._leaving:
            self._leaving = False
            return True, self._signer.write(Leave())
        if self.play is not None and self.play.ready:
            try:
                self._pending.keep(self.play.step())
            except Misbehaviour as misbehaviour:
                self._accuse(misbehaviour)
                return True, None
            self._check_ends()
            said = None if self.in_doubt else self._pending.take(self.play)
            return True, self._signer.write(said)
        if self.in_doubt:
            return False, None
        raw = self._signer.write(self._pending.take(self.play) or self._due())
        if raw is None and self.play is not None and self.play.ask():
            return True, None
        if raw is None:
            raw = self._signer.write(self._talk.to_say)
        return raw is not None, raw

    @property
    def stock(self) -> Stock | None:
        """What can be prepared while nothing is due."""
        return None if self.play is None else self.play.dealer.stock

    @property
    def epoch_key(self) -> bytes | None:
        """The genesis's key, under which the players' words are sealed at first."""
        return self.epochs.keys.get(GENESIS)

    @property
    def here(self) -> Seats:
        """The seats of those who have neither gone nor left."""
        if self.play is None:
            return frozenset(range(len(self._lobby.players)))
        return self.play.present - self.play.absences.left

    @property
    def players(self) -> tuple[Player, ...]:
        """The seated players, or before the offer all who have come."""
        return self._lobby.players or self._lobby.guests

    @property
    def seats(self) -> tuple[bytes, ...]:
        """The seated players' authors, in order; nobody's before the offer."""
        return tuple(player.author for player in self._lobby.players)

    @property
    def unready(self) -> tuple[Player, ...]:
        """The seated players who have not accepted the offer yet."""
        return self._lobby.unready

    @property
    def unsigned(self) -> tuple[Player, ...]:
        """The seated players who are there and have not signed the end."""
        return tuple(p for p in self.staying if not self._record.has_signed(p.author))

    @property
    def staying(self) -> tuple[Player, ...]:
        """The seated players who have not gone."""
        players = self._lobby.players
        if self.play is None:
            return players
        return tuple(players[seat] for seat in sorted(self.play.present))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries that have taken effect here, feed after feed."""
        feeds = self.history.feeds.values()
        return tuple(entry for feed in feeds for entry in feed.entries)

    def is_lobby(self, raw: bytes) -> bool:
        """Return whether a delivered entry is for all who hold the invite.

        Those are the hellos and the genesis; what follows is for the seated.
        """
        return raw in self._lobby_raws

    def name_of(self, author: bytes) -> str:
        player = self._lobby.guest(author)
        return author.hex()[:8] if player is None else player.name

    def transcript(self) -> bytes:
        """Return the whole game as one file, the same bytes for every peer.

        Once complete it holds exactly what the players' ends have seen, and how
        they agreed to end without somebody; before that, all that is here of the
        seated.

        Raises:
          ValueError: It is too long to be read back.
        """
        return archive(self.id, self.recorded)

    @property
    def recorded(self) -> tuple[Entry, ...]:
        """The entries of the transcript."""
        entries = self.entries
        if self.complete:
            staying = [player.author for player in self.staying]
            closing = None if self.play is None else self.play.closing
            entries = self._record.game(staying, entries, closing)
        authors = self._lobby.authors or self.history.feeds.keys()
        return tuple(entry for entry in entries if entry.author in authors)

    def _check_doubt(self) -> None:
        if self.in_doubt:
            raise IllegalMove("in-doubt", Message.of("in-doubt"))

    def _due(self) -> Payload | None:
        if self.play is None:
            if self.seat is None:
                return None
            return self.seat.due(self._decline, {*self.history.forks, *self.cheats})
        author = self.play.author
        if author is None or self.play.is_gone or author in self._record.left:
            return None
        if self.play.may_end and not self._record.has_signed(author):
            return self.play.end
        left = self.play.absences.left
        epoch = None if self.play.over else self.epochs.due(self.here, left)
        return epoch or self.play.to_say()

    def _decline(self, error: Unplayable) -> None:
        self.events.append(Declined(error))

    def _deliver(self, entry: Entry) -> None:
        if entry.author in self._record.left:
            return
        ended = self._record.has_signed(entry.author)
        if not ended:
            self._check_named(entry)
        try:
            self._fold(entry, payloads.decode(entry.payload))
        except InvalidPayload as error:
            if not ended:  # else it would depend on whose end is here first
                raw, text = (entry.raw,), error.text
                self._accuse(Misbehaviour(Fault.PAYLOAD, text, entry.author, raw))

    def _check_named(self, *entries: Entry) -> None:
        for wrong in self._named.look(*entries):
            self._accuse(wrong)

    def _fold(self, entry: Entry, payload: Payload) -> None:
        has_signed = self._record.has_signed(entry.author)
        if has_signed and not isinstance(payload, AFTER_END):
            return  # whatever else follows its author's end is void
        match payload:
            case Hello() | Genesis() | Accept():
                if not isinstance(payload, Accept):
                    self._lobby_raws.add(entry.raw)
                clock = self.history.clock(entry.id)
                self._lobby.receive(entry, payload, clock)
                self.epochs.receive(entry, payload, clock)
                self._check_named()
                self._after_lobby(payload)
            case _:
                self._hear(entry, payload, signed=has_signed)

    def _hear(self, entry: Entry, said: Said, *, signed: bool) -> None:
        """Take in what is said in the game, which may not have started here."""
        clock = self.history.clock(entry.id)
        self.epochs.receive(entry, said, clock)
        if isinstance(said, Chat | Next | Leave):
            self._talk.receive(entry, said, signed=signed)
        self._record.take(entry, said)
        if self.play is not None:
            self.play.receive(entry, said, clock)
            if self.play.absences.overtaken:
                self.events.append(Overtaken())
                self._take_back()
                self._play(self.play.start)
        self._check_ends()

    def _after_lobby(self, payload: Payload) -> None:
        if isinstance(payload, Hello):
            self.events.append(Joined(payload.name))
        if self.play is not None or self._unplayable or not self._lobby.is_accepted:
            return
        try:
            start = self._lobby.start()
        except Unplayable as error:
            self._unplayable = True
            self._decline(error)
            return
        self._play(start)
        for player in start.players:
            if player.author in self.cheats:
                self._accuse(self.cheats[player.author])

    def _play(self, start: Start) -> None:
        """Play the game from its start, with all that has been said in it."""
        forks = self.history.forks
        self.play = Play(start, self._me, self.events.append, self._notes, forks)
        self._talk.begin(start)
        for entry, said in self._record.said:
            self.play.receive(entry, said, self.history.clock(entry.id))

    def _check_ends(self) -> None:
        """Compare the states and ends that players signed with ours."""
        if self.play is None or self.complete or self.stopped:
            return
        wrong = self.play.side_messages.checkpoints.wrong
        if wrong is None and self.play.over:
            staying = (player.author for player in self.staying)
            wrong = self._record.why_wrong(self.play.end, staying)
        if wrong is not None:
            self._accuse(wrong)
        elif self.play.over and not self.unsigned:
            self.complete = True
            self.events.append(Completed())
            self._talk.complete()

    def _accuse(self, misbehaviour: Misbehaviour) -> None:
        """Note what somebody did; it stops the game if the culprit is in it."""
        self.cheats.setdefault(misbehaviour.culprit, misbehaviour)
        if self.stopped is not None or self.complete:
            return
        in_game = self.play is not None and self._lobby.seats(misbehaviour.culprit)
        if in_game or misbehaviour.culprit == self.id:
            self.stopped = misbehaviour
            self._talk.close("the game has been stopped")
            self.events.append(Stopped(misbehaviour))

    def _take_back(self) -> None:
        """Take back what we found in a turn that is void by now."""
        found = self.stopped
        if found is not None and found.fault not in ALONE:
            self.stopped = None
            if self.cheats.get(found.culprit) is found:
                del self.cheats[found.culprit]
            self._talk.reopen()
