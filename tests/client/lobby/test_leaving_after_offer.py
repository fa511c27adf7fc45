"""A guest leaves when the game is offered already: what the others are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio.testing import MockClock

from p2pgame.client.events import Finished
from p2pgame.client.words import say
from p2pgame.session.entries.payloads import Accept
from p2pgame.session.lobby.lobby import Offered
from p2pgame.session.lobby.seat import Seat
from tests.client.transcripts.evenings import house


async def test_the_others_are_told_in_their_language_who_has_given_up_a_seat(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept = Seat._accept

    def hesitate(seat: Seat, offered: Offered) -> Accept | None:
        return None if seat._me.name == "Cleo" else accept(seat, offered)

    monkeypatch.setattr(Seat, "_accept", hesitate)
    async with house(tmp_path) as here:
        ann = await here.host("Ann", 3)
        invite = ann.seat.invite or ""
        ben, cleo = [await here.join(name, invite) for name in ("Ben", "Cleo")]
        await ben.wait_for(lambda: "waiting for Cleo" in ben.said)
        await cleo.seat.leave()
        for one in (ann, ben):
            last = await one.wait(Finished, lambda event: event.error is not None)
            assert last.error is not None
            assert [say(last.error, language=tag) for tag in ("en", "de")] == [
                "Cleo has given up the seat before the start: open another table.",
                "Cleo hat den Platz vor dem Anfang aufgegeben: "
                "eröffnet einen anderen Tisch.",
            ]
