"""This module shows crazy eights to people: the zones, the table, the events."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import NOTHING, Message, Policy, Reason, Zone, masked
from p2pgame.engine.events import Chosen, Dealt, Event, Opened, Rolled, Seated
from p2pgame.tabletop.card_names import face_in

from .eights_state import SUITS, Eights


def zones(state: Eights) -> tuple[Zone, ...]:
    """Return the zones; players who have left see none."""
    present = state.present if state.phase != "deal" else ()
    counted = state.phase == "over" and len(present) > 1
    shown = Policy.VISIBLE if counted else Policy.ORDER
    hands = (
        Zone(f"hand {n}", hand, shown, (n,))
        if n in present
        else Zone(f"hand {n}", hand)
        for n, hand in enumerate(state.hands)
    )
    top = Zone("discards", state.discards[:1], Policy.VISIBLE)
    under = Zone("under the top card", state.discards[1:], Policy.NON_EMPTY)
    return (*hands, Zone("pile", state.pile, Policy.LENGTH), top, under)


def seen(state: Eights) -> Eights:
    """Return what is shown of the state: nobody looks through a pile."""
    under = masked(state.discards[1:], Policy.NON_EMPTY)
    discards = (*state.discards[:1], *under)
    return replace(state, pile=masked(state.pile, Policy.LENGTH), discards=discards)


def why_no_match(state: Eights, face: str) -> Reason:
    """Return what must be played in place of a card that does not fit."""
    if state.owed:
        return Reason.of("no-match", "crazy-eights-owed", card=face, count=state.owed)
    top, suit = state.top, state.suit
    return Reason.of("no-match", "crazy-eights-no-match", card=face, top=top, suit=suit)


def why_not_played(
    state: Eights, player: int, text: str, faces: Mapping[int, str]
) -> Reason | None:
    """Return why the card that ``text`` names can't be played, or nothing drawn."""
    word, may = text.lower(), state.offers[-1]
    if state.phase != "play" or word in ("draw", "pass"):
        if state.phase != "play" or word == may:
            return None
        if word == "draw":
            return Reason.of("no-draw", "crazy-eights-no-draw", count=state.drawn)
        return Reason.of("no-pass", "crazy-eights-no-pass")
    face = face_in(text)
    if not face:
        return None
    if face not in [faces.get(slot) for slot in state.hands[player]]:
        return Reason.of("no-card", "not-your-card", card=face)
    return None if state.fits(face) else why_no_match(state, face)


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


def tell(state: Eights, event: Event) -> Message | None:
    """Return the message for an event, or None for the engine's own words."""
    count = len(state.drawing)
    match state.phase, event:
        case _, Rolled((dealer,)):
            return Message.by("crazy-eights-deals", dealer)
        case _, Chosen(_, "pass"):
            return Message.by("crazy-eights-passes", state.player)
        case "name", Chosen(_, suit):
            return Message.by("crazy-eights-names", state.namer, suit=suit)
        case _, Chosen():
            return NOTHING
        case "draw", Dealt():
            return Message.by("crazy-eights-draws", state.player, count=count)
        case "turn up", Opened((face,)):
            return Message.of("crazy-eights-turned-up", card=face)
        case "open", Opened((face,)) if state.fits(face):
            return Message.by("plays-card", state.player, card=face)
        case "open", Opened((face,)):
            return Message.by("crazy-eights-takes-back", state.player, card=face)
        case _, Seated(player):
            return Message.by("crazy-eights-leaves", player)
    return None
