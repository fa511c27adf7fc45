"""Certificates, against a second reader; most are signed by whom they name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from p2pgame.log import AuthorKey
from p2pgame.session.table import certificate
from p2pgame.session.table.certificate import Certificate, InvalidCertificate
from tests import wire_certificate as reader
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed, Value, write_cbor

ME = AuthorKey(bytes(range(32)))
OTHERS = [AuthorKey(bytes([n]) * 32).public for n in range(15)]
_DOMAIN = b"p2pgame certificate 1"
#: What may stand in the place of any field.
_ODD: list[Value] = [
    *(None, True, 0, -1, 1, 2**32 - 1, 2**32, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1),
    *(b"", bytes(31), bytes(32), bytes(33), "", "kuhn", "Kuhn", "a" * 32, "a" * 33),
]
_ODD += [[], [0], [1, 0], [0, 0], [16], [True], {}, {"a": 1}, [[]]]
_DOMAINS = (b"p2pgame author 1", b"p2pgame entry", b"")


class Certificates(Target):
    """``read`` reads what a player has signed."""

    name, inputs = "certificates", 500_000

    def __init__(
        self, *, read: Callable[[bytes], Certificate] = certificate.read
    ) -> None:
        self._read = read

    def make(self, chance: Random) -> Input:
        way = chance.random()
        fields = _right(chance)
        if way > 0.2:
            fields = _spoilt(chance, fields)
        domain = one_of(chance, _DOMAINS) if 0.9 < way < 0.93 else _DOMAIN
        body = write_cbor(fields)
        if 0.8 < way < 0.9:
            body = havoc(chance, body, [body])
        signed: list[Value] = [body, ME.sign(domain, body)]
        data = certificate.TITLE + write_cbor(signed)
        if way > 0.93:
            data = havoc(chance, data, [data])
        elif 0.2 < way < 0.22:
            data = noise(chance, 400)
        return Input(data, valid=way < 0.2)

    def parse(self, data: bytes) -> object:
        return self._read(data)

    def judge(self, given: Input) -> str:
        try:
            second = reader.read_certificate(given.data)
        except Malformed:
            second = None
        try:
            found = self._read(given.data)
        except InvalidCertificate as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            if second is not None or given.valid:
                raise Wrong("refused, and the page takes it") from None
            return "refused"
        if second is None:
            raise Wrong("taken, and the page refuses it")
        if certificate.sign(found, ME) != given.data:
            raise Wrong("written again it has other bytes")
        players = tuple((one.identity, one.payoff) for one in found.players)
        if (found.turn, found.state, players) != (*second.end, second.players):
            raise Wrong("the page reads another result")
        return "taken"


def _right(chance: Random) -> list[Value]:
    hashes: list[Value] = [chance.randbytes(32) for _ in range(5)]
    others = chance.sample(OTHERS, below(chance, 16))
    keys = [*others, ME.public]
    chance.shuffle(keys)
    players: list[Value] = [[key, _payoff(chance)] for key in keys]
    seats = sorted(chance.sample(range(len(keys)), below(chance, len(keys) + 1)))
    version = one_of(chance, (0, 1, 2**32 - 1))
    ends: list[Value] = [players, [*seats]]
    game = one_of(chance, ("kuhn", "a", "x-1"))
    return [ME.public, *hashes[:3], game, version, *hashes[3:], *ends]


def _payoff(chance: Random) -> int:
    return one_of(chance, (0, 1, -1, 2**63 - 1, -(2**63), chance.randrange(1000)))


def _spoilt(chance: Random, fields: list[Value]) -> list[Value]:
    """Return the fields with one that is odd, or of other number."""
    way, at = chance.random(), below(chance, len(fields))
    players = fields[8]
    assert isinstance(players, list)
    if way < 0.4:
        fields[at] = one_of(chance, _ODD)
    elif way < 0.6:
        more: list[Value] = [players[0], *_ODD, [OTHERS[0], 0]]
        players.append(one_of(chance, more))
    elif way < 0.7:
        pair = players[below(chance, len(players))]
        assert isinstance(pair, list)
        pair[below(chance, 2)] = one_of(chance, _ODD)
    elif way < 0.8:
        del fields[at]
    elif way < 0.9:
        fields.insert(at, one_of(chance, _ODD))
    else:
        fields[8] = [pair for pair in players if pair != players[0]]
    return fields
