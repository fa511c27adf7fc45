"""Entries as they travel: whole, or as compact entries that are made whole again."""

from __future__ import annotations

from p2pgame.session import Table
from p2pgame.session.peer.compact_entries import rebuild
from p2pgame.transport.frames import Brief, Entries, Message


def wholes(message: Message, table: Table) -> tuple[bytes, ...]:
    """Return the entries in a message whose sender has this ``table``."""
    match message:
        case Entries(raws):
            return raws
        case Brief():
            return (rebuild(message, table.history, table.roster.seats).raw,)
    return ()
