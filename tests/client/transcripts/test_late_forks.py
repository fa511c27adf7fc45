"""Who told two stories is told after the end, on resuming, and at later tables."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import trio
import trio.testing

from p2pgame.client.commands import Answer
from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import (
    Accused,
    AnyEvent,
    Asked,
    Begun,
    Ended,
    Event,
    ForkShown,
    KnownForker,
    Saved,
    Verified,
    YourTurn,
)
from p2pgame.client.names import fingerprint
from p2pgame.client.profile import contacts, convictions
from p2pgame.client.profile.convictions import Conviction
from p2pgame.client.programs.program import Program
from p2pgame.client.questions import PlayAgain, PlayWith, Question
from p2pgame.client.requests import AnyRequest, Host, Join, Resume, Spectate
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seats import open_seat
from p2pgame.client.transcripts.evidence import check
from p2pgame.client.words import say
from p2pgame.client.world import World
from p2pgame.session.entries.errors import Fault
from tests.client.memory_world import Network, Seeded
from tests.client.transcripts.forkers import tell_another_story

E = TypeVar("E", bound=Event)


@dataclass
class Person:
    """Somebody with a world, who plays one seat and keeps what it is told."""

    world: World
    heard: list[AnyEvent] = field(default_factory=list)
    error: ClientError | None = None
    #: What it does before it says no to another game.
    before_leaving: Callable[[Seat], Awaitable[None]] | None = None
    #: What it does before each of its moves.
    before_turns: Callable[[Seat], None] | None = None

    async def play(
        self,
        request: AnyRequest,
        task_status: trio.TaskStatus[Seat] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        try:
            async with open_seat(request, self.world) as seat:
                task_status.started(seat)
                program = Program(seat)
                async for event in seat:
                    self.heard.append(event)
                    if isinstance(event, Asked):
                        await self.answer(seat, event.question)
                        continue
                    if isinstance(event, YourTurn) and self.before_turns is not None:
                        self.before_turns(seat)
                    await program.hear(event)
        except ClientError as error:
            self.error = error

    async def answer(self, seat: Seat, question: Question) -> None:
        """Let all guests in, and play no second game."""
        again = isinstance(question.ask, PlayAgain)
        if again and self.before_leaving is not None:
            await self.before_leaving(seat)
        with suppress(InvalidRequest):  # nobody else is there any more
            await seat.do(Answer(question.number, 0 if again else 1))

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.heard if isinstance(event, kind)]

    @property
    def convictions(self) -> tuple[Conviction, ...]:
        with self.world.at_home():
            return convictions.kept()


async def meet(
    network: Network, host: Person, guest: Person, guest_name: str = "Ann"
) -> None:
    """Play a game at a table of the host's."""
    table = Host(game="kuhn", name="Ben", players=2, relays=(), attended=True)
    async with trio.open_nursery() as nursery:
        seat: Seat = await nursery.start(host.play, table)
        join = Join(invite=seat.invite, name=guest_name, attended=True)
        nursery.start_soon(guest.play, join)


@dataclass
class Met:
    """Ann, who was at a table of the liar Ben's, and what both have heard."""

    folder: Path
    ann: Person
    ben: Person

    @property
    def shown(self) -> ForkShown:
        (shown,) = self.ann.all(ForkShown)
        return shown

    def again(self, network: Network, folder: Path) -> tuple[Person, Person]:
        """Return both as they come to another table, with all that they have kept."""
        people = []
        for name in ("ann", "ben"):
            world, home = network.world(name, folder / "there"), folder / name
            shutil.copytree(self.folder / name, home)
            machine = Seeded(f"{name} again")  # or it would draw the same table
            people.append(Person(replace(world, home=home, machine=machine)))
        ann, ben = people
        return ann, ben


async def met(folder: Path) -> Met:
    """Play at Ben's table; when it is over he tells Ann another story."""
    async with trio.open_nursery() as links:
        network = Network(links)
        ann, ben = (Person(network.world(name, folder)) for name in ("ann", "ben"))

        async def lie(seat: Seat) -> None:
            while not ann.all(Saved):  # noqa: ASYNC110 (the other seat's event)
                await trio.sleep(0.1)
            tell_another_story(seat, ben.world.home)
            await trio.sleep(0.5)  # of a mock clock: all is quiet then

        ben.before_leaving = lie
        await meet(network, ben, ann)
        links.cancel_scope.cancel()
    return Met(folder, ann, ben)


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Met:
    clock = trio.testing.MockClock(autojump_threshold=0)
    return trio.run(met, tmp_path_factory.mktemp("met"), clock=clock)


def test_a_fork_after_the_end_is_told_with_its_evidence(after: Met) -> None:
    ann = after.ann
    kinds = [type(event) for event in ann.heard]
    assert kinds.index(Ended) < kinds.index(ForkShown) < kinds.index(Verified)
    file = Path(after.shown.evidence)
    assert say(after.shown.message) == (
        "Ben signed two different entries in one place of this game: one story for "
        "some, another for others. The result that all have signed stands. Anyone can "
        f"check it: p2pgame evidence {file}"
    )
    proven = check(file)
    assert (proven.name, proven.fault) == ("Ben", Fault.FORK.value)
    assert str(ann.error) == (
        f"Ben told two stories of a game that is over: {file} proves it."
    )


def test_a_fork_after_the_end_is_kept_by_the_identity(after: Met) -> None:
    (conviction,) = after.ann.convictions
    assert conviction.identity == after.shown.identity
    assert (conviction.name, conviction.game) == ("Ben", "kuhn")
    assert conviction.evidence == (after.shown.evidence,)


def test_a_seat_whose_own_key_forked_is_told_so_and_convicts_nobody(after: Met) -> None:
    """Its player need not have lied: two programs may have played the seat."""
    (own,) = after.ben.all(ForkShown)
    assert say(own.message).startswith("Your own seat signed two different entries")
    assert after.ben.convictions == ()


async def test_a_fork_after_the_end_is_told_again_on_resuming(
    after: Met, autojump_clock: trio.testing.MockClock
) -> None:
    back = Person(after.ann.world)
    await back.play(Resume(table=1))
    assert back.all(ForkShown) == [after.shown]
    assert str(back.error) == str(after.ann.error)
    assert len(back.all(Verified)) == 1
    assert len(after.ann.convictions) == 1


async def test_a_host_is_asked_about_a_guest_who_told_two_stories(
    after: Met,
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    nursery: trio.Nursery,
) -> None:
    """By any name; of a contact it would not be asked otherwise."""
    network = Network(nursery)
    ann, ben = after.again(network, tmp_path)
    identity = bytes.fromhex(after.shown.identity)
    with ann.world.at_home():
        contacts.keep(identity, "Benny", when=1)
    await meet(network, ann, ben, "Zoe")
    asked = [event.question.ask for event in ann.all(Asked)]
    (ask,) = [one for one in asked if isinstance(one, PlayWith)]
    assert ask.warning is not None
    assert say(ask.warning).startswith(
        f"Zoe has the key {fingerprint(identity.hex())}. With it your contact Benny "
        "signed two different entries in one place of a game (Kuhn poker): "
    )
    (known,) = ann.all(KnownForker)
    assert (known.name, known.message) == ("Zoe", ask.warning)


async def test_a_guest_alone_is_told_of_a_host_who_told_two_stories(
    after: Met,
    tmp_path: Path,
    autojump_clock: trio.testing.MockClock,
    nursery: trio.Nursery,
) -> None:
    network = Network(nursery)
    ann, ben = after.again(network, tmp_path)
    await meet(network, ben, ann)
    (known,) = ann.all(KnownForker)
    kinds = [type(event) for event in ann.heard]
    assert kinds.index(KnownForker) < kinds.index(Begun)
    assert "With it a player who called itself Ben signed" in say(known.message)
    assert known.evidence == (after.shown.evidence,)
    assert not ben.all(KnownForker)


async def test_a_spectator_is_told_of_a_fork_after_the_end(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    network = Network(nursery)
    people = (Person(network.world(name, tmp_path)) for name in ("ann", "ben", "eve"))
    ann, ben, eve = people

    async def lie(seat: Seat) -> None:
        while not (ann.all(Saved) and eve.all(Saved)):  # noqa: ASYNC110
            await trio.sleep(0.1)
        tell_another_story(seat, ben.world.home)
        await trio.sleep(0.5)

    ben.before_leaving = lie
    await watched(ann, ben, eve)
    (shown,) = eve.all(ForkShown)
    assert check(shown.evidence).name == shown.name == "Ben"
    said = f"Ben told two stories of a game that is over: {shown.evidence} proves it."
    assert str(eve.error) == said
    (kept,) = eve.convictions
    assert (kept.identity, kept.evidence) == (shown.identity, (shown.evidence,))
    assert not (eve.world.home / "identity").exists(), "it signs nothing"


async def watched(ann: Person, ben: Person, eve: Person) -> None:
    """Play a game at a table of Ben's, on which Eve looks."""
    table = Host(
        game="kuhn",
        name="Ben",
        players=2,
        relays=(),
        attended=True,
        spectators=True,
    )
    async with trio.open_nursery() as nursery:
        seat: Seat = await nursery.start(ben.play, table)
        assert seat.watch_link is not None
        nursery.start_soon(eve.play, Spectate(link=seat.watch_link, attended=True))
        await trio.sleep(1)
        join = Join(invite=seat.invite, name="Ann", attended=True)
        nursery.start_soon(ann.play, join)


async def test_a_fork_that_stops_a_game_is_kept_as_well(
    tmp_path: Path, autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    network = Network(nursery)
    ann, ben = (Person(network.world(name, tmp_path)) for name in ("ann", "ben"))
    ben.before_turns = partial(tell_another_story, home=ben.world.home)
    await meet(network, ben, ann)
    (accused,) = ann.all(Accused)
    (kept,) = ann.convictions
    assert (kept.name, kept.evidence) == ("Ben", (accused.evidence,))
    assert not ann.all(ForkShown)


def conviction(identity: bytes, when: int = 1) -> Conviction:
    return Conviction(identity.hex(), bytes(32).hex(), "Ben", "kuhn", when, ("file",))


def test_who_is_warned_of_follows_from_the_record_and_the_roster() -> None:
    ann, ben, cleo = (bytes([number]) * 32 for number in range(3))
    record = [conviction(ben), conviction(ben, 2), conviction(cleo)]
    assert convictions.against(record, [ann, ben]) == {ben: conviction(ben, 2)}
    assert convictions.against(record, [ann]) == {}
    assert convictions.against([], [ann, ben, cleo]) == {}
