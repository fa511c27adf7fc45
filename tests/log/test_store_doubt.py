"""A log that was cut, damaged or put back is in doubt, and what is left goes on."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from p2pgame.log.disk import Machine
from p2pgame.log.errors import StoreError
from p2pgame.log.store import Store
from tests.log.stored import RECORDS, filled


@pytest.mark.attack(44)
def test_every_prefix_of_a_log_opens_and_can_be_continued(path: Path) -> None:
    whole = filled(path)
    seen = set()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with Store.open(path) as store:
            count = len(store.records)
            assert store.records == RECORDS[:count]
            kept = store.records
            store.append(b"next")
        with Store.open(path) as store:
            assert store.records == (*kept, b"next")
            assert not path.with_name("log.damaged").exists()
        seen.add(count)
    assert seen == {0, 1, 2}


@pytest.mark.attack(44)
def test_after_a_cut_a_log_is_in_doubt_until_it_is_settled(path: Path) -> None:
    whole = filled(path)
    path.write_bytes(whole[:-1])
    for _ in range(2):  # a run that ends before it has asked changes nothing
        with Store.open(path) as store:
            assert store.records == RECORDS[:2]
            assert store.in_doubt
    with Store.open(path) as store:
        store.settle()
    with Store.open(path) as store:
        assert not store.in_doubt


@pytest.mark.attack(45)
def test_a_flipped_byte_never_passes_unnoticed(path: Path) -> None:
    whole = filled(path)
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 0x10
        path.write_bytes(flipped)
        try:
            with Store.open(path) as store:
                assert {*store.records} < {*RECORDS}
                assert store.in_doubt
        except StoreError:
            assert path.read_bytes() == flipped


@pytest.mark.attack(45)
def test_of_a_damaged_log_a_copy_is_kept_and_the_rest_goes_on_in_doubt(
    path: Path,
) -> None:
    damaged = bytearray(filled(path))
    damaged[damaged.index(RECORDS[1])] ^= 1
    path.write_bytes(damaged)
    copy = path.with_name("log.damaged")
    for _ in range(2):  # a second run is no wiser than the first
        with Store.open(path) as store:
            assert store.records == (RECORDS[0], RECORDS[2])
            assert store.in_doubt
    assert copy.read_bytes() == damaged
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_of_a_log_without_a_good_header_nothing_is_believed(path: Path) -> None:
    damaged = bytearray(filled(path))
    damaged[20] ^= 1
    path.write_bytes(damaged)
    with Store.open(path) as store:
        assert store.records == ()
        assert store.in_doubt


@pytest.mark.attack(41)
def test_a_log_put_back_from_a_backup_is_in_doubt_until_it_is_settled(
    path: Path,
) -> None:
    filled(path)
    backup = path.with_name("backup")
    shutil.copy2(path, backup)
    with Store.open(path) as store:
        assert not store.in_doubt
        store.append(b"four")
    backup.rename(path)
    with Store.open(path) as store:
        assert store.in_doubt
        store.append(b"again")
    with Store.open(path) as store:
        assert store.in_doubt
        store.settle()
        store.append(b"five")
    with Store.open(path) as store:
        assert not store.in_doubt
        assert store.records == (*RECORDS, b"again", b"five")


class _Earlier(Machine):
    """A disk as it was some seconds ago."""

    def time(self) -> int:
        return super().time() - 3000


@pytest.mark.attack(41)
@pytest.mark.parametrize("records", [0, 1])
def test_a_log_that_was_written_over_since_our_last_word_is_in_doubt(
    path: Path, records: int
) -> None:
    """By a backup, with ``cp``: it is the same file then, and has both times anew."""
    with Store.create(path, _Earlier()) as store:
        for record in RECORDS[:records]:
            store.append(record)
    with Store.open(path) as store:
        assert store.records == RECORDS[:records]
        assert store.in_doubt
        store.settle()
    with Store.open(path) as store:
        assert not store.in_doubt


def test_times_that_were_put_back_make_a_log_doubtful(path: Path) -> None:
    filled(path)
    os.utime(path, (10**9, 10**9))
    with Store.open(path) as store:
        assert store.in_doubt
