"""Keeps a table and its log in step: what takes effect is stored first.

Nothing here waits for anybody; each call is one piece of work that no cancellation
can cut in two.

The history is told where each entry is stored, so that old ones need not stay in
memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from p2pgame.log import Entry, InvalidEntry, Store, UnknownAuthor

from ..entries.bundles import grouped, record_of, unbundle
from ..entries.notes import Note
from .table import Table

#: Bits of an entry's place for its number in its record; the others are the record's.
_INSIDE = 16


class Journal:
    """The table of one peer, and what of it stands on the disk."""

    def __init__(self, table: Table, store: Store) -> None:
        self._table = table
        self._store = store
        #: What is stored and has not been delivered, with its place.
        self._waiting: dict[bytes, int] = {}
        #: The record that was read last, and its place.
        self._last: tuple[int, tuple[bytes, ...]] = -1, ()
        table.history.read_by(self._read, store.scratch)
        table.own.in_doubt = store.in_doubt and table.seat is not None

    def restore(self) -> tuple[Entry, ...]:
        """Fold what our own disk has; return what there was to say by then.

        All in one go, because nobody waits for a word before the last one.  What is
        stored was verified before it was: unless the file may not be the one that we
        wrote, signatures are not checked again.
        """
        read = Entry.read if self._store.in_doubt else Entry.kept
        for place, record in self._store.take():
            for number, raw in enumerate(unbundle((record,))):
                self._waiting.setdefault(raw, place << _INSIDE | number)
        pairs = [(raw, Note.read(raw)) for raw in self._waiting]
        for raw, note in pairs:
            if note is not None:
                self._table.remember(note)
                del self._waiting[raw]
        rest = [read(raw) for raw, note in pairs if note is None]
        del pairs
        before, ids = len(rest) + 1, dict[tuple[bytes, int], bytes]()
        while len(rest) < before:  # what was lost and came back is behind what names it
            before = len(rest)
            for entry in rest:
                if ids.setdefault((entry.author, entry.sequence), entry.id) != entry.id:
                    self._come_to_verdict()
                with suppress(UnknownAuthor):  # a stranger's, of no consequence
                    self._note_stored(self._table.receive(entry))
            rest = [entry for entry in rest if entry.raw not in self._table.history]
        return self._catch_up()

    def _come_to_verdict(self) -> None:
        """Work on what is here by now, and sign nothing, before a fork is read.

        A game that was complete when its fork came is so after a restart, too.
        """
        own, busy = self._table.own, True
        in_doubt, own.in_doubt = own.in_doubt, True
        while busy:
            busy, raw = self._table.advance()
            assert raw is None
        own.in_doubt = in_doubt

    def _catch_up(self) -> tuple[Entry, ...]:
        """Do what is due until there is something to send, or nothing to do."""
        busy, news = True, tuple[Entry, ...]()
        while busy and not news:
            busy, news = self.advance()
        return news

    def advance(self) -> tuple[bool, tuple[Entry, ...]]:
        """Do one piece of work; return whether there was any, and what to send.

        In one call, so that no cancellation can come between a word, the disk
        and the table, which says it once.
        """
        busy, raw = self._table.advance()
        if raw is None:
            return busy, ()
        place = self._store.append(raw)
        self._waiting[raw] = place << _INSIDE
        return busy, self._keep(self._table.receive(raw))

    def note(self, note: bytes) -> None:
        """Keep what we alone know, before what it is behind is said."""
        self._store.append(note)

    def settle(self) -> None:
        """Take it that nothing is missing: the log is ours to go on with."""
        self._store.settle()
        self._table.own.in_doubt = False

    def receive(
        self, given: Sequence[bytes | Entry]
    ) -> tuple[tuple[Entry, ...], int, InvalidEntry | None]:
        """Take entries in; return the news, how many are void, and what is wrong.

        Bytes are read, and so verified; an :class:`Entry` has been already.
        """
        news, strangers = list[Entry](), 0
        wrong: InvalidEntry | None = None
        for one in given:
            try:
                news += self._table.receive(one)
            except UnknownAuthor:
                strangers += 1  # its hello may still be under way, by another link
            except InvalidEntry as error:
                wrong = error
                break
        return self._keep(tuple(news)), strangers, wrong

    def _keep(self, news: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Keep whatever has taken effect."""
        is_stored = self._table.history.is_stored
        fresh = {
            entry.raw: None
            for entry in news
            if entry.raw not in self._waiting and not is_stored(entry)
        }
        for raws in grouped([*fresh]):
            place = self._store.append(record_of(raws))
            for number, raw in enumerate(raws):
                self._waiting[raw] = place << _INSIDE | number
        self._note_stored(news)
        return news

    def _note_stored(self, news: Iterable[Entry]) -> None:
        """Tell the history where these entries are, as far as they are delivered."""
        history = self._table.history
        for entry in news:
            if entry.raw in self._waiting and entry.raw in history:
                history.store(entry, self._waiting.pop(entry.raw))

    def _read(self, place: int) -> bytes:
        """Return the bytes of an entry that was stored in a place."""
        record, number = place >> _INSIDE, place & (1 << _INSIDE) - 1
        last = self._last
        if last[0] != record:
            last = record, tuple(unbundle((self._store.read(record),)))
            self._last = last
        return last[1][number]

    def close(self) -> None:
        """Let go of the log."""
        self._store.close()
