"""Lays out a table of liar's dice."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import NOTHING, Message, SeatName, plain
from p2pgame.engine.scene import (
    Card,
    Note,
    NumberAsked,
    Scene,
    SeatShown,
    Spread,
    gone,
)
from p2pgame.tabletop.dice import die_pips

from .liars_dice import FACES, Cups

#: What may be bid, and instead of a bid.
_BID = Message.of("liars-dice-ask")
_BIDS = tuple(NumberAsked(one, _BID, (), f"{n}") for n, one in enumerate(FACES, 1))
_OR_DOUBT = (NumberAsked(FACES[0], _BID, ("liar",), "1"), *_BIDS[1:])


def scene(state: Cups, faces: Mapping[int, str]) -> Scene:
    """Return the bid, and the dice under everybody's cup."""
    seats = tuple(_seat(state, faces, seat) for seat in range(len(state.dice)))
    dice = Message.of("liars-dice-drawn-dice", dice=sum(state.dice))
    notes = [Note(dice, "dim")]
    if state.wild:
        wild = Message.of("liars-dice-drawn-wild", face=state.wild)
        notes.append(Note(wild, "dim"))
    lies = (_bid_die(state),) if state.face else ()
    asked = (_OR_DOUBT if state.face else _BIDS) if state.phase == "bid" else ()
    return Scene(seats, (*lies, *asked), (_bid(state),), tuple(notes), round=True)


def _bid_die(state: Cups) -> Spread:
    """Return the die of the bid; the title says it."""
    die = Card(-1, str(state.face), die=True)
    return Spread(plain(f"{state.number} ×"), (die,), aloud=NOTHING)


def _bid(state: Cups) -> Note:
    if not state.face:
        return Note(Message.of("liars-dice-drawn-no-bid"), "dim")
    bid, player = {"number": state.number, "face": state.face}, SeatName(state.bidder)
    told = Message.of("liars-dice-drawn-bid", player=player, **bid)
    return Note(told, "strong", Message.by("liars-dice-table-bid", state.bidder, **bid))


def _seat(state: Cups, faces: Mapping[int, str], seat: int) -> SeatShown:
    left = state.dice[seat]
    if not left and seat not in state.seats.present:
        return gone(seat)
    aloud = Message.by("liars-dice-table-left", seat, dice=left)
    number = Note(Message.of("liars-dice-drawn-left", dice=left), "", aloud)
    dice = tuple(_die(state, faces, slot) for slot in state.hands[seat])
    return SeatShown(notes=(number,), hand=dice, out=not left)


def _die(state: Cups, faces: Mapping[int, str], slot: int) -> Card:
    """Return a die, which is strong if it counts for the bid."""
    if slot not in faces:
        return Card(slot, die=True)
    pips = die_pips(faces[slot])
    counts = bool(state.face) and pips in (state.face, state.wild)
    return Card(slot, str(pips), tone="strong" if counts else "", die=True)
