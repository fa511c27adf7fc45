"""Break random lines of the product, and see the nearest tests fail.

``make mutants RANDOM=20``: each of twenty mutants changes one expression or statement
of a copy of the tree.  Tests that are called like its module are run, then those that
import it, then those in the folder of its room, until one fails.  A mutant that they
let pass is named, with the seed that made it.  ``--in p2pgame/web`` breaks that room
alone.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from queue import SimpleQueue
from random import Random
from time import monotonic

from tests.mutants import NOTICED, PASSED, WORKERS, copies, run
from tests.sources import MODULES, TESTS, parsed, read

#: Seconds for each step of the tests of one mutant.
LIMIT = 1200
#: A test that takes two minutes has noticed: its mutant waits or goes round for ever.
_EACH = ("-o", "faulthandler_timeout=120", "-o", "faulthandler_exit_on_timeout=true")
_OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    **{ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Lt: ("<", "<=")},
    **{ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")},
    **{ast.In: ("in", "not in"), ast.NotIn: ("not in", "in")},
    **{ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is")},
    **{ast.And: ("and", "or"), ast.Or: ("or", "and")},
    **{ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+")},
}


@dataclass(frozen=True, slots=True)
class Change:
    """In a file's bytes, ``old`` stands at ``at`` and becomes ``new``."""

    file: Path
    line: int
    at: int
    old: str
    new: str

    def __str__(self) -> str:
        old = " ".join(self.old.split())
        return f"{self.file.as_posix()}:{self.line}  {old[:60]}  ->  {self.new}"

    def apply(self, data: bytes) -> bytes:
        end = self.at + len(self.old.encode())
        return data[: self.at] + self.new.encode() + data[end:]


@dataclass(frozen=True, slots=True)
class Text:
    """A module's bytes, and where its lines start."""

    file: Path
    data: bytes
    starts: Sequence[int]

    @classmethod
    def of(cls, file: Path, text: str) -> Text:
        data = text.encode()
        lengths = map(len, data.splitlines(keepends=True))
        return cls(file, data, [0, *accumulate(lengths)])

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def change(self, line: int, at: int, end: int, new: str) -> Change:
        return Change(self.file, line, at, self.data[at:end].decode(), new)

    def replace(self, node: ast.expr | ast.stmt, new: str) -> Change:
        return self.change(node.lineno, self.start(node), self.end(node), new)

    def turn(self, kind: ast.AST, left: ast.expr, right: ast.expr) -> Iterator[Change]:
        """Exchange the operator between two operands, if it stands there alone."""
        at, end = self.end(left), self.start(right)
        old, new = _OPERATORS.get(type(kind), ("", ""))
        between = self.data[at:end].decode()
        if old and between.split() == old.split():
            first = at + len(between[: between.index(old[0])].encode())
            yield self.change(left.lineno, first, first + len(between.strip()), new)


def here(text: Text, node: ast.AST) -> Iterator[Change]:
    """Yield the changes of one node, without those of the nodes in it."""
    match node:
        case ast.Compare(left, ops, comparators):
            operands = [left, *comparators]
            for kind, one, other in zip(ops, operands, operands[1:], strict=False):
                yield from text.turn(kind, one, other)
        case ast.BoolOp(op, values):
            for one, other in pairwise(values):
                yield from text.turn(op, one, other)
        case ast.BinOp(left, op, right):
            yield from text.turn(op, left, right)
        case ast.UnaryOp(ast.Not(), operand):
            yield text.change(node.lineno, text.start(node), text.start(operand), "")
        case ast.Constant(bool(value)):
            yield text.replace(node, str(not value))
        case ast.Constant(int(value)):
            yield text.replace(node, str(value + 1))
        case ast.Return(ast.expr() as value) if not is_none(value):
            yield text.replace(node, "return None")
        case ast.Raise() | ast.Continue():
            yield text.replace(node, "pass")
        case ast.Expr(value) if not isinstance(value, ast.Constant):
            yield text.replace(node, "pass")
        case ast.If(test):
            yield text.replace(test, "False")
            yield text.replace(test, "True")


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is in a node, but for annotations, subscripts and docstrings.

    A class is its body: no promise needs its slots, or that it can't be changed.
    """
    match node:
        case ast.AnnAssign(value=value):
            yield from filter(None, [value])
        case ast.Subscript(value):
            yield value
        case ast.Expr(ast.Constant()) | ast.arg():
            pass
        case ast.ClassDef(body=body):
            yield from body
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from filter(None, [*node.args.defaults, *node.args.kw_defaults])
            yield from node.body
        case _:
            yield from ast.iter_child_nodes(node)


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def changes(text: Text, node: ast.AST) -> Iterator[Change]:
    """Yield what may be broken in a node: no change leaves it as it was."""
    yield from here(text, node)
    for one in inside(node):
        yield from changes(text, one)


def drawn(chance: Random, number: int, room: str = "") -> Iterator[Change]:
    """Yield random changes, of as many lines; long modules are broken more often."""
    files = [path for path in MODULES if path.as_posix().startswith(room)]
    lines = [len(read(path)) for path in files]
    seen = set[tuple[Path, int]]()
    while files and len(seen) < number:
        (file,) = chance.choices(files, lines)
        found = [*changes(Text.of(file, read(file)), parsed(file))]
        change = chance.choice(found) if found else None
        if change is not None and (file, change.line) not in seen:
            seen.add((file, change.line))
            yield change


def name_of(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


@cache
def imported(path: Path) -> set[str]:
    """Return the modules that a test file imports, and the names it takes of them."""
    found = set[str]()
    for node in ast.walk(parsed(path)):
        match node:
            case ast.ImportFrom(module=str(module), level=0):
                found |= {module, *(f"{module}.{one.name}" for one in node.names)}
            case ast.Import():
                found |= {one.name for one in node.names}
    return found


def nearest(file: Path) -> list[list[str]]:
    """Return test files, nearest first: its own, importers, those of its room."""
    parts = file.parent.parts[1:] if file.parts[0] == "p2pgame" else file.parent.parts
    tests = [path for path in TESTS if path.name.startswith("test_")]
    folders = {path.parent for path in tests}
    while parts and Path("tests", *parts) not in folders:
        parts = parts[:-1]
    folder, name = Path("tests", *parts), name_of(file)
    room = [path for path in tests if parts and path.is_relative_to(folder)]
    own = [path for path in room if path.stem.startswith(f"test_{file.stem}")]
    importing = [
        path
        for path in room + tests
        if "browser" not in path.parts
        and name.rpartition(".")[2] in read(path)
        and name in imported(path)
    ]
    steps, seen = list[list[str]](), set[Path]()
    for step in (own, importing, room):
        steps.append(
            [path.as_posix() for path in dict.fromkeys(step) if path not in seen]
        )
        seen |= {*step}
    return [step for step in steps if step]


def outcome(change: Change, trees: SimpleQueue[Path]) -> tuple[str, float, str]:
    """Put a change into a tree; return a word, seconds, and the test that failed."""
    begun, tree = monotonic(), trees.get()
    path = tree / change.file
    data = path.read_bytes()
    try:
        path.write_bytes(change.apply(data))
        word, by = _tried(tree, nearest(change.file))
        path.write_bytes(data)
        if by and run(tree, [by], LIMIT)[0] != PASSED:
            word = "ANYWAY"  # it fails without the change
    finally:
        path.write_bytes(data)
        trees.put(tree)
    return word, monotonic() - begun, by


def _tried(tree: Path, steps: Sequence[Sequence[str]]) -> tuple[str, str]:
    for tests in steps:
        code, by = run(tree, tests, LIMIT, *_EACH)
        if code != PASSED:
            return "killed" if code in NOTICED else "TIMEOUT", by
    return "SURVIVED", ""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    parser.add_argument("--in", dest="room", default="", help="such paths alone")
    wanted = parser.parse_args(arguments)
    every = [*drawn(Random(wanted.seed), wanted.number, wanted.room)]
    survivors = 0
    with copies(WORKERS) as trees, ThreadPoolExecutor(WORKERS) as pool:
        told = pool.map(lambda change: outcome(change, trees), every)
        for change, (word, seconds, by) in zip(every, told, strict=True):
            survivors += word != "killed"
            print(f"{word:8} {seconds:5.0f} s  {change}  {by}".rstrip(), flush=True)
    print(f"{len(every)} mutants, {survivors} left alive, seed {wanted.seed}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
