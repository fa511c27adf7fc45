"""Tells transcripts again: as the events that a spectator would have seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from games.registry import KNOWN
from p2pgame.engine import AnyGame, Event, Options, Undone, plain
from p2pgame.session import Refuted, Table, Unfinished, Unknown
from p2pgame.session.entries.errors import GivenUp, RulesNotHere
from p2pgame.session.lobby import events
from p2pgame.session.lobby.events import (
    Assented,
    Declined,
    Drawn,
    Ended,
    Happened,
    MovedFor,
    Nudged,
    Overtaken,
    Said,
    Started,
    Stopped,
    TakenBack,
)
from p2pgame.session.table.report import outline
from p2pgame.session.table.verify import conclude, describe, read
from p2pgame.session.table.verify import events as events_of
from p2pgame.workers import Hear

from . import findings
from .bounded import told_in
from .checking import NotVerified, located, transcript_in
from .errors import ClientError
from .events import Accused, AnyEvent, Finished, RulesBroken
from .names import distinct
from .seat.story import Story
from .words import message_of_error, rules_at_fault, say


class _Told(deque[AnyEvent]):
    """The events of a story that were not yielded yet."""

    tell = deque[AnyEvent].append


def replay(path: str | Path, seconds: float | None = None) -> Iterator[AnyEvent]:
    """Yield what happened in a transcript, each step checked before it is told.

    The last events are :class:`.Verified`, unless something in it is wrong, and
    :class:`.Finished`, whose ``error`` says that not everybody has signed an end.  It
    blocks; needs no event loop.

    With ``seconds`` the file is read in another process, for which this waits so long
    altogether, and which has a limit of memory.  None: it is read here, without bounds.

    Raises:
      NotVerified: The file is damaged.
      RulesNotHere: The rules of its game are not here.
      InvalidRequest: It cannot be read.
      Refused: It is no transcript, or takes too much time or memory.
    """
    file = Path(path)
    steps = _steps(file) if seconds is None else told_in(seconds, file, _tell, file)
    try:
        for event in steps:
            yield located(file, event)
    except ClientError as error:
        raise located(file, error) from None


def _tell(path: Path, hear: Hear) -> None:
    for event in _steps(path):
        hear(event)


def _steps(path: Path) -> Iterator[AnyEvent]:
    """Yield what follows from the file alone."""
    told = _Told()
    story: Story | None = None
    data = transcript_in(path)
    try:
        table = read(data, KNOWN)
        for event in events_of(table):
            match event:
                case Started(start, seat):
                    story = Story(told, table.id, start, seat)
                    story.begin()
                case Happened() if story is not None:
                    story.happened(event)
                case Ended() if story is not None:
                    story.end(event)
                case Assented() | Said() | Nudged() | MovedFor() if story is not None:
                    story.all_said(event)
                case Overtaken() if story is not None:
                    story.overtaken()
                case Stopped(misbehaviour):
                    why = say(message_of_error(misbehaviour))
                    text = describe(table, misbehaviour, why)
                    told.tell(Accused(None, plain(text), str(path), ""))
                case events.RulesBroken():
                    told.tell(RulesBroken(rules_at_fault(event), str(path)))
                case Declined(RulesNotHere() as error):
                    about = outline(table, len(table.history))
                    raise findings.rules_not_here(Unknown(error, about))
                case Declined(error) if not isinstance(error, GivenUp):
                    raise Refuted(error.text, error.why)
            while told:
                yield told.popleft()
    except Refuted as refuted:
        raise findings.not_verified(refuted) from None
    yield from _last(path, table, data)


def _last(path: Path, table: Table, data: bytes) -> Iterator[AnyEvent]:
    """Yield what all of a transcript shows, and that it ends here."""
    try:
        found = findings.verified(str(path), conclude(table, data))
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
    """What was played in a transcript, for other notations.

    ``made`` are the engine's events that stand, those taken back left out; ``drawn``:
    the players agreed on a draw.
    """

    game: AnyGame
    options: Options
    names: list[str]
    made: list[Event] = field(default_factory=list)
    drawn: bool = False


def game_of(data: bytes) -> Game | None:
    """Return what a transcript's players played; None: no game began.

    Raises:
      NotVerified: The transcript does not hold.
      ClientError: Its game is not known here.
    """
    found: Game | None = None
    drawn = False
    made: list[Event] = []
    try:
        table = read(data, KNOWN)
        for event in events_of(table):
            match event:
                case Declined(RulesNotHere() as error):
                    about = outline(table, len(table.history))
                    raise findings.rules_not_here(Unknown(error, about))
                case Declined(error):
                    raise ClientError.saying(message_of_error(error))
                case Started(start):
                    names = distinct([player.name for player in start.players])
                    found = Game(start.game, start.options, names, made)
                case Happened(_, Undone(_, levels) | TakenBack(levels)):
                    del made[-levels:]
                case Happened(_, Drawn()):
                    drawn = True
                case Happened(_, happened):
                    assert not isinstance(happened, Undone | TakenBack | Drawn)
                    made.append(happened)
    except Refuted as refuted:
        raise NotVerified.saying(message_of_error(refuted)) from None
    if found is None:
        return None
    return Game(found.game, found.options, found.names, made, drawn)
