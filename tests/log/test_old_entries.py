"""Old entries that are on disk alone: nobody can tell, but by what is in memory.

Each test compares a history that drops what is stored with one that keeps all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from p2pgame.log import AuthorKey, Entry, Fork, Head, History
from p2pgame.log.disk import MACHINE
from p2pgame.log.entry import claim, named
from p2pgame.log.feed import HOT, Entries
from p2pgame.log.nameless_file import NamelessFile
from p2pgame.log.packed import BUCKETS
from p2pgame.log.scratch import Scratch, ScratchFile
from tests.log.authors import ALL, ANN, BEN, CAT, DAN, TABLE, after, first, say, table
from tests.log.test_scratch import at_each_line
from tests.session.holding import held, held_bytes

#: Entries of each author: more than stay in memory.
MANY = 5 * HOT
#: As many as fill all that is kept in memory of old ones.
ENOUGH = 5000


class Dropping:
    """A history whose entries are stored as soon as they are delivered."""

    def __init__(self, scratch: Callable[[], ScratchFile] | None = None) -> None:
        self.history = table()
        self.stored: list[bytes] = []
        self.history.read_by(lambda place: self.stored[place - 1000], scratch)

    def receive(self, raw: bytes | Entry) -> list[Entry]:
        news = self.history.receive(raw)
        for entry in news:
            self.history.store(entry, 1000 + len(self.stored))
            self.stored.append(entry.raw)
        return news


def talk(chance: Random, count: int = MANY) -> list[Entry]:
    """Return entries of three authors, who hear one another now and then."""
    whole, own = table(), {key.public: table() for key in ALL[:3]}
    said: list[Entry] = []
    for _ in range(count):
        for key in ALL[:3]:
            if chance.random() < 0.7:
                for raw in whole.missing(own[key.public].heads()):
                    own[key.public].receive(raw)
            entry = say(own[key.public], key, chance.randbytes(chance.randrange(300)))
            whole.receive(entry.raw)
            said.append(entry)
    return said


def both(entries: list[Entry]) -> tuple[Dropping, History]:
    dropping, whole = Dropping(), table()
    for entry in entries:
        dropping.receive(entry.raw)
        whole.receive(entry.raw)
    assert all(
        feed.entries.cold > MANY // 2 for feed in dropping.history.feeds.values()
    )
    return dropping, whole


@pytest.mark.parametrize("seed", range(3))
def test_old_entries_answer_every_question_as_before(seed: int) -> None:
    chance = Random(seed)
    said = talk(chance)
    dropping, whole = both(said)
    here = dropping.history
    assert here.heads() == whole.heads()
    assert here.missing([]) == whole.missing([])
    assert [one.id for _, one in here.delivered()] == [
        e.id for _, e in whole.delivered()
    ]
    for entry in chance.sample(said, 60):
        some = [Head(e.author, e.sequence, e.id) for e in chance.sample(said, 2)]
        assert here.missing(some) == whole.missing(some)
        assert [*here.read_missing(some)] == whole.missing(some)
        assert entry.raw in here
        assert here.is_stored(entry)
        assert here.clock(entry.id) == whole.clock(entry.id)
        assert here.named_by(entry) == whole.named_by(entry)
        assert here.place(entry) == whole.place(entry)
        assert here.feeds[entry.author].entries[entry.sequence] == entry
        assert here.receive(entry.raw) == []
    mixed = chance.sample([entry.raw for entry in said], len(said))
    assert here.in_order([*mixed, b"?"]) == [*whole.in_order(mixed), b"?"]


def test_an_old_place_signed_twice_is_a_fork() -> None:
    said = talk(Random(5))
    dropping, _ = both(said)
    second = next(e for e in said if e.author == BEN.public and e.sequence == 1)
    twin = _write(BEN, second, payload=b"another")
    with pytest.raises(Fork) as caught:
        dropping.receive(twin.raw)
    assert caught.value.culprit == BEN.public
    assert {caught.value.first, caught.value.second} == {second.raw, twin.raw}
    assert twin.raw not in dropping.history


def test_a_late_author_may_name_what_is_old() -> None:
    said = talk(Random(6))
    dropping, whole = both(said)
    old = next(e for e in said if e.author == CAT.public and e.sequence == 3)
    late = first(DAN, b"hello", seen=[old])
    assert dropping.receive(late.raw) == whole.receive(late.raw) == [late]
    assert dropping.history.clock(late.id) == whole.clock(late.id)


def test_what_only_begins_like_an_old_id_is_missing() -> None:
    said = talk(Random(7))
    dropping, whole = both(said)
    false = said[0].id[:16] + bytes(16)
    late = Entry.write(
        DAN, TABLE, sequence=0, previous=bytes(32), seen=(false,), payload=b""
    )
    assert dropping.receive(late.raw) == whole.receive(late.raw) == []
    assert dropping.history.lacking == whole.lacking


def test_memory_holds_as_much_of_a_long_history_as_of_a_short_one(
    tmp_path: Path,
) -> None:
    """In objects and in bytes, once there are more entries than stay in memory.

    How full buckets and sets are is chance, so that a few more bytes say nothing.
    """
    dropping = Dropping(lambda: NamelessFile(tmp_path, MACHINE))
    counts, sizes = list[int](), list[int]()
    entry = first(ANN)
    for number in range(1, 4 * ENOUGH + 1):
        dropping.receive(entry)
        entry = after(entry, b"more")
        if number in (ENOUGH, 4 * ENOUGH):
            counts.append(held(dropping.history).total() - len(dropping.stored))
            on_disk = sum(map(sys.getsizeof, [dropping.stored, *dropping.stored]))
            sizes.append(held_bytes(dropping.history) - on_disk)
    assert counts[1] <= counts[0] + BUCKETS * 2
    assert sizes[1] - sizes[0] <= 3 * ENOUGH * 4, sizes  # an object alone has 16


def test_an_entry_that_is_nowhere_on_disk_stays() -> None:
    dropping, whole = Dropping(), table()
    said = talk(Random(8))
    for entry in said:
        whole.receive(entry.raw)
        news = dropping.history.receive(entry.raw)
        for one in news:
            if (one.author, one.sequence) != (BEN.public, 70):
                dropping.history.store(one, 1000 + len(dropping.stored))
                dropping.stored.append(one.raw)
    assert dropping.history.feeds[BEN.public].entries.cold <= 70
    assert dropping.history.missing([]) == whole.missing([])


def test_entries_are_read_while_others_leave_memory() -> None:
    said, looks = [one for one in talk(Random(9)) if one.author == ANN.public], 0
    entries = Entries(lambda place: said[place].raw, Scratch())
    for entry in said[: 2 * HOT]:
        entries.append(entry)

    def look() -> None:
        nonlocal looks
        looks += 1
        assert [one.id for one in entries] == [one.id for one in said[: 2 * HOT]]
        assert [entries.raw(at) for at in (0, HOT, -1 + 2 * HOT)] == [
            said[at].raw for at in (0, HOT, -1 + 2 * HOT)
        ]
        assert entries[-1].id == said[2 * HOT - 1].id

    with at_each_line(Entries.store, look):
        for place in range(2 * HOT):
            entries.store(place, place)
    look()
    assert entries.cold
    assert looks > 3 * HOT


@pytest.mark.parametrize("size", [0, 10, 23, 24, 255, 256, 70_000])
@pytest.mark.parametrize("number", [1, 23, 24, 255, 256, 65_535, 65_536, 2**31])
def test_author_and_number_are_found_in_the_bytes(number: int, size: int) -> None:
    entry = Entry.write(
        ANN, TABLE, sequence=number, previous=b"p" * 32, seen=(), payload=bytes(size)
    )
    assert named(entry.raw) == claim(entry.raw) == (ANN.public, number)


def _write(key: AuthorKey, like: Entry, *, payload: bytes) -> Entry:
    return Entry.write(
        key,
        TABLE,
        sequence=like.sequence,
        previous=like.previous,
        seen=like.seen,
        payload=payload,
    )
