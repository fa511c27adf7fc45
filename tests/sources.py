"""The source files of this tree, for the rules that are read off them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


def _files(*folders: str) -> list[Path]:
    return sorted(
        path.relative_to(ROOT)
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
    )


#: Every module of the product, relative to :data:`ROOT`.
MODULES = _files("protocols", "p2pgame", "games", "cli")
#: The modules that test and measure it.
TESTS = _files("tests", "bench")
ALL = MODULES + TESTS


@cache
def read(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(read(path))
