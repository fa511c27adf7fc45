"""docs/rules-sources.md names every shipped game, and tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from p2pgame.games.registry import SHIPPED

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "rules-sources.md").read_text("utf-8")
#: What is said of each game, by its name.
SECTIONS = dict(re.findall(r"^## ([a-z-]+)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
ROW = re.compile(r"^\| (?!article )(?!-)(.+?) \| (.+?) \|(?: (.+?))? \|$", re.M)
FILE = re.compile(r"`(tests/[a-z_/]+\.py)`")
NAME = re.compile(r"`(test_\w+)`")
NOT_PLAYED = "*Not played*: "

each_game = pytest.mark.parametrize("name", SECTIONS)


@cache
def named_in(file: str) -> frozenset[str]:
    """Return the names of the tests of a file."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    found = (node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return frozenset(name for name in found if name.startswith("test_"))


def test_every_shipped_game_is_on_the_page() -> None:
    assert [*SECTIONS] == sorted({name for name, _ in SHIPPED})


@each_game
def test_every_row_names_a_test_of_the_games_or_says_why_it_is_not_played(
    name: str,
) -> None:
    section = SECTIONS[name]
    assert "\nSource: " in f"\n{section}"
    there = frozenset[str]().union(*map(named_in, FILE.findall(section)))
    rows = ROW.findall(section)
    assert len(rows) == sum(line.startswith("|") for line in section.splitlines()) - 2
    for article, what, shown in rows:
        named = NAME.findall(shown)
        assert named or what.startswith(NOT_PLAYED), f"{name}: {article} has no test"
        assert {*named} <= there, f"{name}: {article} names a test that is not there"


def test_each_version_beside_the_first_is_told() -> None:
    for name, version in SHIPPED:
        if version > 1:
            assert f"from version {version} on" in SECTIONS[name], f"{name} {version}"
