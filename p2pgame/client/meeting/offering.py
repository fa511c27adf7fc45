"""Makes a host's request into an offer, and its addresses into the ways to it."""

from __future__ import annotations

from p2pgame.engine import AnyGame, Message
from p2pgame.engine.play import why_not, wrong_seats
from p2pgame.session import Offer
from p2pgame.session.entries.payloads import MAX_SEATS, Time
from p2pgame.session.lobby.terms import quorum as usual_quorum
from p2pgame.session.lobby.terms import (
    usual_programs,
    why_no_absence,
    why_no_bank,
    why_no_deck,
    why_no_quorum,
    why_no_time,
)
from p2pgame.transport.finding.reach import RELAYS_LIMIT

from ..errors import InvalidRequest
from ..game_options import game_of, options_asked
from ..profile import addresses, contacts, rules_files, settings, topics
from ..profile.contacts import Contact
from ..profile.ticket import Doors, Guest
from ..requests import Host
from ..words import learn, title_of


def offer_of(request: Host) -> Offer:
    """Return the offer that a host's request describes.

    Raises:
      InvalidRequest: The game has no such option, or cannot be played like that.
      Refused: It is a file's, and its rules fail as a game begins.
      RulesError: The rules raise an error.
    """
    game = game_of(request.game)
    rules_files.try_out(game)
    with rules_files.refusing(game):
        return _offer(game, request)


def _offer(game: AnyGame, request: Host) -> Offer:
    """Return the offer of a game that a host's request describes.

    Raises:
      InvalidRequest: As :func:`offer_of`.
      RulesError: The rules raise an error.
    """
    options = options_asked(game, request.options)
    seats = _usual_seats(game) if request.players is None else request.players
    _check_seats(game, seats)
    unfit = why_not(game, seats, options)
    if unfit is not None:
        learn(game)
        raise InvalidRequest("game-unfit", game=title_of(game.name), why=unfit)
    quorum, deck = request.quorum, request.deck
    wrong = None if quorum is None else why_no_quorum(quorum, seats)
    if wrong is not None:
        raise _wrong("quorum", quorum, wrong)
    if quorum is None and deck != "masked":
        quorum = 0
    wrong = why_no_deck(deck, game, quorum or 0)
    if wrong is not None:
        raise _wrong("deck", deck, wrong)
    rules_files.try_out(game, (seats, options))
    terms = quorum, request.patience, deck, request.bank, request.absence
    time, spectators = _time(request), request.spectators
    offer = Offer(game, options, seats, *terms, spectators=spectators, time=time)
    _check_silence(offer)
    return offer


def guests_of(request: Host, offer: Offer) -> tuple[Guest, ...]:
    """Return the programs that a host's request brings, in the order of their seats.

    Raises:
      InvalidRequest: There is no such seat or opponent, or none is left for the host.
    """
    named, seats = request.programs, offer.seats
    for seat in named:
        if not 2 <= seat <= seats:
            raise InvalidRequest("no-seat-for-program", seat=seat, seats=seats)
    count = max(request.bots, len(named))
    if count >= seats:
        raise InvalidRequest("no-seat-for-you", bots=count, seats=seats)
    if not count:
        return ()
    from ..programs.opponents import check, lasting, usual  # not for other tables

    free = [seat for seat in range(2, seats + 1) if seat not in named]
    taken = sorted([*named, *free[: count - len(named)]])
    names = {
        seat: check(agent, offer.game, offer.options, seats)
        for seat, agent in named.items()
    }
    usually = [(check(one, offer.game), one) for one in usual(offer.game.name, count)]
    others = iter(sorted(usually, key=lambda pair: pair[0] in names.values()))
    guests = []
    for seat in taken:
        pair = (names[seat], named[seat]) if seat in named else next(others)
        guests.append(Guest(seat, pair[0], lasting(pair[1]), request.pace))
    return tuple(guests)


def friends_of(request: Host) -> tuple[Contact, ...]:
    """Return the contacts that a host's request invites.

    Raises:
      Refused: There is no such contact, or no relay where an invitation could lie.
    """
    friends = tuple(map(contacts.chosen, request.invite))
    if friends:
        from . import invitations  # where nothing else needs it

        invitations.relays()
    return friends


def _check_seats(game: AnyGame, seats: int) -> None:
    if (wrong := wrong_seats(game, seats)) is not None:
        raise InvalidRequest.saying(wrong)
    if seats > MAX_SEATS:
        raise InvalidRequest("too-many-seats", most=MAX_SEATS, seats=seats)


def _check_silence(offer: Offer) -> None:
    """Refuse what can't be promised of players who are silent.

    Raises:
      InvalidRequest: It would do nothing, or nobody could play like that.
    """
    quorum = usual_quorum(offer.seats) if offer.quorum is None else offer.quorum
    bank, absence, patience = offer.bank, offer.absence, offer.patience
    if absence is not None:
        wrong = why_no_absence(absence, quorum)
        if wrong is None and absence != "wait" and not patience:
            wrong = Message.of("absence-needs-patience")
        if wrong is not None:
            raise _wrong("absence", absence, wrong)
    wrong = why_no_time(offer.time, bank, patience)
    if wrong is not None:
        raise _wrong("time", offer.time.base, wrong)
    wrong = why_no_bank(bank, patience)
    if wrong is None and bank and not quorum:
        wrong = Message.of("bank-needs-quorum")
    if wrong is not None:
        raise _wrong("bank", bank, wrong)


def _time(request: Host) -> Time:
    """Return the clocks that a host's request describes."""
    programs, grace = usual_programs(request.patience)
    return Time(
        *(request.time, request.increment, request.delay),
        *(request.move_time, request.move_days),
        programs if request.programs_bank is None else request.programs_bank,
        grace if request.grace is None else request.grace,
    )


def _wrong(setting: str, value: object, why: Message) -> InvalidRequest:
    value = str(value)
    return InvalidRequest("setting-wrong", setting=setting, value=value, why=why)


def doors_of(request: Host) -> Doors:
    """Return where a host listens, and by what its guests reach it.

    Raises:
      InvalidRequest: Nobody could come like that, or an address is none.
    """
    where = addresses.listening(request.listen)
    addresses.check(request.addresses)
    given = request.relays
    relays = settings.relays() if given is None else settings.urls(given)
    relays = settings.guarded(relays, request.relay_token_file)
    if len(relays) > RELAYS_LIMIT:
        raise InvalidRequest("too-many-relays", most=RELAYS_LIMIT)
    topics.check(relays)
    if request.words and not relays:
        raise InvalidRequest("words-need-relay")
    if request.words and not topics.with_doors(relays):
        raise InvalidRequest("words-not-by-nostr")
    if request.hide_address and (not relays or request.addresses):
        raise InvalidRequest("hidden-needs-relay")
    ways = tuple(dict.fromkeys(relays))
    return Doors(where, request.addresses, ways, hidden=request.hide_address)


def _usual_seats(game: AnyGame) -> int:
    """Return three players, or the nearest number that the game takes."""
    return min(max(3, game.seats[0]), game.seats[-1])
