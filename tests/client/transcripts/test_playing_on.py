"""A player that gives up a game of two may play the next: same people, one chain."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.requests import Host
from tests.client.planners import InOrder
from tests.client.transcripts.evenings import (
    House,
    Regular,
    house,
    name_of,
)


@pytest.fixture(autouse=True)
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "_r", InOrder())


async def at_table(here: House) -> tuple[Regular, Regular]:
    """Have Ann host a table of two, and Ben there; nobody has moved."""
    form = Host(game="tictactoe", name="Ann", attended=True)
    ann = await here.come("Ann", form)
    ann.holds = True
    ben = await here.join("Ben", ann.seat.invite or "")
    ben.holds = True
    await ann.wait_for(lambda: ann.held is not None)
    return ann, ben


def is_at_second(player: Regular) -> bool:
    return len(player.tables) == 2


@pytest.mark.parametrize("resigns", ["Ann", "Ben"])
async def test_who_resigns_at_a_table_of_two_plays_the_next_one(
    tmp_path: Path, autojump_clock: MockClock, resigns: str
) -> None:
    """The host, which has given up, opens it, too: its announcement is no entry."""
    async with house(tmp_path) as here:
        ann, ben = await at_table(here)
        if resigns == "Ben":
            await ann.seat.move("1")
            await ben.wait_for(lambda: ben.held is not None)
        await (ann if resigns == "Ann" else ben).seat.leave(stays=True)
        question = await ann.asked_again()
        ann.seat.answer(question.number, 2)
        for one in (ann, ben):
            await one.wait_for(partial(is_at_second, one))
            assert {player.name for player in one.tables[-1].players} == {"Ann", "Ben"}
        assert (name_of(ann), name_of(ben)) == ("Ann", "Ben")


async def test_of_who_leaves_a_table_of_two_nobody_is_asked(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        ann, ben = await at_table(here)
        await ann.seat.move("1")
        await ben.wait_for(lambda: ben.held is not None)
        await ben.seat.leave()
        for one in (ann, ben):
            await one.saved(1)
        told = "Nobody else is here to play again."
        await ann.wait_for(lambda: any(told in line for line in ann.said))
        assert ann.asked is None
