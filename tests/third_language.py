"""A third language, made by a machine: it shows what no catalogue says.

Each sentence is the German one, with accents on all vowels and two fifths longer.  So
what is read without accents comes from elsewhere.
``python -m tests.third_language FOLDER`` writes the program with this language beside
its own: a set of files, and nothing else.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Any

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from tests.sources import ROOT

#: A tag that no language has.
TAG = "xa"
#: The language that has a file of each name.
_FROM = "de"
_ACCENTS = str.maketrans("aeiouAEIOUyYäöüÄÖÜ", "áéíóúÁÉÍÓÚýÝâôûÂÔÛ")
#: What a person types or copies.
_TYPED = re.compile(
    r"p2pgame(?: [a-z-]+)?(?![a-z])|--[\w-]+|\$\{?\w+\}?|https?://\S+"
    r"|[\w./~-]*/[\w./~-]*|`[^`\s]+`|\b[A-Z][A-Z_0-9]+\b|%\(?\w*\)?[sd]"
    r"|[\w-]+\.(?:py|js|toml|md|p2pgame|evidence|receipt|html|pgn|phhs?|json)\b"
)
#: A word with a vowel that has no accent.
_PLAIN = re.compile(r"\b[A-Za-z]*[aeiouAEIOU][A-Za-z]*\b")
#: Sentences grow by so many letters for each one: German ones do, and other languages'.
_LONGER = 0.4


def accented(text: str) -> str:
    """Return a text with accents, two fifths longer; what is typed stays."""
    told, at = list[str](), 0
    for found in _TYPED.finditer(text):
        told += text[at : found.start()].translate(_ACCENTS), found[0]
        at = found.end()
    told.append(text[at:].translate(_ACCENTS))
    whole = "".join(told)
    letters = sum(map(str.isalpha, whole))
    more = "~" * round(letters * _LONGER)
    kept = whole.rstrip()
    return kept + more + whole[len(kept) :] if letters > 3 else whole


class _Accents(Transformer):
    """Puts accents into a Fluent file's texts; its own names stay."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:
        node.value = accented(node.value)
        return node


def in_fluent(source: str) -> str:
    """Return a Fluent file with accents."""
    parsed = FluentParser().parse(source)
    _Accents().visit(parsed)
    return FluentSerializer().serialize(parsed)


def in_toml(source: str) -> str:
    """Return a description with accents: all sentences, but no words of moves."""
    return "\n".join(_tables("", tomllib.loads(source)))


def _tables(name: str, table: dict[str, Any]) -> Iterator[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    if name:
        yield f"[{name}]"
    for key, value in plain.items():
        typed = key in ("type", "words", "pattern") and name.startswith('"parts"')
        said = accented(value) if isinstance(value, str) and not typed else value
        yield f"{dumps(key)} = {dumps(said, ensure_ascii=False)}"
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _tables(f"{name}.{dumps(key)}" if name else dumps(key), value)


def write(folder: Path) -> Path:
    """Write the program and its third language below a folder; return what to import.

    Nothing but texts is added.
    """
    shutil.copytree(
        ROOT / "p2pgame", folder / "p2pgame", ignore=shutil.ignore_patterns("*.pyc")
    )
    package = folder / "p2pgame"
    first = package / f"web/static/text/{_FROM}.ftl"
    for path in (*package.glob(f"**/text/{_FROM}/*"), first):
        source = path.read_text("utf-8")
        made = in_toml(source) if path.suffix == ".toml" else in_fluent(source)
        there = path.parent.with_name(TAG) / path.name
        if path == first:
            there = path.with_stem(TAG)
        there.parent.mkdir(exist_ok=True)
        there.write_text(made, "utf-8")
    return folder


def unaccented(text: str) -> set[str]:
    """Return the words that have a vowel without an accent, and a small letter."""
    return {word for word in _PLAIN.findall(text) if not word.isupper()}


if __name__ == "__main__":
    write(Path(sys.argv[1]))
