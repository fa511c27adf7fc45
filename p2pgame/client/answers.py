"""Defines what answers requests beside the tables: lists, settings, what files show."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from p2pgame.engine import Message

from .events import Event, LocalFact, Part
from .game_rules import RulesShown
from .profile.tables import State

#: What two receipts, or a receipt and a transcript, come to; ``alone``: there is one.
Verdict: TypeAlias = Literal[
    "alone",
    "same",
    "agree",
    "differ",
    "apart",
    "contradict",
    "confirmed",
    "refuted",
]


class Option(Part, frozen=True):
    """An option of a game; ``low`` and ``high`` bound a number, None: no bound.

    ``choices`` are all values of an option that has few, and ``examples`` some of one
    that is any text.  In the language of the request ``about`` says what it is,
    ``title`` is what forms call it, and ``titles`` what they call the choices or the
    examples.
    """

    name: str
    default: Any
    low: int | None = None
    high: int | None = None
    choices: tuple[Any, ...] = ()
    about: str = ""
    title: str = ""
    titles: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class GameShown(Part, frozen=True):
    """A game, for how many players it is, and its options.

    ``title`` is its name for people, ``about`` its rules in a sentence or two, and
    ``short`` what it is in six words, in the language of the request.  A usual game
    takes about so many ``minutes``; 0: nobody says so.
    """

    name: str
    version: int
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    title: str = ""
    about: str = ""
    short: str = ""
    minutes: int = 0


class Games(Event, frozen=True, tag="games"):
    """All games that are here."""

    games: tuple[GameShown, ...]


class ProgramShown(Part, frozen=True):
    """A program that plays: its ``id`` or ``name`` stands in ``programs`` of a host.

    ``games`` are those that it plays, None: any, and ``but`` those that it does not.
    """

    id: str
    name: str
    level: Literal["easy", "middling", "strong", "perfect"]
    about: Message
    games: tuple[str, ...] | None = None
    but: tuple[str, ...] = ()


class Programs(Event, frozen=True, tag="programs"):
    """The opponents for a game, the weakest first."""

    programs: tuple[ProgramShown, ...]


class TranscriptShown(Part, frozen=True):
    """A file in the folder for transcripts, and when it was written, in Unix time."""

    file: str
    written: int
    size: int


class Transcripts(Event, frozen=True, tag="transcripts"):
    """What lies in the ``folder`` for transcripts, the last one first."""

    folder: str
    transcripts: tuple[TranscriptShown, ...]


class Exported(Event, frozen=True, tag="exported"):
    """A transcript in another notation, and a ``name`` for its file."""

    name: str
    format: str
    text: str


class QrShown(Event, frozen=True, tag="qr"):
    """A QR code: of each row its modules, ``1`` for a dark one.

    Around it there must be four light modules.
    """

    rows: tuple[str, ...]


class TableShown(Part, frozen=True):
    """A table at which we have a seat; ``state`` is what goes on there.

    It is ``waiting`` for players, ``playing``, ``over``, ``moved`` to another device,
    or ``stopped``: no program of ours is at it, and it can be resumed.  So can one that
    was ``left`` while others play on: it leads to the evening's next table.  ``opened``
    is in seconds of Unix time; ``game`` is empty before it is known.  ``seat`` names
    our seat for good, while newer tables change its ``number``.  ``file`` is its
    transcript, if that lies in the folder for transcripts.
    """

    number: int
    game: str
    players: tuple[str, ...]
    name: str
    hosts: bool
    opened: int
    state: State
    seat: str = ""
    file: str = ""


class Tables(Event, frozen=True, tag="tables"):
    """Our tables, the newest first; the state is open, playing, over or moved."""

    tables: tuple[TableShown, ...]


class ContactShown(Part, frozen=True):
    """A contact; ``last`` is when we last played, in seconds of Unix time.

    The files of ``evidence`` prove that it has signed two entries in one place.
    """

    number: int
    name: str
    identity: str
    tables: int
    last: int
    evidence: tuple[str, ...] = ()


class Contacts(Event, frozen=True, tag="contacts"):
    """Our contacts, the last one first."""

    contacts: tuple[ContactShown, ...]


class SettingsShown(Event, frozen=True, tag="settings"):
    """What holds for all tables; ``name`` None: nobody has said it yet."""

    relays: tuple[str, ...]
    name: str | None = None


class InvitationLeft(Event, frozen=True, tag="invitation-left"):
    """The contact sees the invitation; ``troubles`` say of relays why not there."""

    name: str
    troubles: dict[str, str] = msgspec.field(default_factory=dict)


class InvitationShown(Part, frozen=True):
    """An invitation by a contact, and until when it is good, in Unix time."""

    name: str
    invite: str
    until: int


class Invitations(Event, frozen=True, tag="invitations"):
    """Contacts' invitations to us, the last one first; ``troubles`` are of relays."""

    invitations: tuple[InvitationShown, ...]
    troubles: tuple[str, ...] = ()


class EvidenceChecked(Event, frozen=True, tag="evidence-checked"):
    """The file proves that the player with the key ``identity`` cheated, and how.

    It signed by the key ``author`` at that table, and ``name`` is what it calls itself.
    ``local`` is what this machine knows of it.
    """

    name: str
    author: str
    identity: str
    fault: str
    message: Message
    entries: int
    local: tuple[LocalFact, ...] = ()


class ReceiptShown(Part, frozen=True):
    """What the player with the key ``identity`` has signed of the game at a table.

    ``names`` are the players', by seat: a contact's, that of the transcript if there is
    one, or the beginning of a key.
    """

    identity: str
    table: str
    game: str
    version: int
    players: tuple[str, ...]
    names: tuple[str, ...]
    payoffs: tuple[int, ...]
    message: Message
    unaudited: tuple[int, ...] = ()


class ReceiptsChecked(Event, frozen=True, tag="receipts-checked"):
    """The receipts hold, and this is what they come to together.

    ``verdict`` is ``contradict`` if they convict whoever signed both, and ``refuted``
    if the transcript does not say what the receipt does.
    """

    receipts: tuple[ReceiptShown, ...]
    verdict: Verdict = "alone"
    message: Message | None = None


AnyAnswer: TypeAlias = (
    Games
    | Programs
    | RulesShown
    | Tables
    | Contacts
    | SettingsShown
    | InvitationLeft
    | Invitations
    | EvidenceChecked
    | ReceiptsChecked
    | Transcripts
    | Exported
    | QrShown
)
