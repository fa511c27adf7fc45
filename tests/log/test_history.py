"""What is delivered is complete, in order, and the same for all."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.log import (
    Entry,
    History,
    InvalidEntry,
)
from p2pgame.log.entry import NONE
from p2pgame.log.parking import PARKED_EACH
from tests.log.authors import (
    ANN,
    BEN,
    CAT,
    DAN,
    after,
    chain,
    feeds,
    first,
    receive_all,
    say,
    signed_again,
    table,
)


def test_our_own_entry_comes_in_by_the_same_door() -> None:
    history = table()
    entry = history.write(ANN, b"hello")
    assert feeds(history) == {}
    assert history.receive(entry.raw) == [entry]
    assert feeds(history) == {ANN.public: [entry]}


def test_an_entry_that_was_read_before_counts_like_its_bytes() -> None:
    by_bytes, by_entry = table(), table()
    for entry in chain(ANN, 3):
        assert by_entry.receive(entry) == by_bytes.receive(entry.raw) == [entry]
        assert by_entry.receive(entry) == []
    assert by_entry.heads() == by_bytes.heads()


@pytest.mark.attack(7)
def test_the_same_entry_again_changes_nothing() -> None:
    history = table()
    entries = chain(ANN, 3)
    receive_all(history, entries)
    heads = history.heads()
    assert receive_all(history, entries * 2) == []
    assert history.heads() == heads


def test_what_is_here_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a peer that repeats itself would cost a signature check each time."""
    history = table()
    entries = chain(ANN, 3)
    receive_all(history, entries)
    monkeypatch.setattr(Entry, "read", None)
    assert receive_all(history, entries) == []


@pytest.mark.attack(15)
def test_one_body_with_two_signatures_is_one_entry() -> None:
    history = table()
    entry = first(ANN)
    twin = signed_again(entry)
    assert twin.raw != entry.raw
    history.receive(entry.raw)
    assert history.receive(twin.raw) == []
    assert history.forks == {}


def _graph() -> list[Entry]:
    a0 = first(ANN)
    b0 = first(BEN, seen=[a0])
    a1 = after(a0, seen=[b0])
    c0 = first(CAT, seen=[a0, b0])
    b1 = after(b0, seen=[a1, c0])
    return [a0, b0, a1, c0, b1]


@pytest.mark.attack(8)
def test_in_any_order_the_same_is_delivered_after_its_causes() -> None:
    entries = _graph()
    for order in permutations(entries):
        history = table()
        out = receive_all(history, order)
        assert sorted(entry.id for entry in out) == sorted(e.id for e in entries)
        _check_causal(out)
        assert not history.lacking
        assert feeds(history) == {
            ANN.public: [entries[0], entries[2]],
            BEN.public: [entries[1], entries[4]],
            CAT.public: [entries[3]],
        }


def test_an_entry_waits_for_all_that_it_names() -> None:
    a0, b0, _, c0, _ = _graph()
    history = table()
    assert history.receive(c0.raw) == []
    assert history.lacking
    assert history.receive(b0.raw) == []
    assert history.receive(c0.raw) == []
    assert history.receive(a0.raw) == [a0, b0, c0]
    assert not history.lacking


def test_an_entry_names_what_its_author_had_not_named_before() -> None:
    history = table()
    a0 = say(history, ANN)
    b0 = say(history, BEN)
    c0 = say(history, CAT)
    b1 = say(history, BEN)
    assert (a0.seen, b0.seen) == ((), (a0.id,))
    assert c0.seen == tuple(sorted([a0.id, b0.id]))
    assert b1.seen == (c0.id,)
    a1 = history.write(ANN, b"")
    assert a1.seen == tuple(sorted([b1.id, c0.id]))
    assert (a1.sequence, a1.previous) == (1, a0.id)


def test_nothing_undelivered_is_named() -> None:
    history = table()
    b0, b1 = chain(BEN, 2)
    history.receive(b1.raw)
    assert history.write(ANN, b"").seen == ()
    history.receive(b0.raw)
    assert history.write(ANN, b"").seen == (b1.id,)


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_a_clock_is_the_newest_of_each_author_among_all_causes(
    data: st.DataObject,
) -> None:
    history = table()
    newest: dict[bytes, Entry] = {}
    causes: dict[bytes, set[Entry]] = {NONE: set()}
    for _ in range(data.draw(st.integers(1, 15))):
        key = data.draw(st.sampled_from((ANN, BEN, CAT)))
        said = [entry for feed in history.feeds.values() for entry in feed.entries]
        seen = data.draw(
            st.lists(st.sampled_from(said), unique=True, max_size=3)
            if said
            else st.just([])
        )
        last = newest.get(key.public)
        entry = first(key, seen=seen) if last is None else after(last, seen=seen)
        newest[key.public] = entry
        history.receive(entry.raw)
        named = (entry.previous, *entry.seen)
        causes[entry.id] = {entry}.union(*(causes[id] for id in named))
        assert history.clock(entry.id) == {
            author: max(e.sequence for e in causes[entry.id] if e.author == author)
            for author in {e.author for e in causes[entry.id]}
        }


def test_only_those_are_named_who_are_wanted() -> None:
    history = table()
    say(history, ANN)
    b0 = say(history, BEN)
    assert history.write(CAT, b"", among=[]).seen == ()
    among = [BEN.public, CAT.public, DAN.public]
    assert history.write(CAT, b"", among=among).seen == (b0.id,)


def test_a_clock_says_how_far_an_entry_has_seen() -> None:
    a0, b0, a1, c0, b1 = entries = _graph()
    history = table()
    receive_all(history, entries)
    assert history.clock(a0.id) == {ANN.public: 0}
    assert history.clock(b0.id) == {ANN.public: 0, BEN.public: 0}
    assert history.clock(a1.id) == {ANN.public: 1, BEN.public: 0}
    assert history.clock(c0.id) == {ANN.public: 0, BEN.public: 0, CAT.public: 0}
    assert history.clock(b1.id) == {ANN.public: 1, BEN.public: 1, CAT.public: 0}
    with pytest.raises(KeyError):
        history.clock(NONE)


@pytest.mark.attack(6)
@pytest.mark.pitfall(3)
def test_an_entry_of_another_table_is_refused() -> None:
    there = History(b"U" * 32)
    for key in (ANN, BEN):
        entry = say(there, key)
        here = table()
        with pytest.raises(InvalidEntry, match="another table"):
            here.receive(entry.raw)
        assert feeds(here) == {}
        assert here.forks == {}


@pytest.mark.attack(6)
@pytest.mark.pitfall(3)
def test_all_entries_of_another_table_convict_nobody() -> None:
    there, here = History(b"U" * 32), table()
    for key in (ANN, BEN, ANN):
        say(there, key, b"there")
        say(here, key, b"here")
    before = here.heads()
    for feed in there.feeds.values():
        for entry in feed.entries:
            with pytest.raises(InvalidEntry):
                here.receive(entry.raw)
    assert here.heads() == before
    assert here.forks == {}


def test_garbage_changes_nothing() -> None:
    history = table()
    say(history, ANN)
    before = history.heads()
    for raw in (b"", b"\x80", bytes(600), first(BEN).raw[:-1] + b"x"):
        with pytest.raises(InvalidEntry):
            history.receive(raw)
    assert history.heads() == before
    assert not history.lacking


@pytest.mark.attack(8)
def test_each_author_has_a_bounded_part_of_the_parking() -> None:
    history = table()
    entries = chain(ANN, PARKED_EACH + 10)
    receive_all(history, entries[1:])
    assert history.lacking
    assert len(receive_all(history, entries[:1])) == PARKED_EACH + 1
    assert history.lacking
    assert len(receive_all(history, entries)) == 9
    assert not history.lacking


def test_the_room_of_what_was_delivered_is_free_again() -> None:
    history = table()
    entries = chain(ANN, 3 * PARKED_EACH)
    for start in range(0, len(entries), PARKED_EACH):
        batch = entries[start : start + PARKED_EACH]
        assert receive_all(history, batch[1:]) == []
        assert history.receive(batch[0].raw) == batch
    assert not history.lacking


def test_what_found_no_room_is_not_forgotten() -> None:
    history = table()
    entries = chain(ANN, PARKED_EACH + 5)
    receive_all(history, [*entries[2 : PARKED_EACH + 2], entries[-1], entries[1]])
    assert len(receive_all(history, entries[:2])) == PARKED_EACH + 2
    assert history.lacking
    assert receive_all(history, entries) == entries[PARKED_EACH + 2 :]
    assert not history.lacking


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_feeds_do_not_depend_on_the_order_of_arrival(data: st.DataObject) -> None:
    writer = table()
    entries = [
        say(writer, data.draw(st.sampled_from((ANN, BEN, CAT))), bytes([number]))
        for number in range(data.draw(st.integers(1, 20)))
    ]
    history = table()
    order = data.draw(st.permutations(entries))
    repeated = order + data.draw(st.lists(st.sampled_from(entries), max_size=10))
    out = receive_all(history, repeated)
    _check_causal(out)
    assert feeds(history) == feeds(writer)
    assert history.heads() == writer.heads()
    assert [history.clock(e.id) for e in entries] == [
        writer.clock(e.id) for e in entries
    ]


def _check_causal(delivered: list[Entry]) -> None:
    done = {NONE}
    for entry in delivered:
        assert done.issuperset((entry.previous, *entry.seen))
        assert entry.id not in done
        done.add(entry.id)
