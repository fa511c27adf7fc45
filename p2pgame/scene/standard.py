"""Makes a scene of any game's view: of its zones, its fields, and its words.

A zone is a seat's if its name ends with the seat's number.  A move that names slots is
had by their cards.  Grids are found in the game's words, or else in its state.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from p2pgame.engine import Message, Over, SeatName, plain
from p2pgame.engine.scene import (
    Between,
    Card,
    Chips,
    Graph,
    Note,
    Pick,
    Scene,
    SeatShown,
    Spread,
    Stack,
    at_turn,
)
from p2pgame.engine.turns import movers
from p2pgame.engine.views import View
from p2pgame.engine.visibility import Seen

from .grids import grids_in, grids_of

_OF_SEAT = re.compile(r"(.*?)(?: of)?(?: player)? (\d+)")
_DICE = re.compile(r"\b(cup|dice|die|rolls?)\b")
_TAKEN = re.compile(r"\b(taken|won|captured|tricks?|books?)\b")
_SLOTS = re.compile(r"([^\d\s]+)((?: \d+)+)")
_PLAYER = re.compile(r"\bplayer (\d+)\b")
#: Cards face down beyond which they are a stack; open ones of which the last are shown.
_STACK, _ROW = 6, 16
#: What games call chips, those that lie before the seats first.
_CHIPS = ("bets", "paid", "stakes", "stacks", "chips", "coins", "money")
_POTS = ("pot", "pots", "bank", *_CHIPS)
#: How many names stand in a line, at most: messages are only so deep.
_NAMES = 6


def standard(
    view: View[Any], state: Mapping[str, Any], moves: Collection[str]
) -> Scene:
    """Return what is known of a table without a scene of its game's.

    ``state`` is that of the view by names of its fields, and ``moves`` are those of the
    view's choice whose numbers may be slots.
    """
    pick, by_slot = _moves(moves)
    count = _seats(view)
    of_seats: dict[int, list[tuple[str, Seen]]] = defaultdict(list)
    parts: list[Between] = []
    for zone in view.zones:
        found = _OF_SEAT.fullmatch(zone.name)
        if found is not None and int(found[2]) < count:
            of_seats[int(found[2])].append((found[1], zone))
        else:
            parts += _between(zone, by_slot)
    parts += (
        Chips(plain(f"{name} {state[name]}"), state[name])
        for name in _POTS
        if _count(state, name)
    )
    seats = [_seat(view, state, seat, count, of_seats[seat]) for seat in range(count)]
    lines, grids = grids_in(view.text, {*_words(view)})
    boards = grids or grids_of(state, {*_words(view)})
    graphs = [*_graphs(state)]
    cards = any(of_seats.values()) or bool(parts)
    scene = Scene(
        tuple(_with_moves(seat, by_slot) for seat in seats),
        parts=(*boards, *graphs, *parts),
        title=() if view.phase is None else (Note(view.phase, "strong"),),
        round=cards or not (boards or graphs),
        pick=pick,
        lines=tuple(map(_line, lines)),
    )
    return at_turn(scene, view.turn)


def _seats(view: View[Any]) -> int:
    """Return how many seats there are, as far as that is known."""
    if view.scores is not None:
        return len(view.scores)
    if isinstance(view.turn, Over):
        return len(view.turn.payoffs)
    zones = (_OF_SEAT.fullmatch(zone.name) for zone in view.zones)
    seats = [int(found[2]) for found in zones if found is not None]
    known = [seat for seat in seats if seat < view.game.seats[-1]]
    known += [*movers(view.turn), view.player or 0, view.game.seats[0] - 1]
    return max(*(seat + 1 for seat in known), len(view.roles))


def _words(view: View[Any]) -> Iterator[str]:
    """Yield the moves of this seat that have no number."""
    if view.choice is not None:
        yield from (move for move in view.choice.moves if isinstance(move, str))


def _moves(moves: Collection[str]) -> tuple[Pick | None, dict[int, str]]:
    """Return what several cards are picked for, and the move that each slot has."""
    named: dict[tuple[str, int], list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
    for move in moves:
        found = _SLOTS.fullmatch(move)
        if found is not None:
            slots = tuple(map(int, found[2].split()))
            named[found[1], len(slots)].append((move, slots))
    single: dict[int, list[str]] = defaultdict(list)
    picks = [one for one in named if one[1] > 1]
    for (_, count), made in named.items():
        for move, slots in made if count == 1 else ():
            single[slots[0]].append(move)
    pick = (
        Pick(*picks[0], plain(picks[0][0])) if len(picks) == 1 == len(named) else None
    )
    return pick, {slot: one[0] for slot, one in single.items() if len(one) == 1}


def _cards(zone: Seen, name: str) -> tuple[Card, ...]:
    slots, die = zone.slots or (), bool(_DICE.search(name))
    faces = zone.faces or (None,) * len(slots)
    return tuple(
        Card(slot, _pips(face) if die else face or None, die=die)
        for slot, face in zip(slots, faces, strict=True)
        if slot >= 0
    )


def _pips(face: str | None) -> str | None:
    """Return the pips of a die, whose faces count from 0."""
    return str(int(face) + 1) if face and face.isdecimal() else face or None


def _between(zone: Seen, moves: Mapping[int, str]) -> Iterator[Between]:
    """Yield what a zone of nobody's is: a stack, or cards side by side."""
    cards, label = _cards(zone, zone.name), plain(zone.name)
    length = int(zone.non_empty or 0) if zone.length is None else zone.length
    if zone.length is None and zone.non_empty is None:
        return
    is_open = any(card.face for card in cards)
    if len(cards) < length or (
        not is_open and (length > _STACK or zone.name == "deck")
    ):
        yield Stack(label, length, tuple(card.slot for card in cards))
    else:
        shown = tuple(_moved(card, moves) for card in cards[-_ROW:])
        yield Spread(label, shown)


def _moved(card: Card, moves: Mapping[int, str]) -> Card:
    return Card(card.slot, card.face, moves.get(card.slot, ""), die=card.die)


def _seat(
    view: View[Any],
    state: Mapping[str, Any],
    seat: int,
    count: int,
    zones: Sequence[tuple[str, Seen]],
) -> SeatShown:
    hand, laid, taken = list[Card](), list[Card](), list[Card]()
    notes = [*_notes(view, seat)]
    for name, zone in zones:
        cards = _cards(zone, name)
        if _TAKEN.search(name):
            taken += cards
        elif all(card.face for card in cards) and (hand or _lies(view, seat, name)):
            laid += cards
        else:
            hand += cards
        if zone.length and not zone.slots:
            told = Message.of("scene-counted", name=name, count=zone.length)
            notes.append(Note(told))
    before = 0
    for name in _CHIPS:
        amount = _amount(state, name, seat, count)
        if amount is None or (view.scores and state[name] == view.scores):
            continue
        if not before and name in _CHIPS[:3]:
            before = amount
        else:
            notes.append(Note(plain(f"{name} {amount}")))
    return SeatShown(
        notes=tuple(notes),
        hand=tuple(hand),
        laid=tuple(laid),
        taken=tuple(taken),
        chips=before,
    )


def _lies(view: View[Any], seat: int, name: str) -> bool:
    """Return whether open cards are laid: one's own are held, and those of a hand."""
    return seat != view.player and "hand" not in name


def _notes(view: View[Any], seat: int) -> Iterator[Note]:
    """Yield a seat's role, and what it has so far."""
    role = view.roles[seat] if seat < len(view.roles) else None
    if role is not None:
        yield Note(role, "dim")
    if view.scores and seat < len(view.scores):
        yield Note(plain(str(view.scores[seat])), "strong")


def _with_moves(shown: SeatShown, moves: Mapping[int, str]) -> SeatShown:
    hand, laid = (
        tuple(_moved(card, moves) for card in cards)
        for cards in (shown.hand, shown.laid)
    )
    return SeatShown(
        notes=shown.notes, hand=hand, laid=laid, taken=shown.taken, chips=shown.chips
    )


def _count(state: Mapping[str, Any], name: str) -> bool:
    return isinstance(state.get(name), int) and state[name] > 0


def _amount(state: Mapping[str, Any], name: str, seat: int, count: int) -> int | None:
    """Return what a field with an entry for each seat has for one; None: it has not."""
    values = state.get(name)
    if not isinstance(values, tuple) or len(values) != count:
        return None
    return values[seat] if all(isinstance(one, int) for one in values) else None


def _graphs(state: Mapping[str, Any]) -> Iterator[Graph]:
    """Yield the graphs of a state; fields with an entry for each place are on them."""
    for value in state.values():
        ways = value.get("neighbours") if isinstance(value, Mapping) else None
        if not isinstance(ways, tuple) or len(ways) < 2:
            continue
        places = range(len(ways))
        if not all(isinstance(ends, tuple) and {*ends} <= {*places} for ends in ways):
            continue
        fields = [one for one in state.values() if isinstance(one, tuple | str)]
        lies = [one for one in fields if len(one) == len(ways)]
        told = (_lie([one[place] for one in lies]) for place in places)
        yield Graph(ways, tuple(told))


def _lie(values: Sequence[object]) -> str:
    said = (str(one) for one in values if isinstance(one, int | str))
    return " ".join(filter(None, said))


def _line(text: str, names: int = _NAMES) -> Message:
    """Return a line of the game's words, with players' names in it."""
    found = _PLAYER.search(text)
    if found is None or not names:
        return plain(text)
    before, after = text[: found.start()], text[found.end() :]
    return Message.of(
        "scene-line",
        before=before,
        player=SeatName(int(found[1])),
        after=_line(after, names - 1),
    )
