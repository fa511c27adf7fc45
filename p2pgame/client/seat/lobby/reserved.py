"""Tells a host for whom a seat is reserved and who is missing, and goes on without."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace

from p2pgame.engine import IllegalMove, Message
from p2pgame.engine.play import start, why_not
from p2pgame.session import Offer
from p2pgame.session.lobby.terms import why_no_quorum

from ...names import distinct
from ...profile import ticket
from ...profile.ticket import Doors
from ...words import title_of

if TYPE_CHECKING:
    from ..seat_session import SeatSession


def missing(sitting: SeatSession) -> tuple[bytes, ...]:
    """Return the identities for which we reserve seats, and which are not here."""
    table, offer, guests = sitting.table, sitting.offer, sitting.peer.status.guests
    if offer is None or table.roster.seats:
        return ()
    here = {player.identity for player in table.players if player.author in guests}
    here.add(sitting.me.identity.public)
    return tuple(one for one in offer.wanted if one not in here)


def names(sitting: SeatSession) -> tuple[str, ...]:
    """Return the names of those who are missing."""
    gone, evening = missing(sitting), sitting.ticket.evening
    known = {} if evening is None else evening.names
    return tuple(distinct([known.get(one.hex(), one.hex()[:8]) for one in gone]))


async def go_without(sitting: SeatSession) -> None:
    """Open the table with fewer seats: without those who are missing.

    Raises:
      IllegalMove: Nobody is, or the game can't be played by so few.
    """
    offer, hosting = sitting.offer, sitting.ticket.hosting
    gone = missing(sitting)
    if offer is None or hosting is None or not gone:
        raise IllegalMove("nobody", Message.of("nobody-missing"))
    fewer = _without(offer, gone)
    await sitting.peer.at_seat(lambda seat: seat.offer_instead(fewer))
    doors = Doors((hosting.host, hosting.port), hosting.addresses, (), hosting.hidden)
    kept = ticket.hosting(fewer, doors, hosting.guests)
    sitting.keep(replace(sitting.ticket, hosting=kept))
    sitting.offer = sitting.reporter.offer = fewer
    if sitting.reporter.guests is not None:
        sitting.reporter.guests.offer = fewer


def _without(offer: Offer, gone: Collection[bytes]) -> Offer:
    """Return an offer without the seats of those who are gone.

    Raises:
      IllegalMove: The game can't be played like that.
    """
    game, seats = offer.game, offer.seats - len(gone)
    if seats not in game.seats:
        low, high, title = game.seats[0], game.seats[-1], title_of(game.name)
        raise IllegalMove(
            "seats",
            Message.of("seats-wrong", game=title, low=low, high=high, seats=seats),
        )
    begins, options = game.kept(start(game, offer.seats, offer.options).state), None
    wanted = (*offer.wanted, *[b""] * (offer.seats - len(offer.wanted)))
    if begins is not None:
        both = zip(wanted, begins, strict=True)
        rest = tuple(chips for one, chips in both if one not in gone)
        options = game.continued(offer.options, rest)
    options = options or offer.options
    wrong = why_not(game, seats, options)
    if wrong is not None:
        raise IllegalMove("options", wrong)
    quorum = offer.quorum
    if quorum is not None and why_no_quorum(quorum, seats) is not None:
        quorum = None
    stay = tuple(one for one in offer.wanted if one not in gone)
    return dataclasses.replace(
        offer, options=options, seats=seats, quorum=quorum, wanted=stay
    )
