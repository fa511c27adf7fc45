"""The table's modules: each word that they name is there, in every language.

Their tests under node are tests/web/node/table.test.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import ast, parse

STATIC = Path(__file__).parent.parent.parent / "p2pgame" / "web" / "static"
FILES = ("pieces", "table", "replay", "trust")
LANGUAGES = sorted(path.stem for path in (STATIC / "text").glob("*.ftl"))
#: How the modules name a word: as an argument of ``t``, of a button, or as a question.
NAMED = re.compile(
    r"\bt\('([a-z][a-z-]*)'|this\.button\('([a-z-]+)'|'(confirm-[a-z]+)'"
)


def words(file: str, language: str) -> Iterator[str]:
    source = (STATIC / "text" / language / f"{file}.ftl").read_text()
    for entry in parse(source).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            yield entry.id.name
            yield from (f"{entry.id.name}.{one.id.name}" for one in entry.attributes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_every_word_of_a_table_is_there_once_in_every_language(
    file: str, language: str
) -> None:
    found = list(words(file, language))
    assert len(found) == len(set(found))
    assert set(found) == set(words(file, "en"))


def test_every_word_that_a_table_names_is_there() -> None:
    # Those of the page itself are known at a table, too.
    known = {word for file in (*FILES, "../en") for word in words(file, "en")}
    named = {
        word
        for folder in FILES
        for path in (STATIC / "js" / folder).glob("*.js")
        for groups in NAMED.findall(path.read_text())
        for word in groups
        if word
    }
    assert len(named) > 50
    assert not named - known
