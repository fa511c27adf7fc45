"""An evening of tables that go on from one another: the files show it as one chain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.commands import GoWithout, PlayNext, SitOut
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.events import (
    Arrived,
    Chained,
    EveningShown,
    Finished,
    Player,
    Saved,
    Verified,
    Waiting,
)
from p2pgame.client.profile import settings
from p2pgame.client.questions import PlayAgain
from p2pgame.client.requests import Join, Resume
from p2pgame.client.transcripts import checking
from p2pgame.client.transcripts.evening import Chain, Evening, chains, in_words
from p2pgame.client.words import say
from p2pgame.engine import IllegalMove, plain
from tests.client.planners import InOrder
from tests.client.transcripts.evenings import (
    Regular,
    house,
    saved_files,
    way_back,
)
from tests.english import refusing
from tests.transport.real_relay import real_relay


@pytest.fixture
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "_r", InOrder())


def verified(player: Regular) -> list[Verified]:
    """Return what the files of a player show, in the order in which they came."""
    return [checking.verify(path) for path in saved_files(player)]


async def test_two_tables_are_one_evening(
    tmp_path: Path, autojump_clock: MockClock, in_order: None
) -> None:
    async with house(tmp_path) as here:
        ann, ben = await here.two_tables()
    first, second = verified(ann)
    assert second.chain.before == first.chain.end
    assert kept_by(first) == begun_with(second)
    (chain,) = chains([second, first])
    assert chain.tables == (1, 0)
    assert not chain.breaks
    assert not chain.starts_late
    (account,) = chain.evening.accounts
    won = {one.name: one.total for one in account.standings}
    both = zip(first.payoffs, reversed(second.payoffs), strict=True)
    assert [won["Ann"], won["Ben"]] == [one + other for one, other in both]
    assert ann.all(EveningShown)[-1].accounts == (account,)
    assert ben.all(EveningShown)[-1].accounts == (account,)


async def test_the_same_people_play_another_game(
    tmp_path: Path, autojump_clock: MockClock, in_order: None
) -> None:
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 2)
        ben = await here.join("Ben", ann.seat.invite or "")
        question = await ann.asked_again()
        with pytest.raises(InvalidRequest):
            await ann.seat.do(PlayNext("no-such-game"))
        await ann.seat.do(PlayNext("memory", {"pairs": 9999}))
        ann.seat.answer(question.number, 2)
        question = await ann.asked_again()
        assert any("Not like that: " in one for one in ann.said)
        await ann.seat.do(PlayNext("kuhn"))
        ann.seat.answer(question.number, 2)
        question = await ann.asked_again()
        ann.seat.answer(question.number, 0)
        for one in (ann, ben):
            await one.saved(2)
    (chain,) = chains(verified(ann))
    games = [account.game for account in chain.evening.accounts]
    assert (games, chain.breaks) == (["holdem", "kuhn"], ())
    assert chain.evening.shown == ben.all(EveningShown)[-1]


@pytest.mark.row("B73")
async def test_an_evening_of_hold_em(
    tmp_path: Path, autojump_clock: MockClock, in_order: None
) -> None:
    """One sits out and comes back, one leaves and returns, a stranger joins later."""
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 4)
        invite = ann.seat.invite or ""
        ben, cleo, dora = [
            await here.join(name, invite) for name in ("Ben", "Cleo", "Dora")
        ]
        regulars = (ann, ben, cleo, dora)
        for one in regulars:
            one.holds = True
        await ann.wait_for(lambda: any(one.held for one in regulars))
        await cleo.seat.leave()
        await cleo.wait_for(lambda: cleo.error is not None)
        back = way_back(here, cleo)
        for one in (ann, ben, dora):
            await one.go_on()
        question = await ann.asked_again()
        assert question.ask == PlayAgain(3, 2)
        await ben.wait(Saved, lambda saved: True)
        await ben.seat.do(SitOut())
        question = await ann.asked_again()
        assert question.ask == PlayAgain(2, 3)
        ann.holds = dora.holds = True
        ann.seat.answer(question.number, 2)
        await ann.wait_for(lambda: bool(ann.held or dora.held))
        cleo = await here.come("Cleo", Resume(table=back, attended=True))
        eve = await here.join("Eve", invite)
        for one in (ben, cleo, eve):
            await one.waits_without_seat()
        for one in (ann, dora):
            await one.go_on()
        question = await ann.asked_again()
        assert question.ask == PlayAgain(5, 4)
        ann.seat.answer(question.number, 5)
        question = await ann.asked_again()
        ann.seat.answer(question.number, 0)
        for one in (ann, dora):
            await one.saved(3)
        await ben.saved(2)
        await eve.at_table_of(5)
        await eve.saved(1)
        await cleo.saved(1)
    first, second, third = verified(ann)
    names = [{player.name for player in one.players} for one in (first, second, third)]
    assert names[1] == {"Ann", "Dora"}
    assert names[2] == names[0] | {"Eve"}
    left, kept, begins = kept_by(first), kept_by(second), begun_with(third)
    assert begins == {**left, **kept, "Eve": 1000}
    assert left["Cleo"] != 1000  # she had posted a blind when she left
    (chain,) = chains([third, first, second])
    assert chain.tables == (1, 2, 0)
    assert not chain.breaks
    settle(chain)
    assert ann.all(EveningShown)[-1] == chain.evening.shown
    for one in (ben, cleo, dora, eve):  # all have signed the last end, and so the chain
        assert verified(one)[-1].chain == third.chain
    assert ben.all(EveningShown)[-1].missed


async def test_the_host_sits_out_and_comes_back(
    tmp_path: Path, autojump_clock: MockClock, in_order: None
) -> None:
    """Somebody else opens the next table, and is the host from then on."""
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 3)
        invite = ann.seat.invite or ""
        guests = [await here.join(name, invite) for name in ("Ben", "Cleo")]
        await ann.asked_again()
        ben, cleo = sorted(guests, key=seat_of)
        ben.holds = cleo.holds = True
        await ann.seat.do(SitOut())
        question = await ben.asked_again()
        assert question.ask == PlayAgain(2, 3)
        told = f"Ann sits out the next game; {name_of(ben)} is asked to open its table."
        assert told in cleo.said
        ben.seat.answer(question.number, 2)
        await ben.wait_for(lambda: bool(ben.held or cleo.held))
        await ann.waits_without_seat()
        dora = await here.join("Dora", invite)
        await dora.waits_without_seat()
        for one in (ben, cleo):
            await one.go_on()
        question = await ben.asked_again()
        assert question.ask == PlayAgain(4, 3)
        ben.seat.answer(question.number, 4)
        question = await ben.asked_again()
        ben.seat.answer(question.number, 0)
        for one in (ben, cleo):
            await one.saved(3)
        await ann.saved(2)
        await dora.saved(1)
    tables = verified(ben)
    names = [{player.name for player in one.players} for one in tables]
    assert names == [
        {"Ann", "Ben", "Cleo"},
        {"Ben", "Cleo"},
        {"Ann", "Ben", "Cleo", "Dora"},
    ]
    (chain,) = chains(tables)
    assert not chain.breaks
    settle(chain)
    kept = {**kept_by(tables[0]), **kept_by(tables[1]), "Dora": 1000}
    assert begun_with(tables[2]) == kept
    assert verified(ann)[-1].chain == tables[2].chain


async def test_one_who_does_not_want_to_open_the_next_table_is_passed_over(
    tmp_path: Path, autojump_clock: MockClock, in_order: None
) -> None:
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 4)
        invite = ann.seat.invite or ""
        names = ("Ben", "Cleo", "Dora")
        guests = [await here.join(name, invite) for name in names]
        await ann.asked_again()
        ben, cleo, dora = sorted(guests, key=seat_of)
        await ann.seat.do(SitOut())
        question = await ben.asked_again()
        await ben.seat.do(SitOut())
        question = await cleo.asked_again()
        cleo.seat.answer(question.number, 0)
        await ann.wait_for(lambda: "Nobody opens the next table." in ann.said)
        asked = [one for one in ann.said if "is asked to open" in one]
        assert [one.split()[0] for one in asked] == [*map(name_of, (ben, cleo, dora))]
        assert dora.asked is None  # alone she could not play


async def test_a_host_of_programs_alone_does_not_sit_out(
    tmp_path: Path, autojump_clock: MockClock, in_order: None
) -> None:
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 2)
        way = ann.seat.invite
        await here.come("Bot", Join(invite=way, name="Bot", program=True, again=1))
        await ann.asked_again()
        with refusing(IllegalMove, match="nobody else"):
            await ann.seat.do(SitOut())


async def test_at_a_relay_an_old_invite_leads_to_the_table_of_the_moment(
    tmp_path: Path,
) -> None:
    async with real_relay() as relay, house(tmp_path) as here:
        ann = await here.host("Ann", 2, relay)
        invite = ann.seat.invite or ""
        with here.worlds["Ann"].at_home():
            settings.use_relays((relay,))
        ben = await here.join("Ben", invite)
        question = await ann.asked_again()
        ann.holds = ben.holds = True
        ann.seat.answer(question.number, 2)
        await ann.wait_for(lambda: bool(ann.held or ben.held))
        eve = await here.join("Eve", invite)
        await ann.wait(Arrived, lambda guest: guest.name == "Eve")
        for one in (ann, ben):
            await one.go_on()
        question = await ann.asked_again()
        assert question.ask == PlayAgain(3, 2)
        ann.seat.answer(question.number, 3)
        await eve.at_table_of(3)
        await ann.asked_again()
        await ann.seat.do(SitOut())
        ben, eve = sorted((ben, eve), key=seat_of)
        question = await ben.asked_again()
        ben.seat.answer(question.number, 2)
        for one in (ben, eve):
            await one.at_table_of(2)
        await ann.waits_without_seat()


async def test_at_a_relay_the_host_goes_on_without_one_who_has_gone(
    tmp_path: Path,
) -> None:
    async with real_relay() as relay, house(tmp_path) as here:
        ann = await here.host("Ann", 3, relay)
        ben, cleo = [
            await here.join(name, ann.seat.invite or "") for name in ("Ben", "Cleo")
        ]
        question = await ann.asked_again()
        with refusing(IllegalMove, match="nobody is missing"):
            await ann.seat.do(GoWithout())
        await ben.wait_for(lambda: any("plays again" in one for one in ben.said))
        ben.seat.quit()  # earlier, that would end the game and not the wait
        await ben.wait_for(lambda: bool(ben.all(Finished)))
        ann.seat.answer(question.number, 3)
        await ann.wait(Waiting, lambda now: now.missing == ("Ben",))
        assert any(
            "waiting for Ben (2 of 3 here); without opens" in one for one in ann.said
        )
        await ann.seat.do(GoWithout())
        for one in (ann, cleo):
            await one.at_table_of(2)
        await ann.saved(2)
    first, second = verified(ann)
    kept = kept_by(first)
    assert kept.pop("Ben")
    assert begun_with(second) == kept


def seat_of(player: Regular) -> int:
    """Return the seat of a player at its last table."""
    seat = player.tables[-1].seat
    assert seat is not None
    return seat


def name_of(player: Regular) -> str:
    return player.tables[-1].players[seat_of(player)].name


def settle(chain: Chain) -> None:
    """Check that an evening adds up to nothing, and is even once all have paid."""
    (account,) = chain.evening.accounts
    assert sum(one.total for one in account.standings) == 0
    totals = {one.name: one.total for one in account.standings}
    for pay in account.payments:
        totals[account.standings[pay.payer].name] += pay.amount
        totals[account.standings[pay.payee].name] -= pay.amount
    assert not any(totals.values())


def by_name(table: Verified, stakes: Sequence[str]) -> dict[str, str]:
    names = (player.name for player in table.players)
    return dict(zip(names, stakes, strict=True))


def kept_by(table: Verified) -> dict[str, int]:
    kept = by_name(table, table.chain.kept)
    return {name: int(chips) for name, chips in kept.items()}


def begun_with(table: Verified) -> dict[str, int]:
    begins = by_name(table, table.chain.begins)
    return {name: int(chips) for name, chips in begins.items()}


PEOPLE = {name: name.encode().hex().ljust(64, "0") for name in ("Ann", "Ben", "Cleo")}


def a_table(number: int, after: int | None, **chips: tuple[int, int]) -> Verified:
    """Return a table of hold'em: what each began with, and has at its end."""
    begins, kept = zip(*chips.values(), strict=True)
    return Verified(
        *(f"{number}", "holdem", 1, {}),
        tuple(Player(name, PEOPLE[name]) for name in chips),
        tuple(had - began for began, had in chips.values()),
        *(5, 9, plain("Verified.")),
        table=table_id(number),
        chain=Chained(
            "" if after is None else end(after),
            *(end(number), texts(begins), ("100",) * len(chips), texts(kept), 100),
        ),
    )


def table_id(number: int) -> str:
    return f"{number:064d}"


def texts(chips: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(one) if one else "" for one in chips)


def end(number: int) -> str:
    return table_id(number) + "e" * 128


@pytest.mark.row("B73")
def test_what_is_bought_is_a_line_of_the_ledger_and_changes_no_balance() -> None:
    chain = chain_of(
        a_table(1, None, Ann=(100, 190), Ben=(100, 0), Cleo=(100, 110)),
        a_table(2, 1, Ann=(190, 260), Ben=(60, 40), Cleo=(110, 60)),  # Ben buys
        a_table(3, 2, Ann=(260, 270), Ben=(95, 100), Cleo=(60, 45)),  # and once more
    )
    assert not chain.breaks
    (account,) = chain.evening.accounts
    assert [(one.name, one.total, one.bought) for one in account.standings] == [
        ("Ann", 170, (100,)),
        ("Cleo", -55, (100,)),
        ("Ben", -115, (100, 60, 55)),
    ]
    assert "Ben \N{MINUS SIGN}115 (100 chips, bought 100 + 60 + 55)" in [
        *map(say, in_words(account))
    ]
    settle(chain)


def test_to_begin_anew_is_to_buy_as_much_in_the_beginning() -> None:
    chain = chain_of(
        a_table(1, None, Ann=(100, 150), Ben=(100, 50)),
        a_table(2, 1, Ann=(100, 90), Ben=(100, 110)),
    )
    (account,) = chain.evening.accounts
    bought = {one.name: (one.total, *one.bought) for one in account.standings}
    assert bought == {"Ann": (40, 50), "Ben": (-40, 150)}


def test_who_sits_out_keeps_its_chips_though_all_others_buy_as_many_as_are_new() -> (
    None
):
    """That looked like a table at which all begin anew, and Cleo's chips were gone."""
    evening = chain_of(
        a_table(1, None, Ann=(100, 70), Ben=(100, 80), Cleo=(100, 150)),
        a_table(2, 1, Ann=(100, 100), Ben=(100, 100)),
    ).evening
    assert evening.amounts("holdem")[PEOPLE["Cleo"]] == "150"
    bought = {one.name: one.bought for one in evening.accounts[0].standings}
    assert bought == {"Ann": (100, 30), "Ben": (100, 20), "Cleo": (100,)}


def test_more_chips_than_the_table_sells_break_the_chain() -> None:
    rich = a_table(2, 1, Ann=(150, 150), Ben=(101, 101))
    (broken,) = chain_of(EVENING[0], rich).breaks
    assert say(broken.message) == "Ben has 90 left, and begins with 101"


OTHER_END = table_id(1) + "f" * 128
EVENING = [
    a_table(1, None, Ann=(100, 150), Ben=(100, 90), Cleo=(100, 60)),
    a_table(2, 1, Ann=(150, 200), Ben=(90, 40)),  # Cleo sits out
    a_table(3, 2, Cleo=(60, 75), Ben=(40, 25)),  # Ann sits out
]


def chain_of(*tables: Verified) -> Chain:
    return chains(tables)[0]


def test_who_sits_out_keeps_its_chips_and_the_ledger_adds_up() -> None:
    chain = chain_of(*EVENING)
    assert chain.tables == (0, 1, 2)
    assert not chain.breaks
    (account,) = chain.evening.accounts
    assert [(one.name, one.total) for one in account.standings] == [
        ("Ann", 100),
        ("Cleo", -25),
        ("Ben", -75),
    ]
    paid = [(one.payer, one.payee, one.amount) for one in account.payments]
    assert paid == [(2, 0, 75), (1, 0, 25)]


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (
            replace(EVENING[1], chain=replace(EVENING[1].chain, before=OTHER_END)),
            "it names another end of the table before than the file of that one shows",
        ),
        (
            a_table(2, 1, Ann=(160, 200), Ben=(80, 40)),
            "Ann has 150 left, and begins with 160",
        ),
    ],
)
def test_where_a_chain_breaks_is_told_and_another_begins(
    second: Verified, why: str
) -> None:
    first, rest = chains([EVENING[0], second, EVENING[2]])
    assert first.tables == (0,)
    assert [(one.table, say(one.message)) for one in first.breaks] == [(1, why)]
    assert rest.tables == (1, 2)
    assert rest.starts_late


def test_no_two_tables_go_on_from_one() -> None:
    parts = a_table(4, 1, Ann=(150, 0), Cleo=(60, 210))
    first, *rest = chains([*EVENING, parts])
    assert [one.table for one in first.breaks] == [1, 3]
    assert [one.tables for one in rest] == [(1, 2), (3,)]


def test_a_table_whose_predecessor_is_not_there_starts_late() -> None:
    chain = chain_of(*EVENING[1:])
    assert chain.starts_late
    assert chain.tables == (0, 1)


def test_a_seat_that_has_missed_a_table_says_so() -> None:
    evening = Evening().after(EVENING[0]).without_some().after(EVENING[2])
    assert evening.before is not None
    assert evening.shown.missed
    assert evening.tables == 2
