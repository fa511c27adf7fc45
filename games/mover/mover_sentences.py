"""Tells the field or the plane of Mover in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Message

from .plane import DIRECTIONS, REST, Plane, Walk

#: Of more players only the first are told, and the one who listens.
MOST = 20


def in_sentences(state: Plane, seat: int | None) -> tuple[Message, ...]:
    """Return the time, and where everybody is, the one who listens first."""
    tick = Message.of("mover-drawn-tick-of", tick=state.tick, ticks=state.ticks)
    enough = tuple(Message.by("mover-enough", one) for one in state.enough[:MOST])
    if not state.field:
        return (tick, *enough, *_walkers(state, seat))
    side = Message.of("mover-table-field", side=state.field)
    return (tick, *enough, side, *_walkers(state, seat), *_free(state, seat))


def _walkers(state: Plane, seat: int | None) -> Iterator[Message]:
    seats = sorted(range(len(state.walks)), key=lambda one: one != seat)
    for one in seats[:MOST]:
        walk = state.walks[one]
        if walk is None:
            yield Message.by("mover-table-nowhere", one)
        else:
            yield _walker(state, one, walk)
        if state.field:
            places = state.owners.count(one + 1)
            yield Message.by("mover-table-owns", one, places=places)
    if len(seats) > MOST:
        yield Message.of("mover-drawn-more", count=len(seats) - MOST)


def _walker(state: Plane, seat: int, walk: Walk) -> Message:
    x, y = state.inside(*walk.place(state.tick))
    left = walk.left(state.tick)
    if not left:
        return Message.by("mover-table-stands", seat, x=x, y=y)
    way = walk.direction
    return Message.by("mover-table-walks", seat, x=x, y=y, steps=left, way=way)


def _free(state: Plane, seat: int | None) -> Iterator[Message]:
    """Yield the ways on which the next place does not belong to the one who listens."""
    walk = None if seat is None else state.walks[seat]
    if walk is None or seat is None:
        return
    x, y = walk.place(state.tick)
    ways = tuple(
        Message.of("mover-table-way", way=key)
        for key, (_, right, up) in DIRECTIONS.items()
        if key != REST and state.owners[state.index(x + right, y + up)] != seat + 1
    )
    if ways:
        yield Message.of("mover-table-free", ways=ways)
