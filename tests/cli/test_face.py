"""A terminal shows what a seat is told, also when it was told too much at once."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.cli.terminal.face import Face
from p2pgame.cli.terminal.line_display import LineDisplay
from p2pgame.cli.terminal.scene import Picture
from p2pgame.cli.terminal.storyteller import LOOK_EVERY
from p2pgame.client.commands import HostCommand, PlanCommand
from p2pgame.client.errors import Gone
from p2pgame.client.events import (
    Begun,
    Choice,
    Ended,
    Happened,
    Invited,
    KnownForker,
    Notice,
    Player,
    Resumed,
    Saved,
    TurnClosed,
    View,
    Waiting,
    YourTurn,
)
from p2pgame.client.front_end import FrontEnd, NextGame
from p2pgame.client.questions import DialNearby, NextLevel, PlayAgain, PlayWith
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seats import run
from p2pgame.client.world import World
from p2pgame.engine import Message, plain

PLAYERS = (Player("Ann", "aa"), Player("Ben", "bb"))
BEGUN = Begun("t", "kuhn", 1, {}, PLAYERS, 0, plain("Ann, Ben play kuhn."))
CHOICE = Choice(("bet", "check"), (plain("bet"), plain("check")))
ASKING = "Your move: bet, check"


def view(text: str) -> View:
    return View(0, "choose", {}, {}, {}, text)


def turn(number: int) -> YourTurn:
    return YourTurn(number, view("the cards"), CHOICE)


class Desk(LineDisplay):
    """A screen at which is typed what the test says; all that is said is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.goes_on: str | None = None
        self.asking = 0
        self.type, self._lines_typed = trio.open_memory_channel[str](math.inf)

    def shows(self) -> str:
        """Return what is shown to go on."""
        return self.goes_on or ""

    def line(self, text: str) -> None:
        self.said.append(text)

    def table(self, picture: Picture) -> None:
        self.said.append(picture.text)

    def working(self, text: str | None, left: str = "") -> None:
        self.goes_on = None if self.asking else text

    async def ask(self, *, again: bool = False) -> str:
        self.goes_on = None
        self.asking += 1
        try:
            return await self._lines_typed.receive()
        except trio.EndOfChannel:
            raise EOFError from None
        finally:
            self.asking -= 1


class Table:
    """A seat whose client is the test, and the screen on which it is shown."""

    def __init__(self, *, limit: int = 512) -> None:
        self.front = FrontEnd(is_attended=True, limit=limit)
        self.screen = Desk()
        self.moves: list[str] = []
        self.front.acts = self

    def price(self, move: str | None) -> None:
        return None

    @property
    def ahead(self) -> None:
        return None

    async def move(self, text: str) -> None:
        self.moves.append(text)

    async def plan(self, command: PlanCommand) -> None:
        self.moves.append(f"{command}")

    async def propose(self, proposal: str) -> None:
        self.moves.append(proposal)

    async def chat(self, text: str) -> None:
        self.moves.append(f"say {text}")

    async def nudge(self) -> None:
        self.moves.append("nudge")

    async def host(self, command: HostCommand) -> None:
        self.moves.append(f"host {command}")

    async def next_table(self, wish: NextGame | int | None) -> None:
        match wish:
            case int(chips):
                self.moves.append(f"buy in {chips}")
            case None:
                self.moves.append("sit out")
            case (game, _):
                self.moves.append(f"play next {game.name}")

    async def leave(self) -> None:
        self.moves.append("leave")


@asynccontextmanager
async def shown(table: Table) -> AsyncIterator[Desk]:
    """Show a table meanwhile."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(
            Face(Seat(table.front, World.native(Path())), table.screen).run
        )
        await quiet()
        yield table.screen
        nursery.cancel_scope.cancel()


async def quiet() -> None:
    """Wait until all is shown."""
    await trio.sleep(2 * LOOK_EVERY)


async def test_what_happens_is_told_in_order(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = Table()
    async with shown(table) as screen:
        table.front.tell(BEGUN)
        happened = Message.by("player-moves", 1, move="bet")
        table.front.tell(Happened((happened,), view("the cards")))
        table.front.tell(Ended((1, -1), plain("The game is over.")))
        await quiet()
        assert screen.said == ["Ann, Ben play kuhn.", "Ben: bet", "The game is over."]


async def test_a_game_that_an_earlier_run_has_told_of_is_summed_up(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = Table()
    again = Begun("t", "kuhn", 1, {}, PLAYERS, 0, BEGUN.message, again=True)
    back = Resumed(plain("You are back."), plain("Ben bets"), view("player 1: ?"))
    async with shown(table) as screen:
        table.front.tell(again)
        table.front.tell(back)
        await quiet()
        told = ["You are back.", "What happened last: Ben bets", "Ben: ?"]
        assert screen.said == told


async def test_a_move_is_asked_for_until_the_turn_is_closed(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = Table()
    async with shown(table) as screen:
        table.front.tell(BEGUN)
        table.front.tell(turn(1))
        await quiet()
        assert screen.said[-2:] == ["the cards", ASKING]
        await screen.type.send("bet")
        await quiet()
        assert table.moves == ["bet"]
        table.front.tell(turn(2))
        await quiet()
        assert screen.asking == 1
        table.front.tell(TurnClosed(2))
        await quiet()
        assert screen.asking == 0
        assert table.moves == ["bet"]


async def test_what_goes_on_is_shown_again_after_a_question(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = Table()
    async with shown(table) as screen, trio.open_nursery() as nursery:
        table.front.tell(Waiting(plain("waiting for players")))
        await quiet()
        assert screen.shows() == "waiting for players"
        nursery.start_soon(table.front.ask, PlayWith("Ben"), 900.0, 0)
        await quiet()
        assert screen.asking
        assert not screen.shows()
        await screen.type.send("n")
        await quiet()
        assert screen.shows() == "waiting for players"
        table.front.tell(Saved("game.p2pgame"))
        await quiet()
        assert not screen.shows()


@pytest.mark.parametrize(
    ("typed", "answers"),
    [(("perhaps", "y"), [1]), (("NO",), [0]), (("",), [1]), ((" yes ",), [1])],
)
async def test_a_question_is_asked_until_there_is_an_answer(
    typed: tuple[str, ...],
    answers: list[int],
    autojump_clock: trio.testing.MockClock,
) -> None:
    table, given = Table(), list[int]()

    async def ask() -> None:
        given.append(await table.front.ask(PlayWith("Ben"), 900.0, 0))

    async with shown(table) as screen, trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await quiet()
        assert screen.said == ["Ben has come with your link. Play with Ben? [Y/n]"]
        for line in typed:
            await screen.type.send(line)
        await quiet()
        assert given == answers


@pytest.mark.parametrize(("here", "usual"), [(True, 1), (False, 0)])
async def test_the_usual_answer_dials_this_machine_and_nothing_else_near(
    here: bool, usual: int, autojump_clock: trio.testing.MockClock
) -> None:
    table, given = Table(), list[int]()
    place = "127.0.0.1:4000" if here else "169.254.7.7:4000"

    async def ask() -> None:
        given.append(await table.front.ask(DialNearby((place,), here), 900.0, 0))

    async with shown(table) as screen, trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await quiet()
        assert place in screen.said[0]
        await screen.type.send("")
        await quiet()
        assert given == [usual]


async def test_a_guest_who_told_two_stories_sits_down_only_after_a_yes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table, given = Table(), list[int]()
    known = plain("Ben has the key of a player who told two stories.")

    async def ask() -> None:
        ask = PlayWith("Ben", warning=known)
        given.append(await table.front.ask(ask, 900.0, 0))

    async with shown(table) as screen, trio.open_nursery() as nursery:
        table.front.tell(KnownForker("Ben", "ab" * 32, "cd" * 32, known, ("proof",)))
        nursery.start_soon(ask)
        await quiet()
        assert screen.said == [
            "Ben has the key of a player who told two stories.",
            "Ben has come with your link, and has the key of a player who told two "
            "stories of an earlier game. Play with Ben all the same? [y/N]",
        ]
        await screen.type.send("")
        await quiet()
        assert given == [0]


@pytest.mark.parametrize(
    ("typed", "answer", "game"),
    [
        *(("y", 3, None), ("y 2", 2, None), ("kuhn 2", 2, "kuhn"), ("rps", 3, "rps")),
        ("Kuhn poker 2", 2, "kuhn"),
        ("Schere, Stein, Papier", 3, "rps"),
        ("n", 0, None),
    ],
)
async def test_a_host_plays_again_or_another_game(
    typed: str, answer: int, game: str | None, autojump_clock: trio.testing.MockClock
) -> None:
    table, given = Table(), list[int]()

    async def ask() -> None:
        given.append(await table.front.ask(PlayAgain(3, 2), 900.0, 0))

    async with shown(table) as screen, trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await quiet()
        await screen.type.send("herts 3")  # no game is called that
        await quiet()
        assert not given
        assert "There is no game 'herts'. Did you mean Hearts?" in screen.said
        await screen.type.send(typed)
        await quiet()
    assert given == [answer]
    assert table.moves == ([] if game is None else [f"play next {game}"])


async def test_the_next_level_can_be_played_next(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table, given = Table(), list[int]()
    following = NextLevel("five", "flow", {"level": "five"})

    async def ask() -> None:
        given.append(await table.front.ask(PlayAgain(1, None, following), 900.0, 0))

    async with shown(table) as screen, trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await quiet()
        assert screen.said[-1] == "Again? [y/N] (next: level five)"
        await screen.type.send("next")
        await quiet()
    assert given == [1]
    assert table.moves == ["play next flow"]


async def test_the_end_of_input_quits_where_a_guest_waits_and_else_says_no(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table, quits = Table(), list[bool]()
    table.front.stop = lambda: quits.append(True)
    async with shown(table) as screen, trio.open_nursery() as nursery:
        screen.type.close()
        assert await table.front.ask(PlayAgain(2), 900.0, 7) == 0
        assert quits == []
        nursery.start_soon(table.front.ask, PlayWith("Ben"), 900.0, 0)
        await quiet()
        assert quits == [True]
        nursery.cancel_scope.cancel()


async def test_after_more_than_can_be_shown_the_table_is_shown_as_it_is(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """What was asked before goes on if it is still open, and else is withdrawn."""
    table = Table(limit=3)
    async with shown(table) as screen, trio.open_nursery() as nursery:
        table.front.tell(BEGUN)
        table.front.tell(turn(1))
        await quiet()
        for _ in range(3):
            table.front.tell(Notice(plain("noise")))
        table.front.tell(Happened((), view("other cards")))
        await quiet()
        told = ["(4 events were not shown.)", "other cards"]
        assert screen.said[-2:] == told
        assert screen.said.count(ASKING) == screen.asking == 1
        nursery.start_soon(table.front.ask, PlayWith("Ben"), 900.0, 0)
        table.front.tell(TurnClosed(1))
        for _ in range(3):
            table.front.tell(Notice(plain("noise")))
        await quiet()
        assert screen.said[-1].startswith("Ben has come with your link.")
        assert screen.asking == 1
        for _ in range(4):
            table.front.tell(Notice(plain("noise")))
        await quiet()
        assert sum("with your link" in line for line in screen.said) == 1
        await screen.type.send("y")
        await quiet()
        assert table.moves == []


async def test_a_seat_that_ends_early_is_an_error_after_all_is_shown(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = Table()
    seat = Seat(table.front, World.native(Path()))

    async def main() -> None:
        table.front.tell(Invited("t", "P2PGAME:x"))
        raise Gone("left-lobby")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, seat, table.front, main)
        with pytest.RaisesGroup(Gone):
            await Face(seat, table.screen).run()
    assert table.screen.said[-1] == "  p2pgame join P2PGAME:x"
