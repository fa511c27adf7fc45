"""One seat at one table, from the first hello to the transcript.

What happens is told as it happens.  What an earlier run of the program has told
already is only summed up, before the table is shown as it is.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import click
import trio
from msgspec.structs import replace

from games.registry import KNOWN
from p2pgame.client.profile import ticket
from p2pgame.client.profile.places import Held
from p2pgame.client.profile.ticket import Ticket
from p2pgame.client.profile.transcripts import Saved
from p2pgame.engine import Closing, Over, State, Turn
from p2pgame.session import Offer, Start, Table
from p2pgame.session.lobby.events import (
    Asked,
    Assented,
    Completed,
    Declined,
    Elsewhere,
    Ended,
    Happened,
    Joined,
    MovedFor,
    Overtaken,
    Said,
    Started,
    Stopped,
    TableEvent,
)
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.status import Status
from p2pgame.transport.envelope import Envelope

from . import leaving, watch, words
from .aside import Aside
from .asking import Asking
from .files import Files
from .leaving import Left
from .links import Links
from .paths import SeatPaths
from .seated import Seat
from .telling import OVERTAKEN, Teller
from .welcome import Welcome

#: Seconds to wait for the others' signatures once the game is over.
SIGN_WITHIN = 30.0
#: Seconds to pass on what shows that somebody has cheated.
PASS_ON_WITHIN = 5.0
#: What to say of a log that may lack what we have said since it was written.
DOUBT = (
    "This seat comes from a copy, or its file was damaged. Before anything is signed, "
    "all must have told what you said last: {}."
)
ELSEWHERE = (
    "This seat is being played by another program, on this device or another. Only "
    "one may play it: end one of the two."
)
OTHER_TRIES = (
    "Another program has tried to play this seat, too; it was told that it can't."
)
#: How to come back.
BACK = "To go on: p2pgame resume"
#: Seconds between two looks at what goes on.
LOOK_EVERY = 0.2


class Sitting:
    """What a seat hears from its peer, and what it does about it.

    ``offer`` is ours, if we opened the table; ``again`` says that an earlier run
    of the program has been at it.
    """

    def __init__(
        self,
        seat: Seat,
        held: Held,
        kept: Ticket,
        offer: Offer | None,
        *,
        again: bool = False,
    ) -> None:
        self.seat = seat
        self.folder, self.ticket = held.folder, kept
        self.is_again = again or bool(held.store.records)
        self.offer = offer
        self.key, self.identity = held.me.key, held.me.identity.public
        self._teller: Teller | None = None
        self._asking: Asking | None = None
        self._expects_itself = True
        self._aside: Aside | None = None
        invite = kept.way
        watch_key = invite.watch.box_secret
        self.table = Table(invite.table, KNOWN, held.me, offer, watch_key)
        self.peer = Peer(self.table, held.store, Envelope({0: invite.epoch_key}))
        self.links = Links(self.peer, self._say_lost, watch.lost(offer))
        self.paths: SeatPaths | None = None
        if invite.relays:
            self.paths = SeatPaths(
                *(self.peer, self.key, invite, self.links.meet),
                is_hidden=kept.is_hidden,
            )
        hosts = offer is not None
        self.welcome = Welcome(self.peer, seat, self.folder, hosts=hosts)
        is_checked = not self.is_again  # our own log is read without its signatures
        self._files = Files(self.peer, seat.out, self.say, is_checked=is_checked)
        #: Set once the game has begun.
        self.begun = trio.Event()
        self.answered = False
        #: The last state of which we heard, and whether the next table goes on there.
        self.state: State | None = None
        self.goes_on = False

    def say(self, text: str) -> None:
        self.seat.screen.line(text)

    def keep(self, now: Ticket) -> None:
        """Keep a newer ticket, on the disk when we return."""
        if now != self.ticket:
            ticket.write(self.folder, now)
        self.ticket = now

    async def close(self) -> None:
        """Let go of all links and of the log; not cancelled."""
        await self.links.let_go()
        self.peer.close()

    def _say_lost(self, news: str) -> None:
        if not self._is_over:
            self.say(news)

    @property
    def seats(self) -> int:
        """How many the table that we offer has."""
        return 0 if self.offer is None else self.offer.seats

    @property
    def others(self) -> int:
        """How many others are at the end of the game."""
        play = self.table.play
        return 0 if play is None else len(play.present) - 1

    def finish(self) -> None:
        """Note that there is nothing to come back for."""
        self.keep(replace(self.ticket, state="over"))

    async def play(self, *, leashed: bool = False) -> Saved:
        """Play to the end; return the transcript."""
        with self.seat.screen:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(leaving.heed_signals)
                    if leashed:
                        nursery.start_soon(leaving.heed_leash)
                    await self.peer.start()
                    await self._catch_up(nursery)
                    self.links.caught_up.set()
                    nursery.start_soon(self._look_on)
                    nursery.start_soon(self.welcome.run, self.begun)
                    nursery.start_soon(self.peer.watch)
                    await self._hear_all(nursery)
            except* Left:
                farewell = await self._files.farewell()
                if self._is_out:
                    self.finish()
                    raise leaving.Farewell(farewell) from None
                raise leaving.Farewell(f"{farewell} {BACK}") from None
        self.tell_unshown()
        saved = await self._files.save()
        if not self.table.complete:
            missing = ", ".join(self._names[s] for s in self.peer.status.unsigned)
            raise click.ClickException(
                f"The end is not signed by {missing}; "
                f"what is signed is in {saved.path}."
            )
        return saved

    async def _catch_up(self, nursery: trio.Nursery) -> None:
        """Hear what is on the disk; what an earlier run has told is summed up."""
        waiting = self.peer.events.statistics().current_buffer_used
        heard = [self.peer.events.receive_nowait() for _ in range(waiting)]
        told = 0
        if self.is_again:
            ends = [n for n, one in enumerate(heard, 1) if isinstance(one, Happened)]
            told = ends[-1] if ends else 0
        self._sum_up(heard[:told])
        if self._teller is not None:
            self.overhear(nursery)
        for event in heard[told:]:
            await self._hear_one(event, nursery)

    def _sum_up(self, told: Sequence[TableEvent]) -> None:
        last, happened = "", None
        for event in told:
            match event:
                case Started(start, seat):
                    self._begin(start, seat)
                case Happened():
                    happened = event
                    last = [last, *self._told(event)][-1]
        if happened is None:
            return
        assert self._teller is not None
        self._expects_itself = False
        self.say(f"You are back at the table. {self._teller.opening()}")
        if last:
            self.say(f"What happened last: {last}")
        self.seat.screen.block(self._teller.table(happened.view))

    async def _hear_all(self, nursery: trio.Nursery) -> None:
        async for event in self.peer.events:
            await self._hear_one(event, nursery)

    async def _hear_one(self, event: TableEvent, nursery: trio.Nursery) -> None:
        await self._hear(event, nursery)
        if isinstance(event, Overtaken):
            nursery.cancel_scope.deadline = math.inf
        if isinstance(event, Ended):
            nursery.cancel_scope.deadline = trio.current_time() + SIGN_WITHIN
        if isinstance(event, Completed):
            nursery.cancel_scope.cancel()

    async def _hear(self, event: TableEvent, nursery: trio.Nursery) -> None:
        say = self.seat.screen.line
        match event:
            case Joined(name):
                self._greet(name)
            case Started(start, seat):
                say(self._begin(start, seat).opening())
                self.overhear(nursery)
            case Happened():
                self._withdraw()
                self._tell(event)
            case Asked(view):
                assert self._asking is not None
                nursery.start_soon(self._asking.ask, view, self._asking.begin())
            case Assented() | Said() | MovedFor():
                self.tell_aside(event)
            case Elsewhere(plays_on):
                if not plays_on:
                    raise click.ClickException(ELSEWHERE)
                say(OTHER_TRIES)
            case Overtaken():
                self._withdraw()
                self.goes_on = False
                say(words.say(OVERTAKEN))
            case Ended(payoffs):
                assert self._teller is not None
                say(self._teller.result(payoffs))
            case Declined(error):
                self.finish()
                raise click.ClickException(words.sentence(words.told(error)))
            case Stopped(misbehaviour):
                accusation = await self._files.accusation(misbehaviour)
                with trio.move_on_after(PASS_ON_WITHIN):
                    await self.peer.flush()  # without our word others judge nothing
                self.finish()
                raise click.ClickException(accusation)

    def _begin(self, start: Start, seat: int | None) -> Teller:
        """Note what is played, and by whom."""
        self.begun.set()
        self._teller = Teller(start, seat)
        script = not self.seat.screen.has_keys
        self._aside = Aside(self.peer, start, self.say, self._turn, script=script)
        self._asking = Asking(
            self.peer, self.seat.decider, self._teller, self._aside.help
        )
        names = tuple(player.name for player in start.players)
        identities = tuple(player.identity.hex() for player in start.players)
        now = replace(self.ticket, players=names, identities=identities)
        self.keep(replace(now, game=start.game.name))
        return self._teller

    def overhear(self, nursery: trio.Nursery) -> None:
        """Hear what a person types while it is not asked for anything."""
        if self._aside is not None and not self.seat.bot:
            nursery.start_soon(self._aside.run)
            nursery.start_soon(self.seat.screen.overhear, self._aside.takes)

    def tell_aside(self, event: Assented | Said | MovedFor) -> None:
        """Tell what is said beside the moves."""
        assert self._teller is not None
        for line in self._teller.aside(event, trio.current_time()):
            self.say(line)

    def tell_unshown(self, now: float = math.inf) -> None:
        """Tell who has said too much to be shown: all of them, or if it is time."""
        for line in [] if self._teller is None else self._teller.unshown(now):
            self.say(line)

    def _turn(self) -> Turn | None:
        return None if self._asking is None else self._asking.turn

    def _withdraw(self) -> None:
        if self._asking is not None:
            self._asking.withdraw()

    def _greet(self, name: str) -> None:
        """Tell who has come; of ourselves we hear first, and others may be let in."""
        if any(player.name == name for player in self.peer.status.knocking):
            return
        if self._expects_itself and name == self.seat.name:
            self._expects_itself = False
        else:
            self.seat.screen.line(f"{name} is here.")

    def _told(self, happened: Happened) -> list[str]:
        assert self._teller is not None
        self.state = happened.view.state
        self.goes_on |= isinstance(happened.event, Closing)
        return self._teller.lines(happened)

    def _tell(self, happened: Happened) -> None:
        assert self._teller is not None
        screen = self.seat.screen
        for line in self._told(happened):
            screen.line(line)
        if screen.is_live and self._teller.opens(happened):
            screen.block(self._teller.table(happened.view))

    async def _look_on(self) -> None:
        """Keep the line true that says what goes on."""
        warned = False
        while True:
            status = self.peer.status
            if status.recalling and not warned:
                warned = True
                self.say(DOUBT.format(", ".join(status.recalling)))
            # It may speak of players of whom we have yet to hear.
            if status.turn is None or self._teller is not None:
                self._show(status)
            self.tell_unshown(trio.current_time())
            if self._is_out:
                with trio.move_on_after(PASS_ON_WITHIN):
                    await self.peer.flush()
                raise Left
            await trio.sleep(LOOK_EVERY)

    def _show(self, status: Status) -> None:
        play = self.table.play
        if play is not None and not play.start.quorum:
            status = dataclasses.replace(status, left=())  # nobody's time runs out
        screen = self.seat.screen
        screen.clock(watch.own_time(status))
        names = self._look_at_paths(status)
        screen.working(watch.waiting(status, self.links.is_up, self.offer, names))

    def _look_at_paths(self, status: Status) -> Sequence[str]:
        """Return the players' names, with how each is reached."""
        play, paths = self.table.play, self.paths
        if play is None or paths is None or self._teller is None:
            return self._names
        paths.meet(status.present)
        authors = [player.author for player in play.start.players]
        named = zip(authors, self._names, strict=True)
        others = {
            author: name
            for author, name in named
            if author in status.present and author != self.key.public
        }
        news = paths.news(others)
        if news is not None and not self._is_over:
            self.say(news)
        relays = self.links.relays
        found = [a in others and paths.standing(a, relays) for a in authors]
        return watch.reached(self._names, [each or None for each in found])

    @property
    def _is_out(self) -> bool:
        """Whether we have left, and others play on, under keys that we do not get.

        Whoever opened the table stays, for the others may be connected by it alone.
        """
        play = self.table.play
        if play is None or self.offer is not None or len(play.present) < 3:
            return False
        return play.seat in play.absences.left

    @property
    def _is_over(self) -> bool:
        """Whether others may leave, as far as we know."""
        return isinstance(self.peer.status.turn, Over)

    @property
    def _names(self) -> Sequence[str]:
        return () if self._teller is None else self._teller.names
