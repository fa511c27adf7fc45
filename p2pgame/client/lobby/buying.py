"""Buys chips between two games, to begin the next table with.

A player says in an announcement how many, signed with its key at this table.  The host
passes it on, so that whoever opens the next table hears it.  What is bought stands in
the genesis of that table, which all its players accept; and the program of a player
accepts none that sells it more than it has asked for.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from p2pgame.engine import IllegalMove, Message
from p2pgame.log import AuthorKey
from p2pgame.session import Start, Table
from p2pgame.session.lobby.before import chips_of, stakes
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.announce import Announcement
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame

from ..events import Notice, Purse
from ..front_end import FrontEnd
from ..seat.seat_acts import SeatActs
from ..words import title_of

if TYPE_CHECKING:
    from .seat_session import SeatSession

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


def purse(sitting: SeatSession) -> Purse | None:
    """Return what our player has, and may buy for the next table; None: nothing is."""
    play, evening = sitting.table.play, sitting.ticket.evening
    story = sitting.hearing.story
    if play is None or evening is None or story is None or not story.goes_on:
        return None
    game = play.start.game
    kept = evening.amounts(game.name).get(sitting.me.identity.public.hex(), "")
    had, most = chips_of(kept), game.buy_in(play.start.options)
    if had is None or not 0 <= had < most:
        return None
    id = "purse" if had else "purse-empty"
    told = Message.of(id, chips=had, more=most - had, most=most)
    return Purse(had, most, evening.asks, told)


async def buy_in(sitting: SeatSession, chips: int) -> None:
    """Ask for so many chips at the next table; 0: for none after all.

    Raises:
      IllegalMove: The game is not over, nothing is for sale, or not so many.
    """
    evening, table, key = sitting.ticket.evening, sitting.table, sitting.me.key
    if evening is None or not evening.end.startswith(table.id.hex()):
        raise IllegalMove("no-game", Message.of("buy-in-later"))
    now = purse(sitting)
    if now is None:
        raise IllegalMove("no-sale", _why_no_sale(sitting))
    if now.chips + chips > now.most:
        more = now.most - now.chips
        why = Message.of("buy-in-too-much", chips=now.chips, more=more, most=now.most)
        raise IllegalMove("too-much", why)
    sitting.keep(replace(sitting.ticket, evening=replace(evening, asks=chips)))
    if key.public != table.id:
        when = int(sitting.world.now())
        await announce_wish(sitting.peer, key, sitting.buys, chips, when)
    told = Message.of("you-buy-in", chips=chips)
    sitting.front.tell(replace(now, asked=chips, message=told))


async def announce_wish(
    peer: Peer, key: AuthorKey, buys: BuyIns, chips: int, when: int
) -> None:
    """Tell the others that our player asks for so many chips; ``when`` is Unix time."""
    there = Announcement(key.public, when, (), (), f"buys {chips}")
    message = announce.announce(there, key.sign)
    buys.hear(message)
    await peer.announce(message, about=_ABOUT + key.public)


def _why_no_sale(sitting: SeatSession) -> Message:
    play, story = sitting.table.play, sitting.hearing.story
    assert play is not None
    game = play.start.game
    most = game.buy_in(play.start.options)
    if not most:
        return Message.of("nothing-for-sale", game=title_of(game.name))
    if story is None or not story.goes_on:
        return Message.of("all-begin-anew")
    return Message.of("enough-chips", most=most)


def with_bought(kept: str, asked: int, most: int) -> str:
    """Return what a player begins with who kept this, and has asked for chips."""
    had = chips_of(kept)
    if had is None or not asked or not had < most:
        return kept
    return str(min(had + asked, most))


def begin(sitting: SeatSession, acts: SeatActs) -> BuyIns:
    """Hear at a table who asks for chips, and let our player ``acts`` ask for some."""
    acts.buys = partial(buy_in, sitting)
    sitting.peer.hears.announcement = partial(_hear, sitting)
    return BuyIns(sitting.table, sitting.front)


def _hear(sitting: SeatSession, message: Announce) -> None:
    """Take in what somebody at the table announces."""
    sitting.buys.hear(message)
    if sitting.reporter.news is not None:
        sitting.reporter.news.hear(message)


def tell_sold(sitting: SeatSession, start: Start) -> None:
    """Tell who has bought chips with which a table begins that goes on from another."""
    evening, game = sitting.ticket.evening, start.game.name
    if evening is None or evening.missed or sitting.is_again:
        return
    kept, here = evening.kept.get(game), stakes(start)
    if kept is None or here is None:
        return
    purses = kept.purses(is_whole=True)
    if not purses.goes_on([player.identity for player in start.players], here):
        return
    for seat, player in enumerate(start.players):
        had = kept.amounts.get(player.identity.hex(), "")
        chips = here.bought(had, seat)
        if chips:
            name = sitting.hearing.names[seat]
            sitting.say(Message.of("has-bought-in", player=name, chips=chips))
