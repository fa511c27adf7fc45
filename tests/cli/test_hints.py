"""Hints are given at a terminal level by level, in both languages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from tests.cli.test_terminal import Terminal


@pytest.mark.parametrize(
    ("language", "words", "said"),
    [
        (
            "en",
            ("hint", "hint more", "hint 3"),
            ("Hint 1 of 3: look at line", "Hint 2 of 3:", "Hint 3 of 3: the next"),
        ),
        (
            "de",
            ("tipp", "Tipp mehr", "tipp 3"),
            ("Tipp 1 von 3: sieh dir Linie", "Tipp 2 von 3:", "Tipp 3 von 3: der"),
        ),
    ],
)
def test_a_person_is_told_more_by_each_hint(
    language: str, words: tuple[str, ...], said: tuple[str, ...], tmp_path: Path
) -> None:
    game = ("--lang", language, "play", "flow", "--name", "Ann", "-o", "cover=false")
    table = Terminal(tmp_path, *game, "-o", "level=A.A/...")
    try:
        table.wait_for("1 A . A")
        for typed, answer in zip(words, said, strict=True):
            table.wait_for("> ")
            table.type(f"{typed}\n")
            table.wait_for(answer)
    finally:
        table.close()
