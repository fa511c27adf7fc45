"""docs/wire.md cannot drift: its examples and limits are worked out again here."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from games import registry
from games.poker.holdem import HoldemOptions, TexasHoldem
from p2pgame import engine, log
from p2pgame.engine import Choose, Chosen, Dealt, Event, Opened, Rolled, Shuffled, play
from p2pgame.log import archive, codec, history, parking
from p2pgame.log import entry as entries
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import InvalidPayload
from p2pgame.session.game import dealer
from p2pgame.session.lobby import lobby
from p2pgame.session.peer import (
    compact_entries,
    frame_reader,
    own_recall,
    peer_connection,
)
from p2pgame.session.table import epochs, evidence
from p2pgame.transport import (
    envelope,
    frames,
    link,
    listening,
    meter,
    outbox,
    websocket,
)
from p2pgame.transport import wire as tcp
from p2pgame.transport.finding import announce, discovery, handshake, reach, spoken
from p2pgame.transport.paths import candidates, greeting
from p2pgame.transport.relay import greeting as relay_greeting
from p2pgame.transport.relay import link as relay_link
from p2pgame.transport.relay import protocol as relay_protocol
from p2pgame.transport.relay import window as relay_window
from protocols.chance import sealed
from protocols.proofs import membership, non_membership, shuffle
from tests import (
    wire_examples_cards,
    wire_examples_frames,
    wire_examples_keys,
    wire_examples_payloads,
    wire_examples_turns,
    wire_finding,
)
from tests.wire_examples import Compute, Example
from tests.wire_reader import read_payload
from tests.wire_values import (
    Malformed,
    Value,
    read_cbor,
    write_cbor,
    write_msgpack,
)

PAGE = (Path(__file__).parent.parent / "docs" / "wire.md").read_text()
EXAMPLES: dict[str, str] = dict(
    re.findall(r"```example (\S+)\n(.*?)\n```", PAGE, re.DOTALL)
)
PROGRAM = (
    wire_examples_frames.PROGRAM
    | wire_examples_payloads.PROGRAM
    | wire_examples_turns.PROGRAM
    | wire_examples_keys.PROGRAM
    | wire_examples_cards.PROGRAM
    | wire_finding.PROGRAM
)
READER = (
    wire_examples_frames.READER
    | wire_examples_payloads.READER
    | wire_examples_turns.READER
    | wire_examples_keys.READER
    | wire_examples_cards.READER
    | wire_finding.READER
)
#: Examples of ids, which the program has no function of its own for.
TURNS = {"start", "turn", "evicted", "dropped", "default"}
#: Examples of another form than inputs, a line, and what follows from them.
LISTS = {"cbor", "not-cbor", "holdem"}

#: The numbers of each line of the page's table of limits, as the program has them.
LIMITS = {
    "frame": [link.FRAME_LIMIT],
    "plaintext": [envelope.PLAINTEXT_LIMIT],
    "frames waiting for one link": [256, outbox.QUEUE_LIMIT],
    "one frame's sending": [outbox.SEND_WITHIN],
    "WebSocket frames": [meter.FRAME_RATE, meter.FRAME_BURST],
    "handshake": [tcp.HANDSHAKE_LIMIT, websocket.CONNECT_WITHIN],
    "links to one listener": [listening.LINKS_LIMIT],
    "first frame that opens": [frame_reader.GREET_WITHIN],
    "the same Have on one link": [peer_connection.ASK_AGAIN],
    "another Recall of one author": [own_recall.ASK_EVERY],
    "questions of others remembered": [own_recall.QUESTIONS],
    "an objection to a Recall": [own_recall.OBJECT_WITHIN],
    "heads in a Have": [frames.HEADS_LIMIT],
    "entries in a message": [frames.ENTRIES_LIMIT],
    "brief": [frames.BRIEF_LIMIT],
    "briefs that wait at one link": [compact_entries.HELD],
    "entry in a message": [frames.ENTRY_LIMIT],
    "entry": [entries.ENTRY_LIMIT],
    "payload": [entries.PAYLOAD_LIMIT],
    "seen in one entry": [entries.SEEN_LIMIT],
    "sequence": [entries.SEQUENCE_LIMIT],
    "CBOR depth": [codec.DEPTH],
    "CBOR items": [codec.ITEMS],
    "authors at a table": [history.AUTHORS],
    "entries of an author without a seat": [lobby.UNSEATED_ENTRIES],
    "epochs of one seat": [epochs.MOST],
    "waiting entries of one author": [parking.PARKED_EACH],
    "waiting entries": [parking.PARKED, parking.PARKED_BYTES],
    "kept entries of a forker": [history.KEPT_BYTES],
    "name, game": [payloads.NAME_LENGTH],
    "chat": [payloads.CHAT_LENGTH],
    "players in a genesis": [payloads.MAX_SEATS],
    "options": [64, 32, 2048],
    "message of an answer": [payloads.MESSAGE_LIMIT],
    "round": [(1 << 16) - 1],
    "move": [dealer.MOVE_LIMIT],
    "sealed move": [sealed.LIMIT],
    "cards in a shuffle": [shuffle.SIZES[0], shuffle.SIZES[-1]],
    "cells times faces, cards times refused faces, in one proof": [
        *{membership.MAX_BRANCHES, non_membership.MAX_PAIRS}
    ],
    "message of a relay or to it": [
        relay_protocol.MESSAGE_LIMIT,
        relay_protocol.TEXT_LIMIT,
    ],
    "body at a door": [relay_protocol.BODY_LIMIT],
    "published and not stored": [relay_window.WINDOW, relay_window.WINDOW_BYTES],
    "a relay's next word that is owed": [relay_link.OWED_WITHIN],
    "whisper": [frames.WHISPER_LEAST, frames.WHISPER_LIMIT],
    "candidates in a Reach": [candidates.CANDIDATES_LIMIT],
    "dials to one player": [candidates.KNOCKS_LIMIT, candidates.KNOCKS_TIME],
    "greeting on a direct link": [greeting.GREET_WITHIN],
    "work for a relay": [relay_greeting.WORK_LIMIT],
    "wrong words at a door": [spoken.FAILURES],
    "a code": [spoken.LIFETIME],
    "talks at a door without a proof": [spoken.TALKS_LIMIT],
    "guests who wait to be paired": [handshake.WAITING_LIMIT],
    "a word in pairing": [handshake.PROGRAM_WITHIN, handshake.PERSON_WITHIN],
    "tables seen on a network": [discovery.TABLES_LIMIT, discovery.ADDRESSES_LIMIT],
    "addresses in an invite": [reach.ADDRESSES_LIMIT],
    "relays in an invite": [reach.RELAYS_LIMIT],
    "announcement": [frames.CONTENT_LIMIT, announce.LABEL_LIMIT],
    "transcript file": [archive.ARCHIVE_LIMIT, archive.ENTRIES_LIMIT],
    "evidence file": [evidence.LIMIT],
    "fix-ups after one event": [play.FIX_UPS],
}


def test_every_example_is_worked_out() -> None:
    assert EXAMPLES.keys() == READER.keys() | LISTS
    assert PROGRAM.keys() == READER.keys() - TURNS


def test_no_proof_is_left_to_the_program_s_source() -> None:
    """A stranger has its algebra from the page alone."""
    assert "protocols/" not in PAGE
    assert ".py" not in PAGE.split("## Group")[1].split("## End")[0]


def follows(compute: Compute, name: str) -> set[str]:
    """Check what ``compute`` says of an example, and return the fields it names."""
    example = Example(EXAMPLES[name])
    outcome = compute(example)
    for field, value in outcome.items():
        shown = value.hex() if isinstance(value, bytes) else str(value)
        assert example.text[field] == shown, field
    return {*outcome}


@pytest.mark.parametrize("name", READER)
def test_an_example_follows_from_its_inputs(name: str) -> None:
    inputs, results = EXAMPLES[name].split("\n---\n")
    said = follows(READER[name], name)
    if name in PROGRAM:
        said |= follows(PROGRAM[name], name)
    # Payloads are compared as wholes.
    assert said >= Example(results).text.keys() or "payload" in said
    assert not Example(inputs).text.keys() & Example(results).text.keys()


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (line.rsplit(" = ", 1) for line in EXAMPLES[name].splitlines())
    return [(left, right) for left, right in lines]


def value_of(text: str) -> Value:
    """Read what CBOR calls diagnostic notation."""
    if text.startswith("h'"):
        return bytes.fromhex(text[2:-1])
    value: Value = json.loads(text)
    return value


@pytest.mark.parametrize(("text", "data"), pairs("cbor"))
def test_values_have_the_encoding_on_the_page(text: str, data: str) -> None:
    value, encoding = value_of(text), bytes.fromhex(data)
    assert log.decode(encoding) == value == read_cbor(encoding)
    assert write_cbor(value) == encoding
    program_value: log.Value = log.decode(encoding)
    assert log.encode(program_value) == encoding


@pytest.mark.parametrize(("data", "why"), pairs("not-cbor"))
def test_what_is_no_value_on_the_page_is_none(data: str, why: str) -> None:
    with pytest.raises(log.NotCanonical):
        log.decode(bytes.fromhex(data))
    with pytest.raises(Malformed):
        read_cbor(bytes.fromhex(data))


TURN = bytes(32)
BOX = bytes(80)
GENESIS: list[Value] = ["genesis", 2, "g", 1, TURN, {}, [TURN], TURN, [BOX]]


@pytest.mark.parametrize(
    ("payload", "allowed"),
    [
        (["absent", TURN, 0, [0]], True),
        (["absent", TURN, 65535, [0, 15]], True),
        (["evict", TURN, 1, [*range(16)]], True),
        (["receipt", TURN, 3], True),
        (["leave"], True),
        (["epoch", 2, TURN, [BOX, b""], b""], True),
        (["epoch", 65535, TURN, [BOX] * 16, BOX], True),
        (["refuse-epoch", 15], True),
        (["assent", TURN, "draw"], True),
        (["assent", TURN, "takeback 999"], True),
        (["checkpoint", TURN, TURN], True),
        (["chat", "x" * 500], True),
        (["chat", "a\nb"], False),
        (["chat", " a"], False),
        (["chat", "a\u0085"], False),
        (["chat", "a\u0308"], True),
        (["nudge", TURN], True),
        (["nudge", TURN[1:]], False),
        (["nudge"], False),
        (["assent", TURN, "adjourn"], True),
        (["successor", TURN, [BOX, b""], b""], True),
        (["successor", TURN, [BOX] * 16, BOX], True),
        (["assent", TURN, "draw\n"], False),
        (["assent", TURN, "Draw"], False),
        (["assent", TURN, "takeback 0"], False),
        (["assent", TURN, "takeback 01"], False),
        (["assent", TURN, "takeback 1000"], False),
        (["assent", TURN, "takeback \u0661"], False),
        (["assent", TURN, "takeback"], False),
        (["assent", TURN, 0, "draw"], False),
        (["checkpoint", TURN], False),
        (["checkpoint", TURN, TURN[1:]], False),
        (["chat", ""], False),
        (["chat", "x" * 501], False),
        (["chat", b"x"], False),
        (["successor", TURN, [], b""], False),
        (["successor", TURN, [BOX] * 17, b""], False),
        (["successor", TURN, [BOX[1:]], b""], False),
        (["successor", TURN, [BOX], BOX[1:]], False),
        (["successor", TURN, [BOX]], False),
        ([*GENESIS, 16, 0, "masked", 0, "wait", b"", b""], True),
        ([*GENESIS, 16, 0, "masked", 2**32 - 1, "default", BOX, b""], True),
        (["absent", TURN, 0, []], False),
        (["absent", TURN, 0, [16]], False),
        (["evict", TURN, 0, [-1]], False),
        (["evict", TURN, 0, [1, 0]], False),
        (["evict", TURN, 0, [1, 1]], False),
        (["evict", TURN, 0, [True]], False),
        (["evict", TURN[1:], 0, [1]], False),
        (["evict", TURN, 65536, [1]], False),
        (["absent", TURN, 0], False),
        (["receipt", TURN, 0, [1]], False),
        (["receipt", TURN], False),
        (["leave", 0], False),
        (["epoch", 1, TURN, [BOX], b""], False),
        (["epoch", 65536, TURN, [BOX], b""], False),
        (["epoch", 2, TURN[1:], [BOX], b""], False),
        (["epoch", 2, TURN, [], b""], False),
        (["epoch", 2, TURN, [BOX] * 17, b""], False),
        (["epoch", 2, TURN, [BOX[1:]], b""], False),
        (["epoch", 2, TURN, [BOX], BOX[1:]], False),
        (["epoch", 2, TURN, [BOX]], False),
        (["refuse-epoch", 16], False),
        (["refuse-epoch", -1], False),
        (["refuse-epoch"], False),
        ([*GENESIS, 17, 0, "masked", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, -1, "masked", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, 2**32, "masked", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "open", 0, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", -1, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", 2**32, "wait", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", 0, "sit", b"", b""], False),
        ([*GENESIS, 0, 0, "masked", 0, "wait", BOX[1:]], False),
        ([*GENESIS, 0, 0, "masked", 0, "wait"], False),
        ([*GENESIS, 0, 0, "masked", 0], False),
        ([*GENESIS, 0, 0, "masked"], False),
    ],
    ids=str,
)
def test_a_payload_has_the_shape_on_the_page(
    payload: list[Value], allowed: bool
) -> None:
    data = write_cbor(payload)
    if allowed:
        assert read_payload(data) == payload
        assert payloads.encode(payloads.decode(data)) == data
        return
    with pytest.raises(Malformed):
        read_payload(data)
    with pytest.raises(InvalidPayload):
        payloads.decode(data)


def event_of(words: str, player: int) -> Event:
    match words.split():
        case ["roll", number]:
            return Rolled((int(number),))
        case ["shuffle"]:
            return Shuffled()
        case ["deal"]:
            return Dealt()
        case ["open", *faces]:
            return Opened(tuple(faces))
    return Chosen(player, words)


def encoded(shown: str) -> bytes:
    return write_msgpack(json.loads(shown))


def test_a_hand_of_holdem_has_the_states_on_the_page() -> None:
    game = TexasHoldem()
    state = play.start(game, 2, HoldemOptions()).state
    (first, shown), *steps = pairs("holdem")
    assert (first, encoded(shown)) == ("start", engine.state.encode(state))
    for words, shown in steps:
        turn = game.turn(state)
        player = turn.player if isinstance(turn, Choose) else -1
        state = play.advance(game, state, event_of(words, player)).state
        assert encoded(shown) == engine.state.encode(state)
    assert isinstance(game.turn(state), engine.Over)


def test_the_fields_of_a_state_are_those_on_the_page() -> None:
    state = play.start(TexasHoldem(), 2, HoldemOptions()).state
    (listed,) = re.findall(r"\n    (\[hands,.*?\])\n", PAGE, re.DOTALL)
    assert tuple(re.findall(r"\w+", listed)) == state.__struct_fields__


@pytest.mark.parametrize("name", ["holdem", "kuhn", "tictactoe"])
def test_a_game_on_the_page_is_the_game_here(name: str) -> None:
    game = registry.find(name)
    (text,) = re.findall(rf"\*\*{name}\*\*, version (\d+), ([^,]*) seats", PAGE)
    low, high = game.seats[0], game.seats[-1]
    seats = f"{low}" if low == high else f"{low} to {high}"
    assert text == (str(game.version), seats)


def test_the_options_of_holdem_are_on_the_page() -> None:
    for name, value in msgspec.to_builtins(HoldemOptions()).items():
        assert f"`{name}` {value}" in PAGE


def limits() -> dict[str, list[float]]:
    """Return the numbers of each line in the table of limits."""
    section = PAGE.split("\n## Limits\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.*?) \| (.*?) \| .*? \|$", section, re.MULTILINE)
    return {
        what: [float(number) for number in re.findall(r"\d+", limit)]
        for what, limit in rows[1:]
    }


def test_the_limits_are_those_on_the_page() -> None:
    assert limits() == LIMITS
