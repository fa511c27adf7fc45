"""Tells a hand of hearts in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.engine import Message, SeatName
from p2pgame.tabletop.drawn.tricks import hand_shown
from p2pgame.tabletop.sentences import trick_told
from p2pgame.tabletop.trick_game import SEATS
from p2pgame.tabletop.tricks import SUIT

from .hearts import Hearts


def in_sentences(
    state: Hearts, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the scores, what is passed or played, and the hand of this seat."""
    return tuple(_told(state, faces, seat))


def _told(
    state: Hearts, faces: Mapping[int, str], seat: int | None
) -> Iterator[Message]:
    yield Message.of("hearts-drawn-hand", number=hand_shown(state))
    for one in SEATS:
        points, now = state.scores[one], state.points[one]
        yield Message.by("hearts-table-points", one, points=points, now=now)
    if state.phase == "play":
        broken = SUIT["h"] & {*state.play.faces}
        id = "hearts-drawn-broken" if broken else "hearts-drawn-unbroken"
        yield Message.of(id)
    if state.phase == "moon":
        yield Message.of("hearts-drawn-moon")
    yield from _passing(state, seat)
    yield from trick_told(state, faces, seat)


def _passing(state: Hearts, seat: int | None) -> Iterator[Message]:
    passing = state.passing
    if passing is None or state.phase in ("deal", "shuffle", "play"):
        return
    step = passing.step
    if passing.is_laid or seat is None:
        yield Message.of("hearts-drawn-passing", step=step)
        return
    yield Message.of(
        "hearts-drawn-pass",
        count=passing.count,
        player=SeatName((seat + step) % len(SEATS)),
        step=step,
    )
