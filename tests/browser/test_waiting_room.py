"""The waiting room: the host gives guests a seat or none, and guests are told."""

from __future__ import annotations

import signal
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import (
    admit,
    is_over,
    move_once,
    open_table,
    said_yes,
    seated,
    sit_down,
    trusting,
)
from tests.browser.visiting import visitor, whole

PROGRAM = "The usual program"


@whole
def test_a_guest_without_a_seat_is_told_by_whom(
    chromium: Browser, tmp_path: Path
) -> None:
    """One is turned away at the door, and one is removed before the start."""
    with ExitStack() as stack:
        anna, ben, cleo = (
            stack.enter_context(visitor(chromium, tmp_path, name))
            for name in ("Anna", "Ben", "Cleo")
        )
        link = open_table(anna, "rps", 3)
        waiting = anna.page.url
        anna.go("#/")
        name = anna.page.get_by_role("textbox", name="Your name")
        name.focus()
        sit_down(ben, link)
        dialog = anna.page.get_by_role("dialog", name="May Ben play?")
        expect(dialog).to_be_visible()
        expect(name).to_be_focused()  # a question takes the focus from nobody who types
        anna.page.goto(waiting)
        dialog.get_by_role("button", name="No", exact=True).click()
        told = "Anna gives you no seat at this table."
        expect(ben.page.get_by_role("alert")).to_have_text(told)
        sit_down(cleo, link)
        admit(anna, "Cleo")
        room = anna.page.get_by_role("region", name="Who is here")
        expect(room).to_contain_text("2/3")
        anna.picture("waiting-room-1280")
        room.get_by_role("button", name="Give Cleo no seat").click()
        anna.page.get_by_role("button", name="Remove", exact=True).click()
        expect(cleo.page.get_by_role("alert")).to_have_text(told)
        expect(room).to_contain_text("1/3")
        expect(room).not_to_contain_text("Cleo")
        expect(anna.page.get_by_text("is not here any more")).to_have_count(0)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@whole
def test_the_host_goes_on_without_one_who_does_not_come_again(
    chromium: Browser, tmp_path: Path
) -> None:
    from tests.cli.test_terminal import Terminal

    with visitor(chromium, tmp_path, "Anna") as anna:
        page = anna.page
        link = open_table(anna, "rps", 3, Rounds="1", Player_3=PROGRAM)
        (tmp_path / "ben").mkdir()
        with closing(Terminal(tmp_path / "ben", "join", link, "--name", "Ben")) as ben:
            # All of this is on one machine, which a guest may be asked about.
            if ben.wait_for_either("[Y/n]", "at Anna's table") == "[Y/n]":
                ben.wait_for("> ")
                ben.type("\n")
            admit(anna, "Ben")
            seated(anna)
            answered, random = 0, Random(1)
            while not is_over(page):
                move_once(page, random)
                ben.look()
                asked = ben.shown.count("Your move: ")
                if asked > answered and ben.shown.endswith("> "):
                    ben.type("rock\n")
                    answered = asked
                page.wait_for_timeout(50)
            ben.wait_for("aiting to see whether Anna plays again")
            ben.process.send_signal(signal.SIGSTOP)  # its line stays
            page.get_by_role("button", name="Play again").click()
            expect(page.get_by_text("Waiting for Ben (2 of 3 here)")).to_be_visible()
            anna.picture("without")
            page.get_by_role("button", name="Go on without Ben").click()
            players = page.get_by_role("list", name="Players")
            expect(players.get_by_role("listitem")).to_have_count(2)
            expect(players).not_to_contain_text("Ben")


def test_the_host_begins_with_those_who_are_here(
    chromium: Browser, tmp_path: Path
) -> None:
    """The program in the last seat comes, too, and nobody else is waited for."""
    with (
        visitor(chromium, tmp_path, "Anna") as anna,
        visitor(chromium, tmp_path, "Ben") as ben,
    ):
        link = open_table(anna, "rps", 4, Player_4=PROGRAM)
        sit_down(ben, link)
        admit(anna, "Ben")
        anna.page.get_by_role("button", name="Begin with 3").click()
        for one in (anna, ben):
            seated(one)
            players = one.page.get_by_role("list", name="Players")
            expect(players.get_by_role("listitem")).to_have_count(3)


def test_two_friends_sit_down_within_the_minute_of_the_readme(
    chromium: Browser, tmp_path: Path
) -> None:
    """Nothing is changed of what the page proposes; the link comes in a message."""
    with (
        visitor(chromium, tmp_path, "Anna") as anna,
        visitor(chromium, tmp_path, "Ben") as ben,
    ):
        anna.page.get_by_role("link", name="Play with friends").click()
        anna.page.get_by_role("button", name="Open the table and invite").click()
        link = anna.page.get_by_label("The invite", exact=True).input_value()
        ben.page.get_by_role("link", name="Join a table").click()
        ben.page.get_by_role("heading", name="Join a table", level=1).wait_for()
        sent = f"Come and play! {link} Anna"
        ben.page.get_by_label("Invite or words").fill(sent)
        ben.page.get_by_role("button", name="Join", exact=True).click()
        said_yes(ben)
        admit(anna, "Ben")
        for one in (anna, ben):
            seated(one)
            said = trusting(one)
            expect(said).to_contain_text("Where no relay carries the game")
            expect(said).to_contain_text("Only you see: ")


@whole
def test_a_seat_that_is_given_up_is_free_and_a_closed_table_is_told(
    chromium: Browser, tmp_path: Path
) -> None:
    with (
        visitor(chromium, tmp_path, "Anna") as anna,
        visitor(chromium, tmp_path, "Ben") as ben,
    ):
        link = open_table(anna, "rps", 3)
        rooms = [
            one.page.get_by_role("region", name="Who is here") for one in (anna, ben)
        ]
        sit_down(ben, link)
        yes = ben.page.get_by_role("heading", name="The host has not said yes yet")
        expect(yes).to_be_visible()
        goes_on = rooms[1].get_by_role("status")
        expect(goes_on).to_have_text("Waiting for Anna to let you in (1 of 3 here)")
        admit(anna, "Ben")
        expect(ben.page.get_by_role("heading", name="You are let in")).to_be_visible()
        let_in = "Anna has let you in; waiting for players (2 of 3 here)"
        expect(goes_on).to_have_text(let_in)
        ben.picture("let-in")
        for room in rooms:
            expect(room).to_contain_text("2/3")
            expect(room.get_by_text("This seat is free")).to_have_count(1)
        ben.page.get_by_role("button", name="Leave").click()
        expect(rooms[0]).to_contain_text("1/3")
        expect(rooms[0].get_by_text("This seat is free")).to_have_count(2)
        expect(ben.page.get_by_role("region", name="Your name")).to_be_visible()
        sit_down(ben, link)
        admit(anna, "Ben")
        anna.page.get_by_role("button", name="Close the table").click()
        sure = anna.page.get_by_role("dialog")
        sure.get_by_role("button", name="Close the table").click()
        expect(anna.page.get_by_role("region", name="Your name")).to_be_visible()
        told = "Anna has closed the table before the game began."
        expect(ben.page.get_by_role("alert")).to_have_text(told)
