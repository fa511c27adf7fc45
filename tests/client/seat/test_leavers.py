"""A player who leaves while another is to move: the others are told at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio.testing import MockClock

from p2pgame.client.commands import Weigh
from p2pgame.client.events import Notice, Weighed
from p2pgame.client.prices import price_told
from p2pgame.client.words import say
from tests.client.transcripts.evenings import Regular, house, seat_of

SOON = "leaves-soon"


def told(player: Regular) -> list[str]:
    """Return what a player is told of those who leave, by name."""
    names = [one.name for one in player.tables[-1].players]
    notices = [event.message for event in player.all(Notice)]
    return [say(one, names) for one in notices if one.id == SOON]


@pytest.mark.parametrize("players", [2, 3])
async def test_the_others_hear_at_once_that_somebody_leaves_whose_turn_it_is_not(
    tmp_path: Path, autojump_clock: MockClock, players: int
) -> None:
    async with house(tmp_path) as here:
        table = [await here.host("Ann", players)]
        invite = table[0].seat.invite or ""
        for name in ("Ben", "Cleo")[: players - 1]:
            table.append(await here.join(name, invite))
        for one in table:
            one.holds = True
        for one in table:
            await one.at_table_of(players)
        await table[0].wait_for(lambda: any(one.held is not None for one in table))
        (waits,) = (one for one in table if one.held is not None)
        leaver, *others = (one for one in table if one is not waits)
        name = leaver.tables[-1].players[seat_of(leaver)].name
        await leaver.seat.leave()
        rest = "it is over" if players == 2 else f"the others go on without {name}"
        expected = (
            f"{name} leaves for good. As soon as the game waits for {name}, {rest}."
        )
        for one in (waits, *others):
            await one.wait_for(lambda one=one: bool(told(one)))  # type: ignore[misc]
            assert told(one) == [expected]
        assert told(leaver) == []


async def test_what_leaving_costs_is_weighed_and_nothing_is_done(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 2)
        ben = await here.join("Ben", ann.seat.invite or "")
        ann.holds = ben.holds = True
        await ann.wait_for(lambda: ann.held is not None or ben.held is not None)
        for one in (ann, ben):
            await one.seat.do(Weigh(id=7))
            told = await one.wait(Weighed, lambda event: True)
            price = one.seat.price(None)
            assert price is not None
            assert price.payoff < 0
            assert told == Weighed("", price_told(price), id=7)
            cost = f"This game has cost you {-price.payoff} chips then."
            assert say(told.message) == cost
            await one.seat.do(Weigh("fold"))
            told = await one.wait(Weighed, lambda event: event.move == "fold")
            assert say(told.message) == "You may lose by it.", "the hand goes on"
        assert ann.error is ben.error is None
