"""Kuhn poker: two players, three cards, one bet.

Each antes 1 and is dealt one card of J, Q, K.  A bet or a call costs 1; a fold
gives up the pot; otherwise both cards are opened and the higher takes it.
A player who leaves loses what they have paid.

Source: Kuhn, "A Simplified Two-Person Poker" (1950).
"""

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import Game, Options, Policy, Reason, State, Zone
from p2pgame.engine.events import Chosen, Dealt, Event, Opened
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Deal, Open, Over, Shuffle, Turn

DECK, FREE, FACING = ("J", "Q", "K"), ("check", "bet"), ("fold", "call")
STAKES = {("check", "check"): 1, ("bet", "call"): 2, ("check", "bet", "call"): 2}


class Kuhn(State, frozen=True):
    shuffled: bool = False
    dealt: bool = False
    actions: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


class KuhnPoker(Game[Kuhn, Options]):
    name, version, seats, options, only_deals = "kuhn", 2, range(2, 3), Options, True

    def setup(self, seats: int, options: Options) -> Kuhn:
        return Kuhn()

    def turn(self, state: Kuhn) -> Turn:
        if not state.dealt:
            deal = Deal(((0, (0,)), (1, (1,))))
            return deal if state.shuffled else Shuffle(DECK, (0, 1))
        player, last = len(state.actions) % 2, state.actions[-1:]
        if "fold" in last:
            return Over((1, -1) if player == 0 else (-1, 1))
        if state.actions not in STAKES:
            return Choose(player, FACING if "bet" in last else FREE)
        if not state.opened:
            return Open((0, 1))
        first, second = map(DECK.index, state.opened)
        won = STAKES[state.actions] * (1 if first > second else -1)
        return Over((won, -won))

    def apply(self, state: Kuhn, event: Event) -> Kuhn:
        match event:
            case Chosen(_, move):
                return replace(state, actions=(*state.actions, move))
            case Opened(faces):
                return replace(state, opened=faces)
        return replace(state, shuffled=True, dealt=isinstance(event, Dealt))

    def settled(self, state: Kuhn, gone: frozenset[int]) -> tuple[int, ...] | None:
        leaver = min(gone)
        paid = 1 if {"bet", "call"}.isdisjoint(state.actions[leaver::2]) else 2
        return (-paid, paid) if leaver == 0 else (paid, -paid)

    def explain(
        self, state: Kuhn, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        if text.lower() in (*FREE, "raise"):
            return Reason.of("bet", "kuhn-bet-to-call")
        return Reason.of("free", "kuhn-no-bet") if text.lower() in FACING else None

    def why_impossible(self, state: Kuhn, faces: tuple[str, ...]) -> Reason | None:
        if len({*faces} & {*DECK}) == len(faces):
            return None
        return Reason.of("no-such-card", "kuhn-no-card", cards=" ".join(faces))

    def zones(self, state: Kuhn) -> tuple[Zone, ...]:
        others = Policy.VISIBLE if state.opened else Policy.ORDER
        hands = (Zone(f"card {n}", (n,), others, (n,)) for n in (0, 1) if state.dealt)
        deck = (2,) if state.dealt else (0, 1, 2) if state.shuffled else ()
        return (*hands, Zone("deck", deck))

    def show(self, state: Kuhn, faces: Mapping[int, str]) -> str:
        cards = ", ".join(f"player {n} {faces.get(n, '?')}" for n in (0, 1))
        return f"{cards}   {', '.join(state.actions) or 'no bets yet'}"

    def scene(self, state: Kuhn, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .kuhn_scene import scene

        return scene(state, faces)
