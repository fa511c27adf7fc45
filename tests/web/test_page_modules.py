"""The page's modules: their types, words, libraries, and their own tests.

``npm ci --prefix tests/web`` installs the type checker; without it, or without node,
these tests are skipped.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import ast, parse

from p2pgame.text import languages
from tests.web import protocol_types

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STATIC = ROOT / "p2pgame" / "web" / "static"
CHECKER = HERE / "node_modules" / ".bin" / "tsc"
NODE = shutil.which("node")
LANGUAGES = sorted(path.stem for path in (STATIC / "text").glob("*.ftl"))
#: Bytes of the first screen, compressed: a promise of docs/design/page.md.
FIRST_SCREEN = 150_000
#: What makes HTML, styles or programs of a string.
EVALUATED = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    r"|setAttribute\(.style|createContextualFragment|\.srcdoc|javascript:"
)


def modules() -> list[Path]:
    own = sorted((STATIC / "js").rglob("*.js"))
    return [*own, *sorted((ROOT / "games").rglob("*_page.js"))]


@pytest.mark.skipif(NODE is None, reason="node is not here")
@pytest.mark.parametrize(
    "path", sorted((HERE / "node").glob("*.test.js")), ids=lambda path: path.stem
)
def test_what_the_modules_tests_promise(path: Path) -> None:
    done = subprocess.run(
        ["node", "--test", path], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not CHECKER.exists(), reason="the type checker is not installed")
def test_types_hold_in_all_modules() -> None:
    done = subprocess.run(
        [CHECKER, "-p", HERE], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_of_the_protocol_are_those_of_the_structs() -> None:
    written = (STATIC / "js" / "protocol.d.ts").read_text()
    assert written == protocol_types.page(), "python -m tests.web.protocol_types"


def test_nothing_makes_html_or_a_program_of_a_text() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in modules()
        for match in EVALUATED.finditer(_without_comments(path.read_text()))
    ]
    assert not found


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    page = (STATIC / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", page) == []
    assert re.findall(r'(?:src|href)="(?!/static/)', page) == []


def test_the_page_speaks_the_languages_of_the_terminal() -> None:
    assert sorted(languages()) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_once_in_every_language(language: str) -> None:
    found = list(_words(language))
    assert len(found) == len(set(found))
    assert set(found) == set(_words("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_in_two_files(language: str) -> None:
    files = [
        f"{language}/{path.stem}" for path in (STATIC / "text" / language).iterdir()
    ]
    assert len(files) >= 2
    found = [word for name in [language, *files] for word in _words(name)]
    assert len(found) == len(set(found)), {w for w in found if found.count(w) > 1}


def test_every_word_that_a_module_names_is_there() -> None:
    known = set(_words("en"))
    named = {
        word
        for path in [STATIC / "js" / "app.js", *(STATIC / "js" / "lobby").glob("*.js")]
        for word in re.findall(r"\bt\('([^']+)'", path.read_text())
    }
    assert len(named) > 50
    assert not named - known


def test_what_comes_from_npm_is_unchanged() -> None:
    vendor = STATIC / "vendor"
    lines = (vendor / "SHA256SUMS").read_text().splitlines()
    written = {name: digest for digest, name in (line.split("  ") for line in lines)}
    found = {
        f"./{path.relative_to(vendor)}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in vendor.rglob("*")
        if path.is_file() and path.name != "SHA256SUMS"
    }
    assert found == written
    for package in vendor.iterdir():
        assert not package.is_dir() or (package / "LICENSE").exists()


def test_the_first_screen_is_small() -> None:
    texts = [STATIC / "text" / f"{language}.ftl" for language in ("en", "de")]
    files = {STATIC / "index.html", STATIC / "icon.svg", *texts, *_loaded()}
    size = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    assert size <= FIRST_SCREEN, size


def _loaded() -> set[Path]:
    """Return the modules and sheets that the lobby needs."""
    page = (STATIC / "index.html").read_text()
    wanted = [
        _file(name) for name in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    ]
    found: set[Path] = set()
    while wanted:
        path = wanted.pop()
        if path in found:
            continue
        found.add(path)
        if path.suffix == ".js":
            wanted += _imports(path)
    assert STATIC / "js" / "lobby" / "games.js" in found
    return found


def _imports(path: Path) -> Iterator[Path]:
    for name in re.findall(
        r"^(?:import|export)\b[^;]*?from '([^']+)'", path.read_text(), re.M
    ):
        yield _file(name) if name.startswith("/") else (path.parent / name).resolve()
    for name in re.findall(
        r'^(?:import|export)\b[^;]*?from "([^"]+)"', path.read_text(), re.M
    ):
        yield (path.parent / name).resolve()


def _file(address: str) -> Path:
    return STATIC / address.removeprefix("/static/")


def _words(language: str) -> Iterator[str]:
    for entry in parse((STATIC / "text" / f"{language}.ftl").read_text()).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            if entry.value is not None:
                yield entry.id.name
            yield from (f"{entry.id.name}.{one.id.name}" for one in entry.attributes)


def _without_comments(source: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*$", "", source, flags=re.M | re.S)
