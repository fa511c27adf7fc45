"""Who may speak at a table, and how many may."""

from __future__ import annotations

import pytest

from p2pgame.log import (
    AuthorKey,
    Behind,
    Entry,
    InvalidEntry,
    UnknownAuthor,
)
from p2pgame.log.entry import NONE, SEEN_LIMIT
from p2pgame.log.history import AUTHORS
from tests.log.authors import (
    ANN,
    BEN,
    TABLE,
    after,
    chain,
    feeds,
    first,
    receive_all,
    say,
    table,
)


def test_who_was_not_admitted_is_refused() -> None:
    history = table(admitted=[ANN.public])
    with pytest.raises(UnknownAuthor):
        history.receive(first(BEN).raw)
    assert feeds(history) == {}


def test_the_lobby_decides_by_the_first_entry() -> None:
    history = table(admitted=[])
    offered: list[Entry] = []

    def may_join(entry: Entry) -> bool:
        offered.append(entry)
        return entry.payload == b"password"

    history.may_join = may_join
    wrong, right = first(ANN, b"hello"), first(BEN, b"password")
    with pytest.raises(UnknownAuthor):
        history.receive(wrong.raw)
    assert history.receive(right.raw) == [right]
    assert offered == [wrong, right]
    assert history.admitted == {BEN.public}
    assert history.receive(after(right).raw) == [after(right)]
    assert offered == [wrong, right]


def test_a_newcomers_later_entry_is_asked_for_once_it_has_joined() -> None:
    history = table(admitted=None)
    b0, b1 = chain(BEN, 2)
    with pytest.raises(UnknownAuthor):
        history.receive(b1.raw)
    assert not history.lacking
    assert history.receive(b0.raw) == [b0]
    assert history.lacking
    assert history.receive(b1.raw) == [b1]
    assert not history.lacking


def test_who_may_say_no_more_is_refused_while_others_go_on() -> None:
    history = table(admitted=None)
    a0, a1, a2 = chain(ANN, 3)
    receive_all(history, [a0, a1])
    history.may_append = lambda entry: entry.author != ANN.public
    with pytest.raises(UnknownAuthor):
        history.receive(a2.raw)
    assert history.receive(a1.raw) == []
    assert feeds(history) == {ANN.public: [a0, a1]}
    assert not history.lacking
    say(history, BEN)
    say(history, BEN)


@pytest.mark.attack(12)
def test_a_key_of_small_order_is_refused_even_if_it_was_admitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only a broken signature check would let such an entry come so far."""
    identity = b"\x01" + bytes(31)
    entry = Entry(TABLE, identity, 0, NONE, (), b"", b"raw", b"i" * 32)
    monkeypatch.setattr(Entry, "read", lambda raw: entry)
    for admitted in ([identity], None):
        with pytest.raises(InvalidEntry, match="honest"):
            table(admitted=admitted).receive(b"raw")


@pytest.mark.attack(33)
def test_a_table_has_a_bounded_number_of_authors() -> None:
    history = table(admitted=None)
    keys = [AuthorKey(bytes([number, 1]) * 16) for number in range(AUTHORS + 1)]
    for key in keys[:-1]:
        say(history, key)
    entry = history.write(keys[-1], b"")
    assert len(entry.seen) == SEEN_LIMIT
    with pytest.raises(InvalidEntry, match="64 authors"):
        history.receive(entry.raw)
    assert len(history.write(keys[0], b"").seen) == AUTHORS - 1


@pytest.mark.attack(33)
def test_strangers_cannot_fill_the_memory_with_their_numbers() -> None:
    history = table(admitted=None)
    keys = [AuthorKey(bytes([number, 3]) * 16) for number in range(2 * AUTHORS + 1)]
    for key in keys:
        stranger = Entry.write(
            key, TABLE, sequence=1, previous=b"?" * 32, seen=(), payload=b""
        )
        with pytest.raises(UnknownAuthor):
            history.receive(stranger.raw)
    say(history, keys[-1])
    assert not history.lacking
    with pytest.raises(Behind):
        history.write(keys[0], b"")
