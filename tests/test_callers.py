"""Every public part of the engine and of the kit has a caller in the product.

A part counts as used if code that is itself used imports it, or names it in its own
module; all rooms but these two are used.  Source does not tell of which object a method
is read, so a method is used if any like it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

from tests.sources import MODULES, parsed

ENGINE, KIT = Path("p2pgame/engine"), Path("p2pgame/tabletop")

#: What of the kit no game uses so far, and which one will.
KIT_WAITS = (
    ("boards", "board", "nine men's morris"),
    ("cards", "JOKER", "rummy"),
    ("cards", "UNKNOWN", "rummy"),
    ("cards", "playing_cards", "rummy"),
    ("cards", "is_red", "patience"),
    ("stacks", "Stack.sorted_by", "patience"),
    ("stacks", "Stack.renumbered", "rummy"),
    ("rounds", "finish_turn", "rummy"),
    ("components", "Chest", "a game of collections"),
    ("components", "V", "a game of collections"),
    ("components", "Deck", "a game of collections"),
    ("components", "deck_of", "a game of collections"),
    ("dealing", "collect", "rummy"),
    ("dealing", "distribute", "a game of collections"),
    ("moving", "concatenate", "a game of collections"),
    ("moving", "swap", "a game of collections"),
    ("moving", "verify_conserved", "a game of collections"),
    ("moves", "until", "rummy"),
    ("moves", "starting", "a game of collections"),
    ("dice", "unrolled", "yahtzee"),
    ("graphs", "orthogonal", "nine men's morris"),
    *(("graphs", way, "nine men's morris") for way in ("up", "down", "left", "right")),
    ("graphs", "diagonal", "draughts"),
    ("graphs", "Graph.joins", "nine men's morris"),
    ("pieces", "OptionTable", "a game of units"),
    ("pieces", "opponents_only", "a game of units"),
    ("pieces", "with_piece", "a game of units"),
    ("pieces", "without_piece", "a game of units"),
    ("seats", "why_not_now", "a game that is joined between its rounds"),
    ("seats", "why_too_few", "a game that is joined between its rounds"),
)

_MODULES = frozenset(MODULES)
#: What names in a module stand for: a definition in a module, or "" for all of it.
Names = Mapping[str, tuple[Path, str]]


class Part(NamedTuple):
    """A definition; its ``owner`` is the class of a method.

    ``names`` are all that stand in it, and ``reads`` those that another is read of, as
    in ``owner.name``.
    """

    module: Path
    owner: str
    name: str
    names: frozenset[str]
    reads: frozenset[tuple[str, str]]

    @property
    def place(self) -> str:
        return f"{self.module.stem}.{self.owner and self.owner + '.'}{self.name}"


def part(module: Path, owner: str, name: str, *code: ast.AST) -> Part:
    names, reads = names_in(*code)
    return Part(module, owner, name, names - {name}, reads)


def names_in(*code: ast.AST) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Return all names that stand in pieces of code, and those that stand alone.

    With each of the latter is what is read of it, or else "".
    """
    names, reads = set[str](), set[tuple[str, str]]()
    for one in (inner for node in code for inner in ast.walk(node)):
        match one:
            case ast.Attribute(value, name):
                names.add(name)
                if isinstance(value, ast.Name):
                    reads.add((value.id, name))
            case ast.Name(name) | ast.Constant(str(name)) if name.isidentifier():
                names.add(name)  # a constant is an annotation
                reads.add((name, ""))
    return frozenset(names), frozenset(reads)


@cache
def parts(module: Path) -> tuple[Part, ...]:
    """Return what a module defines; what only belongs to a class is a part of it."""
    return tuple(_parts(module))


def _parts(module: Path) -> Iterator[Part]:
    for node in parsed(module).body:
        match node:
            case ast.ClassDef(name=name, body=body):
                methods = [
                    one
                    for one in body
                    if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")
                ]
                rest = [one for one in body if one not in methods]
                code = (*rest, *node.bases, *node.keywords, *node.decorator_list)
                yield part(module, "", name, *code)
                for one in methods:
                    yield part(module, name, one.name, one)
            case ast.FunctionDef(name=name):
                yield part(module, "", name, node)
            case ast.Assign(targets=[ast.Name(name)], value=value):
                yield part(module, "", name, value)
            case ast.AnnAssign(target=ast.Name(name), value=value):
                yield part(module, "", name, *filter(None, [value]))


def file_of(module: str) -> Path | None:
    path = Path(*module.split("."))
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file in _MODULES), None)


@cache
def names_of(module: Path) -> Names:
    """Return what the names in a module stand for that it imports or defines."""
    package = ".".join(module.parent.parts)
    found = {one.name: (module, one.name) for one in parts(module) if not one.owner}
    for node in ast.walk(parsed(module)):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = "." * node.level + (node.module or "")
        base = resolve_name(base, package) if node.level else base
        for one in node.names:
            found[one.asname or one.name] = origin(base, one.name)
    return found


def origin(base: str, name: str) -> tuple[Path, str]:
    """Return where a name comes from that is imported from a module or package."""
    file, module = file_of(base), file_of(f"{base}.{name}")
    if file is not None and file.name == "__init__.py" and name in names_of(file):
        return names_of(file)[name]
    if module is not None:
        return module, ""
    return file or Path(base), name


def reached_by(part: Part) -> Iterator[tuple[Path, str]]:
    """Yield the definitions that a part names: imported ones, or of its module."""
    here = names_of(part.module)
    for name, attribute in part.reads:
        if name in here:
            module, found = here[name]
            yield module, found or attribute


@cache
def unused() -> tuple[Part, ...]:
    """Return the public parts of both rooms that no product code reaches."""
    rooms = [path for path in MODULES if {ENGINE, KIT}.intersection(path.parents)]
    rest = {part for path in rooms for part in parts(path) if path.stem != "__init__"}
    outside = [
        part(path, "", "", parsed(path)) for path in MODULES if path not in rooms
    ]
    named, used = set[str](), set[tuple[Path, str]]()
    reached = {*outside}
    while reached:
        named.update(*(part.names for part in reached))
        used.update(*map(reached_by, reached))
        reached = {
            part
            for part in rest
            if (part.name in named if part.owner else (part.module, part.name) in used)
        }
        rest -= reached
    return tuple(sorted(part for part in rest if not part.name.startswith("_")))


def test_every_part_of_the_engine_has_a_caller() -> None:
    found = {part.place for part in unused() if ENGINE in part.module.parents}
    assert found == set()


def test_what_no_game_uses_of_the_kit_waits_for_one() -> None:
    found = {part.place for part in unused() if KIT in part.module.parents}
    waiting = {f"{module}.{name}" for module, name, _ in KIT_WAITS}
    assert found == waiting
    assert all(game for _, _, game in KIT_WAITS)


def test_a_part_that_only_unused_code_names_is_unused() -> None:
    found = {part.name for part in unused()}
    assert {"why_too_few", "Chest"} <= found
    assert not {"advance", "Stack"} & found


def test_a_part_is_not_used_where_another_has_its_name() -> None:
    """Fill has a board of its own, and so has the kit, whose board nobody uses."""
    fill = Path("games/puzzles/fill/fill_state.py")
    assert names_of(fill)["board"] == (fill, "board")
    assert "board" in {part.name for part in unused()}


def test_names_are_followed_through_packages_and_modules() -> None:
    mover, undo = Path("games/mover/mover.py"), Path("p2pgame/engine/undo/plan.py")
    assert names_of(mover)["Tick"] == (ENGINE / "turns.py", "Tick")
    assert names_of(ENGINE / "__init__.py")["Plan"] == (undo, "Plan")
    drawing = names_of(Path("games/mover/mover_drawing.py"))
    assert drawing["kit"] == (KIT / "drawn" / "boards.py", "")
