"""Opens a host's table with fewer seats: for those here, or for all but the missing.

Missing are those of the table before for whom a seat is reserved.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from functools import partial

from msgspec.structs import replace

from p2pgame.engine import IllegalMove, Message, Options
from p2pgame.engine.play import start, why_not, wrong_seats
from p2pgame.session import Offer
from p2pgame.session.lobby.terms import quorum as usual_quorum
from p2pgame.session.lobby.terms import why_no_absence, why_no_quorum

from ..names import distinct
from ..profile import places, ticket
from ..profile.ticket import Doors
from .guests import own_programs
from .seat_session import SeatSession


def watch(sitting: SeatSession) -> None:
    """Have a seat report who is missing, and its player open the table with fewer."""
    acts = sitting.hearing.acts
    sitting.reporter.missing = partial(names, sitting)
    sitting.reporter.beginners = partial(beginners, sitting)
    acts.without = partial(go_without, sitting)
    acts.begins = partial(begin, sitting)


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
    offer, gone = sitting.offer, missing(sitting)
    if offer is None or not gone:
        raise IllegalMove("nobody", Message.of("nobody-missing"))
    await _offer(sitting, _without(offer, gone, offer.seats - len(gone)))


def beginners(sitting: SeatSession) -> int:
    """Return how many could begin now, fewer than there are seats; 0: they can't."""
    offer = sitting.offer
    if offer is None or sitting.table.roster.seats or missing(sitting):
        return 0
    count = _present(sitting)
    return count if count < offer.seats and count in offer.game.seats else 0


async def begin(sitting: SeatSession) -> None:
    """Open the table with as many seats as players are here.

    Raises:
      IllegalMove: It is not ours, begins already, or can't be played by so few.
    """
    offer = sitting.offer
    if offer is None:
        raise IllegalMove("not-opener", Message.of("not-opener"))
    seats = _present(sitting)
    if sitting.table.roster.seats or seats >= offer.seats:
        raise IllegalMove("begun", Message.of("begins-already"))
    await _offer(sitting, _without(offer, missing(sitting), seats))


def _present(sitting: SeatSession) -> int:
    """Return how many have a seat: who is here, and the programs that we bring.

    A program comes once those before it are there.
    """
    table, guests = sitting.table, sitting.peer.status.guests
    here = {player.identity for player in table.players if player.author in guests}
    hosting = sitting.ticket.hosting
    if hosting is None or not hosting.guests:
        return len(here)
    return len(here - own_programs(sitting.folder / places.BOTS)) + len(hosting.guests)


async def _offer(sitting: SeatSession, fewer: Offer) -> None:
    """Offer fewer seats from now on."""
    hosting = sitting.ticket.hosting
    assert hosting is not None
    await sitting.peer.at_seat(lambda seat: seat.offer_instead(fewer))
    doors = Doors((hosting.host, hosting.port), hosting.addresses, (), hosting.hidden)
    kept = ticket.hosting(fewer, doors, hosting.guests)
    sitting.keep(replace(sitting.ticket, hosting=kept))
    sitting.offer = sitting.reporter.offer = fewer
    if sitting.reporter.guests is not None:
        sitting.reporter.guests.offer = fewer


def _without(offer: Offer, gone: Collection[bytes], seats: int) -> Offer:
    """Return an offer of so many seats, none of them for those who are gone.

    Raises:
      IllegalMove: The game can't be played like that.
    """
    game = offer.game
    if (few := wrong_seats(game, seats)) is not None:
        raise IllegalMove("seats", few)
    options = _options(offer, gone, seats)
    wrong = why_not(game, seats, options)
    if wrong is not None:
        raise IllegalMove("options", wrong)
    quorum, absence = offer.quorum, offer.absence
    if quorum is not None and why_no_quorum(quorum, seats) is not None:
        quorum = None
    counts = usual_quorum(seats) if quorum is None else quorum
    if absence is not None and why_no_absence(absence, counts) is not None:
        absence = None
    stay = tuple(one for one in offer.wanted if one not in gone)
    return dataclasses.replace(
        offer,
        options=options,
        seats=seats,
        quorum=quorum,
        absence=absence,
        wanted=stay,
    )


def _options(offer: Offer, gone: Collection[bytes], seats: int) -> Options:
    """Return the options of fewer seats: all keep what they would have begun with."""
    game = offer.game
    if not offer.carried and why_not(game, seats, offer.options) is None:
        return offer.options
    begins = game.kept(start(game, offer.seats, offer.options).state)
    if begins is None:
        return offer.options
    wanted = (*offer.wanted, *[b""] * (offer.seats - len(offer.wanted)))
    both = zip(wanted, begins, strict=True)
    rest = [chips for one, chips in both if one not in gone]
    options: Options = game.continued(offer.options, tuple(rest[:seats]))
    return options
