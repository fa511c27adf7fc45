"""Fresh keys: whoever left reads no more, and nothing stops the game."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import (
    Checkpoint,
    Epoch,
    EpochRefusal,
    Leave,
    Payload,
)
from p2pgame.session.table.epoch_trust import id_of
from p2pgame.session.table.epochs import EVERY, GENESIS, MOST
from tests import wire_reader as reader
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
from tests.session.ring import Ring
from tests.session.tables import TABLE, any_offer, known, me


def test_whoever_opened_the_table_reads_on_even_if_it_has_left() -> None:
    """The others may be connected by it alone."""
    net = ring()
    net.tables[0].leave()
    net.play()
    net.tables[1].leave()
    net.play()
    ((author, epoch),) = said(net, Epoch)
    assert isinstance(epoch, Epoch)
    assert author == 2
    assert [seat for seat, box in enumerate(epoch.boxes) if not box] == [1]


@pytest.mark.parametrize("leaver", range(1, SEATS))
@pytest.mark.parametrize("order", range(3))
def test_whoever_left_has_no_key_for_what_is_said_then(leaver: int, order: int) -> None:
    net = ring(order=order)
    net.tables[leaver].leave()
    net.play()
    stay = [seat for seat in range(SEATS) if seat != leaver]
    (author, epoch), *more = said(net, Epoch)
    assert (author, more) == (min(stay), [])
    assert isinstance(epoch, Epoch)
    assert [bool(box) for box in epoch.boxes] == [n in stay for n in range(SEATS)]
    chat(net, *stay)
    fresh = id_of(2, author)
    for raw in chat(net, *stay):
        assert {epoch_of(net.tables[seat], raw) for seat in stay} == {fresh}
    assert fresh not in net.tables[leaver].epochs.keys
    assert len({net.tables[seat].epochs.keys[fresh] for seat in stay}) == 1
    go_on(net)
    done(net, *stay)
    assert len([*said(net, Epoch)]) == 1


def test_whoever_has_gone_gets_a_box_and_whoever_has_left_gets_none() -> None:
    everybody = frozenset(range(SEATS))
    epochs = ring().tables[0].epochs
    assert epochs.due(everybody - {2}, frozenset()) is None
    due = epochs.due(everybody - {2, 3}, frozenset({3}))
    assert due is not None
    assert [seat for seat, box in enumerate(due.boxes) if not box] == [3]


def test_each_hears_of_a_key_before_the_first_word_that_needs_it() -> None:
    """Whoever comes late, by whatever way, can read all in an order of causes."""
    net = ring(5, order=1)
    for leaver in (4, 3):
        net.tables[leaver].leave()
        net.play()
        chat(net, 0, 1, 2)
    go_on(net)
    done(net, 0, 1, 2)
    source = net.tables[1]
    assert {epoch_of(source, entry.raw) for entry in source.entries} == {
        *(GENESIS, id_of(2, 0), id_of(3, 0))
    }
    late = Table(TABLE, known(Ring()), me(2))
    for raw in source.history.missing(()):
        needed = epoch_of(source, raw)
        assert source.is_lobby(raw) or needed in late.epochs.keys
        late.receive(raw)
    assert late.epochs.keys == source.epochs.keys


def test_under_which_key_an_entry_travels_does_not_depend_on_who_heard_what_first() -> (
    None
):
    net = ring(order=2, spectators=1)
    net.tables[3].leave()
    net.play()
    chat(net, 0, 1, 2)
    go_on(net)
    here = net.tables[0].roster.here
    expected = {
        entry.raw: net.tables[0].epochs.of(entry.raw, (id_of(2, 0),))
        for entry in net.tables[0].entries
    }
    for order in range(4):
        table, raws = Table(TABLE, known(Ring()), me(1)), [*expected]
        table.history.may_append = lambda entry: True  # the offer comes when it comes
        Random(order).shuffle(raws)
        raws.sort(key=lambda raw: Entry.read(raw).sequence > 0)
        for raw in raws:
            table.receive(raw)
        assert table.epochs.readable(here) == {id_of(2, 0)}
        for raw, epoch in expected.items():
            assert table.epochs.of(raw, (id_of(2, 0),)) == epoch


def test_a_key_is_used_only_when_all_who_are_there_have_signed_that_they_saw_it() -> (
    None
):
    net = ring()
    net.tables[3].leave()
    net.silent.add(2)
    net.play()
    for raw in chat(net, 0, 1):
        assert epoch_of(net.tables[0], raw) == GENESIS
    net.silent.clear()
    assert net.tables[2].advance() == (False, None)
    for _, raw in [*net.said]:
        net.tables[2].receive(raw)
    chat(net, 2)
    assert [epoch_of(net.tables[0], raw) for raw in chat(net, 0)] == [id_of(2, 0)]


def test_after_so_many_hands_there_is_a_fresh_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert EVERY == 10
    net = ring(2)
    start = net.tables[0].play
    assert start is not None
    for hand in range(2 * EVERY + 1):
        say(net, 0, Checkpoint(bytes([hand]) * 32, bytes(32)))
        say(net, 1, Checkpoint(bytes([hand]) * 32, bytes(32)))
        net.play()
        assert len([*said(net, Epoch)]) == (hand + 1) // EVERY
    assert {seat for seat, _ in said(net, Epoch)} == {0}
    numbers = [
        epoch.number for _, epoch in said(net, Epoch) if isinstance(epoch, Epoch)
    ]
    assert numbers == [2, 3]


@pytest.mark.parametrize("itself", [True, False])
def test_a_key_of_somebody_who_went_is_used_no_more_though_its_boxes_are_good(
    itself: bool,
) -> None:
    """Whoever means to go can't leave a key behind that it knows itself."""
    net = ring()
    say(net, 3, made_by(net, 3, 2, [0, 1, 2, 3] if itself else [0, 1, 2]))
    net.play()
    chat(net, 0, 1, 2, 3)
    used = id_of(2, 3) if itself else GENESIS
    assert {epoch_of(net.tables[0], raw) for raw in chat(net, 0, 1)} == {used}
    net.tables[3].leave()
    net.play()
    chat(net, 0, 1, 2)
    assert {epoch_of(net.tables[0], raw) for raw in chat(net, 0, 1)} == {id_of(3, 0)}


def test_a_key_for_some_only_is_used_by_nobody_and_keeps_nobody_from_a_better_one() -> (
    None
):
    net = ring()
    say(net, 1, made_by(net, 1, 2, [1, 2]))
    net.play()
    chat(net, 0, 1, 2, 3)
    assert {epoch_of(net.tables[1], raw) for raw in chat(net, 0, 1)} == {GENESIS}
    net.tables[3].leave()
    net.play()
    chat(net, 0, 1, 2)
    assert {epoch_of(net.tables[1], raw) for raw in chat(net, 0, 1)} == {id_of(3, 0)}


@pytest.mark.parametrize("number", [2, 4, 65535])
def test_an_epoch_out_of_its_place_is_void(number: int) -> None:
    net = ring()
    say(net, 1, made_by(net, 1, 2, range(SEATS)))
    say(net, 1, made_by(net, 1, number, range(SEATS)))
    net.play()
    assert all(
        table.epochs.keys.keys() == {GENESIS, id_of(2, 1)} for table in net.tables
    )


@pytest.mark.parametrize("boxes", [1, 3, 5])
def test_an_epoch_with_boxes_for_another_table_s_seats_is_void(boxes: int) -> None:
    net = ring()
    good = made_by(net, 1, 2, range(SEATS))
    say(net, 1, replace(good, boxes=((*good.boxes, *good.boxes)[:boxes])))
    say(net, 2, replace(good, watch=bytes(80)))
    net.play()
    assert all(table.epochs.keys.keys() == {GENESIS} for table in net.tables)
    assert not [*said(net, EpochRefusal)]


def test_boxes_that_somebody_repeats_hold_an_old_key_and_lock_nobody_out() -> None:
    net = ring()
    old = made_by(net, 0, 2, range(SEATS))
    say(net, 0, old)
    net.play()
    say(net, 2, replace(old, number=3))
    net.play()
    chat(net, *range(SEATS))
    for raw in chat(net, *range(SEATS)):
        assert {epoch_of(table, raw) for table in net.tables} == {id_of(3, 2)}
    go_on(net)
    done(net, *range(SEATS))


def test_two_who_say_an_epoch_at_once_make_two_and_all_read_both() -> None:
    net = ring()
    raws = [write(net, seat, made_by(net, seat, 2, range(SEATS))) for seat in (0, 1)]
    for table in net.tables:
        for raw in raws:
            table.receive(raw)
    ids = {GENESIS, id_of(2, 0), id_of(2, 1)}
    assert all(table.epochs.keys.keys() == ids for table in net.tables)
    chat(net, *range(SEATS))
    for raw in chat(net, *range(SEATS)):
        assert {epoch_of(table, raw) for table in net.tables} == {id_of(2, 1)}


def test_of_one_seat_so_many_epochs_count_and_no_more() -> None:
    net = ring()
    for number in range(2, MOST + 4):
        say(net, 3, made_by(net, 3, number, range(SEATS)))
    net.play()
    assert all(len(table.epochs.keys) == 1 + MOST for table in net.tables)
    net.tables[3].leave()
    net.play()
    chat(net, 0, 1, 2)
    assert {epoch_of(net.tables[1], raw) for raw in chat(net, 0)} == {
        id_of(MOST + 2, 0)
    }


def test_whoever_refused_a_key_hears_without_it_that_the_others_went_on() -> None:
    """With its box spoilt, and then evicted, it waited for the others for ever."""
    net = ring()
    epoch = made_by(net, 1, 2, range(SEATS))
    say(net, 1, replace(epoch, boxes=(*epoch.boxes[:3], bytes(80))))
    net.play()
    assert [seat for seat, _ in said(net, EpochRefusal)] == [3]
    net.silent.add(3)
    go_on(net)
    done(net, 0, 1, 2)
    play = net.tables[0].play
    assert play is not None
    assert play.absences.evicted == {3}
    raws = [raw for _, raw in net.said]
    keys = {epoch_of(net.tables[0], raw) for raw in raws}
    assert id_of(2, 1) not in keys


def test_an_epoch_by_who_has_left_counts_for_nothing() -> None:
    net = ring()
    net.tables[3].leave()
    net.play()
    say(net, 3, made_by(net, 3, 3, range(SEATS)))
    net.play()
    chat(net, 0, 1, 2)
    assert {epoch_of(net.tables[1], raw) for raw in chat(net, 0)} == {id_of(2, 0)}
    assert not [*said(net, EpochRefusal)]


def test_after_a_restart_the_same_keys_are_there_and_the_same_word_is_due() -> None:
    net = ring()
    net.silent |= {1, 2}
    net.tables[3].leave()
    net.play(lambda: any(seat == 3 and _is(raw, Leave) for seat, raw in net.said))
    for seat, raw in net.said:
        if seat == 3:
            net.tables[0].receive(raw)
    again = Table(TABLE, known(Ring()), me(0))
    for entry in net.tables[0].history.missing(()):
        again.receive(entry)
    first, second = (
        table.epochs.due(table.roster.here, frozenset({3}))
        for table in (net.tables[0], again)
    )
    words = [payload for _, payload in said(net, Epoch)]
    assert first == second
    assert (first is not None) != bool(words)


def _is(raw: bytes, kind: type[Payload]) -> bool:
    return isinstance(payloads.decode(Entry.read(raw).payload), kind)


def test_a_real_epoch_reads_as_the_page_says() -> None:
    net = ring()
    net.tables[3].leave()
    net.play()
    [raw] = [raw for _, raw in net.said if _is(raw, Epoch)]
    _, number, name, boxes, _ = reader.read_payload(reader.read_entry(raw).payload)
    assert isinstance(number, int)
    assert isinstance(boxes, list)
    key = net.tables[0].epochs.keys[reader.epoch_of(number, 0)]
    assert reader.hash_of("p2pgame epoch", key) == name
    for seat, box in enumerate(boxes[:3]):
        assert isinstance(box, bytes)
        assert reader.open_box(box, me(seat).box_secret) == key
    assert boxes[3] == b""


def test_keys_are_in_no_repr() -> None:
    net = ring()
    say(net, 1, made_by(net, 1, 2, range(SEATS)))
    net.play()
    table = net.tables[0]
    assert repr(table.epochs) == f"Epochs({[GENESIS, id_of(2, 1)]})"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_order_things_come_in_those_who_stay_share_all_keys(seed: int) -> None:
    chance = Random(seed)
    net = ring(5, seed + 10)
    leavers = chance.sample(range(5), 2)
    at = [chance.randrange(15, 25), chance.randrange(25, 40)]

    def meddle() -> None:
        for leaver, when in zip(leavers, at, strict=True):
            table = net.tables[leaver]
            is_time = len(net.said) == when and not net.tables[leaver].complete
            if (
                is_time
                and leaver in table.roster.here
                and table.play
                and not table.play.over
            ):
                table.leave()

    net.meddle = meddle
    go_on(net, any_offer(chance))
    first = min({*range(5)} - {*leavers})
    stay = sorted(net.tables[first].roster.here)
    done(net, *stay)
    tables = [net.tables[seat] for seat in stay]
    assert len({frozenset(table.epochs.keys.items()) for table in tables}) == 1
    for entry in tables[0].entries:
        assert len({epoch_of(table, entry.raw) for table in tables}) == 1
    assert GENESIS in tables[0].epochs.keys
