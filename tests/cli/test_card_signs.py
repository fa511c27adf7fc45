"""Cards have their signs in all that a window tells."""

from __future__ import annotations

import pytest
import trio.testing

from cli.text.cards import symbols
from p2pgame.client.events import Begun, MovedFor, PlanEnded, Resumed
from p2pgame.engine import plain
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
