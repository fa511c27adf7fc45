"""A test game of nothing but decisions: each in turn says one of three words."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Options,
    Over,
    Reason,
    Seated,
    State,
    Status,
    Timer,
    Turn,
    plain,
)

WORDS = ("none", "one", "two")


class Told(State, frozen=True):
    seats: int
    here: tuple[int, ...]
    seat: int = 0
    said: tuple[str, ...] = ()


class Telling(Game[Told, Options]):
    """Whoever is here says ``rounds`` words; with a ``timer`` the last is the default.

    ``stays`` says whether the game refuses to go on without somebody.
    """

    name = "telling"
    version = 1
    seats = range(2, 7)
    options = Options

    def __init__(
        self, rounds: int = 2, *, timer: bool = False, stays: bool = False
    ) -> None:
        self._rounds = rounds
        self._timer = Timer(9, WORDS[-1]) if timer else None
        self._stays = stays

    def setup(self, seats: int, options: Options) -> Told:
        return Told(seats, tuple(range(seats)))

    def turn(self, state: Told) -> Turn:
        if len(state.said) >= self._rounds * state.seats or len(state.here) < 2:
            here = len(state.here)
            gone = state.seats - here
            return Over(
                tuple(gone if s in state.here else -here for s in range(state.seats))
            )
        return Choose(state.seat, WORDS, self._timer)

    def apply(self, state: Told, event: Event) -> Told:
        match event:
            case Chosen(player, move):
                said = (*state.said, f"{player} {move}")
                return replace(state, said=said, seat=_next(state.here, player))
            case Seated(player):
                here = tuple(seat for seat in state.here if seat != player)
                seat = _next(here, player) if state.seat == player else state.seat
                return replace(state, here=here, seat=seat)
        raise AssertionError(event)

    def why_not_seated(self, state: Told, player: int, status: Status) -> Reason | None:
        if self._stays:
            return Reason("all", plain("it takes everybody"))
        return None

    def show(self, state: Told, faces: Mapping[int, str]) -> str:
        return " ".join(state.said)


def _next(here: tuple[int, ...], seat: int) -> int:
    return next((other for other in here if other > seat), here[0])
