"""A language is a set of files: with a third one nothing is said in the other two."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgame.games.registry import GAMES
from tests import third_language
from tests.sources import ROOT
from tests.third_language import TAG, accented, unaccented

#: The names of games, which stand beside titles that are unlike them; and the parts of
#: the one word that is broken at the end of a line.
ANYWHERE = {*unaccented(" ".join(GAMES)), "pati", "ence"}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return third_language.write(tmp_path_factory.mktemp("third language"))


def said(program: Path, home: Path, language: str) -> dict[str, str]:
    """Return what command lines say, by line."""
    home.mkdir(exist_ok=True)
    own = {"P2PGAME_HOME": str(home), "P2PGAME_LANG": language, "P2PGAME_RELAY": ""}
    done = subprocess.run(
        [sys.executable, "-P", str(ROOT / "tests/text/all_said.py")],
        cwd=home,
        env={**os.environ, **own, "PYTHONPATH": str(program), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_a_third_language_is_files_alone_and_leaves_nothing_to_the_others(
    program: Path, tmp_path: Path
) -> None:
    """What is typed is the same in all; anything else would be from no catalogue."""
    third, german, english = (
        said(program, tmp_path / "home", one) for one in (TAG, "de", "en")
    )
    assert len(third) > 100
    for line, text in third.items():
        typed = unaccented(german[line]) & unaccented(english[line])
        assert unaccented(text) - typed - ANYWHERE == set(), f"p2pgame {line}"


def test_what_is_typed_has_no_accents() -> None:
    assert accented("Nimm p2pgame play und --lang de") == (
        "Nímm p2pgame play únd --lang dé~~~~~~~~~"
    )
    assert unaccented(accented("Nimm FILE")) == set()
    assert unaccented("Nímm it") == {"it"}
