"""A feed is an unbroken chain with no number twice."""

from __future__ import annotations

import pytest

from p2pgame.log import Feed, Fork, Gap
from p2pgame.log.entry import NONE
from tests.log.authors import ANN, BEN, after, chain, first, signed_again


def test_entries_stand_in_order() -> None:
    feed = Feed(ANN.public)
    entries = chain(ANN, 3)
    assert (len(feed), feed.head) == (0, NONE)
    assert [feed.append(entry) for entry in entries] == [True] * 3
    assert [*feed.entries] == entries
    assert (len(feed), feed.head) == (3, entries[2].id)


def test_an_entry_that_is_there_is_not_added_again() -> None:
    feed = Feed(ANN.public)
    entries = chain(ANN, 2)
    assert [feed.append(entry) for entry in entries + entries] == [True] * 2 + [
        False
    ] * 2
    assert [*feed.entries] == entries


def test_an_entry_signed_again_is_not_added_again() -> None:
    feed = Feed(ANN.public)
    entry = first(ANN)
    feed.append(entry)
    assert not feed.append(signed_again(entry))
    assert [*feed.entries] == [entry]


@pytest.mark.pitfall(28)
def test_two_entries_with_one_number_are_a_fork() -> None:
    one, other = first(ANN, b"one"), first(ANN, b"other")
    proofs = []
    for mine, theirs in [(one, other), (other, one)]:
        feed = Feed(ANN.public)
        feed.append(mine)
        with pytest.raises(Fork) as fork:
            feed.append(theirs)
        assert [*feed.entries] == [mine]
        proofs.append((fork.value.culprit, fork.value.first, fork.value.second))
    assert proofs[0] == proofs[1] == (ANN.public, *sorted((one.raw, other.raw)))


def test_an_entry_ahead_of_its_time_is_a_gap() -> None:
    feed = Feed(ANN.public)
    entries = chain(ANN, 3)
    feed.append(entries[0])
    with pytest.raises(Gap):
        feed.append(entries[2])
    assert [*feed.entries] == entries[:1]


def test_an_entry_on_another_branch_is_a_gap_and_no_proof() -> None:
    feed = Feed(ANN.public)
    feed.append(first(ANN, b"one"))
    with pytest.raises(Gap):
        feed.append(after(first(ANN, b"other")))


def test_an_entry_of_another_author_is_our_mistake() -> None:
    with pytest.raises(ValueError):
        Feed(ANN.public).append(first(BEN))
