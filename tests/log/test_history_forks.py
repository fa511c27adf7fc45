"""Who forked is named by all, once; whoever is honest goes on."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations

import pytest

from p2pgame.log import (
    Behind,
    Entry,
    Fork,
    InvalidEntry,
    UnknownAuthor,
)
from p2pgame.log.entry import PAYLOAD_LIMIT
from p2pgame.log.history import KEPT_BYTES
from tests.log.authors import (
    ANN,
    BEN,
    CAT,
    TABLE,
    after,
    chain,
    feeds,
    first,
    receive_all,
    say,
    table,
)


@pytest.mark.attack(1)
@pytest.mark.pitfall(28)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_fork_is_raised_once_and_kept(order: tuple[int, int]) -> None:
    halves = [first(ANN, b"one"), first(ANN, b"other")]
    history = table()
    history.receive(halves[order[0]].raw)
    with pytest.raises(Fork) as fork:
        history.receive(halves[order[1]].raw)
    proof = tuple(sorted(half.raw for half in halves))
    assert fork.value.culprit == ANN.public
    assert (fork.value.first, fork.value.second) == proof
    assert history.forks == {ANN.public: proof}
    assert receive_all(history, [*halves, after(halves[0]), first(ANN, b"3")]) == []
    assert feeds(history) == {ANN.public: [halves[order[0]]]}


@pytest.mark.pitfall(28)
def test_a_fork_is_proven_by_entries_whose_ancestors_are_missing() -> None:
    one, other = chain(ANN, 3, b"one")[2], chain(ANN, 3, b"other")[2]
    history = table()
    assert history.receive(one.raw) == []
    with pytest.raises(Fork):
        history.receive(other.raw)
    assert not history.lacking


@pytest.mark.attack(4)
@pytest.mark.pitfall(28)
def test_a_missing_ancestor_convicts_nobody_until_it_comes() -> None:
    mine, (sibling, child) = first(ANN, b"one"), chain(ANN, 2, b"other")
    history = table()
    history.receive(mine.raw)
    assert history.receive(child.raw) == []
    assert history.forks == {}
    assert history.lacking
    with pytest.raises(Fork) as fork:
        history.receive(sibling.raw)
    assert fork.value.culprit == ANN.public


def test_others_go_on_after_a_fork() -> None:
    history = table()
    history.receive(first(ANN, b"one").raw)
    b0 = say(history, BEN)
    with pytest.raises(Fork):
        history.receive(first(ANN, b"other").raw)
    b1 = say(history, BEN)
    c0 = say(history, CAT)
    assert b1.seen == ()
    assert c0.seen == (b1.id,)
    assert feeds(history)[BEN.public] == [b0, b1]


@pytest.mark.pitfall(28)
@pytest.mark.parametrize("proof_first", [True, False])
def test_who_believed_the_other_branch_is_still_heard(proof_first: bool) -> None:
    mine, other = chain(ANN, 3, b"one"), chain(ANN, 3, b"other")
    b0 = first(BEN, seen=[other[2]])
    b1 = after(b0)
    history = table()
    receive_all(history, mine)
    delivered: list[Entry] = []
    coming = [other[0], other[2], b0, b1] if proof_first else [b1, b0, other[2]]
    for entry in [*coming, b1]:
        with suppress(Fork):
            delivered += history.receive(entry.raw)
    assert history.forks.keys() == {ANN.public}
    assert delivered == [b0, b1]
    assert feeds(history)[ANN.public] == mine
    assert not history.lacking


@pytest.mark.pitfall(28)
def test_what_was_parked_of_a_forker_still_lets_others_through() -> None:
    other = chain(ANN, 3, b"other")
    b0 = first(BEN, seen=[other[2]])
    history = table()
    receive_all(history, [first(ANN, b"one"), other[2]])
    with pytest.raises(Fork):
        history.receive(other[0].raw)
    assert history.receive(b0.raw) == [b0]


def test_a_forker_cannot_take_the_room_of_what_others_name() -> None:
    history = table()
    receive_all(history, [first(ANN, b"one")])
    with pytest.raises(Fork):
        history.receive(first(ANN, b"other").raw)
    junk = bytes(PAYLOAD_LIMIT - 1)
    believed = first(ANN, b"third" + junk[:-5])
    b0 = first(BEN, seen=[believed])
    for number in range(KEPT_BYTES // PAYLOAD_LIMIT + 1):
        history.receive(first(ANN, bytes([number]) + junk).raw)
    assert history.receive(believed.raw) == []
    assert history.receive(b0.raw) == []
    assert history.receive(believed.raw) == [b0]


def test_a_proof_from_elsewhere_convicts_as_well() -> None:
    one, other = first(ANN, b"one"), first(ANN, b"other")
    history = table()
    history.receive(chain(ANN, 3)[2].raw)
    assert history.convict(one.raw, other.raw)
    assert not history.convict(other.raw, one.raw)
    assert history.forks == {ANN.public: tuple(sorted((one.raw, other.raw)))}
    assert history.receive(one.raw) == []
    assert not history.lacking


def test_a_proof_about_a_stranger_or_about_nothing_is_refused() -> None:
    history = table(admitted=[BEN.public])
    with pytest.raises(UnknownAuthor):
        history.convict(first(ANN, b"one").raw, first(ANN, b"other").raw)
    with pytest.raises(InvalidEntry):
        history.convict(first(BEN).raw, first(BEN).raw)
    assert history.forks == {}


@pytest.mark.parametrize("sequence", [2, 3, 4])
def test_an_entry_that_does_not_follow_the_one_it_names_is_never_delivered(
    sequence: int,
) -> None:
    a0, a1, a2 = chain(ANN, 3)
    wrong = Entry.write(
        ANN, TABLE, sequence=sequence, previous=a0.id, seen=(), payload=b"wrong"
    )
    for order in permutations([a0, a1, a2, wrong]):
        history = table()
        with suppress(Fork):
            receive_all(history, order)
        assert wrong not in feeds(history).get(ANN.public, [])
        assert (sequence == 2) == (ANN.public in history.forks)


def test_an_entry_that_follows_another_authors_is_never_delivered() -> None:
    b0 = first(BEN)
    wrong = Entry.write(ANN, TABLE, sequence=1, previous=b0.id, seen=(), payload=b"")
    for order in permutations([first(ANN), b0, wrong]):
        history = table()
        receive_all(history, order)
        assert feeds(history) == {ANN.public: [first(ANN)], BEN.public: [b0]}
        assert history.forks == {}


def test_we_do_not_sign_while_newer_entries_of_ours_are_somewhere() -> None:
    a0, a1, a2 = chain(ANN, 3)
    history = table()
    history.receive(a0.raw)
    history.receive(a2.raw)
    with pytest.raises(Behind):
        history.write(ANN, b"")
    history.write(BEN, b"")
    history.receive(a1.raw)
    assert history.write(ANN, b"").previous == a2.id


def test_a_first_word_that_nobody_has_any_more_is_signed_again_if_it_is_the_same() -> (
    None
):
    """Its second one, which others have, names it."""
    lost, second = chain(ANN, 2)
    history = table()
    with suppress(UnknownAuthor):
        history.receive(second.raw)
    with pytest.raises(Behind):
        history.write(ANN, b"something else")
    assert history.write(ANN, lost.payload).raw == lost.raw


def test_we_do_not_sign_after_our_own_fork() -> None:
    history = table()
    history.receive(first(ANN, b"one").raw)
    with pytest.raises(Fork):
        history.receive(first(ANN, b"other").raw)
    with pytest.raises(Behind):
        history.write(ANN, b"")
