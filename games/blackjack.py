"""Blackjack: come nearer to 21 than the dealer, and not above it.

Cards count 2 to 10, court cards 10, an ace 11 or, if that exceeds 21, 1.  Each player
gets two cards; the dealer's second is face down.  Hit for more; above 21 is bust.  In
the end the dealer turns up that card and hits below 17.  A round wins 1, loses 1 or
ties; the dealer is no player, so results need not add up to 0.  A natural is 21 like
any other; nobody doubles or splits.  A player who leaves loses 1 in each round that
is not over, and at least 1 to each of the others, who keep what they have won.  Before
a round that might run out of cards, the whole pack is shuffled anew.
Source: pagat.com, "Blackjack".
"""

from __future__ import annotations

from operator import sub

from msgspec.structs import replace

from p2pgame.engine import Event, Message, Opened, Options, Policy, Reason, Zone, listed
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Offer, Open, Over, Shuffle, Turn
from p2pgame.engine.views import Faces
from p2pgame.tabletop.cards import PACK, rank_of
from p2pgame.tabletop.dealing import Hands, Slots, deal
from p2pgame.tabletop.declared import DeclaredGame
from p2pgame.tabletop.moves import FixUp, MoveType, unless
from p2pgame.tabletop.phases import Phase, Phased, Rulebook
from p2pgame.tabletop.rounds import Round

POINTS = {str(c): 1 if c.rank == "A" else min(rank_of(str(c)), 10) for c in PACK}
DECK = tuple(POINTS)
_DEALT, _DEALER = Message("blackjack-deal"), Message("blackjack-dealer")
MOST = (18, 23, 28, 32, 35, 39, 42)  # cards for a round of 1 to 7 players


class BlackjackOptions(Options, frozen=True):
    rounds: int = 5


class Table(Phased, frozen=True):
    """``faces`` are by slot, "" while face down; ``opening`` are slots to turn up."""

    rounds: int
    scores: tuple[int, ...]
    hands: Hands = ()
    pile: Slots = ()
    faces: tuple[str, ...] = ()
    opening: Slots = ()
    acting: Round = Round(())

    @property
    def totals(self) -> tuple[int, ...]:
        up = ([POINTS[f] for s in hand if (f := self.faces[s])] for hand in self.hands)
        return tuple(sum(hand) + 10 * (1 in hand and sum(hand) <= 11) for hand in up)

    def deal(self) -> Table | None:
        count = len(self.scores)
        if not self.rounds or len(self.pile) < MOST[count - 1]:
            return None
        pile, dealt = deal(self.pile, ((),) * (count + 1), each=2)
        up = tuple(slot for hand in dealt for slot in hand if slot != dealt[-1][1])
        acting = Round(tuple(range(count)))
        return replace(self, pile=pile, hands=dealt, opening=up, acting=acting)

    def hit(self, seat: int, number: int = 0) -> Table:
        pile, hands = deal(self.pile, self.hands, order=[seat], each=1)
        return replace(self, pile=pile, hands=hands, opening=self.pile[:1])

    def stand(self, seat: int = 0, number: int = 0) -> Table:
        return replace(self, acting=self.acting.through())

    def bust(self) -> Table | None:
        over = self.acting.over or self.totals[self.acting.player] <= 21
        return None if over else self.stand()

    def is_bust(self) -> Message:
        return Message.by("blackjack-bust", self.acting.player)

    def dealer(self) -> Table | None:
        *players, mine = self.totals
        hidden = self.hands[-1][1:2]
        if not self.acting.over or self.opening or min(players) > 21:
            return None
        if not self.faces[hidden[0]]:
            return replace(self, opening=hidden)
        return self.hit(len(players)) if mine < 17 else None

    def told(self) -> Message:
        *players, dealer = self.totals
        each = (Message.by("blackjack-has", n, total=t) for n, t in enumerate(players))
        return Message.of("blackjack-totals", totals=listed(*each), dealer=dealer)

    def settle(self) -> Table | None:
        if not self.acting.over or self.opening:
            return None
        *players, dealer = (total if total <= 21 else 0 for total in self.totals)
        won = ((mine > dealer) - (mine < dealer or not mine) for mine in players)
        scores = tuple(map(sum, zip(self.scores, won, strict=True)))
        return replace(self, scores=scores, rounds=self.rounds - 1)


class Blackjack(DeclaredGame[Table, BlackjackOptions]):
    name, version, seats, options = "blackjack", 2, range(1, 8), BlackjackOptions
    only_deals = True

    def why_not(self, seats: int, options: BlackjackOptions) -> Message | None:
        return None if 1 <= options.rounds <= 100 else Message.of("blackjack-rounds")

    def rulebook(self) -> Rulebook[Table]:
        hit = MoveType(Table.hit, "Take another card.")
        stand = MoveType(Table.stand, "Take no more cards.")
        bust = FixUp(Table.bust, describe=Table.is_bust)
        dealer = FixUp(Table.dealer, describe=lambda _: _DEALER)
        end = FixUp(Table.settle, starts="deal", describe=Table.told)
        play = Phase[Table]("play", [hit, stand, bust, dealer, end])
        deals = FixUp(Table.deal, starts="play", describe=lambda _: _DEALT)
        return Rulebook(Phase("deal", [deals]), play)

    def begin(self, seats: int, options: BlackjackOptions) -> Table:
        return Table(rounds=options.rounds, scores=(0,) * seats)

    def next_turn(self, state: Table) -> Turn:
        if state.opening:
            return Open(state.opening)
        if not state.acting.over:
            return Choose(state.acting.player, ())
        shuffle = Shuffle(DECK, tuple(range(len(state.scores))))
        return shuffle if state.rounds else Over(state.scores)

    def settled(self, state: Table, gone: frozenset[int]) -> tuple[int, ...] | None:
        lost = (state.rounds * (seat in gone) for seat in range(len(state.scores)))
        return tuple(map(sub, state.scores, lost))

    def happened(self, state: Table, event: Event) -> Table:
        if isinstance(event, Opened):
            up = dict(zip(state.opening, event.faces, strict=True))
            faces = tuple(up.get(slot, face) for slot, face in enumerate(state.faces))
            return replace(state, faces=faces, opening=())
        return replace(state, hands=(), pile=tuple(range(52)), faces=("",) * 52)

    def why_impossible(self, state: Table, faces: tuple[str, ...]) -> Reason | None:
        fits = len({*faces} & {*DECK} - {*state.faces}) == len(faces)
        return unless(fits, "cards-not-face-down", "no-such-card")

    def zones(self, state: Table) -> tuple[Zone, ...]:
        up = [tuple(s for s in hand if state.faces[s]) for hand in state.hands]
        down = {*range(len(state.faces))}.difference(*up)
        hands = (Zone(f"hand {n}", hand, Policy.VISIBLE) for n, hand in enumerate(up))
        return (*hands, Zone("face down", tuple(sorted(down))))

    def in_hand(self, state: Table, player: int, faces: Faces) -> str:
        hand = state.hands[player : player + 1]
        return " ".join(state.faces[slot] for slots in hand for slot in slots)

    def scores(self, state: Table) -> tuple[int, ...]:
        return state.scores

    def show(self, state: Table, faces: Faces) -> str:
        who = [*(f"player {n} ({s})" for n, s in enumerate(state.scores)), "dealer"]
        lines = [f"rounds left: {state.rounds}"]
        for name, hand, total in zip(who, state.hands, state.totals, strict=False):
            cards = " ".join(state.faces[slot] or "??" for slot in hand)
            lines.append(f"{name}: {cards} = {total}")
        return "\n".join(lines)

    def scene(self, state: Table, faces: Faces, seat: int | None) -> Scene:
        from .blackjack_scene import scene

        return scene(state, seat)

    def hint(self, state: Table, player: int, offer: Offer, faces: Faces) -> str:
        return f"stand ({state.totals[player]})" if offer == "stand" else str(offer)
