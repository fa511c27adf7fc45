"""A transcript is shown in the language that is spoken, tables and all."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.client.events import Happened
from p2pgame.client.transcripts.replaying import replay
from p2pgame.client.words import speak
from tests.archiving import ARCHIVE

GAMES = ("battleship", "checkers", "flow", "hearts", "holdem", "liars-dice")
WORD = re.compile(r"\b[a-z]{3,}\b")


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    yield
    speak("en")


def english_lines(text: str) -> Iterator[str]:
    """Yield the lines of a table in words, as the rules write them, that have words."""
    for line in text.splitlines():
        if len(WORD.findall(re.sub(r"\bplayer \d", "", line))) > 1:
            yield re.sub(r"\s+", " ", line.strip())


@pytest.mark.parametrize("game", GAMES)
def test_no_table_in_english_words_is_shown_in_german(game: str) -> None:
    file = ARCHIVE / f"{game}-1-masked.p2pgame"
    done = CliRunner().invoke(main, ["--lang", "de", "show", str(file)])
    assert done.exit_code == 0
    shown = re.sub(r"\s+", " ", done.output)
    speak("en")
    views = [one.view for one in replay(file) if isinstance(one, Happened)]
    assert views
    for view in views:
        assert not [line for line in english_lines(view.text) if line in shown]
    assert "Das Spiel ist aus" in shown


def test_a_screen_reader_is_told_the_table_in_sentences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("P2PGAME_PLAIN", "1")
    file = str(ARCHIVE / "tictactoe-1-masked.p2pgame")
    told = CliRunner().invoke(main, ["--lang", "de", "show", file]).output
    assert "Am Zug ist player 1." in told
    monkeypatch.setenv("P2PGAME_PLAIN", "")
    drawn = CliRunner().invoke(main, ["--lang", "de", "show", file]).output
    assert "│" in drawn
    assert "│" not in told
