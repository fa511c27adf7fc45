"""Writes transcripts, to a place that is checked before the table opens.

Whatever happens to that place during the game, what was signed is not lost: it
then goes into the player's own folder.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from p2pgame.engine import Message
from p2pgame.log.durable import replace_file
from p2pgame.session import Report

from ..errors import ClientError, InvalidRequest
from . import places

SUFFIX = ".evidence"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript that was written, and the bytes that were to be written.

    ``report`` is what it says if its entries were checked as they came; None: the
    file must be verified.
    """

    path: Path
    data: bytes
    report: Report | None


def check(out: Path | None, usual: Path) -> None:
    """Refuse a place to which nothing can be written; None: the ``usual`` folder.

    Raises:
      InvalidRequest: It was named on the command line.
      ClientError: It is the usual folder.
    """
    folder = usual if out is None else out.parent
    if out is not None and out.is_dir():
        raise InvalidRequest("transcript-is-folder", path=str(out))
    if not folder.is_dir():
        raise InvalidRequest("transcript-no-folder", path=str(folder))
    if os.access(folder, os.W_OK | os.X_OK):
        return
    if out is None:
        raise ClientError("transcript-not-here")
    raise InvalidRequest("transcript-not-there", path=str(folder))


def beside(path: Path) -> Path:
    """Return where the evidence goes that belongs to a transcript."""
    name = path.stem if path.suffix != SUFFIX else path.name
    return path.with_name(f"{name}{SUFFIX}")


def save(path: Path, data: bytes) -> tuple[Path, Message | None]:
    """Write a transcript; return where it is, and what was wrong with ``path``.

    Raises:
      OSError: It can't be written anywhere.
    """
    try:
        replace_file(path, data)
    except OSError as error:
        refuge = places.home() / path.name
        replace_file(refuge, data)
        why = str(error.strerror)
        return refuge, Message.of("not-writable", path=str(path), why=why)
    return path, None
