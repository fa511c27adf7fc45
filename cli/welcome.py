"""Who may sit down at a table of ours: whoever hosts is asked about each guest by name.

A link can be handed on, so alone it seats nobody while there is somebody to ask.  We
need not ask about contacts, whose keys we have kept; about programs that we bring
along; about those who come on from the table before; and about a name that was let in
by words or pictures just now.  Where nobody is at the terminal the link is the ticket.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click
import trio

from p2pgame.log import AuthorKey
from p2pgame.session.lobby.lobby import Player
from p2pgame.session.peer.runner import Peer

from . import contacts, moves, places, words
from .contacts import Contact
from .leaving import Left
from .seated import Seat

#: Seconds between two looks at who has come.
LOOK_EVERY = 0.1
#: Seconds for whoever was let in by words or pictures to come with the invite.
COMES_WITHIN = 60.0

_YES, _NO = ("y", "yes"), ("n", "no")


class Welcome:
    """Lets guests in at one table; all questions about guests are asked here.

    ``folder`` is the seat's.  Nobody is asked where there is nobody to ask, nor at a
    table that somebody else ``hosts``.
    """

    def __init__(self, peer: Peer, seat: Seat, folder: Path, *, hosts: bool) -> None:
        self._peer, self._screen = peer, seat.screen
        self._bots = folder / places.BOTS
        self._met: set[bytes] = set()
        self._questions: dict[bytes, trio.CancelScope] = {}
        self._expected: dict[str, float] = {}
        self._turn = trio.Lock()
        self.can_ask = hosts and not seat.bot and seat.screen.has_keys
        if self.can_ask and peer.table.seat is not None:
            peer.table.seat.let_in = set()

    async def ask(self, question: str, *, usual: bool) -> bool:
        """Return whether a guest may sit down; only Enter: as is usual.

        Raises:
          EOFError: Nobody answers any more.
        """
        async with self._turn:
            return await self._ask(question, usual=usual)

    async def _ask(self, question: str, *, usual: bool) -> bool:
        self._screen.line(f"{question} [{'Y/n' if usual else 'y/N'}]")
        while True:
            typed = moves.cleaned(await self._screen.ask()).lower()
            if typed in (*_YES, *_NO, ""):
                return typed in _YES if typed else usual
            self._screen.line("Type y or n.")

    def expect(self, name: str) -> None:
        """Note that somebody of this name was let in, and is about to come."""
        self._expected[name] = trio.current_time() + COMES_WITHIN

    async def run(self, begun: trio.Event) -> None:
        """Let in whoever comes, or ask first, until the game has begun."""
        if not self.can_ask:
            return
        async with trio.open_nursery() as nursery:
            while not begun.is_set():
                knocking = self._peer.status.knocking
                self._withdraw({player.author for player in knocking})
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
        friend = _contact(player)
        if friend is not None and friend.name != player.name:
            await self._let_in(player, f"{player.name} is here: your {friend.name}.")
        elif friend is not None or self._is_known(player):
            await self._let_in(player, f"{player.name} is here.")
        else:
            nursery.start_soon(self._ask_in_turn, player)

    def _is_known(self, player: Player) -> bool:
        """Return whether this is a program of ours, or somebody who was let in."""
        paths = self._bots.glob("*/identity")
        if player.identity in {AuthorKey(places.seed_in(p)).public for p in paths}:
            return True
        return trio.current_time() < self._expected.pop(player.name, 0.0)

    async def _let_in(self, player: Player, news: str = "") -> None:
        if news:
            self._screen.line(news)
        await self._peer.let_in(player.author)

    async def _ask_in_turn(self, player: Player) -> None:
        with trio.CancelScope() as self._questions[player.author]:
            async with self._turn:  # until a yes counts: it may have been the last seat
                if player in self._peer.status.knocking:
                    await self._ask_about(player)

    async def _ask_about(self, player: Player) -> None:
        here = [one.name for one in self._peer.table.players if one != player]
        name = words.distinct([*here, player.name])[-1]
        known = not _is_taken(player.name)
        other = "" if known else ", and is not the one whom you know by that name"
        question = f"{name} has come with your link{other}. Play with {name}?"
        try:
            is_welcome = await self._ask(question, usual=known)
        except EOFError:
            raise Left from None
        if is_welcome:
            await self._let_in(player)
        else:
            self._screen.line(f"{name} gets no seat.")


def _contact(player: Player) -> Contact | None:
    try:
        return contacts.known(player.identity)
    except click.ClickException:
        return None  # of a damaged file we need not hear just now


def _is_taken(name: str) -> bool:
    """Return whether we know somebody, somebody else, by this name."""
    try:
        return name.casefold() in {one.name.casefold() for one in contacts.kept()}
    except click.ClickException:
        return False
