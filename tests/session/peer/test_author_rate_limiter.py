"""What one author says too much of is held back until there is room or need for it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from p2pgame.log import AuthorKey, Entry, History
from p2pgame.session.peer.author_rate_limiter import (
    BATCH,
    HELD_BYTES,
    WORD_BYTES,
    WORD_RATE,
    WORDS,
    AuthorRateLimiter,
)
from p2pgame.session.peer.compact_entries import Held, shorten

TABLE = b"T" * 32
FLOODER, FRIEND, OTHER = KEYS = [AuthorKey(bytes([n]) * 32) for n in (1, 2, 3)]
SEATS = tuple(key.public for key in KEYS)

#: Seconds after which no author is in debt, and has its full allowance.
LONGEST = 2 * WORDS / WORD_RATE


class Talk:
    """All that is said, at somebody who has heard everything at once."""

    def __init__(self) -> None:
        self.history = History(TABLE)

    def say(self, key: AuthorKey, count: int = 1, size: int = 1) -> list[Entry]:
        said = []
        for _ in range(count):
            said.append(self.history.write(key, bytes(size)))
            self.history.receive(said[-1])
        return said


class Reader:
    """Takes in what it is given, like an intake, at times that a test says."""

    def __init__(self, own: bytes | None = None) -> None:
        self.history = History(TABLE)
        self.limiter = AuthorRateLimiter(self.history, own)

    def hear(self, entries: Sequence[Entry], now: float = 0.0, free: int = 0) -> int:
        """Return how many are held back; charge for each as it comes."""
        held = 0
        for entry in entries:
            if self.limiter.holds(entry, now):
                held += 1
            else:
                self.history.receive(entry)
                self.limiter.charge([entry], now, free=free)
        return held

    def go_on(self, entries: Sequence[Entry]) -> int:
        for entry in entries:
            self.history.receive(entry)
        return len(entries)

    def length(self, key: AuthorKey) -> int:
        feed = self.history.feeds.get(key.public)
        return 0 if feed is None else len(feed)


def over() -> tuple[Talk, Reader, list[Entry]]:
    """Return a talk, a reader who has heard too much, and some that it holds back."""
    talk, reader = Talk(), Reader()
    held = 40
    flood = talk.say(FLOODER, int(WORDS) + held)
    reader.hear(flood)
    rest = flood[reader.length(FLOODER) :]
    assert 0 < len(rest) == len(reader.limiter)
    return talk, reader, rest


def test_what_anybody_has_to_say_is_never_held() -> None:
    talk, reader = Talk(), Reader()
    for second in range(20):
        assert reader.hear(talk.say(FRIEND, int(WORD_RATE * 0.9)), float(second)) == 0


def test_beyond_what_is_at_once_the_rest_waits_for_the_rate_a_batch_at_a_time() -> None:
    talk, reader = Talk(), Reader()
    flood = talk.say(FLOODER, 400)
    reader.hear(flood)
    assert WORDS * 0.9 <= reader.length(FLOODER) <= WORDS + 1
    limiter, now = reader.limiter, 0.0
    while len(limiter):
        before, now = now, limiter.next_at
        assert now > before
        assert not limiter.due(now - 0.001)
        due = limiter.due(now)
        assert len(due) <= BATCH
        assert all(entry.raw not in limiter for entry in due)
        reader.go_on(due)
        assert reader.length(FLOODER) <= WORDS + 1 + now * WORD_RATE
    assert reader.length(FLOODER) == 400
    assert now < 1.1 * 400 / WORD_RATE


def test_long_words_count_for_more() -> None:
    talk, reader = Talk(), Reader()
    reader.hear(talk.say(FLOODER, 10, 20 * WORD_BYTES))
    assert reader.length(FLOODER) == 4


def test_words_by_which_the_game_goes_on_are_free_the_shortest_of_each_first() -> None:
    talk, reader = Talk(), Reader()
    assert reader.hear(talk.say(FRIEND, 500), free=1) == 0
    short, long = talk.say(FLOODER), talk.say(FLOODER, size=30 * WORD_BYTES)
    for entry in (*short, *long):
        reader.history.receive(entry)
    reader.limiter.charge([*long, *short], 0.0, free=1)
    reader.limiter.charge(talk.say(FRIEND), 0.0, free=1)
    assert reader.hear(talk.say(FLOODER, 50)) == 50 - (WORDS - 30 - 1 - 1)


def test_one_author_has_no_share_in_what_another_says() -> None:
    _, reader, _ = over()
    words = [Talk().say(FRIEND)[0], *Talk().say(OTHER)]
    assert reader.hear(words) == 0


def test_what_anothers_words_build_on_is_due_at_once_and_no_more() -> None:
    talk, reader, rest = over()
    said = Talk()
    for entry in talk.history.feeds[FLOODER.public].entries[: -len(rest) + 5]:
        said.history.receive(entry)
    reply = said.say(FRIEND)
    assert reader.limiter.needed(0.0) == []
    assert reader.hear(reply) == 0
    needed = reader.limiter.needed(0.0)
    assert needed == rest[:5]
    reader.go_on(needed)
    assert reader.length(FRIEND) == 1
    assert reader.limiter.needed(0.0) == []


def test_whoever_builds_on_a_flood_frees_it_as_often_as_its_own_rate_allows() -> None:
    """Two flood together: each word of one names all that the other has said."""
    talk, reader = Talk(), Reader()

    def flood(now: float) -> int:
        """Return how much is taken in of a few words, and another's that names them."""
        before = reader.length(FLOODER)
        reader.hear(talk.say(FLOODER, 4), now)
        reader.hear(talk.say(FRIEND), now)
        reader.go_on(reader.limiter.needed(now))
        return reader.length(FLOODER) - before

    freed = [flood(0.0) for _ in range(2 * int(WORDS))]
    assert WORDS * 0.9 <= reader.length(FRIEND) <= WORDS + 1
    assert freed[: int(WORDS * 0.9)] == [4] * int(WORDS * 0.9)
    assert not any(freed[int(WORDS) + 1 :])


def test_what_is_parked_before_its_turn_shows_what_is_needed() -> None:
    """Another's word waits for one of the flooder's that waits for one held back."""
    talk, reader, rest = over()
    last = talk.say(FLOODER)
    reply = talk.say(FRIEND)
    reader.history.receive(last[0])
    assert reader.limiter.needed(0.0) == []
    reader.hear(reply)
    assert reader.limiter.needed(0.0) == rest


def test_what_waits_for_a_flooders_own_words_does_not_count() -> None:
    talk, reader, _ = over()
    ahead = talk.say(FLOODER, 5)
    for entry in ahead[1:]:
        reader.history.receive(entry)
    assert reader.limiter.needed(0.0) == []


def test_a_compact_entry_may_build_on_what_is_held_back() -> None:
    talk, reader = Talk(), Reader()
    first = talk.say(FRIEND)
    reader.hear(first)
    reader.hear(talk.say(FLOODER, 200))
    assert len(reader.limiter)
    (reply,) = talk.say(FRIEND)
    brief = shorten(reply, talk.history, SEATS)
    assert brief is not None
    aside = reader.limiter.find
    assert Held().hear(brief, reader.history, SEATS) is None
    assert Held().hear(brief, reader.history, SEATS, aside) == reply


def test_our_own_words_are_never_held() -> None:
    talk, reader = Talk(), Reader(FLOODER.public)
    assert reader.hear(talk.say(FLOODER, 300)) == 0


def test_a_word_that_proves_a_fork_is_not_held() -> None:
    _, reader, rest = over()
    taken = reader.history.feeds[FLOODER.public].entries
    for place in ([*taken][:-1], [*taken, *rest[:-1]]):
        other = Talk()
        for entry in place:
            other.history.receive(entry)
        (rival,) = other.say(FLOODER, size=3)
        assert not reader.limiter.holds(rival, 0.0)


def test_of_a_proven_forker_nothing_is_held_any_more() -> None:
    _, reader, rest = over()
    reader.history.forks[FLOODER.public] = b"", b""
    assert reader.limiter.needed(0.0) == rest
    assert not reader.limiter.holds(rest[0], 0.0)


def test_what_finds_no_room_is_dropped_and_known_to_be_lacking() -> None:
    talk, reader, _ = over()
    long = talk.say(FLOODER, 2 * HELD_BYTES // 50_000, 50_000)
    assert reader.hear(long) == len(long)
    assert reader.history.lacking
    held = [entry for entry in long if entry.raw in reader.limiter]
    assert held == long[: len(held)]
    assert HELD_BYTES * 0.8 <= sum(len(entry.raw) for entry in held) <= HELD_BYTES


def test_what_is_far_ahead_takes_no_room_from_what_is_next() -> None:
    talk, reader, _ = over()
    ahead = talk.say(FLOODER, 50, 20_000)
    assert reader.hear(ahead[1:]) == 49
    assert not any(entry.raw in reader.limiter for entry in ahead)
    reader.hear(ahead[:1])
    assert ahead[0].raw in reader.limiter


def test_what_was_dropped_and_is_needed_makes_room_for_itself() -> None:
    talk, reader, _ = over()
    long = talk.say(FLOODER, 2 * HELD_BYTES // 50_000, 50_000)
    reply = talk.say(FRIEND)
    reader.hear(long)
    assert reader.limiter.needed(0.0) == []
    reader.hear(reply)
    assert reader.go_on(reader.limiter.needed(0.0))
    assert len(reader.limiter) == 0
    reader.hear(long)
    reader.go_on(reader.limiter.needed(0.0))
    assert reader.length(FRIEND) == 1


def test_nobody_is_in_debt_for_long() -> None:
    talk, reader = Talk(), Reader()
    for entry in talk.say(FLOODER, 1000):
        reader.history.receive(entry)
        reader.limiter.charge([entry], 0.0)
    more = talk.say(FLOODER, 2)
    assert reader.hear(more[:1], LONGEST - WORDS / WORD_RATE - 0.01) == 1
    _, other = Talk(), Reader()
    other.history, other.limiter = reader.history, reader.limiter
    other.limiter.due(LONGEST)
    assert other.hear(more[1:], LONGEST) == 0


def test_an_entry_of_another_table_is_not_held() -> None:
    _, reader, _ = over()
    elsewhere = History(b"E" * 32).write(FLOODER, b"")
    assert not reader.limiter.holds(elsewhere, 0.0)


@pytest.mark.parametrize("count", [1, 300])
def test_strangers_leave_nothing_here(count: int) -> None:
    reader = Reader()
    reader.history.may_join = lambda entry: False
    for n in range(count):
        key = AuthorKey(n.to_bytes(32))
        reader.limiter.charge([History(TABLE).write(key, b"")], 0.0)
    assert not reader.limiter._buckets
