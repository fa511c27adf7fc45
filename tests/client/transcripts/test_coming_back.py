"""A player that has left an evening finds the way back for as long as there is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.errors import Refused
from p2pgame.client.events import Resumed, Waiting
from p2pgame.client.profile import tables
from p2pgame.client.requests import Resume
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
