"""Friends with a page each play a hand, through a relay, and end with one history."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from p2pgame.client.transcripts import checking
from tests.browser.playing import (
    admit,
    history,
    move_once,
    open_table,
    play_to_the_end,
    remembers,
    seated,
    sit_down,
    trusting,
)
from tests.browser.visiting import ALL, WITHIN, Visitor, visitor, whole
from tests.children import line_with
from tests.cli.processes import Guests


@dataclass(frozen=True, slots=True)
class Played:
    """A game that friends play: how many they are, and options by their label."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)


NAMES = ("Anna", "Ben", "Cleo", "Dora")
#: Those after the first are played if somebody asks for all.
PLAYED: Mapping[str, Played] = {
    "holdem": Played(3),
    "memory": Played(3, {"Pairs": "3"}),  # cards lie open for seconds, then turn over
    "battleship": Played(2, {"Width of the sea": "4", "Ships": "2 1"}),
    "mover": Played(2, {"Ticks": "20"}),
    "chess": Played(2),
    "hearts": Played(4, {"Points that end the game": "1"}),
}


@pytest.mark.parametrize("game", PLAYED if ALL else [*PLAYED][:1])
def test_friends_play_through_a_relay_and_one_reloads(
    chromium: Browser, tmp_path: Path, game: str
) -> None:
    """All see one history, and the files of all verify, and say one result."""
    played = PLAYED[game]
    with ExitStack() as stack:
        programs = Guests(tmp_path)
        stack.callback(programs.close)
        relay = relay_of(programs)
        friends = [
            stack.enter_context(visitor(chromium, tmp_path, name, P2PGAME_RELAY=relay))
            for name in NAMES[: played.seats]
        ]
        anna, ben, *_ = friends
        link = open_table(anna, game, played.seats, **played.options)
        for guest, name in zip(friends[1:], NAMES[1:], strict=False):
            sit_down(guest, link)
            admit(anna, name)
        for one in friends:
            seated(one)
        random, began = Random(1), monotonic()
        while not any(move_once(one.page, random) for one in friends) or not (
            history(anna, "move")
        ):
            assert monotonic() - began < WITHIN / 1000, "nobody has moved"
            anna.page.wait_for_timeout(50)
        before = history(ben)
        ben.page.reload()
        seated(ben)
        remembers(ben, before)
        play_to_the_end(friends, seed=1)
        told = [_public(one) for one in friends]
        assert told[0]
        assert told == [told[0]] * len(told)
        if game == "holdem":
            _shows_who_shuffled(anna)
        _keeps(anna, "Ben")
        anna.page.get_by_role("button", name="Enough for now").click()
        for one in friends:
            expect(one.page.get_by_role("region", name="How it ended")).to_be_visible()
            one.picture(f"friends-{game}-{one.hub.home.parent.name}")
    files = [*tmp_path.glob("*/*.p2pgame")]
    assert len(files) == played.seats
    results = {checking.verify(file).payoffs for file in files}
    assert len(results) == 1


@whole
def test_the_same_friends_play_another_game(chromium: Browser, tmp_path: Path) -> None:
    with ExitStack() as stack:
        programs = Guests(tmp_path)
        stack.callback(programs.close)
        relay = relay_of(programs)
        anna, ben = [
            stack.enter_context(visitor(chromium, tmp_path, name, P2PGAME_RELAY=relay))
            for name in NAMES[:2]
        ]
        link = open_table(anna, "tictactoe", 2)
        sit_down(ben, link)
        admit(anna, "Ben")
        for one in (anna, ben):
            seated(one)
        play_to_the_end([anna, ben], seed=1)
        anna.page.get_by_role("combobox", name="Another game").select_option("kuhn")
        anna.picture("friends-another-game")
        anna.page.get_by_role("button", name="Play it").click()
        for one in (anna, ben):
            expect(one.page.get_by_text("play Kuhn poker.").first).to_be_attached()


def _keeps(visitor: Visitor, name: str) -> None:
    """Keep somebody as a contact at the end of a game, where all are still offered."""
    visitor.page.get_by_role("button", name=f"Keep {name}", exact=True).click()
    kept = visitor.page.get_by_role("button", name=f"{name} is kept as a contact")
    expect(kept).to_be_visible()
    expect(kept.locator("bdi")).to_have_text(name)
    visitor.picture(f"keeps-{name}")


def _shows_who_shuffled(anna: Visitor) -> None:
    said = trusting(anna)
    for name in NAMES[:3]:
        expect(said).to_contain_text(f"{name} signs with the key ")
        picture = said.get_by_role("img", name=f"The picture of {name}'s key")
        expect(picture).to_be_visible()
    expect(said).to_contain_text("52 cards shuffled by Anna, Ben, and Cleo, one after")
    for name in NAMES[1:3]:
        path = rf"{name}: (in your network|directly|through a relay)"
        expect(said).to_contain_text(re.compile(path))
    expect(said.get_by_role("heading", name="If somebody goes")).to_be_visible()


def _public(one: Visitor) -> list[str]:
    """What all are told of the game: no hand, and no line that is one player's own.

    Its links, its orders and what it offers are lines of other kinds.
    """
    lines = history(one, "move", "ended")
    return [line for line in lines if not line.startswith("Your ")]


def relay_of(programs: Guests) -> str:
    """Start a relay; return its address."""
    running = programs.start(
        "relay", "--listen", "127.0.0.1:0", "--store", "sqlite:relay.db"
    )
    return line_with("This relay is at ", running).split()[-1].rstrip(".")
