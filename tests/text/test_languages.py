"""Every language says all that English says, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from fluent.runtime import FluentResource
from fluent.syntax import FluentParser, ast

from p2pgame import say
from p2pgame.engine import Message, Refusal, SeatName, listed
from p2pgame.games.registry import GAMES
from p2pgame.text import Catalogue, language_in, language_of, languages, title_of
from p2pgame.text.descriptions import Description, description_of, kit_description
from p2pgame.text.fluent import Sentences
from tests.english import refusing

ROOT = Path(__file__).parent.parent.parent
ENGLISH = sorted(
    path
    for folder in ("p2pgame", "games")
    for path in (ROOT / folder).glob("**/text/en/*.*")
)
SENTENCES = [path for path in ENGLISH if path.suffix == ".ftl"]
DESCRIPTIONS = [path for path in ENGLISH if path.suffix == ".toml"]
OTHERS = [language for language in languages() if language != "en"]

each_other = pytest.mark.parametrize("language", OTHERS)
each_file = pytest.mark.parametrize(
    "path", SENTENCES, ids=lambda path: str(path.relative_to(ROOT))
)


def in_language(path: Path, language: str) -> Path:
    return path.parent.parent / language / path.name


def messages(path: Path) -> Iterator[ast.Message]:
    """Yield the messages of a Fluent file, all of which must be understood."""
    for entry in FluentResource(path.read_text("utf-8")).body:
        assert not isinstance(entry, ast.Junk | ast.Term), f"{path}: {entry}"
        if isinstance(entry, ast.Message):
            yield entry


def arguments(path: Path) -> dict[str, set[str]]:
    """Return the arguments that each message of a file uses."""
    text = path.read_text("utf-8")
    used = {}
    for message in messages(path):
        assert message.span is not None
        source = text[message.span.start : message.span.end]
        used[message.id.name] = {*re.findall(r"\$(\w+)", source)}
    return used


def test_german_ships_beside_english() -> None:
    assert languages() == ("de", "en")


@each_other
@each_file
def test_every_message_is_said_with_the_same_arguments(
    path: Path, language: str
) -> None:
    assert arguments(in_language(path, language)) == arguments(path)


@each_other
def test_no_file_says_what_english_does_not(language: str) -> None:
    known = {in_language(path, language) for path in ENGLISH}
    # The English of this one stands beside the commands: tests/cli/test_help_texts.py.
    known.add(ROOT / "p2pgame/text" / language / "help.ftl")
    there = {
        path
        for folder in ("p2pgame", "games")
        for path in (ROOT / folder).glob(f"**/text/{language}/*.*")
    }
    assert there == known


@pytest.mark.parametrize("language", languages())
@each_file
def test_every_sentence_is_formed_without_an_error(path: Path, language: str) -> None:
    there = in_language(path, language)
    said = Sentences(language)
    said.add(there.read_text("utf-8"), "")
    for id, names in arguments(there).items():
        for value in (0, 1, 2, 5, "Ann"):
            told = said.say(id, dict.fromkeys(names, value))
            assert told is not None, f"{there}: {id} with {value!r}"
            assert "{" not in told


@each_other
def test_every_file_begins_with_its_words(language: str) -> None:
    """A second translator finds the same word for the same thing."""
    for name in ("engine", "client", "cli", "click", "help"):
        text = (ROOT / "p2pgame/text" / language / f"{name}.ftl").read_text("utf-8")
        assert text.startswith("# Glossar")


def keys(described: Description) -> object:
    """Return a description without its sentences."""
    raw = msgspec.to_builtins(described)
    for part in raw["parts"].values():
        del part["about"]
    structs = {name: [*fields] for name, fields in raw["structs"].items()}
    lists = {name: [*raw[name]] for name in ("options", "state", "moves", "placements")}
    return structs, lists, raw["parts"]


@each_other
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_description_describes_the_same(name: str, language: str) -> None:
    theirs, ours = (description_of(GAMES[name], one) for one in (language, "en"))
    assert keys(theirs) == keys(ours)
    assert theirs != ours
    assert theirs.rules
    assert keys(kit_description(language)) == keys(kit_description())


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("de", "de"),
        ("de_DE.UTF-8", "de"),
        ("de_AT", "de"),
        ("de-CH", "de"),
        ("de_DE@euro", "de"),
        ("DE", "de"),
        ("en_GB.UTF-8", "en"),
        ("fr_FR", None),
        ("C", None),
        ("", None),
        ("../de", None),
        ("de/../en", None),
        ("__pycache__", None),
    ],
)
def test_a_tag_names_a_language_that_ships_or_none(
    tag: str, language: str | None
) -> None:
    assert language_of(tag) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "de_DE", "LC_MESSAGES": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
    ],
)
def test_the_first_variable_that_is_set_names_the_language(
    environment: dict[str, str], language: str
) -> None:
    assert language_in(environment) == language


def test_one_program_says_a_message_in_two_languages() -> None:
    names = ["Ann", "Björn"]
    message = Message.by("holdem-raises", 1, total=40)
    assert say(message, names, language="de") == "Björn erhöht auf 40"
    assert say(message, names) == say(message, names, language="en")
    assert say(message, names) == "Björn raises to 40"


@pytest.mark.parametrize("language", ["fr", "../en", "DE"])
def test_a_language_that_does_not_ship_is_refused(language: str) -> None:
    with refusing(Refusal, match=r"there is no language '.*', but: de, en"):
        say(Message.of("game-over"), language=language)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message.by("crazy-eights-draws", 0, count=1), "Ann zieht eine Karte"),
        (Message.by("crazy-eights-draws", 0, count=4), "Ann zieht 4 Karten"),
        (Message.by("crazy-eights-names", 1, suit="clubs"), "Ben wünscht sich Kreuz"),
        (Message.by("player-moves", 1, move="check"), "Ben checkt"),
        (Message.by("player-moves", 1, move="e2e4"), "Ben: e2e4"),
        (Message.by("payoff", 0, points=0), "Ann 0"),
        (Message.by("game-over", 7), "das Spiel ist aus"),
        (Message.by("not-to-move", 7), "Platz 7 ist jetzt nicht am Zug"),
        (
            Message.of(
                "opening",
                players=(SeatName(0), SeatName(1)),
                count=2,
                game=title_of("kuhn"),
            ),
            "Ann, Ben spielen Kuhn-Poker.",
        ),
        (
            Message.of(
                "opening", players=(SeatName(0),), count=1, game=title_of("pig")
            ),
            "Ann spielt Böse Eins.",
        ),
        (
            listed(Message.by("gives-up", 0), Message.by("gives-up", 1)),
            "Ann gibt auf, Ben gibt auf",
        ),
    ],
)
def test_german_has_its_own_plurals_words_and_verbs(
    message: Message, text: str
) -> None:
    assert say(message, ["Ann", "Ben"], language="de") == text


def test_what_german_lacks_is_said_in_english_and_then_plainly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    german = Catalogue("de")
    without = Sentences("de")
    without.add("game-over = das Spiel ist aus", "")
    monkeypatch.setattr(german, "_sentences", without)
    assert german.say(Message.of("game-over")) == "das Spiel ist aus"
    told = german.say(Message.by("not-to-move", 3))
    assert told == "player 3 is not to move now"
    assert german.say(Message.of("mine", stones=3)) == "mine (stones 3)"


REFERS = """
# Words of the first.
first = { second } and { $name ->
    [one] more
   *[other] { third }
}
second = two
third = three
third = four
other-first = no
fourth = { fifth
fifth = five
"""


def test_a_sentence_may_refer_to_others_and_of_two_the_first_counts() -> None:
    said = Sentences("en")
    said.add(REFERS, "")
    said.add("second = again\nsixth = six", "s")
    assert said.say("first", {"name": "x"}) == "two and three"
    assert said.say("second", {}) == "two"
    assert said.say("sixth", {}) == "six"
    assert said.say("fifth", {}) == "five"
    assert said.say("fourth", {}) is None  # it is no Fluent
    assert said.say("seventh", {}) is None


def test_a_game_says_only_what_begins_with_its_name() -> None:
    said = Sentences("en")
    said.add(REFERS, "other-")
    assert said.say("other-first", {}) == "no"
    assert said.say("second", {}) is None


@each_file
def test_no_english_sentence_hides_who_does_it(path: Path) -> None:
    text = path.read_text("utf-8").lower()
    assert "whoever" not in text, "say who: a player, everybody with the link"


@pytest.mark.parametrize("language", languages())
@each_file
def test_the_variants_of_a_sentence_have_different_words(
    path: Path, language: str
) -> None:
    body = (
        FluentParser(with_spans=False)
        .parse(in_language(path, language).read_text("utf-8"))
        .body
    )
    for message in body:
        if isinstance(message, ast.Message):
            for choice in selects(message):
                told = [serialize_variant(one) for one in choice.variants]
                assert len(told) == 1 or len({*told}) > 1, message.id.name


def selects(node: object) -> Iterator[ast.SelectExpression]:
    """Yield every choice in a part of a sentence."""
    if isinstance(node, ast.SelectExpression):
        yield node
    if isinstance(node, list):
        for one in node:
            yield from selects(one)
    if isinstance(node, ast.BaseNode):
        for one in vars(node).values():
            yield from selects(one)


def serialize_variant(variant: ast.Variant) -> str:
    """Return the words of a variant."""
    return str(variant.value.to_json())
