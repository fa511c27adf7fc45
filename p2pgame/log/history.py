"""Receives and delivers all entries of one table, and detects forks.

The entries of all authors form a graph: each names its previous one and the others'
newest that its author had.  :meth:`History.receive` verifies an entry, and delivers it
once all that it names is delivered.
So every peer delivers in an order that respects causes.  Peers with the same entries
have the same feeds, in whatever order they came.
Entries with missing ancestors are parked in bounded room; above the limit they are
dropped.  A peer's answer to our :meth:`~History.heads` comes in causal order and needs
no room.

A proven forker's entries are not delivered or waited for any more.  The proof goes to
every peer whose heads do not show that it has one.
But two honest peers may have believed different branches, and named their entries,
before they knew.  So a forker's entries are kept undelivered, up to a limit, to let the
entries through that name them.  They do not order anything else.

Entries that are on disk (:meth:`~History.store`) are dropped from memory when they are
old, and read back when somebody asks for them.  So nothing depends on their age.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import merge

from . import keys, replicate
from .archive import ARCHIVE_LIMIT
from .entry import Entry
from .errors import Behind, Fork, InvalidEntry, UnknownAuthor
from .feed import Feed, Read
from .fork import fork_of, verify_fork
from .graph import Graph
from .keys import AuthorKey
from .parking import Parking
from .parts import Parts
from .replicate import Head
from .scratch import Scratch, ScratchFile

#: The number of authors above which nobody else may join.  So an entry can always name
#: one entry of each other author.
AUTHORS = 64

#: Bytes of a forker's entries that are kept, and bytes more for each author who named
#: some of them.
KEPT_BYTES = 4 * 1024 * 1024


class History:
    """The feeds of one table, without any I/O.

    ``admitted`` are the authors whose entries count.  ``may_join`` is asked about the
    first entry of any other author, and may be replaced at any time.  It judges by the
    entry alone, whose ancestors may be missing.
    Without ``admitted`` everybody may join, else nobody.

    ``may_append`` is asked about every later entry of joined authors.

    ``on_delivery`` is told of each entry as it is delivered.  Of authors in
    ``silenced`` nothing more is delivered; entries that name what is missing wait for
    it for good.

    ``forks`` maps each proven forker to its two conflicting entries.

    ``scratch`` keeps what has to be known of many entries, also for other modules.

    ``is_partial``: this is the beginning of a transcript that is being read.
    """

    def __init__(
        self, table: bytes, *, admitted: Iterable[bytes] | None = None
    ) -> None:
        everybody = admitted is None
        self.table = table
        self.admitted = set(admitted or ())
        self.may_join: Callable[[Entry], bool] = lambda entry: everybody
        self.may_append: Callable[[Entry], bool] = lambda entry: True
        self.on_delivery: Callable[[Entry], None] = lambda entry: None
        self.silenced: set[bytes] = set()
        self.is_partial = False
        self.forks: dict[bytes, tuple[bytes, bytes]] = {}
        self.scratch = Scratch()
        self._graph = Graph(self.scratch)
        self._parking = Parking()
        self._awake: deque[Entry] = deque()
        self._newest: dict[bytes, int] = {}
        #: For each author with a known second entry, the id of its first.
        self._firsts: dict[bytes, bytes] = {}
        self._kept_bytes: dict[bytes, int] = {}

    @property
    def feeds(self) -> Mapping[bytes, Feed]:
        """The delivered entries, by author."""
        return self._graph.feeds

    def __contains__(self, raw: bytes) -> bool:
        """Return whether an entry with exactly these bytes has been delivered."""
        return self._graph.has_raw(raw)

    def __len__(self) -> int:
        """Return the number of delivered entries."""
        return len(self._graph)

    def read_by(
        self, read: Read, scratch: Callable[[], ScratchFile] | None = None
    ) -> None:
        """Read old entries back by this, from where :meth:`store` says they are.

        ``scratch`` opens a file for what has to be known of them.
        Call this before the first entry is received.
        """
        assert not self.feeds
        self._graph.read = read
        if scratch is not None:
            self.scratch.put_in(scratch)

    def store(self, entry: Entry, where: int) -> None:
        """Note where a delivered entry is on disk: memory need not keep it."""
        self._graph.store(entry, where)

    def is_stored(self, entry: Entry) -> bool:
        """Return whether an entry is delivered and known to be on disk."""
        return entry.raw in self and self._graph.is_stored(entry)

    def delivered(self) -> Iterator[tuple[int, Entry]]:
        """Yield all delivered entries in their order, each with its place in it.

        Old ones are read from disk one by one.
        """
        return self._graph.delivered()

    def place(self, entry: Entry) -> int:
        """Return the place of a delivered entry in the order of delivery."""
        return self._graph.place(entry.author, entry.sequence)

    def depth(self, entry: Entry) -> int:
        """Return how many entries are on the longest way back from a delivered one."""
        return self._graph.depths[self.place(entry)]

    def by_depth(self, counts: Mapping[bytes, int]) -> Iterator[tuple[bytes, int]]:
        """Yield author and number of so many entries of each author, by depth.

        Those of one depth come by author.  So each follows all that it names, and the
        order depends on the entries alone.
        """
        graph = self._graph

        def of(author: bytes) -> Iterator[tuple[int, bytes, int]]:
            places = ((n, graph.place(author, n)) for n in range(counts[author]))
            return ((graph.depths[place], author, n) for n, place in places)

        for _, author, sequence in merge(*map(of, counts)):
            yield author, sequence

    def parts(self, counts: Mapping[bytes, int], limit: int = ARCHIVE_LIMIT) -> Parts:
        """Return so many entries of each author in files of at most ``limit`` bytes.

        Raises:
          ValueError: There are too many files.
        """
        return Parts(self.table, self.feeds, self.by_depth(counts), limit)

    def receive(self, entry: bytes | Entry) -> list[Entry]:
        """Receive an entry, ours or a peer's; return the entries that it delivers.

        Bytes are read and verified; an :class:`Entry` already is.  The result is in
        causal order: an entry follows its previous one and all that it has seen.
        It is empty for an entry that is here already, is parked, or is a forker's.

        Raises:
          InvalidEntry: It is invalid, of another table, or of an author who may not.
          Fork: It proves a fork; raised once for each culprit.  The next call delivers
            what this frees.
        """
        raw = entry if isinstance(entry, bytes) else entry.raw
        if raw not in self:
            read = Entry.read(entry) if isinstance(entry, bytes) else entry
            self._file(self._checked(read))
        return self._deliver()

    def convict(self, first: bytes, second: bytes) -> bool:
        """Take in another peer's proof of a fork; return False if its culprit is known.

        Raises:
          InvalidEntry: It proves nothing, or its culprit is not at this table.
        """
        fork = verify_fork(self.table, first, second)
        if fork.culprit not in self.admitted:
            raise UnknownAuthor("a proof about somebody who is not at this table")
        if fork.culprit in self.forks:
            return False
        self._convict(fork)
        return True

    @property
    def lacking(self) -> bool:
        """Whether an entry has come that can't be delivered yet.

        Then ask the peers again, but not for ever: its author may have named entries
        that do not exist.
        """
        return any(
            author in self.feeds and sequence >= len(self.feeds[author])
            for author, sequence in self._newest.items()
            if author not in self.forks
        )

    def awaited(self, author: bytes) -> set[bytes]:
        """Return the missing ids that entries of authors other than this one wait
        for."""
        return self._parking.awaited(author)

    def heads(self) -> list[Head]:
        """Return our delivered heads, for a peer's :meth:`missing`."""
        return replicate.heads(self._graph, self.forks)

    def missing(self, heads: Iterable[tuple[bytes, int, bytes]]) -> list[bytes]:
        """Return the entries that a peer with these heads lacks.

        They are in an order that the peer can deliver at once.  Proofs of forks that it
        lacks follow.
        """
        return [*self.read_missing(heads)]

    def read_missing(
        self, heads: Iterable[tuple[bytes, int, bytes]]
    ) -> Iterator[bytes]:
        """Return what :meth:`missing` does, but read each old entry when it is due."""
        return replicate.news(self._graph, self.forks, heads)

    def in_order(self, raws: Iterable[bytes]) -> list[bytes]:
        """Return entries in an order in which a peer can deliver them.

        What has not been delivered here comes last.
        """
        return replicate.in_order(self._graph, self.forks, raws)

    def newest(self, author: bytes) -> Entry | None:
        """Return the author's entry with the highest number that is here.

        It may be undelivered, because its ancestors are missing.
        """
        feed = self.feeds.get(author)
        delivered = None if feed is None or not feed.entries else feed.entries[-1]
        return self._parking.newest(author) or delivered

    def clock(self, id: bytes) -> Mapping[bytes, int]:
        """Return the number of each author's entries that an entry has seen.

        It counts the entry itself, and all that its named entries have seen.

        Raises:
          KeyError: The entry has not been delivered.
        """
        return self._graph.clock(id)

    def named_by(self, entry: Entry) -> list[Entry]:
        """Return the entries that a delivered entry names."""
        return [self._graph[id] for id in entry.seen]

    def write(
        self, key: AuthorKey, payload: bytes, *, among: Iterable[bytes] | None = None
    ) -> Entry:
        """Sign our next entry; the caller stores its ``raw``, then receives it.

        It names the newest entries of all authors, or only of those ``among``: readers
        of ours will need them.
        A first entry that no peer has any more may be signed again if its second entry
        shows that it is the same: then nothing new is said.

        Raises:
          Behind: Entries of this key exist that are not delivered here.
          ValueError: The payload is too long.
        """
        author = key.public
        feed = self.feeds.get(author, Feed(author))
        others = set(self.feeds if among is None else among) - self.forks.keys()
        entry = Entry.write(
            key,
            self.table,
            sequence=len(feed),
            previous=feed.head,
            seen=self._graph.unnamed_by(author, others),
            payload=payload,
        )
        is_behind = author in self.forks or self._newest.get(author, -1) >= len(feed)
        if is_behind and (feed.entries or self._firsts.get(author) != entry.id):
            raise Behind("entries of this key exist that are not here; ask for them")
        return entry

    def _checked(self, entry: Entry) -> Entry:
        if entry.table != self.table:
            raise InvalidEntry("an entry of another table")
        if entry.author not in self.feeds:
            self._admit(entry)
            self._graph.add_feed(entry.author)
        elif entry.sequence > 0 and not self.may_append(entry):
            raise UnknownAuthor("an entry of somebody who may say no more")
        return entry

    def _admit(self, entry: Entry) -> None:
        keys.admit(entry.author)
        if entry.author in self.admitted:
            return
        if entry.sequence > 0:
            if len(self._newest) < 2 * AUTHORS:
                self.note(entry)
            raise UnknownAuthor("an entry of somebody who has not joined")
        if len(self.admitted) >= AUTHORS:
            raise UnknownAuthor(f"there are {AUTHORS} authors at this table already")
        if not self.may_join(entry):
            raise UnknownAuthor("an entry of somebody who may not join")
        self.admitted.add(entry.author)

    def _file(self, entry: Entry) -> None:
        """Mark a valid entry as ready, park it, or drop it."""
        if entry.author in self.forks:
            self._keep(entry)
            return
        rival = self._rival(entry)
        if rival is None:
            self._await(entry)
        elif rival.id != entry.id:
            fork = fork_of(rival, entry)
            self._convict(fork)
            self._keep(entry)
            raise fork

    def _rival(self, entry: Entry) -> Entry | None:
        """Return our entry with the same author and number, if any."""
        entries = self.feeds[entry.author].entries
        if entry.sequence < len(entries):
            return entries[entry.sequence]
        return self._parking.find(entry.author, entry.sequence)

    def _await(self, entry: Entry) -> None:
        missing = self._graph.lacks(entry)
        if not missing and self._graph.follows(entry):
            self._awake.append(entry)
            return
        self._parking.park(entry, missing)
        self.note(entry)

    def note(self, entry: Entry) -> None:
        """Remember that a valid, undelivered entry exists: it is lacking."""
        newest = self._newest.get(entry.author, 0)
        self._newest[entry.author] = max(newest, entry.sequence)
        if entry.sequence == 1:
            self._firsts.setdefault(entry.author, entry.previous)

    def _deliver(self) -> list[Entry]:
        """Deliver all that is ready, and all that this makes ready.

        An entry that lacks nothing and does not follow its author's newest stays parked
        for good.  A sibling that comes later then proves a fork.
        """
        delivered: list[Entry] = []
        graph = self._graph
        while self._awake:
            entry = self._awake.popleft()
            if entry.author in self.forks or graph.lacks(entry):
                continue
            if entry.author in self.silenced:
                self._parking.free(entry)
                continue
            if graph.follows(entry):
                self._parking.free(entry)
                graph.append(entry)
                self._awake.extend(self._parking.wake(entry.id))
                delivered.append(entry)
                self.on_delivery(entry)
        return delivered

    def _convict(self, fork: Fork) -> None:
        self.forks[fork.culprit] = fork.first, fork.second
        for entry in self._parking.free_all(fork.culprit):
            self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        """Keep a forker's entry for those that name it, within the limits.

        A forker can exhaust its own share of the room, but not that of another author
        whose entry waits for this one.
        """
        if entry.id in self._graph:
            return
        for author in (entry.author, self._parking.wanted_by(entry.id)):
            if author is not None:
                kept = self._kept_bytes.get(author, 0) + len(entry.raw)
                if kept <= KEPT_BYTES:
                    self._kept_bytes[author] = kept
                    self._graph.keep(entry)
                    self._awake.extend(self._parking.wake(entry.id))
                    return
