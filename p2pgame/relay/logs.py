"""Writes a relay's log: as lines for people, or as one JSON object a line.

Only what this program logs is written: a library's lines might name somebody.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

#: How a log may be written, and from which level on.
KINDS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")


class JsonFormatter(logging.Formatter):
    """Writes each record as an object: when, how bad, what, and numbers if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        return json.dumps(line)


def log_to_stderr(kind: str, level: str) -> None:
    """Write our own log to standard error: one of the kinds, from a level on."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonFormatter() if kind == "json" else text)
    ours = logging.getLogger("p2pgame")
    ours.addHandler(handler)
    ours.setLevel(level.upper())
    ours.propagate = False
    logging.getLogger().addHandler(logging.NullHandler())


def fields(**values: str | int) -> dict[str, dict[str, str | int]]:
    """Return the ``extra`` of a record that has these fields."""
    return {"fields": dict(values)}
