"""A certificate is a player's own word on a result, and two of them may convict it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from p2pgame import log
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import KNOWN
from p2pgame.log import AuthorKey
from p2pgame.session.table import certificate
from p2pgame.session.table.certificate import (
    LIMIT,
    TITLE,
    Certificate,
    InvalidCertificate,
    NotCertified,
    Outcome,
    certify,
    contradict,
    read,
    sign,
)
from p2pgame.session.table.report import Report
from p2pgame.session.table.verify import held, verify
from tests import archiving, second, wire_certificate
from tests.second.rules import KNOWN as SECOND
from tests.session.tables import Net, known, me
from tests.wire_values import Malformed, Value, write_cbor

ANN, BEN, CLEO = (me(seat) for seat in range(3))
DOMAIN = b"p2pgame certificate 1"


@pytest.fixture(scope="module")
def net() -> Net:
    net = Net(KuhnPoker(), 2)
    net.play()
    return net


@pytest.fixture(scope="module")
def report(net: Net) -> Report:
    return verify(net.tables[0].transcript(), known(KuhnPoker()))


@pytest.fixture(scope="module")
def made(report: Report) -> Certificate:
    return certify(report, ANN.identity.public)


def archived(name: str) -> tuple[bytes, Report]:
    data = (archiving.ARCHIVE / f"{name}.p2pgame").read_bytes()
    return data, verify(data, KNOWN)


def test_both_readers_find_the_result_in_each_player_s_certificate(
    net: Net, report: Report
) -> None:
    game = second.verify(net.tables[0].transcript(), SECOND)
    words = [line.split() for line in game.trace]
    id, name, version = next(line[1:4] for line in words if line[0] == "genesis")
    turn, state = [line[2:4] for line in words if line[0] == "turn"][-1]
    for player in (ANN, BEN):
        made = certify(report, player.identity.public)
        data = sign(made, player.identity)
        assert read(data) == made
        said = wire_certificate.read_certificate(data)
        assert (said.identity, said.author) == (
            player.identity.public,
            player.key.public,
        )
        assert ["table", said.table.hex()] in words
        assert said.genesis.hex() == id
        assert said.game == (name, int(version))
        assert tuple(word.hex() for word in said.end) == (turn, state)
        assert tuple(payoff for _, payoff in said.players) == game.payoffs
        assert said.unaudited == ()


def test_a_player_makes_the_same_bytes_from_its_table_and_from_the_file(
    net: Net, report: Report
) -> None:
    for seat, player in enumerate((ANN, BEN)):
        own = certify(held(net.tables[seat]), player.identity.public)
        again = certify(report, player.identity.public)
        assert sign(own, player.identity) == sign(again, player.identity)


def test_a_certificate_names_who_was_not_audited() -> None:
    data, report = archived("goofspiel-1-left-audited")
    (gone,) = report.gone
    players = [me(number).identity for number in range(3)]
    stays = next(
        key for key in players if key.public != report.start.players[gone].identity
    )
    said = wire_certificate.read_certificate(sign(certify(report, stays.public), stays))
    game = second.verify(data, SECOND)
    assert said.unaudited == (gone,)
    assert f"unaudited {gone}" in game.trace


def test_whoever_was_gone_before_the_end_has_nothing_to_certify() -> None:
    """The others alone can make a file in which somebody was gone from the start."""
    for name in ("kuhn-1-left", "goofspiel-1-evicted"):
        _, report = archived(name)
        (gone,) = report.gone
        with pytest.raises(NotCertified, match="gone before the end"):
            certify(report, report.start.players[gone].identity)


def test_whoever_has_no_seat_has_nothing_to_certify(report: Report) -> None:
    with pytest.raises(NotCertified, match="no seat"):
        certify(report, CLEO.identity.public)


def test_only_the_identity_itself_signs_a_certificate(made: Certificate) -> None:
    with pytest.raises(ValueError, match="identity"):
        sign(made, BEN.identity)


def refused(data: bytes) -> None:
    """Check that neither reader takes this for a certificate."""
    with pytest.raises(InvalidCertificate):
        read(data)
    with pytest.raises(Malformed):
        wire_certificate.read_certificate(data)


def test_a_certificate_is_refused_with_any_bit_changed(made: Certificate) -> None:
    data = sign(made, ANN.identity)
    for at in range(len(data)):
        refused(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
    refused(data[:-1])
    refused(data + b"\0")
    refused(b"")
    refused(TITLE)


#: Another value for each field, which a certificate might have.
OTHERS: dict[str, Callable[[Certificate], Certificate]] = {
    "identity": lambda c: replace(c, identity=BEN.identity.public),
    "table": lambda c: replace(c, table=bytes(32)),
    "author": lambda c: replace(c, author=BEN.key.public),
    "genesis": lambda c: replace(c, genesis=bytes(32)),
    "game": lambda c: replace(c, game="leduc"),
    "version": lambda c: replace(c, version=c.version + 1),
    "turn": lambda c: replace(c, turn=bytes(32)),
    "state": lambda c: replace(c, state=bytes(32)),
    "players": lambda c: replace(
        c, players=tuple(replace(one, payoff=-one.payoff) for one in c.players)
    ),
    "unaudited": lambda c: replace(c, unaudited=(1,)),
}


def test_each_field_has_another_value_here() -> None:
    assert [*OTHERS] == [field.name for field in msgspec.structs.fields(Certificate)]


@pytest.mark.parametrize("field", OTHERS)
def test_a_field_that_was_not_signed_is_refused(field: str, made: Certificate) -> None:
    other = OTHERS[field](made)
    assert other != made
    signature = ANN.identity.sign(DOMAIN, made.body)
    refused(TITLE + log.encode([other.body, signature]))


def signed(body: Value, key: AuthorKey = ANN.identity, domain: bytes = DOMAIN) -> bytes:
    """Return a file with this body, well signed."""
    data = write_cbor(body)
    return TITLE + write_cbor([data, key.sign(domain, data)])


def fields(made: Certificate) -> list[Value]:
    players: list[Value] = [[one.identity, one.payoff] for one in made.players]
    known: list[Value] = [
        *(made.identity, made.table, made.author, made.genesis),
        *(made.game, made.version, made.turn, made.state),
    ]
    return [*known, players, []]


ONE: Value = [ANN.identity.public, 1]
OTHER_PLAYERS: list[Value] = [[bytes([n]) * 32, 0] for n in range(16)]
NONSENSE: dict[str, tuple[int, Value]] = {
    "a short table": (1, bytes(31)),
    "a table that is text": (1, "table"),
    "a long author": (2, bytes(33)),
    "a short genesis": (3, b""),
    "a game with capitals": (4, "Kuhn"),
    "a game that is bytes": (4, b"kuhn"),
    "a negative version": (5, -1),
    "a large version": (5, 2**32),
    "a version that is true": (5, True),
    "a short turn": (6, bytes(31)),
    "a state that is a number": (7, 0),
    "no players": (8, []),
    "players without the signer": (8, [[BEN.identity.public, 1]]),
    "a player twice": (8, [ONE, ONE]),
    "a player without a payoff": (8, [ONE, [BEN.identity.public]]),
    "a player with more": (8, [ONE, [BEN.identity.public, 1, 1]]),
    "a short player": (8, [ONE, [bytes(31), 1]]),
    "a payoff beyond 64 bits": (8, [[ANN.identity.public, 2**63]]),
    "a payoff that is true": (8, [[ANN.identity.public, True]]),
    "17 players": (8, [ONE, *OTHER_PLAYERS]),
    "seats out of order": (9, [1, 0]),
    "a seat twice": (9, [1, 1]),
    "a seat that is not there": (9, [2]),
    "a seat that is true": (9, [True]),
    "a negative seat": (9, [-1]),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_what_no_game_can_have_led_to_is_refused_though_it_is_signed(
    what: str, made: Certificate
) -> None:
    at, value = NONSENSE[what]
    body = fields(made)
    assert read(signed(body)) == made
    body[at] = value
    refused(signed(body))


def test_a_body_of_another_shape_is_refused_though_it_is_signed(
    made: Certificate,
) -> None:
    body = fields(made)
    refused(signed(body[:-1]))
    refused(signed([*body, 0]))
    refused(signed({"identity": made.identity}))
    refused(signed([]))
    long = TITLE + write_cbor([bytes(LIMIT), bytes(64)])
    refused(long)
    data = write_cbor(body)
    refused(TITLE + write_cbor([data, ANN.identity.sign(DOMAIN, data)[:63]]))
    refused(TITLE + write_cbor([data]))


def test_a_signature_for_another_purpose_certifies_nothing(made: Certificate) -> None:
    for domain in (b"p2pgame author 1", b"p2pgame entry", b"p2pgame invitation 1", b""):
        refused(signed(fields(made), domain=domain))


def test_a_key_that_nobody_honest_has_certifies_nothing(made: Certificate) -> None:
    """The point of order 1: a signature of zeros holds for it where nobody looks."""
    weak = (1).to_bytes(32, "little")
    body = fields(made)
    body[0] = weak
    body[8] = [[weak, 1], [BEN.identity.public, -1]]
    refused(TITLE + write_cbor([write_cbor(body), weak + bytes(32)]))


def judged(one: Certificate, other: Certificate) -> bool:
    """Return whether two certificates convict, as both readers find."""
    keys = {player.identity.public: player.identity for player in (ANN, BEN)}
    again = [
        wire_certificate.read_certificate(sign(each, keys[each.identity]))
        for each in (one, other)
    ]
    found = contradict(one, other)
    assert found == contradict(other, one) == wire_certificate.convicts(*again)
    return found


@pytest.mark.parametrize("field", [*OTHERS][2:])
def test_two_that_differ_convict_whoever_signed_both(
    field: str, made: Certificate
) -> None:
    assert judged(made, OTHERS[field](made))


def test_the_same_one_another_table_and_another_player_convict_nobody(
    made: Certificate, report: Report
) -> None:
    assert not judged(made, made)
    assert not judged(made, replace(made, table=bytes(32), turn=bytes(32)))
    assert not judged(made, certify(report, BEN.identity.public))
    assert not judged(
        made, replace(certify(report, BEN.identity.public), turn=bytes(32))
    )


def test_a_certificate_is_never_longer_than_its_limit() -> None:
    keys = [AuthorKey(bytes([n]) * 32) for n in range(16)]
    players = tuple(Outcome(key.public, -(2**63)) for key in keys)
    hashes = [bytes([n]) * 32 for n in range(4)]
    longest = Certificate(
        *(keys[0].public, hashes[0], keys[1].public, hashes[1], "x" * 32, 2**32 - 1),
        *(hashes[2], hashes[3], players, tuple(range(16))),
    )
    data = sign(longest, keys[0])
    assert len(data) < LIMIT
    assert read(data) == longest
    assert certificate.TITLE == wire_certificate.TITLE
