"""Plays again: the host, or somebody for it, opens the next table, and others follow.

The next table is on the disk before anybody hears of it.  All have their seats there,
one further on, so that colours and turns change; the seats that are left over are for
the first that come with the invite.  After a last round everybody's chips go on, and
after any other end everything begins anew.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path
from typing import cast

import msgspec
import trio

from p2pgame.engine import AnyGame, Message, Options
from p2pgame.engine.play import why_not
from p2pgame.log import AuthorKey
from p2pgame.log.durable import create_file
from p2pgame.session import Offer, Player, Start
from p2pgame.session.entries.payloads import MASKED
from p2pgame.session.lobby.seat import Deck
from p2pgame.session.lobby.terms import absence as usual_absence
from p2pgame.session.lobby.terms import quorum as usual_quorum
from p2pgame.session.lobby.terms import why_no_quorum
from p2pgame.transport.finding.chain import SECRET_SIZE
from p2pgame.transport.finding.invite import Invite, game_name

from ..lobby.buy_ins import with_bought
from ..lobby.seat_session import SeatSession
from ..profile import places, ticket
from ..profile.ticket import Doors, Guest
from ..questions import NextLevel, PlayAgain
from ..seat.setup import SeatSetup
from ..words import learn
from .after import attend

#: Seconds between two looks at who is still here.
LOOK_EVERY = 0.2
#: Seconds for the programs of those who have left to end.
GOES_WITHIN = 1.0
#: Seconds for the host to say whether to play again; after that it does not.
ANSWER_WITHIN = 1800.0


class RematchPolicy:
    """How many further games are played; ``times`` None: as the player answers.

    ``first`` are the options with which a game begins anew.
    """

    def __init__(self, times: int | None, first: Options | None = None) -> None:
        self._times = times
        self.first = first

    def wanted(self, seat: SeatSetup) -> bool:
        """Return whether this seat may play on."""
        if seat.front.is_leaving:
            return False
        if self._times is not None:
            return self._times > 0
        return seat.front.is_attended and not seat.program

    def count(self) -> None:
        """Note that another game begins."""
        if self._times is not None:
            self._times -= 1

    async def next_offer(self, sitting: SeatSession, begun: Start) -> Offer | None:
        """Return what we open next, or None.

        We have opened this table, or its host, which sits out, has asked us.
        """
        if not self.wanted(sitting.seat):
            return None
        seats = usual = _terms(sitting, begun).seats
        while True:
            if self._times is None:
                seats = await _answer(sitting, begun, usual)
            if not seats or _sits_out(sitting):
                return None
            acts = sitting.hearing.acts
            other, acts.next_game = acts.next_game, None
            offer = next_offer(sitting, begun, seats, self.first)
            if other is not None:
                offer = _of_another_game(offer, *other)
            wrong = _why_not(offer)
            if wrong is None and other is not None:
                wrong = _why_no_other(sitting)
                self.first = offer.options if wrong is None else self.first
            if wrong is None:
                return offer
            sitting.say(Message.of("not-like-that", why=wrong))
            if self._times is not None:
                return None


async def _answer(sitting: SeatSession, begun: Start, usual: int) -> int:
    """Ask for how many seats the next table has; 0: there is none.

    Nobody is asked about players who have left, nor without any other: when somebody
    goes, the question is asked anew. A player that sits out is asked no more.
    """

    async def ask() -> int:
        await _let_go(sitting)
        alone = len(begun.players) == 1
        told = set[Player]()
        while not _sits_out(sitting) and (len(_all_here(sitting, begun)) > 1 or alone):
            here = _all_here(sitting, begun)
            for player in {*sitting.table.roster.sitting_out} - told:
                told.add(player)
                sitting.say(Message.of("sits-out", player=player.name))
            change = len(here) - len(begun.players)
            seats = min(max(usual + change, begun.game.seats[0]), begun.game.seats[-1])
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_heed_goers, sitting, begun, nursery.cancel_scope)
                others = sorted(
                    {*begun.game.seats} - {seats}, key=lambda n: abs(n - seats)
                )
                other = others[0] if others else None
                again = PlayAgain(seats, other, _following(begun))
                answer = await sitting.front.ask(again, ANSWER_WITHIN, 0)
                nursery.cancel_scope.cancel()
                return answer
        if not _sits_out(sitting):
            name = begun.game.name
            sitting.say(Message.of("nobody-to-play-again", name=name))
        return 0

    return await attend(sitting, ask)


def _sits_out(sitting: SeatSession) -> bool:
    """Return whether our player plays no next game, or not the one that is next."""
    return sitting.table.own.has_left and not sitting.plays_on


def _following(begun: Start) -> NextLevel | None:
    """Return the level after the one that was played."""
    after = begun.game.following(begun.options)
    if after is None:
        return None
    return NextLevel(after[0], begun.game.name, msgspec.to_builtins(after[1]))


async def _let_go(sitting: SeatSession) -> None:
    """Give those who have left a moment to close their lines."""
    play = sitting.table.play
    left = () if play is None else play.absences.left
    if play is None or not left:
        return
    players = play.start.players
    with trio.move_on_after(GOES_WITHIN):
        while any(players[seat].author in sitting.here for seat in left):  # noqa: ASYNC110
            await trio.sleep(LOOK_EVERY)


async def _heed_goers(
    sitting: SeatSession, begun: Start, asking: trio.CancelScope
) -> None:
    """Withdraw a question when others are here than when it was asked."""
    before = _all_here(sitting, begun)
    while _all_here(sitting, begun) == before:  # noqa: ASYNC110 (others do it)
        await trio.sleep(LOOK_EVERY)
    asking.cancel()


def _all_here(sitting: SeatSession, begun: Start) -> frozenset[bytes]:
    """Return the authors of those who may play again, those without a seat too."""
    return _here(sitting, begun) | {one.author for one in _seatless(sitting)}


def _seatless(sitting: SeatSession) -> list[Player]:
    """Return those who wait for the next table without a seat at this one."""
    missing = sitting.links.missing
    return [p for p in sitting.table.roster.seatless if p.author not in missing]


def _here(sitting: SeatSession, begun: Start) -> frozenset[bytes]:
    """Return the authors of those who may play again, programs of ours among them.

    Where another has hosted, whose programs end, no programs are.
    """
    if sitting.offer is None:
        programs = {one.author for one in begun.players if one.is_program}
        return sitting.here - programs
    homes = (sitting.folder / places.BOTS).glob("*/identity")
    ours = {AuthorKey(places.seed_in(path)).public for path in homes}
    brought = {one.author for one in begun.players if one.identity in ours}
    present = {player.author for player in sitting.table.roster.staying}
    return sitting.here | (brought & present)


def next_offer(
    sitting: SeatSession, begun: Start, seats: int, first: Options | None
) -> Offer:
    """Return the offer of a table with so many seats, for all who are here.

    ``first`` are the options with which the game begins anew; None: its last ones.
    """
    old = _terms(sitting, begun)
    identities = [player.identity for player in begun.players]
    times = Counter(identities)
    here, story = _here(sitting, begun), sitting.hearing.story
    stay = {
        player.identity
        for player in begun.players
        if player.author in here and times[player.identity] == 1
    }
    if times[sitting.me.identity.public] > 1:
        stay = set()  # a player of two seats comes to both like a newcomer
    evening = sitting.ticket.evening
    assert evening is not None
    order = evening.next_order(begun.game.name, identities)
    wanted = tuple(one for one in order if one in stay)
    # A stranger is let in like any other newcomer.
    for one in _seatless(sitting) if wanted else ():
        is_known = one.identity.hex() in evening.names and one.identity not in wanted
        if is_known and len(wanted) < seats:
            wanted += (one.identity,)
    kept = [""] * max(seats, len(wanted))
    options = begun.options if first is None else first
    if story is not None and story.goes_on:
        options = _gone_on(sitting, begun, wanted, len(kept))
    elif first is None and begun.carried:
        options = begun.game.continued(begun.options, tuple(kept))
    quorum = old.quorum
    if quorum is not None and why_no_quorum(quorum, seats) is not None:
        quorum = None
    return dataclasses.replace(
        old,
        options=options,
        seats=seats,
        quorum=quorum,
        wanted=wanted,
        carried=bytes.fromhex(evening.end),
    )


def _gone_on(
    sitting: SeatSession, begun: Start, wanted: tuple[bytes, ...], seats: int
) -> Options:
    """Return the options with which each begins with what it has.

    A player who has missed a table keeps what it had. If that does not fit what the
    others have by now, it begins like a new player.
    """
    evening, game = sitting.ticket.evening, begun.game
    assert evening is not None
    amounts, most = evening.amounts(game.name), game.buy_in(begun.options)
    kept, stayed = [""] * seats, [""] * seats
    present = {player.identity for player in begun.players}
    for seat, identity in enumerate(wanted):
        is_own = identity == sitting.me.identity.public
        asked = evening.asks if is_own else sitting.buys.of(identity)
        kept[seat] = with_bought(amounts.get(identity.hex(), ""), asked, most)
        stayed[seat] = kept[seat] if identity in present else ""
    options: Options = game.continued(begun.options, tuple(kept))
    if kept == stayed or why_not(game, seats, options) is None:
        return options
    anew: Options = game.continued(begun.options, tuple(stayed))
    return anew


def _terms(sitting: SeatSession, begun: Start) -> Offer:
    """Return what was offered at the table that is over; usual terms stay usual."""
    if sitting.offer is not None:
        return sitting.offer
    seats = len(begun.players)
    offer = Offer(
        begun.game,
        begun.options,
        seats,
        begun.quorum,
        begun.patience,
        cast(Deck, begun.deck),
        begun.bank,
        begun.absence,
        spectators=begun.watchable,
        time=begun.time,
    )
    if begun.quorum == usual_quorum(seats) and begun.deck == MASKED:
        offer = dataclasses.replace(offer, quorum=None)
    if begun.absence == usual_absence(begun.quorum):
        offer = dataclasses.replace(offer, absence=None)
    return offer


def _of_another_game(offer: Offer, game: AnyGame, options: Options) -> Offer:
    """Return an offer of another game to the same people, on the terms that fit it."""
    learn(game)
    return dataclasses.replace(
        offer, game=game, options=options, quorum=None, deck="masked", absence=None
    )


def _why_no_other(sitting: SeatSession) -> Message | None:
    """Return why no other game can be played with who is here, or None."""
    hosting = sitting.ticket.hosting
    if hosting is not None and hosting.guests:
        return Message.of("programs-play-one-game")
    return None


def _why_not(offer: Offer) -> Message | None:
    game, seats = offer.game, offer.seats
    if len(offer.wanted) > seats:
        here = len(offer.wanted)
        return Message.of("too-many-here", here=here, seats=seats)
    return why_not(game, seats, offer.options)


def open_next(
    sitting: SeatSession, offer: Offer, doors: Doors | None = None
) -> SeatSession:
    """Open the next table: of a host that listens where it does, or at these doors."""
    kept, seat = sitting.ticket, sitting.seat
    old, reach = kept.hosting, (kept.way.addresses, kept.way.relays)
    brought: tuple[Guest, ...] = ()
    if doors is None:
        assert old is not None
        at = (old.host, old.port), old.addresses, kept.way.relays, old.hidden
        doors, brought = Doors(*at), old.guests
    else:
        reach = (), kept.way.relays
    seat = dataclasses.replace(seat, out=next_out(seat.out))
    secret = seat.world.entropy(SECRET_SIZE)
    held = places.open_table(seat.name, secret)
    game = game_name(offer.game.name)
    invite = Invite(held.me.key.public, secret, *reach, game)
    hosting = ticket.hosting(offer, doors, brought)
    _bring(sitting.folder / places.BOTS, held.folder / places.BOTS)
    fresh = ticket.fresh(
        *(seat, invite),
        hosting=hosting,
        game=offer.game.name,
        evening=kept.evening,
    )
    ticket.write(held.folder, fresh)
    return SeatSession(seat, held, fresh, offer)


def _bring(old: Path, new: Path) -> None:
    """Let programs that play with us be at the next table who they were at this."""
    for home in sorted(old.glob("*/identity")):
        for folder in (new, new / home.parent.name):
            if not folder.exists():
                places.make(folder)
        create_file(new / home.parent.name / home.name, home.read_bytes())


def next_out(out: Path | None) -> Path | None:
    """Return where the next transcript goes: beside the last one, where nothing is."""
    if out is None:
        return None
    stem, number = out.stem, 2
    head, dash, tail = stem.rpartition("-")
    if dash and tail.isdecimal():
        stem, number = head, int(tail) + 1
    while (path := out.with_name(f"{stem}-{number}{out.suffix}")).exists():
        number += 1
    return path
