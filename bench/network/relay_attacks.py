"""What a relay's tables feel while somebody attacks it.

``make attacks``, or ``python -m bench.network.relay_attacks [ATTACK ...]``, starts
``p2pgame relay`` with its usual limits as a program of its own, plays tables of six
from this one, and lets a third attack: from one address, unless the attack is about a
limit that one address does not reach (``bench/network/relay_bots.py`` says which).
Each table has an address of its own.  The tables play before, during and after the
attack; what counts is how long frames are under way meanwhile, compared with before and
after, at the 99th percentile.  Meanwhile somebody comes four times a second, each time
from another address: "welcome" is how long the slowest waited for the relay's welcome,
and "MiB" is the most memory that the relay took.  Ends with status 1 if anything is
lost or comes out of order, if one frame in a hundred or a newcomer waits for longer
than ``--most`` seconds, or if a relay with its usual limits takes more than 512 MiB.

All three share this machine's processors, and so does whatever else it does.  The
attacker is told to be nice (19), for at home it would have a processor of its own; the
row "busy" is what is left of that sharing: the same program, keeping a processor busy,
and no attack at all.  Each attack is made ``--repeat`` times at a new relay, and the
row is that of the median ratio; lost and disordered are those of all.  One of 1600
frames in eight seconds is late wherever anything else happens on a machine, and the
16 latest are what is above the percentile; with fewer, chance decides.

With ``--pin`` the relay has one processor to itself, and members and attacker share the
others.  Under each row stands what the attack did, what the relay says that it refused,
and how late this process published: a frame counts from then.  For more tables than the
relay's usual limit of connections allows, that limit alone is raised:

    python -m bench.network.relay_attacks --pin --tables 1667 --rate 1000 \
      connections backlogs
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.network.relay_attackers import attacker
from bench.network.relay_bots import ATTACKS
from bench.network.relay_line import Did
from bench.network.relay_load import TABLES_LIMIT, Cost, homes, open_many, percentile
from bench.network.relay_members import Members, Seen
from bench.network.relay_newcomers import Newcomers
from p2pgame.transport.websocket import Address
from tests.relay.programs import Program, program

SEATS = 6

#: MiB that a relay takes at most.
MEMORY = 512

#: Seconds of play before what is measured.
_WARM = 0.5

#: The connections that a relay has by default, and those that attackers may make.
_USUAL, _SPARE = 9000, 2000

#: Seconds after each wave of members, so that they are no crowd of newcomers.
_PAUSE = 0.2

_FIELDS = "{:16}{:>8}{:>8}{:>10}{:>8}{:>7}{:>6}{:>12}{:>10}{:>8}"


@dataclass(frozen=True, slots=True)
class Load:
    """What is played: publishes in a second, seconds before, during and after."""

    tables: int = 20
    rate: float = 200.0
    seconds: float = 8.0
    #: Whether the relay has one processor, and all else the others.
    pinned: bool = False

    @property
    def limits(self) -> list[str]:
        """The relay's usual limits, unless its tables need more connections."""
        needed = self.tables * SEATS + _SPARE
        return [f"connections={needed}"] if needed > _USUAL else []


@dataclass(frozen=True, slots=True)
class Felt:
    """What the tables felt of one attack; times are milliseconds."""

    p50: float
    p99: float
    quiet: float
    #: Seconds of processor that the relay took in a second.
    cpu: float
    #: Until the slowest newcomer was welcome, and the relay's most memory in MiB.
    welcome: float
    memory: int
    lost: int
    disordered: int
    #: How late frames were published meanwhile.
    late: float
    did: Did
    #: What the relay's own counts have risen by, as far as they tell of refusals.
    counts: dict[str, int]

    @property
    def ratio(self) -> float:
        return self.p99 / self.quiet


def measure(name: str, load: Load, folder: Path, nice: int) -> Felt:
    """Play while nothing happens, under this attack, and while nothing happens."""
    sources = [f"127.9.0.{n + 1}" for n in range(ATTACKS[name].addresses)]
    with (
        _started(folder, load) as running,
        attacker(name, running.address, sources, nice) as against,
        # Behind it: a relay ends members that are silent while that program starts.
        _seated(running.address, load) as members,
    ):
        random = Random(1)
        members.settle(members.play(load.rate, _WARM, random))

        def play() -> Seen:
            return members.play(load.rate, load.seconds, random)

        before = play()
        members.settle(before)
        counts, cost = _counts(running.address), Cost.of(running)
        against.begin()
        with Newcomers(running.address) as newcomers:
            during = play()
        cpu = (Cost.of(running).cpu - cost.cpu) / load.seconds
        did, risen = against.end(), _counts(running.address)
        members.settle(during)
        after = play()
        members.settle(after)
        memory = peak(running)
    every = (before, during, after)
    return Felt(
        percentile(during.under_way, 50),
        percentile(during.under_way, 99),
        percentile(before.under_way + after.under_way, 99),
        cpu,
        newcomers.slowest * 1e3,
        memory,
        sum(_lost(seen) for seen in every),
        sum(seen.disordered for seen in every),
        percentile(during.late, 99),
        did,
        {name: risen[name] - counts.get(name, 0) for name in risen},
    )


@contextmanager
def _started(folder: Path, load: Load) -> Iterator[Program]:
    """Start a relay; where it is pinned, what starts later has the other processors."""
    all_of_them = os.sched_getaffinity(0)
    with program(f"sqlite:{folder / 'relay.db'}", *load.limits) as running:
        if load.pinned:
            mine, *others = sorted(all_of_them)
            for task in Path(f"/proc/{running.process.pid}/task").iterdir():
                os.sched_setaffinity(int(task.name), {mine})
            os.sched_setaffinity(0, others)
        try:
            yield running
        finally:
            os.sched_setaffinity(0, all_of_them)


@contextmanager
def _seated(address: Address, load: Load) -> Iterator[Members]:
    pause = _PAUSE if load.limits else 0
    members = Members(address, load.tables, SEATS, homes(load.tables), pause)
    try:
        yield members
    finally:
        members.close()


def _lost(seen: Seen) -> int:
    return seen.expected - len(seen.under_way) + seen.published - seen.stored


def peak(running: Program) -> int:
    """Return the most memory that a relay has taken, in MiB."""
    status = Path(f"/proc/{running.process.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) >> 10


def _counts(address: Address) -> dict[str, int]:
    """Return what the relay itself has counted of what it did not do."""
    asking = HTTPConnection(*address, timeout=30, source_address=("127.8.0.1", 0))
    asking.request("GET", "/metrics")
    page = asking.getresponse().read().decode()
    asking.close()
    counts = {}
    for line in page.splitlines():
        name, _, value = line.rpartition(" ")
        name = name.removeprefix("p2pgame_relay_").replace("_total", "")
        if name.startswith(("cut_", "turned_away", "refused{")):
            counts[name] = int(value)
    return counts


def _row(name: str, felt: Felt, lost: int, disordered: int) -> None:
    times = (f"{ms:.2f}" for ms in (felt.p50, felt.p99, felt.quiet))
    figures = (f"{felt.ratio:.1f}", f"{felt.cpu:.0%}", str(lost), str(disordered))
    beside = (f"{felt.welcome:.0f}", str(felt.memory))
    print(_FIELDS.format(name, *times, *figures, *beside))
    did = felt.did
    print(
        f"    {did.connections} connections, {did.ended} ended; {did.said} said "
        f"in {did.sent >> 10} KiB, {did.heard >> 10} KiB heard; relay: "
        + ", ".join(f"{name} {count}" for name, count in felt.counts.items() if count)
        + f"; frames published {felt.late:.2f} ms late (p99)",
        flush=True,
    )


def try_attack(name: str, load: Load, given: argparse.Namespace) -> bool:
    """Make an attack some times and print its row; return whether it was felt."""
    every = []
    for _ in range(given.repeat):
        with TemporaryDirectory(dir=given.folder) as folder:
            every.append(measure(name, load, Path(folder), given.nice))
    every.sort(key=lambda felt: felt.ratio)
    median = every[len(every) // 2]
    lost = sum(felt.lost for felt in every)
    disordered = sum(felt.disordered for felt in every)
    _row(name, median, lost, disordered)
    is_slow = max(median.p99, median.welcome) > given.most * 1e3
    is_large = median.memory > MEMORY and not load.limits
    return bool(lost or disordered or is_slow or is_large)


def main() -> int:
    usual = Load()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--rate", type=float, default=usual.rate)
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--most", type=float, default=1.0, help="seconds of a wait")
    parser.add_argument("--nice", type=int, default=19, help="of the attacker")
    parser.add_argument("--folder", type=Path, help="where the relay's file is")
    parser.add_argument("--pin", action="store_true", help="the relay to one processor")
    given = parser.parse_args()
    load = Load(given.tables, given.rate, given.seconds, given.pin)
    open_many()
    unknown = set(given.attacks) - set(ATTACKS)
    if unknown or not 0 < load.tables <= TABLES_LIMIT or given.repeat < 1:
        parser.error(f"unknown: {', '.join(unknown)}" if unknown else "out of range")
    head = ("p50 ms", "p99 ms", "quiet p99", "ratio", "CPU", "lost", "disordered")
    beside = ("welcome", "MiB")
    print(_FIELDS.format("", *head, *beside))
    felt = [name for name in given.attacks or ATTACKS if try_attack(name, load, given)]
    if felt:
        print(f"too slow, too large, lost or disordered: {', '.join(felt)}")
    return 1 if felt else 0


if __name__ == "__main__":
    sys.exit(main())
