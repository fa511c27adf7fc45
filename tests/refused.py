"""Transcripts that a verifier must refuse: tests/archive/refused/, with an index.

``python -m tests.archiving --write`` writes them, too.  The index says of each file
what was done to which good one and why it is refused, for programs in any language.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from games.registry import KNOWN
from p2pgame.client.words import message_of_error, say
from p2pgame.session.table.trace import trace
from p2pgame.session.table.verify import Refuted, events, read
from tests import refused_cards, refused_files, refused_offers, refused_words
from tests.archiving import ARCHIVE, SUFFIX, kept_trace
from tests.refusing import Case, seat_of

FOLDER = ARCHIVE / "refused"
INDEX = "index.json"
ABOUT = (
    "Transcripts that a verifier must refuse, each for one reason, and a few that hold "
    "words without effect and are good: docs/vectors.md says what the fields are."
)

CASES: Mapping[str, Case] = {
    **refused_files.CASES,
    **refused_offers.CASES,
    **refused_words.CASES,
    **refused_cards.CASES,
}


@dataclass(frozen=True)
class Verdict:
    """What the program makes of a file: why it is refused, if it is, and its trace.

    ``fault`` is the first player's misbehaviour, and ``seat`` whose.
    """

    reason: str | None
    fault: str | None
    seat: int | None
    lines: tuple[str, ...]


def judged(data: bytes) -> Verdict:
    lines, reason, fault, seat = list[str](), None, None, None
    try:
        trace(data, KNOWN, lines.append)
    except Refuted as refuted:
        reason = say(message_of_error(refuted))
    try:
        table = read(data, KNOWN)
        for _ in events(table):
            pass
    except Refuted:
        return Verdict(reason, None, None, tuple(lines))
    if table.stopped is not None:
        fault, seat = str(table.stopped.fault), seat_of(table.stopped.culprit)
    return Verdict(reason, fault, seat, tuple(lines))


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
        "refused": verdict.reason is not None,
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
