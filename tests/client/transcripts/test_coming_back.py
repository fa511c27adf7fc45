"""A player that has left an evening finds the way back for as long as there is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.errors import Refused
from p2pgame.client.events import Resumed, Saved, Waiting
from p2pgame.client.profile import tables
from p2pgame.client.requests import Host, Resume
from p2pgame.client.words import say
from tests.client.planners import InOrder
from tests.client.transcripts.evenings import house, way_back
from tests.english import refusing


@pytest.fixture(autouse=True)
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "_r", InOrder())


async def test_whoever_left_and_comes_back_in_vain_has_no_way_back_any_more(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """The evening is over: nothing leads there, and the menu names it no more."""
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 3)
        invite = ann.seat.invite or ""
        ben, cleo = [await here.join(name, invite) for name in ("Ben", "Cleo")]
        for one in (ann, ben, cleo):
            one.holds = True
        await ann.wait_for(lambda: any(one.held for one in (ann, ben, cleo)))
        await cleo.seat.leave()
        await cleo.wait_for(lambda: cleo.error is not None)
        back = way_back(here, cleo)
        for one in (ann, ben):
            await one.go_on()
        question = await ann.asked_again()
        cleo = await here.come("Cleo", Resume(table=back, attended=True))
        await cleo.wait(Waiting, lambda waiting: True)
        told = (await cleo.wait(Resumed, lambda back: True)).message
        assert say(told).startswith("You have given up your seat in this game: ")
        with here.worlds["Cleo"].at_home():
            assert tables.numbered(back).is_in_use
        ann.seat.answer(question.number, 0)
        await cleo.wait_for(lambda: cleo.error is not None)
    with here.worlds["Cleo"].at_home():
        assert tables.numbered(back).state == "over"
        with refusing(Refused, match="There is no table to go on at"):
            tables.chosen(None)


async def test_whoever_left_a_table_of_two_hears_so_and_gets_its_end(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Also before the first move, and while the game does not wait for it yet."""
    async with house(tmp_path) as here:
        form = Host(game="tictactoe", name="Ann", attended=True)
        ann = await here.come("Ann", form)
        ann.holds = True
        ben = await here.join("Ben", ann.seat.invite or "")
        await ann.wait_for(lambda: ann.held is not None)
        await ben.seat.leave()
        await ann.wait_for(lambda: any("leaves for good" in one for one in ann.said))
        ben.seat.quit()
        await ben.wait_for(lambda: ben.error is not None)
        back = way_back(here, ben)
        ben = await here.come("Ben", Resume(table=back, attended=True))
        without = "You have given up your seat in this game: "
        await ben.wait_for(lambda: any(one.startswith(without) for one in ben.said))
        await ann.seat.move("1")
        await ben.wait(Saved, lambda saved: True)
