"""Help and refusals of the command line are in the language that is spoken."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from p2pgame.cli.listed import COMMANDS, GROUPS
from p2pgame.cli.main import main
from p2pgame.client.game_rules import rules_of
from p2pgame.client.words import speak, translated
from p2pgame.games.registry import find

ROOT = Path(__file__).parents[2]
GERMAN = ROOT / "p2pgame/text/de/help.ftl"
#: What click says in every help, in English.
CLICKS = ("Usage:", "Options:", "[OPTIONS]", "Commands:", "Show this", "[default:")
#: Words that are no name, form or file.
WORD = re.compile(r"(?<![\w./\"-])[A-Z]?[a-z']+(?![\w\"/_-]|\.\w)")


@pytest.fixture(autouse=True)
def spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak English before and after."""
    speak("en")
    monkeypatch.setattr(main, "_help_option", None)  # click keeps it for a process
    yield
    speak("en")


@cache
def english(*path: str) -> click.Command:
    """Return the command with this path as it is in English."""
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return command


def paths(*path: str) -> Iterator[tuple[str, ...]]:
    """Yield the words that lead to each command, the hidden ones too."""
    yield path
    command = english(*path)
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from paths(*path, name)


ALL = [*paths()]


def said(*arguments: str) -> str:
    """Return what the program says to a command line, as one line."""
    found = CliRunner().invoke(main, arguments, prog_name="p2pgame")
    return " ".join(found.output.split())


def squeezed(text: str) -> str:
    """Return a text without spaces: a line may end after a hyphen."""
    return "".join(text.split())


def sentences(text: str) -> list[str]:
    """Return the sentences of a help in English that have words of English."""
    found = re.split(r"(?<=[.;:])\s+", text.replace("p2pgame", "P"))
    return [
        one.replace("P ", "p2pgame ") for one in found if len(WORD.findall(one)) > 1
    ]


def options(command: click.Command) -> Iterator[click.Option]:
    for param in command.params:
        if isinstance(param, click.Option) and param.help and not param.hidden:
            yield param


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_no_english_sentence_is_left_in_german_help(path: tuple[str, ...]) -> None:
    command = english(*path)
    texts = [command.help or "", *(option.help or "" for option in options(command))]
    if isinstance(command, click.Group) and path:
        texts += [english(*path, name).help or "" for name in command.commands]
    listed = [one.does for group in GROUPS.values() for one in group.values()]
    asked = [one for text in texts for one in sentences(text)]
    told = squeezed(said("--lang", "de", *path, "--help"))
    assert told.startswith("Aufruf:p2pgame")
    english_ones = (*CLICKS, *GROUPS, *listed, *asked)
    assert not [one for one in english_ones if squeezed(one) in told]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_german_help_has_as_many_paragraphs(path: tuple[str, ...]) -> None:
    """What is added to a help is added to its German, too."""
    words = english(*path).help or ""
    speak("de")
    ours = translated(f"help-{'-'.join(path) or 'p2pgame'}") or ""
    assert ours.count("\n\n") == words.count("\n\n")


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_in_english_is_what_the_commands_say(path: tuple[str, ...]) -> None:
    said("--lang", "de", *path, "--help")  # what was spoken before changes nothing
    told = said(*path, "--help")
    assert told.startswith("Usage: ")
    for option in options(english(*path)):
        assert squeezed(option.help or "") in squeezed(told)


def asked() -> dict[str, set[str]]:
    """Return the ids that each text of help is looked up by, with the English texts."""
    ids = set(re.findall(r"^([\w-]+) =", GERMAN.read_text("utf-8"), re.MULTILINE))
    texts: dict[str, set[str]] = defaultdict(set)
    for path in ALL:
        name = "-".join(path) or "p2pgame"
        command = english(*path)
        texts[f"help-{name}"].add(command.help or "")
        for option in options(command):
            long = max(option.opts, key=len).removeprefix("--")
            only_here = f"option-{name}_{long}"
            id = only_here if only_here in ids else f"option-{long}"
            texts[id].add(" ".join((option.help or "").split()))
    return texts


def test_each_text_of_help_has_its_own_sentence_in_german_and_no_other_is_there() -> (
    None
):
    ids = set(re.findall(r"^([\w-]+) =", GERMAN.read_text("utf-8"), re.MULTILINE))
    texts = asked()
    del texts["option-version"]  # click's
    assert {id for id in ids if id.startswith(("help-", "option-"))} == {*texts}
    assert {id: text for id, text in texts.items() if len(text) > 1} == {}
    titles = {f"list-{title.lower().replace(' ', '-')}" for title in GROUPS}
    assert {id for id in ids if id.startswith("list-")} == titles


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--nothing", "Fehler: Die Option '--nothing' gibt es nicht."),
        ("nothing", "Fehler: Den Befehl 'nothing' gibt es nicht."),
        ("host", "Fehler: Es fehlt 'GAME'."),
        ("host kuhn --transcrpt", "Meintest du '--transcript'?"),
        ("host kuhn --playrs 2", "Meintest du eines von: '--plain', '--players'"),
        ("host kuhn --players x", "'x' ist kein gültiger Wert (Zahl)."),
        ("host kuhn --deck x", "'x' ist keines von 'masked', 'proved', 'commutative'"),
        ("play --pace 99 kuhn", "99.0 liegt nicht im Bereich 0<=x<=60."),
        ("play --seat Random kuhn", "ein Platz ist N=NAME, wie 2=Random, nicht 'Rand"),
        ("games a b", "Wörter zu viel: a b"),
        ("settings transcripts --usual x", "Entweder --usual oder der Ordner."),
        ("newgame My!", "ein Name besteht aus a bis z, 0 bis 9, - und _, nicht aus"),
        ("contacts rename", "Es fehlt 'WHO'."),
    ],
)
def test_what_makes_no_sense_is_refused_in_german(arguments: str, told: str) -> None:
    refused = said("--lang", "de", *arguments.split())
    assert told in refused
    assert refused.startswith("Aufruf: p2pgame")
    assert "Hilfe gibt 'p2pgame" in refused


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_says_of_each_deck_what_forms_say(language: str) -> None:
    told = squeezed(said("--lang", language, "host", "--help"))
    promises = rules_of(find("kuhn")).promises
    assert len(promises) == 3
    assert all(squeezed(f"{one.name}: {one.about}") in told for one in promises)


def test_an_option_without_its_value_is_refused_in_german() -> None:
    told = said("--lang", "de", "host", "kuhn", "--players")
    assert told == "Fehler: Die Option '--players' braucht einen Wert."
    told = said("--lang", "de", "host", "kuhn", "--bot=2")
    assert told == "Fehler: Die Option '--bot' hat keinen Wert."


@pytest.mark.parametrize("variable", ["P2PGAME_LANG", "LC_ALL", "LANG"])
def test_the_environment_names_the_language_of_help_and_refusals(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("P2PGAME_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "de")
    assert "Zeige diesen Text." in said("--help")
    assert "gibt es nicht" in said("nothing")
    monkeypatch.setattr(main, "_help_option", None)
    assert "Show this message" in said("--lang", "en", "--help")
    assert "Show this message" in said("--lang=en", "play", "--help")


def test_every_command_is_listed_in_german() -> None:
    told = said("--lang", "de", "--help")
    assert all(name in told for name in COMMANDS)
    assert "Zum Spielen: play" in told
