"""Each game of cards, dice and secrets at a real table, every seat a process."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pgame.client.words import say, title_of
from tests.cli.test_commands import run

SHORT = [
    ("battleship", ["-o", "size=4", "-o", "ships=2 1"]),
    ("crazy-eights", ["-o", "plays=6"]),
    ("liars-dice", ["-o", "dice=1"]),
    ("goofspiel", ["-o", "cards=4"]),
    ("rps", ["-o", "rounds=1"]),
    ("hearts", ["-o", "goal=1"]),
    ("spades", ["-o", "goal=1", "-o", "floor=-1"]),
]


@pytest.mark.parametrize(("game", "arguments"), SHORT, ids=[name for name, _ in SHORT])
def test_programs_play_to_a_verified_end(
    game: str, arguments: list[str], tmp_path: Path
) -> None:
    done = run("play", game, *arguments, "--transcript", "game", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f" played {say(title_of(game))}, " in done.stdout
    assert "every signature, proof and rule checked." in done.stdout
