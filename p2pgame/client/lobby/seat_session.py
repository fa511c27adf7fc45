"""One seat at one table: its peer, its links, its ticket, and who hears of it."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from p2pgame.engine import Message
from p2pgame.games.registry import KNOWN
from p2pgame.session import Offer, Table
from p2pgame.session.entries.payloads import Decider
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Announce

from ..events import Notice
from ..front_end import FrontEnd
from ..profile import places, ticket
from ..profile.places import Held
from ..profile.ticket import State, Ticket
from ..seat.files import Files
from ..seat.fork_news import ForkNews
from ..seat.hearing import Hearing
from ..seat.links.calls import SeatCalls
from ..seat.links.guest_lines import GuestLines
from ..seat.links.links import Links
from ..seat.plans.plan_file import PlanFile
from ..seat.seat_acts import SeatActs
from ..seat.setup import SeatSetup
from ..world import World
from .admission import Admission
from .buy_ins import BuyIns
from .guests import Guests
from .lobby_news import LobbyNews
from .status_reporter import StatusReporter
from .tried_games import TriedGames


class SeatSession:
    """One seat at one table, which :func:`.seat_runner.run` plays to the end.

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
        self.files = Files(
            *(self.peer, front, self.world.folder, seat.out),
            is_checked=is_checked,
            note=lambda path: self.keep(replace(self.ticket, saved=str(path))),
        )
        forks = ForkNews(self.peer, front, self.files)
        plan = PlanFile(self.folder, self.world.machine)
        acts = SeatActs(self.peer)
        self.hearing = Hearing(self.peer, front, seat.name, forks, acts, plan)
        self.reporter = StatusReporter(self.peer, self.links, self.hearing, offer)
        self.reporter.is_leaving = lambda: self.is_alone and front.is_leaving
        guests = Guests(self.peer, offer, self.folder / places.BOTS)
        self.reporter.guests = guests
        self.buys = BuyIns(table, front)
        self.peer.hears.announcement = self._hear_announced
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

        At a table with a relay nobody is known to be away.  A player who has given up a
        game of two is here as long as it has a line.
        """
        players, roster = self.table.players, self.table.roster
        here = frozenset(players[seat].author for seat in roster.here)
        return (here - self.links.missing) | (self._given_up & self._connected)

    @property
    def gave_up(self) -> bool:
        """Whether our player has given up a game of two."""
        return self.me.key.public in self._given_up

    @property
    def plays_on(self) -> bool:
        """Whether our player has given up a game of two, and may play the next one."""
        return self.gave_up and not self.front.is_leaving

    @property
    def _given_up(self) -> frozenset[bytes]:
        play = self.table.play
        if play is None or len(play.start.players) != 2:
            return frozenset()
        left = {play.start.players[seat].author for seat in play.absences.left}
        return frozenset(left - {one.author for one in self.table.roster.sitting_out})

    @property
    def _connected(self) -> frozenset[bytes]:
        """The authors that are known to be there: we, and those with a line to us."""
        return self.links.connected | {self.me.key.public}

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

    def _hear_announced(self, message: Announce) -> None:
        self.buys.hear(message)
        if self.reporter.news is not None:
            self.reporter.news.hear(message)

    def tell_unshown(self) -> None:
        """Report which players have said more than was shown."""
        if self.hearing.story is not None:
            self.hearing.story.unshown()
