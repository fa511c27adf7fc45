"""Gathers and checks evidence: what one player did against the rules.

A file holds signed entries and nothing else that counts: those of the game up
to the fault, and in a fork the two entries that cannot both be honest.  Whoever
is handed it folds them again, by the code that found the fault, and believes
the file only if the same player is named once more.  So a file says who cheated
and how; it cannot say that somebody did who did not.

A file is the title line and a canonical CBOR array of the table, the culprit's
author key, the fault, the two entries of a fork (else none), and the game so
far as a transcript.

Silence is no fault: nobody can prove it, and no file of this kind is about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from p2pgame import log
from p2pgame.engine import ContradictoryRules, Message
from p2pgame.log import (
    Entry,
    Fork,
    InvalidArchive,
    InvalidEntry,
    LogError,
    decode_archive,
)
from p2pgame.log.archive import ARCHIVE_LIMIT

from ..entries import errors
from ..entries.errors import Fault, Misbehaviour, SessionError
from ..lobby.events import Declined, TableEvent
from ..lobby.lobby import Games
from .report import outline
from .table import Table
from .verify import RulesContradict, RulesNotHere, events

TITLE = b"p2pgame evidence 1\n"
#: No file is longer, in bytes.
LIMIT = 2 * ARCHIVE_LIMIT


class Unproven(SessionError):
    """The file does not show what it says."""


@dataclass(frozen=True, slots=True)
class Proven:
    """What a file shows: ``author`` is the culprit's author key, in hex.

    ``identity`` vouches for that key, and ``name`` is what its holder calls itself.
    ``text`` says what was done, and ``why`` what the game has against it, if it has.
    """

    name: str
    author: str
    identity: str
    fault: Fault
    text: str
    why: Message | None
    entries: int
    #: The game, and the hash of its rules if they do not come with p2pgame; whether
    #: it is by these that something was wrong.
    game: str
    rules: bytes
    by_rules: bool


def gather(
    table: Table, misbehaviour: Misbehaviour, limit: int = ARCHIVE_LIMIT
) -> bytes:
    """Return the evidence for what a table has found out.

    The game in it has at most ``limit`` bytes.  For a fork its beginning is enough: it
    shows whose the two entries are.

    Raises:
      ValueError: The game is too long for a file; the parts of its transcript show what
        was done, but not a fault of naming.
    """
    parts = table.history.parts(table.counts, limit)
    fault, culprit = misbehaviour.fault, misbehaviour.culprit
    game = parts.beginning()
    if len(parts) > 1 and fault is not Fault.FORK:
        raise ValueError("the game is too long for a file of evidence")
    if fault is Fault.SEEN:
        # A transcript leaves out what was named, and no one could follow it.
        game = log.encode_archive(table.id, table.history.feeds.values())
    fork: list[log.Value] = []
    if fault is Fault.FORK:
        fork += misbehaviour.evidence
    content: list[log.Value] = [table.id, culprit, fault.value, fork, game]
    return TITLE + log.encode(content, LIMIT - len(TITLE))


def convict(
    id: bytes, entries: Iterable[Entry], fork: Fork, games: Games
) -> tuple[Table, Misbehaviour | None]:
    """Return the table of these entries, and what a fork shows of one of its players.

    The table has come to the end of ``entries``, which we have kept ourselves, before
    it hears of the fork.  None: its author has no seat there, or the fork no proof.
    """
    table = folded(id, entries, games)
    for raw in (fork.first, fork.second):
        with suppress(InvalidEntry):
            table.receive(Entry.read(raw))
    wrong = table.cheats.get(fork.culprit)
    is_shown = wrong is not None and wrong.fault is Fault.FORK
    seated = fork.culprit in table.roster.seats
    return table, wrong if is_shown and seated else None


def folded(id: bytes, entries: Iterable[Entry], games: Games) -> Table:
    """Return the table that has come to the end of these entries, which are verified.

    Cost: what verifying them costs.
    """
    table = Table(id, games)
    table.history.may_append = lambda entry: True
    for entry in entries:
        with suppress(InvalidEntry):  # a stranger's, of no consequence
            table.receive(entry)
    for _ in events(table):
        pass
    return table


def check(data: bytes, games: Games) -> Proven:
    """Check evidence from nothing but its bytes.

    Raises:
      Unproven: It does not show that the player it names did what it says.
      RulesNotHere: Nobody can tell here, for the rules of its game are not here.
      RulesContradict: These rules contradict themselves, and convict nobody.

    Cost: what verifying the game so far costs.
    """
    if len(data) > LIMIT or not data.startswith(TITLE):
        raise Unproven("this is no evidence of a version that is known here")
    try:
        content = log.decode(data[len(TITLE) :], limit=LIMIT)
    except log.NotCanonical:
        raise Unproven("the file is damaged or was changed") from None
    match content:
        case [bytes(id), bytes(culprit), str(fault), list(fork), bytes(archive)]:
            pass
        case _:
            raise Unproven("the file is damaged or was changed")
    if fault not in {known.value for known in Fault}:
        raise Unproven("it is about a fault that is not known here")
    twins = [raw for raw in fork if isinstance(raw, bytes)]
    if len(twins) != len(fork) or len(fork) != (2 if fault == Fault.FORK else 0):
        raise Unproven("the file is damaged or was changed")
    table = _refold(id, archive, twins, games)
    missing = [error for error in map(_why_not_here, events(table)) if error]
    found = table.cheats.get(culprit)
    if found is None and missing:
        raise RulesNotHere(missing[0], outline(table, len(table.history)))
    if found is None and isinstance(table.broken, ContradictoryRules):
        raise RulesContradict(table.broken, outline(table, len(table.history)))
    if found is None:
        raise Unproven("nothing in it speaks against the player it names")
    if found.fault != fault:
        raise Unproven(f"it shows another fault than it says: {found.text}", found.why)
    count = len(table.history)
    player = table.roster.player(culprit)
    assert player is not None  # nobody else has entries here
    return Proven(
        player.name,
        culprit.hex(),
        player.identity.hex(),
        found.fault,
        found.text,
        found.why,
        count,
        *_rules_of(table),
        found.by_rules,
    )


def _rules_of(table: Table) -> tuple[str, bytes]:
    about = outline(table, 0)
    return about.game, about.rules


def _refold(id: bytes, archive: bytes, twins: Sequence[bytes], games: Games) -> Table:
    """Return a table that has heard all of this, and has yet to work on it."""
    table = Table(id, games)
    # A file is bounded as a whole, and its order is not that of arrival.
    table.history.may_append = lambda entry: True
    try:
        of, entries = decode_archive(archive)
        if of != id:
            raise Unproven("its entries are of another table than it says")
        for entry in entries:
            table.receive(entry)
        for raw in twins:
            table.receive(Entry.read(raw))
    except (InvalidArchive, LogError) as error:
        raise Unproven(f"an entry in it does not hold: {error}") from None
    return table


def _why_not_here(event: TableEvent) -> errors.GameNotHere | None:
    """Return which rules are not here, if this event says so."""
    match event:
        case Declined(errors.GameNotHere() as error):
            return error
    return None
