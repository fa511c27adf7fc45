"""Signals between players: one byte string for each, strictly read."""

from __future__ import annotations

import random

import pytest

from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.candidates import CANDIDATES_LIMIT, Candidate, Kind
from p2pgame.transport.paths.signals import Hello, Proof, Reach, Signal, Step, Sync
from tests.transport.voices import voice

ANNA, BERT = voice(1), voice(3)
FOUR = Candidate(Kind.LAN, "192.168.1.10", 4000)
SIX = Candidate(Kind.PUNCH, "2001:db8::1", 65535)
REACH = Reach(ANNA.author, 2**63, (FOUR, SIX))
SYNC = Sync(ANNA.author, BERT.author, bytes(range(16)), Step.GO, 258)


def some() -> list[Signal]:
    """Return a signal of each kind, as it is read."""
    full = Reach(ANNA.author, 0, (FOUR, SIX) * (CANDIDATES_LIMIT // 2))
    hidden = Reach(ANNA.author, 1, ())
    said = [signals.signed(each, ANNA) for each in (REACH, SYNC, full, hidden)]
    hello = Hello(ANNA.author, bytes(16))
    proof = Proof(ANNA.sign(signals.proven(hello, hello)))
    return [*map(signals.decode, said), hello, proof]


def test_what_is_read_is_what_was_said() -> None:
    for signal in some():
        assert signals.decode(signals.encode(signal)) == signal
    read = signals.decode(signals.signed(REACH, ANNA))
    assert isinstance(read, Reach)
    assert (read.author, read.edition, read.candidates) == (
        *(REACH.author, REACH.edition),
        REACH.candidates,
    )


def test_the_bytes_of_a_reach_are_these() -> None:
    data = signals.signed(REACH, ANNA)
    assert data[:42] == b"\x10" + ANNA.author + b"\x80" + bytes(7) + b"\x02"
    assert data[42:50] == b"\x01\x04\xc0\xa8\x01\x0a\x0f\xa0"
    assert data[50:70] == b"\x05\x06\x20\x01\x0d\xb8" + bytes(11) + b"\x01\xff\xff"
    assert data[70:] == ANNA.sign(data[:70])


def test_the_bytes_of_a_sync_are_these() -> None:
    data = signals.signed(SYNC, ANNA)
    body = b"\x11" + ANNA.author + BERT.author + bytes(range(16)) + b"\x03\x01\x02"
    assert data == body + ANNA.sign(body)


def test_only_its_author_can_have_said_it() -> None:
    for signal in (REACH, SYNC):
        read = signals.decode(signals.signed(signal, ANNA))
        assert isinstance(read, Reach | Sync)
        signals.verify(read, BERT)
        forged = signals.decode(signals.signed(signal, BERT))
        assert isinstance(forged, Reach | Sync)
        with pytest.raises(InvalidFrame):
            signals.verify(forged, BERT)


def test_a_changed_byte_is_another_signal_or_none() -> None:
    for signal in some():
        data = signals.encode(signal)
        for at in range(len(data)):
            changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            try:
                assert signals.decode(changed) != signal
            except InvalidFrame:
                continue


def test_every_cut_or_longer_signal_is_refused() -> None:
    for signal in some():
        data = signals.encode(signal)
        for cut in (*(data[:size] for size in range(len(data))), data + b"\0"):
            with pytest.raises(InvalidFrame):
                signals.decode(cut)


@pytest.mark.parametrize(
    ("at", "byte"),
    [(0, 0), (0, 20), (41, 9), (42, 0), (42, 6), (43, 5), (43, 0)],
)
def test_what_has_no_meaning_is_refused(at: int, byte: int) -> None:
    data = bytearray(signals.signed(REACH, ANNA))
    data[at] = byte
    with pytest.raises(InvalidFrame):
        signals.decode(bytes(data))


def test_more_candidates_than_allowed_are_refused() -> None:
    data = signals.signed(Reach(ANNA.author, 0, (FOUR,) * CANDIDATES_LIMIT), ANNA)
    with pytest.raises(InvalidFrame):
        signals.decode(data[:41] + b"\x09" + data[42:50] + data[42:])


def test_a_reach_that_ends_where_an_unknown_host_begins_is_refused() -> None:
    """So long as a host of no bytes would be, less one: an error of another kind."""
    start = signals.signed(REACH, ANNA)[:41] + b"\x01"
    for end in (b"", b"\x01", b"\x01\x05", b"\x01\x05\x0f", b"\x01\x05\x0f\xa0"):
        with pytest.raises(InvalidFrame):
            signals.decode(start + end)


def test_port_zero_and_unknown_steps_are_refused() -> None:
    reach, sync = signals.signed(REACH, ANNA), signals.signed(SYNC, ANNA)
    for bad in (
        reach[:48] + bytes(2) + reach[50:],
        *(sync[:81] + bytes([step]) + sync[82:] for step in (0, 4, 255)),
    ):
        with pytest.raises(InvalidFrame):
            signals.decode(bad)


def test_noise_is_read_in_one_way_or_refused() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    chance = random.Random(seed)
    said = [signals.encode(signal) for signal in some()]
    for _ in range(5000):
        data = bytearray(chance.choice(said))
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(min(len(data), 90))] = chance.randrange(256)
        try:
            read = signals.decode(bytes(data))
        except InvalidFrame:
            continue
        assert signals.encode(read) == data


def test_ours_are_within_the_limits() -> None:
    for make in (
        lambda: Reach(bytes(31), 0, ()),
        lambda: Reach(bytes(32), 1 << 64, ()),
        lambda: Reach(bytes(32), 0, (FOUR,) * (CANDIDATES_LIMIT + 1)),
        lambda: Sync(bytes(32), bytes(32), bytes(15), Step.ASK),
        lambda: Sync(bytes(32), bytes(32), bytes(16), Step.ASK, 65536),
        lambda: Hello(bytes(32), bytes(17)),
        lambda: Proof(bytes(63)),
        lambda: signals.encode(REACH),
    ):
        with pytest.raises(ValueError):
            make()
