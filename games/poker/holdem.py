"""No-limit Texas hold'em for two to ten players, one hand or many.

Two cards each, three, one and one on the board, a betting round after each;
the best five of seven win.  A move is ``fold``, ``check``, ``call`` or
``raise N``, where N is the total then in front of the player in this betting
round; the first bet of a round is a raise, too.

Button and blinds
  The first button is drawn by lot; then it moves to the next seat with chips,
  and the blinds sit to its left.  Heads-up the button posts the small blind,
  acts first before the flop and last after it; when a table comes down to two, it
  goes to the player of both who had the big blind last.  A player with too few chips
  posts all of them.  Equal antes count towards the pots that a player can win;
  unequal ones (a big blind ante) are dead money in the main pot.

Betting
  A full raise is at least as large as the last one of the round, and at least the
  minimum bet.  A smaller one must be all-in, and so must a smaller bet; over it, too,
  others raise by a full raise at least.  Before the flop a call costs the blind that
  is due, also where its player had too few chips for it, and a raise is counted from
  there.  A player who has acted may raise again when facing at least a full raise,
  which short all-ins may add up to; one who has not acted may raise over a short
  all-in, too.  A player may not fold for free, nor raise when nobody could call.  A
  player without a choice is not asked, as one who owes nothing that another could
  match.  A bet, or a part of one, that nobody matched goes back.

Showdown
  With one player left, the pot is won unseen.  When betting has ended with a
  player all-in, all hands left are opened at once, before the rest of the
  board.  Otherwise the last player to raise on the river begins, or the first to
  the button's left, and each in turn shows or mucks: a muck gives up the pot, and
  opens no card.  The last player who has not mucked is not asked.

Pots
  Each group of players who can win the same chips has one pot, and each pot is split
  for itself.  Odd chips go one by one to its winners, from the button's left; nobody
  gets two of a pot.

Many hands
  With ``raise_every`` blinds, antes and the minimum bet double after every so many
  hands, each up to all chips of the table; 0 is never.  A player without chips is
  out.  The game ends after ``hands`` hands, or when
  one player has all the chips; the result is the chips won or lost.  Another table
  can continue with everybody's chips, and with newcomers; its blinds begin anew.
  Between the two a player may buy chips, so as to have ``stack`` of them at most.

Leaving
  A player who leaves folds, unless their hand is open already: then it stays in.
  Their bets stay in the pots, matched or not.  Leaving costs what folding in all hands
  to come could cost at most: the highest blind and ante of each, levels included, as
  far as their stack goes.  When the hand is over, the others with chips get that in
  equal parts, odd chips one by one from the button's left.  The rest of the stack
  leaves the table with them: nobody can win it any more, and it counts for their
  result.  The others play on, and are dealt the next hands.  Layers of a pot that no
  remaining player can win go to the pot below.  By ``last round`` all end the game at
  no cost.  Where nobody can play on, the hand is split as if all who stay in it had
  equal hands, and leaving costs the same, at least 1 for each other player; a leaver
  wins nothing.

Source: TDA rules 2024 (16 all-in hands, 17 showdown order, 20 odd chips, 21
side pots, 43 raise sizes, 47 re-opening); Robert's Rules of Poker, no-limit 2 (a
short big blind), and on ties (no player gets more than one odd chip of a pot).  By 43 a
raise over a short all-in bet is at least the minimum bet, for there was no full bet
before it.  pokerkit 0.7.7 differs from the text for short blinds and short all-ins, in
joining side pots, and in giving one winner all odd chips of a pot.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import astuple, replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Event,
    Game,
    Message,
    Offer,
    Open,
    Opened,
    Over,
    Reason,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    Shuffled,
    Status,
    Turn,
    Zone,
)
from p2pgame.engine.scene import Scene
from p2pgame.tabletop.seats import why_not_gone

from .betting import act, begin_round, first_before_flop, offers, why_no_bet
from .hands import (
    after_hand,
    first_hand,
    new_hand,
    post,
    stacks_of,
    why_no_stacks,
)
from .holdem_evening import HoldemEvening, HoldemOptions
from .holdem_named import HoldemNames
from .holdem_state import Holdem, board_slots, hole_slots, playing, table, zones
from .holdem_text import as_text, hint, tell, why_no_size
from .leaving import settled
from .levels import MOST_HANDS
from .ranking import DECK
from .showdown import award, muck
from .streets import close_round, give_back, leave, opened

FACES = frozenset(DECK)
MOST_CHIPS = 10**12


class TexasHoldem(HoldemNames, HoldemEvening, Game[Holdem, HoldemOptions]):
    name = "holdem"
    version = 3
    only_deals = True
    plans_ahead = False  # what a call costs may have changed by then
    seats = range(2, 11)
    options = HoldemOptions

    def why_not(self, seats: int, options: HoldemOptions) -> Message | None:
        if not 0 <= options.hands <= MOST_HANDS:
            return Message.of("holdem-hands", most=MOST_HANDS)
        if not 0 <= options.raise_every <= MOST_HANDS:
            return Message.of("holdem-raise-every", most=MOST_HANDS)
        if not 1 <= options.small_blind <= options.big_blind <= options.stack:
            return Message.of("holdem-blinds")
        if not 0 <= options.ante <= options.stack <= MOST_CHIPS:
            return Message.of("holdem-ante", most=MOST_CHIPS)
        if not 0 <= options.button <= seats:
            return Message.of("holdem-first-button", seats=seats)
        if options.stacks and why_no_stacks(options.stacks, seats, MOST_CHIPS):
            return why_no_stacks(options.stacks, seats, MOST_CHIPS)
        return None

    def setup(self, seats: int, options: HoldemOptions) -> Holdem:
        begun = table(
            stacks_of(options.stacks) or (options.stack,) * seats,
            antes=[options.ante] * seats,
            blinds=[options.small_blind, options.big_blind, *[0] * (seats - 2)],
            min_bet=options.big_blind,
            hands=options.hands,
            raise_every=options.raise_every,
        )
        return self.under(replace(begun, button=options.button - 1))

    def under(self, state: Holdem) -> Holdem:
        """Return a table of any version as one that is played by these rules."""
        return Holdem(*astuple(state))

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
                return Roll(len(playing(state)))
            case "shuffle":
                return Shuffle(DECK, tuple(sorted(state.live)))
            case "deal":
                return Deal(
                    tuple((seat, hole_slots(state, seat)) for seat in state.live)
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
                return close_round(act(state, seat, move))
            case Opened(faces):
                return opened(state, faces)
            case Rolled((place,)):
                return new_hand(state, playing(state)[place])
            case Shuffled():
                return replace(state, phase="deal")
            case Dealt():
                return close_round(begin_round(state, first_before_flop(state)))
            case Seated(seat):
                return leave(state, seat)
        raise AssertionError(event)

    def fix_up(self, state: Holdem) -> tuple[Message, Holdem] | None:
        match state.phase:
            case "button":
                return first_hand(state)
            case "posting":
                return post(state)
            case "uncalled":
                return give_back(state)
            case "pots":
                return award(state)
            case "end":
                return after_hand(state)
        return None

    def why_illegal(self, state: Holdem, player: int, move: str) -> Reason | None:
        reason = super().why_illegal(state, player, move)
        asked = state.phase == "betting" and player == state.to_act[0]
        return why_no_bet(state, player, move) or reason if reason and asked else reason

    def explain(
        self, state: Holdem, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        if state.phase != "betting":
            return None
        return why_no_size(state, player, text) or why_no_bet(
            state, player, text.lower()
        )

    def why_impossible(self, state: Holdem, faces: tuple[str, ...]) -> Reason | None:
        seen = {*state.board}.union(*state.shown)
        if len(FACES.intersection(faces) - seen) == len(faces):
            return None
        return Reason.of("no-such-card", "holdem-not-now", cards=" ".join(faces))

    def why_not_seated(
        self, state: Holdem, player: int, status: Status
    ) -> Reason | None:
        seats = range(len(state.stacks))
        present = [seat for seat in seats if seat not in state.gone]
        return why_not_gone(present, player, status)

    def settled(self, state: Holdem, gone: frozenset[int]) -> tuple[int, ...] | None:
        return settled(state, gone)

    def zones(self, state: Holdem) -> tuple[Zone, ...]:
        return zones(state, len(DECK))

    def show(self, state: Holdem, faces: Mapping[int, str]) -> str:
        return as_text(state, faces)

    def scene(self, state: Holdem, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .holdem_scene import scene

        return scene(state, faces, seat)

    def tell(self, state: Holdem, event: Event) -> Message | None:
        return tell(state, event)

    def scores(self, state: Holdem) -> tuple[int, ...]:
        return state.stacks

    def hint(
        self, state: Holdem, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        return hint(state, player, offer)
