"""Tables of a hub: seen from several pages, left and found again, ended in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.children import WITHIN
from tests.parting import in_parts
from tests.web.front_end import FrontEnd, connected
from tests.web.hub_process import Entered, HubProcess, enter, hub_in, requested
from tests.web.test_hub import play

FILE = Path(__file__).parent.parent / "archive" / "tictactoe-1-takeback.p2pgame"


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    with hub_in(tmp_path_factory.mktemp("hub")) as running:
        yield running


@pytest.fixture(scope="module")
def entered(hub: HubProcess) -> Entered:
    return hub.enter()


def told_at(front: FrontEnd, table: int) -> list[tuple[int, str]]:
    return [
        (one["at"], one["event"]["event"])
        for one in front.frames
        if one.get("table") == table and "at" in one
        if one["event"]["event"] not in ("waiting", "progress")
    ]


def told_apart(front: FrontEnd) -> list[dict[str, Any]]:
    """Return what a connection was told of a table, and others were not."""
    return [one for one in front.frames if "event" in one and "at" not in one]


async def test_two_pages_and_one_that_comes_back_see_one_story(
    entered: Entered,
) -> None:
    async with connected(entered) as one:
        async with connected(entered) as other:
            table = await one.open(1, command="host", game="tictactoe", bots=1, again=0)
            await other.send(table=table, follow=0)
            await other.event("your-turn", table)
            await other.send(table=table, command={"command": "move", "move": "x"})
            refused = await other.event("not-done", table)
            assert refused["message"]["sentence"]
        async with connected(entered) as reloaded:
            await reloaded.send(table=table, follow=0)
            await play(reloaded, table)
            await reloaded.event("finished", table)
            await one.event("finished", table)
            assert told_at(one, table) == told_at(reloaded, table)
            assert "not-done" not in dict(told_at(one, table)).values()
        await one.send(table=table, close=True)
        await one.listed(lambda tables: tables == [])


async def test_what_became_of_a_command_is_told_to_its_asker_with_its_id(
    entered: Entered,
) -> None:
    async with connected(entered) as one, connected(entered) as other:
        table = await one.open(1, command="host", game="tictactoe", bots=1, again=0)
        await one.event("your-turn", table)
        refused = await one.command(table, command="move", move="x")
        assert (refused["event"], refused["code"]) == ("not-done", "unknown-move")
        nonsense = await one.command(table, command="move", move="5" * 5000)
        assert nonsense["event"] == "not-done"
        await one.send(table=table, command={"command": "nudge"})
        unnamed = await one.event("not-done", table)
        assert "id" not in unnamed
        assert await one.command(table, command="plan") == {"event": "done", "id": 3}
        await other.send(table=table, follow=0)
        await other.event("planned", table)
        assert {frame["event"]["event"] for frame in told_apart(other)} == set()
        assert await other.command(table, command="drop") == {"event": "done", "id": 1}
        await one.send(table=table, command={"command": "leave"})
        await one.event("finished", table)
        await one.send(table=table, close=True)
        await one.listed(lambda tables: tables == [])


async def test_a_seat_that_is_played_here_is_in_both_lists(entered: Entered) -> None:
    async with connected(entered) as front:
        table = await front.open(1, command="host", game="rps", relays=[])
        await front.event("waiting", table)
        (answer, _) = await front.ask(2, command="list-tables")
        seat = answer["tables"][0]["seat"]
        assert seat
        await front.listed(lambda tables: tables[0].get("seat") == seat)
        await front.send(table=table, close=True)
        await front.listed(lambda tables: tables == [])


async def test_a_question_shows_in_the_list_and_any_page_answers_it(
    entered: Entered,
) -> None:
    async with connected(entered) as one, connected(entered) as other:
        table = await one.open(
            1, command="host", game="kuhn", bots=1, attended=True, name="Ann"
        )
        await play(one, table)
        await other.listed(lambda tables: bool(tables) and tables[0]["asks"])
        await other.send(table=table, follow=0)
        asked = await other.event("asked", table)
        assert asked["question"]["ask"]["ask"] == "play-again"
        answer = {
            "command": "answer",
            "number": asked["question"]["number"],
            "answer": 0,
        }
        await other.send(table=table, command=answer)
        assert (await one.event("answered", table))["by"] == "player"
        await one.event("finished", table)
        await one.send(table=table, close=True)
        await one.listed(lambda tables: tables == [])


async def test_each_page_reads_its_own_language(entered: Entered) -> None:
    async with connected(entered) as one, connected(entered, language="de") as other:
        table = await one.open(1, command="host", game="kuhn", bots=1, name="Ann")
        await other.send(table=table, follow=0)
        english = (await one.event("begun", table))["message"]
        german = (await other.event("begun", table))["message"]
        assert english["args"] == german["args"]
        assert english["sentence"] != german["sentence"]
        await other.send(language="en")
        await other.send(table=table, follow=0)
        again = await other.event("begun", table)
        assert again["message"] == english
        await one.send(table=table, close=True)
        await one.listed(lambda tables: tables == [])


async def test_an_upload_is_replayed_and_can_be_stopped(entered: Entered) -> None:
    headers = {"cookie": entered.cookie, "origin": entered.url}
    status, _, body = requested(
        entered.url, "POST", "/files", headers=headers, body=FILE.read_bytes()
    )
    assert status == 200
    name = body.split('"')[3]
    assert name.startswith("upload:")
    async with connected(entered) as front:
        events = await front.ask(1, command="replay", file=name)
        assert events[0]["event"] == "begun"
        assert [one["event"] for one in events[-2:]] == ["verified", "finished"]
        await front.send(id=2, request={"command": "replay", "file": name})
        await front.send(id=2, close=True)
        stopped = await front.until(
            lambda frame: frame.get("id") == 2 and frame["event"]["event"] == "finished"
        )
        assert stopped["event"] == {"event": "finished"}
        (refused,) = await front.ask(3, command="verify", file="/etc/passwd")
        assert "/etc/passwd" in refused["error"]["sentence"]
        wrong = {"command": "host", "game": "kuhn", "programs": {"2": "exec:true"}}
        (refused,) = await front.ask(4, **wrong)
        assert "exec:true" in refused["error"]["sentence"]


async def test_a_practice_begins_again_and_nothing_else_does(entered: Entered) -> None:
    """No other request is repeated: it may have started a program at a terminal."""
    headers = {"cookie": entered.cookie, "origin": entered.url}
    body = FILE.read_bytes()
    _, _, told = requested(entered.url, "POST", "/files", headers=headers, body=body)
    async with connected(entered) as front:
        name = told.split('"')[3]
        first = await front.open(1, command="practise", file=name, turns=1, seat=2)
        begun = await front.event("resumed", first)
        await front.send(id=2, again=first)
        opened = await front.until(lambda frame: frame.get("id") == 2)
        assert opened["table"] != first
        assert await front.event("resumed", opened["table"]) == begun
        other = await front.open(3, command="host", game="kuhn", bots=1)
        await front.send(id=4, again=other)
        refused = await front.event("finished")
        assert refused["error"]["id"] == "hub-no-practice"
        for table in (first, opened["table"], other):
            await front.send(table=table, close=True)
        await front.listed(lambda tables: tables == [])


async def test_the_parts_of_a_transcript_are_uploaded_and_replayed_as_one(
    entered: Entered,
) -> None:
    headers = {"cookie": entered.cookie, "origin": entered.url}
    names = []
    async with connected(entered) as front:
        for number, part in enumerate(in_parts(FILE.read_bytes(), 3)):
            _, _, body = requested(
                entered.url, "POST", "/files", headers=headers, body=part
            )
            names.append(body.split('"')[3])
            if number == 0:
                (refused,) = await front.ask(1, command="replay", file=names[0])
                assert "Open all other parts, too" in refused["error"]["sentence"]
        assert len(names) > 2
        for id, name in enumerate(names, 2):
            events = await front.ask(id, command="replay", file=name)
            assert [one["event"] for one in events[-2:]] == ["verified", "finished"]


def lines_of(front: FrontEnd) -> list[str]:
    """Return what was told of the game and said there, in sentences."""
    events = (frame["event"] for frame in front.frames if "at" in frame)
    told = [
        one.get("messages", [one.get("message")])
        for one in events
        if one["event"] in ("happened", "chat")
    ]
    return [message["sentence"] for messages in told for message in messages]


async def test_a_hub_that_ends_tells_its_pages_and_the_table_is_resumed(
    tmp_path: Path,
) -> None:
    with hub_in(tmp_path) as hub:
        async with connected(hub.enter()) as front:
            table = await front.open(1, command="host", game="tictactoe", bots=1)
            await front.event("your-turn", table)
            await front.command(table, command="say", text="Good evening")
            await front.command(table, command="move", move="5")
            await front.event("your-turn", table)
            hub.process.send_signal(signal.SIGINT)
            ended = await front.event("finished")
            before = lines_of(front)
            assert ended["error"]["sentence"]
        said, _ = hub.process.communicate(timeout=WITHIN)
        assert hub.process.returncode == 0, said
        assert "Traceback" not in said
        assert not hub.file.exists()
        assert not [*hub.home.glob("uploads-*")]
    with hub_in(tmp_path, "resume", "--web", BROWSER="true") as hub:
        entered = enter(hub.file)
        async with connected(entered) as front:
            await front.listed(
                lambda tables: [one["request"] for one in tables] == ["resume"]
            )
            await front.send(table=1, follow=0)
            await front.event("begun")
            past = (await front.event("resumed"))["past"]
            assert [one["message"]["sentence"] for one in past] == before
            chat = [one for one in past if one["kind"] == "chat"]
            assert [(one["seat"], one["text"]) for one in chat] == [(0, "Good evening")]
            await play(front, 1)
            assert (await front.event("asked"))["question"]["number"] == 1


async def test_a_command_opens_the_page_at_its_table(tmp_path: Path) -> None:
    with hub_in(tmp_path, "play", "kuhn", "--web", BROWSER="true") as hub:
        assert 'value="#/table/1"' in hub.file.read_text()
        async with connected(hub.enter()) as front:
            await front.send(table=1, follow=0)
            await play(front, 1)


def test_a_transcript_is_lent_to_the_page(tmp_path: Path) -> None:
    with hub_in(tmp_path, "show", "--web", str(FILE), BROWSER="true") as hub:
        assert 'value="#/replay/upload:' in hub.file.read_text()


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with hub_in(tmp_path) as hub:
        port = str(hub.enter().port)
        with (
            pytest.raises(AssertionError, match=f"Port {port} is in use"),
            hub_in(tmp_path / "home", "web", "--no-open", "--port", port),
        ):
            pass
