"""How large a module, a function or a class may be, and what is larger.

Each rule is one test, which names everything that breaks it.  What is larger today
stands in a table with the reason, under its module's stem and its own name; a line
there that nothing needs any more fails, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from tests.sources import ALL, parsed, read

MAX_LINES = 400
MAX_FUNCTION = 60
MAX_PARAMETERS = 7
#: Of the classes here 98 in 100 have fewer, of both.
MAX_ATTRIBUTES = 15
MAX_METHODS = 20

LARGE_CLASSES: Mapping[str, str] = {
    "board.Board": "a game being played: what a peer asks of it",
    "counts.Counts": "a relay's counts, each a field",
    "eights_state.Eights": "a state: the rules need each of its fields",
    "game.Game": "what the author of a game may answer",
    "payloads.Genesis": "a payload: what all agree on, each a field",
    "history.History": "the log's past: order, forks and questions about it",
    "holdem_state.Holdem": "a state: the rules need each of its fields",
    "holdem_table.State": "a state: the rules need each of its fields",
    "ledger.Ledger": "what a simulation has seen, for its judge",
    "link.NostrLink": "one connection, its subscription and both its queues",
    "plan.Plan": "every choice that a simulated game is made of",
    "playing.Begun": "an event: all that is told as a game begins, each a field",
    "practice.PracticeTable": "a table of one: what its player may do, as a seat",
    "requests.Host": "a form: all that may be said of a table, by name",
    "seeker.Paths": "every way to a peer, and how each is doing",
    "settings.Settings": "a relay's settings, each a field",
    "file.File": "a relay's file: each of its statements",
    "store.SqliteStore": "a relay's store: what is given out, and what is stored",
    "timeline.Timeline": "a game's past: undo, redo and what they lead to",
    "ticket.Ticket": "a seat's file: all that it goes on with, each a field",
    "report.Report": "an answer: all that a file shows, each a field",
    "verified.Verified": "an event: what checking a file has found, each a field",
    "game_rules.RulesShown": "an answer: what a program reads of a game, each a field",
    "world.World": "a simulated world: its programs, network and clock",
}

CLICK = "a click callback: one parameter for each option"
PROOF = "the statement of a proof, and what its prover knows beside it"
MANY_PARAMETERS: Mapping[str, str] = {
    "placing._lay_down": PROOF,
    "claims.claim": PROOF,
    "placing.place": PROOF,
    "playing.host": CLICK,
    "playing.join": CLICK,
    "relaying.relay": CLICK,
    "archiving.Whole.__init__": "what a file of the archive may vary, by name",
    "tables.Net.__init__": "what a test of a table may vary, by name",
}

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node consists of, but for expressions: these define nothing."""
    children = ast.iter_child_nodes(node)
    return (child for child in children if not isinstance(child, ast.expr))


def functions(
    node: ast.AST, name: str, method: bool = False
) -> Iterator[tuple[str, Function, bool]]:
    """Yield each function in ``node``: its full name, and whether it is a method."""
    for child in inside(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                full = f"{name}.{child.name}"
                yield full, child, method
                yield from functions(child, full)
            case ast.ClassDef():
                yield from functions(child, f"{name}.{child.name}", True)
            case _:
                yield from functions(child, name, method)


def classes() -> Iterator[tuple[str, Path, ast.ClassDef]]:
    for path in ALL:
        left: list[ast.AST] = [parsed(path)]
        while left:
            node = left.pop()
            left += inside(node)
            if isinstance(node, ast.ClassDef):
                yield f"{path.stem}.{node.name}", path, node


def methods(node: ast.ClassDef) -> list[Function]:
    return [
        inner
        for inner in node.body
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def attributes(node: ast.ClassDef) -> set[str]:
    """Return the fields that a class declares, and what its methods set."""
    declared = {
        line.target.id
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        if "ClassVar" not in ast.unparse(line.annotation)
    }
    return declared | {
        inner.attr
        for method in methods(node)
        for inner in ast.walk(method)
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store)
        if isinstance(inner.value, ast.Name) and inner.value.id == "self"
    }


def parameters(function: Function, method: bool) -> int:
    """Count what a caller may give; ``self`` and ``cls`` are not counted."""
    given = function.args
    names = [one.arg for one in given.posonlyargs + given.args + given.kwonlyargs]
    return len(names) - (method and names[:1] in (["self"], ["cls"]))


def only_those_listed(found: Mapping[str, str], listed: Mapping[str, str]) -> None:
    """Check that what breaks a rule is what the table of exceptions names."""
    new = [found[name] for name in found.keys() - listed.keys()]
    assert not new, "\n".join(sorted(new))
    stale = sorted(listed.keys() - found.keys())
    assert not stale, f"within bounds by now, so take them off the table: {stale}"


def test_modules_stay_small() -> None:
    lengths = {path: len(read(path).splitlines()) for path in ALL}
    assert len(lengths) > 500
    long = [f"{path} has {n} lines" for path, n in lengths.items() if n > MAX_LINES]
    assert not long, "\n".join(long)


def test_functions_stay_small() -> None:
    long = [
        f"{path}:{node.lineno} {name} has {length} lines"
        for path in ALL
        for name, node, _ in functions(parsed(path), path.stem)
        if (length := (node.end_lineno or 0) - node.lineno + 1) > MAX_FUNCTION
    ]
    assert not long, "\n".join(long)


def test_functions_take_few_parameters() -> None:
    many = {
        name: f"{path}:{node.lineno} {name} takes {count} parameters"
        for path in ALL
        for name, node, method in functions(parsed(path), path.stem)
        if (count := parameters(node, method)) > MAX_PARAMETERS
    }
    only_those_listed(many, MANY_PARAMETERS)


def test_classes_hold_and_do_few_things() -> None:
    large = {}
    for name, path, node in classes():
        held, does = len(attributes(node)), len(methods(node))
        if held > MAX_ATTRIBUTES or does > MAX_METHODS:
            where = f"{path}:{node.lineno} {name}"
            large[name] = f"{where} has {held} attributes, {does} methods"
    only_those_listed(large, LARGE_CLASSES)
