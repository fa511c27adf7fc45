"""All feeds of one table: what comes in, what is delivered, who forked.

The entries of all authors form a graph: each names its previous one and the
others' newest that its author held.  :meth:`History.receive` checks an entry
and delivers it once everything it names has been delivered, so every peer
delivers in an order that respects causes, and whoever holds the same entries
has the same feeds, however they came.  Entries whose ancestors are missing are
parked.  The room for that is small and an entry that finds none is dropped: a
peer's answer to our :meth:`~History.heads` comes in causal order and needs no
room at all.

An author proven to fork is finished: nothing more of it is delivered, nothing
of its making is waited for, and the proof goes to every peer whose heads do
not show that it has one.  But two honest peers may have believed different
branches, and named their entries, before they knew.  So a forker's entries are
kept, up to a bound and without being delivered, just to let those through that
name them; nothing else is ordered by them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

from . import keys, replicate
from .entry import Entry
from .errors import Behind, Fork, InvalidEntry, UnknownAuthor
from .feed import Feed
from .fork import fork_of, verify_fork
from .graph import Graph
from .keys import AuthorKey
from .parking import Parking
from .replicate import Head

#: Nobody else may join a table with so many authors.  An entry can then always
#: name one entry of each of the others.
AUTHORS = 64

#: So many bytes of a forker's entries are kept, and beyond that as many for each
#: author who named some of them.
KEPT_BYTES = 4 * 1024 * 1024


class History:
    """The feeds of one table, without any I/O.

    ``admitted`` are the authors whose entries count.  ``may_join`` is asked
    about the first entry of anybody else, and may be replaced at any time; it
    answers from the entry alone, whose ancestors may not be here yet.  Without
    ``admitted`` everybody may join, else nobody.

    ``may_append`` is asked about every later entry of those who have joined.

    ``forks`` holds, for each author proven to fork, the two entries.
    """

    def __init__(
        self, table: bytes, *, admitted: Iterable[bytes] | None = None
    ) -> None:
        everybody = admitted is None
        self.table = table
        self.admitted = set(admitted or ())
        self.may_join: Callable[[Entry], bool] = lambda entry: everybody
        self.may_append: Callable[[Entry], bool] = lambda entry: True
        self.forks: dict[bytes, tuple[bytes, bytes]] = {}
        self._graph = Graph()
        self._parking = Parking()
        self._awake: deque[Entry] = deque()
        self._delivered_raws: set[bytes] = set()
        self._newest: dict[bytes, int] = {}
        #: Of authors whose second entry we know, the id of the first.
        self._firsts: dict[bytes, bytes] = {}
        self._kept_bytes: dict[bytes, int] = {}

    @property
    def feeds(self) -> Mapping[bytes, Feed]:
        """The delivered entries, by author."""
        return self._graph.feeds

    def __contains__(self, raw: object) -> bool:
        """Return whether an entry of just these bytes has been delivered."""
        return raw in self._delivered_raws

    def receive(self, entry: bytes | Entry) -> list[Entry]:
        """Take in one entry, ours or a peer's; return what is delivered by it.

        Bytes are read, and so verified; an :class:`Entry` has been already.
        The result is in causal order: an entry comes after its previous one
        and after all that it has seen.  It is empty for an entry that is here
        already, is parked, or is a forker's.

        Raises:
          InvalidEntry: It is not valid, or not of this table or its authors.
          Fork: It proves a fork; once for each culprit.  What this sets free
            is delivered by the next call.
        """
        raw = entry if isinstance(entry, bytes) else entry.raw
        if raw not in self._delivered_raws:
            read = Entry.read(entry) if isinstance(entry, bytes) else entry
            self._file(self._checked(read))
        return self._deliver()

    def convict(self, first: bytes, second: bytes) -> bool:
        """Take in a proof from elsewhere; return False if it names nobody new.

        Raises:
          InvalidEntry: It proves nothing, or concerns nobody at this table.
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
        """Whether some entry has come that cannot be delivered yet.

        Then ask the peers again, but not for ever: its author may have named
        what nobody has.
        """
        return any(
            author in self.feeds and sequence >= len(self.feeds[author])
            for author, sequence in self._newest.items()
            if author not in self.forks
        )

    def awaited(self, author: bytes) -> set[bytes]:
        """Return the ids, not here, that words of others than this author wait for."""
        return self._parking.awaited(author)

    def heads(self) -> list[Head]:
        """Return what we have delivered, for a peer's :meth:`missing`."""
        return replicate.heads(self._graph, self.forks)

    def missing(self, heads: Iterable[tuple[bytes, int, bytes]]) -> list[bytes]:
        """Return the entries that a peer with these heads lacks.

        They come in an order in which the peer can deliver them at once; then
        whatever proves to it that somebody has forked.
        """
        return replicate.news(self._graph, self.forks, heads)

    def newest(self, author: bytes) -> Entry | None:
        """Return the entry of an author with the highest number that is here.

        It need not be delivered: its ancestors may be missing.
        """
        feed = self.feeds.get(author)
        delivered = None if feed is None or not feed.entries else feed.entries[-1]
        return self._parking.newest(author) or delivered

    def clock(self, id: bytes) -> Mapping[bytes, int]:
        """Return how far into each author's feed an entry has seen.

        It includes the entry itself, and what those that it names have seen.

        Raises:
          KeyError: The entry has not been delivered.
        """
        return self._graph.clock(id)

    def named_by(self, entry: Entry) -> list[Entry]:
        """Return the entries that a delivered one has seen."""
        return [self._graph[id] for id in entry.seen]

    def write(
        self, key: AuthorKey, payload: bytes, *, among: Iterable[bytes] | None = None
    ) -> Entry:
        """Sign our next entry; the caller stores its ``raw``, then receives it.

        It names the newest entries of all authors, or of those ``among`` only:
        whoever reads ours will need the entries that it names.  A first entry that
        nobody has any more may be signed again, if its second one shows that it is
        the same: then nothing new is said.

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
            self._graph.feeds[entry.author] = Feed(entry.author)
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
        """Make a valid entry ready, park it or drop it."""
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
        """Return the entry we hold with the author and number of this one."""
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
        """Remember that a valid entry exists and was not delivered: it is lacking."""
        newest = self._newest.get(entry.author, 0)
        self._newest[entry.author] = max(newest, entry.sequence)
        if entry.sequence == 1:
            self._firsts.setdefault(entry.author, entry.previous)

    def _deliver(self) -> list[Entry]:
        """Deliver all that is ready, and what this makes ready.

        An entry that lacks nothing and yet does not follow its author's newest
        stays parked for good: a sibling that comes later then proves a fork.
        """
        delivered: list[Entry] = []
        graph = self._graph
        while self._awake:
            entry = self._awake.popleft()
            if entry.author in self.forks or graph.lacks(entry):
                continue
            if graph.follows(entry):
                self._parking.free(entry)
                graph.append(entry)
                self._delivered_raws.add(entry.raw)
                self._awake.extend(self._parking.wake(entry.id))
                delivered.append(entry)
        return delivered

    def _convict(self, fork: Fork) -> None:
        self.forks[fork.culprit] = fork.first, fork.second
        for entry in self._parking.free_all(fork.culprit):
            self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        """Keep a forker's entry for those that name it, if the bounds allow it.

        A forker can exhaust its own part of the room, but not that of another
        author whose entry already waits for this one.
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
