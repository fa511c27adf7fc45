"""This module tests a promise of :mod:`.conformance`: a view holds what zones show.

A state that is shown and whose zones are not limited is refused when a view is made
(:func:`p2pgame.engine.views.view`).  A field of which no zone is made could still hold
what a zone hides.  Here each field is compared with that, all through a game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from p2pgame.engine import EMPTY, Policy, RulesError, Zone
from p2pgame.engine.views import shown

from .case import Case

#: A field is a copy if it agrees with so many different contents.
COPIES = 3


class _Hidden(NamedTuple):
    zone: str
    what: str


def shows_what_zones_show(case: Case) -> None:
    """Check that no field of a seat's view holds what a zone hides from that seat.

    A number may agree by chance: it is a copy only if it always does.
    """
    playout = case.playout
    zones = [case.game.zones(state) for state in playout.states]
    for seat in case.viewers:
        copied = defaultdict[tuple[_Hidden, str], set[object]](set)
        differ = set[tuple[_Hidden, str]]()
        for n, state in enumerate(playout.states):
            try:
                seen = shown(case.game, state, seat, zones[n])
            except RulesError as error:
                raise AssertionError(f"after {n} events: {error}") from error
            hides = [*_contents(zones[n], seat)]
            fields = [*_fields(seen, "")] if hides else []
            for hidden, content in hides:
                for path, value in fields:
                    if _is_copy(value, content):
                        copied[hidden, path].add(content)
                    elif hidden.what == "number":
                        differ.add((hidden, path))
        for (hidden, path), contents in copied.items():
            is_copy = len(contents) >= COPIES and (hidden, path) not in differ
            told = f"seat {seat} sees the {hidden.what} of {hidden.zone} in {path}"
            assert not is_copy, told


def _contents(
    zones: tuple[Zone, ...], seat: int | None
) -> Iterator[tuple[_Hidden, object]]:
    """Yield what zones hide from a seat: an order, a set of slots, or how many."""
    for zone in zones:
        full = tuple(slot for slot in zone.slots if slot != EMPTY)
        policy = zone.policy(seat)
        if policy is Policy.LENGTH and full != tuple(sorted(full)):
            yield _Hidden(zone.name, "order"), full
        if policy < Policy.LENGTH:
            yield _Hidden(zone.name, "number"), len(full)
            if len(full) > 1:
                yield _Hidden(zone.name, "slots"), frozenset(full)


def _is_copy(value: object, content: object) -> bool:
    """Return whether a field's value tells what is hidden."""
    match value, content:
        case bool(), _:
            return False
        case int(), int():
            return value == content
        case tuple(), int():
            return len(value) == content
        case tuple(), frozenset():
            return content <= {*value}
        case tuple(), tuple():
            ends = range(len(content), len(value) + 1)
            return any(value[end - len(content) : end] == content for end in ends)
    return False


def _fields(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield all numbers and rows of numbers within a state, with their paths."""
    match value:
        case int():
            yield path, value
        case tuple():
            if all(isinstance(one, int) for one in value):
                yield path, value
            else:
                for n, one in enumerate(value):
                    yield from _fields(one, f"{path}[{n}]")
        case msgspec.Struct():
            for name in value.__struct_fields__:
                yield from _fields(getattr(value, name), f"{path}.{name}")
