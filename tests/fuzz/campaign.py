"""A campaign: all targets, in parts, on every worker at once.

A part is named by seed, target and number, and comes out the same in any process.
An input that kills its process, or keeps it for ever, is a finding, too: before
each one its bytes are noted in memory that the campaign shares with its workers.
"""

from __future__ import annotations

import ctypes
import multiprocessing
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import ceil
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from time import monotonic
from typing import Any

from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import (
    Absent,
    Assent,
    Chat,
    Checkpoint,
    Epoch,
    EpochRefusal,
    EvictionVote,
    Leave,
    Nudge,
    Payload,
    Receipt,
    Successor,
    Times,
)
from tests import wire_reader as reader
from tests.fuzz.certificates import Certificates
from tests.fuzz.codec import Codec
from tests.fuzz.codes import Codes
from tests.fuzz.discoveries import Discoveries
from tests.fuzz.entries import Entries, Payloads
from tests.fuzz.evidences import Evidences
from tests.fuzz.frames import Boxes, Frames
from tests.fuzz.invitations import Invitations
from tests.fuzz.invites import Announcements, Invites
from tests.fuzz.meetings import Doors, Pairs, Slips
from tests.fuzz.nostr import Contents, Relayed
from tests.fuzz.openings import FirstFrames
from tests.fuzz.played import cheated, games
from tests.fuzz.relays import Relay
from tests.fuzz.routers import Routers
from tests.fuzz.signals import Signals
from tests.fuzz.target import ENOUGH, Finding, Tally, Target, run
from tests.fuzz.transcripts import Transcripts

#: Into so many parts the inputs of a whole campaign are divided, of each target.
PARTS = 200
#: Seconds after which a part that has not ended is taken to hang.
STUCK = 900
_NOTED = 1 << 20
#: What is not said in every game.
RARE: tuple[Payload, ...] = (
    Absent(bytes(32), 1, (0, 2)),
    EvictionVote(bytes(32), 0, (1,)),
    Receipt(bytes(32), 1),
    Leave(),
    Epoch(2, bytes(32), (bytes(80), b""), b""),
    EpochRefusal(1),
    Times((0, 12), (3, 4)),
    Assent(bytes(32), "draw"),
    Assent(bytes(32), "takeback 12"),
    Checkpoint(bytes(32), bytes(32)),
    Nudge(bytes(32)),
    Chat("Zoë? ö\u0308"),
    Successor(bytes(32), (bytes(80), b""), bytes(80)),
)
_SIZE = 8


@cache
def targets() -> Mapping[str, Target]:
    """Return all targets by name, with their corpora."""
    fair, guilty = games(), cheated()
    kinds = {game.name: game for game in fair}
    entries = [entry for game in kinds.values() for entry in game.entries]
    raws = [entry.raw for entry in entries]
    words = [entry.payload for entry in entries]
    words += [payloads.encode(word) for word in RARE]
    bodies = [reader.halves(raw)[0] for raw in raws]
    some: list[Target] = [
        Codec([*bodies, *words, *raws[:4]]),
        Frames(),
        Boxes(),
        Invites(),
        FirstFrames(),
        Relay(),
        Announcements(),
        Codes(),
        Discoveries(),
        Slips(),
        Pairs(),
        Doors(),
        Signals(),
        Invitations(),
        Certificates(),
        Routers(),
        Relayed(),
        Contents(),
        Entries(raws),
        Payloads(words),
        Transcripts([*fair, *guilty]),
        Evidences(guilty, fair),
    ]
    return {target.name: target for target in some}


@dataclass(frozen=True, slots=True)
class Part:
    """Some inputs of one target."""

    target: str
    seed: int
    chunk: int
    count: int


def parts(target: Target, *, seed: int, scale: float) -> list[Part]:
    """Return the first parts of a target's campaign: ``scale`` 1 is all of it."""
    size = ceil(target.inputs / PARTS)
    number = max(1, round(PARTS * scale))
    return [Part(target.name, seed, chunk, size) for chunk in range(number)]


@dataclass
class Worker:
    """A process that does parts; ``noted`` holds the input that it is at."""

    find: Callable[[], Mapping[str, Target]]
    part: Part | None = None
    since: float = 0.0
    noted: Any = field(default_factory=lambda: RawArray(ctypes.c_ubyte, _SIZE + _NOTED))
    process: BaseProcess = field(init=False)
    line: Connection[Part | None, Tally] = field(init=False)

    def __post_init__(self) -> None:
        self.line, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(
            target=_work, args=(theirs, self.noted, self.find), daemon=True
        )
        self.process.start()
        theirs.close()

    def begin(self, part: Part | None) -> None:
        self.part, self.since = part, monotonic()
        self.line.send(part)

    def lost(self, text: str) -> Tally:
        """End the process; return what it was at as a finding."""
        self.process.kill()
        self.process.join()
        assert self.part is not None
        view = memoryview(self.noted).cast("B")
        size = int.from_bytes(view[:_SIZE])
        data = bytes(view[_SIZE : _SIZE + size])
        tally, part = Tally(), self.part
        tally.words["FOUND"] += 1
        tally.findings.append(Finding(part.target, part.chunk, -1, text, data))
        return tally


def _work(
    line: Connection[Tally, Part | None],
    noted: Any,
    find: Callable[[], Mapping[str, Target]],
) -> None:
    view, known = memoryview(noted).cast("B"), find()

    def note(data: bytes) -> None:
        size = min(len(data), _NOTED)
        view[:_SIZE] = size.to_bytes(_SIZE)
        view[_SIZE : _SIZE + size] = data[:size]

    while (part := line.recv()) is not None:
        target = known[part.target]
        line.send(
            run(target, seed=part.seed, chunk=part.chunk, count=part.count, note=note)
        )


def campaign(
    todo: list[Part],
    *,
    workers: int,
    find: Callable[[], Mapping[str, Target]] = targets,
    stuck: float = STUCK,
) -> Iterator[tuple[Part, Tally]]:
    """Do all parts, and yield each with what became of its inputs.

    A target about which enough has been found is given up.
    """
    left, found = deque(todo), Counter[str]()
    crew = [Worker(find) for _ in range(min(workers, len(todo)))]
    for worker in crew:
        worker.begin(left.popleft())
    while busy := [worker for worker in crew if worker.part is not None]:
        ready = wait([worker.line for worker in busy], timeout=1)
        for worker in busy:
            done = worker.part
            assert done is not None
            if worker.line in ready:
                try:
                    tally = worker.line.recv()
                except EOFError:
                    worker.process.join()
                    tally = worker.lost(f"the process died: {worker.process.exitcode}")
            elif monotonic() - worker.since > stuck:
                tally = worker.lost(f"not done with it after {stuck} s")
            else:
                continue
            if not worker.process.is_alive():
                crew.remove(worker)
                worker = Worker(find)
                crew.append(worker)
            found[done.target] += len(tally.findings)
            while left and found[left[0].target] >= ENOUGH:
                left.popleft()
            worker.begin(left.popleft() if left else None)
            yield done, tally
    for worker in crew:
        worker.process.join()
