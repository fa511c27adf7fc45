"""Chips that players buy between two tables, and whether the ledger adds up.

I26  Each player begins with what it has, and what it buys: no more than it has asked
     for.  Who has missed a table may begin like a new player.  What all have bought and
     won is what they have in the end, by the files and by what each program has kept of
     the evening.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from p2pgame.client.front_end import FrontEnd
from p2pgame.client.lobby.buy_ins import BuyIns, announce_wish, with_bought
from p2pgame.client.profile.evening import Evening
from p2pgame.session import Report
from p2pgame.session.lobby.before import chips_of
from tests.simulation.plan import Follow, Purchase
from tests.simulation.program import me
from tests.simulation.small import Bank

if TYPE_CHECKING:
    from tests.simulation.program import Program
    from tests.simulation.world import World

#: Seconds between two looks at whether a machine's program runs.
LOOK = 0.2


def begin(world: World, program: Program) -> BuyIns | None:
    """Have a program hear who asks for chips, if any are for sale after this table."""
    if program.peer is None or not any(one.buys for one in world.plan.follow):
        return None
    buys = BuyIns(program.peer.table, FrontEnd())
    program.peer.hears.announcement = buys.hear
    world.buys[program.seat] = buys
    return buys


class Sale:
    """What is bought between one table, whose ``world`` runs on, and the next one."""

    def __init__(self, world: World, follow: Follow) -> None:
        self._world = world
        self._wishes = _wishes(world.people[: world.plan.seats], follow.buys)
        self._pause = follow.pause
        #: How many chips each person has asked for.
        self.asked: dict[int, int] = {}

    async def ask(self, person: int, evening: Evening) -> Evening:
        """Have a person ask for chips, once, if it wants any; return what it knows."""
        wish = self._wishes.get(person)
        if wish is None:
            return evening
        if person not in self.asked:
            await trio.sleep(wish.after)
            had = chips_of(evening.amounts(Bank.name).get(_identity(person).hex(), ""))
            assert had is not None
            self.asked[person] = max(0, min(wish.chips, Bank.most - had))
            if self.asked[person]:
                await self._announce(person)
        return replace(evening, asks=self.asked[person])

    async def _announce(self, person: int) -> None:
        world, machine = self._world, self._world.people.index(person)
        while True:
            peer = world.peer(machine)
            if peer is not None and peer.table.complete:
                break
            await trio.sleep(LOOK)
        key, buys = me(world.plan.seed, machine).key, world.buys[machine]
        now = int(trio.current_time())
        await announce_wish(peer, key, buys, self.asked[person], now)
        world.count("evening: asked for chips")

    async def wait(self) -> None:
        """Wait as long as the opener of the next table does for those who buy."""
        if self._pause:
            await trio.sleep(self._pause)

    def begins(self, opener: int, person: int, kept: str, most: int) -> str:
        """Return what a person begins with who kept this, as the opener has heard."""
        buys = self._world.buys.get(self._world.people.index(opener))
        if person == opener:
            asked = self.asked.get(person, 0)
        else:
            asked = 0 if buys is None else buys.of(_identity(person))
        return with_bought(kept, asked, most)

    def unasked(self, person: int, kept: str) -> str:
        """Return what a person begins with who is sold more than it ever asks for.

        It may ask while the table is opened.  It is not what new players have: all may
        begin like them.
        """
        wish = self._wishes.get(person)
        more = (chips_of(kept) or 0) + (0 if wish is None else wish.chips) + 1
        return str(more + (more == Bank.stack))


def _wishes(people: Sequence[int], buys: Sequence[Purchase]) -> Mapping[int, Purchase]:
    return {people[one.place % len(people)]: one for one in buys}


def _identity(person: int) -> bytes:
    return me(0, 0, person).identity.public


def check(world: World, reports: Sequence[Report], evening: Evening) -> None:
    """I26: by the rules alone, table by table; then by what programs have added up."""
    has, won, last = Counter[str](), Counter[str](), set[str]()
    bought = defaultdict[str, tuple[int, ...]](tuple)
    for report, asked in zip(reports, _asked(world), strict=True):
        if report.start.game.name != Bank.name:
            continue
        assert report.stakes is not None
        assert report.remains is not None
        assert report.remains.kept is not None
        players = zip(
            report.start.players,
            report.stakes.begins,
            report.payoffs,
            report.remains.kept,
            strict=True,
        )
        for player, begun, payoff, kept in players:
            who, begins = player.identity.hex(), int(begun)
            had, more = has[who], begins - has[who]
            is_missed = who not in last and begins == Bank.stack
            if not (is_missed or _may_begin(begins, had, asked.get(who, 0))):
                text = f"{player.name} has {had} and begins with {begun}"
                world.ledger.accuse("I26", text)
            if more:
                bought[who] += (more,)
            if more and asked:
                world.count("evening: bought")
            won[who] += payoff
            # A player that forfeits a table loses points, and all keep their chips.
            has[who] = begins + (0 if report.forfeited else payoff)
            if has[who] != chips_of(kept):
                text = f"{player.name} has {has[who]} and keeps {kept or 0}"
                world.ledger.accuse("I26", text)
        last = {player.identity.hex() for player in report.start.players}
    if sum(has.values()) != sum(map(sum, bought.values())):
        world.ledger.accuse("I26", f"{has} are not all that was bought: {bought}")
    if not has:
        return
    world.count("audit: ledger")
    due = {who: (chips, bought[who], won[who]) for who, chips in has.items()}
    for whose, one in _kept_by_programs(world, evening):
        known = _added_up(one)
        if known != due:
            text = f"{whose} comes to {[*known.values()]}, not {[*due.values()]}"
            world.ledger.accuse("I26", text)


def _added_up(
    evening: Evening,
) -> Mapping[str, tuple[int | None, tuple[int, ...], int]]:
    """Return what a program has each identity have, have bought and have won."""
    kept, won = evening.kept[Bank.name], evening.points[Bank.name]
    return {
        who: (chips_of(chips), kept.bought.get(who, ()), won[who])
        for who, chips in kept.amounts.items()
    }


def _may_begin(begins: int, had: int, asked: int) -> bool:
    """Return whether somebody who had so many chips may begin with these."""
    usual = had or Bank.stack
    return begins == usual or had < begins <= min(had + asked, Bank.most)


def _asked(world: World) -> list[Mapping[str, int]]:
    """Return how many chips each identity has asked for before each table."""
    if world.before is None:
        return [{}]
    asked = world.before.sale.asked
    here = {_identity(one).hex(): chips for one, chips in asked.items()}
    return [*_asked(world.before.world), here]


def _kept_by_programs(world: World, evening: Evening) -> Iterator[tuple[str, Evening]]:
    """Yield what the files come to, and what each seat has added up that knows all."""
    yield "the evening", evening
    for seat in world.honest:
        known = None if world.before is None else world.before.known(world, seat)
        if known is not None and known.tables == evening.tables and not known.missed:
            yield f"player {seat}", known
