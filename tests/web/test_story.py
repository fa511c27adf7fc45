"""A table's events are kept, numbered, and bounded."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from p2pgame.client.events import (
    Answered,
    AnyEvent,
    Asked,
    Begun,
    Notice,
    Player,
    Snapshot,
    Waiting,
)
from p2pgame.client.questions import PlayAgain, Question
from p2pgame.engine import Message, plain
from p2pgame.web.story import Story, Told

BEGUN = Begun(
    *("ab" * 32, "kuhn", 1, {}),
    players=(Player("Ann", "aa"), Player("Ben", "bb")),
    seat=0,
    message=Message.of("left-lobby"),
)


def notice(number: int) -> Notice:
    return Notice(plain(f"{number}"))


async def told(story: Story, start: int = 0) -> list[Told]:
    """Return all that a follower reads of a story that is over."""
    story.close()
    return [one async for one in story.follow(start)]


async def test_a_follower_gets_what_was_told_before_and_what_comes_then() -> None:
    story = Story()
    story.tell(notice(0))
    seen = list[AnyEvent]()

    async def follow() -> None:
        async for one in story.follow(0):
            seen.append(one.event)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(follow)
        await trio.testing.wait_all_tasks_blocked()
        assert seen == [notice(0)]
        story.tell(notice(1))
        story.close()
    assert seen == [notice(0), notice(1)]
    assert [one.event for one in await told(story, 1)] == [notice(1)]


async def test_beyond_the_limit_one_snapshot_stands_for_the_oldest() -> None:
    story = Story(limit=8)
    question = Question(1, PlayAgain(2), 60.0, 0)
    other = Question(2, PlayAgain(2), 60.0, 0)
    for event in (BEGUN, Asked(question), Asked(other), Answered(1, 1, "player")):
        story.tell(event)
    for number in range(4, 9):
        story.tell(notice(number))
    snapshot, *rest = await told(story)
    assert isinstance(snapshot.event, Snapshot)
    assert snapshot.at == 3
    assert snapshot.names == ("Ann", "Ben")
    assert snapshot.event.missed == 4
    assert snapshot.event.begun == BEGUN
    assert snapshot.event.questions == (other,)
    assert [one.at for one in rest] == [*range(4, 9)]
    assert [one.event for one in rest] == [notice(number) for number in range(4, 9)]


@pytest.mark.attack(74)
async def test_beyond_so_many_bytes_one_snapshot_stands_for_the_oldest() -> None:
    story = Story(bytes_limit=40_000)
    for _ in range(100):
        story.tell(Notice(plain("x" * 4000)))
    first, *rest = await told(story)
    assert isinstance(first.event, Snapshot)
    assert first.event.missed == first.at + 1 == 100 - len(rest)
    assert 2 < len(rest) <= 10
    story = Story(bytes_limit=1000)
    story.tell(Notice(plain("x" * 4000)))
    assert len(await told(story)) == 1, "the last one is always there"


async def test_an_hour_of_waiting_pushes_nothing_out() -> None:
    story = Story(limit=8)
    story.tell(BEGUN)
    for seconds in range(100):
        story.tell(Waiting(seconds=seconds))
    kept = await told(story)
    assert [one.event for one in kept] == [BEGUN, Waiting(seconds=99)]
    assert kept[-1].at == 100


async def test_names_are_those_of_the_time_of_an_event() -> None:
    story = Story()
    story.tell(notice(0))
    story.tell(BEGUN)
    assert [one.names for one in await told(story)] == [(), ("Ann", "Ben")]
