"""Going on from our own disk: what is believed, what is checked, what is one record."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.games.goofspiel import Goofspiel
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry, InvalidEntry, Store
from p2pgame.session.entries import bundles, payloads
from p2pgame.session.entries.bundles import bundle, unbundle
from p2pgame.session.entries.notes import Note
from p2pgame.session.entries.payloads import Answer
from tests.session.peers import Hall, peer
from tests.session.tables import Net, me


def kept(folder: Path, raws: list[bytes]) -> None:
    with Store.create(folder / "seat1" / "log") as store:
        for record in bundle(raws):
            store.append(record)


def played() -> list[bytes]:
    """Return all entries of one whole game, in causal order."""
    net = Net(TicTacToe(), 2)
    net.play()
    return [*net.tables[0].history.missing([])]


async def test_a_game_comes_back_from_one_record(tmp_path: Path) -> None:
    raws = played()
    kept(tmp_path, raws)
    back = peer(TicTacToe(), 1, 2, tmp_path)
    await back.start()
    assert back.table.complete
    assert len(back.table.entries) == len(raws)
    back.close()
    with Store.open(tmp_path / "seat1" / "log") as store:
        assert len(store.records) == 1  # nothing was kept a second time


async def test_what_our_own_disk_holds_was_verified_before_unless_it_is_in_doubt(
    tmp_path: Path,
) -> None:
    raws = played()
    last = raws[-1]
    kept(tmp_path, [*raws[:-1], last[:-1] + bytes([last[-1] ^ 1])])
    back = peer(TicTacToe(), 1, 2, tmp_path)
    await back.start()
    assert len(back.table.entries) == len(raws)
    back.close()
    shutil.copytree(tmp_path / "seat1", tmp_path / "copy" / "seat1")
    (tmp_path / "copy" / "seat1").chmod(0o700)
    copied = peer(TicTacToe(), 1, 2, tmp_path / "copy")
    with pytest.raises(InvalidEntry):
        await copied.start()
    copied.close()


@given(st.lists(st.binary(min_size=1, max_size=60_000).map(b"\x82\x58".__add__)))
def test_bundles_hold_what_was_put_in_and_are_not_too_big(raws: list[bytes]) -> None:
    records = [*bundle(raws)]
    assert [*unbundle(records)] == raws
    for record in records:
        assert record in raws or len(record) <= bundles.BUNDLE_BYTES + 4096


def test_a_bundle_is_bounded_in_number_too() -> None:
    raws = [b"\x82\x58" + number.to_bytes(2) for number in range(600)]
    records = [*bundle(raws)]
    assert len(records) == 3
    assert [*unbundle(records)] == raws


def test_a_note_among_entries_stays_a_note() -> None:
    note = Note(bytes(32), "e4").encode()
    assert [*unbundle([note, *bundle([b"\x82\x58a", b"\x82\x58b"]), note])] == [
        note,
        b"\x82\x58a",
        b"\x82\x58b",
        note,
    ]


async def test_the_move_behind_a_seal_is_in_the_log_before_the_seal(
    tmp_path: Path,
) -> None:
    """Of few moves the one that was sealed could be found again, of many not."""
    game = Goofspiel()
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, [peer(game, seat, 2, tmp_path) for seat in range(2)])
        await hall.start()
        hall.join(0, 1)
        await hall.finished()
        nursery.cancel_scope.cancel()
    for seat, one in enumerate(hall.peers):
        one.close()
        noted, answered = set[bytes](), set[bytes]()
        with Store.open(tmp_path / f"seat{seat}" / "log") as store:
            for record in unbundle(store.records):
                note = Note.read(record)
                if note is not None:
                    assert note.turn not in answered
                    noted.add(note.turn)
                    continue
                entry = Entry.read(record)
                said = payloads.decode(entry.payload)
                if entry.author == me(seat).key.public and isinstance(said, Answer):
                    answered.add(said.turn)
        assert len(noted) >= 12
