"""Two friends at one table, each in a language of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from p2pgame.cli.text.cards import symbols
from p2pgame.client.events import Begun, Ended, Happened
from p2pgame.client.transcripts.replaying import replay
from p2pgame.client.words import say
from p2pgame.engine import Message
from tests.children import WITHIN, line_with, lines_from
from tests.cli.processes import Guests
from tests.forked import ROOT

#: What both type: whoever may not raise or call is refused, and types the next line.
TYPED = "raise 20\ncall\ncheck\ncheck\ncheck\nshow\nshow\n"
#: How the hand goes for Anna's program, which speaks German, until the cards are shown.
GERMAN = """\
der Button beginnt bei {button}
{button} zahlt den Small Blind: 5
{other} zahlt den Big Blind: 10
52 Karten gemischt von 2 Personen, jeder Beweis geprüft
4 Karten gegeben
Dein Blatt: * *
{button} erhöht auf 20
{other} callt 10
Flop: * * *
{other} checkt
{button} checkt
Turn: *
{other} checkt
{button} checkt
River: *
{other} checkt
{button} checkt
"""
CARD = re.compile(r"\b(?:10|[2-9TJQKA])(?:[cdhs]\b|[♣♦♥♠])")


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    started = Guests(tmp_path)
    yield started
    started.close()


def in_order(lines: Iterable[str], shown: str) -> None:
    """Check that these lines are in what is shown, one after the other."""
    rest = shown
    for line in lines:
        before, found, rest = rest.partition(line)
        assert found, f"no {line!r} in {before}"


def told(transcript: Path) -> list[Message]:
    """Return the messages of a game, from its opening to its end."""
    said: list[Message] = []
    for event in replay(transcript):
        match event:
            case Begun(message=message) | Ended(message=message):
                said.append(message)
            case Happened(messages):
                said += messages
    return said


def test_two_programs_tell_one_hand_in_two_languages(guests: Guests) -> None:
    here = ("--listen", "127.0.0.1:0", "--no-relay", "--transcript", "game.p2pgame")
    host = guests.start(
        *("--lang", "de", "host", "holdem", "-o", "hands=1", "--name", "Anna"), *here
    )
    (invite,) = re.findall(r"P2PGAME:\S+", line_with("P2PGAME:", host))
    guest = guests.start("join", invite, "--name", "Ben")
    for program in (host, guest):
        assert program.stdin is not None
        program.stdin.write(TYPED)
        program.stdin.flush()
    german, english = ("".join(lines_from(program)) for program in (host, guest))
    found = re.search("der Button beginnt bei (.*)", german)
    assert found, german
    button = found[1]
    names = {"button": button, "other": "Ben" if button == "Anna" else "Anna"}
    in_order(GERMAN.format(**names).splitlines(), CARD.sub("*", german))
    assert f"the button starts with {button}" in english
    messages = told(guests.folder / "game.p2pgame")
    assert [message.id for message in messages][:2] == ["opening", "holdem-button"]
    for shown, language in ((german, "de"), (english, "en")):
        said = (say(one, ("Anna", "Ben"), language=language) for one in messages)
        in_order(map(symbols, filter(None, said)), shown)
    assert "raises" not in german
    assert "erhöht" not in english


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        ((), {"LANG": "de_DE.UTF-8"}, "lässt sich nicht lesen"),
        ((), {"LANG": "C"}, "can't be read"),
        ((), {"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "can't be read"),
        ((), {"LANG": "C", "P2PGAME_LANG": "de"}, "lässt sich nicht lesen"),
        (("--lang", "en"), {"LANG": "de_DE.UTF-8"}, "can't be read"),
        (("--lang", "de"), {"P2PGAME_LANG": "en"}, "lässt sich nicht lesen"),
        (("--lang", "../de"), {}, "there is no language '../de', but: de, en"),
    ],
)
def test_a_program_speaks_as_it_is_told_to(
    tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str], told: str
) -> None:
    names = ("P2PGAME_LANG", "LANG", "LC_ALL", "LC_MESSAGES")
    bare = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-m",
            "p2pgame",
            *arguments,
            "verify",
            "nothing.p2pgame",
        ],
        cwd=tmp_path,
        env={**bare, **environment, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=WITHIN,
    )
    assert told in done.stderr
    assert done.returncode == 2
