"""The page of endings says what the program says of each coalition's two files."""

from __future__ import annotations

import os

import pytest

from tests.attacks.gallery import endings

#: Larger tables take some seconds: ``make gallery`` judges them, and so does this.
ALL = pytest.mark.skipif(not os.environ.get("P2PGAME_ALL_ENDINGS"), reason="takes long")


@pytest.fixture(autouse=True)
def home(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path_factory.mktemp("nobody")))


@pytest.mark.attack(1)
@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=ALL)])
def test_the_page_says_what_each_coalition_comes_to(seats: int) -> None:
    said = endings.PAGE.read_text("utf-8").splitlines()
    kept = [line for line in said if line.startswith(f"| {seats} |")]
    assert kept == [*endings.rows(seats)], "make gallery"


@pytest.mark.parametrize("seats", endings.SEATS)
def test_no_honest_player_is_convicted_and_no_false_end_is_counted(seats: int) -> None:
    said = endings.PAGE.read_text("utf-8").splitlines()
    rows = [line.split(" | ") for line in said if line.startswith(f"| {seats} |")]
    coalitions = {row[1] for row in rows}
    assert len(coalitions) == 2**seats - 1
    for _, liars, _, alone, both, honest, own in rows:
        assert f"; {liars} convicted" in both
        counts = "counted; " if alone == "no end" else "not counted; "
        for cell in (both, honest, own):
            assert cell.startswith((counts, "there is none"))
