"""Guests hear at once that their host does not play again."""

from __future__ import annotations

from pathlib import Path

import trio
from trio.testing import MockClock

from p2pgame.client.events import Finished, Saved
from p2pgame.client.requests import Host
from tests.client.transcripts.evenings import house


async def test_a_guest_waits_no_longer_once_the_host_has_said_no(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with house(tmp_path) as here:
        form = Host(game="kuhn", name="Ann", players=2, relays=(), attended=True)
        ann = await here.come("Ann", form)
        ben = await here.join("Ben", ann.seat.invite or "")
        question = await ann.asked_again()
        await ben.wait(Saved, lambda event: True)
        asked = trio.current_time()
        ann.seat.answer(question.number, 0)
        await ben.wait(Finished, lambda event: True)
        assert trio.current_time() - asked < 1.0
        assert "Ann does not play again." in ben.said
