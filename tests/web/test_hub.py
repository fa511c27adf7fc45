"""A front end plays at a hub, comes back, and is one of several."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.front_end import FrontEnd, connected
from tests.web.hub_process import Entered, HubProcess, hub_in, requested


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    with hub_in(tmp_path_factory.mktemp("hub")) as running:
        yield running


@pytest.fixture(scope="module")
def entered(hub: HubProcess) -> Entered:
    return hub.enter()


async def play(front: FrontEnd, table: int) -> None:
    """Make the first move that is there until the game is over."""
    while True:
        frame = await front.until(
            lambda frame: (
                frame.get("table") == table
                and frame.get("event", {}).get("event") in ("your-turn", "ended")
            )
        )
        if frame["event"]["event"] == "ended":
            return
        move = frame["event"]["choice"]["moves"][0]
        await front.send(table=table, command={"command": "move", "move": move})


async def test_the_page_and_its_modules_are_served(entered: Entered) -> None:
    for path, kind in (("/", "text/html"), ("/static/js/dom.js", "javascript")):
        status, headers, _ = requested(
            entered.url, "GET", path, headers={"cookie": entered.cookie}
        )
        assert status == 200
        assert kind in headers["content-type"]


async def test_a_game_is_played_and_told_with_sentences(entered: Entered) -> None:
    async with connected(entered, language="de") as front:
        hello = await front.until(lambda frame: "hub" in frame)
        assert hello["hub"]["protocol"] == 1
        assert hello["hub"]["language"] == "de"
        table = await front.open(
            7, command="host", game="kuhn", bots=1, name="Ann", again=0
        )
        begun = await front.event("begun", table)
        assert begun["message"]["sentence"].startswith("Ann")
        await play(front, table)
        done = await front.event("finished", table)
        assert "error" not in done
        await front.listed(lambda tables: [one["state"] for one in tables] == ["ended"])
        told = [one["event"] for one in front.frames if "event" in one]
        (saved,) = [one["path"] for one in told if one["event"] == "saved"]
        again = await front.ask(8, command="replay", file=Path(saved).name)
        replayed = [one for one in again if one["event"] == "begun"]
        assert replayed[0]["message"]["sentence"].startswith("Ann, ")
        numbers = [one["at"] for one in front.frames if "at" in one]
        assert numbers == [*range(len(numbers))]
        await front.send(table=table, close=True)
        await front.listed(lambda tables: tables == [])


async def test_a_request_that_opens_no_table_is_answered(entered: Entered) -> None:
    async with connected(entered) as front:
        games, finished = await front.ask(1, command="list-games")
        assert games["event"] == "games"
        assert finished == {"event": "finished"}
        (wrong,) = await front.ask(2, command="host", game="nonsense")
        assert "nonsense" in wrong["error"]["sentence"]
        (wrong,) = await front.ask(3, command="no-such-thing")
        assert wrong["error"]["id"] == "line-wrong"
        await front.send(nonsense=1)
        refused = await front.until(lambda frame: "error" in frame)
        assert "nonsense" in refused["error"]["sentence"]
