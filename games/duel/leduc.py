"""Leduc hold'em: two players, six cards, one card each and one for both.

The deck has J, Q and K in two suits.  Each antes 1 and is dealt one card.  After a
round of betting a card is opened for both, and a second round follows.  A raise is 2
in the first round and 4 in the second, at most two in each; only a player who faces
one may fold, which gives up the pot.  A pair with the open card wins, or else the
higher rank; equal ranks share.  The first player begins both rounds.
A player who leaves loses what they have paid.

Source: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (2005).
"""

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import Game, Options, Policy, Reason, State, Zone
from p2pgame.engine.events import Chosen, Dealt, Event, Opened
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Deal, Open, Over, Shuffle, Turn

RANKS = "JQK"
DECK = tuple(rank + suit for rank in RANKS for suit in "sh")
#: The most raises in a round, and what one is before and after the open card.
RAISES, STAKES = 2, (2, 4)
#: The slot of the open card.
BOARD = 2


class Leduc(State, frozen=True):
    shuffled: bool = False
    dealt: bool = False
    paid: tuple[int, int] = (1, 1)
    actions: tuple[str, ...] = ()
    board: str = ""
    opened: tuple[str, ...] = ()


class LeducPoker(Game[Leduc, Options]):
    name, version, seats, options, only_deals = "leduc", 2, range(2, 3), Options, True

    def setup(self, seats: int, options: Options) -> Leduc:
        return Leduc()

    def turn(self, state: Leduc) -> Turn:
        if not state.dealt:
            deal = Deal(((0, (0,)), (1, (1,))))
            return deal if state.shuffled else Shuffle(DECK, (0, 1))
        player, last = len(state.actions) % 2, state.actions[-1:]
        if last == ("fold",):
            return _won_by(player, state.paid[1 - player])
        if last != ("call",) and state.actions != ("check", "check"):
            moves = ("fold", "call") if last == ("raise",) else ("check",)
            full = state.actions.count("raise") == RAISES
            return Choose(player, moves if full else (*moves, "raise"))
        if not state.board:
            return Open((BOARD,))
        if not state.opened:
            return Open((0, 1))
        first, second = (_strength(card, state.board) for card in state.opened)
        if first == second:
            return Over((0, 0))
        return _won_by(0 if first > second else 1, state.paid[0])

    def apply(self, state: Leduc, event: Event) -> Leduc:
        match event:
            case Chosen(player, move):
                actions = (*state.actions, move)
                return replace(state, actions=actions, paid=_paid(state, player, move))
            case Opened((face,)):
                return replace(state, board=face, actions=())
            case Opened(faces):
                return replace(state, opened=faces)
        return replace(state, shuffled=True, dealt=isinstance(event, Dealt))

    def settled(self, state: Leduc, gone: frozenset[int]) -> tuple[int, ...] | None:
        return _won_by(1 if 0 in gone else 0, state.paid[min(gone)]).payoffs

    def explain(
        self, state: Leduc, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        match text.lower():
            case "raise" | "bet":
                return Reason.of("no-raise", "leduc-most-raises", most=RAISES)
            case "check":
                return Reason.of("bet", "leduc-raise-to-call")
            case "fold" | "call":
                return Reason.of("free", "leduc-no-raise")
        return None

    def why_impossible(self, state: Leduc, faces: tuple[str, ...]) -> Reason | None:
        if len({*faces} & {*DECK} - {state.board}) == len(faces):
            return None
        return Reason.of("no-such-card", "leduc-no-card", cards=" ".join(faces))

    def zones(self, state: Leduc) -> tuple[Zone, ...]:
        if not state.dealt:
            return (Zone("deck", tuple(range(6 if state.shuffled else 0))),)
        others = Policy.VISIBLE if state.opened else Policy.ORDER
        hands = (Zone(f"card {n}", (n,), others, (n,)) for n in (0, 1))
        shown = Policy.VISIBLE if state.board else Policy.ORDER
        return (*hands, Zone("board", (BOARD,), shown), Zone("deck", (3, 4, 5)))

    def show(self, state: Leduc, faces: Mapping[int, str]) -> str:
        seats = (
            f"player {n} {faces.get(n, '?')}, paid {paid}"
            for n, paid in enumerate(state.paid)
        )
        done, board = ", ".join(state.actions), state.board or "?"
        return f"{'; '.join(seats)}   board {board}   {done or 'no bets yet'}"

    def scene(self, state: Leduc, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .leduc_scene import scene

        return scene(state, faces)


def _paid(state: Leduc, player: int, move: str) -> tuple[int, int]:
    """Return what each has paid after a move of ``player``."""
    mine, theirs = state.paid[player], state.paid[1 - player]
    if move in ("call", "raise"):
        mine = theirs
    if move == "raise":
        mine += STAKES[bool(state.board)]
    return (mine, theirs) if player == 0 else (theirs, mine)


def _strength(card: str, board: str) -> tuple[bool, int]:
    return card[0] == board[0], RANKS.index(card[0])


def _won_by(player: int, amount: int) -> Over:
    return Over((amount, -amount) if player == 0 else (-amount, amount))
