"""Liar's dice: bid how many dice under all the cups show a face, or call it a lie.

All roll in secret.  In turn each bids higher (more dice, or as many of a higher
face: "fives 3") or calls "liar", and all dice are opened.  If the bid is true, the
caller loses a die, otherwise the bidder; the loser begins the next round, or the next
player if that was the last die.  ``wild`` dice count as every face.  Where ones are
wild, no round begins with a bid of ones; after another face they are bid with half as
many dice, rounded up ("ones 3" after "fives 5"), and another face after ones with twice
as many and one more ("twos 7" after "ones 3").  The last with dice takes 1 from each
other; with ``rounds`` "one" the first to lose pays 1 to each.  A player who leaves has
lost: their dice stay unseen, and the others roll anew, if the game has more rounds.
Source: "Perudo", without its special round for a player with one die, and without the
call of an exact number.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import Literal

from msgspec.structs import replace

from p2pgame.engine import Game, Options, Policy, Reason, State, Zone, by_score
from p2pgame.engine.events import Chosen, Event, Opened, Rolled, Seated, Status
from p2pgame.engine.message import Message
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Amount, Choose, Offer, Open, Roll, Turn
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.dice import die_faces, die_pips
from p2pgame.tabletop.moves import unless
from p2pgame.tabletop.orders import after, starting_with
from p2pgame.tabletop.seats import Seats, seats_taken, why_not_gone

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
WILD, MOST = {"none": 0, "ones": 1, "highest": 6}, 6


class LiarsDiceOptions(Options, frozen=True):
    dice: int = 5
    wild: Literal["ones", "highest", "none"] = "ones"
    rounds: Literal["all", "one"] = "all"


class Cups(State, frozen=True):
    """A bid is ``number`` dice of ``face`` (0: none); ``first`` is a new slot."""

    wild: int
    once: bool
    seats: Seats
    dice: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    phase: Literal["roll", "bid", "call", "over"] = "roll"
    first: int = 0
    player: int = 0
    bidder: int = 0
    number: int = 1
    face: int = 0

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat, dice in enumerate(self.dice) if dice)

    def judged(self, faces: tuple[str, ...]) -> tuple[int, int]:
        """Return how many dice match the bid, and the player who loses a die."""
        count = sum(die_pips(face) in (self.face, self.wild) for face in faces)
        return count, self.player if count >= self.number else self.bidder


class LiarsDice(Game[Cups, LiarsDiceOptions]):
    name, version, seats, options = "liars-dice", 2, range(2, 11), LiarsDiceOptions

    def why_not(self, seats: int, options: LiarsDiceOptions) -> Message | None:
        wrong = Message.of("liars-dice-dice", most=MOST)
        return None if 1 <= options.dice <= MOST else wrong

    def setup(self, seats: int, options: LiarsDiceOptions) -> Cups:
        wild, once = WILD[options.wild], options.rounds == "one"
        taken, dice = seats_taken(seats, seats), (options.dice,) * seats
        return Cups(wild, once, taken, dice, hands=((),) * seats)

    def turn(self, state: Cups) -> Turn:
        match state.phase:
            case "roll":
                return Roll(6, hands=tuple((p, _laid(state)[p]) for p in state.playing))
            case "bid":
                return Choose(state.player, _offers(state, self.lows(state)))
            case "call":
                return Open(tuple(slot for hand in state.hands for slot in hand))
        return by_score([dice > 0 for dice in state.dice])

    def lows(self, state: Cups) -> tuple[int, ...]:
        """Return the least number of dice to bid of each face; 0: it can't be bid."""
        plain, number = plain_lows(state), state.number
        if state.wild != 1:
            return plain
        if state.face == 1:
            return (number + 1, *(2 * number + 1,) * 5)
        return ((number + 1) // 2 if state.face else 0, *plain[1:])

    def apply(self, state: Cups, event: Event) -> Cups:
        match event:
            case Chosen(_, "liar"):
                return replace(state, phase="call")
            case Chosen(player, move):
                verb, number = move.split()
                bid = replace(state, number=int(number), face=FACES.index(verb) + 1)
                return replace(bid, bidder=player, player=after(player, state.playing))
            case Opened(faces):
                _, loser = state.judged(faces)
                left = 0 if state.once else state.dice[loser] - 1
                over, state = state.once, replace(state, player=loser)
                return go_on(state, loser, left, over=over)
            case Seated(player, status):
                state = replace(state, seats=state.seats.changed(player, status))
                return self.left(state, player) if state.dice[player] else state
        rolled = replace(state, first=state.first + sum(state.dice), hands=_laid(state))
        return replace(rolled, phase="bid", number=1, face=0)

    def left(self, state: Cups, player: int) -> Cups:
        """Return the state after a player with dice has left."""
        none = replace(state, hands=((),) * len(state.dice))
        return go_on(none, player, 0, over=state.once)

    def explain(
        self, state: Cups, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        verb, _, number = text.lower().partition(" ")
        if verb == "liar":
            return Reason.of("no-bid", "liars-dice-nothing-to-doubt")
        if verb not in FACES or not number.isdecimal():
            return None
        total = sum(state.dice)
        if int(number) > total:
            return Reason.of("too-high", "liars-dice-too-high", total=total)
        ones, *_, others = lows = self.lows(state)
        if not state.face and not ones and verb == "ones" and int(number):
            return Reason.of("too-low", "liars-dice-no-ones-first")
        if not state.face:
            return Reason.of("too-low", "liars-dice-one-at-least")
        bid, more = f"{state.number} {FACES[state.face - 1]}", state.number + 1
        if lows == plain_lows(state):
            return Reason.of("too-low", "liars-dice-too-low", bid=bid, more=more)
        if state.face == 1:
            return Reason.of(
                "too-low", "liars-dice-after-ones", bid=bid, more=others, ones=ones
            )
        return Reason.of("too-low", "liars-dice-or-ones", bid=bid, more=more, ones=ones)

    def in_hand(self, state: Cups, player: int, faces: Mapping[int, str]) -> str:
        known = (faces[slot] for slot in state.hands[player] if slot in faces)
        return " ".join(str(die_pips(face)) for face in known)

    def scores(self, state: Cups) -> tuple[int, ...]:
        return state.dice

    def why_not_seated(self, state: Cups, player: int, status: Status) -> Reason | None:
        return why_not_gone(state.seats.present, player, status)

    def why_impossible(self, state: Cups, faces: tuple[str, ...]) -> Reason | None:
        return unless({*die_faces()}.issuperset(faces), "liars-dice-no-die", "no-die")

    def role(self, state: Cups, seat: int) -> Message | None:
        bids = state.face and seat == state.bidder
        return Message.of("liars-dice-bidder") if bids else None

    def zones(self, state: Cups) -> tuple[Zone, ...]:
        others = Policy.ORDER if state.phase in ("bid", "call") else Policy.VISIBLE
        cups = (Zone(f"cup {n}", h, others, (n,)) for n, h in enumerate(state.hands))
        old = tuple(range(state.first - sum(map(len, state.hands))))
        return (*cups, Zone("earlier rolls", old, Policy.HIDDEN))

    def seen(self, state: Cups, seat: int | None) -> Cups:
        return replace(state, first=sum(map(len, state.hands)))

    def show(self, state: Cups, faces: Mapping[int, str]) -> str:
        bid = f"{state.number} × {FACES[state.face - 1]}, bid by player {state.bidder}"
        lines = [bid if state.face else "nobody has bid"]
        for player, hand in enumerate(state.hands):
            pips = (str(die_pips(faces[n])) if n in faces else "?" for n in hand)
            left = f"player {player}: {state.dice[player]} left"
            lines.append(f"{left}   {' '.join(pips)}".rstrip())
        return "\n".join(lines)

    def scene(self, state: Cups, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .liars_dice_scene import scene

        return scene(state, faces)

    def tell(self, state: Cups, event: Event) -> Message | None:
        if isinstance(event, Opened):
            count, loser = state.judged(event.faces)
            thrown = " ".join(str(die_pips(face)) for face in sorted(event.faces))
            found = Message.of("liars-dice-found", count=count, thrown=thrown)
            bid = _bid(FACES[state.face - 1], state.number)
            return Message.by("liars-dice-called", loser, bid=bid, found=found)
        if isinstance(event, Chosen) and event.move != "liar":
            face, number = event.move.split()
            bid = _bid(face, int(number))
            return Message.by("liars-dice-bids", event.player, bid=bid)
        return Message.of("liars-dice-rolls") if isinstance(event, Rolled) else None


def _bid(face: str, number: int) -> Message:
    return Message.of("liars-dice-bid", face=face, number=number)


def _laid(state: Cups) -> tuple[tuple[int, ...], ...]:
    ends = pairwise(accumulate(state.dice, initial=state.first))
    return tuple(tuple(range(*hand)) for hand in ends)


def go_on(state: Cups, player: int, left: int, *, over: bool) -> Cups:
    """Return the state after ``player`` has only ``left`` dice left."""
    state = replace(state, dice=changed_at(state.dice, player, left))
    first, *others = starting_with(state.player, state.playing)
    return replace(state, phase="roll" if others and not over else "over", player=first)


def plain_lows(state: Cups) -> tuple[int, ...]:
    """Return what must be bid of each face where no face is special."""
    return tuple(state.number + (n < state.face) for n in range(6))


def _offers(state: Cups, lows: tuple[int, ...]) -> tuple[Offer, ...]:
    total, bids = sum(state.dice), zip(FACES, lows, strict=True)
    offers = tuple(Amount(verb, low, total) for verb, low in bids if 0 < low <= total)
    return (*offers, "liar") if state.face else offers
