"""A language is a set of files: with a third one nothing is said in the other two."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests import third_language
from tests.children import WITHIN
from tests.sources import ROOT
from tests.third_language import TAG, accented, unaccented

#: What every command line may have: names of options, files and addresses, a word that
#: is broken at the end of a line, and what the test itself types.
ANYWHERE = {
    *("main", "help", "lang", "version", "docs", "client", "wire", "exit", "statuses"),
    *("policy", "example", "bashrc", "health", "ready", "metrics", "pati", "ence"),
    *("nothing", "chesss"),
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], set[str]]:
    """What command lines say in the third language, by line; and what is typed."""
    program = third_language.write(tmp_path_factory.mktemp("third language"))
    home = tmp_path_factory.mktemp("home")
    own = {"P2PGAME_HOME": str(home), "P2PGAME_LANG": TAG, "P2PGAME_RELAY": ""}
    done = subprocess.run(
        [sys.executable, "-P", str(ROOT / "tests/text/all_said.py")],
        cwd=home,
        env={**os.environ, **own, "PYTHONPATH": str(program), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
        timeout=WITHIN,
    )
    found = json.loads(done.stdout)
    return found["said"], unaccented(" ".join(found["typed"]).replace("_", " "))


def test_a_third_language_is_files_alone_and_leaves_nothing_to_the_others(
    said: tuple[dict[str, str], set[str]],
) -> None:
    """What is typed is the same in all; anything else is from no catalogue."""
    lines, typed = said
    assert len(lines) > 100
    left = {
        line: words
        for line, text in lines.items()
        if (words := unaccented(text.replace("_", " ")) - typed - ANYWHERE)
    }
    assert left == {}


def test_what_is_typed_has_no_accents() -> None:
    assert accented("Nimm p2pgame play und --lang de") == (
        "Nímm p2pgame play únd --lang dé~~~~~~~~~"
    )
    assert unaccented(accented("Nimm FILE")) == set()
    assert unaccented("Nímm it") == {"it"}
