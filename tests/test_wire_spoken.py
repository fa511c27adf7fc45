"""The program and the second reader let one another in."""

from __future__ import annotations

from itertools import cycle
from random import Random

from p2pgame.transport.finding import handshake, spoken
from p2pgame.transport.finding.discovery import Label, encode_answer, encode_question
from p2pgame.transport.finding.emoji import EMOJI
from p2pgame.transport.finding.words import Code
from tests import wire_spoken as reader

CODE = Code(7, ("purple", "sausages", "river"))
INVITE = b"P2PGAME:the way in"


def filled(text: bytes, size: int) -> bytes:
    return (len(text).to_bytes(2) + text).ljust(size - 16, b"\0")


def test_a_second_program_gets_in_at_a_door() -> None:
    chance = Random(1)
    host = spoken.Host(CODE, INVITE, chance.randbytes, name="Anna", now=0.0)
    code, own = CODE.encode(), chance.randrange(reader.ORDER)
    mine = reader.element(own, code, reader.N)
    answer = host.receive(1, b"\x01" + mine, now=0.0)
    key = reader.door_key(own, code, mine, answer[1:], host=False)
    slip = reader.close_slip(filled("Zoë".encode(), 128), key, "spoken guest")
    proof = b"\x03" + reader.door_proof(key, "guest") + slip
    proved = host.receive(1, proof, now=0.0)
    assert host.asking == {1: "Zoë"}
    assert reader.read_proof(proved, key, "host") == "Anna"
    assert reader.read_answer(host.admit(1)[1:], key, "spoken answer") == INVITE


def test_a_second_program_lets_in_at_a_door() -> None:
    chance = Random(2)
    guest = spoken.Guest(CODE, "Bob", chance.randbytes)
    code, own = CODE.encode(), chance.randrange(reader.ORDER)
    mine, theirs = reader.element(own, code, reader.M), guest.start()[1:]
    proof = guest.receive(b"\x02" + mine)
    assert proof is not None
    key = reader.door_key(own, code, mine, theirs, host=True)
    assert reader.read_proof(proof, key, "guest") == "Bob"
    slip = reader.close_slip(filled(b"Anna", 128), key, "spoken host")
    guest.receive(b"\x04" + reader.door_proof(key, "host") + slip)
    given = reader.close_slip(filled(b"\1" + INVITE, 4000), key, "spoken answer")
    guest.receive(b"\x05" + given)
    assert (guest.host, guest.invite) == ("Anna", INVITE)


def test_a_second_program_pairs_and_sees_the_same_pictures() -> None:
    secret = bytes(range(32))
    host = handshake.Host(INVITE, "Anna", lambda size: secret)
    guest = handshake.Guest("Bob", Random(3).randbytes)
    start = guest.start()
    key = host.receive(start)
    reveal = guest.receive(key)
    assert reveal is not None
    name, common = reader.read_reveal(reveal, start[1:], secret, key[1:])
    assert name == "Bob"
    shown = host.receive(reveal)
    assert reader.open_slip(shown[1:], common, "pair host") == b"Anna"
    seen = tuple(EMOJI[number] for number in reader.pictures(common))
    assert host.pictures == seen
    assert reader.read_answer(host.admit()[1:], common, "pair answer") == INVITE


def test_a_second_program_reads_what_is_called_on_the_network() -> None:
    chance, names = Random(4), cycle(["Anna", "\U0001f3b2" * 24, "Zoë"])
    for _ in range(6):
        token, tag = chance.randbytes(8), chance.randbytes(8)
        label = Label(next(names), "holdem", 3, 6, 4400, tag)
        assert reader.read_question(encode_question(token)) == token
        assert reader.read_shout(encode_answer(token, label)) == reader.Answer(
            token, tag, 4400, 3, 6, label.name, "holdem"
        )
