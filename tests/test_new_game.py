"""``make game`` writes what is kept of a game, and its row where the page wants it."""

from __future__ import annotations

import re

import pytest

from tests.new_game import PAGE, main, with_row


@pytest.mark.parametrize("name", ["battleship", "holdem", "pig", "tictactoe"])
def test_a_row_comes_back_where_it_stood(name: str) -> None:
    page = PAGE.read_text("utf-8")
    before, table = page.split("\n## Games\n", 1)
    row = re.search(rf"^\| (\[?){name}\b.*\n", table, re.M)
    assert row is not None
    without = f"{before}\n## Games\n{table.replace(row[0], '', 1)}"
    assert with_row(page, name) == page
    plain = re.sub(r"\[([a-z]+)\]\([^)]*\)", r"\1", row[0])
    assert with_row(without, name) == page.replace(row[0], plain, 1)


@pytest.mark.parametrize("arguments", [[], ["no-such"], ["pig", "rps"]])
def test_what_is_no_game_is_refused_with_what_to_do(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().out
    assert "SHIPPED" in said if arguments == ["no-such"] else "make game" in said
