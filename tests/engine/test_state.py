"""Equal states have equal hashes on every machine and in every run."""

from __future__ import annotations

from hashlib import blake2b

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Options, State, digest
from p2pgame.engine.state import encode


class Inner(State, frozen=True):
    number: int = 0


class Outer(State, frozen=True):
    text: str = ""
    flag: bool = False
    data: bytes = b""
    inner: tuple[Inner, ...] = ()


class Renamed(State, frozen=True):
    other: str = ""
    names: bool = False
    of: bytes = b""
    fields: tuple[Inner, ...] = ()


STATES = st.builds(
    Outer,
    st.text(),
    st.booleans(),
    st.binary(),
    st.lists(st.builds(Inner, st.integers(-(2**63), 2**64 - 1))).map(tuple),
)


def test_a_state_has_one_encoding_and_one_hash() -> None:
    state = Outer("ab", True, b"\x00", (Inner(5), Inner(-1)))
    assert encode(state) == bytes.fromhex("94a26162c3c4010092910591ff")
    assert (
        digest(state)
        == blake2b(encode(state), digest_size=32, person=b"p2pgame state").digest()
    )


def test_field_names_are_not_hashed() -> None:
    assert digest(Outer("a")) == digest(Renamed("a"))


@given(STATES, STATES)
def test_hashes_are_equal_exactly_for_equal_states(one: Outer, other: Outer) -> None:
    assert (digest(one) == digest(other)) == (one == other)
    assert msgspec.msgpack.decode(encode(one), type=Outer) == one


def test_a_state_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Outer().text = "changed"  # type: ignore[misc]


def test_options_that_a_game_does_not_have_are_refused() -> None:
    assert msgspec.convert({}, Options) == Options()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"stack": 5}, Options)
