"""Says that people are kept as contacts, and what it takes to play with them again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from p2pgame.client.errors import ClientError
from p2pgame.client.profile import settings
from p2pgame.client.words import as_argument

from .words import phrase


def kept(names: Sequence[str]) -> list[str]:
    """Return a line for each, and one more if no relay is set for invitations."""
    lines = [phrase("contact-kept", name=n, argument=as_argument(n)) for n in names]
    with suppress(ClientError):  # a setting that is none is told where it is used
        if names and not settings.relays():
            lines.append(phrase("invitations-need-relay"))
    return lines
