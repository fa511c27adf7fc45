"""Lays out a hand of hearts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from p2pgame.engine import NOTHING, Message, SeatName, plain
from p2pgame.engine.printable import signed
from p2pgame.engine.scene import Note, Pick, Scene
from p2pgame.tabletop.trick_game import SEATS, hand_shown
from p2pgame.tabletop.trick_scene import trick_scene
from p2pgame.tabletop.tricks import SUIT

from .hearts import Hearts


def scene(state: Hearts, faces: Mapping[int, str], seat: int | None) -> Scene:
    """Return the table with points by seat, and what is passed."""
    passing = state.passing
    pick = None
    if passing is not None and not passing.is_laid and seat is not None:
        receiver = SeatName((seat + passing.step) % len(SEATS))
        label = Message.of("hearts-pass-to", player=receiver)
        pick = Pick("pass", passing.count, label)
    points = [_points(state, one) for one in SEATS]
    given = () if passing is None else passing.given
    verb = "lead" if state.phase == "lead" else "play"
    table = trick_scene(state, faces, points, given=given, verb=verb)
    said = _said(state, seat) or table.notes
    return replace(table, title=tuple(_title(state)), notes=said, pick=pick)


def _points(state: Hearts, seat: int) -> tuple[Note, ...]:
    score, now = state.scores[seat], state.points[seat]
    aloud = Message.by("hearts-table-points", seat, points=score, now=now)
    note = Note(plain(str(score)), aloud=aloud)
    if not now:
        return (note,)
    if state.phase == "shuffle":
        return note, Note(plain(f"({signed(now)})"), "dim", NOTHING)
    return note, Note(plain(signed(now)), "bad", NOTHING)


def _title(state: Hearts) -> Iterator[Note]:
    yield Note(Message.of("hearts-drawn-hand", number=hand_shown(state)), "strong")
    goal = Message.of("hearts-drawn-goal", goal=max(state.goal, 0))
    yield Note(goal, "dim", NOTHING)
    if state.phase == "play" and SUIT["h"] & {*state.play.faces}:
        yield Note(Message.of("hearts-drawn-broken"), "red-suit", suit="h")
    elif state.phase == "play":
        yield Note(Message.of("hearts-drawn-unbroken"), "dim")


def _said(state: Hearts, seat: int | None) -> tuple[Note, ...]:
    """Return what the players do before the first trick."""
    passing = state.passing
    match state.phase:
        case "shuffle" | "play":
            return ()
        case "deal":
            return (Note(Message.of("hearts-drawn-deal"), aloud=NOTHING),)
        case "moon":
            return (Note(Message.of("hearts-drawn-moon")),)
    if passing is None:
        return (Note(Message.of("hearts-drawn-lead"), aloud=NOTHING),)
    step = passing.step
    if passing.is_laid or seat is None:
        return (Note(Message.of("hearts-drawn-passing", step=step)),)
    receiver = SeatName((seat + step) % len(SEATS))
    told = Message.of(
        "hearts-drawn-pass", count=passing.count, player=receiver, step=step
    )
    return (Note(told),)
