"""docs/wire.md cannot drift: its examples, limits and games are computed here again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from p2pgame import log
from p2pgame.engine import (
    AnyGame,
    Game,
    play,
    turns,
)
from p2pgame.games import registry
from p2pgame.log import archive, codec, history, parking
from p2pgame.log import entry as entries
from p2pgame.protocols.chance import sealed
from p2pgame.protocols.proofs import membership, non_membership, shuffle
from p2pgame.session.entries import payloads
from p2pgame.session.game import progress
from p2pgame.session.lobby import lobby
from p2pgame.session.peer import (
    compact_entries,
    frame_reader,
    own_recall,
    peer_connection,
)
from p2pgame.session.table import certificate, epochs, evidence
from p2pgame.tabletop.trick_game import REACHED
from p2pgame.transport import envelope, frames, link, meter, outbox, websocket
from p2pgame.transport import wire as tcp
from p2pgame.transport.finding import (
    announce,
    discovery,
    emoji,
    handshake,
    reach,
    spoken,
    words,
)
from p2pgame.transport.listener import listening
from p2pgame.transport.paths import candidates, greeting
from p2pgame.transport.relay import greeting as relay_greeting
from p2pgame.transport.relay import link as relay_link
from p2pgame.transport.relay import protocol as relay_protocol
from p2pgame.transport.relay import window as relay_window
from tests import (
    wire_annotated,
    wire_examples_cards,
    wire_examples_frames,
    wire_examples_keys,
    wire_examples_payloads,
    wire_examples_turns,
    wire_finding,
)
from tests.archiving import ARCHIVE
from tests.refusing import COMPLETE, NOT_FAIR, NOT_HERE, SO_FAR
from tests.wire_examples import Compute, Example
from tests.wire_values import (
    Malformed,
    Value,
    read_cbor,
    write_cbor,
)

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "wire.md").read_text()
#: What belongs to it on pages of its own: one more game, and ways to find a table.
HOLDEM = (DOCS / "wire-holdem.md").read_text()
FINDING = (DOCS / "wire-finding.md").read_text()
VECTORS = (DOCS / "vectors.md").read_text()
EXAMPLES: dict[str, str] = dict(
    re.findall(r"```example (\S+)\n(.*?)\n```", PAGE + HOLDEM + FINDING, re.DOTALL)
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

#: What ``verify`` exits with, and how a trace ends, by verdict.
ENDS = {
    COMPLETE: (0, "signed"),
    SO_FAR: (0, "unfinished"),
    NOT_FAIR: (1, "refused"),
    NOT_HERE: (3, "unknown"),
}

#: The numbers of each line of the page's limits, as the program has them.
LIMITS = {
    "frame": [link.FRAME_LIMIT, envelope.PLAINTEXT_LIMIT],
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
    "Brief": [frames.BRIEF_LIMIT],
    "Briefs that wait at one link": [compact_entries.HELD],
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
    "name": [payloads.NAME_LENGTH],
    "game": [32],
    "chat": [payloads.CHAT_LENGTH],
    "players in a genesis": [payloads.MAX_SEATS],
    "options": [64, 32, 2048],
    "message of an answer": [payloads.MESSAGE_LIMIT],
    "round": [(1 << 16) - 1],
    "move": [turns.MOVE_LIMIT],
    "sealed move": [sealed.LIMIT],
    "cards in a shuffle": [shuffle.SIZES[0], shuffle.SIZES[-1]],
    "cells times faces, cards times refused faces, in one proof": [
        *{membership.MAX_BRANCHES, non_membership.MAX_PAIRS}
    ],
    "message of a relay or to it": [
        relay_protocol.MESSAGE_LIMIT,
        relay_protocol.TEXT_LIMIT,
    ],
    "body at a rendezvous": [relay_protocol.BODY_LIMIT],
    "published and not stored": [relay_window.WINDOW, relay_window.WINDOW_BYTES],
    "a relay's next word that is owed": [relay_link.OWED_WITHIN],
    "Whisper": [frames.WHISPER_LEAST, frames.WHISPER_LIMIT],
    "candidates in a Reach": [candidates.CANDIDATES_LIMIT],
    "dials to one player": [candidates.KNOCKS_LIMIT, candidates.KNOCKS_TIME],
    "greeting on a direct link": [greeting.GREET_WITHIN],
    "work for a relay": [relay_greeting.WORK_LIMIT],
    "wrong words at a rendezvous": [spoken.FAILURES],
    "a code": [spoken.LIFETIME],
    "talks at a rendezvous without a proof": [spoken.TALKS_LIMIT],
    "guests that wait to be paired": [handshake.WAITING_LIMIT],
    "a word in pairing": [handshake.PROGRAM_WITHIN, handshake.PERSON_WITHIN],
    "tables seen on a network": [
        discovery.TABLES_LIMIT,
        discovery.ADDRESSES_LIMIT,
        discovery.TABLES_EACH,
    ],
    "addresses in an invite": [reach.ADDRESSES_LIMIT],
    "relays in an invite": [reach.RELAYS_LIMIT],
    "announcement": [frames.CONTENT_LIMIT, announce.LABEL_LIMIT],
    "transcript file": [
        archive.ARCHIVE_LIMIT,
        archive.ENTRIES_LIMIT,
        archive.PARTS_LIMIT,
    ],
    "evidence file": [evidence.LIMIT],
    "certificate": [certificate.LIMIT],
    "fix-ups after one event": [play.FIX_UPS],
    "turns in a row that use no answer": [progress.TURNS_ALONE],
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


@pytest.mark.parametrize("name", ["holdem", "kuhn", "tictactoe"])
def test_a_game_on_the_page_is_the_game_here(name: str) -> None:
    game = registry.find(name)
    text = PAGE + HOLDEM
    (said,) = re.findall(rf"\*\*{name}\*\*, version (\d+), ([^,]*) seats", text)
    assert said == (str(game.version), seats_of(game))


def seats_of(game: AnyGame) -> str:
    low, high = game.seats[0], min(game.seats[-1], payloads.MAX_SEATS)
    return f"{low}" if low == high else f"{low} to {high}"


def overrides(game: AnyGame, method: str) -> bool:
    """Return whether a game has its own answer to what the engine asks of all."""
    return getattr(type(game), method) is not getattr(Game, method)


#: What a last round sets in a state.
LAST_ROUND = {
    "holdem": "`hands` = max(`hand`, 1)",
    **dict.fromkeys(("hearts", "spades"), f"`goal` = {REACHED}"),
}


def row_of(name: str) -> list[str]:
    """Return what the page's table of games must say of one."""
    game = registry.find(name)
    draw = "yes" if game.draws else ""
    if overrides(game, "why_no_draw"):
        draw = "if `agreement`" if name == "chess" else "by its own rule"
    last = ""
    if overrides(game, "last_round"):
        last = LAST_ROUND.get(name, "by its own rule")
    versions = [number for known, number in registry.SHIPPED if known == name]
    return [
        ", ".join(map(str, versions)),
        seats_of(game),
        "all" if game.only_deals else "masked",
        draw,
        last,
    ]


def goes_on(name: str) -> bool:
    return overrides(registry.find(name), "why_not_seated")


def test_the_table_of_games_is_the_registry() -> None:
    section = PAGE.split("\n## Games\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| \[?([a-z-]+)\b.*? \| (.*) \|$", section, re.MULTILINE)
    table = {name: [*map(str.strip, row.split("|"))] for name, row in rows[1:]}
    names = [*dict.fromkeys(name for name, _ in registry.SHIPPED)]
    assert table == {name: row_of(name) for name in names}
    (told,) = re.findall(r"evicted seat (.*?) go on", section.replace("\n", " "))
    go_on = [name for name in names if goes_on(name)]
    assert re.split(", | and ", told) == go_on


def test_chess_allows_a_draw_by_agreement_if_its_options_do() -> None:
    game = registry.find("chess")
    for agreement in (True, False):
        options = game.options(agreement=agreement)
        state = play.start(game, 2, options).state
        assert (game.why_no_draw(state) is None) is agreement


def test_the_teams_of_spades_are_those_on_the_page() -> None:
    for name, _ in registry.SHIPPED:
        game = registry.find(name)
        assert overrides(game, "teams") is (name == "spades")
    spades = registry.find("spades")
    assert spades.teams(4, spades.options()) == ((0, 2), (1, 3))


def limits() -> dict[str, list[float]]:
    """Return the numbers of each line in the lists of limits."""
    sections = [text.split("\n## Limits\n")[1] for text in (PAGE, FINDING)]
    rows = re.findall(r"^- (.*?): (.*)$", "\n".join(sections), re.MULTILINE)
    return {
        what: [float(number) for number in re.findall(r"\d+", limit)]
        for what, limit in rows
    }


def test_the_limits_are_those_on_the_page() -> None:
    assert limits() == LIMITS


def test_the_annotated_file_is_what_the_second_reader_makes_of_it() -> None:
    """python -m tests.wire_annotated --write"""
    assert wire_annotated.PAGE.read_text() == wire_annotated.page()


def test_each_byte_of_the_annotated_file_is_in_one_line() -> None:
    data = wire_annotated.SOURCE.read_bytes()
    lines = re.findall(
        r"^ *(\d+)  ((?:[0-9a-f]{2} )*[0-9a-f]{2})(?: … (\d+))? ",
        wire_annotated.PAGE.read_text(),
        re.MULTILINE,
    )
    at = 0
    for start, shown, size in lines:
        some = bytes.fromhex(shown)
        assert (int(start), some) == (at, data[at : at + len(some)])
        at += int(size or len(some))
    assert at == len(data)


def test_the_lists_of_words_and_pictures_are_those_on_the_page() -> None:
    listed = dict(re.findall(r"```(words|pictures)\n(.*?)\n```", FINDING, re.DOTALL))
    assert tuple(listed["words"].split()) == words.WORDS
    assert listed["pictures"].split() == [one.picture for one in emoji.EMOJI]


def test_the_page_s_part_of_a_trace_is_the_archive_s() -> None:
    ((name, shown),) = re.findall(r"```trace (\S+)\n(.*?)\n```", PAGE, re.DOTALL)
    lines = (ARCHIVE / f"{name}.trace").read_text()
    assert f"\n{shown}\n" in lines
    *_, event, turn, by = shown.splitlines()
    assert event.startswith("event seated ")
    assert turn.split()[-1] != by.split()[-1]  # the digest before the seat was told


def test_the_verdicts_are_those_of_the_index() -> None:
    section = PAGE.split("\n### Verdicts\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| \*(.*?)\* .*\| (\d) \|.*\| `(\w+)", section, re.MULTILINE)
    assert {name: (int(status), word) for name, status, word in rows} == ENDS


@pytest.mark.parametrize("text", [PAGE, HOLDEM, FINDING, VECTORS])
def test_no_page_of_the_wire_sends_a_stranger_into_the_source(text: str) -> None:
    paths = re.findall(r"[(`](?:\.\./)?((?:p2pgame|protocols|games|cli)/[\w/.]*)", text)
    assert paths == []
