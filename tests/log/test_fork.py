"""The one kind of evidence: checkable by anybody, impossible against the honest."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.log import Entry, Fork, InvalidEntry, verify_fork
from p2pgame.log.entry import NONE
from tests.log.authors import ANN, BEN, TABLE, after, chain, first, signed_again

ONE, OTHER = first(ANN, b"one"), first(ANN, b"other")


@pytest.mark.attack(1)
@pytest.mark.pitfall(28)
def test_two_bodies_with_one_number_convict_their_author() -> None:
    for pair in [(ONE.raw, OTHER.raw), (OTHER.raw, ONE.raw)]:
        fork = verify_fork(TABLE, *pair)
        assert fork.culprit == ANN.public
        assert (fork.first, fork.second) == tuple(sorted((ONE.raw, OTHER.raw)))


@pytest.mark.attack(1)
def test_the_proof_needs_nothing_but_its_bytes() -> None:
    program = (
        "import sys; from p2pgame.log import verify_fork; "
        "print(verify_fork(*map(bytes.fromhex, sys.argv[1:])).culprit.hex())"
    )
    arguments = (TABLE.hex(), ONE.raw.hex(), OTHER.raw.hex())
    answer = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert answer.stdout.strip() == ANN.public.hex()


ELSEWHERE = Entry.write(
    ANN, b"U" * 32, sequence=0, previous=NONE, seen=(), payload=b"other"
)


@pytest.mark.attack(4)
@pytest.mark.pitfall(28)
@pytest.mark.parametrize(
    "other",
    [
        ONE,
        signed_again(ONE),
        first(BEN, b"other"),
        after(ONE),
        after(OTHER),
        chain(ANN, 3)[2],
        ELSEWHERE,
    ],
    ids=[
        "itself",
        "signed again",
        "another author",
        "next",
        "other branch",
        "gap",
        "other table",
    ],
)
def test_two_entries_that_can_stand_side_by_side_prove_nothing(other: Entry) -> None:
    with pytest.raises(InvalidEntry):
        verify_fork(TABLE, ONE.raw, other.raw)
    with pytest.raises(InvalidEntry):
        verify_fork(TABLE, other.raw, ONE.raw)


@pytest.mark.attack(4)
@given(st.data())
@settings(deadline=None, max_examples=200)
def test_no_changed_proof_names_anybody_else(data: st.DataObject) -> None:
    halves = [bytearray(ONE.raw), bytearray(OTHER.raw)]
    for half in halves:
        for _ in range(data.draw(st.integers(0, 2))):
            at = data.draw(st.integers(0, len(half) - 1))
            half[at] = data.draw(st.integers(0, 255))
    try:
        fork = verify_fork(TABLE, bytes(halves[0]), bytes(halves[1]))
    except InvalidEntry:
        return
    assert (fork.first, fork.second) == tuple(sorted((ONE.raw, OTHER.raw)))


def test_a_fork_says_in_words_who_did_what() -> None:
    fork = verify_fork(TABLE, ONE.raw, OTHER.raw)
    assert isinstance(fork, Fork)
    assert str(fork) == (
        f"author {ANN.public.hex()[:16]} signed two different entries "
        "with the same number"
    )
