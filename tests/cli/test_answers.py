"""A yes is understood in English, and in the language that the program speaks."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from p2pgame.cli.commands.confirming import confirm
from p2pgame.cli.text.answers import meaning
from p2pgame.client.words import speak


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    speak("en")


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("en", "y", True),
        ("en", " YES ", True),
        ("en", "No", False),
        ("en", "ja", None),
        ("en", "", None),
        ("de", "j", True),
        ("de", "Ja", True),
        ("de", "yes", True),
        ("de", "nein", False),
        ("de", "n", False),
        ("de", "vielleicht", None),
    ],
)
def test_yes_and_no_are_understood(
    language: str, line: str, answer: bool | None
) -> None:
    speak(language)
    assert meaning(line) is answer


@pytest.mark.parametrize(
    ("typed", "stops"), [("ja\n", False), ("\n", True), ("", True)]
)
def test_only_a_yes_confirms(typed: str, stops: bool) -> None:
    @click.command()
    def ask() -> None:
        confirm("forget-table")
        click.echo("done")

    speak("de")
    done = CliRunner().invoke(ask, input=typed)
    assert ("done" in done.output) is not stops
    assert "Vergessen? [j/N]" in done.output
    assert done.exit_code == stops


def test_what_is_no_answer_is_asked_again() -> None:
    @click.command()
    def ask() -> None:
        confirm("forget-table")

    done = CliRunner().invoke(ask, input="perhaps\ny\n")
    assert done.output.count("Forget it? [y/N]") == 2
    assert done.exit_code == 0
