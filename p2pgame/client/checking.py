"""Verifies transcripts and evidence, with no event loop, and reports progress."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import trio

from games.registry import KNOWN
from p2pgame.engine import Message, plain
from p2pgame.session import Refuted, Report, Unfinished
from p2pgame.session.entries.errors import Fault
from p2pgame.session.game.checkpoints import Signed
from p2pgame.session.table.verify import verify as check

from .errors import ClientError, InvalidRequest, Refused
from .events import Player, Progress, Verified
from .front_end import FrontEnd
from .names import distinct
from .narration import unaudited
from .profile.transcripts import Transcript
from .words import message_of_error, say

if TYPE_CHECKING:
    from p2pgame.session.table.evidence import Proven

__all__ = [
    "Fault",
    "NotFinished",
    "NotVerified",
    "Unproven",
    "compare",
    "compare_aside",
    "deed",
    "evidence_in",
    "load",
    "report_of",
    "trace",
    "transcript_in",
    "verify",
]

#: No transcript is larger; of a larger file no more is read.
FILE_LIMIT = 64 * 1024 * 1024

#: How files of these kinds begin, whatever their version.
TRANSCRIPT, _EVIDENCE = b"p2pgame transcript ", b"p2pgame evidence "


def load(path: Path) -> bytes:
    """Return the bytes of a file that should be a transcript, or what goes with one.

    Raises:
      InvalidRequest: It cannot be read, or is too large to be one.
    """
    try:
        with open(path, "rb") as file:  # not by its size: a device has none
            data = file.read(FILE_LIMIT + 1)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise InvalidRequest("file-unreadable", path=str(path), why=reason) from None
    if len(data) > FILE_LIMIT:
        raise InvalidRequest("file-too-large", path=str(path))
    return data


def transcript_in(path: Path) -> bytes:
    """Return the bytes of a transcript, of whatever version.

    Raises:
      InvalidRequest: It cannot be read, or is too large to be one.
      Refused: It is another file.
    """
    return _of_kind(path, TRANSCRIPT, "file-no-transcript")


def _of_kind(path: Path, title: bytes, refusal: str) -> bytes:
    data = load(path)
    if not data.startswith(title):
        raise Refused(refusal, path=str(path))
    return data


class NotVerified(ClientError):
    """A transcript is refuted: something in it is wrong."""


class NotFinished(NotVerified):
    """Nothing in a transcript is wrong, but its end is not signed by all.

    ``signed`` says how far all have signed it.
    """

    signed: Signed = Signed()


def verify(
    path: str | Path, progress: Callable[[int], object] = lambda turns: None
) -> Verified:
    """Check a transcript: every signature, proof and rule, and the result.

    ``progress`` is told how many turns are checked, after each.  It blocks; needs no
    event loop.

    Raises:
      NotVerified: Something in it is wrong.
      InvalidRequest: It cannot be read.
      Refused: It is another file.

    Cost: a 3-player hand of hold'em takes some 0.1 s, most of it for proofs.
    """
    return told(str(path), report_of(transcript_in(Path(path)), progress))


def report_of(
    data: bytes, progress: Callable[[int], object] = lambda turns: None
) -> Report:
    """Return what the bytes of a transcript show.

    Raises:
      NotVerified: Something in it is wrong.
    """
    try:
        return check(data, KNOWN, progress)
    except Unfinished as error:
        unfinished = NotFinished.saying(message_of_error(error))
        unfinished.signed = error.signed
        raise unfinished from None
    except Refuted as error:
        raise NotVerified.saying(message_of_error(error)) from None


def trace(path: str | Path, tell: Callable[[str], object]) -> bool:
    """Tell how a transcript's result follows, line by line; return whether it holds.

    Raises:
      InvalidRequest: It cannot be read.
      Refused: It is another file.
    """
    from p2pgame.session.table.trace import trace as lines  # not for a seat

    try:
        lines(transcript_in(Path(path)), KNOWN, tell)
    except Refuted as refuted:
        tell(f"refused {say(message_of_error(refuted))}")
        return False
    return True


def compare(kept: Transcript, progress: Callable[[int], object]) -> Verified:
    """Check the transcript that a seat has written.

    If the seat checked its entries as they came, only the file's bytes are compared.

    Raises:
      NotVerified: Something in it is wrong, or it is not what was written.
    """
    data, path = load(kept.path), str(kept.path)
    if kept.report is None:
        return told(path, report_of(data, progress))
    if data != kept.data:
        raise NotVerified("file-changed", path=path)
    return told(path, kept.report)


async def compare_aside(kept: Transcript, front: FrontEnd) -> None:
    """Check a transcript in a thread, and report the progress and the result."""

    def progress(turns: int) -> None:
        trio.from_thread.run_sync(front.tell, Progress("verify", turns))

    front.tell(await trio.to_thread.run_sync(partial(compare, kept, progress)))


def told(path: str, report: Report) -> Verified:
    """Return what a report says, as an event."""
    names = distinct([player.name for player in report.start.players])
    players = tuple(
        Player(name, player.identity.hex(), player.is_program)
        for name, player in zip(names, report.start.players, strict=True)
    )
    message = Message.of(
        "verified",
        players=", ".join(names),
        game=report.start.game.name,
        turns=report.turns,
        entries=report.entries,
    )
    start, signed = report.start, report.signed
    options = msgspec.to_builtins(start.options)
    lacking = tuple(sorted(report.audited.lacking))
    return Verified(
        *(path, start.game.name, start.game.version, options, players),
        *(report.payoffs, report.turns, report.entries, message),
        *(str(signed), signed.turns, signed.hands, lacking),
        unaudited(lacking) if lacking else None,
    )


class Unproven(ClientError):
    """A file of evidence shows nothing."""


def evidence_in(path: str | Path) -> Proven:
    """Return what a file of evidence proves: who cheated in a game, and how.

    Raises:
      Unproven: It proves nothing.
      InvalidRequest: It cannot be read.
      Refused: It is another file.
    """
    from p2pgame.session.table import evidence  # not for a seat

    data = _of_kind(Path(path), _EVIDENCE, "file-no-evidence")
    try:
        return evidence.check(data, KNOWN)
    except evidence.Unproven as error:
        raise Unproven.saying(message_of_error(error)) from None


def deed(proven: Proven) -> Message:
    """Return what a culprit did, and what the game has against it."""
    if proven.why is None:
        return plain(proven.text)
    return Message.of("because", what=plain(proven.text), why=proven.why)
