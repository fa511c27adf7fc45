"""Parks entries that came before their ancestors, in bounded room.

An author may fill its own share with entries that nothing will ever free.  The caller
drops an entry without room, and asks for it again.
"""

from __future__ import annotations

from collections.abc import Iterable

from .entry import Entry

#: Parked entries of one author, and of all together, at most.
PARKED_EACH = 128
PARKED = 1024

#: Parked bytes of all authors together, at most.
PARKED_BYTES = 16 * 1024 * 1024


class Parking:
    """Holds one entry for each author and number, and the ids that each waits for."""

    def __init__(self) -> None:
        self._entries: dict[bytes, dict[int, Entry]] = {}
        self._waiting: dict[bytes, list[Entry]] = {}
        self._count = 0
        self._bytes = 0

    def __len__(self) -> int:
        return self._count

    def find(self, author: bytes, sequence: int) -> Entry | None:
        """Return the parked entry of this author with this number, if any."""
        return self._entries.get(author, {}).get(sequence)

    def newest(self, author: bytes) -> Entry | None:
        """Return the parked entry of this author with the highest number, if any."""
        entries = self._entries.get(author)
        return entries[max(entries)] if entries else None

    def park(self, entry: Entry, missing: Iterable[bytes]) -> bool:
        """Park an entry that waits for all of ``missing``; False if there is no
        room."""
        entries = self._entries.setdefault(entry.author, {})
        if (
            len(entries) >= PARKED_EACH
            or self._count >= PARKED
            or self._bytes + len(entry.raw) > PARKED_BYTES
        ):
            return False
        entries[entry.sequence] = entry
        self._count += 1
        self._bytes += len(entry.raw)
        for id in missing:
            self._waiting.setdefault(id, []).append(entry)
        return True

    def free(self, entry: Entry) -> None:
        """Remove an entry; a missing one is no error."""
        if self.find(entry.author, entry.sequence) is not entry:
            return
        del self._entries[entry.author][entry.sequence]
        self._count -= 1
        self._bytes -= len(entry.raw)
        for id in (entry.previous, *entry.seen):
            waiting = self._waiting.get(id, [])
            if entry in waiting:
                waiting.remove(entry)
                if not waiting:
                    del self._waiting[id]

    def free_all(self, author: bytes) -> list[Entry]:
        """Remove all entries of one author, and return them."""
        entries = list(self._entries.get(author, {}).values())
        for entry in entries:
            self.free(entry)
        return entries

    def wanted_by(self, id: bytes) -> bytes | None:
        """Return an author whose parked entry waits for this one, if any."""
        waiting = self._waiting.get(id)
        return waiting[0].author if waiting else None

    def awaited(self, author: bytes) -> set[bytes]:
        """Return the missing ids that entries of authors other than this one wait for.

        If they wait for parked entries of this author, it includes what those wait for.
        """
        awaited = {
            id
            for id, waiting in self._waiting.items()
            if any(one.author != author for one in waiting)
        }
        if not awaited:
            return awaited
        here = {one.id: one for part in self._entries.values() for one in part.values()}
        rest = [*(awaited & here.keys())]
        while rest:
            entry = here[rest.pop()]
            more = {entry.previous, *entry.seen} & self._waiting.keys() - awaited
            awaited |= more
            rest += more & here.keys()
        return awaited - here.keys()

    def wake(self, id: bytes) -> list[Entry]:
        """Return the entries that waited for this one; they stay parked."""
        return self._waiting.pop(id, [])
