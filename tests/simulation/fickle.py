"""Tables whose rules contradict themselves (:mod:`.fickle_rules`).

Each start of a program draws how these rules answer there, so that a program may find
its own earlier words wrong.

I28  Rules that contradict themselves convict nobody: neither a peer, at any moment, nor
     evidence that somebody makes up of what honest players have signed.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import trio

from p2pgame.log import encode
from p2pgame.session import Refuted, Table, Unfinished
from p2pgame.session.entries.errors import Fault
from p2pgame.session.lobby.events import RulesBroken, Stopped, TableEvent
from p2pgame.session.table.evidence import TITLE, Unproven, check
from p2pgame.session.table.verify import RulesContradict, verify
from tests.simulation import program
from tests.simulation.chance import Chance
from tests.simulation.draw_ordinary import meddled, some_posted, without_relays
from tests.simulation.faults import ANYTHING, Wanted
from tests.simulation.fickle_rules import Fickle
from tests.simulation.plan import Plan

if TYPE_CHECKING:
    from tests.simulation.world import World

#: How somebody cheats at such a table, by turns: mostly not at all.
CHEATED = ("", "", "fork", "", "illegal move")


def is_played(plan: Plan) -> bool:
    return plan.game.startswith("fickle")


def drawn(seed: int, wanted: Wanted = ANYTHING) -> Plan:
    """Draw a game whose rules contradict themselves; else it is as any game."""
    chance = Chance(seed).of("fickle")
    cheat = wanted.cheat or chance.choice(CHEATED)
    seats = wanted.seats or chance.choice((3, 3, 4) if cheat == "fork" else (2, 3, 4))
    plan = without_relays(seed, f"fickle {seats}", replace(wanted, cheat=cheat))
    return meddled(some_posted(plan))


def table_of(world: World, seat: int) -> Table:
    """Return the table as a program comes to it that starts, and may come by a bit."""
    plan, player = world.plan, world.player(seat)
    if not is_played(plan):
        return program.table_of(plan, seat, player)
    bit = world.chance.of("bit", seat, trio.current_time()).randrange(2)
    return program.table_of(plan, seat, player, {("fickle", 1): Fickle(bit)})


def told(world: World, seat: int, event: TableEvent) -> None:
    """I28: no program accuses an honest player, also not for a while."""
    if not is_played(world.plan):
        return
    if isinstance(event, RulesBroken):
        world.count("rules: contradictory")
    if isinstance(event, Stopped):
        culprit = event.misbehaviour.culprit
        if world.ledger.is_honest(culprit):
            world.ledger.accuse("I28", f"{seat} accuses: {event.misbehaviour}")


def at_end(world: World) -> None:
    """I28: files of such a table are fair or contradictory, and evidence is none."""
    for seat in world.honest:
        peer = world.peer(seat)
        if peer is None or peer.table.play is None:
            continue
        for bit in (0, 1):
            _read(world, seat, peer.table, bit)


def _read(world: World, seat: int, table: Table, bit: int) -> None:
    world.count("audit: fickle")
    games, file = {("fickle", 1): Fickle(bit)}, table.transcript()
    try:
        verify(file, games)
    except (RulesContradict, Unfinished):
        pass
    except Refuted as error:
        if not table.cheats:
            world.ledger.accuse("I28", f"the file of {seat} is refuted: {error}")
    author = world.ledger.authors[world.chance.of("made up", seat).choice(world.honest)]
    for fault in (Fault.RULES, Fault.END, Fault.CHECKPOINT, Fault.ALLOWANCE):
        made_up = TITLE + encode([table.id, author, fault.value, [], file])
        with suppress(Unproven, RulesContradict):
            world.ledger.accuse("I28", f"made-up evidence: {check(made_up, games)}")
