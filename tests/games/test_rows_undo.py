"""Undo needs the registry to give one game for one name and version."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from p2pgame.games import registry
from p2pgame.games.registry import GROUP, KNOWN, find
from tests.english import refusing


@pytest.mark.row("U07")
@pytest.mark.parametrize(("name", "version"), KNOWN)
def test_a_second_game_of_one_name_and_version_is_refused(
    name: str, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(find(name, version))
    twin = EntryPoint("twin", f"{kind.__module__}:{kind.__qualname__}", GROUP)
    monkeypatch.setattr(registry, "_others", lambda: {"twin": twin})
    like = f"is called {name}, version {version}, like another game"
    with refusing(ValueError, match=like):
        find("twin")
    assert type(find(name, version)) is kind
