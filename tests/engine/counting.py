"""This test game has one of every turn, and rules that can be broken on purpose."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace as changed

from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    Game,
    Message,
    Open,
    Opened,
    Options,
    Over,
    Reason,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    Together,
    Turn,
    plain,
    replay,
)

FACES = ("red", "green", "blue")
TURNS: tuple[Turn, ...] = (
    Roll(6, dice=2),
    Shuffle(FACES, (0, 1)),
    Deal(((0, (0,)), (1, (1,)))),
    Choose(1, ("stop", Amount("take", 2, 12))),
    Together((Choose(0, ("a", "b")), Choose(1, ("c",)))),
    Open((2,)),
    Over((1, -1)),
)

#: The events that answer them, in order.
EVENTS: tuple[Event, ...] = (
    Rolled((5, 0)),
    Shuffled(),
    Dealt(),
    Chosen(1, "take 7"),
    ChosenTogether(("b", "c")),
    Opened(("blue",)),
)


class CountingOptions(Options, frozen=True):
    """``sparks`` fix-ups follow the roll; a huge number never settles."""

    sparks: int = 0


class Count(State, frozen=True):
    turn: int = 0
    sparks: int = 0
    heard: tuple[str, ...] = ()
    seats: int = 2


class Counting(Game[Count, CountingOptions]):
    """Goes through ``TURNS`` in order and records the events."""

    name = "counting"
    version = 1
    seats = range(2, 4)
    options = CountingOptions

    def why_not(self, seats: int, options: CountingOptions) -> Message | None:
        return plain("sparks are not negative") if options.sparks < 0 else None

    def setup(self, seats: int, options: CountingOptions) -> Count:
        return Count(sparks=options.sparks, seats=seats)

    def turn(self, state: Count) -> Turn:
        turn = TURNS[state.turn]
        if isinstance(turn, Over):
            return Over((*turn.payoffs, *[0] * (state.seats - 2)))
        return turn

    def apply(self, state: Count, event: Event) -> Count:
        heard = (*state.heard, *self.words(event))
        return changed(state, turn=state.turn + 1, heard=heard)

    def words(self, event: Event) -> tuple[str, ...]:
        match event:
            case Chosen(_, move):
                return (move,)
            case ChosenTogether(moves):
                return moves
            case Opened(faces):
                return faces
            case Rolled(values):
                return tuple(map(str, values))
        return ()

    def fix_up(self, state: Count) -> tuple[Message, Count] | None:
        if state.turn == 0 or state.sparks == 0:
            return None
        return plain(f"{state.sparks} to go"), changed(state, sparks=state.sparks - 1)

    def why_impossible(self, state: Count, faces: tuple[str, ...]) -> Reason | None:
        for face in faces:
            if face not in FACES:
                return Reason("no-such-face", plain(f"no face is {face}"))
        return super().why_impossible(state, faces)

    def show(self, state: Count, faces: Mapping[int, str]) -> str:
        return " ".join([*state.heard, *(faces.get(slot, "?") for slot in range(3))])


def at(turn: int) -> Count:
    """Return the state in which ``TURNS[turn]`` is next."""
    return replay(Counting(), 2, CountingOptions(), EVENTS[:turn])
