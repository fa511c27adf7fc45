"""A test game with every kind of secret, in which anybody but one may leave."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    ChosenTogether,
    Deal,
    Event,
    Game,
    NoneOf,
    OneOf,
    Open,
    Opened,
    Options,
    Over,
    Place,
    Prove,
    Reason,
    Reshuffle,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    State,
    Status,
    Together,
    Turn,
    plain,
)

DECK = ("♠1", "♠2", "♥1", "♥2", "♥3", "♥4")
SIGNS = ("rock", "paper")
CELLS = ("sea", "ship", "reef", "mine")


class Held(State, frozen=True):
    seats: int
    phase: int = 0
    here: tuple[int, ...] = ()
    said: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class Secretive(Game[Held, Options]):
    """A card to each; a die of everybody; a ship; two claims; then all is mixed.

    The first claim is shown by membership in few faces, the second by non-membership
    in one.
    """

    name = "secretive"
    version = 1
    seats = range(2, 6)
    options = Options

    def setup(self, seats: int, options: Options) -> Held:
        return Held(seats, here=tuple(range(seats)))

    def turn(self, state: Held) -> Turn:
        here, every = state.here, range(state.seats)
        first = here[0]
        hands = tuple((seat, (seat,)) for seat in here)
        dice = tuple((seat, (20 + seat,)) for seat in here)
        turns: tuple[Turn, ...] = (
            Shuffle(DECK, here),
            Deal(hands),
            Together(tuple(Choose(seat, SIGNS) for seat in here)),
            Roll(6, 2),
            Roll(3, hands=dice),
            Place(first, (30, 31), CELLS),
            Prove(first, OneOf(30, ("sea", "ship"))),
            Prove(first, NoneOf((30, 31), ("mine",))),
            Open((*(20 + seat for seat in every if seat in here), 30)),
            Reshuffle(tuple(every), here, 40),
            Deal(((first, (40,)),)),
            Open((40, 41)),
            Reshuffle((40,), here, 60),
            Open((60,)),
        )
        if state.phase < len(turns) and len(here) > 1:
            return turns[state.phase]
        alive = len(here)
        gone = state.seats - alive
        return Over(tuple(gone if s in here else -alive for s in every))

    def apply(self, state: Held, event: Event) -> Held:
        on = replace(state, phase=state.phase + 1)
        match event:
            case Seated(player, _):
                return replace(state, here=tuple(p for p in state.here if p != player))
            case ChosenTogether(moves):
                return replace(on, said=moves)
            case Rolled(values) if values:
                return replace(on, dice=values)
            case Opened(faces):
                return replace(on, faces=(*on.faces, *faces))
        return on

    def why_not_seated(self, state: Held, player: int, status: Status) -> Reason | None:
        # Once the first has placed something, nobody else can speak for it.
        if status == "gone" and (player != state.here[0] or state.phase not in (6, 7)):
            return None
        return super().why_not_seated(state, player, status)

    def placement(self, state: Held, player: int, text: str) -> tuple[str, ...]:
        return ("sea", "ship")

    def why_misplaced(
        self, state: Held, player: int, faces: tuple[str, ...]
    ) -> Reason | None:
        return None if "ship" in faces else Reason("ships", plain("there is no ship"))

    def show(self, state: Held, faces: Mapping[int, str]) -> str:
        return f"{state.phase} {state.said} {state.faces} {sorted(faces.items())}"
