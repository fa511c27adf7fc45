"""What people click beside the moves: offers, reminders, whom not to hear, a pause."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.playing import (
    admit,
    history,
    is_over,
    move_once,
    open_table,
    seated,
    sit_down,
    start,
)
from tests.browser.visiting import Visitor, visitor, whole


@contextmanager
def friends(
    chromium: Browser, folder: Path, game: str, names: tuple[str, ...], **options: str
) -> Iterator[list[Visitor]]:
    """People who sit at one table: the first one hosts it."""
    with ExitStack() as stack:
        found = [stack.enter_context(visitor(chromium, folder, name)) for name in names]
        link = open_table(found[0], game, len(names), **options)
        for guest, name in zip(found[1:], names[1:], strict=True):
            sit_down(guest, link)
            admit(found[0], name)
        for one in found:
            seated(one)
        yield found


def square(one: Visitor, name: str) -> Locator:
    return one.page.locator(f".stage [data-cell={name}]")


def plays(one: Visitor, source: str, target: str) -> None:
    """Move a man, once it may be moved."""
    one.page.locator(f".stage [data-cell={source}].can").click()
    square(one, target).click()


def press(one: Visitor, name: str) -> None:
    """Click one of the buttons beside the moves."""
    offers = one.page.get_by_role("group", name="Offers")
    offers.get_by_role("button", name=name, exact=True).click()


def agree(one: Visitor) -> None:
    one.page.get_by_role("button", name="Agree", exact=True).click()


def says(one: Visitor, text: str) -> None:
    field = one.page.get_by_label("Say something to all")
    field.fill(text)
    field.press("Enter")
    expect(one.page.get_by_role("list", name="History")).to_contain_text(text)


def test_friends_at_chess_take_back_and_agree_to_a_draw(
    chromium: Browser, tmp_path: Path
) -> None:
    """One is reminded, one is not heard for a while, and both see the same."""
    pytest.importorskip("chess")
    with friends(chromium, tmp_path, "chess", ("Anna", "Ben")) as (anna, ben):
        plays(anna, "e2", "e4")
        plays(ben, "e7", "e5")
        press(ben, "Take back")
        asked = anna.page.get_by_text("Ben: the last move is to be taken back.")
        expect(asked).to_be_visible()
        own = ben.page.get_by_text("The others must agree.")
        expect(own).to_be_visible()
        agree(anna)
        for one in (anna, ben):
            expect(square(one, "e5")).to_have_accessible_name("e5, free")
            expect(square(one, "e7")).to_have_accessible_name("e7, black pawn")
            expect(square(one, "e4")).to_have_accessible_name("e4, white pawn")
        expect(asked).to_be_hidden()
        expect(own).to_be_hidden()
        press(anna, "Nudge")
        told = ben.page.get_by_role("list", name="History")
        expect(told).to_contain_text("Anna waits, and reminds you.")
        says(ben, "One moment!")
        heard = anna.page.get_by_role("list", name="History")
        expect(heard).to_contain_text("One moment!")
        expect(heard).not_to_contain_text("type takeback")  # there is a button
        anna.page.get_by_text("Mute", exact=True).click()
        deaf = anna.page.get_by_label("Don’t show what Ben says")
        deaf.check()
        expect(heard).not_to_contain_text("One moment!")
        says(ben, "Nobody hears this.")
        plays(ben, "e7", "e5")
        expect(square(anna, "e5")).to_have_accessible_name("e5, black pawn")
        expect(heard).not_to_contain_text("Nobody hears this.")
        deaf.uncheck()
        expect(heard).to_contain_text("Nobody hears this.")
        moves = anna.page.get_by_role("region", name="Your moves")
        offer = moves.get_by_role("button", name="Offer draw")
        offer.click()
        # Then it is her turn again, without another offer.
        expect(offer).to_have_count(0)
        expect(moves.get_by_role("button", name="Resign")).to_be_visible()
        plays(anna, "d2", "d4")
        answers = ben.page.get_by_role("region", name="Your moves")
        answers.get_by_role("button", name="Accept draw").click()
        ben.page.get_by_role("dialog").get_by_role("button", name="Yes").click()
        for one in (anna, ben):
            ended = one.page.get_by_role("region", name="How it ended")
            expect(ended).to_contain_text("It is a tie.")
            one.picture(f"drawn-{one.hub.home.parent.name}")
        assert history(anna, "move", "ended") == history(ben, "move", "ended")


@whole
def test_an_offer_that_is_not_taken_falls_with_the_next_move(
    chromium: Browser, tmp_path: Path
) -> None:
    with friends(chromium, tmp_path, "checkers", ("Anna", "Ben")) as (anna, ben):
        press(anna, "Offer a draw")
        offer = ben.page.get_by_text("Anna: a draw is offered.")
        expect(offer).to_be_visible()
        plays(anna, "c3", "d4")
        expect(offer).to_be_hidden()
        press(ben, "Offer a draw")
        agree(anna)
        for one in (anna, ben):
            ended = one.page.get_by_role("region", name="How it ended")
            expect(ended).to_contain_text("It is a tie.")


@whole
def test_a_program_agrees_to_take_back_and_to_a_draw(
    chromium: Browser, tmp_path: Path
) -> None:
    with visitor(chromium, tmp_path, "Anna") as anna:
        start(anna, "checkers")
        plays(anna, "c3", "d4")
        expect(anna.page.locator(".stage .cell.can")).not_to_have_count(0)
        press(anna, "Take back")
        for name, lies in (("c3", "c3, black man"), ("d4", "d4, free")):
            expect(square(anna, name)).to_have_accessible_name(lies)
        press(anna, "Offer a draw")
        ended = anna.page.get_by_role("region", name="How it ended")
        expect(ended).to_contain_text("It is a tie.")


@whole
def test_the_round_is_the_last_if_all_agree(chromium: Browser, tmp_path: Path) -> None:
    hands = {"Hands": "9"}
    with friends(chromium, tmp_path, "holdem", ("Anna", "Ben"), **hands) as all_of_them:
        anna, ben = all_of_them
        press(anna, "Last round")
        asked = ben.page.get_by_text("Anna: this round is to be the last.")
        expect(asked).to_be_visible()
        agree(ben)
        random = Random(1)
        while not all(is_over(one.page) for one in all_of_them):
            for one in all_of_them:
                move_once(one.page, random)
            anna.page.wait_for_timeout(50)
        for one in all_of_them:
            lines = history(one, "move")
            assert sum("all agree that this is the last" in line for line in lines) <= 1


@whole
def test_who_sits_one_out_is_back_for_the_game_after_it(
    chromium: Browser, tmp_path: Path
) -> None:
    names = ("Anna", "Ben", "Cleo")
    with friends(chromium, tmp_path, "rps", names, Rounds="1") as everybody:
        anna, ben, cleo = everybody
        random = Random(1)

        def play(those: list[Visitor]) -> None:
            while not all(is_over(one.page) for one in those):
                for one in those:
                    move_once(one.page, random)
                anna.page.wait_for_timeout(50)

        play(everybody)
        cleo.page.get_by_role("button", name="Sit one out").click()
        ended = cleo.page.get_by_role("region", name="How it ended")
        expect(ended).to_contain_text("You sit out the next game, and are back")
        expect(ended.get_by_role("button", name="Sit one out")).to_have_count(0)
        expect(ended.get_by_role("heading")).to_be_focused()  # and no other button
        cleo.page.reload()
        ended.get_by_role("button", name="Sit one out").click()
        toast = cleo.page.locator(".toast")
        expect(toast).to_have_text("You sit out the next game already.")
        news = anna.page.get_by_role("list", name="History")
        expect(news).to_contain_text("Cleo sits out the next game.")
        again = anna.page.get_by_role("button", name="Play again")
        again.click()
        players = anna.page.get_by_role("list", name="Players").get_by_role("listitem")
        expect(players).to_have_count(2)
        wait = cleo.page.get_by_role("list", name="History").get_by_role("button").last
        expect(wait).to_have_text(
            "Anna and the others play already. You come to the next table by yourself."
        )
        expect(ended.get_by_role("button", name="Enough for now")).to_be_visible()
        play([anna, ben])
        anna.page.get_by_role("button", name="Again with 3").or_(again).first.click()
        for one in everybody:
            expect(one.page.get_by_role("region", name="How it ended")).to_be_hidden()
            seats = one.page.get_by_role("list", name="Players").get_by_role("listitem")
            expect(seats).to_have_count(3)
