"""A relay's store is of no use to another user who comes to its folder before it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from p2pgame.relay.sqlite.file import File
from p2pgame.relay.store import StoreError
from tests.relay.stores import AGE, ROOM

NOBODY = 65534
#: The files of a store: what is behind its path.
BESIDE = ("", "-wal", "-shm", "-spare")


def opened(path: Path) -> File:
    return File(path, room=ROOM, size=None, clock=lambda: AGE)


@pytest.mark.attack(65)
@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("planted", ["file", "link"])
def test_a_file_that_another_user_has_put_there_is_not_written_to(
    tmp_path: Path, planted: str, beside: str
) -> None:
    """It was: its owner read the store, and a link overwrote what it led to."""
    if not hasattr(os, "geteuid") or os.geteuid():
        pytest.skip("it takes the superuser to be somebody else")
    path, theirs = tmp_path / f"db{beside}", tmp_path / "theirs"
    if planted == "link":
        path.symlink_to(theirs)
    else:
        path.touch(0o600)
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    if beside == "-spare":  # it is given up to open the file
        file = opened(tmp_path / "db")
        file.disk.keep_spare()
        file.close()
    else:
        with pytest.raises(StoreError, match="is another user's"):
            opened(tmp_path / "db")
    assert not theirs.exists()


@pytest.mark.attack(65)
@pytest.mark.skipif(os.name == "nt", reason="there are no such modes")
def test_a_store_is_private_whatever_the_mask_and_also_as_a_copy(
    tmp_path: Path,
) -> None:
    before = os.umask(0)
    try:
        opened(tmp_path / "db").close()
    finally:
        os.umask(before)
    (tmp_path / "copy").write_bytes((tmp_path / "db").read_bytes())
    (tmp_path / "copy").chmod(0o644)
    opened(tmp_path / "copy").close()
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
