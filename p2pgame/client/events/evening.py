"""What an evening at one table after the other has come to, as an event."""

from __future__ import annotations

from p2pgame.engine import Message

from .parts import Event, Part


class Standing(Part, frozen=True):
    """What somebody has won or lost over an evening, in one game.

    Where that is played for chips, these are those ``bought``: with which the player
    began, and each time more.  The player has as many as these and the ``total``.
    """

    name: str
    identity: str
    total: int
    bought: tuple[int, ...] = ()


class Payment(Part, frozen=True):
    """One pays another; both count in the standings, from 0."""

    payer: int
    payee: int
    amount: int


class Account(Part, frozen=True):
    """The standings in one game, the best first, and the fewest payments that settle.

    There are none where the totals do not add up to 0: they are points.
    """

    game: str
    standings: tuple[Standing, ...]
    payments: tuple[Payment, ...] = ()


class Purse(Event, frozen=True, tag="purse"):
    """What this player has between two games, and may buy: ``buy-in`` buys it.

    It has so many ``chips``, would begin the next table with ``most`` of them at most,
    and has ``asked`` for so many more.
    """

    chips: int
    most: int
    asked: int
    message: Message


class EveningShown(Event, frozen=True, tag="evening"):
    """What the evening has come to after so many ``tables``.

    ``missed``: others were played of which this seat knows nothing.  ``messages`` say
    it line by line.
    """

    tables: int
    accounts: tuple[Account, ...]
    missed: bool = False
    messages: tuple[Message, ...] = ()
