"""The chips that the players of a table ask for, to begin the next table with.

A player says in an announcement how many, signed with its key at this table.  The host
passes it on, so that the player who opens the next table hears it.
"""

from __future__ import annotations

import re

import trio

from p2pgame.engine import Message
from p2pgame.log import AuthorKey
from p2pgame.session import Table
from p2pgame.session.lobby.before import chips_of
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.announce import Announcement
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame

from ..events import Notice
from ..front_end import FrontEnd

#: How often one player is heard at a table, at most.
HEARD = 20
#: Seconds between two looks at what there is to pass on.
LOOK_EVERY = 0.2
_LABEL = re.compile(r"buys (0|[1-9][0-9]{0,12})")
#: What a peer's announcements about a buyer are kept under, before its author.
_ABOUT = b"buys"


class BuyIns:
    """How many chips each player of a table has asked for."""

    def __init__(self, table: Table, front: FrontEnd) -> None:
        self._table, self._front = table, front
        self._heard: dict[bytes, tuple[int, int, Announce]] = {}
        self._times: dict[bytes, int] = {}

    def hear(self, message: Announce) -> None:
        """Take in an announcement, and tell it; of a player's the latest counts."""
        author, roster = message.table, self._table.roster
        times = self._times.get(author, 0)
        if author not in roster.seats or times == HEARD:
            return
        try:
            told = announce.read(message)
        except InvalidFrame:
            return  # anybody with the invite may have said it
        match, had = _LABEL.fullmatch(told.label), self._heard.get(author)
        if match is None or (had is not None and told.when < had[0]):
            return
        chips = int(match[1])
        if had is not None and chips == had[1]:
            return
        self._times[author] = times + 1
        self._heard[author] = told.when, chips, message
        is_own = self._table.seat is not None and self._table.seat.key.public == author
        if not is_own:
            buys = Message.of("buys-in", player=roster.name_of(author), chips=chips)
            self._front.tell(Notice(buys))

    def of(self, identity: bytes) -> int:
        """Return how many chips the player of this identity has asked for."""
        players = self._table.roster.players
        asked = (
            self._heard[one.author][1]
            for one in players
            if one.identity == identity and one.author in self._heard
        )
        return next(asked, 0)

    async def pass_on(self, peer: Peer) -> None:
        """Tell all others what was heard, on each link; does not return."""
        passed = dict[bytes, Announce]()
        while True:
            for author, (_, _, message) in [*self._heard.items()]:
                if passed.get(author) != message:
                    passed[author] = message
                    await peer.announce(message, about=_ABOUT + author)
            await trio.sleep(LOOK_EVERY)


async def announce_wish(
    peer: Peer, key: AuthorKey, buys: BuyIns, chips: int, when: int
) -> None:
    """Tell the others that our player asks for so many chips; ``when`` is Unix time."""
    there = Announcement(key.public, when, (), (), f"buys {chips}")
    message = announce.announce(there, key.sign)
    buys.hear(message)
    await peer.announce(message, about=_ABOUT + key.public)


def with_bought(kept: str, asked: int, most: int) -> str:
    """Return what a player begins with who kept this, and has asked for chips."""
    had = chips_of(kept)
    if had is None or not asked or not had < most:
        return kept
    return str(min(had + asked, most))
