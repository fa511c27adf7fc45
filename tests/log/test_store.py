"""What was appended is on the disk, or the store says so and stops."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2pgame.log.errors import StoreError
from p2pgame.log.records import RECORD_LIMIT
from p2pgame.log.store import Store
from tests.log.stored import RECORDS, filled


def test_what_was_appended_is_there_when_it_is_opened_again(path: Path) -> None:
    filled(path)
    with Store.open(path) as store:
        assert store.records == RECORDS
        assert not store.in_doubt
        store.append(b"four")
    with Store.open(path) as store:
        assert store.records == (*RECORDS, b"four")


def test_a_new_log_is_empty(path: Path) -> None:
    with Store.create(path) as store:
        assert (store.records, store.in_doubt) == ((), False)
    with Store.open(path) as store:
        assert (store.records, store.in_doubt) == ((), False)


def test_a_log_is_not_created_over_another(path: Path) -> None:
    before = filled(path)
    with pytest.raises(StoreError, match="exists"):
        Store.create(path)
    assert path.read_bytes() == before


def test_a_missing_log_is_not_made_up(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    with pytest.raises(StoreError, match="No such file"):
        Store.open(path)


def test_a_closed_store_takes_nothing(path: Path) -> None:
    store = Store.create(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.append(b"late")
    with Store.open(path) as again:
        assert again.records == ()


@contextmanager
def _largest_file(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.attack(46)
@pytest.mark.parametrize("room", [0, 1, 27, 28, 100])
def test_a_full_disk_is_told_and_ends_the_store(path: Path, room: int) -> None:
    before = filled(path)
    store = Store.open(path)
    with (
        _largest_file(len(before) + room),
        pytest.raises(StoreError, match="cannot write the log: File too large"),
    ):
        store.append(bytes(100))
    assert path.stat().st_size == len(before) + room
    with pytest.raises(StoreError, match="open it again"):
        store.append(b"four")
    store.close()
    with Store.open(path) as store:
        assert store.records == RECORDS
        assert store.in_doubt == (room > 0)


@pytest.mark.attack(46)
def test_a_write_that_the_system_does_in_pieces_is_finished(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: whole_write(file, data[:7]))
    filled(path)
    monkeypatch.undo()
    with Store.open(path) as store:
        assert store.records == RECORDS


@pytest.mark.attack(46)
def test_a_failed_flush_ends_the_store(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After it nobody can say what is on the disk; trying again proves nothing."""
    store = Store.create(path)
    store.append(b"one")

    def fail(file: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(StoreError, match="Input/output error"):
        store.append(b"two")
    monkeypatch.undo()
    with pytest.raises(StoreError, match="open it again"):
        store.append(b"two")
    store.close()
    with Store.open(path) as store:
        assert store.records[0] == b"one"


def test_an_interrupted_append_ends_the_store(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.create(path)

    def interrupt(file: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        store.append(b"one")
    monkeypatch.undo()
    with pytest.raises(StoreError):
        store.append(b"two")
    store.close()


@pytest.fixture
def flushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the name of all that is flushed, in order."""
    names: list[str] = []
    flush = os.fsync

    def note(file: int) -> None:
        names.append(os.readlink(f"/proc/self/fd/{file}"))
        flush(file)

    monkeypatch.setattr(os, "fsync", note)
    return names


@pytest.mark.attack(47)
def test_a_new_log_and_its_names_are_flushed_before_it_is_used(
    path: Path, flushed: list[str]
) -> None:
    with Store.create(path) as store:
        assert flushed == [str(path), str(path.parent), str(path.parent.parent)]
        store.append(b"one")
        assert flushed[3:] == [str(path)]


@pytest.mark.attack(47)
def test_an_opened_log_and_its_name_are_flushed_before_it_is_used(
    path: Path, flushed: list[str]
) -> None:
    whole = filled(path)
    flushed.clear()
    with Store.open(path):
        assert flushed == [str(path), str(path.parent), str(path.parent.parent)]
    for torn in (len(whole) - 1, 3):
        path.write_bytes(whole[:torn])
        flushed.clear()
        with Store.open(path):
            assert str(path if torn == 3 else path.with_name("log.new")) in flushed
            assert flushed[-2:] == [str(path.parent), str(path.parent.parent)]


def test_a_record_that_is_too_long_is_refused_and_changes_nothing(path: Path) -> None:
    with Store.create(path) as store:
        with pytest.raises(ValueError):
            store.append(bytes(RECORD_LIMIT + 1))
        store.append(b"one")
    with Store.open(path) as store:
        assert store.records == (b"one",)


def test_a_record_is_read_back_from_its_place(path: Path) -> None:
    filled(path)
    with Store.open(path) as store:
        taken = store.take()
        assert tuple(record for _, record in taken) == RECORDS
        assert store.records == ()
        long = bytes(range(256)) * 100
        more = [store.append(long), store.append(b"")]
        assert [store.read(place) for place, _ in taken] == [*RECORDS]
        assert [store.read(place) for place in more] == [long, b""]
    with Store.open(path) as store:
        assert [place for place, _ in store.take()] == [p for p, _ in taken] + more


def test_a_place_outlives_the_settling_of_a_doubt(path: Path) -> None:
    filled(path)
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.chmod(0o600)
    copy.replace(path)
    with Store.open(path) as store:
        assert store.in_doubt
        place = store.append(b"four")
        store.settle()
        assert store.read(place) == b"four"
        assert [store.read(at) for at, _ in store.take()] == [*RECORDS]
        assert store.append(b"five") > place
    with Store.open(path) as store:
        assert store.records == (*RECORDS, b"four", b"five")


def test_what_was_changed_under_a_running_program_is_no_record(path: Path) -> None:
    filled(path)
    with Store.open(path) as store:
        (_, (place, _), _) = store.take()
        data = bytearray(path.read_bytes())
        data[data.index(b"two")] ^= 1
        path.write_bytes(data)
        with pytest.raises(StoreError, match="damaged meanwhile"):
            store.read(place)
