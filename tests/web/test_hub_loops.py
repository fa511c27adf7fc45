"""What takes long at one table, or for one answer, holds up nobody else at a hub."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import pytest
import trio

from p2pgame.client import answering
from p2pgame.client.commands import AnyCommand, FindUndos, Hint, Move
from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import AnyEvent, Done, Ended, NotDone, YourTurn
from p2pgame.client.inquiries import (
    AnyInquiry,
    ListGames,
    ListTables,
    ShowRules,
    Verify,
)
from p2pgame.client.profile import rules_files
from p2pgame.client.requests import Host
from p2pgame.client.seat.plans.undo_lists import UndoList
from p2pgame.client.telling.hint_levels import HintLevels
from p2pgame.client.transcripts import folders
from p2pgame.client.world import World
from p2pgame.game_files.confined_game import confined
from p2pgame.game_files.rules_process import RulesProcess
from p2pgame.session.peer.machine import Machine
from p2pgame.web import hub_table
from p2pgame.web.hub import Hub, open_hub
from p2pgame.web.hub_table import HubTable

E = TypeVar("E", bound=AnyEvent)

#: Seconds of a processor that rules have here: more than a test takes.
EACH = 30.0
#: A game for one, whose table is never shown once it has moved "slow"; HERE is done as
#: a game begins.
RULES = '''
"""One says one."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Choose, Chosen, Event, Game, Options, Over, State, Turn


class Said(State, frozen=True):
    count: int = 0


class NAME(Game[Said, Options]):
    name, version, seats, options = "NAME", 1, range(1, 2), Options

    def setup(self, seats: int, options: Options) -> Said:
        HERE
        return Said()

    def turn(self, state: Said) -> Turn:
        return Choose(0, ("one", "slow")) if state.count < 3 else Over((0,))

    def apply(self, state: Said, event: Event) -> Said:
        return Said(state.count + (SLOW if event == Chosen(0, "slow") else 1))

    def show(self, state: Said, faces: Mapping[int, str]) -> str:
        if state.count == SLOW:
            EVER
        return f"{state.count}"


SLOW = 99
'''
EVER = "[0 for _ in iter(int, 1)]"


def add(home: Path, name: str, here: str = "pass") -> None:
    """Put rules into a profile, as ``rules add`` does."""
    folder = home / "rules"
    folder.mkdir(parents=True, exist_ok=True)
    text = RULES.replace("NAME", name).replace("HERE", here).replace("EVER", EVER)
    (folder / f"{name}@1.py").write_text(text)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """This machine, on which rules may take long before they are stopped."""
    monkeypatch.setattr(rules_files, "confined", partial(confined, each=EACH))
    monkeypatch.setattr(hub_table, "QUIT_WITHIN", 0.1)
    (tmp_path / "home").mkdir(mode=0o700)
    return replace(World.native(tmp_path / "home"), folder=tmp_path)


@asynccontextmanager
async def hub_of(world: World) -> AsyncGenerator[Hub]:
    with trio.fail_after(60):
        async with open_hub(world) as hub:
            yield hub


async def told(table: HubTable, kind: type[E]) -> E:
    """Return the table's first event of this kind."""
    async with aclosing(table.story.follow(0)) as story:
        async for one in story:
            if isinstance(one.event, kind):
                return one.event
    raise AssertionError(f"{kind.__name__} was not told")


async def play(table: HubTable) -> None:
    """Make the first move that is on offer, until the game is over."""
    async with aclosing(table.story.follow(0)) as story:
        async for one in story:
            if isinstance(one.event, Ended):
                return
            if isinstance(one.event, YourTurn):
                move = one.event.choice.moves[0]
                assert isinstance(move, str)
                assert await done(table, move) == Done(1)


async def done(table: HubTable, move: str) -> Done | NotDone:
    """Make a move, and return what became of it."""
    send, receive = trio.open_memory_channel[Done | NotDone](1)
    table.order(Move(move, id=1), send.send_nowait)
    return await receive.receive()


async def answered(hub: Hub, inquiry: AnyInquiry) -> list[Any]:
    async with aclosing(hub.inquire(inquiry)) as answers:
        return [one async for one in answers]


async def failing(hub: Hub, inquiry: AnyInquiry) -> None:
    with suppress(ClientError):
        await answered(hub, inquiry)


class Asked:
    """Notes the first time that a process's rules are asked about something."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, name: str, about: bytes = b""
    ) -> None:
        self.once, token = trio.Event(), trio.lowlevel.current_trio_token()
        self.is_answered = False
        ask = getattr(RulesProcess, name)

        def noted(process: RulesProcess, request: Any, *rest: Any) -> Any:
            if about and about not in request:
                return ask(process, request, *rest)
            self.process = process._process
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(self.once.set)
            try:
                return ask(process, request, *rest)
            finally:
                self.is_answered = True

        monkeypatch.setattr(RulesProcess, name, noted)


class Blocked:
    """Work that, the first time, does not end before it is told to, and then fails."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self._work, self._end, self.began = work, Event(), trio.Event()
        self.is_over = False
        self._token = trio.lowlevel.current_trio_token()

    def __call__(self, *args: Any) -> Any:
        if self.began.is_set():
            return self._work(*args)
        self._token.run_sync_soon(self.began.set)
        self._end.wait(30)
        self.is_over = True
        raise InvalidRequest("no-game-here")

    @contextmanager
    def ending(self) -> Iterator[None]:
        """Let it end after this block."""
        try:
            yield
            assert not self.is_over
        finally:
            self._end.set()


@pytest.mark.attack(75)
async def test_a_table_that_is_never_shown_holds_up_neither_hub_nor_another(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(world.home, "solo")
    async with hub_of(world) as hub:
        slow = await hub.open(Host(game="solo"))
        asked = Asked(monkeypatch, "ask", b"show\x92\x91" + bytes([99]))
        slow.order(Move("slow"), lambda _: None)
        await asked.once.wait()
        (games,) = await answered(hub, ListGames())
        assert games.games
        other = await hub.open(Host(game="solo"))
        assert [await done(other, "one") for _ in range(3)] == [Done(1)] * 3
        assert not asked.is_answered
        assert hub.tables[0].state == "playing"
        seat = hub.tables[0].seat
        await hub.close(1)
        assert asked.process.wait(10) is not None
        (tables,) = await answered(hub, ListTables())
    (left,) = (one for one in tables.tables if one.seat == seat)
    assert left.state == "stopped", "no rules are at fault, and it can be resumed"


@pytest.mark.attack(75)
async def test_rules_that_never_begin_hold_up_no_game_and_can_be_closed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(world.home, "solo", here=EVER)
    asked = Asked(monkeypatch, "try_out")
    async with hub_of(world) as hub, trio.open_nursery() as nursery:
        opened = list[ClientError]()

        async def open_slow() -> None:
            try:
                await hub.open(Host(game="solo"))
            except ClientError as error:
                opened.append(error)

        nursery.start_soon(open_slow)
        await asked.once.wait()
        played = await hub.open(Host(game="rps", players=2, bots=1, again=0))
        await play(played)
        assert not asked.is_answered
        await hub.close(1)
        assert asked.process.wait(10) is not None
    assert [one.message.id for one in opened] == ["left-lobby"]


#: What a hub does for a page that takes long: what is asked for, and what does it.
BLOCKING: dict[str, tuple[AnyInquiry, Any, str]] = {
    "files": (ListTables(), answering, "_answer"),
    "verifying": (Verify("any.p2pgame"), folders, "verify"),
    "rules": (ShowRules("kuhn"), answering, "_answer"),
}


@pytest.mark.parametrize("work", BLOCKING)
async def test_long_work_for_one_answer_holds_up_no_other(
    work: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    inquiry, module, name = BLOCKING[work]
    blocked = Blocked(getattr(module, name))
    monkeypatch.setattr(module, name, blocked)
    async with hub_of(world) as hub, trio.open_nursery() as nursery:
        nursery.start_soon(failing, hub, inquiry)
        await blocked.began.wait()
        with blocked.ending():
            table = await hub.open(Host(game="flow", options={"level": "first"}))
            await told(table, YourTurn)
            (games,) = await answered(hub, ListGames())
            assert games.games


@pytest.mark.parametrize("command", [Hint(), FindUndos("A1")], ids=["hint", "undos"])
async def test_a_search_at_one_table_holds_up_neither_hub_nor_another(
    command: AnyCommand, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "show" if isinstance(command, Hint) else "find"
    kind = HintLevels if isinstance(command, Hint) else UndoList
    blocked = Blocked(getattr(kind, name))
    monkeypatch.setattr(kind, name, blocked)
    async with hub_of(world) as hub:
        table = await hub.open(Host(game="flow", options={"level": "first"}))
        await told(table, YourTurn)
        table.order(command, lambda _: None)
        await blocked.began.wait()
        with blocked.ending():
            (games,) = await answered(hub, ListGames())
            assert games.games
            other = await hub.open(Host(game="flow", options={"level": "first"}))
            assert await done(other, "A1 down") == Done(1)


class OneLoop(Machine):
    """A machine without a thread for each table, as a browser's tab is."""

    async def apart(self, main: Callable[[], Awaitable[None]]) -> None:
        await main()


async def test_a_table_is_the_same_where_all_share_one_loop(world: World) -> None:
    async with hub_of(replace(world, machine=OneLoop())) as hub:
        table = await hub.open(Host(game="flow", options={"level": "first"}))
        await told(table, YourTurn)
        assert await done(table, "A1 down") == Done(1)
        assert isinstance(await done(table, "nonsense"), NotDone)
        await hub.close(1)
        assert hub.tables == ()
        with pytest.raises(ClientError):
            await hub.open(Host(game="no game"))
