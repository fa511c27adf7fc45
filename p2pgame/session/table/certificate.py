"""This module makes, reads and compares certificates: one player's own signed result.

A transcript shows a result to whoever has all of it. A certificate is one player's
word on it in some hundred bytes: the player's identity signs how one game ended. Its
signer can't sign another result of that game without being caught.

An honest player signs a certificate only of an end that it has signed in the game.
It signs one end at a table, and everything in a certificate follows from that end's
turn, whose id binds the whole history. So it makes the same certificate whenever it
makes one, and two different ones convict whoever signed both (:func:`contradict`).

A file is the title line and a canonical CBOR array of the body and the signature; the
body is a canonical CBOR array in itself.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from p2pgame import log
from p2pgame.engine.prepared import prepared
from p2pgame.log import AuthorKey, InvalidEntry, admit

from ..entries.errors import SessionError
from ..entries.payloads import MAX_SEATS, GameName, Hash, Key, Seat
from .report import Report

TITLE = b"p2pgame certificate 1\n"
#: No file is longer, in bytes.
LIMIT = 4096

_DOMAIN = b"p2pgame certificate 1"
_SIGNATURE = 64

Payoff: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]


class NotCertified(SessionError):
    """There is nothing that this player could certify."""


class InvalidCertificate(SessionError):
    """These bytes are no certificate that its player has signed."""


class Outcome(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What one player of the game has won or lost."""

    identity: Key
    payoff: Payoff


class Certificate(
    msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True
):
    """What ``identity`` says of the game at a table, which it played as ``author``.

    ``turn`` and ``state`` are those of the end; ``players`` are by seat. ``unaudited``
    are the seats of those who left before an audit of the deck.
    """

    identity: Key
    table: Hash
    author: Key
    genesis: Hash
    game: GameName
    version: Annotated[int, Meta(ge=0, lt=2**32)]
    turn: Hash
    state: Hash
    players: Annotated[tuple[Outcome, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    unaudited: Annotated[tuple[Seat, ...], Meta(max_length=MAX_SEATS)]

    @property
    def result(self) -> tuple[bytes, bytes, tuple[Outcome, ...]]:
        """Return the last turn, the state in it, and who won what."""
        return self.turn, self.state, self.players

    @property
    def body(self) -> bytes:
        """Return the bytes that are signed."""
        players: list[log.Value] = [[one.identity, one.payoff] for one in self.players]
        seats: list[log.Value] = [*self.unaudited]
        fields: list[log.Value] = [
            *(self.identity, self.table, self.author, self.genesis),
            *(self.game, self.version, self.turn, self.state),
        ]
        return log.encode([*fields, players, seats], LIMIT)


def certify(report: Report, identity: bytes) -> Certificate:
    """Return what a player can sign of a verified transcript.

    Raises:
      NotCertified: No player of the game has this identity, or it did not stay to the
        end and has signed none.
    """
    start = report.start
    seats = [n for n, one in enumerate(start.players) if one.identity == identity]
    if not seats:
        raise NotCertified("this identity has no seat in the game")
    if report.end is None:
        raise NotCertified("the game is not finished")
    (seat,) = seats
    if seat in report.gone:
        raise NotCertified("this player was gone before the end, and has signed none")
    outcomes = zip(start.players, report.payoffs, strict=True)
    return Certificate(
        *(identity, report.table, start.players[seat].author, start.id),
        *(start.game.name, start.game.version, report.end.turn, report.end.state),
        tuple(Outcome(player.identity, payoff) for player, payoff in outcomes),
        tuple(sorted(report.audited.lacking)),
    )


def sign(certificate: Certificate, key: AuthorKey) -> bytes:
    """Return the file with a certificate; ``key`` is its identity's.

    The caller MUST have it from :func:`certify`: whoever signs anything else for this
    table has convicted itself.

    Raises:
      ValueError: The key is another one.
    """
    if key.public != certificate.identity:
        raise ValueError("a certificate is signed by the identity that it names")
    body = certificate.body
    return TITLE + log.encode([body, key.sign(_DOMAIN, body)], LIMIT - len(TITLE))


def read(data: bytes) -> Certificate:
    """Return what a player has signed in a certificate.

    Raises:
      InvalidCertificate: It is none, or was changed.
    """
    if len(data) > LIMIT or not data.startswith(TITLE):
        raise InvalidCertificate("this is no receipt of a version that is known here")
    try:
        match log.decode(data[len(TITLE) :], limit=LIMIT):
            case [bytes(body), bytes(signature)] if len(signature) == _SIGNATURE:
                content = log.decode(body, limit=LIMIT)
            case _:
                raise InvalidCertificate("the receipt is damaged or was changed")
        found = msgspec.convert(content, prepared(Certificate), builtin_types=(bytes,))
        _check(found)
        admit(found.identity)
        log.verify(found.identity, _DOMAIN, body, signature)
    except (log.NotCanonical, msgspec.ValidationError, InvalidEntry):
        raise InvalidCertificate("the receipt is damaged or was changed") from None
    return found


def _check(found: Certificate) -> None:
    """Refuse what no game can have led to."""
    identities = [player.identity for player in found.players]
    seats = list(found.unaudited)
    if found.identity not in identities or len({*identities}) < len(identities):
        raise InvalidCertificate("its signer has no seat, or somebody has two")
    if seats != sorted({*seats}) or (seats and seats[-1] >= len(identities)):
        raise InvalidCertificate("it names seats that the game does not have")


def contradict(one: Certificate, other: Certificate) -> bool:
    """Return whether two certificates convict whoever signed both.

    They do if one identity signed both for one table, and they differ in anything.
    Certificates of two identities, or of two tables, never do.
    """
    same = one.identity == other.identity and one.table == other.table
    return same and one != other
