"""Load a relay with tables of six: how long is a frame under way, at what cost?

``make load``, or ``python -m bench.network.relay_load [--tables N ...] [--rate R
...]``, starts ``p2pgame relay`` on a SQLite file as a program of its own and plays all
members from this one.  Beside the time from publishing to each other member stand round
trips to two echoes on the same machine, just before: bare TCP, and WebSockets by the
same library.  The relay's own processor time, all of its threads together, is told for
each frame that is published, and for each message that it writes for it: with one seat
that is an answer, with six five deliveries more.  So the first two loads tell both
costs.

A latency means something only where nothing else runs: whoever measures needs a core,
and the relay another.  Frames that this process was late to publish count from then.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.network.echoes import echoes, pings
from bench.network.relay_members import Members, Seen
from tests.relay.programs import Program, program

SEATS = 6
#: Never more than this of each.
TABLES_LIMIT, SECONDS_LIMIT, RATE_LIMIT, FILES_LIMIT = 3000, 120.0, 5000.0, 20_000
PINGS = 3000
#: Seconds of load before what is measured.
_WARM = 1.0

_PLENTY = "1e12/1e12"
_LIMITS = (
    f"connections={FILES_LIMIT}",
    f"per_prefix={FILES_LIMIT}",
    *(f"{name}={_PLENTY}" for name in ("arrivals", "publishes", "publish_bytes")),
    *(f"{name}={_PLENTY}" for name in ("prefix_publishes", "prefix_bytes")),
    "attack=1e12",
)
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Part:
    """A load: tables of so many seats, publishes in a second."""

    tables: int
    seats: int
    rate: float

    @property
    def name(self) -> str:
        return f"{self.tables} tables of {self.seats}, {self.rate:g}/s"


def homes(tables: int) -> list[str]:
    """Return an address of this machine for each table: one home is one reader."""
    return [f"127.1.{n >> 8}.{n & 255}" for n in range(1, tables + 1)]


@dataclass(frozen=True, slots=True)
class Cost:
    """What the relay's process has used: seconds of processor, KiB of memory."""

    cpu: float
    memory: int

    @classmethod
    def of(cls, running: Program) -> Cost:
        process = Path(f"/proc/{running.process.pid}")
        # All threads, those that have ended too; the name may hold spaces.
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        status = (process / "status").read_text()
        memory = int(status.partition("VmRSS:")[2].split()[0])
        return cls((int(fields[11]) + int(fields[12])) / _TICK, memory)


def measure(part: Part, seconds: float, folder: Path) -> None:
    """Play one load, and print its row."""
    with program(f"sqlite:{folder / 'db'}", *_LIMITS) as running:
        empty, begun = Cost.of(running), time.perf_counter()
        members = Members(running.address, part.tables, part.seats, homes(part.tables))
        took = time.perf_counter() - begun
        full = Cost.of(running)
        try:
            random = Random(1)
            members.settle(members.play(part.rate, _WARM, random))
            before = Cost.of(running)
            seen = members.play(part.rate, seconds, random)
            members.settle(seen)
            after = Cost.of(running)
        finally:
            members.close()
    cpu = after.cpu - before.cpu
    _row(
        part.name,
        *(_times(seen.under_way) if seen.under_way else ("", "")),
        f"{cpu / seen.published * 1e6:.0f}",
        f"{cpu / (seen.published * part.seats) * 1e6:.0f}",
        f"{cpu / seconds:.0%}",
        f"{(full.memory - empty.memory) / len(members):.1f}",
        str(seen.expected - len(seen.under_way) + seen.published - seen.stored),
        str(seen.disordered),
        str(seen.refused),
    )
    _remark(seen, took / len(members))


def _remark(seen: Seen, each: float) -> None:
    late = percentile(seen.late, 99)
    print(f"    joined in {each * 1e3:.2f} ms each; published {late:.2f} ms late (p99)")


def percentile(times: list[int], percent: int) -> float:
    """Return it in milliseconds."""
    ranked = sorted(times)
    return ranked[min(len(ranked) * percent // 100, len(ranked) - 1)] / 1e6


def _times(times: list[int]) -> tuple[str, str]:
    return f"{percentile(times, 50):.2f}", f"{percentile(times, 99):.2f}"


def _row(name: str, *cells: str) -> None:
    widths = (8, 8, 11, 11, 6, 10, 6, 11, 8)
    given = zip(cells, widths, strict=False)
    print(name.ljust(30) + "".join(c.rjust(w) for c, w in given), flush=True)


def _echo() -> None:
    with echoes() as (plain, framed):
        _row("TCP echo, round trip", *_times(pings(plain, PINGS, framed=False)))
        _row("WebSocket echo, round trip", *_times(pings(framed, PINGS, framed=True)))


def _bounded(most: float) -> type[float]:
    class Bounded(float):
        def __new__(cls, text: str) -> Bounded:
            number = super().__new__(cls, text)
            if not 0 < number <= most:
                raise ValueError(text)
            return number

    Bounded.__name__ = f"number up to {most:g}"
    return Bounded


def parts(tables: list[int], rates: list[float]) -> list[Part]:
    """Return a load for each number of tables; the last rate is for all that follow."""
    rates = rates + rates[-1:] * len(tables)
    alone = Part(min(tables[0] * SEATS, TABLES_LIMIT), 1, rates[0])
    both = zip(tables, rates, strict=False)
    return [alone, *(Part(count, SEATS, rate) for count, rate in both)]


def open_many() -> int:
    """Allow this process as many open files as it may have; return how many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = FILES_LIMIT if most == resource.RLIM_INFINITY else min(most, FILES_LIMIT)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return files


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    table, rate = _bounded(TABLES_LIMIT), _bounded(RATE_LIMIT)
    parser.add_argument("--tables", type=table, nargs="+", default=[100, 1500])
    parser.add_argument("--rate", type=rate, nargs="+", default=[1000.0])
    parser.add_argument("--seconds", type=_bounded(SECONDS_LIMIT), default=10.0)
    given = parser.parse_args()
    files = open_many()
    _row(
        *("", "p50 ms", "p99 ms", "us/publish", "us/message", "CPU", "KiB/conn."),
        *("lost", "disordered", "refused"),
    )
    _echo()
    for part in parts([int(count) for count in given.tables], given.rate):
        if part.tables * part.seats + 100 > files:
            print(f"{part.name}: only {files} files may be open here (ulimit -n)")
            continue
        with TemporaryDirectory() as folder:
            measure(part, given.seconds, Path(folder))


if __name__ == "__main__":
    main()
