"""The lists of mutants fit the tree, so that they cannot rot until they are run."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.mutants import LISTS, Mutant, Outcome, mutants, mutated, told, try_out
from tests.sources import parsed, read

CARDS, TABLE = mutants("cards"), mutants("table")
MUTANTS = CARDS + TABLE
#: Fewer would show too little.
LEAST_MUTANTS, LEAST_PITFALLS = 60, 30
LEAST_OF_TABLE, LEAST_ATTACKS = 100, 48

#: Numbers of pitfalls and of attacks.
Marks = tuple[frozenset[int], frozenset[int]]


@cache
def marks(file: str) -> dict[str, Marks]:
    """Return the pitfalls and attacks that each test in a file is marked with."""
    found = {}
    for node in parsed(Path(file)).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marked = " ".join(ast.unparse(one) for one in node.decorator_list)
            found[node.name] = numbers("pitfall", marked), numbers("attack", marked)
    return found


def numbers(kind: str, marked: str) -> frozenset[int]:
    return frozenset(map(int, re.findall(rf"pytest\.mark\.{kind}\((\d+)\)", marked)))


def statement(module: ast.Module, line: int) -> str:
    """Return the statement of a module that ends on a line or after it, as a dump."""
    for node in module.body:
        if (node.end_lineno or 0) >= line:
            return ast.dump(node)
    return ""


def differ(before: ast.Module, after: ast.Module, line: int) -> bool:
    """Return whether two modules differ; their texts do from ``line`` on."""
    if statement(before, line) != statement(after, line):
        return True
    return ast.dump(before) != ast.dump(after)


def test_a_mutant_changes_what_is_there() -> None:
    for mutant in MUTANTS:
        path = Path(mutant.file)
        changed = mutated(read(path), mutant)
        line = read(path).partition(mutant.old)[0].count("\n") + 1
        assert differ(parsed(path), ast.parse(changed), line), mutant.without


def test_a_comment_and_a_line_break_change_nothing() -> None:
    before = ast.parse("a = 1\nb = f(a, a)\n")
    after = ast.parse("a = 1\n# told\nb = f(\n  a, a)\n")
    assert not differ(before, after, 2)
    assert differ(before, ast.parse("a = 1\nb = f(a, b)\n"), 2)
    assert differ(before, ast.parse("a = 1\nb = f(a, a)\na = 2\n"), 3)


def test_a_mutant_is_for_tests_that_refuse_what_it_lets_in() -> None:
    for mutant in MUTANTS:
        kinds = mutant.pitfalls, mutant.attacks, mutant.promise
        assert mutant.tests, mutant.without
        assert sum(map(bool, kinds)) == 1, mutant.without
        wanted: Marks = frozenset(mutant.pitfalls), frozenset(mutant.attacks)
        pitfalls, attacks = set[int](), set[int]()
        for test in mutant.tests:
            file, _, name = test.partition("::")
            found = marks(file)[name.partition("[")[0]]
            if not mutant.promise:
                refused = (found[0] & wanted[0]) | (found[1] & wanted[1])
                assert refused, f"{mutant.without}: {test} refuses another"
            pitfalls |= found[0]
            attacks |= found[1]
        assert wanted[0] <= pitfalls, mutant.without
        assert wanted[1] <= attacks, mutant.without


def test_a_mutant_that_fits_nowhere_or_twice_is_refused() -> None:
    first = MUTANTS[0]
    for text in ("", first.old * 2):
        with pytest.raises(ValueError, match="not once"):
            mutated(text, first)


def test_a_test_that_notices_nothing_is_told_and_the_tree_is_whole_again(
    tmp_path: Path,
) -> None:
    """A tree of two files stands for the whole one."""
    (tmp_path / "one.py").write_text("ANSWER = 42\n")
    checks = "import one\n\ndef test_noticed():\n    assert one.ANSWER == 42\n"
    (tmp_path / "test_one.py").write_text(
        checks + "\ndef test_asleep():\n    assert one.ANSWER\n"
    )
    tests = ("test_one.py::test_noticed", "test_one.py::test_asleep")
    mutant = Mutant("the answer", "one.py", "42", "41", tests, promise="it is 42")
    trees = SimpleQueue[Path]()
    trees.put(tmp_path)
    outcome = try_out(mutant, trees)
    assert outcome.unnoticed == {tests[1]: 0}
    _, noticed, unnoticed = told(mutant, outcome)
    assert noticed.strip() == "noticed by test_noticed"
    assert unnoticed.strip() == "NOT noticed by test_asleep, which ended in 0"
    assert (tmp_path / "one.py").read_text() == "ANSWER = 42\n"
    assert trees.get() == tmp_path


def test_an_outcome_is_told_in_a_word() -> None:
    assert str(Outcome({"a": 1, "b": 2}, 1.0)) == "killed"
    assert str(Outcome({"a": None}, 1.0)) == "TIMEOUT"
    assert str(Outcome({"a": 0, "b": None}, 1.0)) == "SURVIVED"


def test_there_are_mutants_of_most_dangers() -> None:
    assert len({mutant.without for mutant in MUTANTS}) == len(MUTANTS)
    assert {*LISTS} == {"cards", "table"}
    pitfalls = {number for mutant in MUTANTS for number in mutant.pitfalls}
    attacks = {number for mutant in MUTANTS for number in mutant.attacks}
    assert pitfalls <= {*range(1, 33)}
    assert attacks <= {*range(1, 77)}
    assert len(CARDS) >= LEAST_MUTANTS
    assert len(pitfalls) >= LEAST_PITFALLS
    assert len(TABLE) >= LEAST_OF_TABLE
    assert len(attacks) >= LEAST_ATTACKS
