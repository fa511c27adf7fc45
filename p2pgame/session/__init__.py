"""The hall: where rules, log and cryptography meet at a table."""

from .errors import InvalidPayload, Misbehaviour, SessionError, Unplayable
from .identity import Me
from .lobby import Games, Player, Start
from .seat import Offer
from .table import Table
from .verify import Refuted, Report, Unfinished, verify

__all__ = [
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
    "Unplayable",
    "verify",
]
