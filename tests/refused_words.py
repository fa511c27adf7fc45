"""Transcripts that are refused for what a player says in the game.

They are games of archive files in which player 1's program says something else.  The
others stop there, so that the file ends, too: a verifier that misses it finds a game
without an end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from p2pgame.engine import Choose
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import (
    Answer,
    Checkpoint,
    End,
    Genesis,
    Payload,
    Time,
)
from tests import wire_sealed
from tests.archiving import BEFORE
from tests.refusing import (
    CHEAT,
    COMPLETE,
    NAMES,
    SO_FAR,
    Case,
    Change,
    Forged,
    Play,
    bytes_of,
    causal,
    flipped,
    kuhn,
    of_answer,
    payload_of,
    pig,
    rps,
    tictactoe,
)
from tests.session.tables import TABLE, Forge, Net, me
from tests.wire_values import Value, write_cbor


def of_payload(
    play: Play,
    kind: type[Payload],
    fault: str,
    done: str,
    change: Callable[[Payload], Payload | bytes],
) -> Case:
    """Return the case of a change to what player 1 says of this kind."""

    def forge(seat: int, payload: Payload) -> Payload | bytes:
        is_theirs = seat == CHEAT and isinstance(payload, kind)
        return change(payload) if is_theirs else payload

    return Case(NAMES[play], done, partial(play, forge), fault, CHEAT)


# Payloads and moves


def _instead(*fields: Value) -> Callable[[Payload], bytes]:
    return lambda payload: write_cbor([*fields])


def _longer(payload: Payload) -> bytes:
    """Write the answer's round, 0, in two bytes."""
    assert isinstance(payload, Answer)
    data = payloads.encode(payload)
    old, new = payload.turn + b"\x00", payload.turn + b"\x18\x00"
    assert data.count(old) == 1
    return data.replace(old, new)


PAYLOADS: Mapping[str, Case] = {
    "payload-of-no-kind": of_payload(
        *(tictactoe, Answer, "payload", "the first answer is of no known kind"),
        _instead("bluff", 1),
    ),
    "payload-too-short": of_payload(
        *(tictactoe, Answer, "payload", "the first answer has no message"),
        _instead("answer", bytes(32), 0),
    ),
    "payload-number-too-long": of_payload(
        *(tictactoe, Answer, "payload", "the first answer's round is written 18 00"),
        _longer,
    ),
    "times-in-version-2": of_payload(
        *(tictactoe, Answer, "payload", "times in place of an answer"),
        _instead("times", [0, 0], [0, 0]),
    ),
    "hello-of-another-shape-behind-the-first": of_payload(
        *(
            tictactoe,
            Answer,
            "payload",
            "a hello of a name alone, not an answer",
        ),
        _instead("hello", "player 1"),
    ),
    "payload-not-utf-8": of_payload(
        *(tictactoe, Answer, "payload", "a chat of the byte ff in place of an answer"),
        lambda payload: b"\x82\x64chat\x61\xff",
    ),
    "end-of-another-state": of_payload(
        *(tictactoe, End, "end", "the end has zeros for the state's digest"),
        lambda payload: replace(payload, state=bytes(32)),
    ),
    "end-of-another-turn": of_payload(
        *(tictactoe, End, "end", "the end has zeros for the turn's id"),
        lambda payload: replace(payload, turn=bytes(32)),
    ),
}


def _early(turn: bytes | None, time: Time | None) -> Callable[[], bytes]:
    """Return how a game is made in which player 1 signs an end in place of a move."""

    def forge(seat: int, payload: Payload) -> Payload:
        if seat != CHEAT or not isinstance(payload, Answer):
            return payload
        return End(turn or payload.turn, bytes(32))

    return Forged("tictactoe", 2, {}, quorum=0, time=time).by(forge).stopped


CLOCK = Time(base=300, increment=3, delay=1, programs=120, grace=5)
ENDS: Mapping[str, Case] = {
    "end-in-the-middle": Case(
        "tictactoe-1-timed",
        "player 1 signs an end of this turn in place of a move",
        *(_early(None, CLOCK), "end", CHEAT),
    ),
    "end-of-no-turn": Case(
        "tictactoe-1-timed",
        "player 1 signs an end of no turn in place of a move",
        *(_early(bytes([8]) * 32, CLOCK), "end", CHEAT),
    ),
    "end-in-the-middle-of-version-2": Case(
        NAMES[tictactoe],
        "player 1 signs an end of this turn in place of a move",
        _early(None, None),
        verdict=SO_FAR,
    ),
}


def _said(text: str) -> Change:
    return lambda message: text.encode()


MOVES: Mapping[str, Case] = {
    "move-illegal": of_answer(
        kuhn, 3, "rules", "player 1 calls, and nobody has bet", _said("call")
    ),
    "move-not-ascii": of_answer(
        kuhn, 3, "encoding", "player 1's move has a letter é", _said("chéck")
    ),
    "move-empty": of_answer(kuhn, 3, "encoding", "player 1's move is empty", _said("")),
    "move-into-a-taken-cell": of_answer(
        tictactoe, 0, "rules", "player 1 writes into cell 3, which is taken", _said("3")
    ),
    "draw-not-agreed": of_answer(
        *(tictactoe, 1, "rules"),
        "player 1 answers with a draw, to which nobody has assented",
        _said("draw"),
    ),
}


# Sealed moves and dice


def _sealing(move: bytes, context: Change = lambda turn: turn) -> Forge:
    """Let player 1 seal this in the first turn that all answer, and open it."""
    nonce = bytes(range(32))

    def forge(seat: int, payload: Payload) -> Payload:
        if seat != CHEAT or not isinstance(payload, Answer):
            return payload
        if payload.round == 1:
            return replace(payload, message=nonce + move)
        if len(payload.message) != len(nonce):
            return payload
        occasion = wire_sealed.sealed_occasion(context(payload.turn), [0, 1, 2])
        seal = wire_sealed.commitment(occasion, CHEAT, move, nonce)
        return replace(payload, message=seal)

    return forge


def _sealed(move: bytes) -> bytes:
    return rps(_sealing(move))


def _short_throw() -> bytes:
    return pig(_sealing(bytes(31), wire_sealed.flip_of))


SEALED: Mapping[str, Case] = {
    "opening-of-another-move": of_answer(
        *(rps, 1, "opening", "player 1 opens another move than it has sealed"),
        lambda message: message[:32] + b"paper",
    ),
    "opening-of-another-nonce": of_answer(
        *(rps, 1, "opening", "a bit of the nonce in player 1's opening is flipped"),
        flipped(0),
    ),
    "opening-too-short": of_answer(
        *(rps, 1, "opening", "player 1's opening has 31 bytes"),
        lambda message: message[:31],
    ),
    "opening-too-long": of_answer(
        *(rps, 1, "encoding", "player 1's opening has 1057 bytes"),
        lambda message: message.ljust(1057, b"x"),
    ),
    "commitment-too-short": of_answer(
        *(rps, 0, "encoding", "player 1's commitment has 31 bytes"),
        lambda message: message[:31],
    ),
    "sealed-move-too-long": Case(
        NAMES[rps],
        "player 1 seals and opens a move of 257 bytes",
        *(partial(_sealed, b"x" * 257), "encoding", CHEAT),
    ),
    "throw-too-short": Case(
        NAMES[pig],
        "player 1 seals and opens 31 bytes for a die",
        *(_short_throw, "encoding", CHEAT),
    ),
    "sealed-move-illegal": Case(
        NAMES[rps],
        "player 1 seals and opens a move that there is not",
        *(partial(_sealed, b"well"), "rules", CHEAT),
    ),
    "throw-of-another-number": of_answer(
        *(pig, 1, "opening", "player 1 opens another number for a die than it sealed"),
        flipped(40),
    ),
}


# Said beside the answers


def _false_checkpoint() -> bytes:
    """Let player 1 sign another state of an earlier turn, when it is asked itself."""
    net = Forged("kuhn", 2, {}, quorum=0).net()
    net.play(until=lambda: _is_asked(net, 0))
    turn = _turn(net)
    net.play(until=lambda: _is_asked(net, 1))
    _say(net, CHEAT, Checkpoint(turn, bytes(32)))
    net.play()
    return net.tables[0].transcript()


BESIDE: Mapping[str, Case] = {
    "checkpoint-of-another-state": Case(
        NAMES[kuhn],
        "player 1 signs a checkpoint of an earlier turn with zeros for the state's"
        " digest",
        *(_false_checkpoint, "checkpoint", CHEAT),
    )
}


# What is no fault


def _out_of_turn() -> bytes:
    """Let player 1 answer a turn in which player 0 alone is asked."""
    net = Forged("kuhn", 2, {}, quorum=0).net()
    net.play(until=lambda: _is_asked(net, 0))
    _say(net, CHEAT, Answer(_turn(net), 0, b"call"))
    net.play()
    return net.tables[0].transcript()


def _to_no_turn() -> bytes:
    """Let player 1 answer a turn that there never is."""
    net = Forged("kuhn", 2, {}, quorum=0).net()
    net.play(until=lambda: _is_asked(net, 0))
    _say(net, CHEAT, Answer(bytes([8]) * 32, 0, b"call"))
    net.play()
    return net.tables[0].transcript()


def _is_asked(net: Net, seat: int) -> bool:
    plays = [table.play for table in net.tables]
    return all(
        play is not None and isinstance(play.turn, Choose) and play.turn.player == seat
        for play in plays
    )


def _turn(net: Net) -> bytes:
    play = net.tables[0].play
    assert play is not None
    return play.id


def _say(net: Net, seat: int, payload: Payload) -> None:
    table, data = net.tables[seat], payloads.encode(payload)
    players = [player.author for player in table.players]
    said = table.history.write(me(seat).key, data, among=players)
    net.send(seat, table.receive(said.raw))


def _later_genesis(*fields: Value) -> bytes:
    """Let player 1 sign the genesis of a later version of the wire in the game."""
    net = Forged("rps", 3, {"rounds": 1}, quorum=0).net()
    net.play(until=lambda: all(table.play is not None for table in net.tables))
    table = net.tables[CHEAT]
    players = [player.author for player in table.players]
    data = write_cbor(["genesis", 99, *fields])
    said = table.history.write(me(CHEAT).key, data, among=players)
    net.send(CHEAT, table.receive(said.raw))
    net.play()
    return net.tables[0].transcript()


def _second_hello() -> bytes:
    """Let player 1 say its hello again in the game, with a wrong proof."""
    hello = me(CHEAT, spoken=BEFORE).hello(TABLE)
    return _in_the_game(CHEAT, replace(hello, proof=bytes(64)))


def _second_genesis() -> bytes:
    """Let the host sign another genesis in the game, for a hello that there is not."""
    offer = next(
        said
        for one in causal(bytes_of(NAMES[rps]))
        if isinstance(said := payload_of(one.raw), Genesis)
    )
    return _in_the_game(0, replace(offer, hellos=(bytes([5]) * 32,)))


def _in_the_game(seat: int, payload: Payload) -> bytes:
    net = Forged("rps", 3, {"rounds": 1}, quorum=0).net()
    net.play(until=lambda: all(table.play is not None for table in net.tables))
    _say(net, seat, payload)
    net.play()
    return net.tables[0].transcript()


VOID: Mapping[str, Case] = {
    "void-second-hello": Case(
        NAMES[rps],
        "player 1 signs its hello once more in the game, with a wrong proof",
        _second_hello,
        verdict=COMPLETE,
    ),
    "void-second-genesis": Case(
        NAMES[rps],
        "the host signs a second genesis in the game, which names a hello that there"
        " is not",
        _second_genesis,
        verdict=COMPLETE,
    ),
    "void-genesis-of-a-later-wire": Case(
        NAMES[rps],
        "player 1 signs a genesis of version 99 of the wire in the middle of the game",
        _later_genesis,
        verdict=COMPLETE,
    ),
    "void-answer-out-of-turn": Case(
        NAMES[kuhn],
        "player 1 answers a turn in which player 0 alone is asked; that is void",
        _out_of_turn,
        verdict=COMPLETE,
    ),
    "void-answer-to-no-turn": Case(
        NAMES[kuhn],
        "player 1 answers a turn that there never is; that is void",
        _to_no_turn,
        verdict=COMPLETE,
    ),
}

CASES: Mapping[str, Case] = {
    **{**PAYLOADS, **ENDS, **MOVES, **SEALED, **BESIDE, **VOID}
}
