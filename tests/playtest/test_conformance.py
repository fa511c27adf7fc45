"""A sound game keeps every promise, and each broken one is found out by its point."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Message,
    Options,
    Over,
    Policy,
    Reason,
    Together,
    Turn,
    Zone,
    plain,
)
from p2pgame.games.battleship.battleship import Battle, Battleship, BattleshipOptions
from p2pgame.playtest import (
    POINTS,
    Case,
    Oracle,
    Playout,
    Point,
    moves_per_second,
    playthrough,
    secrecy,
)
from p2pgame.playtest import conformance as points
from tests.playtest.everything import CLAIMS, DECK, SIGNS, TURNS, Everything, Seen


def case(
    game: Everything,
    seed: int = 0,
    *,
    golden: str | None = None,
    oracle: Oracle | None = None,
) -> Case:
    return Case(
        *(game, 2, Options(), seed),
        fix_ups=5,
        longest=200,
        golden=golden,
        oracle=oracle,
    )


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_every_turn_keeps_every_promise(point: Point, seed: int) -> None:
    point(case(Everything(), seed=seed))


def test_every_turn_is_met() -> None:
    met = {type(t) for s in range(12) for t in case(Everything(), seed=s).playout.turns}
    assert met == {type(turn) for turn in TURNS}


class Endless(Everything):
    def turn(self, state: Seen) -> Turn:
        return Choose(0, ("claim", "pass")) if state.phase else TURNS[0]

    def apply(self, state: Seen, event: Event) -> Seen:
        return Seen(phase=1)


class Unbalanced(Everything):
    def turn(self, state: Seen) -> Turn:
        turn = super().turn(state)
        return Over((1, 1)) if isinstance(turn, Over) else turn


class PaysOneOnly(Everything):
    def turn(self, state: Seen) -> Turn:
        turn = super().turn(state)
        return Over((0,)) if isinstance(turn, Over) else turn


class RefusesItsDefaults(Everything):
    def why_not(self, seats: int, options: Options) -> Message | None:
        return plain("never") if isinstance(options, Odd) is False else None


class Odd(Options, frozen=True):
    pass


class Counts(Everything):
    """Keeps a count of its own, so an event leads to another place each time."""

    def __init__(self) -> None:
        self.count = 0

    def apply(self, state: Seen, event: Event) -> Seen:
        self.count += 1
        return replace(super().apply(state, event), said=(str(self.count),))


class Mistyped(Everything):
    def setup(self, seats: int, options: Options) -> Seen:
        return Seen(said=(1,))  # type: ignore[arg-type]


class KeepsAList(Everything):
    def setup(self, seats: int, options: Options) -> Seen:
        return Seen(said=["x"])  # type: ignore[arg-type]


class TakesAnything(Everything):
    def why_illegal(self, state: Seen, player: int, move: str) -> Reason | None:
        if state.phase == CLAIMS and move == "":
            return None
        return super().why_illegal(state, player, move)


class RefusesItsOffer(Everything):
    def why_illegal(self, state: Seen, player: int, move: str) -> Reason | None:
        if state.phase == CLAIMS and move == "claim" and player == 0:
            return Reason("no", plain("no"))
        return super().why_illegal(state, player, move)


class AsksTwice(Everything):
    def turn(self, state: Seen) -> Turn:
        turn = super().turn(state)
        if isinstance(turn, Together):
            return Together((Choose(0, SIGNS), Choose(0, SIGNS)))
        return turn


class Abandons(Everything):
    def absent_move(self, state: Seen, player: int) -> str:
        return "no"


class DealsOnly(Everything):
    only_deals = True


class Loses(Everything):
    def zones(self, state: Seen) -> tuple[Zone, ...]:
        zones = super().zones(state)
        return zones if len(zones) < 2 else zones[1:]


class Doubles(Everything):
    def zones(self, state: Seen) -> tuple[Zone, ...]:
        zones = super().zones(state)
        return (*zones, Zone("double", (0,))) if zones else ()


class Invents(Everything):
    def zones(self, state: Seen) -> tuple[Zone, ...]:
        zones = super().zones(state)
        return (*zones, Zone("no such", (99,))) if zones else ()


class ShowsAll(Everything):
    """Says that everybody sees the pile, which nobody is told."""

    def zones(self, state: Seen) -> tuple[Zone, ...]:
        return tuple(
            replace(zone, others=Policy.VISIBLE) if zone.name == "pile" else zone
            for zone in super().zones(state)
        )


class Peeks(Everything):
    """Remembers what a player wanted to place, and tells everybody."""

    def __init__(self) -> None:
        self.peeked: tuple[str, ...] = ()

    def why_misplaced(
        self, state: Seen, player: int, faces: tuple[str, ...]
    ) -> Reason | None:
        self.peeked = faces
        return super().why_misplaced(state, player, faces)

    def show(self, state: Seen, faces: Mapping[int, str]) -> str:
        return f"{super().show(state, faces)} {self.peeked}"


class TrustsFaces(Everything):
    def apply(self, state: Seen, event: Event) -> Seen:
        for face in getattr(event, "faces", ())[:1]:
            DECK.index(face)
        return super().apply(state, event)


class Mute(Everything):
    def fix_up(self, state: Seen) -> tuple[Message, Seen] | None:
        fix = super().fix_up(state)
        return fix and (plain(""), fix[1])


class Rambles(Everything):
    def fix_up(self, state: Seen) -> tuple[Message, Seen] | None:
        if state.settled or len(state.said) < 20:
            done = replace(state, said=(*state.said, "x"))
            return None if state.settled else (plain("on"), done)
        return super().fix_up(state)


@pytest.mark.parametrize(
    ("game", "point", "sentence"),
    [
        (Endless, points.ends, "does not end in 200 turns"),
        (Unbalanced, points.ends, "do not balance"),
        (PaysOneOnly, points.ends, "ends with 1 payoffs for 2 players"),
        (RefusesItsDefaults, points.takes_its_seats, "do not suit 2: never"),
        (Counts, points.is_pure, "leads to two different states"),
        (Counts, points.undoes_and_redoes, "leads elsewhere"),
        (Counts, points.replays, "ends elsewhere"),
        (Mistyped, points.survives_writing, "not of its type"),
        (KeepsAList, points.survives_writing, "Seen.said holds a list"),
        (TakesAnything, points.offers_what_is_legal, "'' by player 0 is not offered"),
        (
            RefusesItsOffer,
            points.offers_what_is_legal,
            "'claim' by player 0 is offered, but",
        ),
        (AsksTwice, points.offers_what_is_legal, "names player 0 twice"),
        (Abandons, points.offers_what_is_legal, "'no' is made for an absent player"),
        (DealsOnly, points.keeps_to_its_deck, "says that it only deals, and has"),
        (Loses, secrecy.keeps_every_component, r"slots \[0\] are in no zone"),
        (Doubles, secrecy.keeps_every_component, r"slots \[0\] lie in two places"),
        (Invents, secrecy.keeps_every_component, r"slots \[99\] are in a zone, but"),
        (ShowsAll, secrecy.agrees_with_the_all_knowing, "and may see"),
        (Peeks, secrecy.hides_secrets, "sees a secret"),
        (TrustsFaces, points.refuses_nonsense, "ValueError"),
        (Mute, points.settles, "has no words"),
        (Rambles, points.settles, "steps follow event"),
    ],
)
def test_a_broken_promise_is_found_out(
    game: type[Everything], point: Point, sentence: str
) -> None:
    broken = game()

    def looked_at() -> None:
        for seed in range(8):
            point(case(broken, seed))

    with pytest.raises(AssertionError, match=sentence):
        looked_at()


class PeeksAtFleets(Battleship):
    """Shows everybody where a fleet lies; in the end everybody may know."""

    def __init__(self) -> None:
        self.peeked: tuple[str, ...] = ()

    def why_misplaced(
        self, state: Battle, player: int, faces: tuple[str, ...]
    ) -> Reason | None:
        self.peeked = faces
        return super().why_misplaced(state, player, faces)

    def show(self, state: Battle, faces: Mapping[int, str]) -> str:
        return f"{super().show(state, faces)} {self.peeked}"


def test_what_comes_out_in_the_end_is_a_secret_until_then() -> None:
    options = BattleshipOptions(size=4, ships="2 1")
    secrecy.hides_secrets(Case(Battleship(), 2, options))
    with pytest.raises(AssertionError, match="sees a secret"):
        secrecy.hides_secrets(Case(PeeksAtFleets(), 2, options))


@pytest.mark.row("G34")
def test_what_has_been_is_never_changed_by_what_follows() -> None:
    playout = case(Everything()).playout
    for state in playout.states:
        for name in state.__struct_fields__:
            with pytest.raises(AttributeError):
                setattr(state, name, None)
    for earlier, later in pairwise(playout.states):
        assert earlier is not later


def test_another_program_may_have_its_say() -> None:
    heard = list[int]()

    def oracle(playout: Playout) -> None:
        heard.append(len(playout.events))
        assert playout.payoffs == (-1, 1), "the other program has player 1 win"

    with pytest.raises(AssertionError, match="has player 1 win"):
        points.agrees_with_oracle(case(Everything(), oracle=oracle))
    assert heard


def test_with_nothing_to_compare_to_no_comparison_succeeds() -> None:
    with pytest.raises(AssertionError, match="everything-2-#0 has no oracle"):
        points.agrees_with_oracle(case(Everything()))
    with pytest.raises(AssertionError, match="everything-2-#0 has no golden"):
        points.matches_golden(case(Everything()))


@pytest.mark.row("B72")
def test_a_rule_that_changes_is_shown_where_it_changes_the_game() -> None:
    kept = playthrough(case(Everything()).playout)
    points.matches_golden(case(Everything(), golden=kept))
    with pytest.raises(AssertionError, match=r"-over: \+1 -1\n\+over: \+1 \+1"):
        points.matches_golden(case(Unbalanced(), golden=kept))


def test_speed_is_measured_by_the_callers_clock() -> None:
    ticks = iter(range(100))
    one = case(Everything())
    assert (
        moves_per_second(one, lambda: next(ticks), 3) == 2 * len(one.playout.events) / 3
    )


def test_a_decision_is_in_its_players_name() -> None:
    playout = case(Everything(), seed=2).playout
    met = set()
    for turn, event in zip(playout.turns, playout.events, strict=False):
        met.add(type(event))
        if isinstance(event, Chosen):
            assert isinstance(turn, Choose)
            assert event.player == turn.player
        if isinstance(event, ChosenTogether):
            assert isinstance(turn, Together)
            assert len(event.moves) == len(turn.choices)
    assert met >= {Chosen, ChosenTogether}
