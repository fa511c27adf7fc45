"""The hall: where rules, log and cryptography meet at a table."""

from .entries.errors import InvalidPayload, Misbehaviour, SessionError, Unplayable
from .entries.identity import Me
from .lobby.lobby import Games, Player, Start
from .lobby.seat import Offer
from .table.report import Report
from .table.table import Table
from .table.verify import Contradictory, Refuted, Unfinished, Unknown, verify

__all__ = [
    "Contradictory",
    "Games",
    "InvalidPayload",
    "Me",
    "Misbehaviour",
    "Offer",
    "Player",
    "Refuted",
    "Report",
    "SessionError",
    "Start",
    "Table",
    "Unfinished",
    "Unknown",
    "Unplayable",
    "verify",
]
