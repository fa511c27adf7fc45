from __future__ import annotations

from functools import reduce
from operator import add

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.elgamal import (
    Masked,
    mask,
    remask,
    start,
    token,
    unmask,
)
from p2pgame.protocols.arithmetic.errors import InvalidEncoding
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    ORDER,
    Element,
    G,
    Scalar,
    hash_to_group,
)

scalars = st.integers(1, ORDER - 1).map(Scalar)

CARD, OTHER = hash_to_group(b"card", b"1"), hash_to_group(b"card", b"2")
SHARES = [Scalar(1111), Scalar(2222), Scalar(3333)]
KEY = reduce(add, (x * G for x in SHARES))
MASKED = mask(CARD, KEY, Scalar(4444))
TOKENS = [token(MASKED, x) for x in SHARES]


@settings(max_examples=25)
@given(
    st.lists(scalars, min_size=1, max_size=4), st.lists(scalars, min_size=1, max_size=4)
)
def test_all_tokens_together_unmask_what_was_masked_however_often(
    shares: list[Scalar], factors: list[Scalar]
) -> None:
    key = reduce(add, (x * G for x in shares))
    if key.is_identity:
        return
    masked = start(CARD)
    for r in factors:
        masked = remask(masked, key, r)
    if not masked.C1.is_identity:
        assert unmask(masked, [token(masked, x) for x in shares]) == CARD


def test_masking_is_remasking_a_start_card() -> None:
    r = Scalar(5)
    assert mask(CARD, KEY, r) == remask(start(CARD), KEY, r)
    assert mask(CARD, KEY, r) == Masked(r * G, CARD + r * KEY)


def test_remasking_adds_the_masking_factors() -> None:
    r, s = Scalar(5), Scalar(6)
    assert remask(mask(CARD, KEY, r), KEY, s) == mask(CARD, KEY, r + s)


def test_a_start_card_is_open() -> None:
    assert start(CARD) == Masked(IDENTITY, CARD)
    assert unmask(start(CARD), []) == CARD


@pytest.mark.pitfall(25)
@pytest.mark.parametrize(
    "tokens",
    [
        pytest.param([], id="none"),
        pytest.param(TOKENS[:-1], id="one too few"),
        pytest.param([*TOKENS[:-1], TOKENS[0]], id="one twice, one missing"),
        pytest.param([*TOKENS, TOKENS[0]], id="one too many"),
        pytest.param([*TOKENS[:-1], OTHER], id="one wrong"),
    ],
)
def test_any_other_set_of_tokens_leaves_no_card(tokens: list[Element]) -> None:
    assert unmask(MASKED, tokens) not in (CARD, OTHER)


def test_tokens_unmask_in_any_order() -> None:
    assert unmask(MASKED, TOKENS) == unmask(MASKED, TOKENS[::-1]) == CARD


def test_a_masked_card_survives_the_wire() -> None:
    data = MASKED.encode()
    assert data == MASKED.C1.encode() + MASKED.C2.encode()
    assert Masked.decode(data) == MASKED


@pytest.mark.pitfall(8)
@pytest.mark.parametrize("size", [0, 32, 63, 65, 96, 128])
def test_a_masked_card_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(InvalidEncoding):
        Masked.decode((MASKED.encode() * 2)[:size])


@pytest.mark.pitfall(12)
@pytest.mark.parametrize(
    "masked",
    [
        pytest.param(start(CARD), id="a start card"),
        pytest.param(Masked(MASKED.C1, IDENTITY), id="no C2"),
        pytest.param(Masked(IDENTITY, IDENTITY), id="neither"),
    ],
)
def test_a_card_from_a_peer_is_masked(masked: Masked) -> None:
    with pytest.raises(InvalidEncoding):
        Masked.decode(masked.encode())


@pytest.mark.pitfall(12)
def test_the_identity_is_nobodys_key() -> None:
    with pytest.raises(ValueError):
        mask(CARD, IDENTITY, Scalar(5))
    with pytest.raises(ValueError):
        remask(MASKED, IDENTITY, Scalar(5))


@pytest.mark.pitfall(12)
def test_a_start_card_has_no_tokens() -> None:
    with pytest.raises(ValueError):
        token(start(CARD), SHARES[0])


@pytest.mark.pitfall(12)
def test_a_masking_factor_of_zero_changes_nothing_and_does_not_get_past_a_peer() -> (
    None
):
    assert remask(MASKED, KEY, Scalar(0)) == MASKED
    with pytest.raises(InvalidEncoding):
        Masked.decode(mask(CARD, KEY, Scalar(0)).encode())
