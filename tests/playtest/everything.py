"""A test game that has every kind of turn once, and ways to break its promises."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Event,
    Game,
    Message,
    OneOf,
    Open,
    Opened,
    Options,
    Over,
    Place,
    Policy,
    Prove,
    Reason,
    Reshuffle,
    Roll,
    Rolled,
    Seated,
    Shuffle,
    State,
    Status,
    Tick,
    Ticked,
    Timer,
    Together,
    Turn,
    Zone,
    plain,
)

DECK = ("a", "b", "c", "d", "e")
BOTH = (0, 1)
SIGNS = ("rock", "paper", Amount("bid", 0, 3))
TURNS: tuple[Turn, ...] = (
    Shuffle(DECK, BOTH),
    Deal(((0, (0,)), (1, (1,)))),
    Roll(6, hands=((0, (10,)), (1, (11,)))),
    Place(0, (20, 21, 22), ("ship", "sea")),
    Choose(0, ("claim", "pass"), Timer(3, "pass")),
    Prove(0, OneOf(0, ("a", "b"))),
    Together((Choose(0, SIGNS), Choose(1, SIGNS))),
    Tick(BOTH, ("go",)),
    Reshuffle((2, 3, 4), BOTH, 30),
    Open((30, 20)),
    Roll(6, 2),
    Over((1, -1)),
)
CLAIMS, PROVES, MIXES = 4, 5, 8


class Seen(State, frozen=True):
    """``phase`` is the turn's number in ``TURNS``."""

    phase: int = 0
    said: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    settled: bool = True


class Everything(Game[Seen, Options]):
    name = "everything"
    version = 1
    seats = range(2, 3)
    options = Options

    def setup(self, seats: int, options: Options) -> Seen:
        return Seen()

    def turn(self, state: Seen) -> Turn:
        return TURNS[state.phase]

    def apply(self, state: Seen, event: Event) -> Seen:
        on = replace(state, phase=state.phase + 1)
        match event:
            case Seated(player, "out"):
                return replace(state, out=(*state.out, player))
            case Chosen(_, "pass"):
                return replace(on, phase=PROVES + 1)
            case ChosenTogether(moves):
                return replace(on, said=moves)
            case Ticked(orders):
                return replace(on, said=(*on.said, *(order for _, order in orders)))
            case Opened(faces):
                return replace(on, faces=faces)
            case Rolled(values) if values:
                return replace(on, dice=values, settled=False)
        return on

    def fix_up(self, state: Seen) -> tuple[Message, Seen] | None:
        return (
            None if state.settled else (plain("settled"), replace(state, settled=True))
        )

    def why_misplaced(
        self, state: Seen, player: int, faces: tuple[str, ...]
    ) -> Reason | None:
        return (
            None
            if faces.count("ship") == 1
            else Reason("ships", plain("one ship only"))
        )

    def why_not_seated(self, state: Seen, player: int, status: Status) -> Reason | None:
        if state.phase == CLAIMS and status == "out" and player in BOTH:
            return (
                None if player not in state.out else Reason("out", plain("already out"))
            )
        return super().why_not_seated(state, player, status)

    def zones(self, state: Seen) -> tuple[Zone, ...]:
        phase = state.phase
        if phase < 2:
            return (Zone("deck", (0, 1, 2, 3, 4), Policy.LENGTH),) if phase else ()
        mixed, opened = phase > MIXES, bool(state.faces)
        pile = (2, 3, 4) if not mixed else (31, 32) if opened else (30, 31, 32)
        zones = [Zone("hand 0", (0,), group=(0,)), Zone("hand 1", (1,), group=(1,))]
        zones.append(Zone("pile", pile, Policy.LENGTH))
        if phase > 2:
            zones += [
                Zone("die 0", (10,), group=(0,)),
                Zone("die 1", (11,), group=(1,)),
            ]
        if phase > 3:
            sea = (-1, 21, 22) if opened else (20, 21, 22)
            zones.append(Zone("sea", sea, group=(0,)))
        if opened:
            zones.append(Zone("open", (30, 20), Policy.VISIBLE))
        return tuple(zones)

    def show(self, state: Seen, faces: Mapping[int, str]) -> str:
        known = " ".join(f"{slot}:{face}" for slot, face in sorted(faces.items()))
        return f"phase {state.phase} {known}"
