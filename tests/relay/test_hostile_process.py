"""Whole games by a relay that is against everybody, and dies: it only delays.

Two games here; ``python -m tests.relay.hostile N SEED`` plays as many as one likes.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import trio

from p2pgame.transport.link import LinkClosed
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.url import RelayUrl
from tests.relay import hostile
from tests.relay.between import Between, Fault
from tests.relay.clients import Writing, frame, relay
from tests.relay.hostile import Plan

#: Seconds of harm, at most.
HARM = 4.0
#: Whatever loses nothing for good: of what is lost somebody asks in its own time only.
QUICK: tuple[Fault, ...] = ("delay", "double", "replay", "reorder", "truncate", "cut")


@pytest.mark.attack(38)
@pytest.mark.parametrize(
    ("game", "kills"),
    [
        (("rps", "--players", "3", "-o", "rounds=1"), 0),
        (("kuhn", "--players", "2"), 1),
    ],
    ids=["three", "killed"],
)
async def test_a_hostile_relay_delays_a_game_and_changes_nothing(
    game: tuple[str, ...], kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hostile, "HARM", HARM)
    plan = Plan(random.randrange(10**9), game, QUICK, kills)
    print(plan)  # shown if it fails
    report = await hostile.play(plan, tmp_path)
    print(report)
    assert report.wrongs == []
    assert report.kills == kills
    assert report.done


TABLE = Writing(38)
SEED = bytes(TABLE.key)
#: The last frame, with which nothing is done any more.
LAST = 99


async def shown(
    fault: Fault | None,
    monkeypatch: pytest.MonkeyPatch,
    path: Path,
    *,
    up: bool = False,
) -> tuple[list[int], list[int], int]:
    """Return what a member hears by a way that is harmed in one manner.

    Said are 1 to 10 and the last; then comes what it hears once all is healed, and
    how often harm was done.  ``up``: who speaks goes by that way, who hears does not.
    """
    monkeypatch.setattr("tests.relay.between.HARMED", 1)
    async with trio.open_nursery() as nursery, relay(path / "db") as address:
        harm = (fault,) if fault else ()
        between = Between(address, random.Random(7), harm)
        door = RelayUrl.parse(await nursery.start(between.door, 1))
        there = RelayUrl.parse("ws://{}:{}".format(*address))
        ways = (door, there) if up else (there, door)
        mouth, ear = (Subscription(way, TABLE.topic, SEED) for way in ways)
        says, hears = await mouth.connect(), await ear.connect()
        for number in range(1, 11):
            await says.send(frame(number))
        await says.wait_stored()
        while not (up or hears.is_over or len(between.old) == 10):  # noqa: ASYNC110
            await trio.sleep(0.005)
        between.faults = ()
        await says.send(frame(LAST))
        heard = await heard_by(hears)
        between.heal()
        again = await heard_by(await Subscription(door, TABLE.topic, SEED).connect())
        done = between.done[fault] if fault else 0
        nursery.cancel_scope.cancel()
    return heard, again, done


async def heard_by(link: RelayLink) -> list[int]:
    """Return the numbers of frames up to the last; or 0 if the link ends before."""
    heard: list[int] = []
    with trio.fail_after(20):
        try:
            while LAST not in heard:
                heard.append(int.from_bytes((await link.receive())[:8]))
        except LinkClosed:
            heard.append(0)
    await link.aclose()
    return heard


SAID = [*range(1, 11), LAST]


@pytest.mark.parametrize("fault", [None, "delay", "double"])
async def test_some_harm_changes_nothing_of_what_is_heard(
    fault: Fault | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard, again, done = await shown(fault, monkeypatch, tmp_path)
    assert heard == again == SAID
    assert done == (10 if fault else 0)


async def test_what_is_dropped_is_not_heard(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert await shown("drop", monkeypatch, tmp_path) == ([LAST], SAID, 10)


async def test_some_frames_are_not_for_some_members(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tests.relay.between.SPLIT", 2)
    heard, again, done = await shown("split", monkeypatch, tmp_path)
    assert heard == sorted(heard)
    assert 0 < len(heard) < len(SAID)
    assert again == SAID
    assert done == len(SAID) - len(heard)


async def test_old_frames_come_again_as_new_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard, again, _ = await shown("replay", monkeypatch, tmp_path)
    assert len(heard) == 21
    assert {*heard} == {*SAID}
    assert again == SAID


async def test_frames_come_in_another_order(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard, again, _ = await shown("reorder", monkeypatch, tmp_path)
    assert heard == [2, 1, 4, 3, 6, 5, 8, 7, 10, 9, LAST]
    assert again == SAID


async def test_bytes_are_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, again, done = await shown("change", monkeypatch, tmp_path)
    assert (again, done) == (SAID, 10)
    tables = tmp_path / "other"
    tables.mkdir()
    _, again, done = await shown("change", monkeypatch, tables, up=True)
    assert (len(again), done) == (11, 10)


@pytest.mark.parametrize("fault", ["truncate", "cut"])
async def test_a_connection_ends_in_the_middle(
    fault: Fault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard, again, done = await shown(fault, monkeypatch, tmp_path)
    assert heard == [0]
    assert again == SAID
    assert done >= 1


async def test_a_relay_says_that_it_has_what_it_has_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard, again, done = await shown("lie", monkeypatch, tmp_path, up=True)
    assert heard == again == [LAST]
    assert done == 10
