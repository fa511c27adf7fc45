"""Buys chips between two games, to begin the next table with.

What is bought stands in the genesis of that table, which all its players accept; and
the program of a player accepts none that sells it more than it has asked for.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from p2pgame.engine import IllegalMove, Message
from p2pgame.session import Start
from p2pgame.session.lobby.before import chips_of, stakes

from ..events import Purse
from ..words import title_of
from .buy_ins import announce_wish
from .seat_session import SeatSession


def allow(sitting: SeatSession) -> None:
    """Let the player of a seat ask for chips."""
    sitting.hearing.acts.buys = partial(buy_in, sitting)


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
