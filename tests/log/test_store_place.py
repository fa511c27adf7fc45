"""A log is one program's at a time and one user's, and no other file is touched."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgame.log.errors import StoreError
from p2pgame.log.store import Store
from tests.children import next_line
from tests.log.stored import filled


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
    damaged = bytearray(filled(path))
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
        assert next_line(owner) == b"ready\n"
        with pytest.raises(StoreError, match="another program"):
            Store.open(path)
        owner.send_signal(signal.SIGKILL)
        owner.wait()
    with Store.open(path) as store:
        assert store.records == (b"one",)


@pytest.mark.attack(65)
def test_only_its_user_can_read_it(path: Path) -> None:
    old = os.umask(0)
    try:
        filled(path)
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
    filled(path)
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
    filled(tmp_path / "other" / "log")
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
