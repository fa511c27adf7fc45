"""What errors of layers without a language say is said in every language that ships."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from p2pgame.cli.commands.reading.notation.phh_record import hands
from p2pgame.client.words import reason, say
from p2pgame.text import languages
from p2pgame.text.reasons import LIMIT, Reasons
from tests.sources import MODULES, ROOT, parsed

ROOMS = (
    *("protocols", "p2pgame/log", "p2pgame/transport", "p2pgame/session"),
    *("p2pgame/client/meeting", "p2pgame/client/lobby", "p2pgame/client/seat"),
    "p2pgame/client/native.py",
    *("p2pgame/client/profile/parcel.py", "games/chess", "games/checkers_pdn.py"),
    "cli/commands/reading/notation",
)
ROOTS = {"LogError", "ProtocolError", "SessionError", "TransportError"}
#: What makes an error of its text.
MAKERS = {"_refuse", "_wrong", "_fault", "_why_wrong"}
NOTATIONS = ("games", "cli")
#: Names of texts that become an error's, or part of one.
NAMES = {"text", "why", "flaw", "wrong", "fault"}
#: Of whole texts made from such: what stands around them has no words.
GLUE = re.compile(r"[\W\d]*|entry 7[\W\d]*")
#: Parts of texts, which the file has whole.
PARTS = {
    *("7 has seen entries that the file does not hold", "a move that is not 7"),
    *(
        "7 is damaged or was changed, by no fault of its players",
        "7, is not known here",
    ),
    *("7, has other rules here: both need the same source of it",),
    *("begins a comment that is never closed", "is no tag, move or comment"),
    *("the amount 7 is too long: it has 7", "the record 7 7, our rules with 7"),
    "the rules are at fault after turn 7, and no player is",
}
#: Runs of words that are put together of several texts.
PUT_TOGETHER = {
    *("a move that is not 1 to", "cheated in entry", "have not answered"),
    *("the file is damaged or was changed, by no fault of its players",),
    *("part 1 and what follows part", "and what follows part"),
    *("The other side speaks", "the other side needs", "the relay needs"),
    *("of white", "of black", "at move", "a position is set up at move"),
    *("is too long: it has at most", "the record ends with stacks of"),
    *("the record has winnings of", "OK, after a rake of", "OK, by version"),
    "only no-limit hold'em (NT) can be replayed, not a file that names no variant",
}
ARGUMENT = re.compile(r"\{ \$\w+ \}")
ENGLISH = (ROOT / "p2pgame/text/en/reasons.ftl").read_text("utf-8")
WITHIN = "eine Karte ist zweimal da"
SHIPPED = [language for language in languages() if language != "en"]


def texts() -> Iterator[str]:
    """Yield each text of an error of these rooms, with 7 for whatever varies in it."""
    kin = errors()
    for path in MODULES:
        if not path.as_posix().startswith(ROOMS):
            continue
        is_notation = path.as_posix().startswith(NOTATIONS)
        makers = kin | MAKERS | ({"ValueError"} if is_notation else {*()})
        for node in ast.walk(parsed(path)):
            match node:
                case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
                    if name in makers:
                        yield from filter(None, map(filled, node.args))
                case ast.Assign(targets=[ast.Name(name)], value=value):
                    if name in NAMES and (text := filled(value)):
                        yield text


def errors() -> set[str]:
    """Return the names of the errors of these layers."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for path in MODULES
        if path.as_posix().startswith(ROOMS)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef)
    }
    found, more = {*ROOTS}, True
    while more:
        new = {name for name, kin in bases.items() if kin & found} - found
        found, more = found | new, bool(new)
    return found


def filled(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(str() as text):
            return text
        case ast.JoinedStr(values):
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else "7"
                for part in values
            )
    return None


@pytest.mark.parametrize("language", SHIPPED)
def test_each_text_of_an_error_below_has_a_sentence(language: str) -> None:
    there, found = Reasons(language), [*texts()]
    lacking = {
        text
        for text in found
        if " " in text and not GLUE.fullmatch(text) and there.told(text) is None
    }
    assert lacking == PARTS
    assert len(found) > 200


def test_no_sentence_is_of_a_text_that_is_no_more() -> None:
    """Each run of an English sentence's own words stands in a text of these rooms."""
    known = "\n".join(
        text
        for path in MODULES
        if path.as_posix().startswith(ROOMS)
        for node in ast.walk(parsed(path))
        if (text := filled(node))
    )
    sentences = re.findall("^reason-.+? = (.+)$", ENGLISH, re.MULTILINE)
    runs = {run.strip(" ,:.") for one in sentences for run in ARGUMENT.split(one)}
    assert {run for run in runs if run not in known} == PUT_TOGETHER


def test_names_in_a_text_stay_and_texts_within_it_are_said() -> None:
    table = "a card is there twice"
    text = f"{table} cheated in entry 7 by {table}: {table}"
    said = say(reason(text), language="de")
    assert said == f"{table} hat in Eintrag 7 von {table} geschummelt: {WITHIN}"
    assert say(reason(text)) == text


def test_where_a_file_is_no_toml_is_said_in_the_language_that_is_spoken() -> None:
    with pytest.raises(ValueError, match="line 1") as raised:
        hands("variant = NT")
    told = say(reason(str(raised.value)), language="de")
    assert told == "das ist keine PHH-Datei: Zeile 1, Spalte 11 ist kein TOML"


def test_what_is_no_such_text_stays_as_it_is() -> None:
    for text in ("Ben's own words", "", "a card is there twice" + " " * LIMIT):
        assert say(reason(text), language="de") == text
