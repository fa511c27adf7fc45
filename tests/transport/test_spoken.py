"""Codes that people say, and what passes at a door because of them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from p2pgame.session.entries import invitation
from p2pgame.transport.finding.invite import LIMIT, SCHEME, WATCH_SCHEME, Invite
from p2pgame.transport.finding.slip import INVITE_LIMIT, NotWelcome
from p2pgame.transport.finding.spoken import (
    FAILURES,
    LIFETIME,
    SHUT,
    TALKS_LIMIT,
    WRONG,
    Guest,
    Host,
    RendezvousShut,
    WrongCode,
)
from p2pgame.transport.finding.words import Code
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay.protocol import BODY_LIMIT
from p2pgame.transport.relay.url import RelayUrl

CODE = Code(7, ("purple", "sausages", "river"))
OTHER = Code(7, ("purple", "sausages", "wolf"))
INVITE = b"P2PGAME:the way in"
ANNA = 1


def host(chance: Random, *, invite: bytes = INVITE) -> Host:
    return Host(CODE, invite, chance.randbytes, name="Anna", now=0.0)


def guest(chance: Random, code: Code = CODE, name: str = "Bob") -> Guest:
    return Guest(code, name, chance.randbytes)


def prove(door: Host, comer: Guest, number: int, *, now: float = 1.0) -> bytes:
    """Return a guest's proof, which the host has not heard yet."""
    proof = comer.receive(door.receive(number, comer.start(), now=now))
    assert proof is not None
    return proof


def met(door: Host, comer: Guest, number: int = ANNA) -> Guest:
    """Let a guest prove that it knows the code."""
    comer.receive(door.receive(number, prove(door, comer, number), now=1.0))
    return comer


def test_who_knows_the_code_gets_the_invite() -> None:
    chance = Random(1)
    door, comer = host(chance), guest(chance)
    met(door, comer)
    assert door.asking == {ANNA: "Bob"}
    assert comer.host == "Anna"
    assert comer.invite is None
    comer.receive(door.admit(ANNA))
    assert comer.invite == INVITE
    assert (door.failures, door.asking) == (0, {})


def test_many_guests_at_one_door_each_get_the_invite() -> None:
    chance = Random(2)
    door = host(chance)
    comers = [met(door, guest(chance, name=f"Guest {n}"), n) for n in range(3)]
    assert [*door.asking.values()] == ["Guest 0", "Guest 1", "Guest 2"]
    for number, comer in enumerate(comers):
        comer.receive(door.admit(number))
    assert {comer.invite for comer in comers} == {INVITE}


def test_who_is_not_welcome_hears_so_and_gets_nothing() -> None:
    chance = Random(3)
    door, comer = host(chance), guest(chance)
    met(door, comer)
    with pytest.raises(NotWelcome):
        comer.receive(door.refuse(ANNA))
    assert comer.invite is None


def test_yes_and_no_look_alike_on_the_way_whatever_the_invite() -> None:
    chance = Random(4)
    sizes = set()
    for invite in (b"x", b"x" * INVITE_LIMIT):
        door = host(chance, invite=invite)
        for number, answer in ((1, door.admit), (2, door.refuse)):
            met(door, guest(chance), number)
            sizes.add(len(answer(number)))
    assert len(sizes) == 1
    assert sizes.pop() <= BODY_LIMIT


def test_the_longest_invite_fits() -> None:
    name = ".".join(["x" * 62] * 4)[:249]
    relay = RelayUrl.parse("wss://" + name[:200] + "/" + "p" * 40)
    way = Invite(bytes(32), bytes(16), (f"{name}:44000",) * 6, (relay,) * 3)
    assert 3600 < len(way.encode()) <= INVITE_LIMIT
    scheme, most = max(map(len, (SCHEME, WATCH_SCHEME))), 2 + LIMIT + 4
    assert scheme + -(-most * 8 // 5) <= min(INVITE_LIMIT, invitation.TEXT_LIMIT)


def test_the_longest_name_and_the_shortest_make_proofs_of_one_length() -> None:
    chance = Random(5)
    door = host(chance)
    proofs = [prove(door, guest(chance, name=n), 1) for n in ("B",)]
    proofs += [prove(door, guest(chance, name="\U0001f3b2" * 24), 2)]
    assert len({len(proof) for proof in proofs}) == 1


def test_a_wrong_guess_is_counted_and_learns_nothing_else() -> None:
    chance = Random(6)
    door, thief = host(chance), guest(chance, OTHER)
    with pytest.raises(WrongCode):
        door.receive(ANNA, prove(door, thief, ANNA), now=1.0)
    assert (door.failures, door.asking) == (1, {})
    with pytest.raises(WrongCode):
        thief.receive(WRONG)
    assert thief.host is None


@pytest.mark.attack(34)
def test_three_wrong_guesses_of_any_guests_shut_the_door() -> None:
    chance = Random(7)
    door = host(chance)
    welcome = met(door, guest(chance), 99)
    late = guest(chance)
    proof = prove(door, late, 98)
    for number in range(FAILURES):
        with pytest.raises(WrongCode):
            door.receive(number, prove(door, guest(chance, OTHER), number), now=1.0)
    for number, body in ((98, proof), (97, guest(chance).start())):
        with pytest.raises(RendezvousShut):
            door.receive(number, body, now=1.0)
    welcome.receive(door.admit(99))
    assert welcome.invite == INVITE


def test_guesses_prepared_at_once_are_counted_one_by_one() -> None:
    chance = Random(8)
    door = host(chance)
    proofs = [prove(door, guest(chance, OTHER), n) for n in range(FAILURES + 1)]
    for number, proof in enumerate(proofs[:-1]):
        with pytest.raises(WrongCode):
            door.receive(number, proof, now=1.0)
    with pytest.raises(RendezvousShut):
        door.receive(FAILURES, proofs[-1], now=1.0)


def test_a_guess_without_a_proof_is_not_counted_and_learns_nothing() -> None:
    chance = Random(9)
    door = host(chance)
    answers = {door.receive(n, guest(chance).start(), now=1.0) for n in range(4)}
    assert len(answers) == 4
    assert door.failures == 0


@pytest.mark.attack(39)
def test_a_door_is_shut_when_its_time_is_over_but_for_who_has_come() -> None:
    chance = Random(10)
    door, comer = host(chance), guest(chance)
    met(door, comer)
    with pytest.raises(RendezvousShut):
        door.receive(2, guest(chance).start(), now=LIFETIME)
    door.receive(3, guest(chance).start(), now=LIFETIME - 1)
    comer.receive(door.admit(ANNA))
    assert comer.invite == INVITE


def test_words_for_another_door_do_not_open_this_one() -> None:
    chance = Random(11)
    door, comer = host(chance), guest(chance, Code(8, CODE.words))
    with pytest.raises(WrongCode):
        door.receive(ANNA, prove(door, comer, ANNA), now=1.0)


def test_a_proof_said_again_in_another_talk_is_a_wrong_guess() -> None:
    chance = Random(12)
    door, comer = host(chance), guest(chance)
    hello = comer.start()
    proof = comer.receive(door.receive(1, hello, now=1.0))
    assert proof is not None
    door.receive(1, proof, now=1.0)
    for again in (proof, hello):
        with pytest.raises(InvalidFrame):
            door.receive(1, again, now=1.0)
    assert door.asking == {1: "Bob"}
    door.receive(2, hello, now=1.0)
    with pytest.raises(WrongCode):
        door.receive(2, proof, now=1.0)
    assert door.asking == {1: "Bob"}


def test_the_hosts_own_words_sent_back_to_it_open_nothing() -> None:
    chance = Random(13)
    door = host(chance)
    answer = door.receive(1, guest(chance).start(), now=1.0)
    with pytest.raises(InvalidFrame):
        door.receive(1, answer, now=1.0)
    again = guest(chance)
    proof = prove(door, again, 3)
    proved = door.receive(3, proof, now=1.0)
    victim = guest(chance)
    victim.receive(door.receive(4, victim.start(), now=1.0))
    with pytest.raises(WrongCode):
        door.receive(4, b"\x03" + proved[1:], now=1.0)


def test_a_guests_own_words_sent_back_to_it_are_no_host() -> None:
    chance = Random(14)
    comer = guest(chance)
    hello = comer.start()
    with pytest.raises(InvalidFrame):
        comer.receive(b"\x02" + hello[1:])
    door, other = host(chance), guest(chance)
    proof = prove(door, other, 1)
    with pytest.raises(WrongCode):
        other.receive(b"\x04" + proof[1:])
    assert other.host is None


@pytest.mark.attack(35)
def test_a_guest_without_the_code_cannot_pose_as_the_host() -> None:
    chance = Random(15)
    comer, thief = guest(chance), Host(OTHER, b"x", chance.randbytes, name="A", now=0)
    proof = comer.receive(thief.receive(1, comer.start(), now=1.0))
    assert proof is not None
    with pytest.raises(WrongCode):
        thief.receive(1, proof, now=1.0)
    with pytest.raises(WrongCode):
        comer.receive(b"\x04" + bytes(160))
    # Nor does a guest that knows it take the part of the host by saying the same.
    one, other = guest(chance), guest(chance)
    with pytest.raises(InvalidFrame):
        one.receive(other.start())


SMALL = [bytes(32), b"\x01" + bytes(31), bytes.fromhex("ec" + "ff" * 30 + "7f")]
SMALL += [bytes.fromhex("ed" + "ff" * 30 + "7f"), b"\xff" * 32, b"\x02" + bytes(31)]
#: The neutral element in a second spelling, which the library takes for another one.
SMALL += [bytes.fromhex("ee" + "ff" * 30 + "7f"), b"\xee" + b"\xff" * 31]


@pytest.mark.parametrize("element", SMALL, ids=bytes.hex)
def test_no_element_out_of_the_group_begins_a_talk(element: bytes) -> None:
    chance = Random(16)
    door, comer = host(chance), guest(chance)
    with pytest.raises(InvalidFrame):
        door.receive(1, b"\x01" + element, now=1.0)
    comer.start()
    with pytest.raises(InvalidFrame):
        comer.receive(b"\x02" + element)


def test_what_is_too_long_too_short_or_too_early_ends_the_talk() -> None:
    chance = Random(17)
    door, comer = host(chance), guest(chance)
    hello = comer.start()
    for body in (b"", hello[:-1], hello + b"\0", b"\x03" + bytes(160), b"\x07", WRONG):
        with pytest.raises(InvalidFrame):
            door.receive(1, body, now=1.0)
    proof = comer.receive(door.receive(1, hello, now=1.0))
    assert proof is not None
    with pytest.raises(InvalidFrame):
        door.receive(1, proof + b"\0", now=1.0)
    with pytest.raises(InvalidFrame):
        door.receive(1, proof, now=1.0)
    assert (door.failures, door.asking) == (0, {})


def test_a_changed_byte_anywhere_lets_nobody_in() -> None:
    seed = 18
    chance = Random(seed)
    door, comer = host(chance), guest(chance)
    proof = prove(door, comer, 1)
    at = 1 + chance.randrange(len(proof) - 1)
    spoilt = proof[:at] + bytes([proof[at] ^ 1]) + proof[at + 1 :]
    with pytest.raises((WrongCode, InvalidFrame)):
        door.receive(1, spoilt, now=1.0)
    assert door.asking == {}
    met(door, comer := guest(chance), 2)
    given = bytearray(door.admit(2))
    given[1 + chance.randrange(len(given) - 1)] ^= 1
    with pytest.raises(InvalidFrame):
        comer.receive(bytes(given))
    assert comer.invite is None, f"seed {seed}"


def test_a_guest_hears_that_the_door_is_shut() -> None:
    comer = guest(Random(19))
    comer.start()
    with pytest.raises(RendezvousShut):
        comer.receive(SHUT)


def test_a_stranger_cannot_end_a_talk_that_has_a_proof_by_a_plain_word() -> None:
    chance = Random(20)
    door, comer = host(chance), guest(chance)
    met(door, comer)
    with pytest.raises(InvalidFrame):
        comer.receive(WRONG)


def test_talks_without_a_proof_make_room_for_new_ones() -> None:
    chance = Random(21)
    door, hello = host(chance), guest(chance).start()
    first = guest(chance)
    proof = prove(door, first, 0)
    for number in range(1, TALKS_LIMIT + 1):
        door.receive(number, hello, now=1.0)
    with pytest.raises(InvalidFrame):
        door.receive(0, proof, now=1.0)
    assert door.failures == 0


def test_nothing_shows_the_code_or_the_invite() -> None:
    chance = Random(22)
    door, comer = host(chance), guest(chance)
    met(door, comer)
    shown = f"{door!r} {comer!r} {CODE!r} {vars(door).keys()}"
    for secret in (*CODE.words, INVITE.decode()):
        assert secret not in shown


def test_an_answer_is_given_once() -> None:
    chance = Random(23)
    door = host(chance)
    met(door, guest(chance))
    door.admit(ANNA)
    with pytest.raises(KeyError):
        door.refuse(ANNA)


def test_guests_draw_other_secrets_each_time() -> None:
    chance = Random(26)
    hellos = {guest(chance).start() for _ in range(3)}
    assert all(one != other for one, other in combinations(hellos, 2))
    assert len(hellos) == 3
