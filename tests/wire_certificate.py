"""A player's own signed result of a game, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.wire_reader import GAME, admit, check_signature
from tests.wire_values import Malformed, Value, need, read_cbor

TITLE = b"p2pgame certificate 1\n"
DOMAIN = b"p2pgame certificate 1"


@dataclass(frozen=True)
class Certificate:
    """What a certificate says; ``players`` are pairs of identity and payoff, by seat.

    ``end`` is the last turn and the state in it.
    """

    identity: bytes
    table: bytes
    author: bytes
    genesis: bytes
    game: tuple[str, int]
    end: tuple[bytes, bytes]
    players: tuple[tuple[bytes, int], ...]
    unaudited: tuple[int, ...]


def read_certificate(data: bytes) -> Certificate:
    need(len(data) <= 4096 and data.startswith(TITLE), "title")
    match read_cbor(data[len(TITLE) :]):
        case [bytes(body), bytes(signature)] if len(signature) == 64:
            said = _read_body(body)
        case _:
            raise Malformed("no body and signature")
    admit(said.identity)
    check_signature(said.identity, DOMAIN, body, signature)
    return said


def _read_body(body: bytes) -> Certificate:
    match read_cbor(body):
        case [
            bytes(identity),
            bytes(table),
            bytes(author),
            bytes(genesis),
            str(game),
            int(version),
            bytes(turn),
            bytes(state),
            list(players),
            list(unaudited),
        ]:
            pass
        case _:
            raise Malformed("no body")
    hashes = identity, table, author, genesis, turn, state
    need({*map(len, hashes)} == {32}, "length")
    need(GAME.fullmatch(game) is not None, "a game")
    need(type(version) is int and 0 <= version < 1 << 32, "a version")
    outcomes = tuple(map(_outcome, players))
    known = {one for one, _ in outcomes}
    need(len(known) == len(outcomes) <= 16 and identity in known, "the players")
    seats = [seat for seat in unaudited if type(seat) is int]
    need(len(seats) == len(unaudited), "seats")
    need(seats == sorted({*seats}) and {*seats} <= {*range(len(outcomes))}, "seats")
    return Certificate(
        *(identity, table, author, genesis, (game, version), (turn, state)),
        *(outcomes, tuple(seats)),
    )


def _outcome(value: Value) -> tuple[bytes, int]:
    match value:
        case [bytes(identity), int(payoff)]:
            need(len(identity) == 32 and type(payoff) is int, "a player")
            need(-(1 << 63) <= payoff < 1 << 63, "a payoff")
            return identity, payoff
    raise Malformed("no player")


def convicts(one: Certificate, other: Certificate) -> bool:
    """Return whether nobody honest can have signed both."""
    alike = (one.identity, one.table) == (other.identity, other.table)
    return alike and one != other
