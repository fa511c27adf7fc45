"""How the program starts: which files it runs, and which modules it imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_commands import run

HOSTILE = """\
from pathlib import Path
with (Path({folder!r}) / "ran").open("a") as ran:
    ran.write(__file__)
raise SystemExit(7)
"""
NAMES = ("cli", "games", "p2pgame", "protocols", "trio", "click", "random")


@pytest.mark.parametrize("arguments", [(), ("--bots", "1")])
def test_files_of_the_current_folder_are_never_run(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    for name in NAMES:
        text = HOSTILE.format(folder=str(tmp_path))
        (tmp_path / f"{name}.py").write_text(text)
    done = run("play", "kuhn", *arguments, cwd=tmp_path)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert done.returncode == 0, done.stderr
