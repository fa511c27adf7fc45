"""Slips: sealed once for one purpose, of one length, with names that can be shown."""

from __future__ import annotations

import pytest

from p2pgame.transport.finding.slip import (
    INVITE_LIMIT,
    INVITE_SLIP,
    NAME_LENGTH,
    NAME_SLIP,
    NotWelcome,
    encode_name,
    is_name,
    read_answer,
    read_name,
    seal,
    seal_answer,
    unseal,
)
from p2pgame.transport.link import InvalidFrame
from tests.wire_spoken import close_slip

SECRET = bytes(range(32))


def test_a_slip_opens_with_its_secret_for_its_purpose_only() -> None:
    slip = seal(SECRET, b"a", b"text", size=NAME_SLIP)
    assert unseal(SECRET, b"a", slip) == b"text"
    spoilt = slip[:-1] + bytes([slip[-1] ^ 1])
    for secret, purpose, data in (
        (bytes(32), b"a", slip),
        (SECRET, b"b", slip),
        (SECRET, b"a", spoilt),
        (SECRET, b"a", slip[:17]),
        (SECRET, b"a", b""),
    ):
        with pytest.raises(InvalidFrame):
            unseal(secret, purpose, data)


@pytest.mark.parametrize("length", [0, 1, NAME_SLIP - 18])
def test_a_slip_is_of_one_length(length: int) -> None:
    slip = seal(SECRET, b"a", bytes(length), size=NAME_SLIP)
    assert len(slip) == NAME_SLIP
    assert unseal(SECRET, b"a", slip) == bytes(length)


def test_what_fits_no_slip_is_not_sealed() -> None:
    with pytest.raises(ValueError, match="fit no slip"):
        seal(SECRET, b"a", bytes(NAME_SLIP - 17), size=NAME_SLIP)
    with pytest.raises(ValueError, match="fit no slip"):
        seal_answer(SECRET, b"a", bytes(INVITE_LIMIT + 1))


@pytest.mark.parametrize(
    "filled",
    [b"\0\1a" + b"\0" * 108 + b"\1", b"\0\x70" + bytes(110), b"\xff\xff" + bytes(110)],
    ids=["filler", "longer by two", "far too long"],
)
def test_a_slip_that_is_filled_up_otherwise_is_refused(filled: bytes) -> None:
    with pytest.raises(InvalidFrame):
        unseal(SECRET, b"a", close_slip(filled, SECRET, "a"))


def test_an_answer_is_yes_with_the_invite_or_no_and_nothing_else() -> None:
    assert read_answer(SECRET, b"a", seal_answer(SECRET, b"a", b"way")) == b"way"
    with pytest.raises(NotWelcome):
        read_answer(SECRET, b"a", seal_answer(SECRET, b"a", None))
    for text in (b"", b"\0x", b"\2", b"way"):
        with pytest.raises(InvalidFrame):
            read_answer(SECRET, b"a", seal(SECRET, b"a", text, size=INVITE_SLIP))


@pytest.mark.attack(58)
@pytest.mark.parametrize(
    "name",
    ["", " a", "a ", "a\n", "\x1b[2J", "\u202eb", "o\u0308", "\ue000", "x" * 25],
    ids=ascii,
)
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(InvalidFrame):
        read_name(name.encode())
    with pytest.raises(ValueError, match="a name"):
        encode_name(name)


def test_a_name_that_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidFrame):
        read_name(b"\xff")


def test_the_longest_name_fits() -> None:
    name = "\U0001f3b2" * NAME_LENGTH
    assert read_name(encode_name(name)) == name
    assert len(seal(SECRET, b"a", encode_name(name), size=NAME_SLIP)) == NAME_SLIP
