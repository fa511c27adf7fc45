"""A player's folder in which another user of the machine can write is not used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .test_commands import run

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid"), reason="there are no such modes"
)

NOBODY = 65534


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    return home


def refused(cwd: Path, command: str) -> str:
    """Return why a command does not begin: a sentence, and no traceback."""
    done = run(*command.split(), cwd=cwd)
    assert done.returncode == 2, done
    (line,) = (one for one in done.stderr.splitlines() if one.startswith("Error: "))
    assert "Traceback" not in done.stderr
    return line


@pytest.mark.attack(65)
@pytest.mark.parametrize("command", ["play kuhn", "tables", "settings"])
def test_a_folder_in_which_others_write_is_not_used(home: Path, command: str) -> None:
    home.chmod(0o777)
    assert f"can write in the player's folder {home}" in refused(home.parent, command)
    assert not [*home.iterdir()]


@pytest.mark.attack(65)
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0,
    reason="it takes the superuser to be somebody else",
)
def test_a_folder_of_another_user_is_not_used(home: Path) -> None:
    os.chown(home, NOBODY, NOBODY)
    said = refused(home.parent, "tables")
    assert f"{home} belongs to another user of this machine (number {NOBODY})" in said
    assert not [*home.iterdir()]
