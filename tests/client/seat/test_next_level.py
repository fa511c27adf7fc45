"""After a level of a puzzle the next one is offered, from the game or from a file."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from p2pgame.client.commands import PlayNext
from p2pgame.client.events import Asked, Begun, YourTurn
from p2pgame.client.questions import PlayAgain
from p2pgame.client.requests import Host
from tests.client.memory_world import Network
from tests.client.planners import Player, sitting

FILE = "choose 2\nAA\n..\n\nA.A\n...\n\nA..A\n....\n"


@pytest.mark.parametrize(
    ("level", "names", "widths"),
    [("seven", ["eight"], [7, 8]), (FILE, ["3"], [3, 4])],
)
async def test_the_next_level_is_offered_and_played(
    level: str,
    names: list[str],
    widths: list[int],
    tmp_path: Path,
) -> None:
    opened = Host(
        game="flow",
        name="Ann",
        players=1,
        relays=(),
        options={"level": level},
        attended=True,
    )
    async with trio.open_nursery() as links:
        world = Network(links).world("ann", tmp_path)
        async with sitting(opened, world) as ann:
            seen = await played(ann, len(widths))
    assert seen == names
    begun = [str(one.options["level"]) for one in ann.all(Begun)]
    assert len(begun) == len(widths)
    if level == FILE:
        assert [len(text.splitlines()[2].strip()) for text in begun] == widths


async def played(ann: Player, levels: int) -> list[str]:
    """Give up at one level after the other, and return the names of those offered."""
    seen = list[str]()
    for count in range(1, levels + 1):
        await ann.wait_for(lambda n=count: len(ann.all(YourTurn)) >= n)  # type: ignore[misc]
        await ann.seat.move("give up")
        await ann.wait_for(lambda n=count: len(ann.all(Asked)) == n)  # type: ignore[misc]
        question = ann.all(Asked)[-1].question
        assert isinstance(question.ask, PlayAgain)
        after = question.ask.following
        if after is None:
            ann.seat.answer(question.number, 0)
            break
        seen.append(after.name)
        await ann.seat.do(PlayNext(after.game, after.options))
        ann.seat.answer(question.number, 1)
    return seen
