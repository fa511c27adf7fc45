"""Writes transcripts, to a place that is checked before the table opens.

Whatever happens to that place during the game, what was signed is not lost: it
then goes into the player's own folder.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from p2pgame.engine import Message
from p2pgame.log.durable import replace_file
from p2pgame.session import Report

from .. import system_reason
from ..errors import InvalidRequest, Refused, Unusable
from . import places, settings

SUFFIX = ".evidence"
TRANSCRIPT = ".p2pgame"
#: The word for the transcript that was written last.
LAST = "last"
#: How the names of a transcript's second and later parts end.
_LATER = re.compile(r"-([2-9]|1[0-9])-of-[0-9]+$")


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript that was written, in one file or several, and their digests.

    ``report`` is what it says if its entries were checked as they came; None: the
    files must be verified.
    """

    paths: tuple[Path, ...]
    digests: tuple[bytes, ...]
    report: Report | None

    @property
    def path(self) -> Path:
        """The file, or the first of several."""
        return self.paths[0]


def digest_of(data: bytes) -> bytes:
    """Return by what it is seen later whether a file was changed."""
    return blake2b(data, digest_size=32).digest()


def check(out: Path | None, usual: Path) -> None:
    """Refuse a place to which nothing can be written.

    None: the ``usual`` folder, which is made on first use.

    Raises:
      InvalidRequest: It was named on the command line.
      ClientError: It is the usual folder.
    """
    folder = usual if out is None else out.parent
    if out is None:
        if usual.is_relative_to(places.NOWHERE):
            raise Unusable("home-unknown")
        with suppress(OSError):  # what is wrong with it is told below
            folder.mkdir(parents=True, exist_ok=True)
    if out is not None and out.is_dir():
        raise InvalidRequest("transcript-is-folder", path=str(out))
    if not folder.is_dir():
        raise InvalidRequest("transcript-no-folder", path=str(folder))
    if os.access(folder, os.W_OK | os.X_OK):
        return
    if out is None:
        raise Unusable("transcript-not-here")
    raise InvalidRequest("transcript-not-there", path=str(folder))


def chosen(text: str) -> Path:
    """Return the file that a player means: a path, or one of the usual folder.

    There it is called by its name, with or without the ending, or by how many were
    written since, counting from 1: the last one.

    Raises:
      Refused: There are not so many.
    """
    path = Path(text)
    if path.exists() or os.sep in text:
        return path
    folder = settings.transcripts()
    number = 1 if text == LAST else int(text) if _is_number(text) else None
    if number is not None:
        kept = newest(folder)
        if not 1 <= number <= len(kept):
            raise Refused("no-such-transcript", path=str(folder), count=len(kept))
        return kept[number - 1]
    for name in (text, f"{text}{TRANSCRIPT}"):
        if (folder / name).is_file():
            return folder / name
    return path


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6


def newest(folder: Path) -> list[Path]:
    """Return the transcripts of a folder, the last one first.

    Of one in several parts only the first is there.
    """
    files = []
    for path in folder.glob(f"*{TRANSCRIPT}"):
        if _LATER.search(path.stem):
            continue
        with suppress(OSError):  # gone meanwhile, or a link to nowhere
            files.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(files, reverse=True)]


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
        why = system_reason.why(error)
        return refuge, Message.of("not-writable", path=str(path), why=why)
    return path, None
