"""What each seat may see of what lies on the table.

Hidden things lie in *zones*: a hand, a draw pile, a row of face-down cards.
A zone says what those inside its group see (a player, a team; nobody for a
common pile) and what everybody else does.  A slot moves from one zone to
another to be shown or hidden; a zone's policies never change.

Zones have two uses.  A view shows a face only where its seat's policy is
VISIBLE, so a card that was open once and lies face down again is not shown.
And they are the oracle: :func:`sanitise` of all the faces there are must be
what a peer, which was never told the others, can show.

Source: the sanitisation policies of jkomoros/boardgame, and its rule that a
stricter policy loses ids: LENGTH their order, NON_EMPTY and HIDDEN the ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

from .state import State


class Policy(IntEnum):
    """How much of a zone a seat sees; each sees what the ones before it do."""

    HIDDEN = 0  # nothing
    NON_EMPTY = 1  # whether anything is there
    LENGTH = 2  # how much, and which, but in no order
    ORDER = 3  # which, in order
    VISIBLE = 4  # the faces


class Zone(State, frozen=True):
    """Some slots in order, what their ``group`` sees of them, and what others do.

    A place with nothing on it is the slot −1, so a grid keeps its shape.
    """

    name: str
    slots: tuple[int, ...]
    others: Policy = Policy.ORDER
    group: tuple[int, ...] = ()
    inside: Policy = Policy.VISIBLE

    def policy(self, seat: int | None) -> Policy:
        """Return what ``seat`` may see; None is a spectator."""
        return self.inside if seat in self.group else self.others


EMPTY = -1


class Seen(State, frozen=True):
    """A zone as one seat sees it; None where its policy says nothing.

    ``faces`` has an entry for each of ``slots``: an empty text for no card,
    None for one that is not known.
    """

    name: str
    non_empty: bool | None = None
    length: int | None = None
    slots: tuple[int, ...] | None = None
    faces: tuple[str | None, ...] | None = None


def sanitise(
    zones: Iterable[Zone], faces: Mapping[int, str], seat: int | None
) -> tuple[Seen, ...]:
    """Return what ``seat`` sees of ``zones`` in which ``faces`` lie."""
    return tuple(_see(zone, faces, zone.policy(seat)) for zone in zones)


def visible(
    zones: Iterable[Zone], faces: Mapping[int, str], seat: int | None
) -> dict[int, str]:
    """Return those of ``faces`` that ``seat`` may be shown."""
    return {
        slot: faces[slot]
        for zone in zones
        if zone.policy(seat) is Policy.VISIBLE
        for slot in zone.slots
        if slot in faces
    }


def _see(zone: Zone, faces: Mapping[int, str], policy: Policy) -> Seen:
    full = [slot for slot in zone.slots if slot != EMPTY]
    match policy:
        case Policy.HIDDEN:
            return Seen(zone.name)
        case Policy.NON_EMPTY:
            return Seen(zone.name, bool(full))
        case Policy.LENGTH:
            slots = tuple(sorted(full))
            return Seen(zone.name, bool(full), len(full), slots)
        case Policy.ORDER:
            return Seen(zone.name, bool(full), len(full), zone.slots)
        case Policy.VISIBLE:
            shown = tuple(
                "" if slot == EMPTY else faces.get(slot) for slot in zone.slots
            )
            return Seen(zone.name, bool(full), len(full), zone.slots, shown)
