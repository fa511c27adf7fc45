"""Decides what a peer sends on each connection; :mod:`.frame_sender` seals it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2pgame.log import Entry, InvalidEntry
from p2pgame.log.entry import named
from p2pgame.transport import frames
from p2pgame.transport.envelope import Entropy, Envelope

from ..table.table import Table
from .compact_entries import Aside, nowhere
from .frame_sender import LOBBY, NO_SHORT, FrameSender, Short
from .peer_connection import WRONG_COST, PeerConnection
from .topic.topic import Topic


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
        self._entropy = entropy
        self.frame_sender = FrameSender(table, envelope, entropy)
        self.connections: list[PeerConnection] = []
        #: All topics that were ever attached: what they lack is known.
        self.topics: list[Topic] = []

    def learn_key(self) -> None:
        """Use the keys that the table knows from now on; ask for what we lacked.

        What a topic has brought before is kept.  If that was too much, it is asked for,
        too; who may not ask there reads all once more.
        """
        if not self.frame_sender.learn_keys():
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

        A word of ours whose predecessor is lost keeps our restored log silent for ever.
        So none goes where the ones before it have not gone: on a new link all wait for
        the answer to what the other side has, at a topic for its backlog.
        """
        forks = self._table.history.forks
        raws = [entry.raw for entry in news]
        proofs = [entry.raw for entry in news if entry.author in forks]
        mine = self._own(raws) if sender is None and self.topics else []
        short = self.frame_sender.shorten(news)
        for topic in self.topics if news else ():
            topic.deliver(news, mine, now, self._entropy)
        for connection in self.connections:
            if connection.topic is not None:
                if connection.topic.is_live and mine:
                    mine_there = self._own([*connection.topic.wanted, *mine])
                    self.post(connection, mine_there, now, short)
                connection.stir()
            else:
                is_whole = connection.is_caught_up and connection is not sender
                told = raws if is_whole else proofs
                self.frame_sender.send(connection, told, short)

    @property
    def lines(self) -> list[PeerConnection]:
        """Those at whose end is one other peer."""
        return [one for one in self.connections if one.topic is None]

    def begin(self, topic: Topic) -> None:
        """Note that a link to a topic begins."""
        if topic not in self.topics:
            self.topics.append(topic)
        topic.begin()

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
        short: Short = NO_SHORT,
    ) -> None:
        """Post entries on a topic."""
        if connection.topic is not None and raws:
            self.frame_sender.send(connection, raws, short)
            connection.topic.posted(raws, now)
            connection.stir()

    def go_live(self, connection: PeerConnection, now: float, *, whole: bool) -> None:
        """Note that a topic's backlog has come; post at once what we alone hold."""
        topic, history = connection.topic, self._table.history
        if topic is not None:
            topic.go_live(history, now, self._entropy, whole=whole)
            wanted = topic.wanted
            mine = self._own(wanted)
            if len(mine) == len(wanted):
                self.post(connection, mine, now)

    def tend(self, connection: PeerConnection, now: float) -> None:
        """Say on a topic whatever its time has come for."""
        topic, history = connection.topic, self._table.history
        if topic is None:
            return
        topic.haves.is_before = self._table.play is None
        for message in topic.to_pass_on(now):
            self.frame_sender.say_recall(connection, message)
        self.post(connection, topic.to_post(history, now), now)
        heads = topic.to_say(history, now, self._entropy)
        if heads is not None:
            self.frame_sender.say_heads(connection, heads)

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

    def _own(self, raws: Iterable[bytes]) -> list[bytes]:
        """Return those of these that are our own, in the order of our feed."""
        seat, history = self._table.seat, self._table.history
        mine = b"" if seat is None else seat.key.public
        ours = {raw for raw in raws if named(raw)[0] == mine and raw in history}
        return sorted(ours, key=lambda raw: named(raw)[1])

    def tell(self, connection: PeerConnection) -> None:
        """Say what we have, if that is news, so that what we lack is sent.

        Said under the invite's key, because a guest who has no other yet must
        learn what it has that we lack.  At a topic it is said in its own time.
        """
        if connection.topic is not None:
            return
        heads = tuple(self._table.history.heads())
        if connection.is_news(heads):
            self.frame_sender.say(connection, frames.Have(heads), LOBBY)

    def send_direct(self, sealed: Iterable[bytes]) -> None:
        """Post what is for one player each on every topic; no link needs it."""
        for message in map(frames.Whisper, sealed):
            for connection in self.connections:
                if connection.topic is not None:
                    self.frame_sender.say(connection, message, LOBBY)

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
            self.frame_sender.say_recall(connection, message)
        else:
            topic.questions.hold(message, now, self._entropy)
            connection.stir()


def _anything(raw: bytes) -> bool:
    return True
