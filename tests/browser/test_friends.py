"""Friends with a page each play a hand, through a relay, and end with one history."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from p2pgame.client import checking
from tests.browser.playing import (
    admit,
    history,
    open_table,
    play_to_the_end,
    seated,
    sit_down,
)
from tests.browser.visiting import Visitor, visitor
from tests.children import line_with
from tests.cli.processes import Guests


@pytest.mark.parametrize("game", ["holdem"])
def test_three_friends_play_through_a_relay_and_one_reloads(
    chromium: Browser, tmp_path: Path, game: str
) -> None:
    with ExitStack() as stack:
        programs = Guests(tmp_path)
        stack.callback(programs.close)
        relay = relay_of(programs)
        names = ("Anna", "Ben", "Cleo")
        anna, ben, cleo = friends = [
            stack.enter_context(visitor(chromium, tmp_path, name, P2PGAME_RELAY=relay))
            for name in names
        ]
        link = open_table(anna, game, 3)
        for guest, name in ((ben, "Ben"), (cleo, "Cleo")):
            sit_down(guest, link)
            admit(anna, name)
        for one in friends:
            seated(one)
        before = ben.page.get_by_role("list", name="History").locator("li").count()
        ben.page.reload()
        seated(ben)
        assert (
            ben.page.get_by_role("list", name="History").locator("li").count() >= before
        )
        play_to_the_end(friends, seed=1)
        told = [_public(one) for one in friends]
        assert told[0] == told[1] == told[2]
        anna.page.get_by_role("button", name="Enough for now").click()
        for one in friends:
            expect(one.page.get_by_role("region", name="How it ended")).to_be_visible()
            one.picture(f"friends-{game}-{one.hub.home.parent.name}")
    files = [*tmp_path.glob("*/*.p2pgame")]
    assert len(files) == 3
    results = {checking.verify(file).payoffs for file in files}
    assert len(results) == 1


def _public(one: Visitor) -> list[str]:
    """What everybody is told: a hand's cards are its player's."""
    return [line for line in history(one) if not re.match("Your (new )?cards", line)]


def relay_of(programs: Guests) -> str:
    """Start a relay; return its address."""
    running = programs.start(
        "relay", "--listen", "127.0.0.1:0", "--store", "sqlite:relay.db"
    )
    return line_with("This relay is at ", running).split()[-1].rstrip(".")
