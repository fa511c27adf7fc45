"""Break random lines of the product, and see the nearest tests fail.

``make mutants RANDOM=20``: each of twenty mutants changes one expression or statement
of a copy of the tree.  Tests that import its module, and those in the folder of its
room, are run.  A mutant that they let pass is named, with the seed that made it.
``--in p2pgame/web`` breaks that room alone.
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
from pathlib import Path
from queue import SimpleQueue
from random import Random
from time import monotonic

from tests.mutants import NOTICED, PASSED, WORKERS, copies, run
from tests.sources import MODULES, TESTS, parsed, read

#: Seconds for the tests of one mutant.  One that lets them run for longer is noticed.
LIMIT = 600
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


class Finder(ast.NodeVisitor):
    """Collects the changes that a module bears; annotations and imports bear none."""

    def __init__(self, file: Path, text: str) -> None:
        self._file = file
        self._data = text.encode()
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self.found: list[Change] = []

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _add(self, line: int, at: int, end: int, new: str) -> None:
        old = self._data[at:end].decode()
        self.found.append(Change(self._file, line, at, old, new))

    def _replace(self, node: ast.expr | ast.stmt, new: str) -> None:
        self._add(node.lineno, self._start(node), self._end(node), new)

    def _turn(self, kind: type[ast.AST], left: ast.expr, right: ast.expr) -> None:
        """Exchange the operator between two operands, if it stands there alone."""
        at, end = self._end(left), self._start(right)
        old, new = _OPERATORS.get(kind, ("", ""))
        between = self._data[at:end].decode()
        if old and between.split() == old.split():
            first = at + len(between[: between.index(old[0])].encode())
            self._add(left.lineno, first, first + len(between.strip()), new)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for kind, left, right in zip(node.ops, operands, operands[1:], strict=False):
            self._turn(type(kind), left, right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._turn(type(node.op), left, right)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._turn(type(node.op), node.left, node.right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node.lineno, self._start(node), self._start(node.operand), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case bool():
                self._replace(node, str(not node.value))
            case int():
                self._replace(node, str(node.value + 1))

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not is_none(node.value):
            self._replace(node, "return None")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._replace(node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        self._replace(node, "pass")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._replace(node.test, "False")
        self._replace(node.test, "True")
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None: ...

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for one in (*filter(None, node.args.kw_defaults), *node.args.defaults):
            self.visit(one)
        for statement in node.body:
            self.visit(statement)


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def changes(file: Path) -> list[Change]:
    """Return what may be broken in a module: no change leaves it as it was."""
    finder = Finder(file, read(file))
    finder.visit(parsed(file))
    return finder.found


def drawn(chance: Random, number: int, room: str = "") -> Iterator[Change]:
    """Yield random changes, of as many lines; long modules are broken more often."""
    files = [path for path in MODULES if path.as_posix().startswith(room)]
    lines = [len(read(path)) for path in files]
    seen = set[tuple[Path, int]]()
    while files and len(seen) < number:
        (file,) = chance.choices(files, lines)
        found = changes(file)
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


def nearest(file: Path) -> list[str]:
    """Return the test files that import a module, and the folder of its room."""
    name = name_of(file)
    importing = [
        path.as_posix()
        for path in TESTS
        if path.name.startswith("test_")
        and "browser" not in path.parts
        and name.rpartition(".")[2] in read(path)
        and name in imported(path)
    ]
    parts = file.parent.parts[1:] if file.parts[0] == "p2pgame" else file.parent.parts
    known = {path.parent for path in TESTS if path.name.startswith("test_")}
    while parts and Path("tests", *parts) not in known:
        parts = parts[:-1]
    folder = Path("tests", *parts).as_posix()
    beside = [folder] if parts else []
    return beside + [test for test in importing if not test.startswith(folder + "/")]


def outcome(change: Change, trees: SimpleQueue[Path]) -> tuple[str, float]:
    """Put a change into a tree, and return what its tests say of it."""
    begun, tests, tree = monotonic(), nearest(change.file), trees.get()
    path = tree / change.file
    data = path.read_bytes()
    try:
        path.write_bytes(change.apply(data))
        code = run(tree, tests, LIMIT) if tests else PASSED
    finally:
        path.write_bytes(data)
        trees.put(tree)
    noticed = code is None or code in NOTICED
    return "killed" if noticed else "SURVIVED", monotonic() - begun


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
        for change, (word, seconds) in zip(every, told, strict=True):
            survivors += word != "killed"
            print(f"{word:8} {seconds:5.0f} s  {change}", flush=True)
    print(f"{len(every)} mutants, {survivors} left alive, seed {wanted.seed}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
