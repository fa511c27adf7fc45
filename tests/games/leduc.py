"""Leduc hold'em: 2 to 10 players, one private card each, one for all, two rounds.

The deck has two suits, and one more rank than players.  Each antes 1.  A raise is 2
before the public card and 4 after it, at most two per round; only a player who faces
one may fold.  Player 0, or the next player still in, begins a round.  A pair with the
public card wins, or else the highest card; equal hands share.

Payoffs are in half chips, so that two can always share a pot.

Source: Southey et al., "Bayes' Bluff" (2005); for more than two players,
OpenSpiel's leduc_poker.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Game,
    Open,
    Opened,
    Options,
    Over,
    Policy,
    Reason,
    Shuffle,
    Shuffled,
    State,
    Turn,
    Zone,
    plain,
)

RANKS = "3456789TJQK"
SUITS = "sh"
RAISES = 2
STAKES = (2, 4)


class Leduc(State, frozen=True):
    """``to_act`` are the players still to act in this round, the next first."""

    phase: str
    paid: tuple[int, ...]
    players: tuple[int, ...]
    to_act: tuple[int, ...]
    raises: int = 0
    public: str = ""
    opened: tuple[str, ...] = ()


class LeducPoker(Game[Leduc, Options]):
    name = "leduc"
    version = 1
    seats = range(2, 11)
    options = Options

    def setup(self, seats: int, options: Options) -> Leduc:
        everybody = tuple(range(seats))
        return Leduc("shuffle", (1,) * seats, everybody, everybody)

    def turn(self, state: Leduc) -> Turn:
        seats = len(state.paid)
        if len(state.players) == 1:
            return _over(state, state.players)
        match state.phase:
            case "shuffle":
                return Shuffle(deck(seats), tuple(range(seats)))
            case "deal":
                return Deal(tuple((seat, (seat,)) for seat in range(seats)))
            case "public":
                return Open((seats,))
            case "showdown":
                return Open(state.players)
            case "end":
                return _over(state, _best(state))
        player = state.to_act[0]
        owes = state.paid[player] < max(state.paid)
        can_raise = state.raises < RAISES
        moves = ("fold", "call") if owes else ("check",)
        return Choose(player, (*moves, "raise") if can_raise else moves)

    def apply(self, state: Leduc, event: Event) -> Leduc:
        match event:
            case Shuffled():
                return replace(state, phase="deal")
            case Dealt():
                return replace(state, phase="betting")
            case Opened((face,)) if state.phase == "public":
                return replace(
                    state,
                    phase="betting",
                    public=face,
                    to_act=state.players,
                    raises=0,
                )
            case Opened(faces):
                return replace(state, phase="end", opened=faces)
            case Chosen(player, move):
                return _after(_moved(state, player, move))
        raise AssertionError(event)

    def why_impossible(self, state: Leduc, faces: tuple[str, ...]) -> Reason | None:
        left = {*deck(len(state.paid))} - {state.public}
        if len(left & {*faces}) == len(faces):
            return None
        return Reason(
            "no-such-card", plain(f"the deck does not hold {' '.join(faces)}")
        )

    def zones(self, state: Leduc) -> tuple[Zone, ...]:
        seats = len(state.paid)
        if state.phase in ("shuffle", "deal"):
            return ()
        shown = state.players if state.opened else ()
        hands = (
            Zone(
                f"hand {seat}",
                (seat,),
                others=Policy.VISIBLE if seat in shown else Policy.ORDER,
                group=(seat,),
            )
            for seat in range(seats)
        )
        board = Zone(
            "board", (seats,), others=Policy.VISIBLE if state.public else Policy.ORDER
        )
        rest = Zone("rest", tuple(range(seats + 1, 2 * seats + 2)))
        return (*hands, board, rest)

    def show(self, state: Leduc, faces: Mapping[int, str]) -> str:
        cards = " ".join(faces.get(slot, "?") for slot in range(len(state.paid)))
        return f"cards {cards}   board {state.public or '?'}   paid {state.paid}"


def deck(seats: int) -> tuple[str, ...]:
    """Return the faces by rank from the lowest, then by suit."""
    return tuple(rank + suit for rank in RANKS[-seats - 1 :] for suit in SUITS)


def _moved(state: Leduc, player: int, move: str) -> Leduc:
    if move == "fold":
        return replace(
            state,
            players=tuple(other for other in state.players if other != player),
            to_act=state.to_act[1:],
        )
    paid = list(state.paid)
    paid[player] = max(paid)
    if move != "raise":
        return replace(state, paid=tuple(paid), to_act=state.to_act[1:])
    paid[player] += STAKES[bool(state.public)]
    at = state.players.index(player)
    others = state.players[at + 1 :] + state.players[:at]
    return replace(state, paid=tuple(paid), to_act=others, raises=state.raises + 1)


def _after(state: Leduc) -> Leduc:
    """Go on to the next phase, if the betting is over."""
    if state.to_act:
        return state
    return replace(state, phase="showdown" if state.public else "public")


def _best(state: Leduc) -> tuple[int, ...]:
    """Return the winners at the showdown."""

    def strength(card: str) -> tuple[bool, int]:
        return card[0] == state.public[0], RANKS.index(card[0])

    hands = list(zip(state.players, map(strength, state.opened), strict=True))
    top = max(hand for _, hand in hands)
    return tuple(player for player, hand in hands if hand == top)


def _over(state: Leduc, winners: tuple[int, ...]) -> Over:
    share = 2 * sum(state.paid) // len(winners)
    return Over(
        tuple(
            share * (player in winners) - 2 * paid
            for player, paid in enumerate(state.paid)
        )
    )
