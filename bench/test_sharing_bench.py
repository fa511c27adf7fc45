"""What sharing keys and flipping a beacon cost, in multiplications of one element.

Each figure is the best of its rounds over the best time of ``k * P`` in the
same run, so it says the same on a slow machine; and both are processor time,
so it says the same on a busy one, where work of many milliseconds is always
interrupted.  ``extra_info`` keeps it, and a figure above its ceiling fails.

A run is one player's part, all verification included, with a threshold of just
over half of the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import process_time
from timeit import repeat

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.protocols.arithmetic.group import G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.polynomial import evaluate_commitments
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.chance import beacon
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold import pvss, sharing, vss
from p2pgame.protocols.threshold.keys import Keys

ENTROPY = secrets.token_bytes
SECRETS = [Scalar.random(ENTROPY) for _ in range(10)]
KEYS = Keys({player: secret * G for player, secret in enumerate(SECRETS)})

pytestmark = pytest.mark.benchmark(timer=process_time)

Measure = Callable[[Callable[[], object], int], None]
Begin = Callable[[int], Protocol[object]]


@pytest.fixture
def measure(benchmark: BenchmarkFixture) -> Measure:
    def measure(work: Callable[[], object], ceiling: int) -> None:
        before = multiplication()
        benchmark(work)
        one = min(before, multiplication())
        if benchmark.stats is not None:  # None when benchmarks are switched off
            figure = benchmark.stats.stats.min / one
            benchmark.extra_info["multiplications"] = round(figure, 1)
            assert figure <= ceiling

    return measure


def multiplication() -> float:
    """Return the seconds that one scalar multiplication takes."""
    k, P = Scalar.random(ENTROPY), hash_to_group(b"bench", b"P")
    work = repeat(lambda: k * P, timer=process_time, number=50, repeat=20)
    return min(work) / 50


def share(n: int) -> Begin:
    def begin(me: int) -> Protocol[object]:
        # Kept from one round to the next, the shares' keys would cost nothing.
        vss.share_key.cache_clear()
        secret = SECRETS[me]
        return sharing.share(me, range(n), KEYS, n // 2 + 1, secret, b"", ENTROPY)

    return begin


def flip(n: int) -> Begin:
    def begin(me: int) -> Protocol[object]:
        secret = SECRETS[me]
        return beacon.flip(me, range(n), KEYS, n // 2 + 1, secret, b"", ENTROPY)

    return begin


def listen(begin: Begin, n: int) -> list[list[bytes]]:
    """Return what all say, by round and player."""
    runs, rounds = [Run(begin(me)) for me in range(n)], []
    for number in range(2):
        said = [run.step() for run in runs]
        rounds.append([message for message in said if message is not None])
        for run in runs:
            for player, message in enumerate(rounds[number]):
                run.receive(player, number, message)
    return rounds


def play(begin: Begin, rounds: list[list[bytes]]) -> object:
    """Play the first player's part among what all have said; return its result."""
    run = Run(begin(0))
    for number, messages in enumerate(rounds):
        run.step()
        for player, message in enumerate(messages):
            run.receive(player, number, message)
    run.step()
    return run.result


@pytest.mark.parametrize(("n", "ceiling"), [(3, 30), (5, 60), (10, 190)])
def test_sharing_keys(measure: Measure, n: int, ceiling: int) -> None:
    rounds = listen(share(n), n)
    assert len(rounds[0][0]) == 32 * (n // 2 + n) + 64
    measure(lambda: play(share(n), rounds), ceiling)


@pytest.mark.parametrize(("n", "ceiling"), [(3, 80), (5, 170), (10, 500)])
def test_flipping_a_beacon(measure: Measure, n: int, ceiling: int) -> None:
    rounds = listen(flip(n), n)
    assert len(rounds[0][0]) == 32 * (n + 1 + n // 2 + 1)
    measure(lambda: play(flip(n), rounds), ceiling)


@pytest.mark.parametrize(("n", "ceiling"), [(3, 12), (5, 18), (10, 35)])
def test_verifying_a_dealing(measure: Measure, n: int, ceiling: int) -> None:
    keys = {player: KEYS.shares[player] for player in range(n)}
    secret = [Scalar.random(ENTROPY) for _ in range(n // 2 + 1)]
    dealing = pvss.deal(secret, keys, Transcript(b"bench"), ENTROPY)
    measure(lambda: pvss.verify(dealing, keys, Transcript(b"bench")), ceiling)


@pytest.mark.parametrize(("threshold", "ceiling"), [(2, 4), (3, 6), (6, 12)])
def test_standing_in_for_one_card(
    measure: Measure, threshold: int, ceiling: int
) -> None:
    tokens = {player: [KEYS.shares[player]] for player in range(threshold)}
    measure(lambda: sharing.stand_in(tokens, threshold), ceiling)


@pytest.mark.parametrize(("threshold", "ceiling"), [(2, 3), (3, 5), (6, 10)])
def test_working_out_a_share_key(
    measure: Measure, threshold: int, ceiling: int
) -> None:
    commitments = [KEYS.shares[player] for player in range(threshold)]
    measure(lambda: evaluate_commitments(commitments, 9), ceiling)
