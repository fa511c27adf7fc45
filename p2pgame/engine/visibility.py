"""Zones say what each seat may see of the table.

Hidden things lie in *zones*: a hand, a draw pile, a row of face-down cards.
A zone has one policy for its group (a player, a team; nobody for a common pile)
and one for all others.  A zone's policies never change: to show or hide a slot, a
game moves it to another zone.

Zones have two uses.  A view shows a face only if its seat's policy is VISIBLE, so
a card that lies face down again is hidden.  And tests use them as an oracle:
:func:`sanitise` of all faces must equal what a peer, which only knows its own, can
show.

A state that is shown holds no more than its zones show (:meth:`.Game.seen`,
:func:`masked`).

Source: the sanitisation policies of jkomoros/boardgame, and its rule that a
stricter policy loses ids: LENGTH their order, NON_EMPTY and HIDDEN the ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

from .state import State

Slots = tuple[int, ...]


class Policy(IntEnum):
    """How much of a zone a seat sees; each policy includes all before it."""

    HIDDEN = 0  # nothing
    NON_EMPTY = 1  # whether anything is there
    LENGTH = 2  # how much, and which, but in no order
    ORDER = 3  # which, in order
    VISIBLE = 4  # the faces


class Zone(State, frozen=True):
    """Some slots in order, with the policies of their ``group`` and of the others.

    An empty place is the slot −1, so a grid keeps its shape.
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
#: Stands for all slots of a zone of which only is shown that something is there.
SOMETHING = -2


class Seen(State, frozen=True):
    """A zone as one seat sees it; None for all that its policy hides.

    ``faces`` has an entry for each of ``slots``: an empty text for no card, None
    for an unknown one.
    """

    name: str
    non_empty: bool | None = None
    length: int | None = None
    slots: tuple[int, ...] | None = None
    faces: tuple[str | None, ...] | None = None


def masked(slots: Slots, policy: Policy) -> Slots:
    """Return ``slots`` without what a policy hides of them.

    LENGTH leaves the slots in the order of their numbers, NON_EMPTY at most
    ``SOMETHING``, and HIDDEN nothing.
    """
    if policy >= Policy.ORDER:
        return slots
    full = tuple(sorted(slot for slot in slots if slot != EMPTY))
    if policy is Policy.LENGTH:
        return full
    return (SOMETHING,) if full and policy is Policy.NON_EMPTY else ()


def sanitise(
    zones: Iterable[Zone], faces: Mapping[int, str], seat: int | None
) -> tuple[Seen, ...]:
    """Return ``zones`` as ``seat`` sees them, if it knows ``faces``."""
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
