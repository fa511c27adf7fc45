"""Writes the transcript of a table from our own log there, which is only read.

So a backup that can't be written gives its transcript, and so does a seat at which a
program plays just now.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from p2pgame.engine import message_of
from p2pgame.games.registry import KNOWN
from p2pgame.log import InvalidEntry, UnknownAuthor
from p2pgame.log.archive import ARCHIVE_LIMIT
from p2pgame.log.durable import replace_file
from p2pgame.session import Table
from p2pgame.session.table.verify import events

from .. import system_reason
from ..errors import ClientError, Unusable
from ..events import Saved
from ..profile import moving, own_log, settings, transcripts
from ..profile.tables import Kept
from ..words import message_of_error
from . import parted


def write(one: Kept, file: Path | None = None, limit: int = ARCHIVE_LIMIT) -> Saved:
    """Write what was signed at a table, so far as our log has it, into a new file.

    None: into the folder for transcripts.  A file has at most ``limit`` bytes, so that
    a long transcript is in several.

    Raises:
      InvalidRequest: There is such a file already, or no such folder.
      ClientError: The log can't be read, or the file can't be written.

    Cost: what verifying the transcript costs.
    """
    table = _restored(one)
    if file is None:
        name = one.game or "table"
        file = settings.transcripts() / f"{name}-{table.id.hex()[:8]}.p2pgame"
        transcripts.check(None, file.parent)
    try:
        parts = table.history.parts(table.counts, limit)
    except ValueError as error:
        raise ClientError("no-transcript", why=message_of(error)) from None
    count = len(parts)
    files = [parted.name_of(file, part, count) for part in range(1, count + 1)]
    for each in files:
        moving.check_new(each)
    for each, data in zip(files, parts, strict=True):
        try:
            replace_file(each, data)
        except OSError as error:
            why = system_reason.why(error)
            raise Unusable("not-writable", path=str(each), why=why) from None
    several = tuple(map(str, files)) if count > 1 else ()
    return Saved(str(files[0]), _unsigned(table), several)


def _restored(one: Kept) -> Table:
    """Return a spectator's table with all that our log has."""
    table = Table(one.ticket.way.table, KNOWN)
    try:
        rest = [*own_log.entries(one.folder, verified=True)]
        before = len(rest) + 1
        while len(rest) < before:  # what names a later entry of the log comes again
            before = len(rest)
            for entry in rest:
                with suppress(UnknownAuthor):  # a stranger's, of no consequence
                    table.receive(entry)
            rest = [entry for entry in rest if entry.raw not in table.history]
    except InvalidEntry as error:
        raise ClientError.saying(message_of_error(error)) from None
    for _ in events(table):
        pass
    return table


def _unsigned(table: Table) -> tuple[int, ...]:
    """Return the seats that have not signed the end, of those who are there."""
    unsigned = {player.author for player in table.roster.unsigned}
    return tuple(
        seat for seat, one in enumerate(table.players) if one.author in unsigned
    )
