"""Lists who is at a table before its game begins, for the front end."""

from __future__ import annotations

from pathlib import Path

from p2pgame.log import AuthorKey
from p2pgame.session import Offer
from p2pgame.session.lobby.lobby import Player
from p2pgame.session.peer.runner import Peer
from p2pgame.session.table.status import Status

from ..errors import ClientError
from ..events import Guest
from ..profile import contacts, places
from ..profile.contacts import Contact
from .lobby_news import LobbyNews


def contact_of(player: Player) -> Contact | None:
    """Return the contact who plays, if its key is one's."""
    try:
        return contacts.known(player.identity)
    except ClientError:
        return None  # of a damaged file we need not hear just now


def own_programs(bots: Path) -> set[bytes]:
    """Return the identities of the programs whose folders are in this one."""
    paths = bots.glob("*/identity")
    return {AuthorKey(places.seed_in(path)).public for path in paths}


class Guests:
    """The guests at one table; ``bots`` has the folders of programs that we bring.

    ``offer`` is ours, if we host; ``news`` are the host's words, if we do not.
    """

    def __init__(self, peer: Peer, offer: Offer | None, bots: Path) -> None:
        self._peer, self.offer, self._bots = peer, offer, bots
        self._contacts: dict[bytes, Contact | None] = {}
        self.news: LobbyNews | None = None

    def here(self, status: Status) -> tuple[Guest, ...]:
        """Return the guests who are here, in order of arrival; none after the start."""
        table = self._peer.table
        if table.play is not None or table.seat is None:
            return ()
        outside = {table.seat.key.public}
        if self.news is not None:
            outside |= self.news.turned_away
        here = {*status.guests} - outside
        return tuple(self._guest(one) for one in table.players if one.author in here)

    def _guest(self, player: Player) -> Guest:
        friend = self._contact(player)
        return Guest(
            player.author.hex(),
            player.name,
            None if friend is None else friend.name,
            player.is_program,
            self._can_remove(player),
        )

    def _contact(self, player: Player) -> Contact | None:
        if player.author not in self._contacts:
            self._contacts[player.author] = contact_of(player)
        return self._contacts[player.author]

    def _can_remove(self, player: Player) -> bool:
        if self.offer is None or self._peer.table.roster.offer is not None:
            return False
        if player.identity in self.offer.wanted:
            return False
        return not player.is_program or player.identity not in own_programs(self._bots)
