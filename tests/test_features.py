"""docs/features.md and the tests marked with its rows stay in step."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

import click
import pytest
import trio
from trio.testing import MockClock

from p2pgame import engine, tabletop
from p2pgame.cli.main import main
from p2pgame.games.registry import GAMES
from tests.cli.command_walks import WALKS, Walker
from tests.cli.typed_effects import EVENINGS, SCENES, play_scene

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "features.md").read_text()
CODES = [
    f"{letter}{number:02}"
    for letter, last in (("U", 37), ("R", 35), ("M", 22), ("G", 37), ("B", 78))
    for number in range(1, last + 1)
]
#: A line of the page: its code, what it is, where it is shown or why not, and by what
#: people reach it.
ROWS = re.findall(r"^\| ([A-Z]\d\d) \| (.+?) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
REACHED = {code: how for code, _, _, how in ROWS}
NAMES = "`[^`]+`(?:, `[^`]+`)*"
#: How a row is reached: what is typed at a table, the parts that a game uses, commands.
TYPED = re.compile(rf"`([a-z-]+)`: ({NAMES})")
USED = re.compile(rf"`([a-z-]+)` uses ({NAMES})")
COMMANDS = re.compile(r"`p2pgame [a-z]+`(?:, `p2pgame [a-z]+`)*")
GAME = re.compile(r"`([a-z-]+)`")


def marked() -> Iterator[tuple[str, str]]:
    """Yield each code that a test is marked with, and the file it is in."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.row" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not is_row(node.func):
                continue
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}: a row unnamed"
                yield str(argument.value), path.relative_to(ROOT).as_posix()


def is_row(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node).endswith("mark.row")


@cache
def found() -> frozenset[tuple[str, str]]:
    return frozenset(marked())


def test_every_row_is_on_the_page_once() -> None:
    assert [code for code, *_ in ROWS] == CODES


def test_no_test_is_marked_with_a_row_that_is_not_there() -> None:
    assert {code for code, _ in found()} <= {*CODES}


def test_a_row_is_shown_where_the_page_says_or_has_a_reason() -> None:
    for code, _, how, _ in ROWS:
        files = sorted(file for marked, file in found() if marked == code)
        if files:
            assert how == ", ".join(f"`{file}`" for file in files), code
        else:
            assert how.endswith("."), f"{code} has neither test nor reason"
            assert "`tests/" not in how, code


def quoted(names: str) -> list[str]:
    return re.findall("`([^`]+)`", names)


def test_a_row_is_reached_by_something_or_has_a_reason() -> None:
    shown, kinds = {code for code, _ in found()}, (TYPED, USED, COMMANDS, GAME)
    for code, how in REACHED.items():
        if how == "–":
            assert code not in shown
        elif how != "every game" and not how.endswith("."):
            assert any(kind.fullmatch(how) for kind in kinds), f"{code}: {how}"


def test_every_command_by_which_a_row_is_reached_is_run_here() -> None:
    known = main.list_commands(click.Context(main))
    reaching = filter(COMMANDS.fullmatch, REACHED.values())
    named = {name for how in reaching for name in quoted(how)}
    assert named == {f"p2pgame {command}" for command in WALKS}
    assert {*WALKS} <= {*known}


@pytest.mark.parametrize("command", WALKS)
def test_a_command_by_which_rows_are_reached_does_what_it_is_for(
    command: str, tmp_path: Path
) -> None:
    WALKS[command](Walker(tmp_path))


def test_every_game_by_which_a_row_is_reached_is_shipped() -> None:
    for how in REACHED.values():
        for kind in (TYPED, USED, GAME):
            if found := kind.fullmatch(how):
                assert found[1] in GAMES, how


def file_of(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    files = (path / "__init__.py", path.with_suffix(".py"))
    return next(filter(Path.is_file, files), None)


@cache
def identifiers(module: str) -> set[str]:
    """Return the names in a module of games, and in those of games that it imports."""
    found, known, rest = set[str](), set[str](), [module]
    while rest:
        name = rest.pop()
        file = None if name in known else file_of(name)
        known.add(name)
        if file is None:
            continue
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Name(id):
                    found.add(id)
                case ast.Attribute(attr=attr):
                    found.add(attr)
                case ast.ImportFrom(imported, names, level):
                    base = "." * level + (imported or "")
                    base = resolve_name(base, package) if level else base
                    if base.startswith("p2pgame.games"):
                        rest.append(base)
                        rest += [f"{base}.{one.name}" for one in names]
    return found


@pytest.mark.parametrize(
    ("code", "how"), [row for row in REACHED.items() if USED.match(row[1])]
)
def test_a_game_uses_the_parts_by_which_a_row_is_reached(code: str, how: str) -> None:
    """And tests of the row speak of that part, or else another would reach it."""
    used = USED.fullmatch(how)
    assert used
    module = type(GAMES[used[1]]).__module__
    files = [ROOT / file for marked, file in found() if marked == code]
    tested = "".join(file.read_text(encoding="utf-8") for file in files)
    for part in quoted(used[2]):
        assert hasattr(engine, part) or hasattr(tabletop, part), part
        assert part in identifiers(module)
        assert re.search(rf"\b{part}\b", tested), part


def typed() -> list[tuple[str, str]]:
    """Return each game with a word that reaches a row there, once."""
    found = filter(None, map(TYPED.fullmatch, REACHED.values()))
    return sorted({(one[1], word) for one in found for word in quoted(one[2])})


def test_every_word_that_reaches_a_row_has_an_example() -> None:
    assert {*typed()} == {*SCENES} | {*EVENINGS}


@pytest.fixture
def patient_clock(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> MockClock:
    """A clock that does not jump while a thread works: on a slow machine it may."""
    run_sync, working = trio.to_thread.run_sync, 0

    async def waited_for(work: Callable[..., Any], *args: Any, **more: Any) -> Any:
        nonlocal working
        working += 1
        autojump_clock.autojump_threshold = math.inf
        try:
            return await run_sync(work, *args, **more)
        finally:
            working -= 1
            if not working:
                autojump_clock.autojump_threshold = 0

    monkeypatch.setattr(trio.to_thread, "run_sync", waited_for)
    return autojump_clock


@pytest.mark.parametrize(("game", "word"), typed())
async def test_a_word_by_which_a_row_is_reached_does_something_there(
    game: str, word: str, tmp_path: Path, patient_clock: MockClock
) -> None:
    if (game, word) in EVENINGS:
        await EVENINGS[game, word](tmp_path)
    else:
        await play_scene(game, word, tmp_path)
