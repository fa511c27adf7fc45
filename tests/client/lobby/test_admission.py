"""A host says yes or no to each guest that comes by link, if somebody can be asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
import trio
import trio.testing

from p2pgame.client.events import Answered, Arrived
from p2pgame.client.lobby.admission import Admission
from p2pgame.client.profile import contacts, places
from p2pgame.client.questions import PlayWith
from p2pgame.log import AuthorKey, Store
from p2pgame.log.durable import create_file
from p2pgame.session import Me, Offer, Table
from p2pgame.session.peer.machine import Machine
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.memory import memory_pair
from tests.client.fronts import Recorder
from tests.session.peers import EPOCH_KEY, peer
from tests.session.rps import RockPaperScissors
from tests.session.tables import TABLE, known, me

T = TypeVar("T")

RPS = RockPaperScissors()
#: Names that look like Anna, and how they are shown.
LOOK_LIKE_ANNA = [
    ("\u0410nna", "\ufffd\u0410nna"),  # in Cyrillic and Latin
    ("\U0001d400nna", "\U0001d400nna"),
    ("Anna\u3164", "Anna\ufffd"),
    ("Anna\u2800", "Anna\ufffd"),
    ("Anna\ufe0f", "Anna\ufffd"),
    ("Anna" + "\u0334" * 20, "Anna\ufffd"),
]


class AtOnce(Machine):
    """A machine with one thread, so that no time passes while it works."""

    cores = 1

    async def aside(self, work: Callable[[], T]) -> T:
        await trio.lowlevel.checkpoint()
        return work()


class Hosted:
    """A table with a host who is asked, and guests that come over memory links."""

    def __init__(self, folder: Path, seats: int, nursery: trio.Nursery) -> None:
        self.front = Recorder(is_attended=True)
        self._folder, self._nursery = folder, nursery
        self.begun = trio.Event()
        self.host = self._peer(me(0), Offer(RPS, RPS.options(), seats))
        self.admission = Admission(self.host, self.front, folder, hosts=True)

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

    async def answer(self, number: int, answer: int) -> None:
        """Answer a question, and wait until all is quiet."""
        self.front.answer(number, answer)
        await trio.sleep(1)

    @property
    def asked(self) -> list[PlayWith]:
        """All that was asked about guests."""
        asked = [one.ask for one in self.front.asked]
        return [ask for ask in asked if isinstance(ask, PlayWith)]

    @property
    def players(self) -> list[str]:
        play = self.host.table.play
        return [] if play is None else [player.name for player in play.start.players]


@asynccontextmanager
async def hosted(folder: Path, seats: int) -> AsyncIterator[Hosted]:
    async with trio.open_nursery() as nursery:
        one = Hosted(folder, seats, nursery)
        await one.host.start()
        nursery.start_soon(one.admission.run, one.begun)
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
        front = table.front
        await table.come("Ben", me(9))
        assert table.asked == [PlayWith("Ben", impostor=True)]
        await table.come("Ben", me(1))
        await table.come("Zoe", me(2))
        assert front.all(Arrived) == [Arrived("Ben"), Arrived("Zoe", "Cleo")]
        # The table is full while the question is open: nobody is asked any more.
        assert table.players == ["player 0", "Ben", "Zoe"]
        assert front.questions == ()
        assert front.all(Answered) == [Answered(1, None, "nobody")]


@pytest.mark.attack(35)
@pytest.mark.parametrize(("given", "name"), LOOK_LIKE_ANNA)
async def test_a_guest_whose_name_looks_like_a_contact_s_is_asked_about_as_another(
    given: str, name: str, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    contacts.keep(me(1).identity.public, "Anna", when=1)
    async with hosted(tmp_path, 2) as table:
        table.admission.expect(name)  # by words, too
        await table.come(given, me(9))
        assert table.asked == [PlayWith(name, impostor=True)]
        assert table.players == []


@pytest.mark.attack(35)
@pytest.mark.parametrize(("given", "name"), LOOK_LIKE_ANNA)
async def test_a_guest_whose_name_looks_like_a_player_s_is_asked_about_as_another(
    given: str, name: str, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosted(tmp_path, 3) as table:
        table.admission.expect("Anna")
        await table.come("Anna", me(1))
        await table.come(given, me(2))
        assert table.asked == [PlayWith(f"{name} (2)", impostor=True)]


async def test_a_name_of_invisible_characters_is_asked_about_by_marks(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosted(tmp_path, 2) as table:
        await table.come("\u3164\u2800", me(1))
        assert table.asked == [PlayWith("\ufffd\ufffd")]


@pytest.mark.attack(35)
async def test_one_is_asked_about_after_the_other_and_a_no_stays_one(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosted(tmp_path, 2) as table:
        front = table.front
        await table.come("Ben", me(1))
        await table.come("Ben", me(2))
        await table.come("Cleo", me(3))
        assert table.asked == [PlayWith("Ben")]
        await table.answer(1, 0)
        assert front.said == ["Ben gets no seat."]
        assert table.asked[1:] == [PlayWith("Ben (2)")]
        assert [question.number for question in front.questions] == [2]
        await table.answer(2, 1)
        assert [p.author for p in table.host.table.players] == [
            me(0).key.public,
            me(2).key.public,
        ]
        assert front.questions == ()
        assert not any("Cleo" in ask.name for ask in table.asked)


async def test_a_guest_that_nobody_answers_about_gets_no_seat(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosted(tmp_path, 2) as table:
        await table.come("Ben", me(1))
        (question,) = table.front.questions
        assert question.default == 0
        await trio.sleep(question.seconds)
        assert table.front.all(Answered) == [Answered(1, 0, "deadline")]
        assert table.front.said == ["Ben gets no seat."]
        assert table.players == []


async def test_who_was_let_in_by_words_or_pictures_is_not_asked_about_once_more(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosted(tmp_path, 3) as table:
        table.admission.expect("Ben")
        table.admission.expect("Late")
        await table.come("Ben", me(1))
        assert table.front.told == [Arrived("Ben")]
        await table.come("Ben", me(2))  # the name was good for one
        await trio.sleep(60)
        await table.come("Late", me(3))
        await table.answer(1, 0)
        assert table.asked == [PlayWith("Ben (2)", impostor=True), PlayWith("Late")]
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
        assert table.front.told == [Arrived("Bot 1")]


@pytest.mark.parametrize("hosts", [True, False])
def test_nobody_is_asked_where_nobody_is_or_another_hosts(
    hosts: bool, tmp_path: Path
) -> None:
    one = peer(RPS, 0, 2, tmp_path)
    front = Recorder(is_attended=not hosts)
    assert not Admission(one, front, tmp_path, hosts=hosts).can_ask
    assert one.table.seat is not None
    assert one.table.seat.let_in is None
