"""What an evening has come to is known from its first table on."""

from __future__ import annotations

from pathlib import Path

import trio
import trio.testing

from p2pgame.client.events import EveningShown
from p2pgame.client.words import say
from tests.client.planners import table


async def test_after_the_first_table_the_evening_is_known_and_not_told(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """So the second table is not taken for the first by whoever asks there."""
    async with table(tmp_path, "kuhn") as there:
        players = there.ann, there.ben
        with trio.fail_after(600):
            while there.ann.seat.now.evening is None:
                for one in players:
                    turn = one.seat.now.turn
                    if turn is not None:
                        await one.seat.move(str(turn.choice.moves[0]))
                await trio.sleep(0.1)
        evening = there.ann.seat.now.evening
        assert evening is not None
        assert evening.tables == 1
        assert "1 table" in say(evening.messages[0])
        assert not there.ann.all(EveningShown)
