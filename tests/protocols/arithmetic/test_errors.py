from __future__ import annotations

import pytest

from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidProof,
    ProtocolError,
    blame,
)


def test_blame_names_the_culprit_of_an_error_that_names_none() -> None:
    with pytest.raises(InvalidProof, match="wrong") as caught, blame(2):
        raise InvalidProof("wrong")
    assert caught.value.culprit == 2


@pytest.mark.parametrize("culprit", [0, 1])
def test_blame_leaves_a_named_culprit_alone(culprit: int) -> None:
    with pytest.raises(ProtocolError) as caught, blame(2):
        raise InvalidEncoding("wrong", culprit)
    assert caught.value.culprit == culprit


def test_blame_accuses_nobody_of_our_own_mistakes() -> None:
    with pytest.raises(ValueError) as caught, blame(2):
        raise ValueError("ours")
    assert not hasattr(caught.value, "culprit")


def test_an_error_names_nobody_by_itself() -> None:
    assert ProtocolError("wrong").culprit is None
