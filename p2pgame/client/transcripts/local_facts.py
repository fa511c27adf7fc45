"""Says what this machine knows beside a transcript: our contacts, and our own log.

None of it follows from the file, so it changes no verdict.  It is read and nothing is
written: a file may be checked while we play, and with a folder that can't be written.

:data:`SOURCES` are functions from what a file is about to facts; a fact that
speaks against the file ``warns``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from p2pgame.engine import Message, SeatName
from p2pgame.log import Entry, LogError
from p2pgame.session.entries.lookalikes import is_alike

from ..errors import ClientError
from ..events import LocalFact, Player
from ..profile import contacts, convictions, own_log, places
from . import parted

SAME = Message.of("local-same-story")


@dataclass(frozen=True, slots=True)
class About:
    """The file at ``path``, its ``table`` in hexadecimal, and its players by seat.

    If it is one of several parts, others may be among those ``given``.
    """

    path: Path
    table: str
    players: Sequence[Player]
    given: Sequence[Path] = ()


def facts(about: About) -> tuple[LocalFact, ...]:
    """Return what is known here of a transcript, what warns first."""
    found: list[LocalFact] = []
    for source in SOURCES:
        try:
            found += source(about)
        except ClientError as error:
            found.append(LocalFact("unread", error.message))
        except (OSError, LogError):
            pass  # what can't be read tells nothing
    return tuple(sorted(found, key=lambda fact: not fact.warns))


def _own_log(about: About) -> Iterator[LocalFact]:
    """Compare the file with our own logs of its table, entry by entry."""
    own = dict[tuple[bytes, int], set[bytes]]()
    for folder in places.kept_seats(bytes.fromhex(about.table)):
        for entry in own_log.entries(folder):
            own.setdefault((entry.author, entry.sequence), set()).add(entry.id)
    if not own:
        return
    for entry in parted.entries(about.path, about.given):
        known = own.get((entry.author, entry.sequence))
        if known is not None and entry.id not in known:
            yield LocalFact("other-story", _differs(entry), warns=True)
            return
    yield LocalFact("same-story", SAME)


def _differs(entry: Entry) -> Message:
    number, author = entry.sequence, entry.author.hex()[:8]
    return Message.of("local-other-story", number=number, author=author)


def _people(about: About) -> Iterator[LocalFact]:
    """Say which keys are known here, and which names are a contact's by another key."""
    ours = places.kept_identity()
    kept = contacts.kept()
    by_key = {one.identity: one.name for one in kept}
    for seat, player in enumerate(about.players):
        name = SeatName(seat)
        contact = by_key.get(player.identity)
        namesake = next((c.name for c in kept if is_alike(player.name, [c.name])), None)
        if ours is not None and player.identity == ours.hex():
            yield LocalFact("you", Message.of("local-you", player=name), seat)
        elif contact is not None:
            said = Message.of("local-contact", player=name, contact=contact)
            yield LocalFact("contact", said, seat)
        elif namesake is not None:
            said = Message.of("local-namesake", player=name, contact=namesake)
            yield LocalFact("namesake", said, seat)


def _forkers(about: About) -> Iterator[LocalFact]:
    """Say whose keys have signed two entries in one place, here or at another table."""
    keys = {bytes.fromhex(player.identity): player.name for player in about.players}
    for identity, known in convictions.against(convictions.kept(), keys).items():
        said = convictions.told(known, keys[identity])
        yield LocalFact("forker", said, [*keys].index(identity))


#: Where facts come from, in the order in which they are told.
SOURCES: tuple[Callable[[About], Iterable[LocalFact]], ...] = (
    *(_own_log, _forkers, _people),
)
