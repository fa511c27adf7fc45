"""Convicts players of forks that come to light after the end of a game.

The result stands, as all have signed it.  Whoever signed two entries in one place told
two stories all the same: we write the evidence, keep the conviction by the identity's
key, and tell our player, and nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from p2pgame.engine import Message, message_of
from p2pgame.games.registry import KNOWN
from p2pgame.log import Entry, Fork, InvalidArchive, InvalidEntry
from p2pgame.session import Misbehaviour, Table
from p2pgame.session.entries.errors import Fault
from p2pgame.session.table import evidence

from ..errors import ClientError
from ..events import ForkShown, Notice
from ..profile import convictions, own_log, places, settings, transcripts
from ..profile.convictions import Conviction
from . import parted
from .checking import TABLE, TITLE, TRANSCRIPT


def of(table: Table) -> list[Misbehaviour]:
    """Return the forks of players that came to light after the end of a game."""
    seats, found = table.roster.seats, table.cheats.values()
    forks = [wrong for wrong in found if wrong.fault is Fault.FORK]
    late = [wrong for wrong in forks if wrong.culprit in seats]
    return late if table.complete else []


def show(table: Table, wrong: Misbehaviour, path: Path) -> ForkShown:
    """Write evidence of a player's fork beside ``path``; return what to tell.

    Raises:
      ClientError: The game is too long for a file.
    """
    author = wrong.culprit
    seats = [player.author for player in table.players]
    player = table.players[seats.index(author)]
    try:
        data = evidence.gather(table, wrong)
    except ValueError as error:
        raise ClientError("no-transcript", why=message_of(error)) from None
    where = transcripts.beside(path.with_stem(f"{path.stem}-{author.hex()[:8]}"))
    where, _ = transcripts.save(where, data)
    message = Message.of(
        "late-fork",
        name=player.name,
        own=int(player.identity == places.kept_identity()),
        evidence=str(where),
    )
    return ForkShown(
        *(seats.index(author), player.name, player.identity.hex()),
        *(table.id.hex(), message, str(where)),
    )


def keep(table: Table, seat: int, where: str) -> None:
    """Keep that a player signed two stories at a table, as a file shows.

    Raises:
      ClientError: Our file of convictions is damaged.
    """
    player = table.players[seat]
    game = "" if table.play is None else table.play.start.game.name
    convictions.keep(
        Conviction(
            *(player.identity.hex(), table.id.hex(), player.name, game),
            *(places.now(), (str(Path(where).absolute()),)),
        )
    )


def in_file(path: Path, given: Sequence[Path] = ()) -> Iterator[ForkShown | Notice]:
    """Yield the forks that a transcript and our own logs of its table show together.

    If it is one of several parts, others may be among those ``given``.

    Nothing but its first bytes is read if we had no seat there, or it is no file.  The
    evidence goes into the folder for transcripts.  What can not be written or kept is
    told in a :class:`Notice`: it has nothing to do with the file.

    Cost: if there is a fork, what verifying the game costs.
    """
    try:
        head = b""
        if path.is_file():  # and no pipe, which can be read but once
            with path.open("rb") as file:
                head = file.read(TITLE + TABLE)
        is_one = head.startswith(TRANSCRIPT)
        seats = places.kept_seats(head[TITLE:]) if is_one else []
    except OSError:
        return  # whoever verifies it says so
    for folder in seats:
        # Of a damaged file or log nothing is told here.
        with suppress(ClientError, InvalidArchive, InvalidEntry):
            ours = [*own_log.entries(folder)]
            told = dict[bytes, Fork]()
            for fork in forks(ours, parted.entries(path, given)):
                told.setdefault(fork.culprit, fork)
            for fork in told.values():
                yield from _shown(head[TITLE:], ours, fork)


def forks(ours: Sequence[Entry], theirs: Iterable[Entry]) -> Iterator[Fork]:
    """Yield each pair of entries that one author signed in one place.

    No two of ``theirs`` are in one place, and they are not kept in memory.
    """
    first: dict[tuple[bytes, int], Entry] = {}
    for entry in ours:
        first.setdefault((entry.author, entry.sequence), entry)
    for entry in chain(ours, theirs):
        other = first.get((entry.author, entry.sequence), entry)
        if other.id != entry.id:
            yield Fork(entry.author, *sorted((other.raw, entry.raw)))


def _shown(id: bytes, ours: list[Entry], fork: Fork) -> Iterator[ForkShown | Notice]:
    """Show a fork, if its author has a seat in our own story, and keep it."""
    table, wrong = evidence.convict(id, ours, fork, KNOWN)
    if wrong is None:
        return
    game = "table" if table.play is None else table.play.start.game.name
    folder = settings.transcripts()
    with suppress(OSError):  # then it goes where :func:`transcripts.save` says
        folder.mkdir(parents=True, exist_ok=True)
    name = f"{game}-{id.hex()[:8]}{transcripts.TRANSCRIPT}"
    try:
        shown = show(table, wrong, folder / name)
        yield shown
        keep(table, shown.seat, shown.evidence)
    except ClientError as error:
        yield Notice(error.message)
    except OSError as error:
        yield Notice(places.unusable(error).message)
