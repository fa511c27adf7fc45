"""JSON whose integers are texts where a reader that has floats would lose digits."""

from __future__ import annotations

import json

import pytest

from p2pgame.engine import State
from p2pgame.engine.exact_json import LARGEST, encode


class Purse(State, frozen=True):
    chips: int
    names: tuple[str, ...] = ()


@pytest.mark.parametrize("number", [0, LARGEST, -LARGEST])
def test_an_integer_that_floats_keep_is_a_number(number: int) -> None:
    assert encode(number) == str(number).encode()
    assert int(float(number)) == number


@pytest.mark.parametrize("number", [LARGEST + 1, -LARGEST - 1, 10**18, 2**64 - 1])
def test_an_integer_that_floats_may_lose_is_a_text(number: int) -> None:
    assert encode(number) == b'"%d"' % number


def test_integers_are_texts_wherever_they_are() -> None:
    purse = Purse(10**18, ("9007199254740993", "x"))
    told = json.loads(encode({"a": [1, purse], "b": True}))
    assert told == {"a": [1, [str(10**18), ["9007199254740993", "x"]]], "b": True}


def test_nothing_else_is_changed() -> None:
    value: dict[str, object] = {
        "ä": [None, True, 1.5, "9" * 40, LARGEST, []],
        "9" * 20: {},
    }
    assert json.loads(encode(value)) == value
