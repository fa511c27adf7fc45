"""What a player's program tells a person instead of going on.

    ClientError                 it can't be done: try something else
    ├── Moved                   another device plays this seat
    ├── Refused                 it can't be done with what is there; nothing has changed
    └── InvalidRequest          what was asked for makes no sense; nothing has changed

A message is one sentence for a person: what is wrong, and what to do about it.  A front
end shows it as it is.
"""

from __future__ import annotations


class ClientError(Exception):
    """Something can't be done; the message says why and what to do."""


class Refused(ClientError):
    """Refuse what can't be done with what is there; nothing has changed."""


class Moved(ClientError):
    """Refuse to play a seat that another device plays now."""

    def __init__(self) -> None:
        super().__init__(
            "This seat was moved to another device, and only one may play it. "
            "If it was never taken there: p2pgame move-seat --undo."
        )


class InvalidRequest(ClientError):
    """Refuse a request that makes no sense as it stands; nothing has changed."""
