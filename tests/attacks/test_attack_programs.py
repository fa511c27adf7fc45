"""What attacks real programs would find something if there were anything to find."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from .programs import another_user


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0,
    reason="it takes the superuser to be somebody else",
)
def test_another_user_is_told_to_get_at_what_is_open_and_at_nothing_else() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file, mode in (("open", 0o666), ("shown", 0o644), ("private", 0o600)):
            (folder / file).touch()
            (folder / file).chmod(mode)
        tried, done = another_user([folder], [os.getpid()])
    assert tried > len(done)
    assert done == [
        f"list {folder}",
        *(f"open {mode} {folder / 'open'}" for mode in ("rb", "r+b")),
        f"open rb {folder / 'shown'}",
    ]
