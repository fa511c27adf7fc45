"""A token bucket allows its rate and its burst, and nothing beyond."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from p2pgame.transport.rate import TokenBucket


def test_a_new_bucket_holds_its_burst() -> None:
    bucket = TokenBucket(20, 60, now=12345.678)
    assert bucket.is_full(now=12345.678)
    assert all(bucket.take(1, now=12345.678) for _ in range(60))
    assert not bucket.take(1, now=12345.678)
    assert not bucket.is_full(now=12345.678)


def test_a_refused_take_costs_nothing() -> None:
    bucket = TokenBucket(1, 2, now=0)
    assert bucket.take(2, now=0)
    assert not any(bucket.take(1, now=0.5) for _ in range(100))
    assert bucket.take(1, now=1)


def test_a_bucket_gains_its_rate_and_never_holds_more_than_its_burst() -> None:
    bucket = TokenBucket(2, 10, now=0)
    bucket.charge(10, now=0)
    assert bucket.left(now=2.5) == 5
    assert bucket.has(5, now=2.5)
    assert not bucket.has(5.5, now=2.5)
    assert bucket.left(now=1000) == 10
    assert bucket.is_full(now=1000)


def test_a_fraction_of_a_token_can_be_taken() -> None:
    bucket = TokenBucket(1, 1, now=0)
    assert bucket.take(0.75, now=0)
    assert not bucket.take(0.5, now=0)
    assert bucket.take(0.25, now=0)


def test_a_debt_must_be_paid_before_the_bucket_is_ready() -> None:
    bucket = TokenBucket(4, 8, now=0)
    bucket.charge(20, now=0)
    assert bucket.left(now=0) == -12
    assert bucket.ready_at() == 3
    assert bucket.ready_in(now=1) == 2
    assert bucket.ready_in(2, now=1) == 2.5
    assert bucket.ready_in(now=10) == 0
    assert bucket.ready_in(9, now=0) == math.inf


def test_a_limited_debt_is_forgotten_beyond_its_limit() -> None:
    bucket = TokenBucket(1, 5, now=0, debt=5)
    bucket.charge(1000, now=0)
    assert bucket.left(now=0) == -5
    assert bucket.ready_in(now=0) == 5


def test_a_bucket_without_a_start_time_is_full() -> None:
    bucket = TokenBucket(3, 6)
    assert bucket.left(now=77) == 6
    assert bucket.ready_in(now=77) == 0
    assert bucket.take(6, now=77)
    assert bucket.ready_in(3, now=77) == 1


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 64)), max_size=30),
    st.integers(1, 8),
    st.integers(1, 64),
)
def test_in_any_span_at_most_burst_plus_rate_times_its_length_passes(
    steps: list[tuple[int, int]], rate: int, burst: int
) -> None:
    bucket, now = TokenBucket(rate, burst, now=0), 0.0
    passed: list[tuple[float, int]] = []
    for pause, count in steps:
        now += pause / 8
        if bucket.take(count, now=now):
            passed.append((now, count))
    for i, (first, _) in enumerate(passed):
        total = 0
        for last, count in passed[i:]:
            total += count
            assert total <= burst + rate * (last - first)
