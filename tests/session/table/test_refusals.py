"""Keys that somebody cannot use: refused, and used by nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from p2pgame.session.entries.payloads import Epoch, EpochRefusal, Payload
from p2pgame.session.table.epochs import GENESIS
from tests.session.rekeying import (
    SEATS,
    chat,
    done,
    epoch_of,
    go_on,
    made_by,
    ring,
    said,
    say,
    write,
)
from tests.session.tables import me


def junk_box(epoch: Epoch, seat: int = 2) -> Epoch:
    boxes = [*epoch.boxes]
    boxes[seat] = bytes(80)
    return replace(epoch, boxes=tuple(boxes))


def another_key(epoch: Epoch) -> Epoch:
    return replace(epoch, epoch=bytes(32))


def swapped(epoch: Epoch) -> Epoch:
    return replace(epoch, boxes=(epoch.boxes[1], epoch.boxes[0], *epoch.boxes[2:]))


@pytest.mark.parametrize("lie", [junk_box, another_key, swapped])
@pytest.mark.parametrize("order", range(3))
def test_a_key_that_somebody_cannot_use_is_refused_and_the_game_goes_on(
    lie: Callable[[Epoch], Epoch], order: int
) -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        return lie(payload) if seat == 0 and isinstance(payload, Epoch) else payload

    net = ring(forge=forge, order=order)
    net.tables[3].leave()
    net.play()
    refusals = [*said(net, EpochRefusal)]
    assert refusals
    assert {payload for _, payload in refusals} == {EpochRefusal(0)}
    assert len({seat for seat, _ in refusals}) == len(refusals)
    by = [seat for seat, _ in said(net, Epoch)]
    assert by[0] == 0
    chat(net, 0, 1, 2)
    for raw in chat(net, 0, 1, 2):
        for seat in range(3):
            epoch = epoch_of(net.tables[seat], raw)
            assert epoch % 16 == by[-1]
            assert epoch in net.tables[seat].epochs.keys
    go_on(net)
    done(net, 0, 1, 2)


def test_a_key_that_its_own_author_cannot_use_is_used_by_nobody() -> None:
    """It has signed since, like everybody, but that was no receipt."""
    net = ring()
    epoch = made_by(net, 2, 2, range(SEATS))
    say(net, 2, junk_box(epoch))
    net.play()
    assert [*said(net, EpochRefusal)] == [(2, EpochRefusal(2))]
    chat(net, *range(SEATS))
    for raw in chat(net, *range(SEATS)):
        assert {epoch_of(table, raw) for table in net.tables} == {GENESIS}
    go_on(net)
    done(net, *range(SEATS))


def test_a_key_is_refused_even_by_who_has_stopped() -> None:
    """Else its word that it has heard something would say that it has the key."""
    net = ring()
    table = net.tables[3]
    among = [player.author for player in table.players]
    junk = table.history.write(me(3).key, b"junk", among=among).raw
    for seat in range(SEATS):
        net.tables[seat].receive(junk)
    assert all(table.stopped is not None for table in net.tables)
    say(net, 1, junk_box(made_by(net, 1, 2, range(SEATS))))
    net.play()
    assert [*said(net, EpochRefusal)] == [(2, EpochRefusal(1))]


def test_who_has_left_refuses_no_key() -> None:
    """Nothing that it says counts any more, so it would refuse it for ever."""
    net = ring()
    net.tables[3].leave()
    net.play()
    assert [*said(net, Epoch)]
    epoch = junk_box(made_by(net, 1, GENESIS + 2, range(SEATS)), 3)
    net.tables[3].receive(write(net, 1, epoch))
    assert net.tables[3].epochs.refusal == EpochRefusal(1)
    assert net.tables[3].advance()[1] is None


@pytest.mark.parametrize("has_refused", [True, False])
def test_no_key_comes_into_use_that_the_opener_could_not_read_when_it_left(
    has_refused: bool,
) -> None:
    """The others may be connected by it alone, and none is due for them."""
    net = ring()
    epoch = made_by(net, 2, 2, range(SEATS) if has_refused else [1, 2, 3])
    say(net, 2, junk_box(epoch, 0) if has_refused else epoch)
    net.play()
    assert [*said(net, EpochRefusal)] == [(0, EpochRefusal(2))] * has_refused
    net.tables[0].leave()
    net.play()
    chat(net, 1, 2, 3)
    for raw in chat(net, 1, 2, 3):
        assert {epoch_of(net.tables[seat], raw) for seat in (1, 2, 3)} == {GENESIS}
