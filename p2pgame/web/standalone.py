"""Writes a replay as one page that needs nothing else, its modules and events inside.

A page from a disk may import no module by its place.  So the modules are in it as
texts, and a few lines of script make each one from a blob, those that it imports first.
The page's own policy lets nothing else run, and nothing be fetched.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any

from p2pgame.client import page_modules
from p2pgame.engine.exact_json import encode

#: Returns the text that the page's hub serves at a place, or None.
Source = Callable[[str], str | None]

ENTRY = "/static/js/replay/alone.js"
STYLES = ("/static/css/base.css", "/static/css/pieces.css", "/static/css/table.css")
_IMPORTS = re.compile(
    r"""(?:^|[;}\s])(?:import|export)\b[^'"();]*?\bfrom\s*(['"])([^'"]+)\1"""
    r"""|(?:^|[;}\s])import\s*(['"])([^'"]+)\3""",
    re.MULTILINE,
)
_SCRIPT = """
const data = JSON.parse(document.getElementById('data').textContent);
const made = new Map();
function place(from, to) {
  return to.startsWith('/') ? to : new URL(to, 'http://p2pgame' + from).pathname;
}
function url(path) {
  if (!made.has(path)) {
    const {source, imports} = data.modules[path];
    let text = '', at = 0;
    for (const [start, end, to] of imports) {
      text += source.slice(at, start) + url(place(path, to));
      at = end;
    }
    const blob = new Blob([text + source.slice(at)], {type: 'text/javascript'});
    made.set(path, URL.createObjectURL(blob));
  }
  return made.get(path);
}
const load = (path) =>
  path in data.modules ? import(url(path)) : Promise.reject(new Error(path));
load(data.entry).then((one) => one.begin(document.body, data.story, load));
"""
_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
<body>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</html>
"""


#: Nobody's eyes but a spectator's.
NOBODYS: Mapping[int, Sequence[Mapping[str, Any]]] = MappingProxyType({})
STATIC = Path(__file__).parent / "static"


def shipped(place: str) -> str | None:
    """Return the text that this program serves at a place, or None."""
    name = re.fullmatch(r"/games/([\w-]+)\.js", place)
    if name is not None:
        found = page_modules.module_of(name[1])
        return None if found is None else found.decode()
    parts = place.removeprefix("/static/").split("/")
    path = STATIC.joinpath(*parts)
    return path.read_text() if ".." not in parts and path.is_file() else None


class Missing(Exception):
    """A module that the page needs is not there."""


def page(
    events: Sequence[Mapping[str, Any]],
    transcript: bytes,
    *,
    file: str,
    language: str,
    source: Source,
    words: Mapping[str, Sequence[str]],
    eyes: Mapping[int, Sequence[Mapping[str, Any]]] = NOBODYS,
) -> str:
    """Return a page that shows a replay.

    ``events`` are those of a spectator, with sentences in ``language``; ``file`` is the
    transcript's name, and ``words`` are the page's Fluent sources by language.
    ``eyes`` are the events as players saw them, by seat.

    Raises:
      Missing: A module is not there.
    """
    begun = next((one for one in events if one.get("event") == "begun"), None)
    roots = [ENTRY]
    if begun is not None and source(own := f"/games/{begun['game']}.js") is not None:
        roots.append(own)
    style = "\n".join(filter(None, map(source, STYLES)))
    data = {
        "entry": ENTRY,
        "modules": _modules(roots, source),
        "story": {
            "language": language,
            "words": {tag: list(texts) for tag, texts in words.items()},
            "events": events,
            "eyes": {str(seat): seen for seat, seen in eyes.items()},
            "file": file,
            "transcript": b64encode(transcript).decode(),
        },
    }
    written = encode(data).decode().replace("<", "\\u003c")
    return _PAGE.format(
        language=escape(language),
        policy=escape(_policy(style)),
        title=escape(file),
        style=style,
        data=written,
        script=_SCRIPT,
    )


def _policy(style: str) -> str:
    return (
        f"default-src 'none'; script-src {_hash(_SCRIPT)} blob:; "
        f"style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _modules(roots: Iterable[str], source: Source) -> dict[str, dict[str, Any]]:
    """Return the modules that these need, with where in each a place is named."""
    found: dict[str, dict[str, Any]] = {}
    left = list(roots)
    while left:
        path = left.pop()
        if path in found:
            continue
        text = source(path)
        if text is None:
            raise Missing(path)
        imports = []
        for match in _IMPORTS.finditer(text):
            group = 2 if match[2] is not None else 4
            start, end = match.span(group)
            imports.append((_units(text[:start]), _units(text[:end]), match[group]))
            left.append(_place(path, match[group]))
        found[path] = {"source": text, "imports": imports}
    return found


def _units(text: str) -> int:
    """Return the length of a text as JavaScript counts it."""
    return len(text.encode("utf-16-le")) // 2


def _place(path: str, name: str) -> str:
    """Return the place of a module that another one names."""
    if name.startswith("/"):
        return name
    folder = path.split("/")[:-1]
    for part in name.split("/"):
        if part == "..":
            folder.pop()
        elif part != ".":
            folder.append(part)
    return "/".join(folder)
