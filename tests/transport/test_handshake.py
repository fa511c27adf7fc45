"""Pairing by three pictures, and whoever stands in between."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest

from p2pgame.transport.finding.emoji import EMOJI
from p2pgame.transport.finding.handshake import (
    Guest,
    Host,
    NotCommitted,
    commit,
)
from p2pgame.transport.finding.slip import INVITE_LIMIT, NotWelcome
from p2pgame.transport.link import (
    SIZES,
    InvalidFrame,
)

INVITE = b"P2PGAME:the way in"


def host(chance: Random, *, invite: bytes = INVITE) -> Host:
    return Host(invite, "Anna", chance.randbytes)


def guest(chance: Random, name: str = "Bob") -> Guest:
    return Guest(name, chance.randbytes)


def reveal(anna: Host, bob: Guest) -> bytes:
    """Let both talk until the guest shows its key."""
    return shown(bob, anna.receive(bob.start()))


def shown(bob: Guest, key: bytes) -> bytes:
    """Return the guest's reveal, when it has the host's key."""
    said = bob.receive(key)
    assert said is not None
    return said


def met(anna: Host, bob: Guest) -> None:
    bob.receive(anna.receive(reveal(anna, bob)))


def test_both_see_the_same_pictures_and_a_yes_brings_the_invite() -> None:
    chance = Random(1)
    anna, bob = host(chance), guest(chance)
    met(anna, bob)
    assert anna.pictures == bob.pictures is not None
    assert (anna.guest, bob.host) == ("Bob", "Anna")
    assert bob.invite is None
    bob.receive(anna.admit())
    assert bob.invite == INVITE


def test_a_no_brings_nothing() -> None:
    chance = Random(2)
    anna, bob = host(chance), guest(chance)
    met(anna, bob)
    with pytest.raises(NotWelcome):
        bob.receive(anna.refuse())
    assert bob.invite is None


def test_pictures_differ_from_talk_to_talk_and_all_come_up() -> None:
    chance = Random(3)
    seen = set()
    for _ in range(200):
        anna, bob = host(chance), guest(chance)
        anna.receive(reveal(anna, bob))
        assert anna.pictures is not None
        seen.add(anna.pictures)
    assert len(seen) >= 199
    assert {picture for three in seen for picture in three} == {*EMOJI}


def test_pictures_are_64_wide_characters_with_names_that_differ_at_once() -> None:
    assert len({emoji.picture for emoji in EMOJI}) == 64
    assert len({emoji.name[:3] for emoji in EMOJI}) >= 60
    assert len({emoji.name for emoji in EMOJI}) == 64
    for emoji in EMOJI:
        assert unicodedata.east_asian_width(emoji.picture) == "W"
        assert emoji.name.isalpha()
        assert emoji.name.isascii()


@pytest.mark.attack(11)
def test_whoever_is_in_between_shows_both_other_pictures() -> None:
    chance = Random(4)
    anna, bob = host(chance), guest(chance)
    to_anna, to_bob = guest(chance, "Bob"), host(chance, invite=b"")
    met(anna, to_anna)
    met(to_bob, bob)
    assert bob.pictures == to_bob.pictures
    assert anna.pictures == to_anna.pictures
    assert bob.pictures != anna.pictures


@pytest.mark.attack(11)
def test_a_key_chosen_after_the_hosts_is_refused_before_any_picture() -> None:
    """Without this a guest in between would try 262 144 keys: a second's work."""
    chance = Random(5)
    anna, bob = host(chance), guest(chance)
    key = anna.receive(bob.start())
    for _ in range(3):
        said = shown(guest(chance), key)
        fresh = host(chance)
        fresh.receive(bob.start())
        with pytest.raises(NotCommitted):
            fresh.receive(said)
        assert fresh.pictures is None
        assert fresh.guest is None
    with pytest.raises(NotCommitted):
        anna.receive(said)


def test_a_commitment_does_not_show_the_key() -> None:
    chance = Random(6)
    anna, bob = host(chance), guest(chance)
    start = bob.start()
    said = bob.receive(anna.receive(start))
    assert said is not None
    assert said[1:33] not in start
    assert start == b"\x01" + commit(said[1:33])


def test_a_talk_recorded_and_said_again_opens_nothing() -> None:
    chance = Random(7)
    anna, bob = host(chance), guest(chance)
    start, said = bob.start(), reveal(anna, bob)
    anna.receive(said)
    again = host(chance)
    again.receive(start)
    with pytest.raises(InvalidFrame):
        again.receive(said)
    assert again.pictures is None


def test_a_guests_own_key_sent_back_to_it_brings_it_no_further() -> None:
    chance = Random(8)
    bob = guest(chance)
    said = bob.receive(b"\x02" + reveal(host(Random(1)), guest(Random(8)))[1:33])
    assert said is not None
    with pytest.raises(InvalidFrame):
        bob.receive(b"\x04" + said[33:])
    assert bob.pictures is None


@pytest.mark.parametrize("key", [bytes(32), b"\x01" + bytes(31)], ids=["0", "1"])
def test_keys_of_small_order_are_refused(key: bytes) -> None:
    chance = Random(9)
    bob, anna = guest(chance), host(chance)
    with pytest.raises(InvalidFrame):
        bob.receive(b"\x02" + key)
    anna.receive(b"\x01" + commit(key))
    with pytest.raises(InvalidFrame):
        anna.receive(b"\x03" + key + bytes(128))


def test_what_is_out_of_order_or_of_another_length_is_refused() -> None:
    chance = Random(10)
    anna, bob = host(chance), guest(chance)
    start, said = bob.start(), reveal(host(Random(3)), guest(Random(4)))
    for body in (b"", said, start[:-1], start + b"\0", start + bytes(262144)):
        with pytest.raises(InvalidFrame):
            anna.receive(body)
    key = anna.receive(start)
    for body in (start, key, said[:-1], said + b"\0"):
        with pytest.raises(InvalidFrame):
            anna.receive(body)
    for body in (b"", start, key[:-1], key + b"\0", b"\x05" + bytes(4000)):
        with pytest.raises(InvalidFrame):
            bob.receive(body)
    shown = bob.receive(key)
    assert shown is not None
    bob.receive(anna.receive(shown))
    with pytest.raises(InvalidFrame):
        anna.receive(shown)
    given = anna.admit()
    bob.receive(given)
    with pytest.raises(InvalidFrame):
        bob.receive(given)


def test_nobody_is_admitted_before_the_pictures_or_twice() -> None:
    chance = Random(11)
    anna, bob = host(chance), guest(chance)
    anna.receive(bob.start())
    with pytest.raises(ValueError, match="nobody"):
        anna.admit()
    anna, bob = host(chance), guest(chance)
    met(anna, bob)
    anna.refuse()
    with pytest.raises(ValueError, match="answered"):
        anna.admit()


def test_no_message_is_as_long_as_a_sealed_frame_whatever_it_holds() -> None:
    chance = Random(12)
    sizes = set()
    for invite, name in ((b"", "B"), (b"x" * INVITE_LIMIT, "\U0001f3b2" * 24)):
        anna, bob = host(chance, invite=invite), guest(chance, name)
        start, key = bob.start(), anna.receive(bob.start())
        said = bob.receive(key)
        assert said is not None
        sizes.add(tuple(map(len, (start, key, said, anna.receive(said), anna.admit()))))
    (lengths,) = sizes
    assert not {*lengths} & {*SIZES}


def test_nothing_shows_the_invite() -> None:
    assert INVITE.decode() not in repr(host(Random(13)))
