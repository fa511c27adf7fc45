"""Lays out a hold'em table: the board and the pot, and everybody's cards and chips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from p2pgame.engine import NOTHING, Message, SeatName, plain
from p2pgame.engine.printable import signed
from p2pgame.engine.scene import (
    Between,
    Card,
    Chips,
    Note,
    Scene,
    SeatShown,
    Spread,
    gone,
)

from .holdem_state import Holdem, hole_slots, posting_order
from .pots import make_pots
from .ranking import describe, score
from .showdown import award, begin_pots

#: The phases in which players hold no cards yet.
_NO_CARDS = ("button", "posting", "shuffle", "deal")
_BOARD = 5
_BLINDS = (
    (Message("holdem-drawn-small"), Message("holdem-small-blind")),
    (Message("holdem-drawn-big"), Message("holdem-big-blind")),
)


def scene(state: Holdem, faces: Mapping[int, str], seat: int | None) -> Scene:
    """Return the table as one seat sees it."""
    seats = tuple(_seat(state, faces, one, seat) for one in range(len(state.stacks)))
    best = None if seat is None else _best(state, faces, seat)
    have = () if best is None else (Note(Message.of("holdem-drawn-have", hand=best)),)
    parts = tuple(_between(state))
    title = tuple(_title(state))
    return Scene(seats, parts, title, have, round=True, deal=state.hand)


def _title(state: Holdem) -> Iterator[Note]:
    if not state.hand:
        yield Note(Message.of("holdem-drawn-before"))
        return
    number = Message.of("holdem-drawn-hand", hand=state.hand)
    if state.hands > 1:
        number = Message.of("holdem-drawn-hand-of", hand=state.hand, hands=state.hands)
    yield Note(number)
    small, big = state.blinds[:2]
    blinds = Message.of("holdem-drawn-blinds", small=small, big=big)
    yield Note(blinds, "", Message.of("holdem-table-blinds", small=small, big=big))
    if any(state.antes):
        yield Note(Message.of("holdem-drawn-ante", chips=max(state.antes)))


def _between(state: Holdem) -> Iterator[Between]:
    """Yield the pots, then the board with places for the cards that are to come."""
    over, won = state.phase == "end", _won(state)
    pots = state.phase in ("pots", "end")
    pot = (
        sum(one.amount for one in state.pots) if pots else sum(state.paid) + state.dead
    )
    if pot:
        yield Chips(Message.of("holdem-drawn-pot", chips=pot), pot)
    for seat, chips in won.items():
        wins = Message.of("holdem-drawn-wins", player=SeatName(seat), chips=chips)
        yield Chips(wins, chips)
    if not over and any(not state.stacks[seat] for seat in state.live):
        paid = [a - b for a, b in zip(state.paid, state.bets, strict=True)]
        for side in make_pots(paid, state.live, dead=state.dead)[1:]:
            told = Message.of("holdem-drawn-side", chips=side.amount)
            yield Chips(told, side.amount)
    if state.hand:
        first, empty = 2 * len(state.order), [""] * (_BOARD - len(state.board))
        shown = enumerate([*state.board, *empty], first)
        aloud = Message.of("holdem-table-no-board")
        if state.board:
            aloud = Message.of("on-the-board", cards=" ".join(state.board))
        best = _winning(state)
        cards = (Card(slot, face, tone=_tone(face, best)) for slot, face in shown)
        yield Spread(NOTHING, tuple(cards), aloud)


def _won(state: Holdem) -> dict[int, int]:
    """Return the chips that seats have won in a hand that is over."""
    if state.phase != "end":
        return {}
    after = begin_pots(state)
    while after.phase == "pots":
        _, after = award(after)
    both = enumerate(zip(state.stacks, after.stacks, strict=True))
    return {seat: new - old for seat, (old, new) in both if new > old}


def _winning(state: Holdem) -> frozenset[str]:
    """Return the cards of the hands that have won at a showdown."""
    hands = [(*state.shown[seat], *state.board) for seat in _won(state)]
    best = (
        next(five for five in combinations(hand, 5) if score(five) == score(hand))
        for hand in hands
        if len(hand) > _BOARD
    )
    return frozenset(face for five in best for face in five)


def _tone(face: str | None, best: frozenset[str]) -> str:
    return "dim" if best and face and face not in best else ""


def _is_in(state: Holdem, seat: int) -> bool:
    """Return whether a seat can still win what is in the pot."""
    return seat in state.live or bool(state.shown[seat])


def _cards(state: Holdem, faces: Mapping[int, str], seat: int) -> tuple[Card, ...]:
    """Return the cards before a seat; those that have not won or are folded are dim."""
    if state.phase in _NO_CARDS or seat not in state.order:
        return ()
    shown = state.shown[seat] or (None, None)
    best, out = _winning(state), "" if _is_in(state, seat) else "dim"
    known = [
        Card(slot, face or faces.get(slot), tone=out or _tone(face, best))
        for slot, face in zip(hole_slots(state, seat), shown, strict=True)
    ]
    is_known = all(card.face for card in known)
    return tuple(known) if seat in state.live or is_known else ()


def _best(state: Holdem, faces: Mapping[int, str], seat: int) -> Message | None:
    """Return the best five cards that a seat is seen to have, if it has any."""
    known = [card.face for card in _cards(state, faces, seat) if card.face]
    if len(known) < 2 or len(state.board) < 3 or not _is_in(state, seat):
        return None
    return describe(score([*known, *state.board]))


def _seat(
    state: Holdem, faces: Mapping[int, str], seat: int, viewer: int | None
) -> SeatShown:
    chips, marks = state.stacks[seat], tuple(_marks(state, seat))
    is_in, over = _is_in(state, seat), state.phase == "end"
    stack = Note(plain(str(chips)), "strong" if is_in else "", _stack(state, seat))
    if not chips and seat in state.live and not over:
        stack = Note(Message.of("holdem-drawn-all-in"), "bad", _stack(state, seat))
    if seat in state.gone and not is_in:
        return gone(seat, *marks, Note(plain(str(chips)), "", NOTHING))
    notes = [*marks, stack]
    if state.hand and not is_in:
        out = Message.of("holdem-drawn-out")
        if seat in state.order:
            out = Message.of("holdem-drawn-folded")
        notes.append(Note(out, "dim", NOTHING))
    if over:
        won = chips - state.start[seat]
        tone = "good" if won > 0 else "bad"
        if seat != viewer or not won:
            tone = "strong"
        notes.append(Note(plain(signed(won)), tone, NOTHING))
    best = _best(state, faces, seat) if state.shown[seat] else None
    if best is not None and seat != viewer:
        notes.append(Note(best, "dim", NOTHING))
    if state.bets[seat] and not over:
        bet = Message.by("holdem-table-bet", seat, chips=state.bets[seat])
        notes.append(Note(NOTHING, "", bet))
    return SeatShown(
        notes=tuple(notes),
        hand=_cards(state, faces, seat),
        chips=0 if over else state.bets[seat],
        out=bool(state.hand) and not is_in,
    )


def _stack(state: Holdem, seat: int) -> Message:
    """Return a seat's chips in a sentence, and whether it plays on."""
    chips = state.stacks[seat]
    if state.hand and not _is_in(state, seat):
        if seat in state.order:
            return Message.by("holdem-table-folded", seat, chips=chips)
        return Message.by("holdem-table-out", seat)
    if not chips and seat in state.live and state.phase != "end":
        return Message.by("holdem-table-all-in", seat)
    return Message.by("holdem-table-chips", seat, chips=chips)


def _marks(state: Holdem, seat: int) -> Iterator[Note]:
    """Yield the marks of the button and of the seats that post the blinds."""
    if seat == state.button:
        button = Message.by("holdem-table-button", seat)
        yield Note(Message.of("holdem-drawn-button"), "mark", button)
    posters = [*zip(posting_order(state.order), state.blinds, strict=False)]
    for n, (mark, named) in enumerate(_BLINDS):
        if (seat, state.blinds[n]) in posters[n : n + 1]:
            yield Note(mark, "mark", named)
