"""A small part of ``make faults``: a store fails in mid-game, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.relay.faults import one


@pytest.mark.parametrize(
    ("cell", "told"), [("sqlite deleted", "begun anew"), ("redis kill", "away")]
)
async def test_a_game_outlives_what_happens_to_its_relay_s_store(
    cell: str, told: str, tmp_path: Path
) -> None:
    row = await one(cell, tmp_path, games=1, tables=2)
    assert (row.finished, row.wrongs) == (1, [])
    # A member is back within a pause of its link, and never silent for long.
    assert row.silence < 30
    assert told in row.told
