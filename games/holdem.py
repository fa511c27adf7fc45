"""No-limit Texas hold'em for two to ten players, one hand or many.

Two cards each, three, one and one on the board, a betting round after each;
the best five of seven win.  A move is ``fold``, ``check``, ``call`` or
``raise N``, where N is the total then in front of the player in this betting
round; the first bet of a round is a raise, too.

Button and blinds
  The first button is drawn by lot; then it moves to the next seat with chips,
  and the blinds sit to its left.  Heads-up the button posts the small blind,
  acts first before the flop and last after it.  Whoever is short posts what
  is there.  Equal antes count towards the pots that a player can win; unequal
  ones (a big blind ante) are dead money in the main pot.

Betting
  A raise is at least as large as the last one of the round, and at least the
  minimum bet, unless it is all-in.  A call matches what is in front of others,
  also when that is a short big blind.  Who has acted may raise again when
  facing at least the last full raise; short all-ins in a row add up to one,
  and until they do, nobody who has acted raises.  A round's first all-in bet
  counts as full whatever its size.  One may not fold for free, nor raise when
  nobody could call.  Nobody is asked who has nothing to decide.  A bet or a
  part of one that nobody matched goes back.

Showdown
  With one player left, the pot is won unseen.  When betting has ended with a
  player all-in, all hands left are opened at once, before the rest of the
  board.  Else the last to raise on the river begins, or the first to the
  button's left, and each in turn shows or mucks: a muck gives up the pot, and
  no card is opened.  The last player not to have mucked is not asked.

Pots
  One pot for each group of players who can win it.  A hand that with all cards
  shown wins no share of any pot is out before the pots are split, so side
  pots that the same players then share are one.  What cannot be split evenly
  goes, whole, to the winner nearest to the button's left.

Many hands
  Who has no chips left is out.  The game ends after ``hands`` hands, or when
  one player has all the chips; payoffs are the chips won or lost.

Source: TDA rules 2024 (16 all-in hands, 17 showdown order, 20 odd chips, 21
side pots, 43 raise sizes, 47 re-opening), as pokerkit 0.7.7 reads them.  Its
reading differs from the text for a round's first all-in bet, for short
all-ins after others that added up, in joining side pots, and in giving one
winner all odd chips of a pot.
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
    Offer,
    Open,
    Opened,
    Options,
    Over,
    Reason,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Turn,
    Zone,
)

from .holdem_betting import act, begin_round, first_before_flop, offers
from .holdem_hands import MOST_HANDS, after_hand, new_hand, post
from .holdem_showdown import award, begin_pots, begin_showdown, muck, show, shown_one
from .holdem_state import Holdem, board_slots, hole_slots, pay, player, table, zones
from .holdem_text import as_text, hint, tell
from .poker_hands import DECK

FACES = frozenset(DECK)
MOST_CHIPS = 10**12


class HoldemOptions(Options, frozen=True):
    """``hands`` is 0 for: until one player has all the chips (or 1000 hands)."""

    hands: int = 1
    stack: int = 1000
    small_blind: int = 5
    big_blind: int = 10
    ante: int = 0


class TexasHoldem(Game[Holdem, HoldemOptions]):
    name = "holdem"
    version = 1
    seats = range(2, 11)
    options = HoldemOptions

    def why_not(self, seats: int, options: HoldemOptions) -> str | None:
        if not 0 <= options.hands <= MOST_HANDS:
            return f"hands are from 0 (to the end) to {MOST_HANDS}"
        if not 1 <= options.small_blind <= options.big_blind <= options.stack:
            return "the small blind is at least 1, the big blind no less, the stack too"
        if not 0 <= options.ante <= options.stack <= MOST_CHIPS:
            return f"the ante is from 0 to the stack, the stack at most {MOST_CHIPS}"
        return None

    def setup(self, seats: int, options: HoldemOptions) -> Holdem:
        return table(
            [options.stack] * seats,
            antes=[options.ante] * seats,
            blinds=[options.small_blind, options.big_blind, *[0] * (seats - 2)],
            min_bet=options.big_blind,
            hands=options.hands,
        )

    def turn(self, state: Holdem) -> Turn:
        match state.phase:
            case "betting":
                seat = state.to_act[0]
                return Choose(seat, offers(state, seat))
            case "board":
                return Open(board_slots(state))
            case "showdown":
                return Choose(state.to_act[0], ("show", "muck"))
            case "showing":
                return Open(hole_slots(state, state.to_act[0]))
            case "all-in":
                return Open(
                    tuple(slot for s in state.live for slot in hole_slots(state, s))
                )
            case "button":
                return Roll(len(state.stacks))
            case "shuffle":
                return Shuffle(DECK, tuple(sorted(state.order)))
            case "deal":
                return Deal(
                    tuple((seat, hole_slots(state, seat)) for seat in state.order)
                )
            case "end":
                won = zip(state.stacks, state.start, strict=True)
                return Over(tuple(now - before for now, before in won))
        raise AssertionError(state.phase)

    def apply(self, state: Holdem, event: Event) -> Holdem:
        match event:
            case Chosen(_, "show"):
                return replace(state, phase="showing")
            case Chosen(seat, "muck"):
                return muck(state, seat)
            case Chosen(seat, move):
                return _close_round(act(state, seat, move))
            case Opened(faces):
                return _opened(state, faces)
            case Rolled((seat,)):
                return new_hand(state, seat)
            case Shuffled():
                return replace(state, phase="deal")
            case Dealt():
                return _close_round(begin_round(state, first_before_flop(state)))
        raise AssertionError(event)

    def fix_up(self, state: Holdem) -> tuple[str, Holdem] | None:
        match state.phase:
            case "posting":
                return post(state)
            case "uncalled":
                return _give_back(state)
            case "pots":
                return award(state)
            case "end":
                return after_hand(state)
        return None

    def why_illegal(self, state: Holdem, player: int, move: str) -> Reason | None:
        reason = super().why_illegal(state, player, move)
        asked = state.phase == "betting" and player == state.to_act[0]
        if reason is not None and asked:
            if move == "fold":
                return Reason("free", "there is nothing to call: check instead")
            if move == "check":
                return Reason("bet", "there is a bet to call, or to fold to")
        return reason

    def why_impossible(self, state: Holdem, faces: tuple[str, ...]) -> Reason | None:
        seen = {*state.board}.union(*state.shown)
        if len(FACES.intersection(faces) - seen) == len(faces):
            return None
        return Reason("no-such-card", f"{' '.join(faces)} cannot be opened now")

    def zones(self, state: Holdem) -> tuple[Zone, ...]:
        return zones(state, len(DECK))

    def show(self, state: Holdem, faces: Mapping[int, str]) -> str:
        return as_text(state, faces)

    def tell(self, state: Holdem, event: Event) -> str | None:
        return tell(state, event)

    def hint(self, state: Holdem, player: int, offer: Offer) -> str:
        return hint(state, player, offer)


def _close_round(state: Holdem) -> Holdem:
    """Go on to what follows the betting, if it is over."""
    if state.to_act:
        return state
    second, top = sorted(state.bets)[-2:]
    if top > second:
        return replace(state, phase="uncalled")
    return _after_round(state)


def _give_back(state: Holdem) -> tuple[str, Holdem]:
    second, top = sorted(state.bets)[-2:]
    seat, chips = state.bets.index(top), top - second
    text = f"uncalled {chips} back to {player(seat)}"
    return text, _after_round(pay(state, seat, -chips))


def _after_round(state: Holdem) -> Holdem:
    state = replace(state, bets=(0,) * len(state.bets))
    with_chips = sum(1 for seat in state.live if state.stacks[seat])
    if len(state.live) == 1:
        return begin_pots(state)
    river = len(state.board) == 5
    if with_chips <= 1 or (river and with_chips < len(state.live)):
        return replace(state, phase="all-in")
    return begin_showdown(state) if river else replace(state, phase="board")


def _opened(state: Holdem, faces: tuple[str, ...]) -> Holdem:
    match state.phase:
        case "showing":
            return shown_one(show(state, {state.to_act[0]: faces}))
        case "all-in":
            hands = zip(faces[::2], faces[1::2], strict=True)
            state = show(state, dict(zip(state.live, hands, strict=True)))
        case _:
            state = replace(state, board=state.board + faces)
    if not state.shown[state.live[0]]:
        return begin_round(state, 0)
    return begin_pots(state) if len(state.board) == 5 else replace(state, phase="board")
