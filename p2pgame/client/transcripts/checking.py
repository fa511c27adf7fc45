"""Verifies transcripts, with no event loop, and reports progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio
from msgspec.structs import replace

from p2pgame import session
from p2pgame.games.registry import KNOWN
from p2pgame.log.parts import InMemory, Part
from p2pgame.session import Refuted, Report, Unfinished
from p2pgame.session.table.verify import verify as check

from .. import system_reason
from ..errors import ClientError, InvalidRequest, NotVerified, Refused, RulesNotHere
from ..events import LocalFact, Outlined, Progress, Verified
from ..front_end import FrontEnd
from ..profile import transcripts
from ..profile.transcripts import Transcript
from ..words import message_of_error, say
from . import findings, parted
from .local_facts import About, facts

T = TypeVar("T")

__all__ = [
    "NotVerified",
    "RulesNotHere",
    "compare",
    "compare_aside",
    "load",
    "located",
    "of_kind",
    "other_kind",
    "report_of",
    "trace",
    "transcript_in",
    "transcript_of",
    "verify",
]

#: No transcript is larger; of a larger file no more is read.
FILE_LIMIT = 64 * 1024 * 1024

#: How files of these kinds begin, whatever their version.
TRANSCRIPT, EVIDENCE = b"p2pgame transcript ", b"p2pgame evidence "
RECEIPT = b"p2pgame certificate "
#: What to say of a file that is of another kind than was wanted.
KINDS = {
    TRANSCRIPT: "file-is-transcript",
    EVIDENCE: "file-is-evidence",
    RECEIPT: "file-is-receipt",
}
#: Bytes of a transcript that come before its table's id, and of that.
TITLE, TABLE = len(TRANSCRIPT) + len("2\n"), 32


def load(path: Path) -> bytes:
    """Return the bytes of a file that should be a transcript, or what goes with one.

    Raises:
      InvalidRequest: It cannot be read, or is too large to be one.
    """
    try:
        with open(path, "rb") as file:  # not by its size: a device has none
            data = file.read(FILE_LIMIT + 1)
    except OSError as error:
        reason = system_reason.why(error)
        raise InvalidRequest("file-unreadable", path=str(path), why=reason) from None
    if len(data) > FILE_LIMIT:
        raise InvalidRequest("file-too-large", path=str(path))
    return data


def transcript_in(path: Path, given: Iterable[Path] = ()) -> tuple[Part, ...]:
    """Return a transcript, of whatever version, in one part or several.

    Of several, ``path`` is one; the others are among those ``given``, or beside it.

    Raises:
      InvalidRequest: It cannot be read, or is too large to be one.
      Refused: It is another file, or a part is missing.
      NotVerified: The parts do not fit together.
    """
    files = parted.files_of(path, given)
    if len(files) > 1:
        return tuple(map(parted.FilePart, files))
    return (InMemory(of_kind(path, TRANSCRIPT, "file-no-transcript")),)


def transcript_of(
    path: Path, data: bytes, given: Iterable[Path] = ()
) -> tuple[Part, ...]:
    """Return the transcript to which a file belongs that was read already.

    It may be a pipe, which can be read but once.  Other parts are looked for as in
    :func:`transcript_in`.

    Raises:
      Refused: A part is missing.
      NotVerified: The parts do not fit together.
    """
    files = parted.files_of(path, given)
    return (InMemory(data),) if len(files) == 1 else transcript_in(path, given)


def of_kind(path: Path, title: bytes, refusal: str) -> bytes:
    """Return the bytes of a file that begins with a title; ``refusal``: it doesn't.

    Raises:
      InvalidRequest: It cannot be read, or is too large to be one.
      Refused: It is another file.
    """
    data = load(path)
    if not data.startswith(title):
        raise other_kind(path, data, refusal)
    return data


def other_kind(path: Path, data: bytes, refusal: str) -> Refused:
    """Return what to say of a file of another kind; ``refusal``: it is of no kind."""
    from p2pgame.playtest import debug_table  # here, as a seat loads no such table

    kinds = {**KINDS, debug_table.TITLE: "file-is-debug"}
    known = (hint for title, hint in kinds.items() if data.startswith(title))
    return Refused(next(known, refusal), path=str(path))


def verify(
    path: str | Path,
    progress: Callable[[int], object] = lambda turns: None,
    given: Iterable[Path] = (),
) -> Verified:
    """Check a transcript: every signature, proof and rule, and the result.

    Of one in several parts ``path`` is any of them; the others are among those
    ``given``, or beside it.
    ``progress`` is told how many turns are checked, after each.  An unfinished game is
    verified as far as it goes, and ``unfinished`` says so.  Only the file is read: what
    this machine knows besides is added by :func:`located`.  It blocks; needs no event
    loop.  It has no bound but the file's size: for a stranger's file see
    :func:`.folders.verify`.

    Raises:
      NotVerified: Something in it is wrong.
      RulesNotHere: Nobody can tell here, for the rules of its game are not here.
      InvalidRequest: It cannot be read.
      Refused: It is another file.

    Cost: a 3-player hand of hold'em takes some 0.1 s, most of it for proofs.
    """
    file = Path(path)
    return _judged(file, transcript_in(file, given), progress)


def _judged(
    path: Path, data: Sequence[Part], progress: Callable[[int], object]
) -> Verified:
    try:
        return findings.verified(str(path), check(data, KNOWN, progress))
    except Unfinished as found:
        return findings.unfinished(str(path), found)
    except session.RulesNotHere as found:
        raise findings.rules_not_here(found) from None
    except session.RulesContradict as found:
        raise findings.rules_contradict(found) from None
    except Refuted as error:
        raise findings.not_verified(error) from None


def located(path: Path, found: T, given: Sequence[Path] = ()) -> T:
    """Return what was found in a transcript, with what this machine knows besides.

    Of several parts, all that were ``given`` are looked at.
    """
    match found:
        case Verified():
            found = replace(found, local=_local(path, found, given))
        case NotVerified(outlined=about) if about is not None:
            found.local = _local(path, about, given)
        case NotVerified():
            found.local = _local_to_damaged(path)
    return found


def _local(
    path: Path, found: Verified | Outlined, given: Sequence[Path]
) -> tuple[LocalFact, ...]:
    return facts(About(path, found.table, found.players, given))


def _local_to_damaged(path: Path) -> tuple[LocalFact, ...]:
    """Return what this machine knows of the table that a damaged file names."""
    if not path.is_file():  # a pipe can be read but once
        return ()
    try:
        head = parted.FilePart(path).read(0, TITLE + TABLE)
    except ClientError:
        return ()  # it was changed meanwhile
    about = About(path, head[TITLE:].hex(), ())
    # Where signatures don't hold, an entry that is like ours proves nothing.
    return tuple(fact for fact in facts(about) if fact.warns)


def report_of(data: bytes | Sequence[Part]) -> Report:
    """Return what the transcript of a finished game shows.

    Raises:
      NotVerified: Something in it is wrong, or it is not finished.
      RulesNotHere: Nobody can tell here.
    """
    try:
        return check(data, KNOWN)
    except session.RulesNotHere as found:
        raise findings.rules_not_here(found) from None
    except session.RulesContradict as found:
        raise findings.rules_contradict(found) from None
    except Refuted as error:
        raise NotVerified.saying(message_of_error(error)) from None


def trace(path: str | Path, tell: Callable[[str], object]) -> bool:
    """Tell how a transcript's result follows, line by line; return whether it is fair.

    Raises:
      RulesNotHere: Nobody can tell here.
      InvalidRequest: It cannot be read.
      Refused: It is another file.
    """
    from p2pgame.session.table.trace import trace as lines  # not for a seat

    try:
        lines(transcript_in(Path(path)), KNOWN, tell)
    except Refuted as refuted:
        tell(f"{_LAST.get(type(refuted), 'refused')} {say(message_of_error(refuted))}")
        if isinstance(refuted, session.RulesNotHere):
            raise findings.rules_not_here(refuted) from None
        if isinstance(refuted, session.RulesContradict):
            raise findings.rules_contradict(refuted) from None
        return isinstance(refuted, Unfinished)
    return True


#: How the trace of a file ends that is not fair and complete; else it is refused.
_LAST = {
    Unfinished: "unfinished",
    session.RulesNotHere: "unknown",
    session.RulesContradict: "unknown",
}


def compare(kept: Transcript, progress: Callable[[int], object]) -> Verified:
    """Check the transcript that a seat has written.

    If the seat checked its entries as they came, only the file's bytes are compared.

    Raises:
      NotVerified: Something in it is wrong, or it is not what was written.
    """
    if kept.report is None:
        return _judged(kept.path, [*map(parted.FilePart, kept.paths)], progress)
    for file, digest in zip(kept.paths, kept.digests, strict=True):
        if transcripts.digest_of(load(file)) != digest:
            raise NotVerified("file-changed", path=str(file))
    return findings.verified(str(kept.path), kept.report)


async def compare_aside(kept: Transcript, front: FrontEnd) -> None:
    """Check a transcript in a thread, and report the progress and the result."""

    def progress(turns: int) -> None:
        trio.from_thread.run_sync(front.tell, Progress("verify", turns))

    front.tell(await trio.to_thread.run_sync(partial(compare, kept, progress)))
