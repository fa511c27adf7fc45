"""The frame meter against a WebSocket library's own frames, however they are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wsproto.frame_protocol import FrameProtocol

from p2pgame.transport.link import TransportError
from p2pgame.transport.meter import FRAME_COST, FrameMeter, charge_frames
from p2pgame.transport.rate import TokenBucket

SIZES = [0, 1, 2, 125, 126, 127, 128, 65535, 65536, 70000]


def frames_of(sizes: list[int], *, is_client: bool) -> list[bytes]:
    protocol = FrameProtocol(is_client, [])
    return [bytes(protocol.send_data(b"\x81" * size)) for size in sizes]


@given(
    st.lists(st.sampled_from(SIZES), max_size=8),
    st.booleans(),
    st.lists(st.integers(0, 300_000), max_size=20),
)
def test_every_frame_is_counted_once_however_it_is_cut(
    sizes: list[int], is_client: bool, cuts: list[int]
) -> None:
    stream = b"".join(frames_of(sizes, is_client=is_client))
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    meter = FrameMeter()
    pieces = [stream[a:b] for a, b in pairwise(edges)]
    assert sum(meter.take(piece)[1] for piece in pieces) == len(sizes)


@given(st.lists(st.sampled_from(SIZES[:7]), max_size=6), st.booleans())
def test_a_frame_is_counted_as_soon_as_its_header_is_there(
    sizes: list[int], is_client: bool
) -> None:
    meter = FrameMeter()
    for size, frame in zip(sizes, frames_of(sizes, is_client=is_client), strict=True):
        header = len(frame) - size
        counts = [meter.take(frame[n : n + 1])[1] for n in range(len(frame))]
        assert counts == [0] * (header - 1) + [1] + [0] * size


def test_control_frames_and_fragments_are_counted() -> None:
    protocol = FrameProtocol(False, [])
    stream = protocol.ping(b"1234") + protocol.pong(b"") + protocol.close(1000, "bye")
    stream += b"\x02\x00" + b"\x00\x00" * 10 + b"\x80\x00"
    assert FrameMeter().take(bytes(stream))[1] == 3 + 12


def test_a_frame_that_claims_a_tebibyte_takes_no_memory() -> None:
    meter = FrameMeter()
    assert meter.take(b"\x82\x7f" + (2**40).to_bytes(8))[1] == 1
    assert meter.take(bytes(1_000_000))[1] == 0


def test_frames_beyond_the_burst_and_the_rate_end_the_connection() -> None:
    bucket = TokenBucket(10, 50, now=100.0)
    charge_frames(bucket, 50, now=100.0)
    with pytest.raises(TransportError, match="too many"):
        charge_frames(bucket, 1, now=100.0)
    bucket = TokenBucket(10, 50, now=100.0)
    charge_frames(bucket, 50, now=100.0)
    for second in range(1, 20):
        charge_frames(bucket, 10, now=100.0 + second)
    with pytest.raises(TransportError):
        charge_frames(bucket, 11, now=120.0)


def test_a_rest_saves_no_more_than_a_burst() -> None:
    bucket = TokenBucket(10, 50, now=0.0)
    with pytest.raises(TransportError):
        charge_frames(bucket, 51, now=1e9)


def message(size: int, *, parts: int) -> bytes:
    """Return a message of a client in so many frames, with a ping between them."""
    sizes = [size // parts] * (parts - 1) + [size - size // parts * (parts - 1)]
    frames = []
    for number, part in enumerate(sizes):
        first = (0x02 if number == 0 else 0) | (0x80 if number == parts - 1 else 0)
        head = bytes([0xFE]) + part.to_bytes(2)
        frames.append(bytes([first]) + head + bytes(4 + part))
    return (b"\x89\x80" + bytes(4)).join(frames)


@given(
    st.lists(st.tuples(st.integers(1, 3000), st.integers(1, 5)), max_size=6),
    st.lists(st.integers(0, 20_000), max_size=20),
)
def test_what_has_come_and_was_not_taken_is_held(
    messages: list[tuple[int, int]], cuts: list[int]
) -> None:
    wholes = [message(size, parts=parts) for size, parts in messages]
    ends = [sum(map(len, wholes[: n + 1])) for n in range(len(wholes))]
    stream = b"".join(wholes)
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    meter, read = FrameMeter(), 0
    for start, end in pairwise(edges):
        read += meter.take(stream[start:end])[0]
        assert meter.held >= read - 13  # a header that is not there yet
        assert meter.held <= read + FRAME_COST * 10 * len(messages)
        is_whole = any(one <= read for one in ends)
        if is_whole:
            assert not meter.is_unfinished
    for number, end in enumerate(ends):
        meter.taken()
        assert meter.held >= len(stream) - end
        assert (meter.held == 0) is (number == len(ends) - 1)
    assert meter.held == 0


def test_a_message_that_does_not_end_is_unfinished() -> None:
    meter, whole = FrameMeter(), message(1000, parts=3)
    meter.take(b"\x89\x80" + bytes(4))
    assert not meter.is_unfinished
    meter.take(whole[:20])
    assert meter.is_unfinished
    meter.take(whole[20:] + whole[:500])
    assert not meter.is_unfinished  # the first may be taken, if we do
    meter.taken()
    assert meter.is_unfinished
    assert meter.held == 500 + 3 * FRAME_COST
