"""A host's request says which programs sit where, by names that last."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from p2pgame.client.meeting.offering import guests_of, offer_of
from p2pgame.client.profile.ticket import Guest
from p2pgame.client.requests import Host

POLICIES = files("p2pgame.agents.cfr") / "policies"


def guests(request: Host) -> tuple[Guest, ...]:
    return guests_of(request, offer_of(request))


def test_a_policy_is_found_from_another_folder_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(str(POLICIES / "kuhn.json"), tmp_path / "mine.json")
    monkeypatch.chdir(tmp_path)
    (guest,) = guests(Host(game="kuhn", programs={2: "policy:mine.json"}))
    assert guest.agent == f"policy:{tmp_path / 'mine.json'}"
    assert guest.name == "mine"


def test_a_seat_that_is_not_named_gets_another_opponent_than_those_that_are() -> None:
    programs = {3: "TRUSTING tom"}
    asked = Host(game="liars-dice", players=3, bots=2, programs=programs)
    assert [guest.name for guest in guests(asked)] == ["Doubting Dora", "Trusting Tom"]


def test_the_only_opponent_for_a_game_sits_in_several_seats() -> None:
    asked = Host(game="pig", players=3, bots=2, programs={2: "holding hanna"})
    assert [guest.name for guest in guests(asked)] == ["Holding Hanna"] * 2
