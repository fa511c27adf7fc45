"""Cards have their signs in all that a window tells."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from functools import partial

import pytest
import trio.testing

from p2pgame.cli.terminal.line_display import LineDisplay
from p2pgame.cli.text import words
from p2pgame.cli.text.cards import aloud, of_game, symbols
from p2pgame.cli.text.planned import in_lines
from p2pgame.cli.text.reading import step
from p2pgame.cli.text.telling import Ink
from p2pgame.client.events import (
    Begun,
    MovedFor,
    PlanEnded,
    Planned,
    PlanStep,
    Player,
    Resumed,
)
from p2pgame.engine import Message, plain
from tests.cli.test_face import BEGUN, PLAYERS, Table, quiet, shown, view


async def test_cards_are_written_as_ever_in_what_is_told_beside_the_moves(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table()
    monkeypatch.setattr(table.screen, "cards", symbols)
    again = Begun("t", "hearts", 1, {}, PLAYERS, 0, BEGUN.message, again=True)
    shown_last = Resumed(plain("You are back."), plain("Ben: 8c"), view("a table"))
    async with shown(table) as screen:
        table.front.tell(again)
        table.front.tell(shown_last)
        table.front.tell(MovedFor(1, "play 4h", plain("4h is played for Ben")))
        table.front.tell(PlanEnded(False, plain("play Td fell")))
        await quiet()
        told = ["You are back.", "What happened last: Ben: 8♣", "a table"]
        assert screen.said == [*told, "4♥ is played for Ben", "Play 10♦ fell."]


@pytest.mark.parametrize("write", [symbols, aloud])
def test_words_and_names_are_not_taken_for_cards(write: Callable[[str], str]) -> None:
    names = ["As", "Td", "Ann, Kc"]
    told = Message.of("plan-given-after", what=Message.by("player-moves", 1, move="x"))
    said = of_game(told, names, write)
    assert words.sentence(said) == "As it would be after this: Td: x."
    for seat, name in enumerate(names):
        moved = Message.by("player-moves", seat, move="play As")
        assert of_game(moved, names, write) == f"{name}: {write('play As')}"


async def test_a_plan_is_told_in_words_and_names_that_are_no_cards(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table()
    monkeypatch.setattr(table.screen, "cards", symbols)
    players = (Player("Td", "aa"), Player("As", "bb"))
    given = Message.of("plan-given-after", what=plain("play Ah"))
    passes = Message.by("player-moves", 1, move="play As")
    step = PlanStep(("play Tc",), (passes,), given=given, messages=(passes,))
    plan = Planned((step,), next=passes)
    async with shown(table) as screen:
        table.front.tell(Begun("t", "hearts", 1, {}, players, 0, plain("Go.")))
        await quiet()
        screen.said.clear()
        table.front.tell(plan)
        table.front.tell(PlanEnded(False, given))
        await quiet()
        assert screen.said == [
            "Plan: play 10♣ – As: play A♠",
            "As it would be after this: play A♥.",
        ]
        lines = in_lines(plan, partial(of_game, names=["Td", "As"], write=symbols))
        assert lines[1:] == [
            "As it would be after this: play A♥.",
            "1. As: play A♠: As: play A♠",
        ]


@pytest.mark.parametrize(
    ("encoding", "told"),
    [("utf-8", "10♥"), ("cp437", "Th"), ("ascii", "Th"), ("latin-1", "Th")],
)
def test_lines_have_signs_where_these_can_be_written(
    encoding: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", out)
    assert LineDisplay().cards("flop: Th") == f"flop: {told}"
    assert LineDisplay(plain=True).cards("flop: Th") == "flop: 10 of hearts"
    begun = Begun("t", "holdem", 2, {}, PLAYERS, 0, BEGUN.message)
    flop = MovedFor(1, "check", plain("flop: Th"))
    assert step(flop, begun, Ink()) == f"flop: {told}"
    assert step(flop, begun) == "flop: 10 of hearts"
