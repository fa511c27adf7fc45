"""Reads the log of a seat of ours, and changes nothing on the disk.

So it works for a backup that can't be written, and while a program plays at the seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from p2pgame.log import Entry, StoreError
from p2pgame.log.store import records_in
from p2pgame.session.entries.bundles import unbundle
from p2pgame.session.entries.notes import Note

from ..errors import Unusable
from ..words import message_of_error
from . import places


def entries(folder: Path, *, verified: bool = False) -> Iterator[Entry]:
    """Yield the entries in a seat's folder, ours and others'.

    Signatures were checked when they came; ``verified``: they are checked again.

    Raises:
      Unusable: There is no log, or it can't be read.
    """
    try:
        records = records_in(folder / places.LOG)
    except StoreError as error:
        raise Unusable.saying(message_of_error(error)) from None
    read = Entry.read if verified else Entry.kept
    for raw in unbundle(records):
        if Note.read(raw) is None:
            yield read(raw)
