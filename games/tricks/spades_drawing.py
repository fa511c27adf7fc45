"""This module draws a hand of spades."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Drawing, Look, Message, Row, Span, Turn
from p2pgame.tabletop.drawn.boxes import inside, joined, page
from p2pgame.tabletop.drawn.rows import width_of
from p2pgame.tabletop.drawn.seats import called, movers
from p2pgame.tabletop.drawn.tricks import Compass, drawn_compass, hand_shown
from p2pgame.tabletop.trick_game import SEATS
from p2pgame.tabletop.tricks import SUIT

from .spades import TEAMS, Spades


def drawn(state: Spades, turn: Turn, faces: Mapping[int, str], look: Look) -> Drawing:
    """Return the table as one seat sees it."""
    notes = [_note(state, look, seat) for seat in SEATS]
    around = Compass(state.play, faces, look, movers(turn), notes, trump="s")
    hand = hand_shown(state)
    number = look.say(Message.of("spades-drawn-hand", number=hand))
    ends = Message.of("spades-drawn-goal", goal=max(state.goal, 0), floor=state.floor)
    head = (Span(number, "strong"), Span(f" · {look.say(ends)}", "dim"))
    teams = [_team(state, look, team) for team in (0, 1)]
    rows = drawn_compass(around, (), above=teams)
    return page(look, rows, head=head, tail=_broken(state, look))


def _note(state: Spades, look: Look, seat: int) -> Row:
    bid, won = state.bids[seat], state.won[seat]
    if bid is None:
        return (Span(look.say(Message.of("spades-drawn-no-bid")), "dim"),)
    if state.phase == "bid":
        told = Message.of("spades-drawn-bid", bid=bid)
    elif bid:
        told = Message.of("spades-drawn-took", bid=bid, won=won)
    else:
        told = Message.of("spades-drawn-nil", won=won)
    made, lost = bid and won >= bid, not bid and won
    return (Span(look.say(told), "strong" if made else "dim" if lost else ""),)


def _team(state: Spades, look: Look, team: int) -> Row:
    bags = Message.of("spades-drawn-bags", bags=state.bags[team])
    score = joined(
        [(Span(str(state.scores[team]), "strong"),), (Span(look.say(bags)),)], " · "
    )
    first, second = TEAMS[team]
    room = (inside(look)[0] - width_of([score]) - 5) // 2
    names = joined([called(look, one, room) for one in (first, second)], " + ", "dim")
    return joined([names, score], "  ")


def _broken(state: Spades, look: Look) -> Row:
    if state.phase != "play":
        return ()
    if SUIT["s"] & {*state.play.faces}:
        return (Span(look.say(Message.of("spades-drawn-broken")), "strong"),)
    return (Span(look.say(Message.of("spades-drawn-unbroken")), "dim"),)
