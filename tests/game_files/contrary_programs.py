"""Plays by each contrary file with three real programs, and verifies by a fourth.

A host and two guests are processes, each with a home of its own, that speak over
loopback.  Their rules processes do not look at the text, do not freeze it, and nobody
has tried it before: so each file comes to a table, and only what is asked again may
find that it contradicts itself.  What the look says is printed beside it, or what is
found as the file is loaded.  Where nothing is, the host plays by the file itself, which
runs in the host's program.

Run as ``python -m tests.game_files.contrary_programs``, or by ``make contrary``.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from p2pgame.client.profile.rules_files import TRIED
from p2pgame.engine import RulesError
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.loading import load_in_time
from tests import forked
from tests.cli.processes import Guests, line_with
from tests.forked import Program

from .contrary import UNLOOKED, files, looked

#: The players, the first of whom is the host, and who verifies.
PLAYERS, JUDGE = ("Ann", "Ben", "Cleo"), "Dora"
#: Tables at once.
AT_ONCE = 2
#: Seconds for a game, after which something is wrong.
WITHIN = 300.0
#: Seconds between looks at who still works, and looks until nobody does.
LOOK, LOOKS = 0.1, 30
#: What is printed where somebody is accused, and where the rules are named.
ACCUSES = re.compile(r"cheated|who cheated|forked", re.IGNORECASE)
NAMES = re.compile(r"contradict themselves|are at fault|fails? in |the rules fail")


class Unlooked(Program):
    """A program whose rules processes do not look at what they run."""

    def __init__(
        self, arguments: Sequence[str], *, env: Mapping[str, str], **how: Any
    ) -> None:
        super().__init__(arguments, env={**env, **UNLOOKED}, **how)


@dataclass(frozen=True)
class Played:
    """What each program has said at its end, with its exit status.

    ``judged`` is that of ``verify``; None: nothing was signed.
    """

    said: tuple[tuple[int, str], ...]
    judged: tuple[int, str] | None
    has_evidence: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """All that was said."""
        ends = (*self.said, self.judged) if self.judged else self.said
        return tuple(text for _, text in ends)

    @property
    def accuses(self) -> bool:
        """Whether any of the four has accused a player."""
        return self.has_evidence or any(map(ACCUSES.search, self.texts))

    @property
    def names(self) -> bool:
        """Whether any of the four has named the rules."""
        return any(map(NAMES.search, self.texts))

    def __str__(self) -> str:
        ends = [*zip(PLAYERS, self.said, strict=True)]
        ends += [("verify", self.judged)] if self.judged else []
        told = [f"{name} {status} ({_kind(text)})" for name, (status, text) in ends]
        verdict = "accused" if self.accuses else "named" if self.names else "unnamed"
        return f"{verdict}: {', '.join(told)}"


def played(text: str, folder: Path) -> Played:
    """Return what comes of a table of three programs, in a new folder."""
    for name in (*PLAYERS, JUDGE):
        rules = folder / name / "rules"
        rules.mkdir(parents=True)
        (rules / "contrary@1.py").write_text(text, "utf-8")
    with closing(Guests(folder, Unlooked, {TRIED: _hash(text)})) as programs:
        own = folder / "contrary.py"
        own.write_text(text, "utf-8")
        hosted = "contrary" if _refused(text) else f".{os.sep}{own.name}"
        said = tuple(_ends(programs, hosted))
        made = [f"{name}.p2pgame" for name in PLAYERS]
        kept = [name for name in made if (folder / name).exists()]
        judged = None
        if kept:
            judge = programs.start("verify", *kept, home=JUDGE)
            output, _ = judge.communicate(timeout=WITHIN)
            judged = judge.returncode, output
    return Played(said, judged, any(folder.rglob("*.evidence")))


def _refused(text: str) -> str | None:
    """Return why no program would play by a file of its own, or None."""
    try:
        if (found := looked(text)) is None:
            load_in_time(text)
        return found
    except RulesError as error:
        return str(error)


def _hash(text: str) -> str:
    """Return the hash of a text's rules, for programs that are not to try them."""
    game = confined(text)
    confinement(game).close()
    return game.rules.hex()


def _ends(programs: Guests, hosted: str) -> Iterator[tuple[int, str]]:
    """Have three play; yield how each has ended, and what it has said at last."""
    table = ("--players", "3", "--listen", "127.0.0.1:0", "--no-relay", "--no-lan")
    host = _seat(programs, PLAYERS[0], "host", hosted, *table)
    line = line_with("p2pgame join P2PGAME:", host, within=WITHIN)
    invite = line.split()[-1]
    running = [host, *(_seat(programs, one, "join", invite) for one in PLAYERS[1:])]
    with ThreadPoolExecutor(len(running)) as pool:
        ends: list[Future[tuple[str, str]]] = [
            pool.submit(one.communicate) for one in running
        ]
        wait(ends, WITHIN, FIRST_COMPLETED)
        _settle(running)
        for one in running:
            with suppress(ProcessLookupError):
                if one.poll() is None:
                    one.send_signal(signal.SIGINT)
        if wait(ends, WITHIN).not_done:
            programs.end()
        for one, end in zip(running, ends, strict=True):
            yield one.returncode, end.result()[0]


def _seat(programs: Guests, name: str, *what: str) -> subprocess.Popen[str]:
    file = ("--transcript", f"{name}.p2pgame")
    return programs.start(*what, "--bot", "--plain", "--name", name, *file, home=name)


def _settle(running: Sequence[subprocess.Popen[str]]) -> None:
    """Return once all have ended, or those that have not wait for the others in vain.

    Such a one sleeps, and so do its rules processes, in each of many looks: a busy
    machine makes nobody sleep.
    """
    left, until = LOOKS, time.monotonic() + WITHIN
    while left and time.monotonic() < until:
        going = [one.pid for one in running if one.poll() is None]
        if not going:
            return
        left = LOOKS if any(map(_works, _with_children(going))) else left - 1
        time.sleep(LOOK)


def _with_children(pids: Sequence[int]) -> Iterator[int]:
    for pid in pids:
        yield pid
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            with suppress(OSError):
                yield from map(int, task.read_text().split())


def _works(pid: int) -> bool:
    """Return whether any thread of a process runs, or waits for a processor or disk."""
    states = []
    for task in Path(f"/proc/{pid}/task").glob("*/stat"):
        with suppress(OSError):
            states.append(task.read_text().rpartition(")")[2].split()[0])
    return bool({*states} & {"R", "D"})


def _kind(text: str) -> str:
    """Return in a word or two what a program has said at its end."""
    for kind, words in (
        ("accuses", ACCUSES),
        ("contradict", "contradict themselves"),
        ("at fault", NAMES),
        ("fair", "Verified: "),
        ("fair", "every signature, proof and rule checked"),
        ("left", "so far"),
    ):
        if re.search(words, text):
            return kind
    return (text.strip().splitlines() or ["nothing"])[-1][:60]


def main(*sources: str) -> int:
    """Play all, print what comes of each, and return 1 if somebody is accused.

    ``sources``: those of these sources, or of these places, alone.
    """
    wanted = {
        name: text
        for name, text in files().items()
        if not sources or {*name.split(", in ")} & {*sources}
    }
    counts, unnamed, began = Counter[str](), list[str](), time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="p2pgame-contrary-") as folder,
        ThreadPoolExecutor(AT_ONCE) as pool,
        patch.dict(os.environ, UNLOOKED),
        patch.dict(forked.STARTED, UNLOOKED),  # so programs are forks
    ):
        ends = {
            name: pool.submit(played, text, Path(folder) / str(number))
            for number, (name, text) in enumerate(wanted.items())
        }
        for name, end in ends.items():
            found, seen = end.result(), _refused(wanted[name])
            print(f"{name}: {found}; the look: {seen or 'nothing'}", flush=True)
            counts["accused"] += found.accuses
            counts["named as played"] += found.names
            counts["found by the look"] += seen is not None
            unnamed += [] if found.names else [name]
    print(f"{len(wanted)} files, {time.monotonic() - began:.0f} s")
    for kind in ("accused", "named as played", "found by the look"):
        print(f"{counts[kind]} {kind}")
    print("unnamed:", "; ".join(unnamed) or "none")
    return 1 if counts["accused"] or unnamed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
