"""A player of liar's dice that counts how likely each bid is.

A die that it does not see shows each face as likely, but those of whoever bid last are
somewhat likelier to show the face of the bid.  It calls if that is less of a risk than
the safest bid; else it bids as much of a face as it may well believe in, a little by
chance, so that its bids do not tell its dice.

Source: the sum of two binomial counts; how people believe a bid, and how often others
call, are numbers that were tried against each other in the arena.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb

from p2pgame.engine import Amount, Choose
from p2pgame.games.dice.liars_dice import FACES, Cups
from p2pgame.playtest.chance import Chance
from p2pgame.tabletop.dice import die_pips

from ..agent import Agent, Budget, Seating
from ..observation import Observation

#: How often others call a bid, of what they should call.
CALLED = 0.7
#: Numbers of one face that it thinks of, from the lowest on.
NUMBERS = 3


@dataclass(frozen=True, slots=True)
class Bid:
    number: int
    face: int

    @property
    def move(self) -> str:
        return f"{FACES[self.face - 1]} {self.number}"


@dataclass(frozen=True, slots=True)
class LiarsDicePlayer(Agent):
    """``trust`` is how much of its dice a bidder is thought to have told, 0 to 1.

    It bids up to what is true with the chance ``least``; ``slips`` of 100 decisions are
    made by a bid at random among those that it thinks of.
    """

    chance: Chance
    trust: float
    least: float
    slips: int = 0

    @classmethod
    def doubting(cls, seating: Seating) -> LiarsDicePlayer:
        return cls(seating.chance(), trust=0.2, least=0.55)

    @classmethod
    def trusting(cls, seating: Seating) -> LiarsDicePlayer:
        return cls(seating.chance(), trust=0.4, least=0.4, slips=10)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        state = observation.state
        assert isinstance(state, Cups)
        table = Table.of(state, observation.seat, observation.faces, self.trust)
        bids = {bid: table.chance_of(bid) for bid in _bids(choice)}
        if "liar" in choice.moves:
            stands = table.chance_of(Bid(state.number, state.face))
            if not bids or stands < CALLED * (1 - max(bids.values())):
                return "liar"
        if self.chance.below(100) < self.slips:
            return self.chance.choice([*bids]).move
        safe = [bid for bid, likely in bids.items() if likely >= self.least]
        if not safe or self.chance.below(3) == 0:
            return max(bids, key=lambda bid: bids[bid]).move
        return self.chance.choice(safe).move


@dataclass(frozen=True, slots=True)
class Table:
    """The dice by who has them: ``mine``, the last bidder's, and the others' number."""

    wild: int
    mine: tuple[int, ...]
    bidder: int
    others: int
    face: int
    trust: float

    @classmethod
    def of(
        cls, state: Cups, seat: int, faces: Mapping[int, str], trust: float
    ) -> Table:
        mine = tuple(die_pips(faces[slot]) for slot in state.hands[seat])
        has_bid = state.face > 0 and state.bidder != seat
        bidder = state.dice[state.bidder] if has_bid else 0
        others = sum(state.dice) - len(mine) - bidder
        return cls(state.wild, mine, bidder, others, state.face, trust)

    def chance_of(self, bid: Bid) -> float:
        """Return how likely a bid is true."""
        shows = {bid.face, self.wild}
        missing = bid.number - sum(pips in shows for pips in self.mine)
        plain = len({*shows} - {0}) / 6
        told = self.trust if bid.face == self.face else 0.0
        theirs = plain + (1 - plain) * told
        return sum(
            _exactly(n, self.bidder, theirs)
            * _at_least(missing - n, self.others, plain)
            for n in range(self.bidder + 1)
        )


def _exactly(n: int, of: int, likely: float) -> float:
    return comb(of, n) * likely**n * (1 - likely) ** (of - n)


def _at_least(n: int, of: int, likely: float) -> float:
    return sum(_exactly(k, of, likely) for k in range(max(n, 0), of + 1))


def _bids(choice: Choose) -> Iterator[Bid]:
    for offer in choice.moves:
        if isinstance(offer, Amount):
            for number in range(offer.low, min(offer.high, offer.low + NUMBERS) + 1):
                yield Bid(number, FACES.index(offer.verb) + 1)
