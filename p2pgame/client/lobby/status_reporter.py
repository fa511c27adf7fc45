"""Reports what a seat waits for and how players are reached, whenever that changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from p2pgame.engine import Message, Over, Shuffle
from p2pgame.session import Offer
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.status import Status
from p2pgame.transport.paths.standing import Standing

from ..events import Notice, Progress, Waiting
from ..front_end import FrontEnd, Left
from ..names import all_of
from ..seat import waiting
from ..seat.hearing import Hearing
from ..seat.links.links import Links

if TYPE_CHECKING:
    from ..seat.links.seat_paths import SeatPaths
    from .guests import Guests
    from .lobby_news import LobbyNews

#: Seconds to pass on what others must have before we go.
PASS_ON_WITHIN = 5.0
#: Seconds between two looks at what goes on.
LOOK_EVERY = 0.2


class StatusReporter:
    """Looks at one seat's table, links and paths; ``offer`` is ours, if we host."""

    def __init__(
        self, peer: Peer, links: Links, hearing: Hearing, offer: Offer | None
    ) -> None:
        self._peer, self._links, self._hearing = peer, links, hearing
        self.offer = offer
        #: The names of those who are missing for whom seats are reserved.
        self.missing: Callable[[], tuple[str, ...]] = tuple
        #: How many could begin now, with fewer seats; 0: they can't.
        self.beginners: Callable[[], int] = int
        self._shown: Waiting | None = None
        #: Whether we leave a table at which all others are programs of ours.
        self.is_leaving: Callable[[], bool] = lambda: False
        #: What a guest hears from its host before the start.
        self.news: LobbyNews | None = None
        #: Whether we had left before, and come back to wait for the next table.
        self.is_back = False
        #: The guests that are here before the start.
        self.guests: Guests | None = None
        #: The direct links that are looked for, where there is a relay.
        self.paths: SeatPaths | None = None

    async def run(self, front: FrontEnd) -> None:
        """Report until cancelled.

        Raises:
          Left: The player has left the game, and the others play on, or has given up
            its seat before the game.
        """
        warned = False
        while True:
            status = self._peer.status
            if status.recalling and not warned:
                warned = True
                players = all_of(status.recalling)
                front.tell(Notice(Message.of("seat-in-doubt", players=players)))
            # It may speak of players of whom we have yet to hear.
            story = self._hearing.story
            if status.turn is None or story is not None:
                self._report(status, front)
            if story is not None:
                story.unshown(trio.current_time())
            if self.is_out:
                with trio.move_on_after(PASS_ON_WITHIN):
                    await self._peer.flush()
                raise Left
            await trio.sleep(LOOK_EVERY)

    def _report(self, status: Status, front: FrontEnd) -> None:
        self._hearing.tell_leavers()
        play = self._peer.table.play
        if play is not None and not play.start.quorum:
            status = dataclasses.replace(status, left=())  # nobody's time runs out
        standings = self._look_at_paths(status, front)
        told = None if self.news is None else self.news.waiting()
        is_up, offer = self._links.is_up, self.offer
        missing, few = self.missing(), self.beginners()
        now = waiting.waiting(status, is_up, offer, standings, told, missing, few)
        if self.guests is not None:
            now = replace(now, guests=self.guests.here(status))
        if self.news is not None:
            now = replace(now, let_in=self.news.let_in)
        if now != self._shown:
            self._shown = now
            front.tell(now)
            if isinstance(status.turn, Shuffle):
                total = len(status.turn.players)
                done = total - len(status.waiting_for)
                front.tell(Progress("shuffle", done, total))

    def _look_at_paths(self, status: Status, front: FrontEnd) -> dict[int, Standing]:
        """Return how each other player is reached, by its seat."""
        play, paths, table = self._peer.table.play, self.paths, self._peer.table
        if play is None or paths is None or self._hearing.story is None:
            return {}
        paths.meet(status.present)
        ours = None if table.seat is None else table.seat.key.public
        others = {
            player.author: seat
            for seat, player in enumerate(play.start.players)
            if player.author in status.present and player.author != ours
        }
        names = self._hearing.names
        news = paths.news({author: names[seat] for author, seat in others.items()})
        if news is not None and not self.is_over:
            front.tell(Notice(news))
        relays = self._links.relays
        found = ((seat, paths.standing(one, relays)) for one, seat in others.items())
        return {seat: how for seat, how in found if how is not None}

    @property
    def is_out(self) -> bool:
        """Whether we have left, and others play on, under keys that we do not get.

        Before the game: whether we have given up our seat.

        The host stays, for the others may be connected by it alone, unless they are all
        programs of its own.
        """
        play = self._peer.table.play
        if play is None:
            return self._peer.table.own.has_given_up
        if play.seat not in play.absences.left:
            return False
        if len(play.start.players) == 2 or self.is_back:
            return False  # the game is over by that, or we wait for the next one
        return self.is_leaving() or (self.offer is None and len(play.present) > 2)

    @property
    def is_over(self) -> bool:
        """Whether others may leave, as far as we know."""
        return isinstance(self._peer.status.turn, Over)
