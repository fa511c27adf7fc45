"""What was appended is on the disk, or the store says so and stops."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2pgame.log.disk import Machine
from p2pgame.log.errors import StoreError
from p2pgame.log.records import RECORD_LIMIT
from p2pgame.log.store import Store

RECORDS = (b"one", b"two" * 50, b"three")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table" / "log"


def _filled(path: Path) -> bytes:
    """Write the three records; return the bytes of the file."""
    with Store.create(path) as store:
        for record in RECORDS:
            store.append(record)
    return path.read_bytes()


def test_what_was_appended_is_there_when_it_is_opened_again(path: Path) -> None:
    _filled(path)
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
    before = _filled(path)
    with pytest.raises(StoreError, match="exists"):
        Store.create(path)
    assert path.read_bytes() == before


def test_a_missing_log_is_not_made_up(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    with pytest.raises(StoreError, match="No such file"):
        Store.open(path)


@pytest.mark.attack(44)
def test_every_prefix_of_a_log_opens_and_can_be_continued(path: Path) -> None:
    whole = _filled(path)
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
    whole = _filled(path)
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
    whole = _filled(path)
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
    damaged = bytearray(_filled(path))
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
    damaged = bytearray(_filled(path))
    damaged[20] ^= 1
    path.write_bytes(damaged)
    with Store.open(path) as store:
        assert store.records == ()
        assert store.in_doubt


@pytest.mark.attack(41)
def test_a_log_put_back_from_a_backup_is_in_doubt_until_it_is_settled(
    path: Path,
) -> None:
    _filled(path)
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
    _filled(path)
    os.utime(path, (10**9, 10**9))
    with Store.open(path) as store:
        assert store.in_doubt


def test_another_file_is_not_touched(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    path.write_bytes(b"my diary")
    path.chmod(0o600)
    with pytest.raises(StoreError, match="not a log"):
        Store.open(path)
    assert path.read_bytes() == b"my diary"
    assert not path.with_name("log.damaged").exists()


@pytest.mark.attack(48)
def test_a_second_opener_is_refused_and_told_why(path: Path) -> None:
    with Store.create(path) as store:
        for opener in (Store.open, Store.create):
            with pytest.raises(StoreError, match="another program is using"):
                opener(path)
        store.append(b"one")
    with Store.open(path) as store:
        assert store.records == (b"one",)


@pytest.mark.attack(48)
def test_reading_the_file_elsewhere_does_not_free_the_lock(path: Path) -> None:
    """As it would with a lock that belongs to the process."""
    with Store.create(path):
        path.read_bytes()
        path.with_name("log.lock").read_bytes()
        with pytest.raises(StoreError):
            Store.open(path)


def test_an_opener_that_is_refused_or_mends_leaves_nothing_open(path: Path) -> None:
    def open_in_vain() -> int:
        for opener in (Store.open, Store.create):
            with pytest.raises(StoreError):
                opener(path)
        return len(os.listdir("/proc/self/fd"))

    before = len(os.listdir("/proc/self/fd"))
    damaged = bytearray(_filled(path))
    with Store.open(path):
        held = len(os.listdir("/proc/self/fd"))
        assert open_in_vain() == held
    damaged[90] ^= 1
    path.write_bytes(damaged)
    Store.open(path).close()
    path.write_bytes(b"my diary")
    assert open_in_vain() == before


@pytest.mark.attack(42)
@pytest.mark.attack(48)
def test_killing_the_owner_frees_the_log_and_keeps_what_it_appended(
    path: Path,
) -> None:
    program = (
        "import sys, pathlib; from p2pgame.log.store import Store; "
        "store = Store.create(pathlib.Path(sys.argv[1])); store.append(b'one'); "
        "print('ready', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"ready\n"
        with pytest.raises(StoreError, match="another program"):
            Store.open(path)
        owner.send_signal(signal.SIGKILL)
        owner.wait()
    with Store.open(path) as store:
        assert store.records == (b"one",)


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
    before = _filled(path)
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
    _filled(path)
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
    whole = _filled(path)
    flushed.clear()
    with Store.open(path):
        assert flushed == [str(path), str(path.parent), str(path.parent.parent)]
    for torn in (len(whole) - 1, 3):
        path.write_bytes(whole[:torn])
        flushed.clear()
        with Store.open(path):
            assert str(path if torn == 3 else path.with_name("log.new")) in flushed
            assert flushed[-2:] == [str(path.parent), str(path.parent.parent)]


@pytest.mark.attack(65)
def test_only_its_user_can_read_it(path: Path) -> None:
    old = os.umask(0)
    try:
        _filled(path)
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.with_name("log.lock").stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_strict_umask_does_not_lock_us_out(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    old = os.umask(0o777)
    try:
        Store.create(path).close()
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.attack(65)
def test_a_place_that_others_can_look_into_is_refused(path: Path) -> None:
    _filled(path)
    path.parent.chmod(0o750)
    for opener in (Store.open, Store.create):
        with pytest.raises(StoreError, match="chmod it to 700"):
            opener(path)
    path.parent.chmod(0o700)
    path.chmod(0o640)
    with pytest.raises(StoreError, match="chmod it to 600"):
        Store.open(path)


@pytest.mark.attack(51)
def test_a_link_in_its_place_is_not_followed(path: Path, tmp_path: Path) -> None:
    _filled(tmp_path / "other" / "log")
    path.parent.mkdir(mode=0o700)
    path.symlink_to(tmp_path / "other" / "log")
    with pytest.raises(StoreError):
        Store.open(path)
    with pytest.raises(StoreError):
        Store.create(path)


@pytest.mark.parametrize("kind", ["directory", "pipe"])
def test_what_is_no_file_is_refused(path: Path, kind: str) -> None:
    path.parent.mkdir(mode=0o700)
    if kind == "directory":
        path.mkdir(mode=0o700)
    else:
        os.mkfifo(path, 0o600)
    with pytest.raises(StoreError):
        Store.open(path)


def test_the_files_are_not_handed_to_other_programs(path: Path) -> None:
    with Store.create(path):
        inherited = {}
        for file in Path("/proc/self/fd").iterdir():
            if file.exists() and file.readlink().parent == path.parent:
                inherited[file.readlink().name] = os.get_inheritable(int(file.name))
    assert inherited == {"log": False, "log.lock": False}


def test_a_record_that_is_too_long_is_refused_and_changes_nothing(path: Path) -> None:
    with Store.create(path) as store:
        with pytest.raises(ValueError):
            store.append(bytes(RECORD_LIMIT + 1))
        store.append(b"one")
    with Store.open(path) as store:
        assert store.records == (b"one",)
