"""What a verified transcript shows, as data: who played, how it ended, who was dropped.

All of it follows from the file's signed entries, so everybody who has the file reads
the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from p2pgame.engine import Over
from p2pgame.log import Entry

from ..entries.errors import InvalidPayload, LaterVersion
from ..entries.payloads import Answer, Assent, Checkpoint, End, Times, decode
from ..game.absence.departure import Departure
from ..game.checkpoints import Signed
from ..game.play import Play
from ..lobby.before import Stakes, stakes
from ..lobby.events import Audited
from ..lobby.lobby import Offered, Player, Start
from .table import Table


@dataclass(frozen=True, slots=True)
class Outline:
    """What a transcript says of itself, whatever its game's rules are.

    ``players`` are the seated, or before an offer all who have come; ``game`` is empty
    then. Their signatures and those of all ``entries`` hold.
    """

    table: bytes
    players: tuple[Player, ...]
    entries: int
    game: str = ""
    version: int = 0
    #: The hash of rules that do not come with p2pgame, else empty.
    rules: bytes = b""


@dataclass(frozen=True, slots=True)
class Remains:
    """What the next table goes on from: what each seat has ``kept``, if anything.

    The player of the seat ``first`` comes first there; None: the rules don't say.
    """

    kept: tuple[str, ...] | None
    first: int | None


@dataclass(frozen=True, slots=True)
class Report:
    """What a verified transcript says.

    ``end`` is what all have signed who had not ``gone``; None: the game is not finished
    and has no ``payoffs``. ``signed`` is how far all of them signed the game, and
    ``signed_by`` how many of its turns each seat has signed. ``departures`` say how the
    others went on without those who have gone, who have ``forfeited`` the game if it
    ended by that. ``moved_for`` is how often a move was made for each silent seat.
    ``audited`` is of whom the shuffles were audited, if the deck needs that.
    ``stakes`` are what the seats began with, in a game that carries that over to the
    next table, and ``remains`` what does go there from a whole game.
    """

    table: bytes
    start: Start
    payoffs: tuple[int, ...]
    end: End | None
    gone: frozenset[int]
    entries: int
    turns: int
    signed: Signed
    audited: Audited
    signed_by: tuple[int, ...]
    departures: tuple[Departure, ...]
    moved_for: tuple[int, ...]
    forfeited: bool
    stakes: Stakes | None = None
    remains: Remains | None = None
    #: What each player has said of time, by rising seat; see :class:`Times`.
    times: tuple[tuple[int, Times], ...] = ()

    @property
    def slow(self) -> tuple[tuple[int, int], ...]:
        """Pairs of seats: a player, and another whose program was slow by its word."""
        programs = self.start.time.programs
        return tuple(
            (by, seat)
            for by, times in self.times
            for seat, worked in enumerate(times.worked)
            if 0 < programs < worked and by != seat
        )


def outline(table: Table, entries: int) -> Outline:
    """Return what a table with so many entries knows of its game before the rules."""
    offer: Offered | None = table.roster.offer
    if offer is None:
        return Outline(table.id, table.players, entries)
    said = offer.genesis
    named = said.game, said.version, said.rules
    return Outline(table.id, table.players, entries, *named)


def report(table: Table, entries: int, turns: int) -> Report | None:
    """Return what a table has found; None: its game has not started.

    ``turns`` of it have happened.
    """
    play = table.play
    if play is None:
        return None
    whole = table.complete and isinstance(play.turn, Over)
    payoffs = play.turn.payoffs if isinstance(play.turn, Over) else ()
    seats = range(len(play.start.players))
    moved_for = play.absences.moved_for
    return Report(
        *(table.id, play.start, payoffs if whole else (), play.end if whole else None),
        *(play.absences.evicted, entries, turns),
        *(signed(table), play.dealer.audited if play.over else Audited()),
        _signed_by(table, play),
        tuple(play.absences.departures),
        tuple(moved_for[seat] for seat in seats),
        play.board.is_forfeited,
        stakes(play.start),
        _remains(play) if whole else None,
        table.roster.times,
    )


def _remains(play: Play) -> Remains:
    game, state, turn = play.start.game, play.board.line.state, play.turn
    kept = game.kept(state)
    if play.board.is_forfeited and isinstance(turn, Over):
        kept = game.kept_after_forfeit(state, turn.payoffs)
    return Remains(kept, game.next_first(state))


def _signed_by(table: Table, play: Play) -> tuple[int, ...]:
    """Return how many turns each seat has signed, by the entries of the transcript."""
    signed_by = [0] * len(play.start.players)
    for entry in _recorded(table):
        turns = _signs(entry, play)
        seat = play.start.seat_of(entry.author)
        if seat is not None and turns is not None:
            signed_by[seat] = max(signed_by[seat], turns)
    return tuple(signed_by)


def _recorded(table: Table) -> Iterator[Entry]:
    """Yield the entries of the transcript, feed after feed."""
    for author, count in table.counts.items():
        yield from islice(table.history.feeds[author].entries, count)


def _signs(entry: Entry, play: Play) -> int | None:
    """Return how many turns an entry signs, if it names one that the game reached."""
    try:
        match decode(entry.payload):
            case Answer(turn) | Assent(turn) | Checkpoint(turn) | End(turn):
                return play.side_messages.checkpoints.turns_at(turn)
    except (InvalidPayload, LaterVersion):
        pass  # it is void
    return None


def signed(table: Table) -> Signed:
    """Return how far all who are there have signed what was played."""
    play = table.play
    if play is None:
        return Signed()
    return play.side_messages.checkpoints.signed(play.present, over=play.over)
