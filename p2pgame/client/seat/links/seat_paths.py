"""Looks for direct links with the other players, while the relay carries the game.

At a table with a relay every seat looks in the background for direct links with the
players whom the genesis names (:mod:`p2pgame.transport.paths.seeker`).  It tells
each of them alone where it can be reached, by a direct message
(:mod:`p2pgame.session.entries.direct_messages`).  Nothing waits for that: the game goes
on over whatever links there are.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress

import trio

from p2pgame.engine import Message
from p2pgame.log import AuthorKey
from p2pgame.session.entries.direct_messages import DirectMessages, SignalKey
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.link import InvalidFrame, Link, TransportError
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.greeting import Greeter
from p2pgame.transport.paths.seeker import NO_CALLS, Calls, Paths, Wishes
from p2pgame.transport.paths.signals import Sync
from p2pgame.transport.paths.standing import Path, Standing
from p2pgame.transport.relay.tended import TendedLink

from ...names import all_of
from ...world import World

#: Direct messages that are kept until we know who plays.
UNREAD_LIMIT = 64

#: Seconds in which further direct links are told of in the same sentence.
SETTLES_WITHIN = 3.0


class SeatPaths:
    """The direct links of one seat; ``use`` talks over each until it is gone."""

    def __init__(
        self,
        peer: Peer,
        key: AuthorKey,
        invite: Invite,
        use: Callable[[bytes, Link], Awaitable[None]],
        world: World,
        *,
        is_hidden: bool,
        calls: Calls = NO_CALLS,
    ) -> None:
        self._peer, self._world = peer, world
        self._author = key.public
        self._direct_messages = DirectMessages(key, invite.table)
        greeting = Envelope({0: chain.greeting_key(invite.secret)})
        greeter = Greeter(
            SignalKey(key, invite.table),
            lambda plaintext: greeting.seal(plaintext, self._world.entropy),
            lambda frame: greeting.open(frame)[1],
            self._world.entropy,
        )
        wishes = Wishes(is_hidden=is_hidden)
        self._paths = Paths(
            *(greeter, self._say, use),
            clock=self._millis,
            wishes=wishes,
            calls=calls,
        )
        self._unread: deque[tuple[bytes, bool]] = deque(maxlen=UNREAD_LIMIT)
        self._present: tuple[bytes, ...] = ()
        self._told: set[bytes] = set()
        self._news_since = math.inf
        peer.hears.direct = self._hear

    @property
    def source(self) -> int | None:
        """The port from which relays should be dialled, once we run."""
        return self._paths.source

    async def run(
        self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Look for paths, and keep them, until cancelled; or do without.

        Where no port is to be had, all stays relayed.
        """
        try:
            await self._paths.run(task_status=task_status)
        except* TransportError:
            with suppress(RuntimeError):  # it had started
                task_status.started()

    async def at_relay(self, name: str, link: TendedLink) -> None:
        """Learn from a relay where it sees us; tell there how we are reached."""
        if link.observed is not None:
            self._paths.observe(name, link.observed, is_shared=link.is_shared)
        await link.live.wait()
        self._tell(self._direct_messages.players)

    def meet(self, present: tuple[bytes, ...]) -> None:
        """Reach these players, and no others, from now on."""
        if present == self._present:
            return
        self._present = present
        fresh = {*present} - {self._author, *self._direct_messages.players}
        for author in {*self._direct_messages.players} - {*present}:
            self._direct_messages.dismiss(author)
            self._paths.dismiss(author)
        for author in fresh:
            self._direct_messages.admit(author)
            self._paths.admit(author)
        self._tell(fresh)
        unread, self._unread = self._unread, deque(maxlen=UNREAD_LIMIT)
        for sealed, is_fresh in unread:
            self._hear(sealed, is_fresh)

    def _tell(self, authors: Iterable[bytes]) -> None:
        """Whisper once more where we are, as we said last."""
        reach = self._paths.reach
        if reach is not None:
            self._peer.send_direct(
                self._direct_messages.seal(authors, reach, self._world.entropy)
            )

    async def _say(self, plaintext: bytes) -> None:
        signal = signals.decode(plaintext)
        to = (signal.to,) if isinstance(signal, Sync) else self._direct_messages.players
        self._peer.send_direct(
            self._direct_messages.seal(to, plaintext, self._world.entropy)
        )

    def _hear(self, sealed: bytes, is_fresh: bool) -> None:
        try:
            plaintext = self._direct_messages.open(sealed)
        except InvalidFrame:
            if not self._present:
                self._unread.append((sealed, is_fresh))
            return
        with suppress(InvalidFrame):  # a player's own fault, of no use to anybody
            self._paths.hear(plaintext, is_fresh=is_fresh)

    def standing(self, author: bytes, relays: list[TendedLink]) -> Standing | None:
        """Return how a player is reached just now; None: we can't tell.

        A relay's round trip is that from us to the relay.  One of nostr is slow, and
        counts only where there is no other.
        """
        found = self._paths.standing(author)
        if found.path is not Path.RELAYED:
            return found
        ours = [link for link in relays if not link.by_nostr]
        used, path = (ours, Path.RELAYED) if ours else (relays, Path.BY_NOSTR)
        trips = [link.latency for link in used if link.latency is not None]
        return Standing(path, min(trips, default=None)) if used else None

    def news(self, names: Mapping[bytes, str]) -> Message | None:
        """Return what to say of players who are reached directly now: of each once."""
        standing = self._paths.standing
        up = [one for one in names if standing(one).path is not Path.RELAYED]
        fresh = [author for author in up if author not in self._told]
        now = trio.current_time()
        self._news_since = min(self._news_since, now) if fresh else math.inf
        if not fresh or (
            len(up) < len(names) and now < self._news_since + SETTLES_WITHIN
        ):
            return None
        self._told.update(fresh)
        players = all_of([names[author] for author in fresh])
        return Message.of("connected-directly", players=players)

    def _millis(self) -> int:
        return int(self._world.now() * 1000)
