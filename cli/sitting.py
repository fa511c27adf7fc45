"""One seat at one table, from the first hello to the transcript.

The host listens and its guests dial in, but no peer is special after that:
whoever is connected passes on what others lack, and whoever loses its line
dials again until the game is over.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click
import trio

from games.registry import KNOWN
from p2pgame.engine import IllegalMove, Over, Seated, Together
from p2pgame.log import Store
from p2pgame.session import Me, Misbehaviour, Offer, Table
from p2pgame.session.events import (
    AnyView,
    Asked,
    Completed,
    Declined,
    Ended,
    Happened,
    Joined,
    Overtaken,
    Started,
    Stopped,
    TableEvent,
)
from p2pgame.session.evidence import of_game
from p2pgame.session.runner import Peer
from p2pgame.session.verify import describe
from p2pgame.transport import direct
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.invite import Invite, split_address
from p2pgame.transport.link import Link, TransportError

from . import leaving, places, transcripts, watch, words
from .leaving import Left
from .people import Decider, Question
from .screen import Screen
from .telling import OVERTAKEN, Teller

#: Seconds to keep dialling while nobody has ever answered.
PATIENCE = 20.0
#: Seconds to wait for the others' signatures once the game is over.
SIGN_WITHIN = 30.0
#: Seconds that a host stays for guests who are still fetching the end.
GRACE = 5.0
#: Seconds between two looks at what goes on.
LOOK_EVERY = 0.2


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there, what it sees, and where its transcript goes."""

    name: str
    decider: Decider
    screen: Screen
    out: Path | None = None


async def host(
    seat: Seat,
    offer: Offer,
    listen: tuple[str, int],
    addresses: Callable[[int], tuple[str, ...]],
    opened: Callable[[Invite], None],
) -> Path:
    """Open a table, play at it, and return the transcript's path.

    ``addresses`` tells from the port we got where guests reach us; ``opened`` is
    given the invite.
    """
    transcripts.check(seat.out)
    here = _seated(partial(places.open_table, seat.name))
    invite = Invite(here[0].key.public, secrets.token_bytes(16), ())
    game = _Game(seat, here, invite, offer)
    with closing(game.peer):
        async with trio.open_nursery() as nursery:
            bound = await nursery.start(direct.serve, *listen, game.attach)
            opened(replace(invite, addresses=addresses(bound[0][1])))
            path = await game.play()
            with trio.move_on_after(GRACE):
                await game.peer.alone()
            nursery.cancel_scope.cancel()
    return path


async def join(seat: Seat, invite: Invite, *, leashed: bool = False) -> Path:
    """Join the table, play at it, and return the transcript's path.

    On a leash we leave the table when standard input ends.
    """
    transcripts.check(seat.out)
    here = _seated(partial(places.sit_down, invite.table, seat.name))
    game = _Game(seat, here, invite, None)
    with closing(game.peer):
        async with trio.open_nursery() as nursery:
            for address in invite.addresses:
                nursery.start_soon(_dial, game, address)
            nursery.start_soon(_lose_patience, game)
            path = await game.play(leashed=leashed)
            await game.peer.flush()
            nursery.cancel_scope.cancel()
    return path


def _seated(take: Callable[[], tuple[Me, Store]]) -> tuple[Me, Store]:
    try:
        return take()
    except OSError as error:
        raise click.ClickException(
            f"The player's folder can't be used: {error.filename}: {error.strerror}. "
            "P2PGAME_HOME names another."
        ) from None


async def _dial(game: _Game, address: str) -> None:
    """Keep a line to ``address`` for as long as the game lasts."""
    wait = 0.1
    while True:
        try:
            link = await direct.connect(*split_address(address))
            wait = 0.1
            game.answered = True
            await game.attach(link)
        except TransportError:
            pass
        await trio.sleep(wait)
        wait = min(2 * wait, 5.0)


async def _lose_patience(game: _Game) -> None:
    await trio.sleep(PATIENCE)
    if not game.answered:
        raise click.ClickException(
            "Nobody answers at this table: is the host's program still running, "
            "and can you reach its machine from here?"
        )


class _Game:
    """What a seat hears from its peer, and what it does about it."""

    def __init__(
        self, seat: Seat, here: tuple[Me, Store], invite: Invite, offer: Offer | None
    ) -> None:
        me, store = here
        self._seat = seat
        self._offer = offer
        self._teller: Teller | None = None
        self._question = trio.CancelScope()
        self._expects_itself = True
        self._links = 0
        self._lines = watch.Lines(watch.OURS if offer is None else watch.A_GUESTS)
        self.table = Table(invite.table, KNOWN, me, offer)
        self.peer = Peer(self.table, store, Envelope({0: invite.epoch_key}))
        self.answered = False

    async def attach(self, link: Link) -> None:
        """Talk with one peer until the link is gone."""
        self._count_lines(+1)
        try:
            await self.peer.attach(link)
        except* TransportError:
            pass  # an end like any other
        self._count_lines(-1)

    def _count_lines(self, change: int) -> None:
        self._links += change
        news = self._lines.news(self._links)
        if news is not None and not self._is_over:
            self._seat.screen.line(news)

    async def play(self, *, leashed: bool = False) -> Path:
        """Play to the end; return the transcript's path."""
        with self._seat.screen:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(leaving.heed_signals)
                    if leashed:
                        nursery.start_soon(leaving.heed_leash)
                    await self.peer.start()
                    nursery.start_soon(self._look_on)
                    nursery.start_soon(self.peer.watch)
                    await self._hear_all(nursery)
            except* Left:
                raise leaving.Farewell(await self._farewell()) from None
        path, _ = await self._save()
        if not self.table.complete:
            missing = ", ".join(self._names[s] for s in self.peer.status.unsigned)
            raise click.ClickException(
                f"The end is not signed by {missing}; what is signed is in {path}."
            )
        return path

    async def _hear_all(self, nursery: trio.Nursery) -> None:
        async for event in self.peer.events:
            await self._hear(event, nursery)
            if isinstance(event, Overtaken):
                nursery.cancel_scope.deadline = math.inf
            if isinstance(event, Ended):
                nursery.cancel_scope.deadline = trio.current_time() + SIGN_WITHIN
            if isinstance(event, Completed):
                nursery.cancel_scope.cancel()

    async def _hear(self, event: TableEvent, nursery: trio.Nursery) -> None:
        say = self._seat.screen.line
        match event:
            case Joined(name):
                self._greet(name)
            case Started(start, seat):
                self._teller = Teller(start, seat)
                say(self._teller.opening())
            case Happened():
                if isinstance(event.event, Seated):
                    self._question.cancel()
                self._tell(event)
            case Asked(view):
                nursery.start_soon(self._ask, view)
            case Overtaken():
                self._question.cancel()
                say(OVERTAKEN)
            case Ended(payoffs):
                assert self._teller is not None
                say(self._teller.result(payoffs))
            case Declined(text):
                raise click.ClickException(words.sentence(text))
            case Stopped(misbehaviour):
                raise click.ClickException(await self._accusation(misbehaviour))

    async def _accusation(self, misbehaviour: Misbehaviour) -> str:
        """Return who has cheated, and in which files that can be read."""
        path, game = await self._save()
        evidence = of_game(self.table.id, game, misbehaviour)
        shown = self._keep(transcripts.beside(path), evidence)
        return (
            f"{describe(self.table, misbehaviour)}. The game cannot go on; what was "
            f"signed so far is in {path}. Anyone can check who cheated: "
            f"p2pgame evidence {shown}"
        )

    def _greet(self, name: str) -> None:
        """Tell who has come; of ourselves we hear first."""
        if self._expects_itself and name == self._seat.name:
            self._expects_itself = False
        else:
            self._seat.screen.line(f"{name} is here.")

    def _tell(self, happened: Happened) -> None:
        assert self._teller is not None
        screen = self._seat.screen
        for line in self._teller.lines(happened):
            screen.line(line)
        if screen.is_live and self._teller.opens(happened):
            screen.block(self._teller.table(happened.view))

    async def _ask(self, view: AnyView) -> None:
        assert self._teller is not None
        assert view.choice is not None
        news = self._teller.table(view) if self._teller.is_news(view) else None
        timer, moves = view.choice.timer, view.choice.moves
        if isinstance(view.turn, Together) and len(moves) == 1 and timer is None:
            # Nothing to decide, and the others can't tell: all are sealed.
            await self._propose(str(moves[0]))
            return
        question = Question(view.choice, self._teller.hints(view), news, self._patience)
        seconds = math.inf if timer is None else timer.seconds
        # Whoever has gone changes the turn: then another question follows, or none.
        with trio.CancelScope() as self._question, trio.move_on_after(seconds) as time:
            await self._seat.decider.decide(question, self._propose, self.peer.leave)
        if time.cancelled_caught and timer is not None:
            with suppress(IllegalMove):  # it was made at the last moment
                await self._propose(timer.move)

    async def _propose(self, move: str) -> None:
        try:
            await self.peer.propose(move)
        except IllegalMove as error:
            text = words.named(str(error), self._names)
            raise IllegalMove(error.code, text) from None

    async def _look_on(self) -> None:
        """Keep the line true that says what goes on."""
        while True:
            self._seat.screen.working(
                watch.waiting(self.peer.status, self._links, self._offer, self._names)
            )
            await trio.sleep(LOOK_EVERY)

    @property
    def _patience(self) -> int:
        """For how many seconds the others wait before they go on without us."""
        play = self.table.play
        return 0 if play is None or not play.start.quorum else play.start.patience

    @property
    def _is_over(self) -> bool:
        """Whether others may leave, as far as we know."""
        return isinstance(self.peer.status.turn, Over)

    @property
    def _names(self) -> Sequence[str]:
        return () if self._teller is None else self._teller.names

    async def _farewell(self) -> str:
        if self.table.play is None:
            return "You have left the table."
        path, _ = await self._save()
        return f"You have left the table; what was signed so far is in {path}."

    async def _save(self) -> tuple[Path, bytes]:
        """Write the transcript; return where it is, and what is in it."""
        play = self.table.play
        name = "table" if play is None else play.start.game.name
        path = self._seat.out or Path(f"{name}-{self.table.id.hex()[:8]}.p2pgame")
        try:
            data = await self.peer.transcript()
        except ValueError as error:
            raise click.ClickException(f"There is no transcript: {error}.") from None
        return self._keep(path, data), data

    def _keep(self, path: Path, data: bytes) -> Path:
        path, wrong = transcripts.save(path, data)
        if wrong is not None:
            self._seat.screen.line(wrong)
        return path
