"""Three records, and a log with them."""

from __future__ import annotations

from pathlib import Path

from p2pgame.log.store import Store

RECORDS = (b"one", b"two" * 50, b"three")


def filled(path: Path) -> bytes:
    """Write the three records; return the bytes of the file."""
    with Store.create(path) as store:
        for record in RECORDS:
            store.append(record)
    return path.read_bytes()
