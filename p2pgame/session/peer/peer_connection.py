"""Holds the state of one connection: what both sides have, and rate limits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import trio

from p2pgame.log import History
from p2pgame.log.entry import claim
from p2pgame.transport import frames
from p2pgame.transport.link import LinkClosed, Mailbox
from p2pgame.transport.outbox import Outbox
from p2pgame.transport.rate import TokenBucket

from .compact_entries import Held
from .topic.topic import Topic

#: Bytes of entries that are queued at once for a peer that has to catch up.
PART = 512 * 1024

#: Seconds after which the same question may be asked once more.
ASK_AGAIN = 1.0

#: Answers a second, and at once; a long one counts for more.  A question costs its
#: sender a few bytes, and us the whole history.
ANSWER_RATE, ANSWERS = 4.0, 32.0
ANSWER_BYTES = 1024 * 1024

#: Frames that a link may bring in a second, and at once; a faster link is read more
#: slowly.  A frame of 2 KiB counts for two more, and so does one with two entries of
#: strangers, or of authors that exceed their rate.
FRAME_RATE, FRAMES = 2000.0, 8192.0

#: Frames that a compact entry counts for if it fits no signature.
WRONG_COST = 8


class Pace:
    """Allow ``rate`` a second and ``burst`` at once; make the caller wait for more.

    What is charged has happened already; the next action waits.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._bucket = TokenBucket(rate, burst)

    def charge(self, cost: float) -> None:
        """Note that ``cost`` more has been used."""
        self._bucket.charge(cost, now=trio.current_time())

    async def ready(self) -> None:
        """Wait until what was used is within the limits."""
        await trio.sleep_until(self._bucket.ready_at())


class OtherSide:
    """Tell whose a direct link seems to be, for people; nothing proves it.

    ``author`` is set once that shows, and ``heard`` when the other side has said what
    it has: the feeds of ``authors``.
    """

    __slots__ = ("author", "authors", "heard")

    def __init__(self, author: bytes | None = None) -> None:
        self.author = author
        self.authors = frozenset[bytes]()
        self.heard = trio.Event()

    def has(self, authors: Iterable[bytes], ours: bytes) -> None:
        """Note what the other side has first: a guest that is new has its own feed."""
        if self.heard.is_set():
            return
        self.authors = frozenset(authors) - {ours}
        if self.author is None and len(self.authors) == 1:
            (self.author,) = self.authors
        self.heard.set()

    def brings(self, raw: bytes, ours: bytes) -> None:
        """Note the first hello that comes: a guest brings its own."""
        claimed = None if self.author is not None else claim(raw)
        if claimed is not None and claimed[1] == 0 and claimed[0] != ours:
            self.author = claimed[0]


class PeerConnection:
    """Track what the other side of one link has, and what we have told it.

    A link with a ``topic`` leads to many peers, and its link is the ``mailbox``.  The
    ``author`` is known if the other side has proven it in a greeting.
    """

    def __init__(
        self,
        outbox: Outbox,
        topic: Topic | None = None,
        mailbox: Mailbox | None = None,
        *,
        author: bytes | None = None,
        other: OtherSide | None = None,
    ) -> None:
        self.outbox = outbox
        self.other = OtherSide(author) if other is None else other
        self.author = author
        self.topic = topic
        self.mailbox = mailbox
        #: A topic's outlive its links, for no frame of it comes twice.
        self.compact_entries = Held() if topic is None else topic.compact_entries
        #: Whether the other side of a direct link was sent what it lacked at first.
        #: What is new by then is part of that: no word goes before one it builds on.
        self.is_caught_up = False
        self._holds = trio.Event()
        self._told = _Heads()
        self._has = _Heads()
        self._asked = trio.Event()
        self.answers = Pace(ANSWER_RATE, ANSWERS)
        self.load = Pace(FRAME_RATE, FRAMES)

    def is_news(self, heads: tuple[frames.Head, ...]) -> bool:
        """Return whether our heads are news to the other side; note them as told."""
        return self._told.renew(heads)

    def ask(self, heads: tuple[frames.Head, ...]) -> None:
        """Note what the other side has, if that is news: it wants the rest."""
        if self._has.renew(heads):
            self._asked.set()

    def ask_topic(self) -> None:
        """Ask a topic for what we lack; read it again if we can't write there."""
        if self.mailbox is not None and not self.mailbox.can_write:
            self.mailbox.read_again()
        self.stir()

    def stir(self) -> None:
        """Wake the task that tends this topic: it may have something to say."""
        self._asked.set()

    async def stirred(self, until: float) -> None:
        """Wait until there may be something to say on a topic, or until a time."""
        if self.mailbox and self.topic and self.topic.reads_again():
            self.mailbox.read_again()
        with trio.move_on_at(until):
            await self._asked.wait()
        self._asked = trio.Event()

    async def wait_kept(self, history: History) -> bool:
        """Wait until a topic keeps what we have posted; return False if it is gone."""
        sent = () if self.topic is None else self.topic.kept.sent
        if self.topic is not None and sent:
            if not await self.flush():
                return False
            self.topic.kept.keep(sent, history)
        return True

    async def flush(self) -> bool:
        """Wait until the link, or the topic, has stored all; return False if closed."""
        if not await self.outbox.flush():
            return False  # it may have dropped frames that the mailbox never got
        if self.mailbox is not None:
            try:
                await self.mailbox.wait_stored()
            except LinkClosed:
                return False
        return True

    def has_all(self, heads: Iterable[frames.Head]) -> bool:
        """Return whether the other side has said that it has these."""
        return {*heads} <= {*self._has.heads}

    def hold(self) -> None:
        """Note that a compact entry waits for something that is not here."""
        self._holds.set()

    async def holding(self) -> None:
        """Wait until a compact entry waits."""
        await self._holds.wait()
        self._holds = trio.Event()

    async def asked(self) -> tuple[frames.Head, ...]:
        """Wait until the other side wants something and may; return what it has."""
        await self._asked.wait()
        await self.answers.ready()
        self.answers.charge(1)
        self._asked = trio.Event()
        return self._has.heads


class _Heads:
    """Remember the heads that were said last; equal ones are no news for a while."""

    def __init__(self) -> None:
        self.heads: tuple[frames.Head, ...] = ()
        self._until = -math.inf

    def renew(self, heads: tuple[frames.Head, ...]) -> bool:
        now = trio.current_time()
        if heads == self.heads and now < self._until:
            return False
        self.heads, self._until = heads, now + ASK_AGAIN
        return True


def parts(raws: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Divide entries into parts of at most :data:`PART` bytes, or one entry."""
    part: list[bytes] = []
    size = 0
    for raw in raws:
        if part and size + len(raw) > PART:
            yield part
            part, size = [], 0
        part.append(raw)
        size += len(raw)
    if part:
        yield part
