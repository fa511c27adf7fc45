"""Counts the lines that show games: of each game's own, and of the kits they share.

``make renderers``
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.sources import ROOT

#: A game's own files, by what their names end with.
OWN = ("_scene.py", "_drawing.py", "_sentences.py", "_page.js")
#: The methods by which a game is shown, where they stand in its rules.
METHODS = {"scene", "draw", "in_sentences"}
COLUMNS = (*OWN, "methods")
_PAGE = "p2pgame/web/static/js"
#: What games share.
KITS = {
    "scenes": (
        "p2pgame/engine/scene.py",
        "p2pgame/scene",
        "p2pgame/tabletop/trick_scene.py",
        f"{_PAGE}/scene",
    ),
    "drawings": ("p2pgame/tabletop/drawn", "cli/text/plain_drawing.py"),
    "sentences": ("p2pgame/tabletop/sentences.py",),
    "page pieces": (f"{_PAGE}/pieces",),
    "page, any game": tuple(
        f"{_PAGE}/table/{name}.js" for name in (*("drawings", "lines"),)
    ),
}


def lines(path: Path) -> int:
    """Return how many lines a file has."""
    return len(path.read_text().splitlines())


def of_game(path: Path) -> Iterator[tuple[str, int]]:
    """Yield how many lines of a file show a game, by their kind."""
    for ending in OWN:
        if path.name.endswith(ending):
            yield ending, lines(path)
            return
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name in METHODS:
                yield "methods", (node.end_lineno or node.lineno) - node.lineno + 1


def name_of(path: Path) -> str:
    """Return the game, or family, that a file belongs to."""
    name = path.stem
    for ending in OWN:
        name = name.removesuffix(Path(ending).stem)
    return f"{path.parent.relative_to(ROOT / 'games')}/{name}".removeprefix("./")


def games() -> dict[str, Counter[str]]:
    """Return the lines that show each game, by their kind."""
    found: dict[str, Counter[str]] = {}
    for path in sorted((ROOT / "games").rglob("*.*")):
        for kind, count in of_game(path):
            found.setdefault(name_of(path), Counter())[kind] += count
    return found


def kits() -> dict[str, int]:
    """Return the lines of each kit."""
    found = {}
    for kit, places in KITS.items():
        paths = (ROOT / place for place in places)
        files = [
            file
            for path in paths
            for file in (path.rglob("*.*") if path.is_dir() else [path])
            if file.suffix in (".py", ".js") and file.is_file()
        ]
        found[kit] = sum(map(lines, files))
    return found


def table() -> Iterator[str]:
    """Yield the table, line by line."""
    yield f"{'':30}" + "".join(f"{name:>15}" for name in (*COLUMNS, "all"))
    whole = Counter[str]()
    for name, counted in games().items():
        whole += counted
        yield _row(name, counted)
    yield _row("all games", whole)
    shared = kits()
    for kit, count in shared.items():
        yield f"{kit:30}{count:>90}"
    yield f"{'in all':30}{whole.total() + sum(shared.values()):>90}"


def _row(name: str, counted: Counter[str]) -> str:
    cells = (counted[kind] or "" for kind in COLUMNS)
    return f"{name:30}" + "".join(f"{one:>15}" for one in (*cells, counted.total()))


if __name__ == "__main__":
    print(*table(), sep="\n")
