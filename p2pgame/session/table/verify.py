"""Checks a finished game from its file alone.

A verifier is a spectator who is late: it puts every entry of the file through
the same door as live peers do, and so checks every signature, proof and rule
by the same code.  It reads nothing but the bytes it is given.

Of a transcript in parts it has one in memory at a time: each is played as far as it
goes before the next is read, and old entries are read back from their parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from p2pgame.engine import ContradictoryRules
from p2pgame.log import Entry, InvalidArchive, LogError, PartOfArchive
from p2pgame.log.archive import Reader
from p2pgame.log.parts import InMemory, Part, entry_in, whole

from ..entries import errors
from ..entries.errors import GivenUp, Misbehaviour, SessionError
from ..game.checkpoints import Signed
from ..lobby.events import Declined, Happened, TableEvent
from ..lobby.lobby import Games
from .report import Outline, Report, outline, report, signed
from .table import Table


class Refuted(SessionError):
    """This is not the transcript of a game that was played fairly to its end.

    ``outline`` is what the file says of itself; None: not all its signatures hold.
    """

    outline: Outline | None = None


class Damaged(Refuted):
    """A file is damaged, or is not all of a transcript, by no fault of its players."""


class Unfinished(Refuted):
    """This is the beginning of a game, fair as far as it goes.

    ``turns`` have been played in it; ``signed`` says how far all agree on them.
    ``report`` is what is known of it by then; None: it has not started.
    """

    def __init__(
        self,
        text: str,
        turns: int,
        signed: Signed,
        outline: Outline,
        report: Report | None = None,
    ) -> None:
        super().__init__(f"{text}; {signed}" if turns else text)
        self.outline: Outline
        self.turns = turns
        self.signed = signed
        self.lacking = text
        self.outline = outline
        self.report = report


class RulesNotHere(Refuted):
    """Nobody can tell here whether this is fair: the game's rules are not here."""

    def __init__(self, error: errors.GameNotHere, outline: Outline) -> None:
        super().__init__(error.text, error.why)
        self.outline: Outline = outline


class RulesContradict(Refuted):
    """The game's rules contradict themselves: nobody can be judged by them."""

    outline: Outline

    def __init__(self, error: ContradictoryRules, outline: Outline) -> None:
        super().__init__(str(error))
        self.outline = outline


def verify(
    data: bytes | Sequence[Part],
    games: Games,
    checked: Callable[[int], object] = lambda turns: None,
    observe: Callable[[Table, TableEvent], object] = lambda table, event: None,
) -> Report:
    """Check a transcript; ``checked`` is told how many turns are, after each.

    ``data`` is a file, or the parts of one in their order.  ``observe`` is told of
    everything that happens, as it happens.

    Raises:
      Unfinished: Nothing in it is wrong, but its end is not signed by all.
      RulesNotHere: The rules of its game are not here; all signatures hold.
      RulesContradict: These rules contradict themselves; all signatures hold.
      Refuted: Something in it is wrong; the message says which entry, and
        whether its author or whoever handed over the file is at fault.

    Cost: a 3-player hand of hold'em takes some 0.1 s, most of it for proofs.
    """
    reading = Reading(data, games)
    table = reading.table
    try:
        _work(reading, checked, observe)
        return reading.conclude()
    except Damaged:
        raise
    except Refuted as refuted:
        if refuted.outline is None:
            refuted.outline = outline(table, len(table.history))
        raise


def _work(
    reading: Reading,
    checked: Callable[[int], object],
    observe: Callable[[Table, TableEvent], object],
) -> None:
    """Let a table work to the end of what it has, unless its game is not to be."""
    turns = 0
    table, happened = reading.table, reading.events()
    for event in happened:
        observe(table, event)
        match event:
            case Happened():
                turns += 1
                checked(turns)
            case Declined(errors.GameNotHere() as error):
                reading.skip()
                raise RulesNotHere(error, outline(table, len(table.history)))
            case Declined(error) if not isinstance(error, GivenUp):
                reading.skip()
                raise Refuted(error.text, error.why)


#: Bits of an entry's place for its place in its part; the others are the part's number.
_INSIDE = 32


class Reading:
    """Reads a transcript into a spectator's ``table``, one part after the other.

    ``data`` is a file, or the parts of one in their order.  The first is read at once.

    Raises:
      Damaged: A file is damaged or not whole, or an entry contradicts another.
    """

    def __init__(self, data: bytes | Sequence[Part], games: Games) -> None:
        self._parts = (InMemory(data),) if isinstance(data, bytes) else tuple(data)
        self._reader = Reader()
        #: How many parts are received, and the last depth and author in them.
        self._count, self._last = 0, (-1, b"")
        self._is_in_order = True
        entries = self._decoded()
        self.table = Table(self._reader.table, games)
        # A file is bounded as a whole, and its order is not that of arrival.
        self.table.history.may_append = lambda entry: True
        self.table.history.read_by(self._read_back)
        self._receive(entries)

    def events(self) -> Iterator[TableEvent]:
        """Read one part after the other, and yield what happens in each.

        Raises:
          Damaged: A part is damaged or does not follow, or contradicts another.
        """
        while True:
            self.table.history.is_partial = self._is_more
            yield from events(self.table)
            if not self._is_more:
                return
            self._receive(self._decoded())

    def skip(self) -> None:
        """Read the parts that are left, and play nothing.

        Raises:
          Damaged: As :meth:`events`.
        """
        while self._is_more:
            self._receive(self._decoded())

    @property
    def _is_more(self) -> bool:
        return self._count < len(self._parts)

    def _decoded(self) -> list[tuple[Entry, int]]:
        """Return the entries of the next part, each with its place there."""
        number = self._count + 1
        is_last = number == len(self._parts)
        try:
            return self._reader.read(whole(self._parts[self._count]), is_last=is_last)
        except PartOfArchive as error:
            raise Damaged(str(error)) from None
        except InvalidArchive as error:
            what = "the file" if len(self._parts) == 1 else f"part {number}"
            fault = f"{what} is damaged or was changed, by no fault of its players"
            raise Damaged(f"{fault}: {error}") from None

    def _receive(self, entries: list[tuple[Entry, int]]) -> None:
        """Take in the next part."""
        table, part = self.table, self._count
        entries.reverse()
        first, last = None, self._last
        while entries:
            entry, at = entries.pop()
            try:
                delivered = table.receive(entry)
            except LogError as error:
                raise Damaged(f"{_name(table, entry)}: {error}") from None
            if not delivered:
                name = _name(table, entry)
                raise Damaged(f"{name} has seen entries that the file does not hold")
            table.history.store(entry, part << _INSIDE | at)
            place = table.history.depth(entry), entry.author
            first = place if first is None else min(first, place)
            last = max(last, place)
        if part and (first is None or first <= self._last):
            self._is_in_order = False
        self._last = last
        self._count += 1

    def _read_back(self, place: int) -> bytes:
        """Return an entry that was read before."""
        at = place & (1 << _INSIDE) - 1
        return entry_in(self._parts[place >> _INSIDE], at)

    def conclude(self) -> Report:
        """Return what the table says, once it has worked to the end.

        Raises: as :func:`verify`.
        """
        table, entries = self.table, len(self.table.history)
        if table.stopped is not None:
            raise Refuted(describe(table, table.stopped), table.stopped.why)
        if isinstance(table.broken, ContradictoryRules):
            raise RulesContradict(table.broken, outline(table, entries))
        play = table.play
        turns = 0 if play is None else play.board.turns
        found = report(table, entries, turns)
        lacking = _lacking(table, turns)
        if lacking is not None:
            about = outline(table, entries)
            raise Unfinished(lacking, turns, signed(table), about, found)
        if sum(table.counts.values()) != entries:
            raise Refuted("the file holds entries that are no part of the game")
        if not self._is_in_order:
            raise Refuted("its parts do not share the entries as they must")
        assert found is not None
        return found


def _lacking(table: Table, turns: int) -> str | None:
    """Return what a game lacks to be finished, or None."""
    play = table.play
    if table.broken is not None:
        fault = f"the rules are at fault after turn {turns}, and no player is"
        return f"{fault}: {table.broken}"
    if play is None:
        leaver = table.roster.leaver
        why = "not all players accepted it"
        if leaver is not None:
            why = f"{leaver.name} has given up its seat"
        return f"the game never started: {why}"
    if not play.over:
        names = [table.players[seat].name for seat in play.waiting_for]
        middle = f"the file ends in the middle of the game, after turn {turns}"
        if not names:
            return f"{middle}, while players may still evict others from this turn"
        *others, last = names
        waiting = f"{', '.join(others)} and {last} have" if others else f"{last} has"
        return f"{middle}: {waiting} not answered"
    if not table.complete:
        missing = ", ".join(player.name for player in table.roster.unsigned)
        return f"the end of the game is not signed by {missing}"
    return None


def held(table: Table) -> Report:
    """Return what :func:`verify` would say of the transcript of a complete table.

    The table MUST have checked every entry as it came.  A table that was read from
    its player's own log has not: signatures are not checked again there.
    """
    assert table.complete
    assert table.play is not None
    found = report(table, sum(table.counts.values()), table.play.board.turns)
    assert found is not None
    return found


def read(data: bytes, games: Games) -> Table:
    """Return a spectator's table that has received all of a transcript in one file.

    Raises:
      Damaged: The file is damaged or not whole, or an entry contradicts another.
    """
    return Reading(data, games).table


def events(table: Table) -> Iterator[TableEvent]:
    """Let a table work to the end of what it has, and yield what happens."""
    at_work = True
    while at_work:
        at_work, _ = table.advance()
        while table.events:
            yield table.events.popleft()


def shown_decks(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the faces, by slot, of each deck of which an audit shows all, in order.

    A deck has none if a player of it had gone by its audit.
    """
    return () if table.play is None else table.play.dealer.shown


def describe(table: Table, misbehaviour: Misbehaviour, told: str | None = None) -> str:
    """Return in a sentence what was done, by whom, and in which entry.

    ``told`` is what was done as people read it, if more is known of it here.
    """
    entry = Entry.read(misbehaviour.evidence[-1])
    done = misbehaviour.text if told is None else told
    return (
        f"{table.roster.name_of(entry.author)} cheated in {_name(table, entry)}: {done}"
    )


def _name(table: Table, entry: Entry) -> str:
    return f"entry {entry.sequence} by {table.roster.name_of(entry.author)}"
