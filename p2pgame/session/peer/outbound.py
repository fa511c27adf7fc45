"""Decides what a peer sends on each connection, and under which key.

The lobby's entries and whatever a guest without the genesis must understand go
under the invite's key; all the rest under the genesis's or a later one's
(:mod:`.epochs`), as soon as we have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from p2pgame.log import Entry, InvalidEntry
from p2pgame.transport import frames
from p2pgame.transport.envelope import Entropy, Envelope

from ..table.table import Table
from .compact_entries import Aside, nowhere, shorten
from .peer_connection import WRONG_COST, PeerConnection
from .topic import Topic

#: The epoch of the invite's key, and that of the key in the genesis.
LOBBY, GAME = 0, 1

#: More new words than so many at once go whole.
FEW = 3

#: Compact entries by the bytes of the entries that they are short for.
Short = Mapping[bytes, frames.Brief]
_NONE: Short = MappingProxyType({})


class Outbound:
    """The outgoing half of a peer; nothing here waits."""

    def __init__(
        self,
        table: Table,
        envelope: Envelope,
        entropy: Entropy,
        aside: Aside = nowhere,
    ) -> None:
        self._table = table
        self._aside = aside
        self._envelope = envelope
        self._entropy = entropy
        self._known = {LOBBY}
        #: The epochs that all can read; the table itself may be at work elsewhere.
        self._readable: tuple[int, ...] = ()
        self.connections: list[PeerConnection] = []
        #: All topics that were ever attached: what they lack is known.
        self.topics: list[Topic] = []

    def learn_key(self) -> None:
        """Use the keys that the table knows from now on; ask for what we lacked.

        What a topic has brought before is kept.  If that was too much, it is asked for,
        too; who may not ask there reads all once more.
        """
        table = self._table
        self._readable = table.epochs.readable(table.roster.here)
        fresh = table.epochs.keys.keys() - self._known
        for epoch in fresh:
            self._envelope.add(epoch, table.epochs.keys[epoch])
            self._known.add(epoch)
        if not fresh:
            return
        short = [topic for topic in self.topics if topic.learn_key()]
        for connection in self.connections:
            if connection.topic is None:
                self.tell(connection)
            elif connection.topic in short:
                connection.ask_topic()

    def pass_on(
        self, news: Sequence[Entry], sender: PeerConnection | None, now: float
    ) -> None:
        """Send everybody what is new; of a fork the sender has one half only.

        Without a ``sender`` it is ours.  On a topic others' words are posted later,
        if nobody else does it.  Only here entries go compact: a peer that has heard all
        that we said before can read them.
        """
        forks = self._table.history.forks
        raws = [entry.raw for entry in news]
        proofs = [entry.raw for entry in news if entry.author in forks]
        mine = self._mine(raws) if sender is None and self.topics else []
        short = self._shorten(news)
        for topic in self.topics if news else ():
            topic.deliver(news, mine, now, self._entropy)
        for connection in self.connections:
            if connection.topic is None:
                told = proofs if connection is sender else raws
                self.send(connection, told, short)
            else:
                self.post(connection, mine, now, short)
                connection.stir()

    @property
    def lines(self) -> list[PeerConnection]:
        """Those at whose end is one other peer."""
        return [one for one in self.connections if one.topic is None]

    def begin(self, topic: Topic) -> None:
        """Note that a link to a topic begins."""
        if topic not in self.topics:
            self.topics.append(topic)
        topic.begin()

    def _shorten(self, news: Sequence[Entry]) -> Short:
        """Return compact entries for those that have one; no lobby's entry is so short.

        Many at once go whole: they are read and kept together, and in a frame that
        holds several little would be saved.
        """
        if len(news) > FEW:
            return _NONE
        history, seats = self._table.history, self._table.roster.seats
        compact = {entry.raw: shorten(entry, history, seats) for entry in news}
        return {raw: brief for raw, brief in compact.items() if brief is not None}

    def hear_compact(
        self, connection: PeerConnection, brief: frames.Brief, now: float
    ) -> Entry | None:
        """Rebuild the entry from its compact form; if we can't, ask for it."""
        held, history = connection.compact_entries, self._table.history
        try:
            entry = held.hear(brief, history, self._table.roster.seats, self._aside)
        except InvalidEntry:
            self._note_wrong(connection, 1, now)
            return None
        if entry is None:
            connection.hold()
        return entry

    def clear(self, connection: PeerConnection, now: float) -> list[Entry]:
        """Rebuild the compact entries that waited, now that more is here."""
        held, history = connection.compact_entries, self._table.history
        entries, wrong = held.take(history, self._table.roster.seats, self._aside)
        if wrong:
            self._note_wrong(connection, wrong, now)
        return entries

    def _note_wrong(self, connection: PeerConnection, count: int, now: float) -> None:
        """Ask for what the other side may have instead of what we have."""
        connection.load.charge(WRONG_COST * count)
        if connection.topic is None:
            self.tell(connection)
        else:
            connection.topic.haves.doubt(now, self._entropy)
            connection.stir()

    def post(
        self,
        connection: PeerConnection,
        raws: Sequence[bytes],
        now: float,
        short: Short = _NONE,
    ) -> None:
        """Post entries on a topic."""
        if connection.topic is not None and raws:
            self.send(connection, raws, short)
            connection.topic.posted(raws, now)
            connection.stir()

    def go_live(self, connection: PeerConnection, now: float, *, whole: bool) -> None:
        """Note that a topic's backlog has come; post at once what we alone hold."""
        topic, history = connection.topic, self._table.history
        if topic is not None:
            topic.go_live(history, now, self._entropy, whole=whole)
            wanted = topic.wanted
            mine = self._mine(wanted)
            if len(mine) == len(wanted):
                self.post(connection, mine, now)

    def tend(self, connection: PeerConnection, now: float) -> None:
        """Say on a topic whatever its time has come for."""
        topic, history = connection.topic, self._table.history
        if topic is None:
            return
        topic.haves.is_before = self._table.play is None
        for message in topic.to_pass_on(now):
            self._recall(connection, message)
        self.post(connection, topic.to_post(history, now), now)
        heads = topic.to_say(history, now, self._entropy)
        if heads is not None:
            self.say(connection, frames.Have(heads), min(GAME, self._envelope.newest))

    def hear_have(
        self, topic: Topic, heads: tuple[frames.Head, ...], epoch: int, now: float
    ) -> None:
        """Note what somebody at a topic has; whoever says so in the lobby's key is
        answered with the lobby's entries alone, for it could not read the others.
        """
        table = self._table
        is_for = table.is_lobby if epoch == LOBBY else _anything
        topic.hear_have(heads, table.history, now, self._entropy, is_for=is_for)

    def come(self, topic: Topic, raws: Iterable[bytes], now: float) -> None:
        """Note entries that have come from a topic, before they are taken in."""
        topic.come(raws, self._table.history, now, self._entropy)

    def look(self, now: float) -> None:
        """See whether we lack something that topics may have."""
        for topic in self.topics:
            topic.haves.look(self._table.history, now, self._entropy)
        self.stir()

    def stir(self) -> None:
        """Let whoever tends topics look again at what is to be said, and when."""
        for connection in self.connections:
            if connection.topic is not None:
                connection.stir()

    def _mine(self, raws: Iterable[bytes]) -> list[bytes]:
        seat = self._table.seat
        feed = self._table.history.feeds.get(b"" if seat is None else seat.key.public)
        mine = {entry.raw for entry in feed.entries} if feed else frozenset()
        return [raw for raw in raws if raw in mine]

    def tell(self, connection: PeerConnection) -> None:
        """Say what we have, if that is news, so that what we lack is sent.

        Said under the invite's key, because a guest who has no other yet must
        learn what it has that we lack.  At a topic it is said in its own time.
        """
        if connection.topic is not None:
            return
        heads = tuple(self._table.history.heads())
        if connection.is_news(heads):
            self.say(connection, frames.Have(heads), LOBBY)

    def send_direct(self, sealed: Iterable[bytes]) -> None:
        """Post what is for one player each on every topic; no link needs it."""
        for message in map(frames.Whisper, sealed):
            for connection in self.connections:
                if connection.topic is not None:
                    self.say(connection, message, LOBBY)

    def send(
        self, connection: PeerConnection, raws: Iterable[bytes], short: Short = _NONE
    ) -> None:
        """Send entries, those that are in ``short`` as compact entries."""

        def way(raw: bytes) -> tuple[int, bool]:
            return self._epoch_of(raw), raw in short

        for (epoch, is_short), group in groupby(raws, way):
            words = [*group]
            told: Iterable[frames.Message] = (
                [short[raw] for raw in words] if is_short else frames.batches(words)
            )
            for message in told:
                self.say(connection, message, epoch)

    def recall(
        self,
        connection: PeerConnection,
        message: frames.Recall | frames.Recalled,
        now: float,
    ) -> None:
        """Ask or answer what somebody has said last; on a topic, for others, later."""
        by = message.by if isinstance(message, frames.Recalled) else message.author
        seat, topic = self._table.seat, connection.topic
        if topic is None or (seat is not None and seat.key.public == by):
            self._recall(connection, message)
        else:
            topic.questions.hold(message, now, self._entropy)
            connection.stir()

    def _recall(
        self, connection: PeerConnection, message: frames.Recall | frames.Recalled
    ) -> None:
        """Say it.

        An answer that holds a word of the game is for those only who may read it:
        whoever is in doubt gets its key with the genesis, and asks again.
        """
        entry = message.entry if isinstance(message, frames.Recalled) else b""
        self.say(connection, message, self._epoch_of(entry) if entry else LOBBY)

    def say(
        self, connection: PeerConnection, message: frames.Message, epoch: int
    ) -> None:
        if epoch not in self._known:
            return  # not ours to say: whoever is seated has the key
        if connection.mailbox is not None and not connection.mailbox.can_write:
            return  # we only look on
        plaintext = frames.encode(message)
        sealed = self._envelope.seal(plaintext, self._entropy, epoch=epoch)
        connection.outbox.post(sealed)

    def _epoch_of(self, raw: bytes) -> int:
        if self._table.is_lobby(raw):
            return LOBBY
        if raw not in self._table.history:
            return max(self._readable, default=GAME)
        return self._table.epochs.of(raw, self._readable)


def _anything(raw: bytes) -> bool:
    return True
