"""What is typed at a table may be a word of one's own language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from p2pgame.cli.text import typed
from p2pgame.cli.text.aside_words import WORDS, word_of
from p2pgame.client.words import speak
from p2pgame.engine import Choose
from tests.cli.test_words_at_any_time import BEGUN, Table

#: Words that are the same in both languages, or in no language's.
ALIKE = {"plan", "?"}


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    speak("de")
    yield
    speak("en")


@pytest.mark.parametrize("word", sorted({one.name for one in WORDS} - ALIKE))
def test_each_word_at_a_table_has_one_in_german(word: str) -> None:
    ours = dict(typed._aliases())
    there = [one for one, english in ours.items() if english.split()[0] in word.split()]
    assert there
    for one in there:
        assert typed.in_english(one) == ours[one]
        assert typed.begins(one[:3])
        assert word_of(one) is None, f"{one} is another word in English"


def test_what_follows_a_word_stays_as_it_is_typed() -> None:
    assert typed.in_english("Sag Guten Abend") == "say Guten Abend"
    assert typed.in_english("tipp mehr") == "hint more"
    assert typed.in_english("ZURÜCKNEHMEN 2") == "takeback 2"
    assert typed.in_english("Letzte Runde") == "last round"
    assert typed.in_english("tippe") == "tippe"
    assert typed.in_english("raise 40") == "raise 40"


def test_english_has_no_words_beside_its_own() -> None:
    speak("en")
    assert typed.in_english("tipp") == "tipp"
    assert typed.ours("hint") == "hint"
    assert not typed.begins("tipp")


def test_a_german_word_is_taken_and_shown_beside_the_english_one() -> None:
    table = Table(replace(BEGUN, gives_hints=True), turn=Choose(0, ("bet", "check")))
    assert table.aside.takes("Regeln")
    assert table.aside.takes("rules")
    assert len(table.said) > 1
    assert any(
        line.startswith("  tipp, hint [more|N]")
        for line in table.aside.help.split("\n")
    )
    assert "regeln" in table.aside.words()


def test_a_move_of_that_name_comes_first() -> None:
    table = Table(turn=Choose(0, ("ende", "check")))
    assert not table.aside.takes("ende")
    assert table.quits == 0
    assert table.aside.takes("quit")
    assert table.quits == 1
