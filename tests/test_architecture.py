"""The house rules that a machine can check: arrows, purity and keepers.

Each rule is one test, which names every module that breaks it.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import rooms
from tests.rooms import (
    ARROWS,
    EFFECTS,
    IMPURE,
    KEEPERS,
    PURE,
)
from tests.sources import MODULES, ROOT, parsed, read

#: Games that show how short a game is to write, docstring and all.
SHORT = {
    **{"tictactoe": 82, "memory": 142, "blackjack": 179, "goofspiel": 179, "rps": 162},
    **{"duel/kuhn": 96, "duel/leduc": 140, "dice/pig": 76, "dice/liars_dice": 235},
    **{"tricks/hearts": 252, "tricks/spades": 219, "battleship/battleship": 189},
    "eights/crazy_eights": 178,
}


def room(module: str) -> str | None:
    """Return the innermost room that a module is in."""
    rooms = [name for name in ARROWS if (module + ".").startswith(name + ".")]
    return max(rooms, key=len, default=None)


def name_of(path: Path) -> str:
    parts = path.with_suffix("").parts
    inside = parts if parts[0] == "p2pgame" else ("p2pgame", *parts)
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


def imports(path: Path) -> Iterator[str]:
    """Yield every module that ``path`` imports, in full."""
    package = (*name_of(path.parent / "__init__.py").split("."),)
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            level = node.level
            base = ".".join(package[: len(package) - level + 1]) + "." if level else ""
            module = (base + (node.module or "")).rstrip(".")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def allowed(home: str, module: str) -> bool:
    """Return whether a module of the room ``home`` may import ``module``."""
    other = room(module)
    single = {one for one in ARROWS[home] if one not in ARROWS}
    return (
        other in (None, home)
        or other in ARROWS[home]
        or any((module + ".").startswith(one + ".") for one in single)
    )


def test_every_module_is_in_a_room_and_every_room_has_modules() -> None:
    homes = {path.as_posix(): room(name_of(path)) for path in MODULES}
    assert not [path for path, home in homes.items() if home is None]
    assert {*homes.values()} == {*ARROWS}


#: ``python -m p2pgame`` is the command line: this module does nothing else.
STARTS = "p2pgame/__main__.py", "p2pgame.cli.entry.main"


def test_a_room_imports_only_what_its_arrows_allow() -> None:
    offenders = [
        f"{path} imports {module}"
        for path in MODULES
        for module in imports(path)
        if not allowed(room(name_of(path)) or "", module)
        and (path.as_posix(), module) != STARTS
    ]
    assert not offenders, "\n".join(offenders)


def test_pure_rooms_touch_nothing() -> None:
    """Those listed as impure must be: the list is a door, and none stays open."""
    touching = {
        path.as_posix(): touched
        for path in MODULES
        if room(name_of(path)) in PURE
        if (touched := {module.split(".")[0] for module in imports(path)} & EFFECTS)
    }
    assert {room(name_of(path)) for path in MODULES} >= PURE
    offenders = {path: touching[path] for path in touching.keys() - IMPURE}
    assert not offenders, offenders
    assert touching.keys() >= IMPURE, f"pure by now: {IMPURE - touching.keys()}"


@pytest.mark.attack(52)
def test_libraries_stay_with_their_keepers() -> None:
    found = {
        (library, path.as_posix())
        for path in MODULES
        for module in imports(path)
        if (library := module.split(".")[0]) in KEEPERS
    }
    kept = {(library, path) for library, paths in KEEPERS.items() for path in paths}
    assert not found - kept, sorted(found - kept)
    assert not kept - found, f"keepers of nothing: {sorted(kept - found)}"


#: Libraries that draw on a terminal or read its keys.
TERMINAL = {"click", "rich", "prompt_toolkit", "termios", "tty", "curses"}


def test_the_client_has_no_terminal() -> None:
    """A page, a program or a terminal is its front end: it prints nothing itself."""
    modules = [path for path in MODULES if path.is_relative_to("p2pgame/client")]
    assert len(modules) > 40
    imported = [
        f"{path} imports {module}"
        for path in modules
        for module in imports(path)
        if module.split(".")[0] in TERMINAL
    ]
    assert not imported, "\n".join(imported)
    written = [
        f"{path}:{node.lineno}"
        for path in modules
        for node in ast.walk(parsed(path))
        if ast.unparse(node) in {"sys.stdout", "sys.stderr", "sys.stdin", "print"}
        if isinstance(node, ast.Attribute | ast.Name)
    ]
    assert not written, written


@pytest.mark.attack(52)
def test_nothing_is_evaluated() -> None:
    offenders = [
        f"{path}:{node.lineno} calls {node.func.id}"
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in {"eval", "exec", "compile", "__import__"}
    ]
    assert not offenders, "\n".join(offenders)


#: Names that begin so, and are public: of named tuples, syntax trees and the system.
PUBLIC = {"_replace", "_fields", "_exit"}
#: What a function reads of a library's class that has no public name for it.
REACHED = {"cli/help_texts.py": {"_help_option"}}


def reached(node: ast.AST) -> Iterator[ast.Attribute]:
    """Yield the private names that are read outside of classes, of anything."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            continue
        if isinstance(child, ast.Attribute) and re.match("_(?!_)", child.attr):
            yield child
        yield from reached(child)


def test_no_function_reaches_into_a_class() -> None:
    offenders = [
        f"{path}:{one.lineno} reads {ast.unparse(one)}"
        for path in MODULES
        for one in reached(parsed(path))
        if one.attr not in PUBLIC | REACHED.get(path.as_posix(), set())
    ]
    assert not offenders, "\n".join(offenders)


def test_the_page_has_the_same_arrows() -> None:
    """``python -m tests.rooms > docs/imports.md`` writes it."""
    assert (ROOT / "docs" / "imports.md").read_text("utf-8") == rooms.page()


def test_every_public_name_is_listed_and_there() -> None:
    packages = [p for p in MODULES if p.name == "__init__.py" and read(p).strip()]
    assert len(packages) >= 5
    for path in packages:
        package = importlib.import_module(name_of(path))
        names = package.__all__
        twice = sorted({name for name in names if names.count(name) > 1})
        missing = [name for name in names if not hasattr(package, name)]
        assert not twice, f"{path} lists {twice} twice"
        assert not missing, f"{path} lists {missing}, which it has not"


def test_a_small_game_is_short() -> None:
    lengths = {
        name: len((ROOT / "games" / f"{name}.py").read_text().splitlines())
        for name in SHORT
    }
    long = [
        f"games/{name}.py has {n} lines, and SHORT allows {SHORT[name]}"
        for name, n in lengths.items()
        if n > SHORT[name]
    ]
    assert not long, long
