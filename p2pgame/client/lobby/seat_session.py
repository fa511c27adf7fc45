"""Runs one seat at one table, from the first hello to the transcript.

What happens is reported as it happens.  What an earlier run of the program has reported
already is only summed up, before the table is shown as it is.
"""

from __future__ import annotations

import dataclasses
import math

import trio
from msgspec.structs import replace

from games.registry import KNOWN
from p2pgame.engine import Message
from p2pgame.session import Offer, Start, Table
from p2pgame.session.entries.errors import GivenUp, RulesNotHere, Unseated
from p2pgame.session.entries.payloads import Decider
from p2pgame.session.lobby.events import (
    Completed,
    Declined,
    Elsewhere,
    Ended,
    GaveUp,
    Happened,
    Overtaken,
    RulesBroken,
    Started,
    Stopped,
    TableEvent,
)
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope

from ..errors import ClientError, Gone, Refused, rules_fault_in
from ..events import Notice
from ..front_end import FrontEnd, Left
from ..profile import places, ticket
from ..profile.evening import Evening
from ..profile.places import Held
from ..profile.ticket import State, Ticket
from ..profile.transcripts import Transcript
from ..seat.files import Files
from ..seat.fork_news import ForkNews
from ..seat.hearing import Hearing
from ..seat.links import handover
from ..seat.links.calls import SeatCalls
from ..seat.links.guest_lines import GuestLines
from ..seat.links.links import Links
from ..seat.plans.plan_file import PlanFile
from ..seat.seat_acts import SeatActs
from ..seat.setup import SeatSetup
from ..transcripts import findings
from ..words import message_of_error
from ..world import World
from . import buying, reserved
from .admission import Admission
from .guests import Guests
from .lobby_news import LobbyNews
from .status_reporter import PASS_ON_WITHIN, StatusReporter
from .tried_games import RulesUnfit, TriedGames
from .unseated import (
    GoesOn,
    heed_next,
    heed_refusal,
    host_has_closed,
    may_wait,
    wait_for_next,
    wait_in_vain,
)

#: Seconds to wait for the others' signatures once the game is over.
SIGN_WITHIN = 30.0


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
        decider: Decider = "program" if seat.program else "person"
        self.me = dataclasses.replace(held.me, decider=decider)
        self.folder, self.ticket = held.folder, kept
        self.is_again = again or bool(held.store.records)
        self.offer = offer
        invite, front = kept.way, seat.front
        watch_key = invite.watch.box_secret
        games = KNOWN if self.is_again else TriedGames()
        table = Table(invite.table, games, self.me, offer, watch_key)
        if table.seat is not None and kept.evening is not None:
            table.seat.before = kept.evening.before(self.me.identity.public)
        envelope = Envelope({0: invite.epoch_key})
        self.peer = Peer(table, held.store, envelope, self.world.machine)
        lines = None
        if offer is not None:
            lines = GuestLines(self.peer, frees=not invite.relays)
        self.links = Links(self.peer, self._say_lost, lines)
        self.calls = SeatCalls(self.me.key, invite, self.world.entropy)
        is_checked = not self.is_again  # our own log is read without its signatures
        self._files = Files(
            *(self.peer, front, self.world.folder, seat.out),
            is_checked=is_checked,
            note=lambda path: self.keep(replace(self.ticket, saved=str(path))),
        )
        forks = ForkNews(self.peer, front, self._files)
        plan = PlanFile(self.folder, self.world.machine)
        acts = SeatActs(self.peer)
        self.hearing = Hearing(self.peer, front, seat.name, forks, acts, plan)
        self.reporter = StatusReporter(self.peer, self.links, self.hearing, offer)
        self.reporter.is_leaving = lambda: self.is_alone and front.is_leaving
        guests = Guests(self.peer, offer, self.folder / places.BOTS)
        self.reporter.guests = guests
        reserved.watch(self, acts)
        self.buys = buying.begin(self, acts)
        if offer is None:
            guests.news = self.reporter.news = LobbyNews(table, front, invite)
        if invite.relays and self.world.has_network:
            from p2pgame.transport.paths.seeker import Calls

            from ..seat.links.seat_paths import SeatPaths  # where nothing else needs it

            self.reporter.paths = SeatPaths(
                *(self.peer, self.me.key, invite, self.links.meet, self.world),
                is_hidden=kept.is_hidden,
                calls=Calls(self.calls.path_to, self.calls.callers),
            )
        hosts = offer is not None
        self.admission = Admission(self.peer, front, self.folder, hosts=hosts)
        #: Whether anybody has ever answered where we dialled.
        self.answered = False

    @property
    def front(self) -> FrontEnd:
        return self.seat.front

    @property
    def world(self) -> World:
        return self.seat.world

    @property
    def table(self) -> Table:
        return self.peer.table

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
    def is_alone(self) -> bool:
        """Whether all others at the table are programs that we bring."""
        hosting = self.ticket.hosting
        return hosting is not None and len(hosting.guests) == self.seats - 1

    @property
    def here(self) -> frozenset[bytes]:
        """The authors of those who may play again: still in the game, and not away.

        At a table with a relay nobody is known to be away.
        """
        players, roster = self.table.players, self.table.roster
        here = frozenset(players[seat].author for seat in roster.here)
        return here - self.links.missing

    def path(self) -> str:
        """Return the path of one request for a link to the host."""
        return self.calls.path_to(self.ticket.way.table)

    def say(self, message: Message) -> None:
        """Report something to tell the player once."""
        self.front.tell(Notice(message))

    def keep(self, now: Ticket) -> None:
        """Keep a newer ticket, on the disk when we return."""
        if now != self.ticket:
            ticket.write(self.folder, now)
        self.ticket = now

    def finish(self) -> None:
        """Note that there is nothing to come back for."""
        self.front.seat = ""
        state: State = "given-up" if self.table.own.has_given_up else "over"
        self.keep(replace(self.ticket, state=state))

    async def close(self) -> None:
        """Let go of all links and of the log; not cancelled."""
        if self.front.acts is self.hearing.acts:
            self.front.acts = None
        await self.links.let_go()
        self.peer.close()

    def _say_lost(self, news: Message) -> None:
        if not self.reporter.is_over:
            self.say(news)

    def tell_unshown(self) -> None:
        """Report which players have said more than was shown."""
        if self.hearing.story is not None:
            self.hearing.story.unshown()

    async def play(self) -> Transcript | None:
        """Play to the end; return the transcript.

        None: we have no seat in its game, and the host goes on at another table.

        Raises:
          Gone: The player has quit before.
          ClientError: The game can't go on, or its end is not signed by all.
        """
        try:
            return await self._play()
        except Exception as error:
            fault = rules_fault_in(error)
            if fault is None or self.table.broken is not None:
                raise
            play = self.table.play
            turns = 0 if play is None else play.board.turns
            told = await self._files.blame_rules(RulesBroken(fault, turns))
            self.finish()
            raise told from None

    async def _play(self) -> Transcript | None:
        """Play to the end; return the transcript.

        None: we have no seat in its game, and the host goes on at another table.

        Raises:
          Gone: The player has quit before.
          ClientError: The game can't go on, or its end is not signed by all.
        """
        goes_on = False
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.front.heed_quit)
                self.front.acts, self.front.seat = self.hearing.acts, self.folder.name
                await self.peer.start()
                await self._catch_up(nursery)
                self.links.caught_up.set()
                nursery.start_soon(self.reporter.run, self.front)
                nursery.start_soon(self.admission.run, self.hearing.begun)
                nursery.start_soon(self.peer.watch)
                nursery.start_soon(heed_refusal, self)
                nursery.start_soon(heed_next, self)
                if self.reporter.is_back:
                    nursery.start_soon(wait_in_vain, self)
                async for event in self.peer.events:
                    await self._hear(event, nursery)
        except* GoesOn:
            goes_on = True
        except* Left:
            self.links.hush()
            await handover.hand_over(self)
            farewell = await self._farewell()
            if self.reporter.is_out:
                is_first = self.ticket.state == "open"
                self.finish()
                if is_first and self.offer is None and self.table.play is not None:
                    self.keep(replace(self.ticket, state="left"))
                    raise Gone("left-evening", farewell=farewell) from None
                raise Gone.saying(farewell) from None
            raise Gone("left-to-resume", farewell=farewell) from None
        if goes_on:
            return None
        self.tell_unshown()
        saved = await self._files.save()
        if not self.table.complete:
            unsigned = self.peer.status.unsigned
            missing = ", ".join(self.hearing.names[seat] for seat in unsigned)
            raise ClientError("end-unsigned", players=missing, path=str(saved.path))
        self.hearing.forks.tell()
        await _add_up(self, saved)
        return saved

    async def _farewell(self) -> Message:
        """Return what a player hears that quits or leaves."""
        if self.table.own.has_given_up:
            hosts = self.offer is not None
            return Message.of("closed-lobby" if hosts else "gave-up-seat")
        if self.offer is None and self.table.play is None:
            kept = bool(self.ticket.way.relays)  # the host can't see who is away
            return Message.of("left-lobby" if kept else "left-lobby-free")
        return await self._files.farewell()

    async def _catch_up(self, nursery: trio.Nursery) -> None:
        """Hear what is on the disk; what an earlier run has told is summed up."""
        count = self.peer.events.statistics().current_buffer_used
        heard = [self.peer.events.receive_nowait() for _ in range(count)]
        told, evening = 0, self.ticket.evening
        if self.is_again and evening is not None:
            self.front.tell(evening.shown)
        if self.is_again:
            ends = [n for n, one in enumerate(heard, 1) if isinstance(one, Happened)]
            told = ends[-1] if ends else 0
        for event in heard[:told]:
            if isinstance(event, Started):
                _keep_start(self, event.start)
        self.reporter.is_back = may_wait(self) and self.table.own.has_left
        has_left = self.table.own.has_left
        self.hearing.sum_up(heard[:told], nursery, has_left=has_left)
        for event in heard[told:]:
            await self._hear(event, nursery)

    async def _hear(self, event: TableEvent, nursery: trio.Nursery) -> None:
        match event:
            case Started(start):
                _keep_start(self, start)
            case Elsewhere(plays_on):
                if not plays_on:
                    raise ClientError("seat-elsewhere")
                self.say(Message.of("other-program-tries"))
            case GaveUp(player) if player.author != self.me.key.public:
                self.say(Message.of("guest-gave-up", player=player.name))
                if self.reporter.news is not None:
                    self.reporter.news.expect_fall()
            case Declined() if self.reporter.is_out:
                return  # we have given up our own seat
            case Declined(Unseated() as error) if may_wait(self):
                nursery.start_soon(wait_for_next, self, error)
                return
            case Declined(GivenUp()) if host_has_closed(self):
                self.finish()
                host = self.table.roster.name_of(self.table.id)
                raise ClientError("host-closed-lobby", host=host)
            case Declined(RulesUnfit() as error):
                raise Refused.saying(message_of_error(error))
            case Declined(error):
                if not isinstance(error, RulesNotHere):  # they may be added yet
                    self.finish()
                raise ClientError.saying(message_of_error(error))
            case Stopped(misbehaviour):
                accusation = await self._files.accuse(misbehaviour)
                with trio.move_on_after(PASS_ON_WITHIN):
                    await self.peer.flush()  # without our word others judge nothing
                self.finish()
                raise accusation
            case RulesBroken():
                fault = await self._files.blame_rules(event)
                with trio.move_on_after(PASS_ON_WITHIN):
                    await self.peer.flush()
                self.finish()
                raise fault
        self.hearing.hear(event, nursery)
        match event:
            case Started(start):
                buying.tell_sold(self, start)
            case Overtaken():
                nursery.cancel_scope.deadline = math.inf
            case Ended():
                nursery.cancel_scope.deadline = trio.current_time() + SIGN_WITHIN
            case Completed():
                nursery.cancel_scope.cancel()


def _keep_start(seat: SeatSession, start: Start) -> None:
    """Keep what is played, and by whom."""
    for player in start.players:
        seat.calls.seat(player.author)
    names = tuple(player.name for player in start.players)
    keys = [(player.identity.hex(), player.is_program) for player in start.players]
    identities = tuple(key for key, _ in keys)
    programs = tuple(key for key, is_program in keys if is_program)
    now = replace(seat.ticket, players=names, identities=identities)
    now = replace(now, programs=programs)
    seat.keep(replace(now, game=start.game.name))


async def _add_up(seat: SeatSession, saved: Transcript) -> None:
    """Keep what the evening has come to with this table, and tell it."""
    evening = seat.ticket.evening or Evening()
    if not evening.end.startswith(seat.table.id.hex()):
        report = saved.report or await seat.peer.report()
        evening = evening.after(findings.verified(str(saved.path), report))
        seat.keep(replace(seat.ticket, evening=evening))
    if evening.tables > 1:
        seat.front.tell(evening.shown)
    else:  # which says no more than the table's result, until somebody asks
        seat.front.know(evening.shown)
    if (purse := buying.purse(seat)) is not None:
        seat.front.tell(purse)
