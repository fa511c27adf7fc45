"""A file is on the disk whole or not at all, and replaces another only if asked to."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2pgame.log.durable import create_file, create_once, replace_file, sync_folder

CREATORS = [create_file, create_once]
WRITERS = [replace_file, create_file, create_once]
Write = Callable[[Path, bytes], None]


@contextmanager
def failing(
    monkeypatch: pytest.MonkeyPatch, call: str, after: int = 0
) -> Iterator[None]:
    """Let a system call fail as on a full disk, after ``after`` successes."""
    real, left = getattr(os, call), [after]

    def fail(*args: object) -> object:
        if not left[0]:
            raise OSError(28, "No space left on device")
        left[0] -= 1
        return real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        yield


@pytest.mark.parametrize("write", WRITERS)
def test_a_file_is_written_whole_and_nothing_else_is_left(
    write: Write, tmp_path: Path
) -> None:
    data = os.urandom(300_000)
    write(tmp_path / "file", data)
    assert (tmp_path / "file").read_bytes() == data
    assert os.listdir(tmp_path) == ["file"]


def test_an_older_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, b"old, and longer")
    replace_file(path, b"new", 0o600)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("write", CREATORS)
def test_an_existing_file_is_not_replaced(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"first")
    with pytest.raises(FileExistsError):
        write(path, b"second")
    assert path.read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("write", CREATORS)
def test_a_dangling_link_is_not_followed(write: Write, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        write(tmp_path / "link", b"secret")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("write", CREATORS)
def test_a_created_file_is_its_owners_only(write: Write, tmp_path: Path) -> None:
    write(tmp_path / "file", b"secret")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


@pytest.mark.parametrize("write", WRITERS)
def test_a_failed_write_leaves_no_part_of_a_file(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with failing(monkeypatch, "fsync"), pytest.raises(OSError, match="No space"):
        write(tmp_path / "file", b"data")
    assert os.listdir(tmp_path) == []


def test_a_failed_replacement_keeps_the_older_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    replace_file(path, b"old")
    for call in ("fsync", "replace"):
        with failing(monkeypatch, call), pytest.raises(OSError, match="No space"):
            replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("write", WRITERS)
def test_data_is_on_the_disk_before_the_name_and_the_name_before_the_return(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def note(name: str) -> None:
        real = getattr(os, name)

        def call(*args: int | Path) -> object:
            is_file = name == "fsync" and stat.S_ISREG(os.fstat(int(args[0])).st_mode)  # type: ignore[arg-type]
            done.append("data" if is_file else "folder" if name == "fsync" else "name")
            return real(*args)

        monkeypatch.setattr(os, name, call)

    for name in ("fsync", "replace", "link"):
        note(name)
    write(tmp_path / "file", b"data")
    named = [] if write is create_once else ["name"]
    assert done == ["data", *named, "folder"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "missing")
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        sync_folder(tmp_path / "file")
