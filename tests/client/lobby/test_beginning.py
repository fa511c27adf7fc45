"""A host begins with those who are here, at a table with more seats."""

from __future__ import annotations

from pathlib import Path

import msgspec
from trio.testing import MockClock

from p2pgame.client.commands import Begin
from p2pgame.client.events import Begun, Waiting
from p2pgame.client.requests import Host
from p2pgame.client.words import say
from p2pgame.engine import IllegalMove
from tests.client.transcripts.evenings import House, Regular, house
from tests.english import refusing


async def opened(here: House, **settings: object) -> Regular:
    """Have Ann open a table of hold'em with four seats."""
    form = Host(game="holdem", name="Ann", players=4, relays=(), attended=True)
    return await here.come("Ann", msgspec.structs.replace(form, **settings))


async def test_a_table_begins_with_fewer_players_than_seats(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        # Two can't have a quorum, so what it would decide is left out.
        ann = await opened(here, patience=60, quorum=3, absence="finish")
        await ann.wait(Waiting, lambda now: now.message is not None)
        assert ann.all(Waiting)[-1].can_begin == 0
        with refusing(IllegalMove, match="takes 2 to 10 players, not 1"):
            await ann.seat.do(Begin())
        ben = await here.join("Ben", ann.seat.invite or "")
        now = await ann.wait(Waiting, lambda now: now.can_begin == 2)
        assert now.message is not None
        told = "waiting for players (2 of 4 here)"
        words = "; begin opens the table with those who are here"
        assert say(now.message) == told + words
        assert say(now.message, page=True) == told
        with refusing(IllegalMove, match="for the player who opened this table"):
            await ben.seat.do(Begin())
        await ann.seat.do(Begin())
        for one in (ann, ben):
            await one.at_table_of(2)
        (begun,) = ann.all(Begun)
        assert (begun.quorum, begun.patience) == (0, 60)
        with refusing(IllegalMove, match="begins already"):
            await ann.seat.do(Begin())


async def test_stacks_of_seats_that_nobody_took_are_left_out(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        ann = await opened(here, options={"stacks": "500,600,700,800"})
        for name in ("Ben", "Cleo"):
            await here.join(name, ann.seat.invite or "")
        await ann.wait(Waiting, lambda now: now.can_begin == 3)
        await ann.seat.do(Begin())
        await ann.at_table_of(3)
        assert ann.all(Begun)[-1].options["stacks"] == "500,600,700"
