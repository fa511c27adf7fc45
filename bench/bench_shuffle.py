"""What shuffling and opening a deck costs, as a table.

Each figure is in multiplications of one element, ``k * P``.  With one worker it is
the time of our thread over that of multiplications just before and after it, the
median of the rounds.  With two it is the clock's, the best of the rounds over the
best multiplication, because the second core is free only if nobody else works; how
free it was stands above the table.

Run it with ``python -m bench.bench_shuffle``; it fails if a figure is above its
ceiling.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf
from statistics import median
from time import perf_counter, thread_time

from p2pgame.protocols.arithmetic import workers
from p2pgame.protocols.arithmetic.group import G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck import reveal, stage
from p2pgame.protocols.deck.stage import Claim, Stage
from p2pgame.protocols.threshold.keys import Keys

CARDS, PLAYERS, ROUNDS = 52, 8, 30
#: Ceilings for a shuffle with its proof, with one worker and with two.
BOTH = 650, 400

ENTROPY = secrets.token_bytes
FACTOR, ELEMENT = Scalar.random(ENTROPY), hash_to_group(b"bench", b"P")
SECRETS = [Scalar.random(ENTROPY) for _ in range(PLAYERS)]
KEYS = Keys({player: x * G for player, x in enumerate(SECRETS)})

Clock = Callable[[], float]
Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """What is measured: ``make`` gives the work to be timed, anew for each round.

    ``parts`` is by how much the time is divided; ``ceilings`` are for one worker
    and for two, None for no promise.
    """

    name: str
    make: Callable[[], Work]
    parts: int = 1
    ceilings: tuple[int | None, int | None] = (None, None)


def seconds(work: Work, clock: Clock) -> float:
    start = clock()
    work()
    return clock() - start


def multiply() -> None:
    for _ in range(20):
        _ = FACTOR * ELEMENT


def alone(row: Row) -> float:
    """Return the cost of ``row`` in multiplications, on this thread."""
    ratios = []
    for _ in range(ROUNDS):
        work = row.make()
        before = seconds(multiply, thread_time)
        taken = seconds(work, thread_time)
        one = (before + seconds(multiply, thread_time)) / 40
        ratios.append(taken / one / row.parts)
    return median(ratios)


def together(row: Row, pool: ThreadPoolExecutor) -> float:
    """Return the cost of ``row`` in multiplications, on two threads."""
    best = one = inf
    for _ in range(5 * ROUNDS):
        work = row.make()
        one = min(one, seconds(multiply, perf_counter) / 20)
        with workers.lent(2, pool.map):
            best = min(best, seconds(work, perf_counter))
    return best / one / row.parts


def second_core(pool: ThreadPoolExecutor) -> float:
    """Return how many times as fast as one thread two are just now."""

    def twice() -> None:
        for _ in pool.map(lambda _: multiply(), range(2)):
            pass

    rounds = range(20 * ROUNDS)
    one = min(seconds(multiply, perf_counter) for _ in rounds)
    return 2 * one / min(seconds(twice, perf_counter) for _ in rounds)


def rows() -> Iterator[Row]:
    now = first()
    claims: list[Claim] = []
    for player in range(PLAYERS):
        claims.append(stage.decode(now, player, stage.mix(now, player, ENTROPY)))
        now = claims[-1].after
    place = partial(Transcript, b"bench")
    said = [reveal.prove(now.cards, x, place(), ENTROPY) for x in SECRETS]

    def opened(players: int) -> Work:
        return lambda: reveal.verify_all(
            [
                reveal.Claim(p, said[p], now.cards, KEYS.shares[p], place())
                for p in range(players)
            ]
        )

    def only(work: Work) -> Callable[[], Work]:
        return lambda: work

    yield Row("shuffle and prove", only(lambda: stage.mix(now, 0, ENTROPY)), 1, BOTH)
    yield Row("verify one shuffle", only(lambda: stage.verify(claims[-1])))
    yield Row(
        f"  each of {PLAYERS} in a chain",
        only(lambda: stage.verify_all(claims)),
        PLAYERS,
        (200, None),
    )
    prove = partial(reveal.prove, now.cards, SECRETS[0])
    yield Row("make the tokens of a deck", only(lambda: prove(place(), ENTROPY)))
    yield Row("verify them", only(opened(1)), 1, (150, None))
    yield Row(f"  each of {PLAYERS} players', together", only(opened(PLAYERS)), PLAYERS)


def first() -> Stage:
    faces = tuple(hash_to_group(b"bench card", bytes([i])) for i in range(CARDS))
    return stage.first(tuple(range(PLAYERS)), KEYS, faces, b"bench")


def shown(cost: float, ceiling: int | None) -> str:
    bound = "" if ceiling is None else f"<={ceiling}"
    return f"{cost:7.0f} {bound:6}"


def main() -> int:
    """Print the table; return 1 if a figure is above its ceiling, else 0."""
    failed = False
    print(f"{CARDS} cards, in multiplications, {ROUNDS} rounds")
    print(f"{'':40}{'1 worker':>14} {'2 workers':>14}")
    with ThreadPoolExecutor(2) as pool:
        free = second_core(pool)
        print(f"two threads are {free:.2f} times as fast as one")
        for row in rows():
            cells = []
            costs = alone(row), together(row, pool)
            for cost, ceiling in zip(costs, row.ceilings, strict=True):
                cells.append(shown(cost, ceiling))
                failed |= ceiling is not None and cost > ceiling
            print(f"{row.name:40}{' '.join(cells)}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
