"""Tables that go on from the end of the one before, on machines that run on.

I24  The files of an evening are one chain, each honest player at a table came to it
     from the end of the one before, and what each kept there it begins with.
I25  Nobody honest accepts a table that does not go on from the end that it has signed,
     or sells it more than it has asked for.

The table before stays open meanwhile: whoever is put back must first get its end anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import trio

from p2pgame.client.profile.evening import Evening, chains
from p2pgame.client.transcripts.findings import verified
from p2pgame.engine import IllegalMove
from p2pgame.log import decode_archive
from p2pgame.session import Offer, Table
from p2pgame.session.table.report import Report
from p2pgame.session.table.verify import held, verify
from tests.simulation import buying, checkers, nemesis
from tests.simulation.buying import Sale
from tests.simulation.draw_evening import follower
from tests.simulation.outcome import Outcome
from tests.simulation.plan import Follow, Plan
from tests.simulation.program import REGISTRY, me, offer
from tests.wire_reader import read_payload
from tests.wire_values import Value

if TYPE_CHECKING:
    from tests.simulation.world import World

#: The people who come new to an evening have numbers from this one on.
NEW = 50
#: Seconds between two looks at whether a machine has the end of the table before.
LOOK = 0.2


class Before:
    """What a table goes on from: the world of the table before, which runs on."""

    def __init__(self, world: World, follow: Follow) -> None:
        self.world = world
        self._follow = follow
        self.sale = Sale(world, follow)
        #: What each machine knew of the evening when its program started last.
        self.evenings: dict[int, Evening] = {}

    async def reach(self, world: World, seat: int) -> None:
        """Wait until a machine has the end of the table before, if it played there."""
        person = world.people[seat]
        while True:
            evening = _known(self.world, person)
            if evening is not None:
                break
            await trio.sleep(LOOK)
        self.evenings[seat] = await self.sale.ask(person, evening)
        if seat == 0:
            await self.sale.wait()

    def known(self, world: World, seat: int) -> Evening | None:
        """Return what a seat of the next table knows of the evening, that included."""
        return _known(world, world.people[seat])

    def table(self, world: World, seat: int) -> Table:
        """Return the table as a machine's program comes to it."""
        plan, player = world.plan, world.player(seat)
        made = self._offer(world) if seat == 0 else None
        table = Table(me(plan.seed, 0).key.public, REGISTRY, player, made)
        assert table.seat is not None
        if seat != plan.cheater:
            own = player.identity.public
            table.seat.before = self.evenings[seat].before(own)
        table.seat.sits_out = seat >= plan.seats
        return table

    def _offer(self, world: World) -> Offer:
        """Return what is offered to all who were there before, and to newcomers."""
        plan, evening = world.plan, self.evenings[0]
        base = offer(plan)
        seated, came = world.people[: plan.seats], self.world.people
        known = [one for one in seated if one in came]
        wanted = tuple(me(0, 0, one).identity.public for one in known)
        amounts = evening.amounts(base.game.name)
        most = base.game.buy_in(base.options)
        kept = [
            self.sale.begins(known[0], person, amounts.get(one.hex(), ""), most)
            for person, one in zip(known, wanted, strict=True)
        ]
        kept += [""] * (plan.seats - len(kept))
        carried = bytes.fromhex(evening.end)
        if plan.cheat == "other stakes":
            kept[0] = str(1 + int(kept[0] or 0))
            world.cheated()
        if plan.cheat == "chips unasked":
            for place, one in enumerate(known[1:], 1):
                had = amounts.get(wanted[place].hex(), "")
                kept[place] = self.sale.unasked(one, had)
            world.cheated()
        game, rules, fresh = base.game, base.options, ("",) * plan.seats
        is_anew = game.continued(rules, tuple(kept)) == game.continued(rules, fresh)
        if plan.cheat == "another first" and not is_anew:  # else anybody may be
            wanted, kept = (*wanted[1:], wanted[0]), [*kept[1:], kept[0]]
            world.cheated()
        if plan.cheat == "other end":
            carried = _other(carried, world.chance.of("other end"))
            world.cheated()
        options = base.game.continued(base.options, tuple(kept))
        return replace(base, options=options, wanted=wanted, carried=carried)

    async def disturb(self, world: World) -> None:
        """Kill machines, or put them back, before all have come to the next table."""
        chance = self.world.chance.of("between", world.plan.seed)
        for what, after in self._follow.trouble:
            await trio.sleep(after)
            seat = chance.randrange(world.plan.seats)
            person = world.people[seat]
            if person not in self.world.people:
                continue
            machine = self.world.people.index(person)
            running = self.world.running.get(machine)
            if running is None:
                continue
            if what == "put back":
                nemesis.restore(self.world, machine, chance)
            else:
                self.world.stopped(running)
            world.count(f"evening: {what}")
            program = world.running.get(seat)
            if program is not None:
                world.stopped(program)

    def check(self, world: World) -> None:
        """Check what can be checked when the table is over."""
        for seat in world.honest:
            peer = world.peer(seat)
            if peer is None or seat >= world.plan.seats:
                continue
            if peer.table.play is not None and world.has_cheated:
                world.ledger.accuse("I25", f"{seat} accepts: {world.plan.cheat}")
            if seat in world.declined and not world.has_cheated:
                world.ledger.accuse("I24", f"{seat} declines what goes on from its end")
        files = _files(world)
        if files is not None:
            world.count("audit: evening")
            _check_chain(world, files)


def _other(carried: bytes, chance: Random) -> bytes:
    """Return another end than that of the table before: none, or one byte changed."""
    at = chance.randrange(len(carried) + 1)
    if at == len(carried):
        return b""
    return carried[:at] + bytes([carried[at] ^ 1]) + carried[at + 1 :]


def _known(world: World, person: int) -> Evening | None:
    """Return what somebody knows of the evening, this table included; None: not yet."""
    machine = world.people.index(person) if person in world.people else None
    had = Evening()
    if world.before is not None and machine is not None:
        had = world.before.evenings.get(machine, had)
    if machine is None or _sits_out(world, machine):
        return had.without_some()
    peer = world.peer(machine)
    if peer is None or not peer.table.complete:
        return None
    return had.after(verified("", held(peer.table)))


def _sits_out(world: World, machine: int) -> bool:
    """Return whether a machine came to a later table without wanting a seat.

    At the first one whoever comes early gets the seats.
    """
    return world.before is not None and machine >= world.plan.seats


def _files(world: World) -> list[bytes] | None:
    """Return the files of all tables up to this one, if each was played to its end."""
    earlier = [] if world.before is None else _files(world.before.world)
    for seat in world.honest:
        peer = world.peer(seat)
        if earlier is not None and peer is not None and peer.table.complete:
            return [*earlier, peer.table.transcript()]
    return None


def _check_chain(world: World, files: Sequence[bytes]) -> None:
    """I24: by the program's own fold, and by what the files say."""
    ledger = world.ledger
    reports = [verify(data, REGISTRY) for data in files]
    found = chains([verified(f"{n}", one) for n, one in enumerate(reports)])
    if [chain.tables for chain in found] != [(*range(len(files)),)]:
        ledger.accuse("I24", f"the files are {len(found)} evenings")
    for chain in found:
        if chain.breaks or chain.starts_late:
            ledger.accuse("I24", f"the chain is broken: {chain.breaks}")
    for number, (one, two) in enumerate(pairwise(reports)):
        ends = {fields[1:] for fields in _said(files[number], "end")}
        named = {fields[15] for fields in _said(files[number + 1], "genesis")}
        if named != {one.table + b"".join(map(_bytes, end)) for end in ends}:
            ledger.accuse("I24", "a genesis names another end than was signed")
        _check_stakes(world, one, two)
    for chain in found:
        if len(chain.tables) == len(files):
            buying.check(world, reports, chain.evening)


def _bytes(value: Value) -> bytes:
    assert isinstance(value, bytes)
    return value


def _said(file: bytes, kind: str) -> Iterator[tuple[Value, ...]]:
    """Yield the fields of each entry of a kind, read by the second reader."""
    for entry in decode_archive(file)[1]:
        fields = read_payload(entry.payload)
        if fields[0] == kind:
            yield tuple(fields)


def _check_stakes(world: World, one: Report, two: Report) -> None:
    """A player begins with what it kept; one with nothing left buys in anew."""
    assert one.remains is not None
    had = one.remains.kept
    if had is None or two.stakes is None or one.start.game != two.start.game:
        return
    players = zip(one.start.players, had, strict=True)
    kept = {player.identity: amount for player, amount in players}
    begins = zip(two.start.players, two.stakes.begins, two.stakes.fresh, strict=True)
    for seat, (player, begun, fresh) in enumerate(begins):
        due = kept.get(player.identity, begun) or fresh
        if begun != due and not two.stakes.bought(kept[player.identity], seat):
            text = f"{player.name} kept {due} and begins with {begun}"
            world.ledger.accuse("I24", text)
    world.count("evening: carried over")


async def followed(first: World, outcome: Outcome) -> Outcome:
    """Play the table that follows on one that is over; return how both went."""
    follow, *rest = first.plan.follow
    there, absent = _there(first)
    people, sitters = _seated(first, follow, there)
    later = _later(first, follow, people, sitters, tuple(rest))
    if later is None:
        return outcome
    if absent:
        first.count("evening: missed")
    first.count("evening: followed")
    for person in sitters:
        peer = first.peer(first.people.index(person))
        if peer is not None and peer.table.play is not None:
            with suppress(IllegalMove):
                await peer.leave(sits_out=True)
    came = await later.run()
    checkers._agreed(first)
    return _both(first, outcome, came)


def _there(world: World) -> tuple[list[int], bool]:
    """Return who has come to a table's end or sat out, and whether anybody is missing.

    Those who sat out come last.
    """
    there = []
    for seat in world.honest:
        peer = world.peer(seat)
        play = None if peer is None else peer.table.play
        if _sits_out(world, seat):
            there.append(world.people[seat])
        elif peer is None or play is None or not peer.table.complete:
            continue
        elif play.seat in play.present - play.absences.left:
            there.append(world.people[seat])
    return there, len(there) < world.plan.seats


def _seated(
    world: World, follow: Follow, there: list[int]
) -> tuple[list[int], list[int]]:
    """Return who is to have a seat at the next table, and who sits out."""
    if any(_sits_out(world, world.people.index(one)) for one in there):
        world.count("evening: came back")
    new = [NEW + follow.seed % 10] if follow.newcomer else []
    sitters = []
    if follow.sits_out is not None and len(there) + len(new) > 2:
        sitters = [there[follow.sits_out % len(there)]]
        world.count("evening: sat out")
        if sitters == there[:1]:
            world.count("evening: host sat out")
    if new:
        world.count("evening: newcomer")
    return [one for one in there if one not in sitters] + new, sitters


def _led(world: World, people: Sequence[int], game: str) -> list[int]:
    """Return those who go on as they come first at the next table, new ones last.

    The first one opens it.
    """
    evenings = (_known(world, one) for one in people)
    known = [one for one in evenings if one is not None and game in one.kept]
    known.sort(key=lambda evening: evening.missed)
    order = known[0].kept[game].order if known else ()
    places = {bytes.fromhex(one): place for place, one in enumerate(order)}
    return sorted(
        people,
        key=lambda one: places.get(me(0, 0, one).identity.public, len(places)),
    )


def _later(
    first: World,
    follow: Follow,
    people: Sequence[int],
    sitters: Sequence[int],
    rest: tuple[Follow, ...],
) -> World | None:
    """Return the world of the next table; None: too few are there."""
    if not 2 <= len(people) <= 5:
        return None
    plan: Plan = follower(follow, len(people), len(sitters))
    people = _led(first, people, offer(plan).game.name)
    if people[0] not in first.people:
        return None
    if _sits_out(first, first.people.index(people[0])):
        return None
    before = Before(first, follow)
    return type(first)(replace(plan, follow=rest), None, (*people, *sitters), before)


def _both(first: World, outcome: Outcome, came: Outcome) -> Outcome:
    """Return how two tables went, as one game that ended like the later one."""
    counts = dict(first.ledger.counts)
    for what, times in came.counts.items():
        counts[what] = counts.get(what, 0) + times
    return replace(
        outcome,
        violations=[*first.ledger.violations, *came.violations],
        counts=counts,
        seconds=came.seconds,
        ended_after=max(outcome.ended_after, came.ended_after),
        entries=outcome.entries + came.entries,
        frames=outcome.frames + came.frames,
        size=outcome.size + came.size,
        load=max(outcome.load, came.load),
        ending=came.ending,
        trace=first.ledger.trace + came.trace,
        evidence=[*outcome.evidence, *came.evidence],
        story=[*(first.ledger.story or []), *came.story],
    )
