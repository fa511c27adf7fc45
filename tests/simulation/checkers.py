"""What must hold: the invariants, each checked apart from the code that keeps it.

I1   No honest key signs two bodies for one place in a feed (:mod:`.ledger`).
I2   Nobody honest is named, neither by a peer nor by forged evidence.
I3   Whoever is named is so by evidence that its bytes alone prove.
I4   All honest peers end alike: same file, or same culprit, or waiting.
I5   What was sent was safe on the disk, and stays in the log.
I6   The log, folded from its beginning, gives the running state (:mod:`.audits`).
I7   No secret is in a frame or in a log.
I8   No nonce is used twice, of an envelope or of a proof.
I9   Once all has healed, the game ends in bounded time.
I10  Messages are bounded by what was said, how often lines broke, and time.
I11  What a peer keeps for others is bounded.
I12  No unknown error ends a program, and nobody sends what the page forbids.
I13  The file is verified to what was told at the table.
I14  Every part of a game is a valid game that is not over.
I15  One seed gives one trace (``test_determinism.py``).
I16  A shuffled deck is what was put in, each card once.
I17  Cards and dice are uniform (``tests/protocols/test_uniformity.py``).
I18  Nobody tells a word before the one that it builds on (:mod:`.ledger`).

Others are in :mod:`.keyholes` (of keys), :mod:`.ordering` (orders for ticks to come),
:mod:`.evening`, :mod:`.buying`, :mod:`.second_end` and :mod:`.fickle`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import trio

from p2pgame.engine import Tick, Together
from p2pgame.session import Table
from p2pgame.session.peer.own_recall import ASK_EVERY
from p2pgame.session.peer.topic.have_timer import QUIET
from p2pgame.session.peer.topic.held_questions import HELD
from p2pgame.session.peer.topic.kept_entries import CAME
from p2pgame.session.table.evidence import Unproven, check, gather
from tests.simulation import fickle, keyholes
from tests.simulation.faults import HARMLESS, SILENT
from tests.simulation.ledger import records_of
from tests.simulation.program import REGISTRY, describe

if TYPE_CHECKING:
    from tests.simulation.world import World


#: Frames and bytes that may wait for one line, entries that may wait for others.
QUEUE, QUEUE_BYTES, PARKED, NEWEST = 256, 2 * 1024 * 1024, 1024, 130

#: Frames sent for each entry (and ten more), line that was ever opened, and way.
LOAD = 1.5

#: Frames posted at a relay for each entry (and ten more) and line that was ever opened,
#: and for each time that it has lost what it had.
POSTS = 2.5

#: Where somebody who carries frames may lose one and not the next.
CARRIED = {"bad relay", "relay restarts", "tamper"}

#: Cheats that whoever hears of them can tell at once.
PLAIN = (
    *("bad proof", "bad reveal", "illegal move", "copied commitment"),
    "swapped order",
)


def has_ended(world: World, seat: int) -> bool:
    """Return whether a player has come to an end of any kind."""
    peer = world.peer(seat)
    if peer is None:
        return False
    table = peer.table
    done = table.complete or table.stopped or table.broken or seat in world.declined
    return bool(done) or _has_left(table)


def _has_left(table: Table) -> bool:
    """Return whether a player has left a game that others play on, under other keys.

    Whoever opened the table goes on reading.
    """
    play = table.play
    if play is None or len(play.start.players) < 3:
        return False
    if play.seat == play.start.seat_of(table.id):
        return False
    return play.seat in play.absences.left


def ending(world: World) -> str:
    """Return in a word how a game has ended, as the honest see it."""
    return ", ".join(sorted({_ending(world, seat) for seat in world.honest}))


def _ending(world: World, seat: int) -> str:
    peer = world.peer(seat)
    if peer is None:
        return "away"
    if peer.table.complete:
        return "complete"
    if peer.table.stopped is not None:
        return f"stopped: {peer.table.stopped.fault}"
    if peer.table.broken is not None:
        return "broken"
    if _has_left(peer.table):
        return "left"
    return "declined" if seat in world.declined else "unfinished"


def after_power_cut(world: World, seat: int) -> None:
    """I5: what was sent is still in the log."""
    ledger = world.ledger
    left = logged(world, seat)
    ledger.safe[seat] &= left
    if seat in ledger.restored or seat in ledger.dishonest:
        return
    for raw, entry in ledger.said[seat].items():
        if raw not in left:
            ledger.accuse("I5", f"{seat} has lost {ledger.name(entry)}, which it sent")


def logged(world: World, seat: int) -> set[bytes]:
    """Return what stands in all logs of a machine."""
    disk = world.disks[seat]
    contents = [disk.content(path) or b"" for path in disk.names]
    return {record for data in contents for record in records_of(data)}


def bounded(world: World, seat: int) -> None:
    """I11: nothing that a peer keeps for others grows beyond its bound."""
    peer = world.peer(seat)
    if peer is None or seat == world.plan.cheater:
        return
    for connection in peer.connections:
        outbox = connection.outbox
        if len(outbox._waiting) > QUEUE or outbox._size > QUEUE_BYTES:
            world.ledger.accuse("I11", f"{seat} keeps {len(outbox._waiting)} frames")
    for topic in peer._core.outbound.topics:
        if len(topic.kept._came) > 2 * CAME or len(topic.questions) > HELD:
            world.ledger.accuse(
                "I11", f"{seat} remembers {len(topic.kept._came)} entries"
            )
    history = peer.table.history
    if len(history._parking) > PARKED or len(history._newest) > NEWEST:
        world.ledger.accuse("I11", f"{seat} keeps {len(history._parking)} entries")


def _few_words(world: World) -> None:
    """I10: what the honest send is bounded by what is said and how often lines broke.

    Whoever is in doubt asks again from time to time, for as long as nobody answers.
    """
    ledger = world.ledger
    asked = trio.current_time() / ASK_EVERY
    said = len(ledger.bodies) + 10 + asked
    sent = sum(ledger.frames[seat] for seat in world.honest)
    world.load = sent / (2 * max(1, world.calls.lines) * said)
    if world.load > LOAD:
        ledger.accuse("I10", f"{world.load:.2f} frames for each entry, line and way")


def _few_posts(world: World) -> None:
    """I10: what one posts, others do not, however often relays lose it.

    Each that lacks something says so again from time to time, as long as nobody has it.
    """
    asked = len(world.honest) * trio.current_time() / QUIET
    for relay in world.relays.values():
        due = len(world.ledger.bodies) + 10 + world.calls.lines + asked
        posts = relay.published / due
        if posts > POSTS * (1 + relay.losses):
            world.ledger.accuse("I10", f"{posts:.2f} posts for each entry and line")


def at_end(world: World) -> None:
    """Check what can be checked when all is over."""
    _few_words(world)
    _few_posts(world)
    _stored(world)
    _named(world)
    _agreed(world)
    _noticed(world)


def _stored(world: World) -> None:
    """I5, once more: what a machine has said of its own is in its log.

    But for what it can't take in again after a backup was put back: what somebody says
    who has left, for it can't read what that builds on; and what builds on the words of
    one who has forked since, for nobody takes them in once the fork is proved.
    """
    ledger = world.ledger
    for seat in world.honest:
        here = logged(world, seat)
        own = {
            raw: entry
            for raw, entry in ledger.said[seat].items()
            if entry.author == ledger.authors[seat]
        }
        for raw, entry in own.items():
            is_void = seat in ledger.restored and (
                ledger.builds_on_fork(entry)
                or any(
                    ledger.kind(one) == "leave" and one.sequence < entry.sequence
                    for one in own.values()
                )
            )
            if raw not in here and not is_void:
                ledger.accuse("I5", f"{seat} has no {ledger.name(entry)} at the end")


def _named(world: World) -> None:
    """I2 and I3: nobody honest is named, and whoever is, by evidence."""
    ledger = world.ledger
    for seat in world.honest:
        peer = world.peer(seat)
        if peer is None:
            continue
        for culprit in sorted(peer.table.cheats):
            if ledger.is_honest(culprit) or world.plan.cheat in HARMLESS:
                misbehaviour = peer.table.cheats[culprit]
                ledger.accuse(
                    "I2", f"{seat} names {ledger.seat(culprit)}: {misbehaviour}"
                )
        if peer.table.stopped is not None:
            _proven(world, seat, peer.table)


def _proven(world: World, seat: int, table: Table) -> None:
    assert table.stopped is not None
    data = gather(table, table.stopped)
    world.count("evidence checked")
    world.evidence[data] = table.stopped.culprit.hex()
    try:
        proven = check(data, REGISTRY)
    except Unproven as error:
        world.ledger.accuse("I3", f"{seat} cannot show {table.stopped}: {error}")
        return
    if proven.author != table.stopped.culprit.hex():
        world.ledger.accuse("I3", f"{seat} shows something about somebody else")


def _agreed(world: World) -> None:
    """I4 and I9: all have come to an end, and to the same."""
    ledger, endings = world.ledger, {}
    for seat in world.honest:
        peer = world.peer(seat)
        if peer is None:
            if not world.is_away(seat):
                ledger.accuse("I9", f"{seat} does not run")
            continue
        table = peer.table
        if table.complete:
            endings[seat] = "complete", table.transcript()
        elif table.stopped is not None:
            endings[seat] = "stopped", table.stopped.culprit
        elif seat in world.declined or _has_left(table) or table.broken:
            continue
        elif fickle.is_played(world.plan):
            world.count("waits: the rules are contradictory")
        elif keyholes.is_shut_out(world, table):
            world.count("audit: shut out after leaving")
        elif not _waits_rightly(world, seat):
            ledger.accuse("I9", f"{seat} has not ended: {describe(peer)}")
    # Who forks its very last word is known to all, but the game is over by then.
    known = all(_knows(world, seat) for seat in endings)
    if len({*endings.values()}) > 1 and not known:
        words = {seat: end[0] for seat, end in endings.items()}
        ledger.accuse("I4", f"the honest do not end alike: {words}")


def _noticed(world: World) -> None:
    """I3, the other way round: nobody plays to the end with a false word."""
    plan = world.plan
    if plan.cheat not in PLAIN or not world.has_cheated:
        return
    for seat in world.honest:
        peer = world.peer(seat)
        play = None if peer is None else peer.table.play
        if peer is None or play is None or not peer.table.complete:
            continue
        everybody_stayed = len(play.present - play.absences.left) == plan.seats
        if everybody_stayed and not _knows(world, seat):
            world.ledger.accuse("I3", f"{seat} has not noticed: {plan.cheat}")


def _knows(world: World, seat: int) -> bool:
    """Return whether a peer has found out who cheats in this game."""
    peer, cheater = world.peer(seat), world.plan.cheater
    if peer is None or cheater is None:
        return False
    return world.ledger.authors[cheater] in peer.table.cheats


def _waits_rightly(world: World, seat: int) -> bool:
    """Return whether a game is unfinished because somebody says nothing."""
    plan, peer = world.plan, world.peer(seat)
    silent = plan.cheat in SILENT and world.has_cheated
    wordless = {*_who_lost_a_word(world)}
    reasons = {
        "a player says nothing": silent,
        "a word was lost for good": bool(wordless),
        "the move behind a seal was lost": _has_lost_a_move(world),
        "nobody can show the other story": _is_fooled(world),
    }
    mute = wordless | ({plan.cheater} if silent else set())
    if peer is None or not any(reasons.values()) or not _must_wait(world, seat, mute):
        return False
    for why in (why for why, holds in reasons.items() if holds):
        world.count(f"waits: {why}")
    return True


def _must_wait(world: World, seat: int, mute: set[int | None]) -> bool:
    """Return whether those who are not ``mute`` are too few to go on without them."""
    plan, peer = world.plan, world.peer(seat)
    play = None if peer is None else peer.table.play
    if peer is None or play is None or not plan.patience:
        return True
    # Who ought to sign that somebody has gone, and does not, keeps all waiting, also
    # those who are a round or a turn further already.
    for _, vote in peer.table._game.record.votes:
        if not play.absences.evicted.issuperset(vote.seats):
            return True
    others = play.present - play.absences.left
    authors = {world.ledger.authors[one] for one in mute if one is not None}
    seats = {play.start.seat_of(author) for author in authors}
    signers = min(len(others) - 1, len(others - seats))
    return not 0 < play.start.quorum <= signers


def _is_fooled(world: World) -> bool:
    """Return whether somebody tells two stories, and all but one who hear have left.

    That one lacks what the second story builds on, and nobody can show it the first.
    """
    plan = world.plan
    return (
        plan.cheat in ("fork", "twin")
        and world.has_cheated
        and plan.keys == "reads on"
        and plan.seats == 3
    )


def _who_lost_a_word(world: World) -> Iterator[int]:
    """Yield those whose backup lacks a word that nobody has, while others a later one.

    It was lost on its way.  A player that signs another in its place would fork.
    Words go in order, so somebody who carries them must have lost it.
    """
    if not _may_lose_one(world):
        return
    peers = [peer for seat in range(world.seats) if (peer := world.peer(seat))]
    relayed = {
        raw
        for relay in world.relays.values()
        for frame in relay.frames
        for raw in world.ledger.entries_in(frame)
    }
    for seat in world.ledger.restored.intersection(world.honest):
        peer, own = world.peer(seat), world.ledger.authors[seat]
        if peer is None or not peer.table.in_doubt:
            continue
        feed = peer.table.history.feeds.get(own)
        due, head = (0, None) if feed is None else (len(feed), feed.head)
        histories = [one.table.history for one in peers]
        told = any(len(one.feeds.get(own, ())) > due for one in histories)
        told |= any(one._parking.find(own, due) is not None for one in histories)
        told |= any(world.ledger.follows(raw, own, due, head) for raw in relayed)
        newest = (one.newest(own) for one in histories)
        later = any(one is not None and one.sequence > due for one in newest)
        if later and not told:
            world.count("audit: a word lost for good")
            yield seat


def _may_lose_one(world: World) -> bool:
    """Return whether somebody may have carried a frame that was lost, and the next."""
    if any(relay.losses for relay in world.relays.values()):
        return True
    is_hostile = any(office.is_hostile for office in world.plan.relays)
    return is_hostile or bool({one.kind for one in world.plan.nemeses} & CARRIED)


def _has_lost_a_move(world: World) -> bool:
    """Return whether a backup lacks the move behind a seal that others hold.

    What was sealed is in nobody's log but the player's own, as a note.
    """
    for seat in world.honest:
        peer = world.peer(seat)
        play = None if peer is None else peer.table.play
        if seat in world.ledger.restored and play is not None:
            sealed = isinstance(play.turn, Together | Tick) and play.round_id[1] > 0
            if sealed and play.seat in play.waiting_for:
                return True
    return False
