"""The hall: where rules, log and cryptography meet at a table."""

from .entries.errors import InvalidPayload, Misbehaviour, SessionError, Unplayable
from .entries.identity import Me
from .lobby.lobby import Games, Player, Start
from .lobby.seat import Offer
from .table.report import Report
from .table.table import Table
from .table.verify import Refuted, RulesContradict, RulesNotHere, Unfinished, verify

__all__ = [
    "Games",
    "InvalidPayload",
    "Me",
    "Misbehaviour",
    "Offer",
    "Player",
    "Refuted",
    "Report",
    "RulesContradict",
    "RulesNotHere",
    "SessionError",
    "Start",
    "Table",
    "Unfinished",
    "Unplayable",
    "verify",
]
