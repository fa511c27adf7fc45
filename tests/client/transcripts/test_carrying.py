"""A game without rounds goes on from table to table: mover, with its field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from trio._core import _run
from trio.testing import MockClock

from p2pgame.client.events import Verified
from p2pgame.client.profile.evening import chains
from p2pgame.client.questions import PlayAgain
from p2pgame.client.requests import Host
from p2pgame.client.transcripts import checking
from tests.client.planners import InOrder
from tests.client.transcripts.evenings import Regular, house, saved_files


@pytest.fixture(autouse=True)
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "_r", InOrder())


@pytest.mark.row("B73")
async def test_mover_goes_on_with_its_field_and_one_more_comes_in(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """All say that they have enough, and the next table is no new beginning."""
    async with house(tmp_path) as here:
        options = {"ticks": 600, "field": 5}
        form = Host(game="mover", name="Ann", players=2, attended=True)
        ann = await here.come("Ann", replace(form, options=options))
        invite = ann.seat.invite or ""
        ben = await here.join("Ben", invite)
        ann.holds = ben.holds = True
        await ann.wait_for(lambda: ann.held is not None)
        await ann.seat.move("l 2")
        await ann.happened(1)
        cleo = await here.join("Cleo", invite)
        cleo.holds = True
        await cleo.waits_without_seat()
        await enough(ann, ben)
        question = await ann.asked_again()
        assert question.ask == PlayAgain(3, 2)
        ann.seat.answer(question.number, 3)
        await enough(ann, ben, cleo)
        question = await ann.asked_again()
        ann.seat.answer(question.number, 0)
        for one in (ann, ben):
            await one.saved(2)
    first, second = [checking.verify(path) for path in saved_files(ann)]
    kept = by_name(first, first.chain.kept)
    assert kept == {"Ann": "14.6000", "Ben": ""}
    assert by_name(second, second.chain.begins) == {**kept, "Cleo": ""}
    (chain,) = chains([second, first])
    assert not chain.breaks
    other = replace(second.chain, begins=("1.2", *second.chain.begins[1:]))
    assert chains([first, replace(second, chain=other)])[0].breaks


async def enough(*players: Regular) -> None:
    for one in players:
        await one.open_turn()
        await one.seat.move("enough")


def by_name(table: Verified, stakes: Sequence[str]) -> dict[str, str]:
    names = (player.name for player in table.players)
    return dict(zip(names, stakes, strict=True))
