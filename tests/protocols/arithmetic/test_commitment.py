from __future__ import annotations

from hashlib import sha512

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.commitment import (
    NONCE_SIZE,
    SIZE,
    commit,
    commit_vector,
    decode,
    generators,
    open_,
)
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidOpening
from p2pgame.protocols.arithmetic.group import IDENTITY, ORDER, G, Scalar, hash_to_group

NONCE = bytes(range(32))
COMMITMENT = commit(b"table 1, round 2", 3, b"rock", NONCE)

scalars = st.integers(0, ORDER - 1).map(Scalar)


def test_an_honest_opening_is_accepted() -> None:
    open_(COMMITMENT, b"table 1, round 2", 3, b"rock", NONCE)


def test_a_commitment_has_its_size_and_is_hashed_as_written() -> None:
    items = (b"table 1, round 2", b"\3" + bytes(7), b"rock", NONCE)
    framed = b"".join(len(item).to_bytes(8, "little") + item for item in items)
    assert sha512(b"p2pgame v1 commitment" + framed).digest()[:32] == COMMITMENT
    assert len(COMMITMENT) == SIZE == 32


@pytest.mark.pitfall(32)
@pytest.mark.pitfall(24)  # "player": what player 3 committed to, opened by player 4
@pytest.mark.parametrize(
    ("commitment", "context", "player", "value", "nonce"),
    [
        pytest.param(
            b"\0" + COMMITMENT[1:], b"table 1, round 2", 3, b"rock", NONCE, id="bytes"
        ),
        pytest.param(COMMITMENT, b"table 1, round 3", 3, b"rock", NONCE, id="context"),
        pytest.param(COMMITMENT, b"table 1, round 2", 4, b"rock", NONCE, id="player"),
        pytest.param(COMMITMENT, b"table 1, round 2", 3, b"pape", NONCE, id="value"),
        pytest.param(
            COMMITMENT, b"table 1, round 2", 3, b"rock", NONCE[::-1], id="nonce"
        ),
        pytest.param(COMMITMENT, b"table 1, round 2", 3, b"rock", b"", id="no nonce"),
        pytest.param(
            COMMITMENT, b"table 1, round 2", 3, b"rock", NONCE + b"\0", id="long nonce"
        ),
        pytest.param(
            COMMITMENT[:31], b"table 1, round 2", 3, b"rock", NONCE, id="cut short"
        ),
        pytest.param(b"", b"table 1, round 2", 3, b"rock", NONCE, id="nothing"),
    ],
)
def test_an_opening_of_anything_else_names_the_player(
    commitment: bytes, context: bytes, player: int, value: bytes, nonce: bytes
) -> None:
    with pytest.raises(InvalidOpening) as caught:
        open_(commitment, context, player, value, nonce)
    assert caught.value.culprit == player


@pytest.mark.pitfall(21)
def test_context_player_value_and_nonce_keep_apart() -> None:
    text = b"abc"
    split = {commit(text[:i], 0, text[i:], NONCE) for i in range(4)}
    assert len(split) == 4
    assert commit(b"", 0, NONCE, bytes(32)) != commit(b"", 0, bytes(32), NONCE)
    number = (1).to_bytes(8, "little")
    assert commit(number, 0, b"", NONCE) != commit(b"", 1, bytes(8), NONCE)


@pytest.mark.parametrize("size", [0, 16, NONCE_SIZE - 1, NONCE_SIZE + 1])
def test_a_commitment_with_a_short_nonce_hides_nothing_and_is_not_made(
    size: int,
) -> None:
    with pytest.raises(ValueError):
        commit(b"", 0, b"rock", bytes(size))


def test_a_commitment_from_a_peer_has_the_right_length() -> None:
    assert decode(COMMITMENT) == COMMITMENT
    for data in (b"", COMMITMENT[:31], COMMITMENT + b"\0"):
        with pytest.raises(InvalidEncoding):
            decode(data)


@pytest.mark.pitfall(5)
def test_generators_come_from_a_hash_and_nothing_else() -> None:
    for i, base in enumerate(generators(64)):
        label = i.to_bytes(4, "little")
        assert base == hash_to_group(b"commitment base", label)


@pytest.mark.pitfall(5)
def test_generators_are_distinct_and_none_is_the_blinding_base() -> None:
    bases = generators(128)
    assert len({*bases, G, IDENTITY}) == 130


def test_a_longer_vector_has_the_same_first_generators() -> None:
    assert generators(0) == ()
    assert generators(9)[:4] == generators(4)


@settings(max_examples=25)
@given(st.lists(st.tuples(scalars, scalars), max_size=4), scalars, scalars)
def test_vector_commitments_add_up(
    pairs: list[tuple[Scalar, Scalar]], r: Scalar, s: Scalar
) -> None:
    a, b = [a for a, _ in pairs], [b for _, b in pairs]
    total = commit_vector([x + y for x, y in pairs], r + s)
    assert commit_vector(a, r) + commit_vector(b, s) == total


def test_a_vector_commitment_is_the_sum_it_says() -> None:
    g = generators(2)
    r, a, b = Scalar(5), Scalar(6), Scalar(7)
    assert commit_vector([a, b], r) == r * G + a * g[0] + b * g[1]
    assert commit_vector([], r) == r * G


def test_a_vector_commitment_tells_places_values_and_blindings_apart() -> None:
    zero, one, two = Scalar(0), Scalar(1), Scalar(2)
    commitments = {
        commit_vector(values, blinding)
        for values in ([], [one], [two], [zero, one], [one, one], [one, two])
        for blinding in (one, two)
    }
    assert len(commitments) == 12
