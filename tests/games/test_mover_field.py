"""On mover's field a place is owned by whoever stepped on it last and alone."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Over, Seated, Ticked, advance, start
from p2pgame.games.mover.mover import ORDERS, MoverOptions
from p2pgame.games.mover.mover_1 import Mover1
from p2pgame.games.mover.mover_text import notation
from p2pgame.games.mover.plane import Plane
from tests.english import english
from tests.games.walks import GAME, plane, seen, step


def field(seats: int = 3, side: int = 5, ticks: int = 60) -> Plane:
    return start(GAME, seats, MoverOptions(ticks=ticks, field=side)).state


def after(state: Plane, *ticks: Mapping[int, str]) -> Plane:
    for orders in ticks:
        state, _ = step(state, orders)
    return state


def owned(state: Plane, seat: int) -> set[tuple[int, int]]:
    """Return the places of a seat, from the middle of the field."""
    half = state.field // 2
    return {
        (at % state.field - half, at // state.field - half)
        for at, owner in enumerate(state.owners)
        if owner == seat + 1
    }


def test_each_step_takes_a_place_and_the_start_belongs_to_nobody() -> None:
    state = after(field(), {0: "l 2", 1: "y 1"}, {}, {})
    assert owned(state, 0) == {(1, 0), (2, 0)}
    assert owned(state, 1) == {(-1, 1)}
    assert state.points == (2, 1, 0)
    assert GAME.scores(state) == (2, 1, 0)


def test_a_later_step_takes_a_place_from_its_owner_and_standing_on_it_does_not() -> (
    None
):
    state = after(field(), {0: "l 1"}, {1: "l 1"})
    assert (owned(state, 0), owned(state, 1)) == (set(), {(1, 0)})
    assert owned(after(state, {}, {}), 1) == {(1, 0)}


@pytest.mark.parametrize("movers", [(0, 1), (0, 1, 2)])
def test_a_place_on_which_several_step_at_once_stays_as_it_was(
    movers: tuple[int, ...],
) -> None:
    free = after(field(4), dict.fromkeys(movers, "k 1"))
    assert free.points == (0, 0, 0, 0)
    taken = after(field(4), {3: "k 1"}, dict.fromkeys(movers, "k 1"))
    assert owned(taken, 3) == {(0, 1)}


def test_a_walk_over_the_edge_comes_in_on_the_other_side() -> None:
    state = after(field(side=5), {0: "l 3", 1: "j 4"}, {}, {}, {})
    assert owned(state, 0) == {(1, 0), (2, 0), (-2, 0)}
    assert owned(state, 1) == {(0, -1), (0, -2), (0, 2), (0, 1)}
    assert seen(state)[0] == (3, 0)  # a walk counts on as on the endless plane


def test_the_most_places_win_and_equal_ones_win_together() -> None:
    state = after(field(ticks=2), {0: "l 2", 1: "h 2", 2: "k 1"}, {})
    assert GAME.turn(state) == Over((1, 1, -2))


def test_a_player_who_leaves_stops_keeps_its_places_and_ranks_last() -> None:
    state = after(field(ticks=3), {0: "l 9", 1: "h 1"})
    state = advance(GAME, state, Seated(0, "gone")).state
    assert english(GAME.tell(state, Seated(0, "gone"))) == (
        "player 0 leaves, and ranks last"
    )
    state = after(state, {1: "k 1", 2: "j 1"}, {})
    assert (state.points, seen(state)[0]) == ((1, 2, 1), (1, 0))
    assert GAME.turn(state) == Over((-2, 2, 0))
    assert Mover1().turn(state) == Over((-1, 2, -1))


def test_the_last_of_several_wins_at_once_and_one_alone_plays_on() -> None:
    left = advance(GAME, field(2), Seated(0, "gone")).state
    assert GAME.turn(left) == Over((-1, 1))
    alone = after(field(1, ticks=2), {0: "l 2"}, {})
    assert GAME.turn(alone) == Over((0,))


def test_a_game_ends_soon_when_enough_is_the_last_order_of_all() -> None:
    state = after(field(2), {0: "l 2", 1: "enough"}, {0: "enough"})
    assert (state.tick, state.ticks) == (2, 2 + state.horizon)
    assert state.points == (2, 0), "a walk goes on"
    more = state.horizon - 1
    state = after(state, {1: "k 9"}, *[{}] * more)
    assert isinstance(GAME.turn(state), Over), "what all have said holds"
    assert state.points == (2, state.horizon)


def test_a_game_does_not_end_for_those_who_have_walked_on_or_said_nothing() -> None:
    state = after(field(3), {0: "enough", 1: "enough"}, {1: "k 1"}, {2: "enough"})
    assert (state.enough, state.ticks) == ((0, 2), 60)
    assert after(state, {}, {}).ticks == 60


def test_those_who_stay_and_have_enough_need_not_wait_for_who_left() -> None:
    state = after(field(3), {0: "enough", 1: "enough"})
    left = advance(GAME, state, Seated(2, "gone")).state
    assert left.ticks == left.tick + 1 + left.horizon
    stays = advance(GAME, state, Seated(0, "gone")).state
    assert (stays.enough, stays.ticks) == ((1,), 60)


def test_who_has_enough_is_told_and_shown() -> None:
    before = field(2)
    state = after(before, {1: "enough"})
    assert "player 1: enough" in GAME.show(state, {})
    told = [english(one) for one in GAME.in_sentences(state, {}, 0)]
    assert "player 1 has enough" in told
    assert english(GAME.tell(before, Ticked(((1, "enough"),)))) == (
        "tick 1: player 1 has enough"
    )


def naive(
    at: dict[int, tuple[int, int]], owners: dict[tuple[int, int], int], side: int
) -> None:
    """Give the places to those who have come to them, one of a kind."""
    half = side // 2
    places = [
        ((x + half) % side - half, (y + half) % side - half) for x, y in at.values()
    ]
    for seat, place in zip(at, places, strict=True):
        if places.count(place) == 1:
            owners[place] = seat


@given(st.randoms(use_true_random=False), st.integers(1, 6), st.sampled_from([5, 6, 9]))
def test_places_are_owned_as_counted_one_by_one(
    rng: random.Random, seats: int, side: int
) -> None:
    state, owners = field(seats, side), dict[tuple[int, int], int]()
    for _ in range(12):
        orders = {
            seat: f"{rng.choice([*ORDERS])} {rng.choice((1, 2, 9))}"
            for seat in range(seats)
            if rng.random() < 0.4
        }
        was, state = state, after(state, orders)
        stepped = {
            seat: at[:2]
            for seat, at in seen(state).items()
            if at[:2] != seen(was).get(seat, (0, 0))[:2]
        }
        naive(stepped, owners, side)
        for seat in range(seats):
            assert owned(state, seat) == {at for at, n in owners.items() if n == seat}


def test_a_field_is_read_as_it_is_written() -> None:
    options = MoverOptions(ticks=60, field=5)
    state = after(field(), {0: "u 4", 1: "h 1"}, {}, {2: "k 3"})
    read = GAME.position(3, options, notation(state))
    assert notation(read) == notation(state)
    assert notation(after(read, {}, {1: "l 1"})) == notation(
        after(state, {}, {1: "l 1"})
    )
    assert '"places":{"0":[0,18,24],"1":[11],"2":[17]}' in notation(state)


@pytest.mark.parametrize(
    "places",
    ['{"0":[25]}', '{"0":[-1]}', '{"0":[1],"1":[1]}', '{"3":[1]}', '{"1":[],"0":[]}'],
)
def test_places_that_are_none_are_refused(places: str) -> None:
    text = f'{{"tick":1,"players":{{}},"places":{places}}}'
    with pytest.raises(ValueError):
        GAME.position(3, MoverOptions(field=5), text)


def test_the_plane_as_text_says_how_much_everybody_owns() -> None:
    assert GAME.show(after(field(), {1: "k 1"}), {}) == (
        "tick 1 of 60\nplayer 1 at (0, 1)\nplaces: player 0 0, player 1 1, player 2 0"
    )
    assert "places" not in GAME.show(plane(), {})


def test_a_first_tick_without_orders_owns_nothing() -> None:
    assert advance(GAME, field(), Ticked(())).state.points == (0, 0, 0)


@pytest.mark.row("B73")
def test_the_next_table_goes_on_with_the_field_and_seats_change() -> None:
    state = after(field(), {0: "l 2", 1: "y 1"}, {}, {})
    first, second, third = GAME.kept(state) or ()
    assert (first, second, third) == ("14.6000", "16.10000", "")
    options = GAME.continued(MoverOptions(field=5), (second, "", first))
    assert GAME.why_not(3, options) is None
    now = start(GAME, 3, options).state
    assert (owned(now, 0), owned(now, 2)) == ({(-1, 1)}, {(1, 0), (2, 0)})
    assert now.points == (1, 0, 2)
    assert seen(now) == {0: (-1, 1), 2: (2, 0)}
    assert GAME.kept(now) == (second, "", first)
    moved = after(now, {1: "j 1", 2: "h 1"})
    assert seen(moved) == {0: (-1, 1), 1: (0, -1), 2: (1, 0)}


@pytest.mark.parametrize(
    ("kept", "seats"),
    [
        (("14.1", "14.1"), 2),  # a place of two
        (("25.0", ""), 2),  # beyond the field
        (("0.2000000", ""), 2),
        (("14.1", ""), 3),
        (("014.1", ""), 2),
        (("14", ""), 2),
        (("x.1", ""), 2),
        (("1.0",) * 2, 1),
    ],
)
def test_what_nobody_can_bring_to_a_field_is_refused(
    kept: tuple[str, ...], seats: int
) -> None:
    options = MoverOptions(field=5, begins=";".join(kept))
    assert "as the table before has left it" in english(GAME.why_not(seats, options))
    endless = MoverOptions(field=0, begins="0.0;")
    assert GAME.why_not(2, endless) is not None


def test_a_field_too_large_for_an_option_begins_anew() -> None:
    kept = tuple(f"0.{1 << (2600 - seat):x}" for seat in range(4))
    assert GAME.continued(MoverOptions(field=51), kept).begins == ""
    assert GAME.continued(MoverOptions(field=51), kept[:3]).begins


def test_on_the_endless_plane_nothing_is_kept() -> None:
    assert GAME.kept(plane()) is None
