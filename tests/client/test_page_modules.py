"""A game's drawing for the page is found beside its rules, and nothing else is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from p2pgame.client import page_modules
from p2pgame.client.page_modules import module_of
from p2pgame.engine import AnyGame
from p2pgame.games.registry import GAMES
from tests.sources import ROOT


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    page_modules._modules.cache_clear()
    yield
    page_modules._modules.cache_clear()


def test_every_shipped_module_is_found_by_its_name() -> None:
    files = [*(ROOT / "games").rglob("*_page.js")]
    assert files
    for file in files:
        name = file.name.removesuffix("_page.js")
        assert module_of(name) == file.read_bytes()
        assert module_of(name.replace("_", "-")) == file.read_bytes()


@pytest.mark.parametrize(
    "name", ["", "nonsense", "../games/tictactoe", "tictactoe_page", "text/en/kuhn"]
)
def test_no_name_is_a_path(name: str) -> None:
    assert module_of(name) is None


def test_a_game_of_another_package_brings_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "elsewhere"
    package.mkdir()
    (package / "__init__.py").write_text("")
    source = (ROOT / "games" / "memory.py").read_text()
    (package / "rules.py").write_text(source.replace('"memory"', '"my-game"'))
    (package / "my_game_page.js").write_text("export const create = 1;")
    (package / "memory_page.js").write_text("export const create = 2;")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "elsewhere", ModuleType("elsewhere"))
    del sys.modules["elsewhere"]  # and what is imported in its place ends with the test
    game = imported(package / "rules.py", monkeypatch)
    known = {**{name: GAMES[name] for name in ("memory",)}, game.name: game}
    monkeypatch.setattr(page_modules, "GAMES", known)
    assert module_of("my-game") == b"export const create = 1;"
    assert module_of("memory") != b"export const create = 2;"


def imported(path: Path, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    spec = spec_from_file_location("elsewhere.rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "elsewhere.rules", module)
    spec.loader.exec_module(module)
    game: AnyGame = module.MemoryGame()
    return game
