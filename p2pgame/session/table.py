"""One table, from the first hello to the signed end: a fold over entries.

Hand it what arrives (:meth:`Table.receive`), have it do what is due
(:meth:`Table.advance`), tell it what its player decides (:meth:`Table.propose`).
Whatever it wants to say it returns as a signed entry, which takes effect only
when it is received, like anybody's: ours and others' come in by one door.

The state depends on the set of entries alone, not on who sent what first.
"""

from __future__ import annotations

from collections import deque

from p2pgame.engine import IllegalMove
from p2pgame.log import Entry, Feed, Fork, History, InvalidEntry, encode_archive

from . import events, payloads
from .errors import InvalidPayload, Misbehaviour, Unplayable
from .identity import Me, check_hello
from .lobby import Games, Lobby, Player
from .payloads import Accept, Answer, End, Genesis, Hello, Payload
from .play import Play
from .seat import Offer, Seat


class Table:
    """A peer's copy of one table.

    ``me`` is None for a spectator, who says nothing and checks everything;
    ``offer`` is what we want to play, if it was we who opened the table.
    """

    def __init__(
        self,
        id: bytes,
        games: Games,
        me: Me | None = None,
        offer: Offer | None = None,
    ) -> None:
        self.id = id
        self.history = History(id)
        self.history.may_join = self._may_join
        self.play: Play | None = None
        self.stopped: Misbehaviour | None = None
        self.events: deque[events.TableEvent] = deque()
        self._me = me
        self._lobby = Lobby(games)
        self._seat = None if me is None else Seat(id, me, self._lobby, offer)
        self._cheats: dict[bytes, Misbehaviour] = {}
        self._ends: dict[bytes, tuple[Entry, End]] = {}
        self._lobby_raws: set[bytes] = set()
        self.complete = False

    def receive(self, raw: bytes) -> tuple[Entry, ...]:
        """Take in one entry; return those that other peers should have now.

        Raises:
          InvalidEntry: No player of this table signed these bytes.
        """
        try:
            delivered = self.history.receive(raw)
        except Fork as fork:
            evidence = (fork.first, fork.second)
            text = "signed two different entries in one place"
            self._accuse(Misbehaviour(text, fork.culprit, evidence))
            return tuple(Entry.read(raw) for raw in evidence)
        for entry in delivered:
            self._deliver(entry)
        return tuple(delivered)

    def propose(self, move: str) -> None:
        """Make our move; :meth:`advance` then says it.

        Raises:
          IllegalMove: It is not possible now; nothing has changed.
        """
        if self.play is None or self.stopped is not None:
            raise IllegalMove("no-game", "no game is going on")
        self.play.propose(move)

    def advance(self) -> tuple[bool, bytes | None]:
        """Do one piece of work if any is due; return whether, and what to say.

        What is to be said is an entry, already signed: store it, receive it,
        then send it, all before the next call.

        Cost: up to a shuffle with its proof, some 25 ms for 52 cards.
        """
        if self.stopped is not None:
            return False, None
        if self.play is not None and self.play.ready:
            try:
                payload: Payload | None = self.play.step()
            except Misbehaviour as misbehaviour:
                self._accuse(misbehaviour)
                return True, None
            self._check_ends()
            return True, self._write(payload)
        if self.play is not None:
            self.play.ask()
        payload = self._due()
        return payload is not None, self._write(payload)

    @property
    def epoch_key(self) -> bytes | None:
        """The key under which all that follows the genesis is sealed."""
        return None if self._seat is None else self._seat.epoch_key

    @property
    def players(self) -> tuple[Player, ...]:
        """The seated players, or before the game those who have come."""
        return self._lobby.players if self.play is None else self.play.players

    @property
    def unsigned(self) -> tuple[Player, ...]:
        """The players who have not signed the end."""
        return tuple(p for p in self.players if p.author not in self._ends)

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
        player = self._lobby.player(author)
        return author.hex()[:8] if player is None else player.name

    def transcript(self) -> bytes:
        """Return the whole game as one file, the same bytes for every peer.

        Once complete it holds exactly what the players' ends have seen; before
        that, all that is here.
        """
        entries = {entry.id: entry for entry in self.entries}
        if self.complete:
            entries = _past([entry for entry, _ in self._ends.values()], entries)
        feeds: dict[bytes, Feed] = {}
        for entry in sorted(entries.values(), key=lambda entry: entry.sequence):
            feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
        return encode_archive(self.id, feeds.values())

    def _due(self) -> Payload | None:
        if self.play is None:
            return None if self._seat is None else self._seat.due(self._decline)
        author = self.play.author
        if self.play.over and author is not None and author not in self._ends:
            return self.play.end
        return None

    def _decline(self, text: str) -> None:
        self.events.append(events.Declined(text))

    def _write(self, payload: Payload | None) -> bytes | None:
        if payload is None:
            return None
        assert self._me is not None
        return self.history.write(self._me.key, payloads.encode(payload)).raw

    def _deliver(self, entry: Entry) -> None:
        try:
            payload = payloads.decode(entry.payload)
            if isinstance(payload, Hello | Genesis):
                self._lobby_raws.add(entry.raw)
            match payload:
                case Hello() | Genesis() | Accept() if self.play is None:
                    self._lobby.receive(entry, payload)
                    self._after_lobby(payload)
                case Answer() if self.play is not None:
                    self.play.receive(entry, payload)
                case End() if entry.author in {p.author for p in self.players}:
                    self._ends.setdefault(entry.author, (entry, payload))
                    self._check_ends()
                case _:
                    pass  # void: it belongs to another time of the table
        except InvalidPayload as error:
            self._accuse(Misbehaviour(str(error), entry.author, (entry.raw,)))

    def _after_lobby(self, payload: Payload) -> None:
        if isinstance(payload, Hello):
            self.events.append(events.Joined(payload.name))
        genesis = self._lobby.accepted()
        if genesis is None:
            return
        try:
            start = self._lobby.offered(genesis)
        except Unplayable as error:
            self._decline(str(error))
            return
        self.play = Play(start, self._me, self.events.append)
        for player in start.players:
            if player.author in self._cheats:
                self._accuse(self._cheats[player.author])

    def _check_ends(self) -> None:
        """Compare the ends that players signed with ours, once we are there."""
        if self.play is None or not self.play.over or self.complete:
            return
        for author, (entry, end) in self._ends.items():
            if end != self.play.end:
                text = "signed another end of the game"
                self._accuse(Misbehaviour(text, author, (entry.raw,)))
                return
        if not self.unsigned:
            self.complete = True
            self.events.append(events.Completed())

    def _accuse(self, misbehaviour: Misbehaviour) -> None:
        """Note what a player did; it stops the game if the player is in it."""
        self._cheats.setdefault(misbehaviour.culprit, misbehaviour)
        if self.play is None or self.stopped is not None or self.complete:
            return
        if any(player.author == misbehaviour.culprit for player in self.play.players):
            self.stopped = misbehaviour
            self.events.append(events.Stopped(misbehaviour))

    def _may_join(self, entry: Entry) -> bool:
        if self.play is not None:
            return False
        try:
            hello = payloads.decode(entry.payload)
            if not isinstance(hello, Hello):
                return False
            check_hello(entry, hello)
        except (InvalidPayload, InvalidEntry):
            return False
        return True


def _past(ends: list[Entry], entries: dict[bytes, Entry]) -> dict[bytes, Entry]:
    """Return what ``ends`` have seen, and themselves, by id."""
    past: dict[bytes, Entry] = {}
    todo = list(ends)
    while todo:
        entry = todo.pop()
        if entry.id in past:
            continue
        past[entry.id] = entry
        ancestors = (entry.previous, *entry.seen) if entry.sequence else entry.seen
        todo += [entries[id] for id in ancestors]
    return past
