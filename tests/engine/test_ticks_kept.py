"""A ledger keeps old ticks, is stored, and refuses bytes that are no ledger."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Ticked, digest
from p2pgame.engine.state import encode
from p2pgame.engine.ticks import BeyondHorizon, Ticks
from tests.engine.vampires import (
    GAME,
    SEATS,
    STILL,
    ledger,
    night,
    pass_ticks,
    some_orders,
    straight,
    wind,
)
from tests.english import refusing


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
        with refusing(BeyondHorizon, match="190 to 200"):
            ticks.rewind(refused)
        with pytest.raises(BeyondHorizon):
            ticks.before(refused)
    assert ticks.save() == before
    assert ticks.before(195) == straight(orders, 195)


@pytest.mark.row("M22")
def test_a_ledger_is_stored_and_latecomers_reach_the_same_hash() -> None:
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
    # It also rolls back exactly like a ledger that was never stored.
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
    with refusing(ValueError, match="horizon"):
        restore(data, horizon=3)
    with refusing(ValueError, match="no player"):
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
