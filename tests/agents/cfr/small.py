"""Games for two that are so small that their equilibria are known by hand."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    Game,
    Open,
    Opened,
    Options,
    Over,
    Policy,
    Shuffle,
    State,
    Together,
    Turn,
    Zone,
)

SIDES = ("heads", "tails")
#: What seat 0 wins, by both sealed moves.
PENNIES = {
    ("heads", "heads"): 2,
    ("heads", "tails"): -1,
    ("tails", "heads"): -1,
    ("tails", "tails"): 1,
}


class Coins(State, frozen=True):
    shown: tuple[str, ...] = ()


class Pennies(Game[Coins, Options]):
    """Both show a coin at once; equal ones win for seat 0, and heads doubly.

    Each shows heads in 2 of 5 games, and it is worth 1/5 to seat 0.
    """

    name, version, seats, options = "pennies", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Coins:
        return Coins()

    def turn(self, state: Coins) -> Turn:
        if not state.shown:
            return Together((Choose(0, SIDES), Choose(1, SIDES)))
        won = PENNIES[state.shown[0], state.shown[1]]
        return Over((won, -won))

    def apply(self, state: Coins, event: Event) -> Coins:
        assert isinstance(event, ChosenTogether)
        return Coins(event.moves)

    def show(self, state: Coins, faces: Mapping[int, str]) -> str:
        return " ".join(state.shown)


#: Two of three cards are alike.
DECK = ("low", "low", "high")


class Held(State, frozen=True):
    phase: str = "shuffle"
    said: str = ""
    opened: str = ""


class Guess(Game[Held, Options]):
    """Seat 0 gets a card and says something; seat 1 guesses the card, for 1.

    Saying either tells nothing in an equilibrium, and seat 1 guesses low: right in 2 of
    3 games, so that seat 0 loses 1/3.
    """

    name, version, seats, options = "guess", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Held:
        return Held()

    def turn(self, state: Held) -> Turn:
        match state.phase:
            case "shuffle":
                return Shuffle(DECK, (0, 1))
            case "deal":
                return Deal(((0, (0,)),))
            case "say":
                return Choose(0, ("hem", "haw"))
            case "guess":
                return Choose(1, ("low", "high"))
            case "open":
                return Open((0,))
        won = -1 if state.said == state.opened else 1
        return Over((won, -won))

    def apply(self, state: Held, event: Event) -> Held:
        match event:
            case Dealt():
                return replace(state, phase="say")
            case Chosen(0):
                return replace(state, phase="guess")
            case Chosen(1, move):
                return replace(state, phase="open", said=move)
            case Opened((face,)):
                return replace(state, phase="end", opened=face)
        return replace(state, phase="deal")

    def zones(self, state: Held) -> tuple[Zone, ...]:
        if state.phase in ("shuffle", "deal"):
            return ()
        others = Policy.VISIBLE if state.opened else Policy.ORDER
        return (Zone("card", (0,), others, (0,)), Zone("deck", (1, 2)))

    def show(self, state: Held, faces: Mapping[int, str]) -> str:
        return state.said
