"""Invitations between friends: found, read and believed by one person only."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nacl import bindings as sodium

from p2pgame.log import AuthorKey, InvalidEntry
from p2pgame.session.entries import invitation
from p2pgame.session.entries.identity import stream
from p2pgame.session.entries.invitation import (
    SKEW,
    WEEK,
    Invitation,
    Line,
    incoming,
    outgoing,
)
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import SIZES, InvalidFrame, TransportError
from tests.english import refusing

ANNA, BEN, CARA = (AuthorKey(name * 32) for name in (b"a", b"b", b"c"))
NOW = 1_790_000_000
INVITE = "P2PGAME:" + "A" * 152
COME = Invitation(NOW, NOW + 3600, INVITE)
THERE = outgoing(ANNA, BEN.public, NOW)


def test_a_friend_finds_what_was_left_and_reads_it() -> None:
    frame = invitation.seal(COME, THERE, ANNA, stream(b"e"))
    assert len(frame) in SIZES
    (line,) = [line for line in incoming(BEN, ANNA.public, NOW) if line == THERE]
    assert invitation.unseal(frame, line) == COME


@example(3 * WEEK, 10, -1)
@example(3 * WEEK - 1, WEEK, WEEK - 1)
@given(st.integers(0, 1 << 40), st.integers(0, WEEK), st.integers(-SKEW, WEEK))
def test_an_invitation_is_found_as_long_as_it_is_good(
    when: int, life: int, later: int
) -> None:
    # The recipient's clock may be a day behind the sender's.
    now = max(0, when + later)
    if not Invitation(when, when + life, "x").is_good(now):
        return
    assert outgoing(ANNA, BEN.public, when) in incoming(BEN, ANNA.public, now)


def test_each_pair_way_and_week_has_a_place_of_its_own() -> None:
    lines = [
        outgoing(own, friend.public, now)
        for own, friend in product((ANNA, BEN, CARA), repeat=2)
        for now in (NOW, NOW + WEEK)
        if own is not friend
    ]
    assert len({line.writing for line in lines}) == len(lines) == 12
    assert len({line.key for line in lines} | {line.writing for line in lines}) == 24
    assert len(incoming(BEN, ANNA.public, NOW)) in (2, 3)


@pytest.mark.attack(66)
def test_no_secret_of_a_line_is_shown() -> None:
    for text in (repr(THERE), repr(COME)):
        for secret in (THERE.writing, THERE.key, INVITE):
            assert repr(secret) not in text


@pytest.mark.attack(36)
def test_who_has_stolen_the_recipients_key_cannot_invite_in_a_friends_name() -> None:
    # The thief works out the line's keys like the recipient, and signs with its own.
    for thief in (BEN, CARA):
        stolen = replace(THERE, sender=thief.public)
        frame = invitation.seal(COME, stolen, thief, stream(b"e"))
        with pytest.raises(InvalidFrame, match="sender"):
            invitation.unseal(frame, THERE)


@pytest.mark.attack(36)
def test_an_invitation_cannot_be_turned_to_somebody_else() -> None:
    other = replace(THERE, recipient=CARA.public)
    frame = invitation.seal(COME, other, ANNA, stream(b"e"))
    with pytest.raises(InvalidFrame, match="sender"):
        invitation.unseal(frame, THERE)


def test_nobody_leaves_invitations_on_anothers_line() -> None:
    with refusing(ValueError, match="another"):
        invitation.seal(COME, THERE, BEN, stream(b"e"))


def test_a_line_opens_no_other_frames() -> None:
    frame = invitation.seal(COME, THERE, ANNA, stream(b"e"))
    for line in (
        outgoing(BEN, ANNA.public, NOW),
        outgoing(ANNA, CARA.public, NOW),
        outgoing(ANNA, BEN.public, NOW + WEEK),
    ):
        with pytest.raises(InvalidFrame):
            invitation.unseal(frame, line)
    with pytest.raises(TransportError):
        invitation.unseal(frame[:4] + b"\1" + frame[5:], THERE)


def sealed(plaintext: bytes, line: Line = THERE) -> bytes:
    return Envelope({0: line.key}).seal(plaintext, stream(b"e"))


@given(st.data())
def test_every_changed_byte_is_noticed(data: st.DataObject) -> None:
    frame = invitation.seal(COME, THERE, ANNA, stream(b"e"))
    _, plaintext = Envelope({0: THERE.key}).open(frame)
    at = data.draw(st.integers(0, len(plaintext) - 1))
    changed = plaintext[at] ^ data.draw(st.integers(1, 255))
    spoilt = plaintext[:at] + bytes([changed]) + plaintext[at + 1 :]
    for wrong in (spoilt, plaintext[:at], plaintext + b"A"):
        with pytest.raises(InvalidFrame):
            invitation.unseal(sealed(wrong), THERE)


def signed(times: tuple[int, int], invite: bytes) -> bytes:
    said = b"".join(time.to_bytes(8) for time in times)
    content = BEN.public + said + invite
    signature = ANNA.sign(b"p2pgame invitation 1", content)
    return b"\1" + said + signature + invite


@pytest.mark.parametrize(
    ("times", "invite"),
    [
        ((NOW + 1, NOW), b"x"),
        ((NOW, NOW + WEEK + 1), b"x"),
        (((1 << 64) - 1, (1 << 64) - 1), b"x"),
        ((NOW, NOW), b"\xff"),
        ((NOW, NOW), b"x" * 4097),
    ],
)
def test_nonsense_is_refused_even_from_a_friend(
    times: tuple[int, int], invite: bytes
) -> None:
    assert invitation.unseal(sealed(signed((NOW, NOW), b"x" * 4096)), THERE)
    with pytest.raises(InvalidFrame):
        invitation.unseal(sealed(signed(times, invite)), THERE)
    with pytest.raises(ValueError):
        Invitation(*times, invite.decode("latin-1"))


def test_an_invitation_is_good_for_its_time_and_not_if_it_is_taken_back() -> None:
    good = [COME.is_good(NOW + late) for late in (-SKEW - 1, -SKEW, 0, 3599, 3600)]
    assert good == [False, True, True, True, False]
    assert not replace(COME, invite="").is_good(NOW)


def test_both_work_out_the_same_secret_and_nobody_else() -> None:
    assert ANNA.shared(BEN.public) == BEN.shared(ANNA.public)
    assert ANNA.shared(BEN.public) != ANNA.shared(CARA.public)
    seed = ANNA.shared(BEN.public)
    # By hand: the clamped hash of one seed times the other's point.
    secret = sodium.crypto_hash_sha512(b"a" * 32)[:32]
    point = sodium.crypto_sign_ed25519_pk_to_curve25519(BEN.public)
    assert seed == sodium.crypto_scalarmult(secret, point)


@pytest.mark.parametrize(
    "public",
    [
        bytes(32),
        b"\x01" + bytes(31),
        b"\xec" + b"\xff" * 30 + b"\x7f",
        b"\xff" * 32,
        b"short",
        sodium.crypto_core_ed25519_add(BEN.public, b"\xec" + b"\xff" * 30 + b"\x7f"),
    ],
)
def test_no_secret_is_shared_with_a_key_that_nobody_honest_has(public: bytes) -> None:
    with pytest.raises(InvalidEntry):
        ANNA.shared(public)
    with pytest.raises(InvalidEntry):
        incoming(ANNA, public, NOW)


def test_a_key_and_its_negative_have_lines_of_their_own() -> None:
    negative = BEN.public[:31] + bytes([BEN.public[31] ^ 0x80])
    assert ANNA.shared(negative) == ANNA.shared(BEN.public)
    assert outgoing(ANNA, negative, NOW).key != THERE.key


def test_the_secret_half_of_a_key_still_does_not_show_itself() -> None:
    assert re.fullmatch(r"<author key [0-9a-f]{16}>", repr(ANNA))
