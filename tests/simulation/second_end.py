"""A second end of a table: the others sign it together, once the winner has won.

They go back to some moment of the game and go on as if the winner had fallen silent
there.  Both files are fair by themselves, for that is how a game goes on without a
player.

I27  Two ends of a table are one case: whatever adds up games counts neither, and names
     each who signed both, with evidence that its bytes alone prove; nobody else.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

from p2pgame.client.transcripts import counting
from p2pgame.client.transcripts.findings import verified
from p2pgame.log import Entry, decode_archive
from p2pgame.session import Refuted, Table
from p2pgame.session.entries.notes import Note
from p2pgame.session.table.evidence import Unproven, check
from p2pgame.session.table.verify import verify
from tests.session.tables import Net, any_offer
from tests.simulation.faults import AFTER
from tests.simulation.ledger import records_of
from tests.simulation.program import REGISTRY, table_of

if TYPE_CHECKING:
    from tests.simulation.world import World

#: Of so many honest games one gets a second end.
TOLD = 3
#: Of so many second ends one begins late: with all but so many words of each player.
LATE, LAST = 3, 2
#: How often those who stay wait for the others until they go on without them.
ROUNDS = 24


def at_end(world: World) -> None:
    """Have the losers of an honest game sign a second end."""
    table, chance = _won(world), world.chance.of("second end")
    if table is None or chance.randrange(TOLD):
        return
    first = table.transcript()
    second = _told_anew(world, table, first, chance)
    if second is not None and second != first:
        _judged(world, first, second, chance)


def _won(world: World) -> Table | None:
    """Return the table of a game that three or more have played to its end."""
    if world.before is not None or world.plan.cheat:
        return None
    peers = filter(None, map(world.peer, world.honest))
    tables = (peer.table for peer in peers if peer.table.complete)
    table = next((one for one in tables if not one.cheats), None)
    play = None if table is None else table.play
    if play is None or len(play.present - play.absences.left) <= play.start.quorum:
        return None
    return table if play.start.quorum else None


def _told_anew(
    world: World, table: Table, first: bytes, chance: Random
) -> bytes | None:
    """Return a second transcript that all sign but the winner; None: they can't.

    They can't go on from a moment at which they lack a move behind a seal, and must
    not from one at which all that is to be said has been.
    """
    play = table.play
    assert play is not None
    there = sorted(play.present - play.absences.left)
    payoffs = verify(first, REGISTRY).payoffs
    winner = max(there, key=lambda seat: (payoffs[seat], chance.random()))
    _, entries = decode_archive(first)
    is_late, words = not chance.randrange(LATE), LAST * len(play.start.players)
    least = len(entries) - words if is_late else len(entries) // 3
    begin = entries[: chance.randrange(least, len(entries))]
    machines = [world.machine_of(player.author) for player in play.start.players]
    tables = [_back(world, machine, begin) for machine in machines]
    net = Net(play.start.game, len(tables), decide=any_offer(chance), chance=chance)
    net.tables = tables
    net.silent = {seat for seat in range(len(tables)) if seat not in there}
    net.silent.add(winner)
    losers = [tables[seat] for seat in there if seat != winner]
    for _ in range(ROUNDS):
        net.play()
        if all(one.complete for one in losers):
            return losers[0].transcript()
        for one in losers:
            one.lose_patience()
    return None


def _back(world: World, machine: int, begin: Sequence[Entry]) -> Table:
    """Return a player's table as it was at some moment, with all notes of moves."""
    table = table_of(world.plan, machine, world.player(machine))
    log = world.disks[machine].content(world.new_log_of(machine)) or b""
    for note in filter(None, map(Note.read, records_of(log))):
        table.remember(note)
    for entry in begin:
        table.receive(entry)
    return table


def _signed_both(first: bytes, second: bytes) -> frozenset[bytes]:
    """Return the authors with two entries in one place of two transcripts."""
    told = [
        {(entry.author, entry.sequence): entry.raw for entry in decode_archive(data)[1]}
        for data in (first, second)
    ]
    both = told[0].keys() & told[1].keys()
    return frozenset(
        author for author, n in both if told[0][author, n] != told[1][author, n]
    )


def _judged(world: World, first: bytes, second: bytes, chance: Random) -> None:
    """I27: check what is made of both files, in any order."""
    ledger, liars = world.ledger, _signed_both(first, second)
    try:
        ends = [verify(data, REGISTRY) for data in (first, second)]
    except Refuted as error:
        ledger.accuse("I27", f"a second end is refuted by itself: {error}")
        return
    with tempfile.TemporaryDirectory(prefix="ends") as folder:
        paths = [Path(folder) / name for name in ("one.p2pgame", "other.p2pgame")]
        for path, data in zip(paths, (first, second), strict=True):
            path.write_bytes(data)
        told = dict(zip(paths, map(verified, map(str, paths), ends), strict=True))
        alike = len({one.chain.end for one in told.values()}) == 1
        world.count(f"after: {AFTER[alike]}")
        if not liars and not alike:
            ledger.accuse("I27", "there are two ends, and nobody has signed both")
        order = chance.sample(paths, 2)
        with patch.object(counting, "KNOWN", REGISTRY):
            found = counting.counted({path: told[path] for path in order})
            if bool(found.tables) != alike:
                ledger.accuse("I27", f"{len(found.tables)} of two ends count")
            named = {bytes.fromhex(one.author) for one in _named(found)}
            if named != liars:
                ledger.accuse("I27", f"{named} are named, {liars} have signed both")
            proofs = counting.write_evidence(
                found.conflicts, Path(folder) / "e.evidence"
            )
            _proven(world, [path.read_bytes() for path in proofs], liars)


def _named(found: counting.Counted) -> Iterator[counting.Forker]:
    for conflict in found.conflicts:
        yield from conflict.forkers


def _proven(world: World, files: list[bytes], liars: frozenset[bytes]) -> None:
    """I27: each who signed both is convicted by a file, which others judge as well."""
    about = set[bytes]()
    for data in files:
        try:
            author = check(data, REGISTRY).author
        except Unproven as error:
            world.ledger.accuse("I27", f"evidence shows nothing: {error}")
            continue
        about.add(bytes.fromhex(author))
        world.evidence[data] = author
        world.count("evidence checked")
    if about != liars:
        world.ledger.accuse("I27", f"evidence about {about}, not {liars}")
