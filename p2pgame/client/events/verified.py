"""What checking a transcript has found, as an event and its parts.

Everything but ``local`` follows from the file, and is the same on every machine.
"""

from __future__ import annotations

from typing import Any

from p2pgame.engine import Message

from .parts import Event, Part, Player


class SignedShown(Part, frozen=True):
    """All who stayed have signed the first ``turns``, to the end of hand ``hands``.

    ``by_seat`` is how many turns each seat has signed.
    """

    turns: int
    hands: int
    by_seat: tuple[int, ...]
    message: Message


class AuditShown(Part, frozen=True):
    """Whether the deck was audited: ``deck`` is masked, proved or commutative.

    Players in the seats ``audited`` have shown their secrets, and everything they did
    with the deck was computed again.  Those in ``unaudited`` left before that.
    There are no ``messages`` where no card was shuffled.
    """

    deck: str
    audited: tuple[int, ...] = ()
    unaudited: tuple[int, ...] = ()
    messages: tuple[Message, ...] = ()


class Departed(Part, frozen=True):
    """The players in the seats ``by`` signed that they go on without ``seat``.

    ``turns`` had happened by then.  ``left``: it had signed that it leaves; else they
    agreed that it is silent, which nobody can prove.
    """

    seat: int
    by: tuple[int, ...]
    turns: int
    left: bool
    message: Message


class AbsencesShown(Part, frozen=True):
    """The players that have gone, in that order.

    They ``forfeited`` the game if it ended by that.

    ``moved_for`` is how often a move was made for each seat, as it did not answer.
    """

    departed: tuple[Departed, ...] = ()
    moved_for: tuple[int, ...] = ()
    forfeited: bool = False


class Chained(Part, frozen=True):
    """Where a table stands in an evening: by what it and the next one are joined.

    ``before`` names the end of the table that it goes on from, ``end`` its own: table,
    turn and state.  The one is empty at a first table, the other where not all have
    signed.  ``begins`` is what each seat began with, ``fresh`` what a new player begins
    with, and ``kept`` what each had at the end, in a game that carries that over.  If
    these are chips that can be bought, nobody who did so began with more than ``most``.
    ``first`` is the seat whose player comes first at the next table, -1 if the rules
    don't say; ``in_order``: this table's rules let seat 0 come first.
    """

    before: str = ""
    end: str = ""
    begins: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    most: int = 0
    first: int = -1
    in_order: bool = True


class LocalFact(Part, frozen=True):
    """What this machine knows beside a file; it changes no verdict.

    ``kind`` is ``other-story`` or ``same-story`` (our own log of that table),
    ``forker`` (its key has signed two entries in one place), ``you``, ``contact``,
    ``namesake`` (a contact's name by another key) or ``unread``.
    ``warns``: it speaks against the file, and is told before anything else.
    """

    kind: str
    message: Message
    seat: int | None = None
    warns: bool = False


class TimesShown(Part, frozen=True):
    """How long seats took by the word of one of them, in whole seconds of each seat.

    Of decisions (``thought``), and of what programs say by themselves (``worked``),
    less what the table leaves free.  It calls those seats ``slow`` whose program took
    more than the table has for it.  Nobody can check it.
    """

    by: int
    thought: tuple[int, ...]
    worked: tuple[int, ...]
    slow: tuple[int, ...] = ()
    messages: tuple[Message, ...] = ()


class Verified(Event, frozen=True, tag="verified"):
    """A transcript is fair: every signature, proof and rule in it was checked.

    ``unfinished`` says what the game lacks to be finished; without it all have signed
    the end, and there are ``payoffs``.  A file in which no game began has an empty
    ``game`` or no turns.  ``rules`` is the fingerprint of those that it was judged by,
    if they do not come with p2pgame.
    """

    path: str
    game: str
    version: int
    options: dict[str, Any]
    players: tuple[Player, ...]
    payoffs: tuple[int, ...]
    turns: int
    entries: int
    message: Message
    signed: SignedShown | None = None
    audit: AuditShown | None = None
    absences: AbsencesShown = AbsencesShown()
    unfinished: Message | None = None
    table: str = ""
    local: tuple[LocalFact, ...] = ()
    chain: Chained = Chained()
    rules: str = ""
    times: tuple[TimesShown, ...] = ()


class Outlined(Part, frozen=True):
    """What a transcript says of itself that is not fair, or whose rules are not here.

    All signatures hold.  ``rules`` is the fingerprint of such as do not come with
    p2pgame.
    """

    table: str
    game: str
    version: int
    players: tuple[Player, ...]
    entries: int
    rules: str = ""
