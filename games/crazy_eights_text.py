"""What people see of crazy eights: where cards lie, the table, and what happens."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Policy, Zone
from p2pgame.engine.events import Chosen, Dealt, Event, Opened, Rolled, Seated

from .crazy_eights_state import SUITS, Eights


def zones(state: Eights) -> tuple[Zone, ...]:
    """Return where everything lies; who has left does not look any more."""
    present = state.present if state.phase != "deal" else ()
    counted = state.phase == "over" and len(present) > 1
    shown = Policy.VISIBLE if counted else Policy.ORDER
    hands = (
        Zone(f"hand {n}", hand, shown, (n,))
        if n in present
        else Zone(f"hand {n}", hand)
        for n, hand in enumerate(state.hands)
    )
    discards = Zone("discards", state.discards, Policy.VISIBLE)
    return (*hands, Zone("pile", state.pile), discards)


def words(state: Eights, faces: Mapping[int, str]) -> str:
    """Return the table with the ``faces`` that are known."""
    follow = {suit[0]: suit for suit in SUITS}.get(state.suit, "none")
    way = "" if state.way == 1 else ", the other way round"
    top, left = state.top or "nothing", len(state.pile)
    lines = [f"on top {top}, suit {follow}{way}, pile {left}"]
    for seat, hand in enumerate(state.hands):
        cards = " ".join(sorted(faces.get(slot, "??") for slot in hand))
        gone = "" if seat in state.present else " (gone)"
        points = f" = {state.points[seat]}" if state.points else ""
        lines.append(f"player {seat}{gone}: {cards or 'no cards'}{points}")
    return "\n".join(lines)


def tell(state: Eights, event: Event) -> str | None:
    """Return an event in words, or None for the engine's own."""
    who, count = f"player {state.player}", len(state.drawing)
    match state.phase, event:
        case _, Rolled((dealer,)):
            return f"player {dealer} deals"
        case _, Chosen(_, "pass"):
            return f"{who} passes"
        case "name", Chosen(_, suit):
            return f"{who} names {suit}"
        case _, Chosen():
            return ""
        case "draw", Dealt():
            return f"{who} draws {count} card{'s' * (count > 1)}"
        case "turn up", Opened((face,)):
            return f"{face} is turned up"
        case "open", Opened((face,)) if state.fits(face):
            return f"{who} plays {face}"
        case "open", Opened((face,)):
            return f"{who} shows {face}, which does not fit, takes it back and draws"
        case _, Seated(player):
            return f"player {player} leaves"
    return None
