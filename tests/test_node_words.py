"""The verifier in JavaScript and the program agree on what may stand in an entry.

Each word is put into a good game of tic-tac-toe, before the last player's end, and
everything behind it is signed anew: nothing but the word can be wrong with the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from p2pgame.log import Entry
from tests.node_verifier import SAID, SIGNED, verdict, verdicts
from tests.refused import judged
from tests.refusing import COMPLETE, NOT_FAIR, SO_FAR, changed, good, key_of, last
from tests.wire_values import Value, write_cbor

GAME = "tictactoe-1-masked"
#: The id of the game's first turn.
TURN = bytes.fromhex("4b788d2fef13164c3bea0860a41c91be8fd516a9b525a8c6c6cd7a89d7dd0ed1")
ID, BOX, LONG = bytes(32), bytes(80), 2**16
GOODS: Mapping[str, list[Value]] = {
    "chat": ["chat", "schön gespielt 🂡"],
    "chat, long": ["chat", "🂡" * 500],
    "chat that begins with a mark of byte order": ["chat", "\ufeffhi"],
    "nudge": ["nudge", ID],
    "receipt": ["receipt", ID, LONG - 1],
    "absent": ["absent", ID, 0, [0, 15]],
    "evict": ["evict", ID, 0, [0]],
    "epoch": ["epoch", 2, ID, [b"", BOX], BOX],
    "epoch with a wrong number of boxes": ["epoch", LONG - 1, ID, [b""], b""],
    "refuse-epoch": ["refuse-epoch", 15],
    "assent to a turn that is over": ["assent", ID, "takeback 999"],
    "assent to what is not possible": ["assent", ID, "adjourn"],
    "answer": ["answer", ID, LONG - 1, bytes(98304)],
    "checkpoint of no turn": ["checkpoint", ID, ID],
    "successor": ["successor", ID, [BOX] * 16, b""],
    "accept of another genesis": ["accept", ID],
    "second hello": ["hello", "Zoë", ID, bytes(64), ID, ID, 1, 9, "program"],
    "second genesis": [
        *("genesis", 2, "kuhn", 2**32 - 1, ID),
        {},
        [ID],
        ID,
        [BOX],
        *(16, 2**32 - 1, "proved", 0, "finish", BOX, bytes(96)),
    ],
}
BADS: Mapping[str, list[Value]] = {
    "no kind": [],
    "kind that is none": ["bluff", 1],
    "kind of a prototype": ["constructor", 1],
    "kind in bytes": [b"chat", "hi"],
    "kind in an array": [["chat"], "hi"],
    "chat, empty": ["chat", ""],
    "chat, too long": ["chat", "🂡" * 501],
    "chat with a space behind": ["chat", "hi "],
    "chat with a space before": ["chat", " hi"],
    "chat of two lines": ["chat", "hi\nho"],
    "chat with a C1 control": ["chat", "hi\x85ho"],
    "chat in bytes": ["chat", b"hi"],
    "chat of a number": ["chat", 7],
    "chat of nothing": ["chat", None],
    "field too many": ["nudge", ID, 0],
    "field too few": ["receipt", ID],
    "id too short": ["nudge", bytes(31)],
    "id as text": ["nudge", "0" * 32],
    "round too large": ["receipt", ID, LONG],
    "round below zero": ["receipt", ID, -1],
    "round that is true": ["receipt", ID, True],
    "seats, none": ["absent", ID, 0, []],
    "seats, descending": ["evict", ID, 0, [1, 0]],
    "seats, twice": ["evict", ID, 0, [1, 1]],
    "seat too high": ["absent", ID, 0, [16]],
    "seats in a map": ["absent", ID, 0, {"0": 1}],
    "epoch too early": ["epoch", 1, ID, [BOX], b""],
    "epoch with a box of another size": ["epoch", 2, ID, [bytes(79)], b""],
    "epoch with no boxes": ["epoch", 2, ID, [], b""],
    "epoch with too many boxes": ["epoch", 2, ID, [BOX] * 17, b""],
    "watch of another size": ["epoch", 2, ID, [BOX], bytes(81)],
    "refuse-epoch of a seat too high": ["refuse-epoch", 16],
    "takeback of none": ["assent", ID, "takeback 0"],
    "takeback of too many": ["assent", ID, "takeback 1000"],
    "takeback with a zero before": ["assent", ID, "takeback 01"],
    "proposal that is none": ["assent", ID, "resign"],
    "answer too long": ["answer", ID, 0, bytes(98305)],
    "checkpoint of another state": ["checkpoint", TURN, ID],
    "leave": ["leave"],
    "end too early": ["end", ID, ID],
    "hello of versions in no order": [
        *("hello", "Zoë", ID, bytes(64), ID, ID, 2, 1, "person"),
    ],
}
RAW = {
    "cut off": write_cbor(["chat", "hi"])[:-1],
    "a byte behind": write_cbor(["chat", "hi"]) + b"\0",
    "a string longer than the rest": b"\x82\x64chat\x65hi",
    "a number of eight bytes": b"\x83\x67receipt\x58\x20" + ID + b"\x1b" + bytes(8),
    "an array that is a map": b"\xa1\x64chat\x62hi",
    "an array that announces more": b"\x83\x64chat\x62hi",
    "an array that announces less": b"\x81\x64chat\x62hi",
    "a text": write_cbor("chat"),
    "nothing": b"",
}


def with_words(*words: bytes) -> bytes:
    """Return the game with these payloads before the end on which no entry builds."""
    file = good(GAME)
    at = last(file)
    end = Entry.kept(file.raws[at])
    before, added = end.previous, list[bytes]()
    for number, word in enumerate(words):
        entry = Entry.write(
            *(key_of(end.raw), end.table),
            sequence=end.sequence + number,
            previous=before,
            seen=(),
            payload=word,
        )
        before = entry.id
        added.append(entry.raw)
    moved = changed(end.raw, sequence=end.sequence + len(words), previous=before)
    raws = [*file.raws[:at], *added, moved, *file.raws[at + 1 :]]
    return file.with_entries(raws).data()


def taken(words: Mapping[str, bytes], folder: Path) -> dict[str, str]:
    """Return of each word the verdict that the program and the verifier agree on."""
    files = {what: with_words(word) for what, word in words.items()}
    for what, data in files.items():
        (folder / what).write_bytes(data)
    told = verdicts([folder / what for what in files])
    agreed = {what: judged(data).said for what, data in files.items()}
    assert [one.said for one in told] == [SAID[verdict] for verdict in agreed.values()]
    return agreed


def test_both_take_a_word_without_effect(tmp_path: Path) -> None:
    told = taken({what: write_cbor([*word]) for what, word in GOODS.items()}, tmp_path)
    assert told == dict.fromkeys(GOODS, COMPLETE)


def test_both_refuse_a_word_that_may_not_be(tmp_path: Path) -> None:
    words = {what: write_cbor([*word]) for what, word in BADS.items()} | RAW
    fair = dict.fromkeys(["leave"], SO_FAR)  # behind it the player's end is void
    assert taken(words, tmp_path) == dict.fromkeys(words, NOT_FAIR) | fair


@pytest.mark.parametrize(("number", "takes"), [(84, True), (87, False)])
def test_both_count_the_allowance_alike(
    number: int, takes: bool, tmp_path: Path
) -> None:
    data = with_words(*[write_cbor(["answer", ID, 0, bytes(98304)])] * number)
    path = tmp_path / "words.p2pgame"
    path.write_bytes(data)
    status, lines = verdict(path)
    assert (judged(data).reason is None, status == SIGNED) == (takes, takes)
    if not takes:
        assert lines[-1] == "refused the allowance of a player is wrong"
