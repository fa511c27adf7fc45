"""Whole games by what a screen reader says: all is found by role and name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.visiting import visitor, whole

#: A button in a snapshot: its name, and its states.
_BUTTON = re.compile(r"- '?button(?: \"((?:[^\"\\]|\\.)*)\")?([^:\n]*)")
#: Looks at a table at most, and milliseconds between two, or for what should be there.
MOST, LOOK, SOON = 600, 50, 1500

#: What a player does of what is offered.
Chooses = Callable[[Sequence[str]], str]


def buttons(place: Locator) -> list[tuple[str, str]]:
    """Return the name of each button there, and its states."""
    return _BUTTON.findall(place.aria_snapshot())


def offered(place: Locator) -> list[str]:
    """Return the names of the buttons there that can be pressed."""
    return [name for name, states in buttons(place) if "[disabled]" not in states]


def assert_told_apart(page: Page) -> None:
    """Assert that each button has a name of its own; a history may have equal lines."""
    found, lines = (
        Counter(name for name, _ in buttons(place))
        for place in (
            page.get_by_role("main"),
            page.get_by_role("list", name="History"),
        )
    )
    assert "" not in found, "a button has no name"
    double = [name for name, count in (found - lines).items() if count > 1]
    assert not double, f"several buttons have the name {double}"


def play(page: Page, places: Sequence[str], chooses: Chooses) -> None:
    """Press what a player chooses in these groups, until the game is over."""
    result = page.get_by_role("region", name="How it ended")
    groups = [
        page.get_by_role("group", name=name, exact=True).or_(
            page.get_by_role("region", name=name, exact=True)
        )
        for name in places
    ]
    for _ in range(MOST):
        if result.is_visible():
            return
        with suppress(PlaywrightTimeout):  # the table has changed meanwhile
            for group in groups:
                names = offered(group) if group.is_visible() else []
                if names:
                    assert_told_apart(page)
                    name = chooses(names)
                    button = group.get_by_role("button", name=name, exact=True)
                    button.click(timeout=SOON)
                    break
        page.wait_for_timeout(LOOK)
    raise AssertionError(f"no end after {MOST} looks")


def of_two(page: Page, game: str) -> None:
    """Sit down with one program, from the lobby on."""
    page.get_by_role("link", name=re.compile(f"^{game}")).click()
    players = page.get_by_role("group", name="How many players")
    fewer = players.get_by_role("button", name="Fewer players")
    while players.get_by_role("status").inner_text() != "2 players":
        fewer.click()


def begin(page: Page) -> None:
    page.get_by_role("button", name="Play now", exact=True).click()
    page.get_by_role("list", name="Players").wait_for()


def test_a_hand_of_holdem_is_played_by_names_alone(
    chromium: Browser, tmp_path: Path
) -> None:
    def stays(names: Sequence[str]) -> str:
        wanted = ("Check", "Call", "Show")
        return next(name for name in names if name.startswith(wanted))

    with visitor(chromium, tmp_path) as anna:
        page = anna.page
        of_two(page, "Texas hold'em")
        page.get_by_role("combobox", name="Player 2").select_option(
            "Calling Carl – easy"
        )
        begin(page)
        plans = page.get_by_role("button", name="Plan moves")
        expect(plans).to_have_accessible_description(re.compile("nobody else sees"))
        own = page.get_by_role("group", name="your hand")
        expect(own.get_by_role("img", name=" of ")).to_have_count(2)
        play(page, ["Your moves"], stays)
        board = page.get_by_role("group", name=re.compile("^on the board: "))
        expect(board.get_by_role("img", name=" of ")).to_have_count(5)


@whole
def test_crazy_eights_is_played_by_names_alone(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path) as anna:
        page = anna.page
        of_two(page, "Crazy eights")
        page.get_by_role("heading", name="Options").click()
        page.get_by_role("spinbutton", name="Cards for each player").fill("3")
        page.get_by_role("spinbutton", name="Last card played").fill("12")
        begin(page)
        play(page, ["your hand", "Your moves"], lambda names: names[0])
