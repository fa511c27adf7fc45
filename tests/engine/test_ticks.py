"""Ticks: forward and backward, late orders, other branches, and what is kept."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from p2pgame.engine import (
    Chosen,
    Event,
    Game,
    IllegalMove,
    Options,
    Over,
    Roll,
    Rolled,
    State,
    Tick,
    Ticked,
    Turn,
    digest,
    start,
)
from p2pgame.engine.state import encode
from p2pgame.engine.ticks import (
    LONGEST_ORDER,
    BeyondHorizon,
    Ticks,
    Undo,
    backward,
    forward,
    pack,
    screen,
    unpack,
)


class Night(State, frozen=True):
    """Who stands where on a line, with how much blood, and wears a necklace."""

    tick: int
    wind: int | None
    places: tuple[int, ...]
    blood: tuple[int, ...]
    necklaces: tuple[bool, ...]


class NightOptions(Options, frozen=True):
    ticks: int = 400
    blood: int = 40


class Vampires(Game[Night, NightOptions]):
    """In each tick a wind blows, and a necklace draws blood from all beside it."""

    name = "vampires"
    version = 1
    seats = range(2, 20)
    options = NightOptions
    ticks = 400

    def setup(self, seats: int, options: NightOptions) -> Night:
        return Night(
            0,
            None,
            tuple(range(seats)),
            (options.blood,) * seats,
            tuple(seat % 3 == 0 for seat in range(seats)),
        )

    def turn(self, state: Night) -> Turn:
        alive = tuple(who for who, blood in enumerate(state.blood) if blood > 0)
        if len(alive) < 2 or state.tick == self.ticks:
            return Over((0,) * len(state.blood))
        if state.wind is None:
            return Roll(3)
        return Tick(alive, ("left", "right", "west"))

    def apply(self, state: Night, event: Event) -> Night:
        match event:
            case Rolled((value,)):
                return changed(state, wind=value - 1)
            case Ticked(orders):
                return self.step(state, dict(orders))
        raise AssertionError(event)

    def step(self, state: Night, orders: Mapping[int, str]) -> Night:
        assert state.wind is not None
        by = {"left": -1, "right": 1, "west": -20}
        places = tuple(
            place + state.wind + by.get(orders.get(who, ""), 0)
            for who, place in enumerate(state.places)
        )
        blood = list(state.blood)
        for wearer, wears in enumerate(state.necklaces):
            for other in range(len(places)):
                near = abs(places[wearer] - places[other]) <= 1
                alive = state.blood[wearer] > 0 and state.blood[other] > 0
                if wears and near and alive and other != wearer:
                    blood[wearer] += 1
                    blood[other] -= 1
        return Night(state.tick + 1, None, places, tuple(blood), state.necklaces)

    def show(self, state: Night, faces: Mapping[int, str]) -> str:
        return f"{state.places} {state.blood}"


class Gusts(Vampires):
    """Asks for a wind only while somebody is far in the west: it depends on orders."""

    def turn(self, state: Night) -> Turn:
        turn = super().turn(state)
        if isinstance(turn, Roll) and min(state.places) > -5:
            return Tick(tuple(range(len(state.blood))), ("left", "right", "west"))
        return turn

    def step(self, state: Night, orders: Mapping[int, str]) -> Night:
        return super().step(changed(state, wind=state.wind or 0), orders)


GAME = Vampires()
SEATS = 5
STILL = Rolled((1,))

#: tick → player → order
Orders = dict[int, dict[int, str]]


def night(seats: int = SEATS, blood: int = 40) -> Night:
    return start(GAME, seats, NightOptions(blood=blood)).state


def ledger(horizon: int = 64, *, blood: int = 40) -> Ticks[Night, NightOptions]:
    return Ticks(GAME, night(blood=blood), seats=SEATS, horizon=horizon)


def some_orders(rng: random.Random, ticks: int, words: str = "left right") -> Orders:
    return {
        tick: {
            player: rng.choice(words.split())
            for player in range(SEATS)
            if rng.random() < 0.5
        }
        for tick in range(ticks)
    }


def wind(tick: int) -> Rolled:
    return Rolled((random.Random(f"wind {tick}").randrange(3),))


def straight(orders: Orders, ticks: int, *, blood: int = 40) -> Night:
    """Play the ticks one after the other, as if nothing had ever been late."""
    state = night(blood=blood)
    for tick in range(ticks):
        if isinstance(GAME.turn(state), Over):
            break
        state = GAME.apply(state, wind(tick))
        ticked, _ = screen(GAME, state, orders.get(tick, {}))
        state, _ = forward(GAME, state, ticked)
    return state


def pass_ticks(ticks: Ticks[Night, NightOptions], orders: Orders, until: int) -> None:
    while ticks.tick < until:
        for player, order in orders.get(ticks.tick, {}).items():
            assert ticks.give(ticks.tick, player, order) is None
        if isinstance(ticks.turn, Roll):
            ticks.happen(wind(ticks.tick))
        ticks.close()


def windless() -> Night:
    return GAME.apply(night(), STILL)


@pytest.mark.row("M01")
@pytest.mark.parametrize(
    "event",
    [
        Ticked(((1, "left"), (0, "left"))),
        Ticked(((1, "left"), (1, "right"))),
        Ticked(((0, "up"),)),
        Ticked(((SEATS, "left"),)),
        Ticked(((-1, "left"),)),
        Rolled((0,)),
        Chosen(0, "left"),
    ],
)
def test_the_whole_input_of_a_tick_is_one_legal_order_a_player(event: Event) -> None:
    ticks = ledger()
    ticks.happen(STILL)
    before = ticks.save()
    with pytest.raises(IllegalMove):
        ticks.happen(event)
    if isinstance(event, Ticked):
        with pytest.raises(IllegalMove):
            forward(GAME, windless(), event)
    assert ticks.save() == before


def test_a_tick_is_closed_and_never_happens() -> None:
    ticks = ledger()
    ticks.happen(STILL)
    with pytest.raises(IllegalMove, match="closed"):
        ticks.happen(Ticked(()))
    assert ticks.tick == 0


@pytest.mark.row("M14")
@given(st.randoms(use_true_random=False))
def test_backward_takes_forward_back(rng: random.Random) -> None:
    state = night(blood=9)
    steps: list[tuple[Night, Undo[Night]]] = []
    for tick, orders in some_orders(rng, 20).items():
        if isinstance(GAME.turn(state), Over):
            break
        state = GAME.apply(state, wind(tick))
        before = state
        ticked, _ = screen(GAME, state, orders)
        state, undo = forward(GAME, state, ticked)
        assert undo.before is before
        steps.append((before, undo))
        packed = unpack(changed(state), pack(undo))
        assert packed == undo
    for before, undo in reversed(steps):
        assert backward(changed(undo.after), undo) == before


def test_undo_data_of_another_tick_are_refused() -> None:
    _, undo = forward(GAME, windless(), Ticked(((0, "left"),)))
    other, _ = forward(GAME, windless(), Ticked(((0, "right"),)))
    with pytest.raises(ValueError, match="another state"):
        backward(other, undo)
    with pytest.raises(ValueError, match="take back"):
        unpack(other, pack(undo))


def test_packed_undo_data_are_as_long_as_the_change_and_refused_if_damaged() -> None:
    crowd = changed(
        windless(),
        places=tuple(range(1000, 2000)),
        blood=tuple(range(5000, 6000)),
        necklaces=(False,) * 1000,
    )
    moved = changed(crowd, blood=(*crowd.blood[:-1], 7))
    packed = pack(Undo(crowd, moved))
    assert len(packed) < 100
    assert unpack(moved, packed).before == crowd
    for damaged in (b"", packed[:-1], packed + b"x", b"x" * 50):
        with pytest.raises(ValueError):
            unpack(moved, damaged)


def arrive(
    ticks: Ticks[Night, NightOptions], orders: Orders, rng: random.Random, length: int
) -> None:
    """Close ``length`` ticks; the orders come early, in time, or up to 12 late."""
    feeds = {
        player: [(t, given[player]) for t, given in orders.items() if player in given]
        for player in range(SEATS)
    }
    for now in range(length + 1):
        for player, feed in feeds.items():
            while feed and (
                (now == length or feed[0][0] <= now - 12)
                or (feed[0][0] <= now + 3 and rng.random() < 0.6)
            ):
                assert ticks.give(feed[0][0], player, feed.pop(0)[1]) is None
        if now < length:
            ticks.happen(wind(now))
            ticks.close()


@pytest.mark.parametrize("seed", range(40))
def test_whenever_orders_come_within_the_horizon_the_state_is_the_same(
    seed: int,
) -> None:
    rng = random.Random(seed)
    length, blood = 40, rng.choice((4, 15, 40))
    orders = some_orders(rng, length)
    expected = straight(orders, length, blood=blood)
    for _ in range(2):
        ticks = ledger(12, blood=blood)
        arrive(ticks, orders, rng, length)
        assert ticks.tick == length
        assert digest(ticks.state) == digest(expected)


def test_the_dead_give_no_orders_and_a_late_order_can_save_them() -> None:
    """Player 1 stands beside the necklace of player 0, with one drop left."""
    ticks = ledger(blood=1)
    ticks.happen(STILL)
    ticks.close()
    ticks.happen(STILL)
    assert ticks.give(1, 1, "right") is None
    ticks.close()
    assert ticks.refused(1)[1].code == "not-your-turn"
    assert ticks.state.blood[1] == 0
    assert ticks.give(0, 0, "west") is None
    assert ticks.refused(1) == {}
    assert ticks.before(1).blood[1] == 1
    assert ticks.state.places[1] == 2


@pytest.mark.row("M01")
@pytest.mark.parametrize("tick", [-1, 0, 10, 28, 1000])
def test_orders_beyond_the_horizon_are_refused_and_change_nothing(tick: int) -> None:
    ticks = ledger(horizon=8)
    pass_ticks(ticks, some_orders(random.Random(1), 19), 19)
    assert ticks.earliest == 11
    before = ticks.save()
    with pytest.raises(BeyondHorizon, match="11 to 27") as caught:
        ticks.give(tick, 0, "left")
    assert caught.value.code == "beyond-horizon"
    assert ticks.save() == before
    for open_tick in (11, 19, 27):
        ticks.give(open_tick, 0, "left")


@pytest.mark.parametrize("first", ["left", "nonsense"])
def test_of_a_players_orders_for_a_tick_the_first_counts(first: str) -> None:
    ticks = ledger()
    ticks.happen(STILL)
    assert ticks.give(0, 2, first) is None
    reason = ticks.give(0, 2, "right")
    assert reason is not None
    assert reason.code == "second-order"
    ticks.close()
    assert ticks.state.places[2] == (1 if first == "left" else 2)
    reason = ticks.give(0, 2, "right")
    assert reason is not None
    assert ticks.state.places[2] == (1 if first == "left" else 2)


GARBAGE = st.one_of(
    st.text(max_size=40),
    st.text(min_size=LONGEST_ORDER + 1, max_size=LONGEST_ORDER + 20),
    st.sampled_from(
        ["left ", "LEFT", "left right", "\ud800", "l\x00ft", "", "🧛" * 999]
    ),
)


@pytest.mark.row("M17")
@given(
    st.lists(st.tuples(st.integers(-3, 12), st.integers(-9, 9), GARBAGE), max_size=30)
)
def test_garbage_does_not_change_the_state_of_the_honest(
    garbage: list[tuple[int, int, str]],
) -> None:
    """Player 4 is hostile, and so is whoever claims a seat that is not there."""
    orders = some_orders(random.Random(7), 6)
    for given_orders in orders.values():
        given_orders.pop(4, None)
    clean, dirty = ledger(horizon=4), ledger(horizon=4)
    pass_ticks(clean, orders, 6)
    pass_ticks(dirty, orders, 5)
    for tick, player, order in garbage:
        hostile = player if not 0 <= player < 4 else 4
        try:
            dirty.give(tick, hostile, order)
        except BeyondHorizon:
            continue
    pass_ticks(dirty, orders, 6)
    assert digest(dirty.state) == digest(clean.state)
    dirty.save()


def test_garbage_is_answered_with_a_reason() -> None:
    ticks = ledger()
    for player, order, code in (
        (SEATS, "left", "no-such-player"),
        (-1, "left", "no-such-player"),
        (0, "x" * (LONGEST_ORDER + 1), "no-order"),
        (0, "left\n", "no-order"),
    ):
        reason = ticks.give(0, player, order)
        assert reason is not None
        assert reason.code == code
    ticks.happen(STILL)
    assert ticks.give(0, 0, "up") is None
    ticks.close()
    assert ticks.refused(0)[0].code == "unknown-move"
    with pytest.raises(BeyondHorizon):
        ticks.refused(1)


@pytest.mark.row("M16")
def test_chance_is_a_roll_before_the_tick_and_never_in_the_rules() -> None:
    """Equal rolls give equal states on every peer, and another roll another one."""
    one, other = ledger(), ledger()
    for tick in range(30):
        for ticks in (one, other):
            assert ticks.turn == Roll(3)
            ticks.happen(wind(tick))
            ticks.close()
    assert digest(one.state) == digest(other.state)
    assert one.rewind(29) == other.rewind(29)
    one.happen(Rolled((0,)))
    other.happen(Rolled((2,)))
    assert one.close() != other.close()


def test_a_late_order_leaves_each_roll_with_its_tick() -> None:
    orders = some_orders(random.Random(5), 20)
    late = orders[10].pop(2, "left")
    ticks = ledger()
    pass_ticks(ticks, orders, 20)
    ticks.happen(wind(20))
    assert ticks.give(10, 2, late) is None
    orders[10][2] = late
    assert ticks.state == GAME.apply(straight(orders, 20), wind(20))
    assert isinstance(ticks.turn, Tick)


def gusts(last: int) -> Ticks[Night, NightOptions]:
    """Return a ledger in which player 4 stands at ``last``, the others in the east."""
    state = changed(night(), places=(0, 10, 20, 30, last))
    return Ticks(Gusts(), state, seats=SEATS)


def test_a_roll_that_is_not_asked_for_any_more_is_void() -> None:
    ticks = gusts(last=-5)
    for _ in range(2):
        ticks.happen(Rolled((1,)))
        ticks.close()
    ticks.rewind(1)
    ticks.happen(Rolled((2,)))
    assert ticks.close().places == (1, 11, 21, 31, -4)
    ticks.give(0, 4, "right")
    assert ticks.state.places == (0, 10, 20, 30, -4)


def test_a_tick_that_a_roll_is_missing_for_passes_without_effect() -> None:
    ticks = gusts(last=-4)
    ticks.close()
    ticks.give(1, 0, "left")
    ticks.close()
    assert ticks.refused(1) == {}
    ticks.give(0, 4, "left")
    assert ticks.refused(1)[0].code == "no-tick"
    assert ticks.turn == Roll(3)
    ticks.happen(Rolled((2,)))
    assert ticks.close().places == (1, 11, 21, 31, -4)


def test_ticks_after_the_end_pass_without_effect() -> None:
    ticks = ledger(blood=1)
    for _ in range(GAME.ticks):
        ticks.happen(STILL)
        ticks.close()
    assert isinstance(ticks.turn, Over)
    end = ticks.state
    ticks.give(ticks.tick, 0, "left")
    assert ticks.close() == end
    assert ticks.refused(GAME.ticks)[0].code == "no-tick"


@pytest.mark.row("M20")
def test_a_preview_is_provisional_and_replaced_when_the_tick_is_closed() -> None:
    ticks = ledger()
    ticks.happen(STILL)
    ticks.give(0, 1, "right")
    before = ticks.save()
    assert ticks.preview({0: "left"}).places == (-1, 2, 2, 3, 4)
    assert ticks.preview({0: "right", 2: "up"}).places == (1, 2, 2, 3, 4)
    # What was given stands before what is only thought of.
    assert ticks.preview({1: "left"}).places == (0, 2, 2, 3, 4)
    assert ticks.save() == before
    ticks.give(0, 0, "right")
    assert ticks.close().places == (1, 2, 2, 3, 4)


@pytest.mark.row("M15")
@pytest.mark.parametrize("seed", range(20))
def test_another_branch_up_to_50_ticks_deep_equals_a_straight_replay(
    seed: int,
) -> None:
    rng = random.Random(seed)
    orders = some_orders(rng, 120)
    ticks = ledger(horizon=50)
    now = 0
    for _ in range(6):
        now = min(120, now + rng.randint(1, 60))
        pass_ticks(ticks, orders, now)
        now = max(ticks.earliest, now - rng.randint(0, 50))
        assert ticks.rewind(now) == straight(orders, now)
        branch = some_orders(rng, 120)
        orders |= {tick: branch[tick] for tick in range(now, 120)}
    pass_ticks(ticks, orders, 120)
    assert digest(ticks.state) == digest(straight(orders, 120))


@pytest.mark.row("M22")
def test_old_ticks_are_dropped_and_going_back_to_them_is_a_defined_error() -> None:
    ticks = ledger(horizon=10)
    sizes = set()
    orders = some_orders(random.Random(2), 200)
    for tick in range(0, 200, 20):
        pass_ticks(ticks, orders, tick + 20)
        sizes.add(len(ticks.save()) // 100)
    assert ticks.earliest == 190
    assert max(sizes) <= 5
    before = ticks.save()
    for refused in (189, 201):
        with pytest.raises(BeyondHorizon, match="190 to 200"):
            ticks.rewind(refused)
        with pytest.raises(BeyondHorizon):
            ticks.before(refused)
    assert ticks.save() == before
    assert ticks.before(195) == straight(orders, 195)


@pytest.mark.row("M22")
def test_a_ledger_is_stored_and_whoever_comes_late_reaches_the_same_hash() -> None:
    orders = some_orders(random.Random(3), 90)
    ticks = ledger(horizon=16)
    pass_ticks(ticks, orders, 60)
    ticks.happen(wind(60))
    ticks.give(60, 1, "left")
    ticks.give(63, 1, "right")
    data = ticks.save()
    late = Ticks.restore(GAME, night(), data, seats=SEATS, horizon=16)
    assert (late.tick, late.earliest) == (60, 44)
    assert digest(late.state) == digest(ticks.state)
    # It rolls back, too, exactly like the one that was there all the time.
    player = min({*range(SEATS)} - orders[50].keys())
    for each in (ticks, late):
        assert each.give(50, player, "right") is None
        each.close()
        each.happen(wind(61))
    assert digest(late.state) == digest(ticks.state)
    assert late.save() == ticks.save()


def test_bytes_that_are_no_ledger_are_refused() -> None:
    ticks = ledger(horizon=4)
    pass_ticks(ticks, some_orders(random.Random(3), 9), 9)
    ticks.happen(wind(9))
    data = ticks.save()

    def restore(raw: bytes, horizon: int = 4) -> None:
        Ticks.restore(GAME, night(), raw, seats=SEATS, horizon=horizon)

    restore(data)
    with pytest.raises(ValueError, match="horizon"):
        restore(data, horizon=3)
    with pytest.raises(ValueError, match="no player"):
        Ticks.restore(GAME, night(), data, seats=2, horizon=4)
    for wrong in (
        *(data[:cut] for cut in range(len(data))),
        data + b"x",
        data.replace(b"Rolled", b"Ticked"),
        data.replace(b"Rolled", b"Bolled"),
        data.replace(b"left", b"l\nft"),
    ):
        with pytest.raises(ValueError):
            restore(wrong)


STILL_BYTES = encode(STILL)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (0, -1),
        (3, [[9, "Ticked", encode(Ticked(()))]]),
        (3, [[10, "Rolled", STILL_BYTES]]),
        (3, [[4, "Rolled", STILL_BYTES]]),
        (3, [[9, "Rolled", STILL_BYTES], [8, "Rolled", STILL_BYTES]]),
        (4, [[6, 1, "left"], [6, 0, "left"]]),
        (4, [[7, 0, "left"], [6, 0, "left"]]),
        (4, [[6, 0, "left"], [6, 0, "left"]]),
        (4, [[14, 0, "left"]]),
        (4, [[4, 0, "left"]]),
    ],
)
def test_a_ledger_in_which_anything_is_out_of_place_is_refused(
    field: int, value: object
) -> None:
    ticks = ledger(horizon=4)
    pass_ticks(ticks, {}, 9)
    fields = msgspec.msgpack.decode(ticks.save())
    fields[field] = value
    with pytest.raises(ValueError):
        Ticks.restore(
            GAME, night(), msgspec.msgpack.encode(fields), seats=SEATS, horizon=4
        )


@given(st.binary(max_size=80))
def test_any_bytes_at_all_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        Ticks.restore(GAME, night(), data, seats=SEATS)


@pytest.mark.row("M18")
@pytest.mark.parametrize("seating", list(permutations(range(4)))[1:])
def test_what_acts_in_every_tick_does_not_depend_on_the_order_of_players(
    seating: tuple[int, ...],
) -> None:
    """Seated otherwise, everybody meets the same fate, without one order given."""
    state = changed(
        windless(),
        places=(0, 1, 1, 2),
        blood=(2, 5, 1, 9),
        necklaces=(True, False, False, True),
    )

    def reseated(old: Night) -> Night:
        return changed(
            old,
            places=tuple(old.places[who] for who in seating),
            blood=tuple(old.blood[who] for who in seating),
            necklaces=tuple(old.necklaces[who] for who in seating),
        )

    after, _ = forward(GAME, state, Ticked(()))
    assert after.blood != state.blood
    assert forward(GAME, reseated(state), Ticked(()))[0] == reseated(after)
