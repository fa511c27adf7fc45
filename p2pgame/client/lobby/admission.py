"""Lets guests in at a table: the host is asked about each guest by name.

A link can be handed on, so alone it seats nobody while there is somebody to ask.  The
host is not asked about contacts, whose keys we have kept; about programs that it brings
along; about players who come on from the table before; and about a name that was let in
by words or pictures just now, unless it looks like a contact's.  It is asked about all
of them whose keys have signed two stories at an earlier table.  Where nobody can
answer, the link is the ticket.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

import trio

from p2pgame.engine import IllegalMove, Message
from p2pgame.session.entries.lookalikes import is_alike
from p2pgame.session.lobby.lobby import Player
from p2pgame.session.peer.runner import Peer

from ..errors import ClientError
from ..events import Arrived, Notice
from ..front_end import FrontEnd
from ..names import distinct
from ..profile import contacts, convictions, places
from ..questions import LetIn, Picture, PlayWith
from .guests import contact_of, own_programs

#: Seconds between two looks at who has come.
LOOK_EVERY = 0.1
#: Seconds for a guest that was let in by words or pictures to come with the invite.
COMES_WITHIN = 60.0
#: Seconds for the host to answer; after that the guest gets no seat.
ANSWER_WITHIN = 900.0


class Admission:
    """Lets guests in at one table; all questions about guests are asked here.

    ``folder`` is the seat's.  Nobody is asked where there is nobody to ask, nor at a
    table that somebody else ``hosts``.
    """

    def __init__(
        self, peer: Peer, front: FrontEnd, folder: Path, *, hosts: bool
    ) -> None:
        self._peer, self._front = peer, front
        self._bots = folder / places.BOTS
        self._met: set[bytes] = set()
        self._questions: dict[bytes, trio.CancelScope] = {}
        self._expected: dict[str, float] = {}
        self._turn = trio.Lock()
        self.can_ask = hosts and front.is_attended
        if self.can_ask and peer.table.seat is not None:
            peer.table.seat.let_in = set()

    async def ask(self, name: str, pictures: tuple[Picture, ...] = ()) -> bool:
        """Return whether a guest without a link may sit down, after the others."""
        async with self._turn:
            answer = await self._front.ask(LetIn(name, pictures), ANSWER_WITHIN, 0)
        return answer == 1

    def expect(self, name: str) -> None:
        """Note that somebody of this name was let in, and is about to come."""
        self._expected[name] = trio.current_time() + COMES_WITHIN

    async def run(self, begun: trio.Event) -> None:
        """Let in each guest that comes, or ask first, until the game has begun."""
        if not self.can_ask:
            return
        async with trio.open_nursery() as nursery:
            while not begun.is_set():
                knocking = self._peer.status.knocking
                authors = {player.author for player in knocking}
                self._withdraw(authors)
                self._met &= authors  # a guest who comes back is asked about again
                for player in knocking:
                    if player.author not in self._met:
                        self._met.add(player.author)
                        await self._meet(player, nursery)
                with trio.move_on_after(LOOK_EVERY):
                    await begun.wait()
            nursery.cancel_scope.cancel()

    def _withdraw(self, knocking: Collection[bytes]) -> None:
        """Ask no more about those for whom there is no seat any more."""
        for author, question in self._questions.items():
            if author not in knocking:
                question.cancel()

    async def _meet(self, player: Player, nursery: trio.Nursery) -> None:
        friend = contact_of(player)
        if _warning(player) is not None:
            nursery.start_soon(self._ask_in_turn, player)
        elif friend is not None and friend.name != player.name:
            await self._let_in(player, Arrived(player.name, friend.name))
        elif friend is not None or self._is_known(player):
            await self._let_in(player, Arrived(player.name))
        else:
            nursery.start_soon(self._ask_in_turn, player)

    def _is_known(self, player: Player) -> bool:
        """Return whether this is a program of ours, or somebody who was let in.

        A yes to a name does not count for one that looks like a contact's.
        """
        if player.identity in own_programs(self._bots):
            return True
        is_expected = trio.current_time() < self._expected.pop(player.name, 0.0)
        return is_expected and not is_alike(player.name, _contacts_names())

    async def _let_in(self, player: Player, news: Arrived | None = None) -> None:
        if news is not None:
            self._front.tell(news)
        await self._peer.admit(player.author, is_let_in=True)

    async def _ask_in_turn(self, player: Player) -> None:
        with trio.CancelScope() as self._questions[player.author]:
            async with self._turn:  # until a yes counts: it may have been the last seat
                if player in self._peer.status.knocking:
                    await self._ask_about(player)

    async def _ask_about(self, player: Player) -> None:
        here = [one.name for one in self._peer.table.players if one != player]
        name = distinct([*here, player.name])[-1]
        ask = PlayWith(name, self._is_impostor(player), _warning(player))
        if await self._front.ask(ask, ANSWER_WITHIN, 0):
            await self._let_in(player)
        else:
            with suppress(IllegalMove):  # it has gone meanwhile
                await self._peer.admit(player.author, is_let_in=False)
            self._front.tell(Notice(Message.of("gets-no-seat", name=name)))

    def _is_impostor(self, player: Player) -> bool:
        """Return whether a guest's name looks like that of somebody else we know.

        Known are contacts, and whoever else has a seat here.
        """
        if contact_of(player) is not None:
            return False
        table = self._peer.table
        outside = {one.author for one in (*self._peer.status.knocking, player)}
        outside |= set() if table.seat is None else table.seat.turned_away
        seated = [one for one in table.players if one.author not in outside]
        return is_alike(player.name, (*_contacts_names(), *(p.name for p in seated)))


def _warning(player: Player) -> Message | None:
    """Return what to tell of a guest who has signed two stories at an earlier table."""
    try:
        known = convictions.against(convictions.kept(), [player.identity])
    except ClientError:
        return None  # the seat has told of the damaged file
    conviction = known.get(player.identity)
    return None if conviction is None else convictions.told(conviction, player.name)


def _contacts_names() -> list[str]:
    try:
        return [one.name for one in contacts.kept()]
    except ClientError:
        return []
