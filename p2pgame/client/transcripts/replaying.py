"""Tells transcripts again: as the events that a spectator would have seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from p2pgame import session
from p2pgame.engine import AnyGame, Event, Options, Undone
from p2pgame.games.registry import KNOWN
from p2pgame.log.parts import Part
from p2pgame.session import Refuted, Start, Table, Unfinished
from p2pgame.session.entries import errors
from p2pgame.session.entries.errors import GivenUp
from p2pgame.session.lobby import events
from p2pgame.session.lobby.events import (
    Declined,
    Drawn,
    Ended,
    Happened,
    Overtaken,
    Started,
    Stopped,
    TableEvent,
    TakenBack,
)
from p2pgame.session.table.report import outline
from p2pgame.session.table.verify import Reading, shown_decks
from p2pgame.workers import Hear

from ..errors import ClientError, InvalidRequest
from ..events import Accused, AnyEvent, Finished, Progress, RulesBroken, SecretsShown
from ..names import distinct
from ..telling.story import Story
from ..whose_rules import accusation, rules_at_fault
from ..words import message_of_error, say
from . import findings
from .bounded import told_in
from .checking import NotVerified, located, transcript_in
from .eyes import Eyes, Shown


class _Told(deque[AnyEvent]):
    """The events of a story that were not yielded yet."""

    tell = deque[AnyEvent].append


def replay(
    path: str | Path, seconds: float | None = None, *, seat: int | None = None
) -> Iterator[AnyEvent]:
    """Yield what happened in a transcript, each step checked before it is told.

    The last events are :class:`.Verified`, unless something in it is wrong, and
    :class:`.Finished`, whose ``error`` says that not everybody has signed an end.  It
    blocks; needs no event loop.  With a ``seat`` all is checked before any is told as
    that player saw it.

    With ``seconds`` the file is read in another process, for which this waits so long
    altogether, and which has a limit of memory.  None: it is read here, without bounds.

    Raises:
      NotVerified: The file is damaged.
      RulesNotHere: The rules of its game are not here.
      InvalidRequest: It cannot be read, or has no such seat.
      Refused: It is no transcript, or takes too much time or memory.
    """
    file = Path(path)
    if seconds is None:
        steps = _steps(file, seat)
    else:
        steps = told_in(seconds, file, _tell, (file, seat))
    try:
        for event in steps:
            yield located(file, event)
    except ClientError as error:
        raise located(file, error) from None


def _tell(asked: tuple[Path, int | None], hear: Hear) -> None:
    for event in _steps(*asked):
        hear(event)


def _steps(path: Path, seat: int | None) -> Iterator[AnyEvent]:
    """Yield what follows from the file alone."""
    parts = transcript_in(path)
    try:
        reading = Reading(parts, KNOWN)
        table = reading.table
        happened: Iterable[TableEvent] = reading.events()
        shown = Shown()
        if seat is not None:
            happened = yield from _ahead(table, happened, shown)
        teller = _Teller(path, reading, seat, shown)
        for event in happened:
            teller.hear(event)
            while teller.told:
                yield teller.told.popleft()
        shown.audited(shown_decks(table))
    except Refuted as refuted:
        raise findings.not_verified(refuted) from None
    if shown.seats:
        yield SecretsShown(shown.seats)
    yield from _last(path, reading)


def _ahead(
    table: Table, happened: Iterable[TableEvent], shown: Shown
) -> Generator[Progress, None, list[TableEvent]]:
    """Check all that happened, and return it; yield how far that is."""
    found = []
    for event in happened:
        found.append(event)
        if shown.hear(event):
            yield Progress("verify", len(shown.told))
    shown.audited(shown_decks(table))
    return found


class _Teller:
    """Tells the events of a table; ``told`` are those that were not yielded yet."""

    def __init__(
        self, path: Path, reading: Reading, seat: int | None, shown: Shown
    ) -> None:
        self.told = _Told()
        self._reading, self._table = reading, reading.table
        self._path, self._seat = path, seat
        self._shown, self._eyes = shown, None if seat is None else Eyes(shown, seat)
        self._story: Story | None = None

    def hear(self, event: TableEvent) -> None:
        """Tell an event.

        Raises:
          Refuted: Something is wrong with the file.
          InvalidRequest: It has no such seat.
        """
        if self._eyes is None:
            self._shown.hear(event)
        else:
            event = self._eyes.see(event)
        match event:
            case Started(start):
                self._start(start)
            case Stopped(misbehaviour):
                why = say(message_of_error(misbehaviour))
                text = accusation(self._table, misbehaviour, why)
                self.told.tell(Accused(None, text, str(self._path), ""))
            case events.RulesBroken():
                what = rules_at_fault(self._table, event)
                self.told.tell(RulesBroken(what, str(self._path)))
            case Declined(errors.GameNotHere() as error):
                self._reading.skip()
                about = outline(self._table, len(self._table.history))
                raise findings.rules_not_here(session.RulesNotHere(error, about))
            case Declined(error) if not isinstance(error, GivenUp):
                raise Refuted(error.text, error.why)
            case _ if self._story is not None:
                self._story.hear(event)

    def _start(self, start: Start) -> None:
        seats = len(start.players)
        if self._seat is not None and self._seat >= seats:
            raise InvalidRequest("seat-not-there", seat=self._seat + 1, seats=seats)
        self._story = Story(self.told, self._table.id, start, self._seat)
        self._story.begin()


def _last(path: Path, reading: Reading) -> Iterator[AnyEvent]:
    """Yield what all of a transcript shows, and that it ends here."""
    try:
        found = findings.verified(str(path), reading.conclude())
    except Unfinished as unfinished:
        found = findings.unfinished(str(path), unfinished)
    except Refuted:  # which was told in its place
        yield Finished(ClientError("file-ends-here").message)
        return
    yield found
    ends = None if found.unfinished is None else ClientError("file-ends-here").message
    yield Finished(ends)


@dataclass(frozen=True, slots=True)
class Game:
    """What was played in a transcript, for other notations, and to go on from there.

    ``made`` are the engine's events that stand, those taken back left out.  To each of
    them belongs what ``told`` says: by seat, the faces that this seat alone was told
    then, as far as the file shows them by its end.  ``turns`` are all that happened,
    ``drawn``: the players agreed on a draw, and ``payoffs`` are those of the whole
    game, if it has ended.
    """

    game: AnyGame
    options: Options
    names: list[str]
    made: list[Event] = field(default_factory=list)
    told: list[Mapping[int, Mapping[int, str]]] = field(default_factory=list)
    turns: int = 0
    drawn: bool = False
    payoffs: tuple[int, ...] | None = None


def game_of(data: bytes | Sequence[Part], turns: int | None = None) -> Game | None:
    """Return what a transcript's players played; None: no game began.

    With ``turns`` only so many of what happened count, but all of it is checked.

    Raises:
      NotVerified: The transcript does not hold.
      ClientError: Its game is not known here.
    """
    start: Start | None = None
    shown = Shown()
    drawn = False
    payoffs: tuple[int, ...] | None = None
    made: list[tuple[Event, int]] = []
    try:
        reading = Reading(data, KNOWN)
        table = reading.table
        for event in reading.events():
            at = len(shown.told)
            is_later = turns is not None and at >= turns
            shown.hear(event)
            match event:
                case Declined(errors.GameNotHere() as error):
                    reading.skip()
                    about = outline(table, len(table.history))
                    raise findings.rules_not_here(session.RulesNotHere(error, about))
                case Declined(error):
                    raise ClientError.saying(message_of_error(error))
                case Started():
                    start = event.start
                case Overtaken():
                    made.clear()
                case Happened() if is_later:
                    pass
                case Happened(_, Undone(_, levels) | TakenBack(levels)):
                    del made[-levels:]
                case Ended():
                    payoffs = event.payoffs
                case Happened(_, Drawn()):
                    drawn = True
                case Happened(_, happened):
                    assert not isinstance(happened, Undone | TakenBack | Drawn)
                    made.append((happened, at))
        shown.audited(shown_decks(table))
    except Refuted as refuted:
        raise NotVerified.saying(message_of_error(refuted)) from None
    if start is None:
        return None
    names = distinct([player.name for player in start.players])
    told = [shown.told[at] for _, at in made]
    events_made = [one for one, _ in made]
    options, count = start.options, len(shown.told)
    return Game(start.game, options, names, events_made, told, count, drawn, payoffs)
