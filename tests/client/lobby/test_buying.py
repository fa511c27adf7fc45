"""Chips that are bought between two tables: asked for, sold, and told by the files."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.commands import BuyIn, SitOut
from p2pgame.client.events import EveningShown, Purse
from p2pgame.client.profile.evening import chains
from p2pgame.client.requests import Host
from p2pgame.client.transcripts import checking
from p2pgame.engine import IllegalMove
from tests.client.planners import InOrder
from tests.client.transcripts.evenings import House, Regular, house, saved_files
from tests.english import refusing


@pytest.fixture(autouse=True)
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "_r", InOrder())


async def host(here: House, players: int, **options: str | int) -> Regular:
    form = Host(game="holdem", name="Ann", players=players, attended=True)
    return await here.come("Ann", replace(form, options=options))


def purse_of(player: Regular) -> Purse:
    return player.all(Purse)[-1]


@pytest.mark.row("B73")
async def test_a_guest_buys_at_the_table_of_whoever_opens_the_next(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """It tells the host, which sits out; and the host passes it on."""
    async with house(tmp_path) as here:
        ann = await host(here, 3, hands=9, stacks="500,600,700")
        way = ann.seat.invite or ""
        guests = [await here.join(name, way) for name in ("Ben", "Cleo")]
        await ann.asked_again()
        ben, cleo = sorted(guests, key=lambda one: one.tables[-1].seat or 0)
        place = cleo.tables[-1].seat or 0
        buyer = cleo.tables[-1].players[place].name
        await cleo.wait(Purse, lambda _: True)
        had = purse_of(cleo).chips
        with refusing(IllegalMove, match=f"buy {1000 - had} or fewer"):
            await cleo.seat.do(BuyIn(1001 - had))
        await cleo.seat.do(BuyIn(250))
        await cleo.seat.do(BuyIn(100))
        await ann.wait_for(
            lambda: f"{buyer} buys 100 chips for the next table." in ann.said
        )
        assert purse_of(cleo).asked == 100
        await ann.seat.do(SitOut())
        question = await ben.asked_again()
        ben.seat.answer(question.number, 2)
        question = await ben.asked_again()
        ben.seat.answer(question.number, 0)
        for one in (ben, cleo):
            await one.saved(2)
    tables = [checking.verify(path) for path in saved_files(ben)]
    seat = [player.name for player in tables[1].players].index(buyer)
    assert tables[1].chain.begins[seat] == str(had + 100)
    for one in (ben, cleo):
        assert f"{buyer} has bought 100 chips." in one.said
    (chain,) = chains(tables)
    assert not chain.breaks
    (account,) = chain.evening.accounts
    (bought,) = (one.bought for one in account.standings if one.name == buyer)
    assert bought == ((500, 600, 700)[place], 100)
    assert sum(one.total for one in account.standings) == 0
    assert chain.evening.shown == ben.all(EveningShown)[-1]


async def test_the_host_buys_as_many_as_are_for_sale(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        ann = await host(here, 2, hands=9, stacks="300,300")
        ben = await here.join("Ben", ann.seat.invite or "")
        question = await ann.asked_again()
        had = purse_of(ann).chips
        await ann.seat.do(BuyIn(1000 - had))
        ann.seat.answer(question.number, 2)
        question = await ann.asked_again()
        ann.seat.answer(question.number, 0)
        await ben.saved(2)
    _, second = [checking.verify(path) for path in saved_files(ann)]
    seat = [player.name for player in second.players].index("Ann")
    assert second.chain.begins[seat] == "1000"


async def test_nobody_buys_who_has_more_than_is_for_sale(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        ann = await host(here, 2, hands=9, stacks="1500,1500")
        await here.join("Ben", ann.seat.invite or "")
        await ann.asked_again()
        assert not ann.all(Purse)
        with refusing(IllegalMove, match="you have as many chips"):
            await ann.seat.do(BuyIn(1))


async def test_chips_are_sold_only_where_they_go_on(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        ann = await host(here, 2, hands=1)
        await here.join("Ben", ann.seat.invite or "")
        with refusing(IllegalMove, match="between two games"):
            await ann.seat.do(BuyIn(100))
        await ann.asked_again()
        assert not ann.all(Purse)
        with refusing(IllegalMove, match="all begin the next table anew"):
            await ann.seat.do(BuyIn(100))
