"""The examples of docs/wire.md on turns, their ids, and the moves and dice in them."""

from __future__ import annotations

import json

from p2pgame import engine
from p2pgame.games.duel.kuhn import Kuhn
from p2pgame.log import AuthorKey
from p2pgame.protocols.chance import coin, sealed
from p2pgame.session.game import orders_ahead
from p2pgame.session.table import certificate
from p2pgame.session.table.certificate import Certificate
from p2pgame.session.table.certificate import Outcome as Paid
from tests import wire_certificate, wire_sealed
from tests import wire_reader as reader
from tests.second import absence
from tests.second.hashes import le64, personal
from tests.wire_examples import Compute, Example, Outcome, given, named
from tests.wire_values import read_cbor, write_msgpack

# What the program makes of the inputs


def program_state(x: Example) -> Outcome:
    shuffled, dealt, actions, opened = json.loads(x.text["state"])
    state = Kuhn(shuffled, dealt, tuple(actions), tuple(opened))
    return {"encoding": engine.state.encode(state), "digest": engine.digest(state)}


def program_seal(x: Example) -> Outcome:
    seat, choosers, move = x.number("seat"), x.numbers("choosers"), x.text["move"]
    entropy = given(x.hex("nonce"))
    run = sealed.seal(seat, choosers, x.hex("turn"), move.encode(), entropy)
    said = next(run).say
    others = dict.fromkeys(choosers, said or b"")
    return {"commitment": said or b"", "opening": run.send(others).say or b""}


def program_ahead(x: Example) -> Outcome:
    ticks, move = x.number("ticks"), x.text["move"].encode()
    context, nonce = orders_ahead.occasion(x.hex("turn"), ticks), x.hex("nonce")
    said = sealed.seal_ahead(x.number("seat"), context, move, given(nonce))
    round = orders_ahead.round_ahead(ticks, orders_ahead.SEALED)
    opening = sealed.open_ahead(move, given(nonce))
    return {"context": context, "round": round, "commitment": said, "opening": opening}


def program_roll(x: Example) -> Outcome:
    throws = dict(enumerate(x.several("throw")))
    runs = {
        seat: coin.flip(seat, throws, x.hex("turn"), given(throw, bytes(32)))
        for seat, throw in throws.items()
    }
    seals = {seat: next(run).say or b"" for seat, run in runs.items()}
    openings = {seat: run.send(seals).say or b"" for seat, run in runs.items()}
    try:
        runs[0].send(openings)
    except StopIteration as stop:
        values = coin.roll(stop.value, x.number("sides"), x.number("dice"))
    return {"values": " ".join(map(str, values))}


def program_certificate(x: Example) -> Outcome:
    key = AuthorKey(x.hex("identity's secret key"))
    outcomes = zip(x.several("player"), x.numbers("payoffs"), strict=True)
    made = Certificate(
        *(key.public, x.hex("table"), x.hex("author"), x.hex("genesis")),
        *(x.text["game"], x.number("version"), x.hex("turn"), x.hex("state")),
        tuple(Paid(player, payoff) for player, payoff in outcomes),
        x.numbers("unaudited"),
    )
    return {"body": made.body, "file": certificate.sign(made, key)}


# What the second reader makes of the outputs


def reader_start(x: Example) -> Outcome:
    return {"turn": reader.hash_of("p2pgame start", x.hex("genesis"))}


def reader_turn(x: Example) -> Outcome:
    data = x.hex("turn") + b"".join(x.several("used")) + x.hex("digest")
    return {"next turn": reader.hash_of("p2pgame turn", data)}


def reader_evicted(x: Example) -> Outcome:
    return {"word": absence.evicted(x.number("round"), x.numbers("seats"))}


def reader_dropped(x: Example) -> Outcome:
    seats = x.numbers("seats")
    return {"next turn": absence.dropped(x.hex("turn"), x.number("round"), seats)}


def reader_default(x: Example) -> Outcome:
    turn, digest = x.hex("turn"), x.hex("digest")
    word = absence.default(turn, x.number("round"), x.number("seat"), digest)
    return {"next turn": word}


def reader_state(x: Example) -> Outcome:
    encoding = write_msgpack(json.loads(x.text["state"]))
    digest = reader.hash_of("p2pgame state", encoding)
    return {"encoding": encoding, "digest": digest}


def reader_seal(x: Example) -> Outcome:
    occasion = wire_sealed.sealed_occasion(x.hex("turn"), x.numbers("choosers"))
    sealing, opening = x.hex("commitment"), x.hex("opening")
    move = wire_sealed.open_seal(sealing, occasion, x.number("seat"), opening)
    return {"occasion": occasion, "move": move.decode()}


def reader_ahead(x: Example) -> Outcome:
    context = personal("p2pgame ahead", x.hex("turn") + le64(x.number("ticks")))
    seat = x.number("seat")
    occasion = wire_sealed.sealed_occasion(context, [seat])
    sealing, opening = x.hex("commitment"), x.hex("opening")
    move = wire_sealed.open_seal(sealing, occasion, seat, opening)
    return {"context": context, "move": move.decode()}


def reader_roll(x: Example) -> Outcome:
    flip, throws = wire_sealed.flip_of(x.hex("turn")), x.several("throw")
    seed = wire_sealed.seed_of(flip, throws)
    values = wire_sealed.dice(seed, x.number("sides"), x.number("dice"))
    return {"flip": flip, "values": " ".join(map(str, values))}


def reader_certificate(x: Example) -> Outcome:
    said = wire_certificate.read_certificate(x.hex("file"))
    body, signature = read_cbor_pair(x.hex("file"))
    shown: dict[str, bytes | str | int] = {
        "identity": said.identity,
        "table": said.table,
        "author": said.author,
        "genesis": said.genesis,
        "game": said.game[0],
        "version": said.game[1],
        "turn": said.end[0],
        "state": said.end[1],
        "payoffs": " ".join(str(payoff) for _, payoff in said.players),
        "unaudited": " ".join(map(str, said.unaudited)),
        "body": body,
        "signed": reader.framed(wire_certificate.DOMAIN, body),
        "signature": signature,
    }
    players = {f"player {n}": player for n, (player, _) in enumerate(said.players)}
    return shown | players


def read_cbor_pair(data: bytes) -> tuple[bytes, bytes]:
    """Return the body and the signature of a certificate."""
    match read_cbor(data[len(wire_certificate.TITLE) :]):
        case [bytes(body), bytes(signature)]:
            return body, signature
    raise AssertionError


#: Turns get their ids from the program in real games only.
PROGRAM: dict[str, Compute] = named("program_", globals())
READER: dict[str, Compute] = named("reader_", globals())
