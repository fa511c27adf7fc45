"""This module draws a hand of hearts."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import page
from p2pgame.tabletop.drawn.seats import movers, name_of
from p2pgame.tabletop.drawn.tricks import Compass, drawn_compass, hand_shown
from p2pgame.tabletop.trick_game import SEATS
from p2pgame.tabletop.tricks import SUIT

from .hearts import Hearts


def drawn(state: Hearts, turn: Turn, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    notes = [_note(state, seat) for seat in SEATS]
    around = Compass(state.play, faces, look, movers(turn), notes)
    hand = hand_shown(state)
    number = look.say(Message.of("hearts-drawn-hand", number=hand))
    goal = look.say(Message.of("hearts-drawn-goal", goal=max(state.goal, 0)))
    head = (Span(number, "strong"), Span(f" · {goal}", "dim"))
    rows = drawn_compass(around, _said(state, look))
    return page(look, rows, head=head, tail=_broken(state, look))


def _note(state: Hearts, seat: int) -> Row:
    score, now = Span(str(state.scores[seat])), state.points[seat]
    if not now:
        return (score,)
    counted = state.phase == "shuffle"
    return (score, Span(f" ({now:+})", "dim") if counted else Span(f" +{now}", "bad"))


def _broken(state: Hearts, look: Look) -> Row:
    if state.phase != "play":
        return ()
    if SUIT["h"] & {*state.play.faces}:
        return (Span(look.say(Message.of("hearts-drawn-broken")), "red-suit"),)
    return (Span(look.say(Message.of("hearts-drawn-unbroken")), "dim"),)


def _said(state: Hearts, look: Look) -> Row:
    """Return what the players do before the first trick."""
    passing, seat = state.passing, look.seat
    if state.phase == "deal":
        told = Message.of("hearts-drawn-deal")
    elif state.phase == "moon":
        told = Message.of("hearts-drawn-moon")
    elif state.phase in ("shuffle", "play"):
        return ()
    elif passing is None:
        told = Message.of("hearts-drawn-lead")
    elif passing.is_laid or seat is None:
        told = Message.of("hearts-drawn-passing", step=passing.step)
    else:
        receiver = name_of(look, (seat + passing.step) % len(SEATS))
        told = Message.of(
            "hearts-drawn-pass", count=passing.count, player=receiver, step=passing.step
        )
    return (Span(look.say(told)),)
