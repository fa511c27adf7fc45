"""Every public part of the engine and of the kit has a caller in the product.

A part counts as used if code that is itself used names it; all rooms but these two are
used.  Source does not tell of which object a name is read, so a method is used if any
like it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.sources import MODULES, parsed

ENGINE, KIT = Path("p2pgame/engine"), Path("p2pgame/tabletop")

#: What of the kit no game uses so far, and which one will.
KIT_WAITS = (
    ("cards", "JOKER", "rummy"),
    ("cards", "playing_cards", "rummy"),
    ("cards", "is_red", "patience"),
    ("stacks", "Stack.sorted_by", "patience"),
    ("stacks", "Stack.renumbered", "rummy"),
    ("rounds", "finish_turn", "rummy"),
    ("components", "Chest", "a game of collections"),
    ("components", "V", "a game of collections"),
    ("components", "deck_of", "a game of collections"),
    ("dealing", "distribute", "a game of collections"),
    ("moving", "concatenate", "a game of collections"),
    ("moving", "swap", "a game of collections"),
    ("moving", "verify_conserved", "a game of collections"),
    ("moves", "starting", "a game of collections"),
    ("dice", "unrolled", "yahtzee"),
    ("graphs", "orthogonal", "nine men's morris"),
    ("graphs", "Graph.joins", "nine men's morris"),
    ("pieces", "OptionTable", "a game of units"),
    ("pieces", "opponents_only", "a game of units"),
    ("pieces", "with_piece", "a game of units"),
    ("pieces", "without_piece", "a game of units"),
    ("seats", "why_not_now", "a game that is joined between its rounds"),
    ("seats", "why_too_few", "a game that is joined between its rounds"),
)


class Part(NamedTuple):
    """A definition; its ``owner`` is the class of a method."""

    module: Path
    owner: str
    name: str
    names: frozenset[str]

    @property
    def place(self) -> str:
        return f"{self.module.stem}.{self.owner and self.owner + '.'}{self.name}"


def names_in(*code: ast.AST) -> frozenset[str]:
    """Return all names that stand in pieces of code."""
    found = set[str]()
    for one in (inner for node in code for inner in ast.walk(node)):
        match one:
            case ast.Name(name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.Constant(str(text)) if text.isidentifier():
                found.add(text)  # an annotation
    return frozenset(found)


def parts(module: Path) -> Iterator[Part]:
    """Yield what a module defines; what only belongs to a class is a part of it."""
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
                yield Part(module, "", name, names_in(*code))
                for one in methods:
                    yield Part(module, name, one.name, names_in(one))
            case ast.FunctionDef(name=name):
                yield Part(module, "", name, names_in(node) - {name})
            case ast.Assign(targets=[ast.Name(name)], value=value):
                yield Part(module, "", name, names_in(value))
            case ast.AnnAssign(target=ast.Name(name), value=value):
                yield Part(module, "", name, names_in(*filter(None, [value])))


@cache
def unused() -> tuple[Part, ...]:
    """Return the public parts of both rooms that no product code reaches."""
    rooms = [path for path in MODULES if {ENGINE, KIT}.intersection(path.parents)]
    rest = {part for path in rooms for part in parts(path) if path.stem != "__init__"}
    used = set(names_in(*(parsed(path) for path in MODULES if path not in rooms)))
    while reached := {part for part in rest if part.name in used}:
        rest -= reached
        used.update(*(part.names for part in reached))
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
    code = ast.parse("def one():\n    return two()\n\ndef two():\n    return one()\n")
    assert names_in(*code.body) == {"one", "two"}
    assert {"why_too_few", "Chest"} <= {part.name for part in unused()}
    assert not {"advance", "Stack"} & {part.name for part in unused()}
