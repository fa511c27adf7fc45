"""A front end may be slow, may be asked, and may quit: nothing is stalled by it."""

from __future__ import annotations

import math

import pytest
import trio
import trio.testing

from p2pgame.client import front_end
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.events import (
    Answered,
    AnyEvent,
    Asked,
    Ended,
    Finished,
    Invited,
    Notice,
    Saved,
    Snapshot,
    Waiting,
)
from p2pgame.client.front_end import LIMIT, FrontEnd, Left
from p2pgame.client.questions import AnyAsk, ChooseTable, PlayAgain, PlayWith, Seen
from p2pgame.engine import plain

ASK = PlayWith("Ben")


def notice(number: int) -> Notice:
    return Notice(plain(f"{number}"))


async def read(front: FrontEnd) -> list[AnyEvent]:
    """Return all that is unread, once the front end is closed."""
    front.close()
    read: list[AnyEvent] = []
    try:
        while True:
            read.append(await front.next())
    except trio.EndOfChannel:
        return read


async def test_events_are_read_in_order_and_none_is_lost_up_to_the_limit() -> None:
    front = FrontEnd()
    for number in range(LIMIT):
        front.tell(notice(number))
    assert await read(front) == [notice(number) for number in range(LIMIT)]


async def test_a_slow_reader_gets_how_things_are_now_and_how_much_it_missed() -> None:
    front = FrontEnd(limit=10)
    invited, ended = Invited("table", "P2PGAME:x"), Ended((1, -1), plain("It is over."))
    told: list[AnyEvent] = [invited, ended, *map(notice, range(9))]
    for event in told:
        front.tell(event)
    assert await read(front) == [Snapshot(11, invited=invited, ended=ended)]


@pytest.mark.attack(74)
async def test_a_slow_reader_makes_no_more_wait_than_so_many_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(front_end, "BYTES_LIMIT", 32_000)
    front, large = FrontEnd(), Notice(plain("x" * 4000))
    for _ in range(100):
        front.tell(large)
    front.close()
    first, *rest = await read(front)
    assert isinstance(first, Snapshot)
    assert first.missed == 100 - len(rest)
    assert len(rest) <= 8


@pytest.mark.parametrize("count", [11, 100, 12_345])
async def test_whatever_is_told_no_more_waits_and_each_event_is_counted(
    count: int,
) -> None:
    front = FrontEnd(limit=10)
    for number in range(count):
        front.tell(notice(number))
        assert len(front._unread) <= 10
    unread = await read(front)
    missed = sum(one.missed for one in unread if isinstance(one, Snapshot))
    rest = [one for one in unread if not isinstance(one, Snapshot)]
    assert missed + len(rest) == count
    assert rest == [notice(number) for number in range(missed, count)]


async def test_no_snapshot_stands_for_the_last_event() -> None:
    """A reader that is late by any number of events still hears why it ended."""
    front = FrontEnd(limit=2)
    for number in range(2):
        front.tell(notice(number))
    last = Finished(plain("The line is lost."))
    front.tell(last)
    front.close()
    assert (await read(front))[-1] == last


async def test_after_a_snapshot_events_are_told_one_by_one_again() -> None:
    front = FrontEnd(limit=2)
    for number in range(3):
        front.tell(notice(number))
    assert await front.next() == Snapshot(3)
    front.tell(notice(3))
    assert await front.next() == notice(3)


async def test_a_reader_waits_for_what_is_told_next() -> None:
    front = FrontEnd()
    read: list[AnyEvent] = []

    async def wait() -> None:
        read.append(await front.next())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        front.tell(notice(1))
    assert read == [notice(1)]


class Asker:
    """Asks a front end, and keeps what is answered."""

    def __init__(self, nursery: trio.Nursery, *, is_attended: bool = True) -> None:
        self.front = FrontEnd(is_attended=is_attended)
        self.answers: list[int] = []
        self.scope = trio.CancelScope()
        self._nursery = nursery

    async def ask(
        self, ask: AnyAsk = ASK, seconds: float = 60.0, default: int = 0
    ) -> None:
        """Ask, and wait until all is quiet."""

        scope = self.scope = trio.CancelScope()

        async def wait() -> None:
            with scope:
                self.answers.append(await self.front.ask(ask, seconds, default))

        self._nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()

    async def told(self) -> list[AnyEvent]:
        await trio.testing.wait_all_tasks_blocked()
        return await read(self.front)


async def test_the_players_answer_counts(
    autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    asker = Asker(nursery)
    await asker.ask()
    (question,) = asker.front.questions
    assert asker.front.snapshot.questions == (question,)
    asker.front.answer(question.number, 1)
    assert asker.front.questions == ()
    assert await asker.told() == [Asked(question), Answered(1, 1, "player")]
    assert asker.answers == [1]


async def test_without_an_answer_the_default_counts_at_the_deadline(
    autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    asker = Asker(nursery)
    await asker.ask(PlayAgain(2), seconds=60.0, default=7)
    (question,) = asker.front.questions
    assert (question.seconds, question.default) == (60.0, 7)
    await trio.sleep(59)
    assert asker.answers == []
    await trio.sleep(2)
    assert asker.answers == [7]
    assert await asker.told() == [Asked(question), Answered(1, 7, "deadline")]


async def test_a_question_that_is_cancelled_is_withdrawn(
    autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    asker = Asker(nursery)
    await asker.ask()
    (question,) = asker.front.questions
    asker.scope.cancel()
    assert await asker.told() == [Asked(question), Answered(1, None, "nobody")]
    assert asker.front.questions == ()
    with pytest.raises(InvalidRequest, match="not asked any more"):
        asker.front.answer(question.number, 1)


async def test_where_nobody_is_the_default_counts_at_once_and_nothing_is_told(
    nursery: trio.Nursery,
) -> None:
    asker = Asker(nursery, is_attended=False)
    await asker.ask(seconds=math.inf, default=1)
    assert asker.answers == [1]
    assert await asker.told() == []


@pytest.mark.parametrize(
    ("ask", "answers", "others"),
    [
        (ASK, (0, 1), (-1, 2)),
        (PlayAgain(2), (0, 99), (-1, 100)),
        (ChooseTable((Seen("Ann", "kuhn", 1, 2),)), (0, 1), (-1, 2)),
    ],
)
async def test_only_what_the_question_says_is_an_answer(
    ask: AnyAsk,
    answers: tuple[int, ...],
    others: tuple[int, ...],
    nursery: trio.Nursery,
) -> None:
    asker = Asker(nursery)
    await asker.ask(ask)
    for other in others:
        with pytest.raises(InvalidRequest, match="no answer to this question"):
            asker.front.answer(1, other)
    with pytest.raises(InvalidRequest, match="not asked"):
        asker.front.answer(2, answers[0])
    asker.front.answer(1, answers[-1])
    with pytest.raises(InvalidRequest, match="not asked"):
        asker.front.answer(1, answers[0])
    for number, answer in enumerate(answers, 2):
        await asker.ask(ask)
        asker.front.answer(number, answer)
    await asker.told()
    assert asker.answers == [answers[-1], *answers]


async def test_each_quit_ends_one_thing() -> None:
    front, left = FrontEnd(), list[int]()

    async def heed(number: int) -> None:
        with pytest.raises(Left):
            await front.heed_quit()
        left.append(number)

    async with trio.open_nursery() as nursery:
        for number in range(2):
            nursery.start_soon(heed, number)
        await trio.testing.wait_all_tasks_blocked()
        front.quit()
        await trio.testing.wait_all_tasks_blocked()
        assert len(left) == 1
        front.quit()
    assert sorted(left) == [0, 1]


async def test_a_quit_that_nothing_heeds_stops_it_all() -> None:
    front, stopped = FrontEnd(), list[bool]()
    front.stop = lambda: stopped.append(True)
    front.quit()
    assert stopped == [True]
    with trio.move_on_after(0) as scope:
        await front.heed_quit()  # it does not hear of a quit that was before
    assert scope.cancelled_caught
    front.quit()
    assert stopped == [True, True]


async def test_what_goes_on_is_in_the_snapshot() -> None:
    front = FrontEnd()
    waiting, saved = Waiting(plain("dialling")), Saved("game.p2pgame")
    for event in (waiting, saved):
        front.tell(event)
    assert front.snapshot == Snapshot(0, waiting=waiting, saved=saved)
