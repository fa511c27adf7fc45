"""Tells a hand of spades in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2pgame.engine import Message, SeatName
from p2pgame.tabletop.drawn.tricks import hand_shown
from p2pgame.tabletop.sentences import trick_told
from p2pgame.tabletop.trick_game import SEATS
from p2pgame.tabletop.tricks import SUIT

from .spades import TEAMS, Spades


def in_sentences(
    state: Spades, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the teams, the bids, the trick, and the hand of this seat."""
    return tuple(_told(state, faces, seat))


def _told(
    state: Spades, faces: Mapping[int, str], seat: int | None
) -> Iterator[Message]:
    yield Message.of("spades-drawn-hand", number=hand_shown(state))
    for team, (one, other) in enumerate(TEAMS):
        yield Message.of(
            "spades-table-team",
            one=SeatName(one),
            other=SeatName(other),
            points=state.scores[team],
            bags=state.bags[team],
        )
    for player in SEATS:
        bid, won = state.bids[player], state.won[player]
        if bid is None:
            yield Message.by("spades-table-no-bid", player)
        else:
            yield Message.by("spades-table-bid", player, bid=bid, won=won)
    if state.phase == "play":
        broken = SUIT["s"] & {*state.play.faces}
        yield Message.of("spades-drawn-broken" if broken else "spades-drawn-unbroken")
    yield from trick_told(state, faces, seat)
