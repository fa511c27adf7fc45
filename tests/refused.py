"""Transcripts of each verdict, most of them not fair: tests/archive/refused/.

``python -m tests.archiving --write`` writes them, too.  Their index says of each file
what was done to which good one and what comes of that, for programs in any language.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from p2pgame.client.words import message_of_error, say
from p2pgame.games.registry import KNOWN
from p2pgame.session.table.trace import trace
from p2pgame.session.table.verify import Refuted, RulesNotHere, Unfinished, events, read
from tests import (
    refused_cards,
    refused_files,
    refused_hosts,
    refused_offers,
    refused_rounds,
    refused_words,
)
from tests.archiving import ARCHIVE, SUFFIX, kept_trace
from tests.refusing import COMPLETE, NOT_FAIR, NOT_HERE, SO_FAR, Case, seat_of

FOLDER = ARCHIVE / "refused"
INDEX = "index.json"
ABOUT = (
    "Transcripts that are not fair, each for one reason, and a few of each other "
    "verdict: docs/vectors.md says what the fields are."
)

CASES: Mapping[str, Case] = {
    **refused_files.CASES,
    **refused_offers.CASES,
    **refused_hosts.CASES,
    **refused_words.CASES,
    **refused_cards.CASES,
    **refused_rounds.CASES,
}


@dataclass(frozen=True)
class Verdict:
    """What the program makes of a file: its verdict, with why, and its trace.

    ``fault`` is the first player's misbehaviour, and ``seat`` whose.
    """

    said: str
    reason: str | None
    fault: str | None
    seat: int | None
    lines: tuple[str, ...]


def judged(data: bytes) -> Verdict:
    lines, said, reason = list[str](), COMPLETE, None
    fault, seat = None, None
    try:
        trace(data, KNOWN, lines.append)
    except Refuted as refuted:
        said, reason = _verdict(refuted), say(message_of_error(refuted))
    try:
        table = read(data, KNOWN)
        for _ in events(table):
            pass
    except Refuted:
        return Verdict(said, reason, None, None, tuple(lines))
    if table.stopped is not None:
        fault, seat = str(table.stopped.fault), seat_of(table.stopped.culprit)
    return Verdict(said, reason, fault, seat, tuple(lines))


def _verdict(refuted: Refuted) -> str:
    match refuted:
        case Unfinished():
            return SO_FAR
        case RulesNotHere():
            return NOT_HERE
    return NOT_FAIR


def alike(lines: tuple[str, ...], good: str) -> int:
    """Return how many lines a trace has in common with that of a good file."""
    kept = kept_trace(ARCHIVE / f"{good}{SUFFIX}")
    pairs = zip(lines, kept, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def described(name: str, data: bytes) -> dict[str, object]:
    """Return what the index says of a file."""
    case, verdict = CASES[name], judged(data)
    return {
        "file": f"{name}{SUFFIX}",
        "good": f"{case.good}{SUFFIX}",
        "done": case.done,
        "verdict": verdict.said,
        "reason": verdict.reason,
        "fault": verdict.fault,
        "seat": verdict.seat,
        "trace": alike(verdict.lines, case.good),
    }


def index(folder: Path = FOLDER) -> str:
    """Return the text of the index of the files that are there."""
    files = [
        described(name, path.read_bytes())
        for name in CASES
        if (path := folder / f"{name}{SUFFIX}").exists()
    ]
    whole = {"about": ABOUT, "files": files}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def write(folder: Path = FOLDER, *, again: bool = False) -> list[str]:
    """Write the files that are missing, or all ``again``, and their index.

    Files of cases that there are no more are deleted.
    """
    folder.mkdir(exist_ok=True)
    written = []
    for name, case in CASES.items():
        path = folder / f"{name}{SUFFIX}"
        if again or not path.exists():
            path.write_bytes(case.make())
            written.append(name)
    for path in folder.glob(f"*{SUFFIX}"):
        if path.stem not in CASES:
            path.unlink()
    (folder / INDEX).write_text(index(folder), "utf-8")
    return written
