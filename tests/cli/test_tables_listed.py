"""The list of tables on a terminal that is too narrow for a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from p2pgame.client.profile import places, ticket
from p2pgame.transport.finding.invite import Invite
from tests.cli.window_terminal import WindowTerminal
from tests.client.fronts import setup


def test_a_line_that_is_too_long_is_broken_between_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    held = places.open_table("Ann", b"S" * 16)
    held.store.close()
    invite = Invite(held.me.key.public, b"S" * 16, ("127.0.0.1:40009",), (), "holdem")
    fresh = ticket.fresh(setup("Ann"), invite, game="holdem")
    names = ("Ann", *("Bartholomew", "Constantine", "Dorothea", "Evangeline"))
    ticket.write(held.folder, replace(fresh, players=names))
    terminal = WindowTerminal(tmp_path, "tables")
    try:
        assert terminal.wait_end() == 0
        terminal.look()
        rows = [row for row in terminal.rows if row]
        assert len(rows) == 2
        assert rows[0].startswith("  1  holdem")
        assert rows[1].startswith("    ")
        words = " ".join(rows).replace(",", "").split()
        assert words[-5:] == [*names]
    finally:
        terminal.close()


def test_somebody_without_tables_is_told_how_to_open_one(tmp_path: Path) -> None:
    terminal = WindowTerminal(tmp_path, "tables")
    try:
        assert terminal.wait_end() == 0
        terminal.look()
        told = "You have no tables yet. To open one: p2pgame"
        assert [row for row in terminal.rows if row] == [told]
    finally:
        terminal.close()
