"""Crazy eights: get rid of your cards; two to ten players.

Each player gets ``cards`` (0: seven for two players, else five) of one pack, or of two
above five players.  An eight that is turned up first counts as the dealer's, who names
a suit.  A player plays a card of the top card's suit or rank, or an eight and names the
suit to follow; or draws up to ``draws`` cards, and may pass after these or if none are
left.  With ``reshuffle`` the cards below the top one become the pile when it is empty.
With ``special`` a queen skips a player, an ace reverses the direction, and after a two
the next player draws two, or plays a two as well, so that the one after draws four.

Hands are hidden: a player whose card does not fit takes it back and draws two.  The
game ends when a hand is empty, when all pass, or after ``plays`` cards.  Cards left
count against their player: eights 50, tens and court cards 10, aces 1.  All cards of
the deck count against a player who leaves.  The last player wins.
Source: pagat.com, "Crazy Eights"; special cards as in OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import Game, Message, Offer, Options, Reason, Status, Turn, Zone
from p2pgame.engine.events import Chosen, Dealt, Event, Opened, Rolled, Seated, Shuffled
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Deal, Open, Over, Reshuffle, Roll, Shuffle
from p2pgame.tabletop.moves import unless
from p2pgame.tabletop.seats import why_not_gone
from p2pgame.tabletop.tricks import DECK, slot_of, with_face

from .eights_state import SUITS, Eights
from .eights_text import seen, tell, why_no_match, why_not_played, words, zones


class EightsOptions(Options, frozen=True):
    cards: int = 0
    draws: int = 5
    plays: int = 200
    special: bool = True
    reshuffle: bool = True


class CrazyEights(Game[Eights, EightsOptions]):
    name, version, seats, options = "crazy-eights", 2, range(2, 11), EightsOptions

    def why_not(self, seats: int, options: EightsOptions) -> Message | None:
        if not (1 <= options.draws <= 100 and 1 <= options.plays <= 1000):
            return Message.of("crazy-eights-options")
        state = self.setup(seats, options)
        others = sum(face[0] != "8" for face in state.deck)
        fits = options.cards >= 0 and seats * state.cards < others
        return None if fits else Message.of("crazy-eights-too-few-cards")

    def setup(self, seats: int, options: EightsOptions) -> Eights:
        cards = options.cards or (7 if seats == 2 else 5)
        rules = (options.draws, options.plays, options.special, options.reshuffle)
        return Eights(cards, *rules, tuple(range(seats)), ((),) * seats)

    def turn(self, state: Eights) -> Turn:
        present, hands = state.present, state.hands
        if not state.pile and state.spare:
            return Reshuffle(state.spare, present, state.fresh)
        match state.phase:
            case "lot":
                return Roll(len(hands))
            case "shuffle":
                return Shuffle(state.deck, present)
            case "deal":
                return Deal(tuple((seat, hands[seat]) for seat in present))
            case "turn up":
                return Open(state.pile[:1])
            case "play":
                return Choose(state.player, state.offers)
            case "name":
                return Choose(state.namer, SUITS)
            case "open":
                return Open((state.chosen,))
            case "draw":
                return Deal(((state.player, state.drawing),))
            case "count":
                return Open(tuple(slot for seat in present for slot in hands[seat]))
        return Over(tuple(-points for points in state.points))

    def settled(self, state: Eights, gone: frozenset[int]) -> tuple[int, ...] | None:
        return tuple(-state.of_leaver(n) * (n in gone) for n in range(len(state.hands)))

    def apply(self, state: Eights, event: Event) -> Eights:
        match state.phase, event:
            case _, Rolled((dealer,)):
                return replace(state, player=dealer, phase="shuffle")
            case _, Shuffled():
                return state.dealt()
            case "deal", Dealt():
                return replace(state, phase="turn up")
            case _, Dealt():
                return state.drew()
            case "turn up", Opened((face,)):
                return self.turned_up(state, face)
            case "open", Opened((face,)):
                return state.shown(face)
            case _, Opened(faces):
                return state.counted(faces)
            case _, Chosen(_, "draw"):
                return replace(state, phase="draw")
            case _, Chosen(_, "pass"):
                return replace(state, passes=state.passes + state.dry).next()
            case "name", Chosen(_, suit):
                return replace(state, suit=suit[0]).next()
            case _, Chosen(_, move):
                return replace(state, chosen=slot_of(move), phase="open")
            case _, Seated(player):
                return state.left(player)
        return state.mixed()

    def turned_up(self, state: Eights, face: str) -> Eights:
        """Return the state after the pile's first card was turned up."""
        first, *rest = state.pile
        return replace(state, pile=tuple(rest)).laid(first, face)

    def fix_up(self, state: Eights) -> tuple[Message, Eights] | None:
        told, alone = state.ending, len(state.present) == 1
        if told is None or state.phase == "over":
            return None
        return told, state.counted(()) if alone else replace(state, phase="count")

    def why_impossible(self, state: Eights, faces: tuple[str, ...]) -> Reason | None:
        known = {*DECK}.issuperset(faces)
        return unless(known, "crazy-eights-no-card", "no-such-card")

    def why_unfair(
        self, state: Eights, player: int, move: str, faces: Mapping[int, str]
    ) -> Reason | None:
        face = faces.get(slot_of(move))
        return None if face is None or state.fits(face) else why_no_match(state, face)

    def explain(
        self, state: Eights, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        return why_not_played(state, player, text, faces)

    def in_hand(self, state: Eights, player: int, faces: Mapping[int, str]) -> str:
        return " ".join(sorted(faces[s] for s in state.hands[player] if s in faces))

    def why_not_seated(
        self, state: Eights, player: int, status: Status
    ) -> Reason | None:
        return why_not_gone(state.present, player, status)

    def zones(self, state: Eights) -> tuple[Zone, ...]:
        return zones(state)

    def seen(self, state: Eights, seat: int | None) -> Eights:
        return seen(state)

    def show(self, state: Eights, faces: Mapping[int, str]) -> str:
        return words(state, faces)

    def scene(self, state: Eights, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .eights_scene import scene

        return scene(state, faces)

    def hint(
        self, state: Eights, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        owed = f" ({state.owed})" if offer == "draw" and state.owed > 1 else ""
        return with_face(offer, faces) + owed

    def tell(self, state: Eights, event: Event) -> Message | None:
        return tell(state, event)
