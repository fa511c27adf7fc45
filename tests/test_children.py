"""A program that says nothing, or not what is waited for, ends a test in time."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest

from tests.children import line_with, lines_from, next_line
from tests.sources import TESTS, parsed, read

#: May wait for ever: they run campaigns as long as they are told to.
ENDLESS = {"tests/simulation/twice.py"}
#: The one file that reads pipes itself.
READER = "tests/children.py"
#: A file without these words reads from no program.
WORDS = ("stdout", "stderr", "communicate", "subprocess")
SILENT = "print('one', flush=True); input()"
#: Seconds; a program takes some tenths of one to start.
SOON = 3.0


@contextmanager
def started(program: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_program_that_falls_silent_is_killed_and_the_test_fails_with_its_lines() -> (
    None
):
    since = monotonic()
    with (
        started(SILENT) as process,
        pytest.raises(
            AssertionError, match=r"still reading after 3.0 s .*\['one\\n'\]"
        ),
    ):
        line_with("two", process, within=SOON)
    assert process.returncode
    assert monotonic() - since < 30


def test_a_program_that_ends_without_the_line_fails_the_test_at_once() -> None:
    with (
        started("print('one')") as process,
        pytest.raises(AssertionError, match=r"no 'two' in \['one\\n'\]"),
    ):
        line_with("two", process)


def test_a_program_is_read_on_where_reading_stopped() -> None:
    with started("print('one'); print('two'); print('three')") as process:
        assert next_line(process) == "one\n"
        assert line_with("t", process) == "two\n"
        assert [*lines_from(process)] == ["three\n"]
        with pytest.raises(AssertionError, match="no more lines"):
            next_line(process)


def waits_without_end(node: ast.AST) -> bool:
    """Return whether this waits for a program's output, or reads it, with no limit."""
    match node:
        case ast.For(iter=ast.Attribute(attr="stdout" | "stderr")):
            return True
        case ast.Call(func=ast.Attribute(attr="communicate", value=ast.Name())):
            pass
        case ast.Call(func=ast.Attribute(attr="run", value=ast.Name(id="subprocess"))):
            pass
        case ast.Attribute(
            attr="read" | "readline" | "readlines",
            value=ast.Attribute(attr="stdout" | "stderr"),
        ):
            return True
        case _:
            return False
    assert isinstance(node, ast.Call)
    return "timeout" not in {keyword.arg for keyword in node.keywords}


def test_no_test_reads_from_a_program_without_a_limit() -> None:
    offenders = {
        f"{path}:{getattr(node, 'lineno', '')}"
        for path in TESTS
        if path.parts[0] == "tests" and path.as_posix() not in {READER, *ENDLESS}
        if any(word in read(path) for word in WORDS)
        for node in ast.walk(parsed(path))
        if waits_without_end(node)
    }
    assert not offenders, sorted(offenders)
    for exempt in (READER, *ENDLESS):
        (path,) = (path for path in TESTS if path.as_posix() == exempt)
        assert any(map(waits_without_end, ast.walk(parsed(path)))) or exempt == READER
