"""A hand of poker with six cards, for simulations: as hold'em, and soon over.

Each antes 1 and is dealt one card or two.  In turn they check or bet 1 once, then
fold or call; one card is opened for all, then the hands of those who are in.  The
highest sum wins, a pair of the open card's rank before any sum; equals share.
Who leaves folds.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict, replace

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
    Reason,
    Seated,
    Shuffle,
    Shuffled,
    State,
    Status,
    Turn,
    plain,
)

DECK = ("1a", "1b", "2a", "2b", "3a", "3b")
FREE, FACING = ("check", "bet"), ("fold", "call")


class SmallOptions(Options, frozen=True):
    cards: int = 1


class Hand(State, frozen=True):
    """``playing`` are in the hand, ``here`` at the table; ``to_act`` have a word."""

    seats: int
    cards: int
    here: tuple[int, ...]
    playing: tuple[int, ...]
    to_act: tuple[int, ...]
    paid: tuple[int, ...]
    is_bet: bool = False
    shuffled: bool = False
    dealt: bool = False
    board: str = ""
    shown: tuple[str, ...] = ()
    shown_by: tuple[int, ...] = ()


class Small(Game[Hand, SmallOptions]):
    name = "small"
    version = 1
    seats = range(2, 6)
    options = SmallOptions

    def setup(self, seats: int, options: SmallOptions) -> Hand:
        every = tuple(range(seats))
        return Hand(seats, options.cards, every, every, every, (1,) * seats)

    def turn(self, state: Hand) -> Turn:
        if len(state.playing) == 1:
            return self._over(state, state.playing)
        if not state.shuffled:
            return Shuffle(DECK, state.here)
        if not state.dealt:
            return Deal(tuple((p, slots_of(state, p)) for p in state.playing))
        if state.to_act:
            return Choose(state.to_act[0], FACING if state.is_bet else FREE)
        if not state.board:
            return Open((state.seats * state.cards,))
        if not state.shown:
            return Open(tuple(s for p in state.playing for s in slots_of(state, p)))
        return self._over(state, best(state))

    def _over(self, state: Hand, winners: tuple[int, ...]) -> Over:
        pot = sum(state.paid)
        share, rest = divmod(pot, len(winners))
        first = winners[0]
        won = [share if p in winners else 0 for p in range(state.seats)]
        won[first] += rest
        return Over(tuple(w - p for w, p in zip(won, state.paid, strict=True)))

    def apply(self, state: Hand, event: Event) -> Hand:
        match event:
            case Shuffled():
                return replace(state, shuffled=True)
            case Dealt():
                return replace(state, dealt=True)
            case Chosen(player, move):
                return acted(state, player, move)
            case Opened(faces) if not state.board:
                return replace(state, board=faces[0])
            case Opened(faces):
                return replace(state, shown=faces, shown_by=state.playing)
            case Seated(player, _):
                here = tuple(p for p in state.here if p != player)
                return replace(folded(state, player), here=here)
        raise AssertionError(event)

    def why_not_seated(self, state: Hand, player: int, status: Status) -> Reason | None:
        if status == "gone" and len(state.here) > 1:
            return None
        return super().why_not_seated(state, player, status)

    def why_impossible(self, state: Hand, faces: tuple[str, ...]) -> Reason | None:
        if len({*faces} & {*DECK}) == len(faces):
            return None
        return Reason("no-such-card", plain("the deck does not hold that"))

    def show(self, state: Hand, faces: Mapping[int, str]) -> str:
        return f"{state.paid} {state.board} {sorted(faces.items())}"


def slots_of(state: Hand, player: int) -> tuple[int, ...]:
    first = player * state.cards
    return tuple(range(first, first + state.cards))


def acted(state: Hand, player: int, move: str) -> Hand:
    rest = state.to_act[1:]
    match move:
        case "bet":
            after = tuple(p for p in state.playing if p > player)
            before = tuple(p for p in state.playing if p < player)
            return paying(replace(state, is_bet=True, to_act=after + before), player)
        case "call":
            return paying(replace(state, to_act=rest), player)
        case "fold":
            return folded(state, player)
    return replace(state, to_act=rest)


def paying(state: Hand, player: int) -> Hand:
    paid = (*state.paid[:player], state.paid[player] + 1, *state.paid[player + 1 :])
    return replace(state, paid=paid)


def folded(state: Hand, player: int) -> Hand:
    if len(state.playing) == 1:
        return state
    return replace(
        state,
        playing=tuple(p for p in state.playing if p != player),
        to_act=tuple(p for p in state.to_act if p != player),
    )


def best(state: Hand) -> tuple[int, ...]:
    """Return who is in and has the best hand."""
    ranks = [
        (any(face[0] == state.board[0] for face in hand), sum(int(f[0]) for f in hand))
        for hand in hands(state)
    ]
    playing = [p for p in state.shown_by if p in state.playing]
    known = dict(zip(state.shown_by, ranks, strict=True))
    top = max(known[p] for p in playing)
    return tuple(p for p in playing if known[p] == top)


def hands(state: Hand) -> list[tuple[str, ...]]:
    each = range(0, len(state.shown), state.cards)
    return [state.shown[at : at + state.cards] for at in each]


class StackOptions(SmallOptions, frozen=True):
    """``chips`` are what the seats begin with, as in ``2,1``; empty: all the same."""

    chips: str = ""
    #: 1: the player in the first seat is the one whose turn it is to be there.
    led: int = 0


class StackHand(Hand, frozen=True):
    """A hand to which the seats have come with so many chips."""

    chips: tuple[int, ...] = ()


class Stacks(Small):
    """The same hand with chips; these, and who comes first, go on to the next table."""

    name = "stacks"
    options = StackOptions
    #: What a new player begins with.
    stack = 2

    def setup(self, seats: int, options: SmallOptions) -> Hand:
        assert isinstance(options, StackOptions)
        named = options.chips.split(",") if options.chips else [self.stack] * seats
        hand = asdict(super().setup(seats, options))
        return StackHand(**hand, chips=tuple(map(int, named)))

    def kept(self, state: Hand) -> tuple[str, ...]:
        assert isinstance(state, StackHand)
        turn = self.turn(state)
        won = turn.payoffs if isinstance(turn, Over) else (0,) * state.seats
        left = (c + w for c, w in zip(state.chips, won, strict=True))
        return tuple(str(chips) if chips > 0 else "" for chips in left)

    def continued(self, options: SmallOptions, kept: tuple[str, ...]) -> StackOptions:
        chips = ",".join(chips or str(self.stack) for chips in kept)
        return StackOptions(options.cards, chips, 1)

    def next_first(self, state: Hand) -> int | None:
        return next((seat for seat in state.here if seat > 0), 0)


class Bank(Stacks):
    """The same again, where chips are for sale between two tables.

    Nobody owes anything: only who has chips to pay a bet may meet one.
    """

    name = "bank"
    stack = 4
    #: A player who buys has so many then, at most.
    most = 15

    def turn(self, state: Hand) -> Turn:
        turn = super().turn(state)
        assert isinstance(state, StackHand)
        if isinstance(turn, Choose) and min(state.chips[p] for p in state.playing) < 2:
            return Choose(turn.player, FREE[:1])
        return turn

    def buy_in(self, options: SmallOptions) -> int:
        return self.most
