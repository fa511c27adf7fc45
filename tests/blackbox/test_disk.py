"""The witness of what is on the disks sees what it is there to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pgame.log import AuthorKey, History, Store, encode
from tests.blackbox.disk import Witness, records_of
from tests.wire_values import Malformed

TABLE = b"T" * 32
KEY = AuthorKey(b"k" * 32)


def said(*payloads: bytes) -> list[bytes]:
    """Return entries of one author, one after the other."""
    history = History(TABLE)
    history.may_join = history.may_append = lambda entry: True
    raws = []
    for payload in payloads:
        entry = history.write(KEY, payload)
        history.receive(entry)
        raws.append(entry.raw)
    return raws


def store(home: Path, *records: bytes) -> Path:
    folder = home / "tables" / "table" / "seat"
    folder.mkdir(mode=0o700, parents=True)
    with Store.create(folder / "log") as log:
        for record in records:
            log.append(record)
    return folder / "log"


def test_it_reads_what_the_program_writes(tmp_path: Path) -> None:
    data = store(tmp_path, b"one", b"", b"three").read_bytes()
    assert records_of(data) == [b"one", b"", b"three"]
    whole = {len(records_of(data[:end])) for end in range(len(data) + 1)}
    assert whole == {0, 1, 2, 3}


def test_a_changed_byte_is_damage_or_half_a_record(tmp_path: Path) -> None:
    data = store(tmp_path, b"one", b"two").read_bytes()
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        try:
            assert len(records_of(changed)) < 2
        except Malformed:
            continue


def test_a_record_that_is_gone_is_seen() -> None:
    hello, move, end = said(b"hello", b"move", b"end")
    witness = Witness()
    witness.note("Ann", [hello, move])
    witness.note("Ann", [hello, move, end])
    assert witness.wrongs == []
    witness.note("Ann", [hello, end])
    assert witness.wrongs == ["Ann has lost 1 records"]


@pytest.mark.attack(1)
def test_two_bodies_in_one_place_are_seen_on_whosever_disks() -> None:
    (hello, one), (_, other) = said(b"hello", b"one"), said(b"hello", b"other")
    witness = Witness()
    witness.note("Ann", [hello, one])
    witness.note("Ben", [hello, other])
    assert witness.wrongs == ["two bodies of one author at 1"]


def test_what_nobody_else_has_had_is_not_held_against_a_backup() -> None:
    (hello, one), (_, other) = said(b"hello", b"one"), said(b"hello", b"other")
    witness = Witness()
    witness.note("Ann", [hello, one])
    witness.note("Ben", [hello])
    witness.forget("Ann")
    witness.note("Ann", [hello, other])
    assert witness.wrongs == []
    witness.note("Ben", [hello, other])
    witness.forget("Ann")
    witness.note("Ann", [hello, one])
    assert witness.wrongs == ["two bodies of one author at 1"]


def test_what_is_bundled_counts_and_notes_do_not() -> None:
    hello, one = said(b"hello", b"one")
    witness = Witness()
    witness.note("Ann", [encode(["p2pgame bundle", [hello, one]])])
    witness.note("Ann", [*witness._seen["Ann"], encode(["p2pgame note", b"", "e2"])])
    assert len(witness.entries) == 2
    assert witness.wrongs == []
    witness.note("Ben", [b"nothing"])
    assert witness.wrongs == ["Ben keeps a record that is nothing"]
