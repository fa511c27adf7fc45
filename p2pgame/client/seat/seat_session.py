"""Runs one seat at one table, from the first hello to the transcript.

What happens is reported as it happens.  What an earlier run of the program has reported
already is only summed up, before the table is shown as it is.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from games.registry import KNOWN
from p2pgame.engine import Message, Over, Shuffle, State
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
from p2pgame.transport.paths.standing import Standing

from ..errors import ClientError, Gone
from ..events import Arrived, Notice, Progress
from ..front_end import Left
from ..profile import ticket
from ..profile.places import Held
from ..profile.ticket import Ticket
from ..profile.transcripts import Transcript
from ..words import message_of_error
from . import waiting
from .admission import Admission
from .files import Files
from .links import Links
from .setup import SeatSetup
from .story import Story
from .turns import Turns
from .waiting import all_of

if TYPE_CHECKING:
    from .seat_paths import SeatPaths

#: Seconds to wait for the others' signatures once the game is over.
SIGN_WITHIN = 30.0
#: Seconds to pass on what shows that somebody has cheated.
PASS_ON_WITHIN = 5.0
#: Seconds between two looks at what goes on.
LOOK_EVERY = 0.2


class SeatSession:
    """One seat at one table: hears its peer, and reports to the front end.

    ``offer`` is ours, if we opened the table; ``again``: an earlier run of the program
    has been at it.
    """

    def __init__(
        self,
        seat: SeatSetup,
        held: Held,
        kept: Ticket,
        offer: Offer | None,
        *,
        again: bool = False,
    ) -> None:
        self.seat = seat
        self.front, self.world = seat.front, seat.world
        self.folder, self.ticket = held.folder, kept
        self.is_again = again or bool(held.store.records)
        self.offer = offer
        self.key, self.identity = held.me.key, held.me.identity.public
        self.story: Story | None = None
        self._turns: Turns | None = None
        self._expects_itself = True
        invite = kept.way
        watch_key = invite.watch.box_secret
        machine = self.world.machine
        self.table = Table(invite.table, KNOWN, held.me, offer, watch_key)
        envelope = Envelope({0: invite.epoch_key})
        self.peer = Peer(self.table, held.store, envelope, machine)
        self.links = Links(self.peer, self._say_lost, waiting.lost(offer))
        self.paths: SeatPaths | None = None
        if invite.relays and self.world.has_network:
            from .seat_paths import SeatPaths  # where nothing else needs it

            self.paths = SeatPaths(
                *(self.peer, self.key, invite, self.links.meet, self.world),
                is_hidden=kept.is_hidden,
            )
        hosts = offer is not None
        self.admission = Admission(self.peer, seat.front, self.folder, hosts=hosts)
        self._files = Files(
            self.peer,
            seat.front,
            self.world.folder,
            seat.out,
            is_checked=not self.is_again,  # our own log is read without its signatures
        )
        #: Set once the game has begun.
        self.begun = trio.Event()
        self.answered = False
        self._shown: object = None

    def say(self, message: Message) -> None:
        """Report something to tell the player once."""
        self.front.tell(Notice(message))

    def keep(self, now: Ticket) -> None:
        """Keep a newer ticket, on the disk when we return."""
        if now != self.ticket:
            ticket.write(self.folder, now)
        self.ticket = now

    async def close(self) -> None:
        """Let go of all links and of the log; not cancelled."""
        if self.front.acts is self:
            self.front.acts = None
        await self.links.let_go()
        self.peer.close()

    def _say_lost(self, news: Message) -> None:
        if not self._is_over:
            self.say(news)

    async def move(self, text: str) -> None:
        """Make a move; raises as :meth:`.Peer.propose`."""
        await self.peer.propose(text)

    async def propose(self, proposal: str) -> None:
        """Offer, or agree to, what all must agree to; raises as :meth:`move`."""
        await self.peer.propose(proposal)

    async def chat(self, text: str) -> None:
        """Say something to the others; raises as :meth:`.Peer.chat`."""
        await self.peer.chat(text)

    async def leave(self) -> None:
        """Leave the game for good; raises as :meth:`.Peer.leave`."""
        await self.peer.leave()

    @property
    def seats(self) -> int:
        """How many the table that we offer has."""
        return 0 if self.offer is None else self.offer.seats

    @property
    def others(self) -> int:
        """How many others are at the end of the game."""
        play = self.table.play
        return 0 if play is None else len(play.present) - 1

    @property
    def state(self) -> State | None:
        """The last state of which was told."""
        return None if self.story is None else self.story.state

    @property
    def goes_on(self) -> bool:
        """Whether the next table goes on from the last state."""
        return self.story is not None and self.story.goes_on

    def finish(self) -> None:
        """Note that there is nothing to come back for."""
        self.keep(replace(self.ticket, state="over"))

    async def play(self) -> Transcript:
        """Play to the end; return the transcript.

        Raises:
          Gone: The player has quit before.
          ClientError: The game can't go on, or its end is not signed by all.
        """
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.front.heed_quit)
                self.front.acts = self
                await self.peer.start()
                await self._catch_up(nursery)
                self.links.caught_up.set()
                nursery.start_soon(self._look_on)
                nursery.start_soon(self.admission.run, self.begun)
                nursery.start_soon(self.peer.watch)
                await self._hear_all(nursery)
        except* Left:
            farewell = await self._files.farewell()
            if self._is_out:
                self.finish()
                raise Gone.saying(farewell) from None
            raise Gone("left-to-resume", farewell=farewell) from None
        self.tell_unshown()
        saved = await self._files.save()
        if not self.table.complete:
            missing = ", ".join(self._names[s] for s in self.peer.status.unsigned)
            raise ClientError("end-unsigned", players=missing, path=str(saved.path))
        return saved

    async def _catch_up(self, nursery: trio.Nursery) -> None:
        """Hear what is on the disk; what an earlier run has told is summed up."""
        count = self.peer.events.statistics().current_buffer_used
        heard = [self.peer.events.receive_nowait() for _ in range(count)]
        told = 0
        if self.is_again:
            ends = [n for n, one in enumerate(heard, 1) if isinstance(one, Happened)]
            told = ends[-1] if ends else 0
        self._sum_up(heard[:told])
        for event in heard[told:]:
            await self._hear_one(event, nursery)

    def _sum_up(self, told: Sequence[TableEvent]) -> None:
        last: Message | None = None
        happened: Happened | None = None
        for event in told:
            match event:
                case Started(start, seat):
                    self._begin(start, seat)
                case Happened():
                    assert self.story is not None
                    happened = event
                    last = [last, *self.story.note(event)][-1]
        if happened is not None and self.story is not None:
            self._expects_itself = False
            self.story.resume(last, happened.view)

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
        match event:
            case Joined(name):
                self._greet(name)
            case Started(start, seat):
                self._begin(start, seat)
            case Happened():
                self._withdraw()
                assert self.story is not None
                self.story.happened(event)
            case Asked(view):
                assert self._turns is not None
                nursery.start_soon(self._turns.ask, view, self._turns.begin())
            case Assented() | Said() | MovedFor():
                self.tell_aside(event)
            case Elsewhere(plays_on):
                if not plays_on:
                    raise ClientError("seat-elsewhere")
                self.say(Message.of("other-program-tries"))
            case Overtaken():
                self._withdraw()
                assert self.story is not None
                self.story.overtaken()
            case Ended(payoffs):
                assert self.story is not None
                self.story.end(payoffs)
            case Declined(error):
                self.finish()
                raise ClientError.saying(message_of_error(error))
            case Stopped(misbehaviour):
                accusation = await self._files.accuse(misbehaviour)
                with trio.move_on_after(PASS_ON_WITHIN):
                    await self.peer.flush()  # without our word others judge nothing
                self.finish()
                raise accusation

    def _begin(self, start: Start, seat: int | None) -> None:
        """Note what is played, and by whom."""
        self.begun.set()
        self.story = Story(self.front, self.table.id, start, seat)
        self._turns = Turns(self.peer, self.front, self.story.narrator)
        names = tuple(player.name for player in start.players)
        identities = tuple(player.identity.hex() for player in start.players)
        now = replace(self.ticket, players=names, identities=identities)
        self.keep(replace(now, game=start.game.name))
        self.story.begin()

    def tell_aside(self, event: Assented | Said | MovedFor) -> None:
        """Report what is said beside the moves."""
        assert self.story is not None
        self.story.aside(event, trio.current_time())

    def tell_unshown(self, now: float = math.inf) -> None:
        """Report which players have said too much: all of them, or if it is time."""
        if self.story is not None:
            self.story.unshown(now)

    def _withdraw(self) -> None:
        if self._turns is not None:
            self._turns.withdraw()

    def _greet(self, name: str) -> None:
        """Report an arrival; of ourselves we hear first, and others may be let in."""
        if any(player.name == name for player in self.peer.status.knocking):
            return
        if self._expects_itself and name == self.seat.name:
            self._expects_itself = False
        else:
            self.front.tell(Arrived(name))

    async def _look_on(self) -> None:
        """Report what goes on, whenever that changes."""
        warned = False
        while True:
            status = self.peer.status
            if status.recalling and not warned:
                warned = True
                players = all_of(status.recalling)
                self.say(Message.of("seat-in-doubt", players=players))
            # It may speak of players of whom we have yet to hear.
            if status.turn is None or self.story is not None:
                self._report(status)
            self.tell_unshown(trio.current_time())
            if self._is_out:
                with trio.move_on_after(PASS_ON_WITHIN):
                    await self.peer.flush()
                raise Left
            await trio.sleep(LOOK_EVERY)

    def _report(self, status: Status) -> None:
        play = self.table.play
        if play is not None and not play.start.quorum:
            status = dataclasses.replace(status, left=())  # nobody's time runs out
        standings = self._look_at_paths(status)
        now = waiting.waiting(status, self.links.is_up, self.offer, standings)
        if now != self._shown:
            self._shown = now
            self.front.tell(now)
            if isinstance(status.turn, Shuffle):
                total = len(status.turn.players)
                done = total - len(status.waiting_for)
                self.front.tell(Progress("shuffle", done, total))

    def _look_at_paths(self, status: Status) -> dict[int, Standing]:
        """Return how each other player is reached, by its seat."""
        play, paths = self.table.play, self.paths
        if play is None or paths is None or self.story is None:
            return {}
        paths.meet(status.present)
        others = {
            player.author: seat
            for seat, player in enumerate(play.start.players)
            if player.author in status.present and player.author != self.key.public
        }
        names = self.story.names
        news = paths.news({author: names[seat] for author, seat in others.items()})
        if news is not None and not self._is_over:
            self.say(news)
        relays = self.links.relays
        found = {
            seat: paths.standing(author, relays) for author, seat in others.items()
        }
        return {seat: one for seat, one in found.items() if one is not None}

    @property
    def _is_out(self) -> bool:
        """Whether we have left, and others play on, under keys that we do not get.

        The host stays, for the others may be connected by it alone.
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
        return () if self.story is None else self.story.names
