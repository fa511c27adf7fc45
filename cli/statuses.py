"""The exit statuses of ``p2pgame``: docs/exit-statuses.md says when each is given."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What has come of a command, as a script reads it."""

    DONE = 0
    NOT_SO = 1
    REFUSED = 2
    RULES_NOT_HERE = 3
    RULES_CONTRADICT = 4
    UNFINISHED = 5
    LEFT = 130
