"""Programs in any language play by lines of JSON, and are told what can't be done."""

from __future__ import annotations

import json
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from p2pgame.client.events import Choice, Ended, Range, View, YourTurn
from p2pgame.client.json_lines import LINE_LIMIT, Lines, id_of
from p2pgame.client.pipe import serve
from p2pgame.client.world import World
from p2pgame.engine import Message

#: Seconds for a whole game.
WITHIN = 60.0
HOST = {
    "command": "host",
    "game": "tictactoe",
    "players": 2,
    "name": "Ann",
    "listen": "127.0.0.1:0",
    "relays": [],
}
Told = dict[str, Any]


class Program:
    """A program at the other end of the lines."""

    def __init__(self, home: Path, *, sentences: bool = False) -> None:
        self._sentences = sentences
        home.mkdir(exist_ok=True)
        self._world = replace(World.native(home), folder=home)
        self._send, self._lines = trio.open_memory_channel[bytes](math.inf)
        self.told: list[Told] = []
        self._changed = trio.Event()

    async def run(self) -> None:
        said = self._sentences
        await serve(self._lines, self._write, self._world, sentences=said)

    async def _write(self, line: bytes) -> None:
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        self.told.append(json.loads(line))
        self._changed.set()
        self._changed = trio.Event()

    def say(self, line: Told | bytes) -> None:
        data = line if isinstance(line, bytes) else json.dumps(line).encode()
        self._send.send_nowait(data)

    def end(self) -> None:
        """Say no more."""
        self._send.close()

    def all(self, event: str) -> list[Told]:
        return [one for one in self.told if one["event"] == event]

    async def wait_for(self, event: str, start: int = 0) -> Told:
        """Return the first event of a name that is told after ``start`` others."""
        return await self.wait(lambda one: one["event"] == event, start)

    async def wait(self, is_it: Callable[[Told], bool], start: int = 0) -> Told:
        with trio.fail_after(WITHIN):
            while True:
                for one in self.told[start:]:
                    if is_it(one):
                        return one
                await self._changed.wait()

    async def play(self) -> None:
        """Make the first move of each turn until all is verified."""
        at = 0
        while True:
            told = await self.wait(
                lambda one: one["event"] in ("your-turn", "finished"), at
            )
            if told["event"] == "finished":
                return
            at = self.told.index(told) + 1
            self.say({"command": "move", "move": told["choice"]["moves"][0]})


@asynccontextmanager
async def running(home: Path, first: Told | bytes) -> AsyncIterator[Program]:
    """Let a program say its first line, and then more."""
    program = Program(home)
    program.say(first)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run)
        yield program
        nursery.cancel_scope.cancel()


async def answers(home: Path, *lines: Told | bytes) -> list[Told]:
    """Return all that is told to somebody who says these lines, and no more."""
    program = Program(home)
    for line in lines:
        program.say(line)
    program.end()
    with trio.fail_after(WITHIN):
        await program.run()
    return program.told


async def test_each_message_has_its_sentence_if_that_is_wanted(tmp_path: Path) -> None:
    """With the names of the players, inside of other parts of an event, too."""
    program = Program(tmp_path / "ann", sentences=True)
    program.say({**HOST, "game": "flow", "players": 1})
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run)
        begun = await program.wait_for("begun")
        asked = await program.wait_for("your-turn")
        nursery.cancel_scope.cancel()
    assert (
        begun["message"]["sentence"] == "Ann plays Flow. Join equal letters by lines."
    )
    assert all(hint["sentence"] for hint in asked["choice"]["hints"])


async def test_two_programs_play_to_the_end_by_lines(tmp_path: Path) -> None:
    async with running(tmp_path / "ann", HOST) as ann:
        invite = (await ann.wait_for("invited"))["invite"]
        there = {"command": "join", "invite": invite, "name": "Ben"}
        async with running(tmp_path / "ben", there) as ben, trio.open_nursery() as both:
            both.start_soon(ann.play)
            both.start_soon(ben.play)
    for program in (ann, ben):
        assert program.told[-1] == {"event": "finished"}
        assert len(program.all("finished")) == 1
        (verified,) = program.all("verified")
        assert verified["payoffs"] == program.all("ended")[0]["payoffs"]
        turns = [one["number"] for one in program.all("your-turn")]
        assert turns == [one["number"] for one in program.all("turn-closed")]


async def test_what_can_not_be_done_is_told_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    wrong: list[tuple[Told | bytes, str]] = [
        ({"command": "move", "move": "10"}, "unknown-move"),
        ({"command": "answer", "number": 9, "answer": 1}, ""),
        ({"command": "fly"}, ""),
        (b"move 5", ""),
        (b'{"command": "say", "text": "\xff"}', ""),
        (b" " * (LINE_LIMIT + 1), ""),
    ]
    async with running(tmp_path / "ann", HOST) as ann:
        invite = (await ann.wait_for("invited"))["invite"]
        there = {"command": "join", "invite": invite, "name": "Ben"}
        async with running(tmp_path / "ben", there):
            await ann.wait_for("your-turn")
            for number, (line, code) in enumerate(wrong, 1):
                ann.say(line)
                await ann.wait(lambda _, n=number: len(ann.all("not-done")) == n)  # type: ignore[misc]
                told = ann.all("not-done")[-1]
                assert told["message"]["id"]
                assert not code or told["code"]
                assert "id" not in told
            ann.say({"command": "move", "move": "5"})
            assert (await ann.wait_for("turn-closed"))["number"] == 1
            assert ann.all("done") == []


async def test_what_became_of_a_command_is_told_with_its_id(tmp_path: Path) -> None:
    async with running(tmp_path / "ann", HOST) as ann:
        ann.say({"command": "say", "text": "hello", "id": 0})
        ann.say({"command": "fly", "id": 2**53 - 1})
        ann.say({"command": "say", "text": "hello", "id": 2**53})
        invite = (await ann.wait_for("invited"))["invite"]
        there = {"command": "join", "invite": invite, "name": "Ben"}
        async with running(tmp_path / "ben", there):
            await ann.wait_for("your-turn")
            ann.say({"id": 4, "command": "move", "move": "10"})
            ann.say({"id": 3, "command": "move", "move": "5"})
            await ann.wait(lambda one: one.get("id") == 3)
    answered = [one for one in ann.told if one["event"] in ("done", "not-done")]
    assert [(one["event"], one.get("id")) for one in answered] == [
        ("not-done", 0),
        ("not-done", 2**53 - 1),
        ("not-done", None),
        ("not-done", 4),
        ("done", 3),
    ]


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b'{"id": 7}', 7),
        (b'{"id": 7, "command": ["fly"], "more": {}}', 7),
        (b'{"id": -1}', None),
        (b'{"id": 9007199254740992}', None),
        (b'{"id": "7"}', None),
        (b'{"id": 7.5}', None),
        (b'{"id": 7', None),
        (b'{"id": 7, "text": "\xff"}', 7),
        (b"[7]", None),
        (b"[" * 100_000, None),
        (b'{"id": 7}' + b" " * LINE_LIMIT, None),
    ],
)
def test_an_id_is_read_strictly_from_what_may_be_no_command(
    line: bytes, id: int | None
) -> None:
    assert id_of(line) == id


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"command": "host", "game": "\xff"}',
        b'{"command": "host"}',
        b'{"command": "host", "game": "bridge"}',
        b'{"command": "join", "invite": "nonsense"}',
        b'{"command": "move", "move": "5"}',
        b'{"command": "resume"}',
        b'{"command": "verify", "file": "nowhere"}',
        b"[" * 100_000,
    ],
)
async def test_a_first_line_that_makes_no_sense_is_told_in_the_last_one(
    line: bytes, tmp_path: Path
) -> None:
    (finished,) = await answers(tmp_path / "ann", line)
    assert finished["event"] == "finished"
    assert finished["error"]["id"]


async def test_a_program_that_says_no_more_has_quit(tmp_path: Path) -> None:
    told = await answers(tmp_path / "ann", HOST)
    assert told[-1]["event"] == "finished"
    assert told[-1]["error"]["id"].startswith("left-")
    (table,) = (await answers(tmp_path / "ann", {"command": "list-tables"}))[0][
        "tables"
    ]
    assert table["state"] == "stopped"


async def test_nothing_at_all_is_answered_by_nothing(tmp_path: Path) -> None:
    assert await answers(tmp_path / "ann") == []


async def test_what_is_asked_beside_the_tables_is_answered_and_finished(
    tmp_path: Path,
) -> None:
    games, finished = await answers(tmp_path / "ann", {"command": "list-games"})
    assert "kuhn" in [game["name"] for game in games["games"]]
    assert finished == {"event": "finished"}


async def test_a_transcript_is_verified_and_told_again_and_finished_once(
    tmp_path: Path,
) -> None:
    host = {**HOST, "game": "kuhn", "transcript": str(tmp_path / "game")}
    async with running(tmp_path / "ann", host) as ann:
        invite = (await ann.wait_for("invited"))["invite"]
        there = {"command": "join", "invite": invite, "name": "Ben"}
        async with running(tmp_path / "ben", there) as ben, trio.open_nursery() as both:
            both.start_soon(ann.play)
            both.start_soon(ben.play)
    file = str(tmp_path / "game")
    for command in ("verify", "replay"):
        told = await answers(tmp_path / "ann", {"command": command, "file": file})
        assert [one["event"] for one in told].count("finished") == 1
        assert told[-1] == {"event": "finished"}
        assert told[-2]["event"] == "verified"
        assert [one["kind"] for one in told[-2]["local"]] == ["same-story", "you"]


@pytest.mark.parametrize("sentences", [False, True])
def test_a_number_that_floats_may_lose_is_told_as_a_text(sentences: bool) -> None:
    lines, most = Lines(sentences=sentences), 10**18
    view = View(0, "choose", {"player": 0}, {"stacks": (most, 5)}, {}, "")
    turn = YourTurn(1, view, Choice((Range("raise", 10, most),), ()))
    told = json.loads(lines.encode(turn))
    assert told["view"]["state"] == {"stacks": [str(most), 5]}
    assert told["choice"]["moves"] == [{"verb": "raise", "low": 10, "high": str(most)}]
    won = Message.by("payoff", 0, points=-most)
    ended = json.loads(lines.encode(Ended((-most, most), won)))
    assert ended["payoffs"] == [str(-most), str(most)]
    assert ended["message"]["args"]["points"] == str(-most)
