"""On the page nobody types commands: a sentence that names one says where."""

from __future__ import annotations

import re

import pytest
from fluent.syntax import FluentSerializer, ast, parse

from p2pgame.client.json_lines import with_sentences
from p2pgame.client.words import say
from p2pgame.engine import Message
from p2pgame.text import languages
from tests.sources import ROOT

#: What is typed at a terminal, or pressed there.
TYPED = re.compile(r"p2pgame [a-z-]+|Ctrl-C|Strg-C|(?<![\w-])--[a-z]|\bchmod\b")
#: What begins like a command, and is none.
PROSE = re.compile(
    r"p2pgame (has|hat|may|kennt|gescheitert|in|listen|warten|than|als)\b"
)
#: Sentences for people at a terminal alone, or for who operates a relay.
NOT_THERE = {
    *("transcript-is-folder", "listen-takes", "token-file-open", "web-port-in-use"),
    *("receipt-of-transcript", "home-writable"),
}
DOCTOR = "doctor-"


def sentences(language: str, file: str) -> dict[str, str]:
    """Return what each message of a file says on the page, as Fluent."""
    text = (ROOT / "p2pgame" / "text" / language / f"{file}.ftl").read_text()
    write, found = FluentSerializer(), {}
    for entry in parse(text).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            own = [one for one in entry.attributes if one.id.name == "page"]
            said = ast.Message(entry.id, own[0].value if own else entry.value)
            found[entry.id.name] = write.serialize_entry(said)
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("file", ["client", "session", "engine"])
def test_no_sentence_on_the_page_names_what_is_typed(language: str, file: str) -> None:
    # What only a terminal can do says so.
    typed = {
        id: found
        for id, text in sentences(language, file).items()
        if id not in NOT_THERE and not id.startswith(DOCTOR)
        if "terminal" not in text.lower()
        if (found := TYPED.findall(PROSE.sub("", text)))
    }
    assert not typed


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_words_for_the_page(language: str) -> None:
    def own(tag: str) -> set[str]:
        text = (ROOT / "p2pgame" / "text" / tag / "client.ftl").read_text()
        return {
            entry.id.name
            for entry in parse(text).body
            if isinstance(entry, ast.Message) and entry.attributes
        }

    assert own(language) == own("en")


def test_a_page_and_a_terminal_are_told_apart() -> None:
    left = Message.of("left-to-resume", farewell=Message.of("left-lobby"))
    assert say(left) == "You have left the table. To go on: p2pgame resume"
    page = "You have left the table. You can go on at your tables."
    assert say(left, page=True) == page
    assert with_sentences({"why": left}, page=True)["why"]["sentence"] == page
    other = Message.of("left-lobby")
    assert say(other, page=True) == say(other)
