"""A player plans on the page, by clicks, and the friend at the table sees its moves."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from tests.browser.axe import assert_accessible
from tests.browser.playing import seated, sit_down, start
from tests.browser.visiting import visitor, whole
from tests.cli.test_screens import invite
from tests.cli.window_terminal import WindowTerminal
from tests.forked import ROOT
from tests.park_package import install

LATER = ("gate open", "choose 1", "place 1", "gather bear", "gather panda")


def steps(page: Page) -> Locator:
    return page.get_by_role("list", name="Steps of the plan").get_by_role("listitem")


def click(button: Locator) -> None:
    """Click a button, also where the page moves it between press and release."""
    expect(button).to_be_enabled()
    button.evaluate("button => button.click()")


def press(page: Page, name: str) -> None:
    plan = page.get_by_role("region", name="Plan")
    click(plan.get_by_role("button", name=re.compile(f"^{name}")).first)


def prepare(page: Page, move: str) -> None:
    page.get_by_role("textbox", name="A move for your turn").fill(move)
    press(page, "Add")


def prepare_and_type_on(page: Page, move: str, more: str) -> None:
    """Types the next move before the hub has answered to the one before it."""
    field = page.get_by_role("textbox", name="A move for your turn")
    field.fill(move)
    field.evaluate(
        "(field, more) => { field.form.requestSubmit(); field.value = more; }", more
    )


def move(page: Page, text: str) -> None:
    moves = page.get_by_role("region", name="Your moves")
    click(moves.locator(f'[data-move="{text}"]').first)


def follows(page: Page) -> list[str]:
    """Return the moves that are offered as the next step."""
    buttons = page.locator(".plan-later").get_by_role("button").all_inner_texts()
    return [text for text in buttons if text != "Add"]


def plan_ahead(page: Page) -> None:
    """Build a plan of all the moves, and type one before another is answered."""
    prepare_and_type_on(page, LATER[0], "choose")
    for name, count in (("Undo", 0), ("Redo", 1)):
        expect(steps(page)).to_have_count(1 - count)
        press(page, name)
        expect(steps(page)).to_have_count(count)
    # Both were answered after the move, so its answer has come as well.
    field = page.get_by_role("textbox", name="A move for your turn")
    expect(field).to_have_value("choose")
    for count, text in enumerate(LATER[1:], 2):
        prepare(page, text)
        expect(steps(page)).to_have_count(count)
    expect(page.get_by_text("Possible next, as far as is known now:")).to_be_visible()
    assert "end" in follows(page)
    assert not {"choose 1", "place 1"} & {*follows(page)}


@pytest.fixture
def anna(tmp_path: Path) -> Iterator[WindowTerminal]:
    """Anna, who hosts a table of the game park at a terminal."""
    path = os.pathsep.join((str(ROOT), str(install(tmp_path / "games"))))
    ways = ("--listen", "127.0.0.1:0", "--no-lan", "--no-relay", "-o", "bears=1")
    (tmp_path / "anna").mkdir()
    terminal = WindowTerminal(
        *(tmp_path / "anna", "host", "park", "--name", "Anna", *ways),
        size=(110, 40),
        PYTHONPATH=path,
    )
    yield terminal
    terminal.close()


def is_asked_to(terminal: WindowTerminal, move: str) -> bool:
    """Return whether the question is there: what is typed before it is no answer."""
    verb = move.split()[0]
    return any(verb in row for row in terminal.rows[-4:])


def test_a_plan_is_built_undone_redone_repaired_and_confirmed_on_the_page(
    chromium: Browser, tmp_path: Path, anna: WindowTerminal
) -> None:
    path = os.pathsep.join((str(ROOT), str(tmp_path / "games")))
    anna.wait_until(lambda: invite(anna) != "", "the whole invite")
    with visitor(chromium, tmp_path, "Ben", PYTHONPATH=path) as ben:
        sit_down(ben, invite(anna))
        dialog = ben.page.get_by_role("dialog", name="Connect to this place?")
        click(dialog.get_by_role("button", name="Connect", exact=True))
        anna.wait_for("Play with Ben?")
        anna.type("y\r")
        seated(ben)
        anna.wait_for("Your turn")
        page = ben.page
        press(page, "Plan")
        plan_ahead(page)
        press(page, "Undo all")
        expect(steps(page)).to_have_count(0)
        for count in range(1, len(LATER) + 1):
            press(page, "Redo")
            expect(steps(page)).to_have_count(count)
        first = steps(page).first
        expect(first).to_contain_text("As it would be after this: Anna: ")
        expect(first).to_contain_text("Ben: gate open")
        ben.picture("plan-waits")
        page.reload()
        seated(ben)
        expect(steps(page).locator("b")).to_have_text([*LATER])
        field = page.get_by_role("textbox", name="A move for your turn")
        field.fill("gather")
        for text in ("choose 2", "place 1", "gather bear", "end"):
            anna.wait_until(partial(is_asked_to, anna, text), f"the question to {text}")
            anna.type(f"{text}\r")
            anna.wait_for(f"Anna: {text}")
        said = page.get_by_role("region", name="Plan").get_by_role("status")
        expect(said).to_contain_text("part of what you had prepared is undone")
        expect(steps(page)).to_have_count(3)
        expect(field).to_be_focused()  # also while another's moves change all
        expect(field).to_have_value("gather")
        for count, text in enumerate(("gather panda", "end"), 4):
            move(page, text)
            expect(steps(page)).to_have_count(count)
        expect(page.get_by_text("Anna moves next: confirm first.")).to_be_visible()
        press(page, "Undo")
        press(page, "Join the last two")
        expect(steps(page)).to_have_count(3)
        ben.picture("plan-in-turn")
        anna.look()
        assert "Ben: " not in anna.text
        press(page, "Confirm")
        for text in ("gate open", "choose 1", "place 1", "gather panda"):
            anna.wait_for(f"Ben: {text}")
        press(page, "Undo")
        anna.wait_for("Ben takes the last move back")
        press(page, "Redo")
        press(page, "Plan")
        expect(page.get_by_text("Each move is a step now")).to_be_visible()
        assert_accessible(page)


@whole
def test_a_plan_is_offered_only_where_moves_can_be_planned(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path, "Ann") as ann:
        page = ann.page
        plan = page.get_by_role("region", name="Plan", exact=True)
        start(ann, "rps", Rounds="9")
        rock = page.get_by_role("button", name="Rock", exact=True)
        rock.wait_for()
        expect(plan).to_be_hidden()
        click(rock)
        expect(page.get_by_text("Ann: rock,").first).to_be_attached()
        expect(plan).to_be_hidden()
        ann.go("#/")
        start(ann, "tictactoe")
        begin = plan.get_by_role("button", name="Plan moves")
        expect(begin).to_be_visible()
        click(page.locator(".stage .cell").first)
        expect(begin).to_be_visible()
