"""The events of a table before its game: its invites, and who is there."""

from __future__ import annotations

from p2pgame.engine import Message

from ..questions import Picture
from .parts import Event, Trust


class Invited(Event, frozen=True, tag="invited"):
    """The table is open; ``invite`` lets its holder sit down.

    ``watch`` lets its holder spectate, and ``short`` fits a QR code; None: there is no
    such link.  ``reserved``: seats wait for players of the table before.
    ``again``: the table was opened by an earlier run.
    """

    table: str
    invite: str
    watch: str | None = None
    short: str | None = None
    again: bool = False
    reserved: bool = False


class WordsTold(Event, frozen=True, tag="words-told"):
    """These spoken words lead to the table, for ten minutes."""

    words: str


class Compare(Event, frozen=True, tag="compare"):
    """The host sees these three pictures, too; if it does not, say no to it."""

    host: str
    pictures: tuple[Picture, ...]


class Arrived(Event, frozen=True, tag="arrived"):
    """A player has come to the table; ``contact`` is our own name for it."""

    name: str
    contact: str | None = None


class Terms(Event, frozen=True, tag="terms"):
    """What a table's quorum means, told before the game begins; ``message`` says it.

    Players are waited for so many seconds of ``patience``, 0: for ever; ``absence`` is
    what becomes of the game then, as in the request.
    """

    message: Message
    seats: int
    quorum: int
    patience: int
    absence: str
    trust: Trust
