"""Runs one seat at one table, from the first hello to the transcript.

What happens is reported as it happens.  What an earlier run of the program has reported
already is only summed up, before the table is shown as it is.
"""

from __future__ import annotations

import math
from contextlib import suppress

import trio
from msgspec.structs import replace

from p2pgame.engine import Message
from p2pgame.session import Start
from p2pgame.session.entries.errors import GameNotHere, GivenUp, Unseated
from p2pgame.session.lobby.events import (
    Completed,
    Declined,
    Elsewhere,
    Ended,
    GaveUp,
    Happened,
    Overtaken,
    RulesBroken,
    Started,
    Stopped,
    TableEvent,
)

from ..errors import ClientError, Gone, Refused, rules_fault_in
from ..front_end import Left
from ..names import all_of
from ..profile import contacts
from ..profile.evening import Evening
from ..profile.transcripts import Transcript
from ..seat.links import handover
from ..transcripts import findings
from ..words import message_of_error
from . import buying, reserved
from .seat_session import SeatSession
from .status_reporter import PASS_ON_WITHIN
from .tried_games import RulesUnfit
from .unseated import (
    GoesOn,
    heed_next,
    heed_refusal,
    host_has_closed,
    may_wait,
    wait_for_next,
    wait_in_vain,
)

#: Seconds to wait for the others' signatures once the game is over.
SIGN_WITHIN = 30.0


async def run(seat: SeatSession) -> Transcript | None:
    """Play to the end; return the transcript.

    None: we have no seat in its game, and the host goes on at another table.

    Raises:
      Gone: The player has quit before.
      ClientError: The game can't go on, or its end is not signed by all.
    """
    reserved.watch(seat)
    buying.allow(seat)
    try:
        return await _play(seat)
    except Exception as error:
        fault = rules_fault_in(error)
        if fault is None or seat.table.broken is not None:
            raise
        play = seat.table.play
        turns = 0 if play is None else play.board.turns
        told = await seat.files.blame_rules(RulesBroken(fault, turns))
        seat.finish()
        raise told from None


async def _play(seat: SeatSession) -> Transcript | None:
    """Play to the end as :func:`run`, where the rules raise no error."""
    goes_on = False
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat.front.heed_quit)
            seat.front.acts, seat.front.seat = seat.hearing.acts, seat.folder.name
            await seat.peer.start()
            await _catch_up(seat, nursery)
            seat.links.caught_up.set()
            nursery.start_soon(seat.reporter.run, seat.front)
            nursery.start_soon(seat.admission.run, seat.hearing.begun)
            nursery.start_soon(seat.peer.watch)
            nursery.start_soon(heed_refusal, seat)
            nursery.start_soon(heed_next, seat)
            if seat.reporter.is_back:
                nursery.start_soon(wait_in_vain, seat)
            async for event in seat.peer.events:
                await _hear(seat, event, nursery)
    except* GoesOn:
        goes_on = True
    except* Left:
        seat.links.hush()
        await handover.hand_over(seat)
        farewell = await _farewell(seat)
        if seat.reporter.is_out:
            is_first = seat.ticket.state == "open"
            seat.finish()
            if is_first and seat.offer is None and seat.table.play is not None:
                seat.keep(replace(seat.ticket, state="left"))
                raise Gone("left-evening", farewell=farewell) from None
            raise Gone.saying(farewell) from None
        if seat.table.own.has_left and seat.offer is None:
            seat.keep(replace(seat.ticket, state="left"))
            raise Gone("left-evening", farewell=farewell) from None
        raise Gone("left-to-resume", farewell=farewell) from None
    if goes_on:
        return None
    seat.tell_unshown()
    saved = await seat.files.save()
    if not seat.table.complete:
        unsigned = seat.peer.status.unsigned
        missing = all_of(seat.hearing.names[number] for number in unsigned)
        raise ClientError("end-unsigned", players=missing, path=str(saved.path))
    seat.hearing.forks.tell()
    await _add_up(seat, saved)
    return saved


async def _farewell(seat: SeatSession) -> Message:
    """Return what a player hears that quits or leaves."""
    if seat.table.own.has_given_up:
        hosts = seat.offer is not None
        return Message.of("closed-lobby" if hosts else "gave-up-seat")
    if seat.offer is None and seat.table.play is None:
        kept = bool(seat.ticket.way.relays)  # the host can't see who is away
        return Message.of("left-lobby" if kept else "left-lobby-free")
    return await seat.files.farewell()


async def _catch_up(seat: SeatSession, nursery: trio.Nursery) -> None:
    """Hear what is on the disk; what an earlier run has told is summed up."""
    count = seat.peer.events.statistics().current_buffer_used
    heard = [seat.peer.events.receive_nowait() for _ in range(count)]
    told, evening = 0, seat.ticket.evening
    if seat.is_again and evening is not None:
        seat.front.tell(evening.shown)
    if seat.is_again:
        ends = [n for n, one in enumerate(heard, 1) if isinstance(one, Happened)]
        told = ends[-1] if ends else 0
    for event in heard[:told]:
        if isinstance(event, Started):
            _keep_start(seat, event.start)
    has_left = seat.table.own.has_left
    seat.reporter.is_back = may_wait(seat) and has_left
    seat.hearing.sum_up(heard[:told], nursery, has_left=has_left)
    for event in heard[told:]:
        await _hear(seat, event, nursery)
    if has_left and not told and seat.table.play is not None:
        seat.say(Message.of("back-without-seat"))


async def _hear(seat: SeatSession, event: TableEvent, nursery: trio.Nursery) -> None:
    match event:
        case Started(start):
            _keep_start(seat, start)
        case Elsewhere(plays_on):
            if not plays_on:
                raise ClientError("seat-elsewhere")
            seat.say(Message.of("other-program-tries"))
        case GaveUp(player) if player.author != seat.me.key.public:
            seat.say(Message.of("guest-gave-up", player=player.name))
            if seat.reporter.news is not None:
                seat.reporter.news.expect_fall()
        case Declined() if seat.reporter.is_out:
            return  # we have given up our own seat
        case Declined(Unseated() as error) if may_wait(seat):
            nursery.start_soon(wait_for_next, seat, error)
            return
        case Declined(GivenUp()) if host_has_closed(seat):
            seat.finish()
            host = seat.table.roster.name_of(seat.table.id)
            raise ClientError("host-closed-lobby", host=host)
        case Declined(RulesUnfit() as error):
            raise Refused.saying(message_of_error(error))
        case Declined(error):
            if not isinstance(error, GameNotHere):  # they may be added yet
                seat.finish()
            raise ClientError.saying(message_of_error(error))
        case Stopped(misbehaviour):
            accusation = await seat.files.accuse(misbehaviour)
            with trio.move_on_after(PASS_ON_WITHIN):
                await seat.peer.flush()  # without our word others judge nothing
            seat.finish()
            raise accusation
        case RulesBroken():
            fault = await seat.files.blame_rules(event)
            with trio.move_on_after(PASS_ON_WITHIN):
                await seat.peer.flush()
            seat.finish()
            raise fault
    seat.hearing.hear(event, nursery)
    match event:
        case Started(start):
            buying.tell_sold(seat, start)
        case Overtaken():
            nursery.cancel_scope.deadline = math.inf
        case Ended():
            nursery.cancel_scope.deadline = trio.current_time() + SIGN_WITHIN
        case Completed():
            nursery.cancel_scope.cancel()


def _keep_start(seat: SeatSession, start: Start) -> None:
    """Keep what is played, and by whom."""
    for player in start.players:
        seat.calls.seat(player.author)
    names = tuple(player.name for player in start.players)
    keys = [(player.identity.hex(), player.is_program) for player in start.players]
    identities = tuple(key for key, _ in keys)
    programs = tuple(key for key, is_program in keys if is_program)
    now = replace(seat.ticket, players=names, identities=identities)
    now = replace(now, programs=programs)
    seat.keep(replace(now, game=start.game.name))
    with suppress(ClientError, OSError):  # a game goes on without one's contacts
        contacts.meet(identities, when=now.opened)


async def _add_up(seat: SeatSession, saved: Transcript) -> None:
    """Keep what the evening has come to with this table, and tell it."""
    evening = seat.ticket.evening or Evening()
    if not evening.end.startswith(seat.table.id.hex()):
        report = saved.report or await seat.peer.report()
        evening = evening.after(findings.verified(str(saved.path), report))
        seat.keep(replace(seat.ticket, evening=evening))
    if evening.tables > 1:
        seat.front.tell(evening.shown)
    else:  # which says no more than the table's result, until somebody asks
        seat.front.know(evening.shown)
    if (purse := buying.purse(seat)) is not None:
        seat.front.tell(purse)
