"""What a version of a game means is written down, and stays under its number."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pgame.games.registry import GAMES, SHIPPED, find
from tests import meanings
from tests.meanings import FILE, SAMPLES, differences, main, unwritten, written
from tests.mutants import COPIED, ROOT, copy

WRITTEN = written()
NAMES = sorted({row.game for row in WRITTEN})


@pytest.mark.parametrize("name", NAMES)
def test_a_version_means_what_is_written_down(name: str) -> None:
    assert [*differences(WRITTEN, [name])] == []


def test_every_version_and_the_engine_are_written_down() -> None:
    assert unwritten(WRITTEN) == []
    assert {*NAMES} >= {*GAMES} | {f"engine/{name}" for name in SAMPLES}


def test_a_version_that_is_not_written_down_is_named() -> None:
    rest = {row: line for row, line in WRITTEN.items() if row.game != "kuhn"}
    assert unwritten(rest) == [
        f"kuhn, version {number}, is not written down: run make meanings"
        for number in (1, 2)
    ]


def test_a_line_that_is_there_is_never_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = FILE.read_text("utf-8").splitlines(keepends=True)
    kuhn = [line for line in lines if '"game": "kuhn"' in line]
    path = tmp_path / FILE.name
    before = kuhn[0].replace('"play": "', '"play": "00')
    path.write_text(before, "utf-8")
    monkeypatch.setattr(meanings, "written", lambda: written(path))
    assert main(["--write", "kuhn"]) == 1
    assert path.read_text("utf-8") == before
    assert "kuhn, version 1, means something else now: play" in capsys.readouterr().out


# In a copy of the tree


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        copy(ROOT / name, tree / name)
    return tree


@pytest.fixture
def changed(tree: Path) -> Iterator[Changed]:
    changed = Changed(tree)
    yield changed
    changed.restore()


class Changed:
    """A copy of the tree in which something reads otherwise."""

    def __init__(self, tree: Path) -> None:
        self._tree = tree
        self._kept: dict[Path, str] = {}

    def put(self, file: str, old: str, new: str) -> None:
        path = self._tree / file
        text = path.read_text("utf-8")
        self._kept.setdefault(path, text)
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), "utf-8")

    def restore(self) -> None:
        for path, text in self._kept.items():
            path.write_text(text, "utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=self._tree,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done.returncode, done.stdout + done.stderr


def module_of(name: str) -> str:
    return SHIPPED[name, find(name).version].module.replace(".", "/") + ".py"


def test_other_words_and_names_mean_the_same(changed: Changed) -> None:
    kuhn = module_of("kuhn")
    changed.put(kuhn, "Kuhn poker", "The poker of H. W. Kuhn")
    changed.put(kuhn, "first", "left")
    changed.put(kuhn, "FACING", "AFTER_A_BET")
    gate = "p2pgame/engine/offers.py"
    changed.put(gate, "number = offer.number(move)", "given = offer.number(move)")
    changed.put(gate, "if number is None:", "if given is None:")
    changed.put(gate, "offer.low <= number <= offer", "offer.low <= given <= offer")
    changed.put("p2pgame/text/en/engine.ftl", " is ", " remains ")
    assert changed.run("tests.meanings", "kuhn", "engine/counting") == (0, "")
    for kept in ("kuhn-1-masked", "holdem-1-masked"):
        file = FILE.with_name(f"{kept}.p2pgame")
        status, told = changed.run("p2pgame", "verify", str(file))
        assert (status, "Result: " in told) == (0, True), told


LOOSENED = {
    "a game's stake": (
        module_of("kuhn"),
        '("bet", "call"): 2',
        '("bet", "call"): 3',
        "kuhn, version 1, means something else now: play of it",
    ),
    "the engine's gate": (
        "p2pgame/engine/offers.py",
        "if offer.low <= number <= offer.high:",
        "if offer.low <= number:",
        "The engine, version 1, means something else now: legality of the test game",
    ),
    "whose turn it is": (
        "p2pgame/engine/play.py",
        "if event.player == turn.player and event.move in turn.moves:",
        "if event.move in turn.moves:",
        "kuhn, version 1, means something else now: legality of it",
    ),
}


@pytest.mark.attack(54)
@pytest.mark.parametrize("what", LOOSENED)
def test_another_meaning_under_the_old_number_is_found(
    what: str, changed: Changed
) -> None:
    file, old, new, sentence = LOOSENED[what]
    changed.put(file, old, new)
    status, told = changed.run("tests.meanings", "kuhn", "engine/counting")
    assert status == 1
    assert sentence in told
    assert "make meanings" in told
