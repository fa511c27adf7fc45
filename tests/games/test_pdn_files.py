"""PDN files as people have them are read: in each form of the reading grammar."""

from __future__ import annotations

import os

import pytest

from p2pgame.games.checkers_pdn import games_in, played
from p2pgame.games.chess.pgn_text import decoded
from tests.games.pdn_files import RESULTS, sample

#: Files that are made; the first seed of more: P2PGAME_GAMES=2000.
FILES = int(os.environ.get("P2PGAME_GAMES", "40"))


@pytest.mark.parametrize("seed", range(FILES))
def test_what_is_in_a_file_is_found(seed: int) -> None:
    made = sample(seed)
    found = [played(game) for game in games_in(decoded(made.data))]
    assert len(found) == len(made.games), f"seed {seed}"
    for number, (record, expected) in enumerate(zip(found, made.games, strict=True), 1):
        place = f"seed {seed}, game {number}"
        assert record.tags == expected.tags, place
        assert record.start.squares == expected.start.squares, place
        assert tuple(event.move for event in record.moves) == expected.moves, place
        assert record.result == expected.result, place
        assert record.remarks == (), place


def test_the_files_have_every_form() -> None:
    """A file that is made alike for all seeds would show little."""
    data = [sample(seed) for seed in range(FILES)]
    assert {len(one.games) for one in data} >= {1, 2, 5}
    texts = "\n".join(decoded(one.data) for one in data)
    for form in (
        "/FEN",
        "½",
        "rawn",
        " x ",
        "-0",
        "%clk",
        "Kh8",
        "K25-28",
        "* ",
        "(!)",
    ):
        assert form in texts, form
    assert any(b"\r\n" in one.data for one in data)
    assert any(one.data.startswith(b"\xff\xfe") for one in data)
    assert {game.result for one in data for game in one.games} == {*RESULTS}
