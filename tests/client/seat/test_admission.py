"""Whoever hosts at a terminal says yes or no to each guest that comes by link."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Timer
from typing import TypeVar

import pytest
import trio
import trio.testing

from cli.leaving import Left
from cli.meeting import Reception
from cli.people import Bot, Person
from cli.screen import Screen
from cli.seated import Seat
from cli.sitting import Sitting
from cli.welcome import Welcome
from games.registry import find
from p2pgame.client.profile import contacts, places, ticket
from p2pgame.client.profile.ticket import Doors
from p2pgame.log import AuthorKey, Store
from p2pgame.log.durable import create_file
from p2pgame.session import Me, Offer, Table
from p2pgame.session.peer.machine import Machine
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding.emoji import EMOJI
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.memory import memory_pair
from tests.cli.processes import Guests, line_with
from tests.cli.test_terminal import Terminal
from tests.session.peers import EPOCH_KEY, peer
from tests.session.rps import RockPaperScissors
from tests.session.tables import SECRET, TABLE, known, me

T = TypeVar("T")

RPS = RockPaperScissors()
KUHN = find("kuhn")
HOST = ("--name", "Ann", "--listen", "127.0.0.1:0", "--no-relay", "--no-lan")
WITHOUT_YOU = "Error: The game has begun without you: others have its seats."


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Guests]:
    guests = Guests(tmp_path)
    watchdog = Timer(60, guests.end)
    watchdog.start()
    yield guests
    watchdog.cancel()
    guests.close()


@pytest.mark.attack(39)
def test_who_comes_by_link_plays_if_the_host_says_yes_and_else_is_told(
    guests: Guests, tmp_path: Path
) -> None:
    host = Terminal(tmp_path, "host", "kuhn", *HOST)
    try:
        host.wait_for("p2pgame join ")
        host.wait_for("waiting for players (1 of 2 here)")
        (invite,) = re.findall(r"p2pgame join (\S+)", host.shown)
        stranger = guests.start("join", invite, "--bot", "--name", "Mallory")
        host.wait_for("Mallory has come with your link. Play with Mallory? [Y/n]")
        host.wait_for("> ")
        host.type("perhaps\n")
        host.wait_for("Type y or n.")
        host.wait_for("> ")
        host.type("n\n")
        host.wait_for("Mallory gets no seat.")
        host.wait_for("waiting for players (1 of 2 here)")
        friend = guests.start("join", invite, "--bot", "--name", "Ben")
        host.wait_for("Ben has come with your link. Play with Ben? [Y/n]")
        host.wait_for("> ")
        host.type("\n")
        host.wait_for("Ann, Ben play kuhn.")
        line_with("Ann, Ben play kuhn.", friend)
        assert WITHOUT_YOU in line_with("Error: ", stranger)
        assert stranger.wait(timeout=30) == 1
    finally:
        host.close()


class Told(Screen):
    """A screen with somebody at its keys, who answers when the test says so."""

    has_keys = True

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.answer, self._answers = trio.open_memory_channel[str](math.inf)
        self.asking = 0

    def line(self, text: str) -> None:
        self.lines.append(text)

    async def ask(self, *, again: bool = False) -> str:
        self.asking += 1
        try:
            return await self._answers.receive()
        except trio.EndOfChannel:
            raise EOFError from None
        finally:
            self.asking -= 1


class AtOnce(Machine):
    """A machine with one thread, so that no time passes while it works."""

    cores = 1

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        return work()


class Hosted:
    """A table with a host who is asked, and guests that come over memory links."""

    def __init__(self, folder: Path, seats: int, nursery: trio.Nursery) -> None:
        self.screen, self._folder, self._nursery = Told(), folder, nursery
        self.begun = trio.Event()
        self.host = self._peer(me(0), Offer(RPS, RPS.options(), seats))
        seat = Seat("Ann", Person(self.screen), self.screen)
        self.welcome = Welcome(self.host, seat, folder, hosts=True)

    async def come(self, name: str, guest: Me) -> None:
        """Let somebody come under this name, and wait until all is quiet."""
        there = self._peer(replace(guest, name=name), None)
        await there.start()
        for side, link in zip((self.host, there), memory_pair(), strict=True):
            self._nursery.start_soon(side.attach, link)
        await trio.sleep(1)

    def _peer(self, who: Me, offer: Offer | None) -> Peer:
        store = Store.create(self._folder / who.key.public.hex() / "log")
        table = Table(TABLE, known(RPS), who, offer)
        return Peer(table, store, Envelope({0: EPOCH_KEY}), AtOnce())

    @property
    def players(self) -> list[str]:
        play = self.host.table.play
        return [] if play is None else [player.name for player in play.start.players]


@asynccontextmanager
async def hosted(folder: Path, seats: int) -> AsyncIterator[Hosted]:
    async with trio.open_nursery() as nursery:
        one = Hosted(folder, seats, nursery)
        await one.host.start()
        nursery.start_soon(one.welcome.run, one.begun)
        yield one
        nursery.cancel_scope.cancel()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))


@pytest.mark.attack(35)
async def test_a_contact_is_not_asked_about_and_who_has_its_name_is(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    for guest, name in ((1, "Ben"), (2, "Cleo")):
        contacts.keep(me(guest).identity.public, name, when=1)
    async with hosted(tmp_path, 3) as table:
        screen = table.screen
        await table.come("Ben", me(9))
        assert screen.lines == [
            "Ben has come with your link, and is not the one whom you know by that "
            "name. Play with Ben? [y/N]"
        ]
        await table.come("Ben", me(1))
        await table.come("Zoe", me(2))
        assert screen.lines[1:] == ["Ben is here.", "Zoe is here: your Cleo."]
        # The table is full while the question is open: nobody is asked any more.
        assert table.players == ["player 0", "Ben", "Zoe"]
        assert screen.asking == 0


@pytest.mark.attack(35)
async def test_one_is_asked_about_after_the_other_and_a_no_stays_one(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosted(tmp_path, 2) as table:
        screen = table.screen
        await table.come("Ben", me(1))
        await table.come("Ben", me(2))
        await table.come("Cleo", me(3))
        assert screen.lines == ["Ben has come with your link. Play with Ben? [Y/n]"]
        await screen.answer.send("NO")
        await trio.sleep(1)
        assert screen.lines[1:] == [
            "Ben gets no seat.",
            "Ben (2) has come with your link. Play with Ben (2)? [Y/n]",
        ]
        assert screen.asking == 1
        await screen.answer.send(" yes ")
        await trio.sleep(1)
        assert [p.author for p in table.host.table.players] == [
            me(0).key.public,
            me(2).key.public,
        ]
        assert screen.asking == 0
        assert not any("Cleo" in line for line in screen.lines)


async def test_who_was_let_in_by_words_or_pictures_is_not_asked_about_once_more(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosted(tmp_path, 3) as table:
        table.welcome.expect("Ben")
        table.welcome.expect("Late")
        await table.come("Ben", me(1))
        assert table.screen.lines == ["Ben is here."]
        await table.come("Ben", me(2))  # the name was good for one
        await trio.sleep(60)
        await table.come("Late", me(3))
        await table.screen.answer.send("n")
        await trio.sleep(1)
        assert "Late has come with your link" in table.screen.lines[-1]
        assert table.players == []


async def test_programs_that_the_host_brings_are_not_asked_about(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    bot = tmp_path / places.BOTS / "1"
    for folder in (bot.parent, bot):
        places.make(folder)
    create_file(bot / "identity", b"i" * places.SEED_SIZE)
    async with hosted(tmp_path, 2) as table:
        identity = AuthorKey(b"i" * places.SEED_SIZE)
        await table.come("Bot 1", replace(me(1), identity=identity))
        assert table.players == ["player 0", "Bot 1"]
        assert table.screen.lines == ["Bot 1 is here."]


async def test_the_end_of_input_at_the_question_is_leaving(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    with pytest.RaisesGroup(pytest.RaisesGroup(Left)):
        async with hosted(tmp_path, 2) as table:
            table.screen.answer.close()
            await table.come("Ben", me(1))


@pytest.mark.parametrize("hosts", [True, False])
def test_nobody_is_asked_where_nobody_is_or_another_hosts(
    hosts: bool, tmp_path: Path
) -> None:
    one = peer(RPS, 0, 2, tmp_path)
    screen = Told()
    seat = Seat("Ann", Bot(Random(1)) if hosts else Person(screen), screen)
    assert not Welcome(one, seat, tmp_path, hosts=hosts).can_ask
    assert one.table.seat is not None
    assert one.table.seat.let_in is None


def reception(folder: Path, screen: Told, *, bot: bool = False) -> Reception:
    """Return where the host of a table lets in who has no link."""
    decider = Bot(Random(1)) if bot else Person(screen)
    seat = Seat("Ann", decider, screen, folder / "game")
    held = places.open_table("Ann", SECRET)
    invite = Invite(held.me.key.public, SECRET, ("127.0.0.1:9",))
    offer = Offer(KUHN, KUHN.options(), 2)
    hosting = ticket.hosting(offer, Doors(("127.0.0.1", 9)), 0)
    kept = ticket.fresh(seat.terms, invite, hosting=hosting, game="kuhn")
    return Reception(Sitting(seat, held, kept, offer), invite)


async def test_who_knows_the_words_is_let_in_by_a_yes_and_by_no_end_of_input(
    tmp_path: Path,
) -> None:
    screen = Told()
    there = reception(tmp_path, screen)
    for answer, is_welcome in (("y", True), ("", False), ("n", False)):
        await screen.answer.send(answer)
        assert await there.knows("Ben") is is_welcome
    screen.answer.close()
    assert not await there.knows("Ben")
    assert {*screen.lines} == {"Ben knows the words. Let them in? [y/N]"}


async def test_where_nobody_is_the_words_let_in_and_pictures_do_not(
    tmp_path: Path,
) -> None:
    screen = Told()
    there = reception(tmp_path, screen, bot=True)
    assert await there.knows("Ben")
    assert not await there.sees("Ben", (EMOJI[0], EMOJI[1], EMOJI[2]))
    assert screen.lines == []
