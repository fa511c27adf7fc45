"""Lays out a hand of spades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from p2pgame.engine import NOTHING, Message, SeatName
from p2pgame.engine.scene import Note, NumberAsked, Scene
from p2pgame.tabletop.trick_game import SEATS, hand_shown
from p2pgame.tabletop.trick_scene import trick_scene
from p2pgame.tabletop.tricks import SUIT

from .spades import TEAMS, Spades

_ASKED = NumberAsked("bid", Message.of("spades-ask"), ("nil",))


def scene(state: Spades, faces: Mapping[int, str], seat: int | None) -> Scene:
    """Return the table with the teams' scores, and bids by seat."""
    bids = [(_bid(state, one),) for one in SEATS]
    table = trick_scene(state, faces, bids, trump="s")
    parts = (_ASKED,) if state.phase == "bid" else ()
    return replace(table, title=tuple(_title(state)), parts=parts)


def _bid(state: Spades, seat: int) -> Note:
    bid, won = state.bids[seat], state.won[seat]
    if bid is None:
        none = Message.by("spades-table-no-bid", seat)
        return Note(Message.of("spades-drawn-no-bid"), "dim", none)
    aloud = Message.by("spades-table-bid", seat, bid=bid, won=won)
    if state.phase == "bid":
        return Note(Message.of("spades-drawn-bid", bid=bid), aloud=aloud)
    if bid:
        told = Message.of("spades-drawn-took", bid=bid, won=won)
        return Note(told, "made" if won >= bid else "", aloud)
    return Note(Message.of("spades-drawn-nil", won=won), "missed" if won else "", aloud)


def _title(state: Spades) -> Iterator[Note]:
    yield Note(Message.of("spades-drawn-hand", number=hand_shown(state)), "strong")
    goal = Message.of("spades-drawn-goal", goal=max(state.goal, 0), floor=state.floor)
    yield Note(goal, "dim", NOTHING)
    if state.phase == "play" and SUIT["s"] & {*state.play.faces}:
        yield Note(Message.of("spades-drawn-broken"), "strong", suit="s")
    elif state.phase == "play":
        yield Note(Message.of("spades-drawn-unbroken"), "dim")
    for team, points, bags in zip(TEAMS, state.scores, state.bags, strict=True):
        score = Message.of("spades-score", points=points, bags=bags)
        one, other = map(SeatName, team)
        aloud = Message.of(
            "spades-table-team", one=one, other=other, points=points, bags=bags
        )
        yield Note(score, "", aloud, seats=team)
