"""Goofspiel: bid for prizes of 1, 2, 3, … points, with a hand of the same cards.

The prizes are opened one by one in a joint shuffle's order.  For each, everybody
bids one card of their hand, sealed; the highest takes it, and all bids are spent.
If several bid highest nobody takes it, or with ``split`` they share it in whole
points and the rest is lost.  The last bids are forced; the most points win.  A player
who leaves bids no more and loses 1 to each who stays; the last player left wins.
Source: Ross, "Goofspiel, the game of pure strategy" (1971).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from p2pgame.engine import Game, Options, Policy, Reason, State, Zone, by_score
from p2pgame.engine.events import ChosenTogether, Event, Opened, Seated, Status
from p2pgame.engine.message import Message, listed
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Open, Over, Shuffle, Together, Turn
from p2pgame.tabletop.moves import unless
from p2pgame.tabletop.seats import Seats, seats_taken, why_not_gone

MOST = 20


class GoofspielOptions(Options, frozen=True):
    cards: int = 13
    split: bool = False


class Auction(State, frozen=True):
    """``prizes`` are the opened ones, in order; bids for the last are due or made."""

    cards: int
    split: bool
    seats: Seats
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    shuffled: bool = False
    prizes: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """The number of cards in the hand of each remaining player."""
        return len(self.hands[self.seats.present[0]])


class Goofspiel(Game[Auction, GoofspielOptions]):
    name, version, seats, options = "goofspiel", 2, range(2, 11), GoofspielOptions
    only_deals = True
    plans_ahead = False

    def why_not(self, seats: int, options: GoofspielOptions) -> Message | None:
        fits = 2 <= options.cards <= MOST
        return None if fits else Message.of("goofspiel-cards", most=MOST)

    def setup(self, seats: int, options: GoofspielOptions) -> Auction:
        hands = (tuple(range(1, options.cards + 1)),) * seats
        taken = seats_taken(seats, seats)
        return Auction(options.cards, options.split, taken, hands, (0,) * seats)

    def turn(self, state: Auction) -> Turn:
        present, opened = state.seats.present, len(state.prizes)
        if not state.left or len(present) == 1:
            return self.ended(state)
        if not state.shuffled:
            return Shuffle(_cards(range(1, state.cards + 1)), present)
        if opened + state.left == state.cards:
            return Open((opened,))
        return Together(tuple(Choose(p, _cards(state.hands[p])) for p in present))

    def ended(self, state: Auction) -> Over:
        return by_score(state.points, gone=state.seats.gone)

    def apply(self, state: Auction, event: Event) -> Auction:
        match event:
            case ChosenTogether(moves):
                return _bid(state, tuple(map(int, moves)))
            case Opened(faces):
                return replace(state, prizes=state.prizes + faces)
            case Seated(player, status):
                return replace(state, seats=state.seats.changed(player, status))
        return replace(state, shuffled=True)

    def fix_up(self, state: Auction) -> tuple[Message, Auction] | None:
        if len(state.prizes) < state.cards or state.left != 1:
            return None
        bids = tuple(state.hands[player][0] for player in state.seats.present)
        return _told(state, bids), _bid(state, bids)

    def why_not_seated(
        self, state: Auction, player: int, status: Status
    ) -> Reason | None:
        return why_not_gone(state.seats.present, player, status)

    def explain(
        self, state: Auction, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        hand = " ".join(_cards(state.hands[player]))
        if text in _cards(range(1, state.cards + 1)):
            return Reason.of("bid-before", "goofspiel-bid-before", card=text, hand=hand)
        return None

    def in_hand(self, state: Auction, player: int, faces: Mapping[int, str]) -> str:
        return " ".join(_cards(state.hands[player]))

    def scores(self, state: Auction) -> tuple[int, ...]:
        return state.points

    def why_impossible(self, state: Auction, faces: tuple[str, ...]) -> Reason | None:
        hidden = {*_cards(range(1, state.cards + 1))}.difference(state.prizes)
        return unless(hidden.issuperset(faces), "goofspiel-no-prize", "no-such-card")

    def zones(self, state: Auction) -> tuple[Zone, ...]:
        slots = tuple(range(state.cards if state.shuffled else 0))
        opened = len(state.prizes)
        prizes = Zone("prizes", slots[:opened], Policy.VISIBLE)
        return (prizes, Zone("deck", slots[opened:]))

    def show(self, state: Auction, faces: Mapping[int, str]) -> str:
        due = len(state.prizes) + state.left > state.cards
        prize = f"prize {state.prizes[-1]}" if due else "no prize is open"
        lines = [f"{prize}, {state.cards - len(state.prizes)} to come"]
        for player, points in enumerate(state.points):
            stays = player in state.seats.present
            hand = " ".join(_cards(state.hands[player])) if stays else "has left"
            lines.append(f"player {player}: {points} points   {hand}".rstrip())
        return "\n".join(lines)

    def scene(
        self, state: Auction, faces: Mapping[int, str], seat: int | None
    ) -> Scene:
        from .goofspiel_scene import scene

        return scene(state, seat)

    def tell(self, state: Auction, event: Event) -> Message | None:
        match event:
            case ChosenTogether(moves):
                return _told(state, tuple(map(int, moves)))
            case Opened(faces):
                return Message.of("goofspiel-prize", prize=faces[0])
            case Seated(player):
                return Message.by("goofspiel-leaves", player)
        return None


def _cards(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def _bid(state: Auction, bids: tuple[int, ...]) -> Auction:
    """Return the state after the ``bids`` of the remaining players, in their order."""
    hands, points = list(state.hands), list(state.points)
    prize, highest = int(state.prizes[-1]), bids.count(max(bids))
    share = prize // highest if state.split or highest == 1 else 0
    for player, bid in zip(state.seats.present, bids, strict=True):
        hands[player] = tuple(card for card in hands[player] if card != bid)
        points[player] += share * (bid == max(bids))
    return replace(state, hands=tuple(hands), points=tuple(points))


def _told(state: Auction, bids: tuple[int, ...]) -> Message:
    after, prize = _bid(state, bids).points, state.prizes[-1]
    gains = [new - old for new, old in zip(after, state.points, strict=True)]
    made = zip(state.seats.present, bids, strict=True)
    told = listed(*(Message.by("goofspiel-bids", p, bid=bid) for p, bid in made))
    taken = [
        Message.by("goofspiel-takes", p, points=n) for p, n in enumerate(gains) if n
    ]
    nobody = Message.of("goofspiel-nobody-takes", prize=prize)
    return Message.of("goofspiel-told", bids=told, taken=listed(*taken or [nobody]))
