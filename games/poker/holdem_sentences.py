"""Tells a hold'em table in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.engine import Look, Message

from .holdem_seen import Seen
from .holdem_state import Holdem


def in_sentences(
    state: Holdem, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the hand, the board, the pot, each player, and what this seat has."""
    seen = Seen(state, faces, Look(seat, (), 0, 0, str))
    told = [*_hand(state), *_board(state)]
    if seen.pot:
        told.append(Message.of("holdem-drawn-pot", chips=seen.pot))
    for one in seen.seats:
        told += _seat(seen, one)
    return (*told, *_own(seen))


def _hand(state: Holdem) -> Iterator[Message]:
    if not state.hand:
        yield Message.of("holdem-drawn-before")
        return
    if state.hands > 1:
        yield Message.of("holdem-drawn-hand-of", hand=state.hand, hands=state.hands)
    else:
        yield Message.of("holdem-drawn-hand", hand=state.hand)
    small, big = state.blinds[:2]
    yield Message.of("holdem-table-blinds", small=small, big=big)
    if any(state.antes):
        yield Message.of("holdem-drawn-ante", chips=max(state.antes))
    if state.button >= 0:
        yield Message.by("holdem-table-button", state.button)


def _board(state: Holdem) -> Iterator[Message]:
    if state.board:
        yield Message.of("on-the-board", cards=" ".join(state.board))
    elif state.hand:
        yield Message.of("holdem-table-no-board")


def _seat(seen: Seen, seat: int) -> Iterator[Message]:
    state, chips, bet = seen.state, seen.state.stacks[seat], seen.state.bets[seat]
    if seat in state.gone and not seen.is_in(seat):
        yield Message.by("player-has-left", seat)
        return
    if state.hand and not seen.is_in(seat):
        if seat in state.order:
            yield Message.by("holdem-table-folded", seat, chips=chips)
        else:
            yield Message.by("holdem-table-out", seat)
        return
    if not chips and seat in state.live and not seen.is_over:
        yield Message.by("holdem-table-all-in", seat)
    else:
        yield Message.by("holdem-table-chips", seat, chips=chips)
    if bet and not seen.is_over:
        yield Message.by("holdem-table-bet", seat, chips=bet)
    known = [face for face in seen.cards(seat) if face]
    if known and seat != seen.look.seat:
        yield Message.by("has-shown", seat, cards=" ".join(known))


def _own(seen: Seen) -> Iterator[Message]:
    seat = seen.look.seat
    known = [] if seat is None else [face for face in seen.cards(seat) if face]
    if seat is None or not known:
        return
    yield Message.of("hand-of-you", cards=" ".join(known))
    best = seen.best(seat)
    if best is not None:
        yield Message.of("holdem-drawn-have", hand=best)
