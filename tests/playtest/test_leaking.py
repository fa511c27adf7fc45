"""No seat's view holds more of the state than the zones show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from p2pgame.client.telling.views import view_of
from p2pgame.engine import (
    AnyGame,
    Choose,
    Event,
    Game,
    Options,
    Over,
    Policy,
    RulesError,
    State,
    Turn,
    Zone,
    masked,
    start,
    view,
)
from p2pgame.engine.rules import check
from p2pgame.engine.visibility import SOMETHING
from p2pgame.playtest import Case
from p2pgame.playtest.leaking import shows_what_zones_show
from tests.games.cases import case

PILE = (3, 1, 4, 0, 5, 2)
HIDING = [Policy.HIDDEN, Policy.NON_EMPTY, Policy.LENGTH]


class Row(State, frozen=True):
    pile: tuple[int, ...] = PILE
    copy: tuple[int, ...] = ()
    count: int = 0


class Takes(Game[Row, Options]):
    """One card after the other is taken from a pile, whose slots a zone hides."""

    name, version, seats, options = "takes", 1, range(1, 2), Options
    policy: ClassVar[Policy] = Policy.LENGTH

    def setup(self, seats: int, options: Options) -> Row:
        return Row()

    def turn(self, state: Row) -> Turn:
        return Choose(0, ("take",)) if state.pile else Over((0,))

    def apply(self, state: Row, event: Event) -> Row:
        return replace(state, pile=state.pile[1:])

    def zones(self, state: Row) -> tuple[Zone, ...]:
        return (Zone("pile", state.pile, self.policy),)

    def seen(self, state: Row, seat: int | None) -> Row:
        return replace(state, pile=masked(state.pile, self.policy))

    def show(self, state: Row, faces: Mapping[int, str]) -> str:
        return f"pile {state.pile}"


class Forgets(Takes):
    def seen(self, state: Row, seat: int | None) -> Row:
        return state


class Copies(Takes):
    def apply(self, state: Row, event: Event) -> Row:
        return replace(state, pile=state.pile[1:], copy=state.pile[1:])


class Counts(Takes):
    def apply(self, state: Row, event: Event) -> Row:
        return replace(state, pile=state.pile[1:], count=len(state.pile) - 1)

    def setup(self, seats: int, options: Options) -> Row:
        return Row(count=len(PILE))


class Fails(Takes):
    def seen(self, state: Row, seat: int | None) -> Row:
        raise KeyError(seat)


def hiding(kind: type[Takes], policy: Policy) -> Takes:
    game = kind()
    game.__class__ = type(kind.__name__, (kind,), {"policy": policy})
    return game


@pytest.mark.row("B46", "B50")
@pytest.mark.parametrize(
    ("policy", "left"),
    [
        (Policy.HIDDEN, ()),
        (Policy.NON_EMPTY, (SOMETHING,)),
        (Policy.LENGTH, (*range(6),)),
    ],
)
def test_a_view_has_of_the_state_what_a_zone_shows(
    policy: Policy, left: tuple[int, ...]
) -> None:
    game = hiding(Takes, policy)
    first = start(game, 1, Options()).state
    for seat in (0, None):
        seen = view(game, first, seat, {})
        assert seen.state.pile == left
        assert seen.text == f"pile {left}"
        assert view_of(seen).state["pile"] == left
        assert seen.whole == first
        assert "3, 1, 4" not in repr(seen)
    shows_what_zones_show(Case(game, 1))


@pytest.mark.parametrize("policy", HIDING)
def test_a_view_of_more_than_the_zones_show_is_refused(policy: Policy) -> None:
    game = hiding(Forgets, policy)
    first = start(game, 1, Options()).state
    with pytest.raises(RulesError, match="more than is allowed of its zone 'pile'"):
        view(game, first, 0, {})
    with pytest.raises(AssertionError, match="more than is allowed"):
        shows_what_zones_show(Case(game, 1))


@pytest.mark.parametrize("policy", HIDING)
def test_a_field_that_holds_what_a_zone_hides_is_found(policy: Policy) -> None:
    with pytest.raises(AssertionError, match=r"seat 0 sees the .* of pile in \.copy"):
        shows_what_zones_show(Case(hiding(Copies, policy), 1))


def test_a_field_that_counts_what_a_zone_does_not_is_found() -> None:
    for policy in (Policy.HIDDEN, Policy.NON_EMPTY):
        with pytest.raises(AssertionError, match=r"sees the number of pile in \.count"):
            shows_what_zones_show(Case(hiding(Counts, policy), 1))
    shows_what_zones_show(Case(hiding(Counts, Policy.LENGTH), 1))


def test_rules_that_fail_in_what_is_seen_are_named() -> None:
    game = Fails()
    with pytest.raises(RulesError, match="takes fails in what is seen: KeyError"):
        view(game, start(game, 1, Options()).state, 0, {})


def test_rules_with_a_hiding_zone_and_no_way_to_hide_are_refused() -> None:
    class Bare(Forgets):
        seen = Game.seen

    text = 'zone = Zone("pile", state.pile, Policy.NON_EMPTY)\n'
    with pytest.raises(RulesError, match="no method `seen` leaves them out"):
        check(Bare(), {"takes.py": text})
    check(Takes(), {"takes.py": text})
    check(Bare(), {"takes.py": text.replace("NON_EMPTY", "ORDER")})


def at(name: str, seats: int, after: int) -> tuple[AnyGame, Any]:
    played = case(name, seats, {}, 1).playout
    return played.game, [*played.states][after]


@pytest.mark.row("B46")
def test_a_person_is_shown_how_long_a_pile_is_and_that_cards_lie_under_the_top() -> (
    None
):
    game, state = at("crazy-eights", 3, 20)
    assert len(state.discards) > 1
    seen = view_of(view(game, state, 0, {}))
    zones = {zone.name: zone for zone in seen.zones}
    pile, under = zones["pile"], zones["under the top card"]
    assert (pile.length, pile.faces) == (len(state.pile), None)
    assert (under.non_empty, under.length, under.slots) == (True, None, None)
    assert seen.state["discards"] == (state.discards[0], SOMETHING)


@pytest.mark.row("B46")
def test_a_person_is_not_shown_the_dice_of_earlier_rolls() -> None:
    game, state = at("liars-dice", 2, -1)
    assert state.first > sum(map(len, state.hands))
    seen = view_of(view(game, state, 0, {}))
    (earlier,) = (zone for zone in seen.zones if zone.name == "earlier rolls")
    assert (earlier.non_empty, earlier.length, earlier.slots) == (None, None, None)
    assert seen.state["first"] == sum(map(len, state.hands))
