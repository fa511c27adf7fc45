"""An evening of tables that go on from one another: the files show it as one chain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.commands import GoWithout, PlayNext, SitOut
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.events import (
    Arrived,
    EveningShown,
    Finished,
    Happened,
    Saved,
    Verified,
    Waiting,
)
from p2pgame.client.profile import settings
from p2pgame.client.profile.evening import chains
from p2pgame.client.questions import PlayAgain
from p2pgame.client.requests import Join, Resume
from p2pgame.client.transcripts import checking
from p2pgame.engine import IllegalMove, SeatName
from tests.client.planners import InOrder
from tests.client.transcripts.evenings import (
    Regular,
    house,
    name_of,
    saved_files,
    seat_of,
    settle,
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
    paid = [
        {
            one.name: payoff
            for one, payoff in zip(each.players, each.payoffs, strict=True)
        }
        for each in (first, second)
    ]
    assert won == {name: sum(each[name] for each in paid) for name in ("Ann", "Ben")}
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
        guests = [await here.join(name, invite) for name in ("Ben", "Cleo", "Dora")]
        regulars = (ann, *guests)
        for one in regulars:
            one.holds = True
        await ann.wait_for(lambda: any(one.held for one in regulars))
        told = next(one for one in regulars if one.held)
        guests.sort(key=lambda guest: seat_of(guest) in posted_in(told))
        stays, sits_out, leaves = guests
        name = name_of(leaves)
        await leaves.seat.leave()
        await leaves.wait_for(lambda: leaves.error is not None)
        back = way_back(here, leaves)
        for one in (ann, sits_out, stays):
            await one.go_on()
        question = await ann.asked_again()
        assert question.ask == PlayAgain(3, 2)
        await sits_out.wait(Saved, lambda saved: True)
        await sits_out.seat.do(SitOut())
        question = await ann.asked_again()
        assert question.ask == PlayAgain(2, 3)
        ann.holds = stays.holds = True
        ann.seat.answer(question.number, 2)
        await ann.wait_for(lambda: bool(ann.held or stays.held))
        returns = await here.come(name, Resume(table=back, attended=True))
        eve = await here.join("Eve", invite)
        for one in (sits_out, returns, eve):
            await one.waits_without_seat()
        for one in (ann, stays):
            await one.go_on()
        question = await ann.asked_again()
        assert question.ask == PlayAgain(5, 4)
        ann.seat.answer(question.number, 5)
        question = await ann.asked_again()
        ann.seat.answer(question.number, 0)
        for one in (ann, stays):
            await one.saved(3)
        await sits_out.saved(2)
        await eve.at_table_of(5)
        await eve.saved(1)
        await returns.saved(1)
    tables = verified(ann)
    assert {*names(tables[1])} == {"Ann", name_of(stays)}
    assert {*names(tables[2])} == {*names(tables[0]), "Eve"}
    assert kept_by(tables[0])[name] != 1000  # who left had posted a blind
    is_carried_on(tables, new="Eve")
    (chain,) = chains([tables[2], *tables[:2]])
    assert chain.tables == (1, 2, 0)
    assert not chain.breaks
    settle(chain)
    assert ann.all(EveningShown)[-1] == chain.evening.shown
    for one in (sits_out, returns, stays, eve):  # all have signed the last end
        assert verified(one)[-1].chain == tables[2].chain
    assert sits_out.all(EveningShown)[-1].missed


def is_carried_on(tables: Sequence[Verified], new: str) -> None:
    """Check that chips and button go on to a third table, to which one comes anew."""
    first, second, third = tables
    left, kept = kept_by(first), kept_by(second)
    assert begun_with(third) == {**left, **kept, new: 1000}
    for before, after in ((first, second), (second, third)):
        assert names(after)[0] == button_after(before, {*names(after)})
        assert after.chain.in_order


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
        # The next seats are asked first, from the one behind Ann's on.
        behind = seat_of(ann) + 1
        ben, eve = sorted((ben, eve), key=lambda one: (seat_of(one) - behind) % 3)
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


def posted_in(player: Regular) -> list[int]:
    """Return the seats that have posted blinds, as this player was told."""
    told = [said for one in player.all(Happened) for said in one.messages]
    who = [one.args["player"] for one in told if one.id == "holdem-posts"]
    return [one.seat for one in who if isinstance(one, SeatName)]


def names(table: Verified) -> list[str]:
    return [player.name for player in table.players]


def button_after(table: Verified, going: set[str]) -> str:
    """Return who of those who go on has the button after this table."""
    here = names(table)
    seats = [(table.chain.first + offset) % len(here) for offset in range(len(here))]
    return next(here[seat] for seat in seats if here[seat] in going)


def by_name(table: Verified, stakes: Sequence[str]) -> dict[str, str]:
    return dict(zip(names(table), stakes, strict=True))


def kept_by(table: Verified) -> dict[str, int]:
    kept = by_name(table, table.chain.kept)
    return {name: int(chips) for name, chips in kept.items()}


def begun_with(table: Verified) -> dict[str, int]:
    begins = by_name(table, table.chain.begins)
    return {name: int(chips) for name, chips in begins.items()}
