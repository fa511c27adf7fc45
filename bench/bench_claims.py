"""What the claims of a game of hearts cost, by each of the two proofs, as a table.

Twelve hands are played with each proof at a table of four, and both files verified.
The claims of one of these games are then proved and verified by both, so that the same
statements stand in both lines.  A ratio is of processor times within this run.

Run it with ``python -m bench.bench_claims`` (two minutes); it fails above its ceilings.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import process_time

from p2pgame.games.tricks.hearts import Hearts, HeartsGame
from p2pgame.protocols.arithmetic import group
from p2pgame.protocols.arithmetic.group import Entropy, G
from p2pgame.protocols.deck import claims
from p2pgame.protocols.deck.cards import Secrets
from p2pgame.session.table.verify import verify
from tests.session.tables import Net, any_offer, known

HANDS = 12
#: Multiplications and bytes for a claim: 3,000 and 53,000 for forty.
CEILINGS = 75, 1325


class TwelveHands(HeartsGame):
    """Ends with the twelfth hand, whatever the scores are."""

    def payoffs(self, state: Hearts) -> tuple[int, ...] | None:
        return (0,) * 4 if state.number == HANDS else None


@dataclass(frozen=True)
class Claimed:
    """A claim, and what proves it."""

    part: claims._Part
    shown: Mapping[int, str]
    secrets: Secrets
    entropy: Entropy


@dataclass(frozen=True)
class Cost:
    bytes: int
    multiplications: int
    proving: float
    verifying: float


@contextmanager
def patched(owner: object, **functions: object) -> Iterator[None]:
    before = {name: getattr(owner, name) for name in functions}
    for name, function in functions.items():
        setattr(owner, name, function)
    try:
        yield
    finally:
        for name, function in before.items():
            setattr(owner, name, function)


def by_membership(cards: int, allowed: int, others: int) -> bool:
    return True


def play(heard: list[Claimed]) -> bytes:
    """Return the file of a whole game, and append its claims to ``heard``."""
    prove = claims._prove

    def note(
        part: claims._Part,
        shown: Mapping[int, str],
        secrets: Secrets,
        entropy: Entropy,
    ) -> bytes:
        heard.append(Claimed(part, shown, secrets, entropy))
        return prove(part, shown, secrets, entropy)

    net = Net(TwelveHands(), 4, decide=any_offer(Random(1)))
    with patched(claims, _prove=note):
        net.play()
    assert net.tables[0].complete
    return net.tables[0].transcript()


def counted(work: Callable[[], object]) -> int:
    """Return how many multiplications ``work`` takes."""
    count = 0

    def counting(function: Callable[..., bytes]) -> Callable[..., bytes]:
        def call(*arguments: bytes) -> bytes:
            nonlocal count
            count += 1
            return function(*arguments)

        return call

    names = ("_multiply", "_multiply_base")
    with patched(group, **{name: counting(getattr(group, name)) for name in names}):
        work()
    return count


def seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def cost(heard: list[Claimed]) -> Cost:
    messages: list[bytes] = []

    def prove() -> None:
        messages[:] = [
            claims._prove(c.part, c.shown, c.secrets, c.entropy) for c in heard
        ]

    def check() -> None:
        for c, message in zip(heard, messages, strict=True):
            claims._verify(c.part, message, c.secrets.key * G)

    proving = seconds(prove)
    multiplications = counted(check) - len(heard)  # the shares
    return Cost(sum(map(len, messages)), multiplications, proving, seconds(check))


def main() -> int:
    heard: list[Claimed] = []
    after = play(heard)
    other: list[Claimed] = []
    with patched(claims, is_by_membership=by_membership):
        before = play(other)
        files = [
            len(other),
            len(before),
            seconds(lambda: verify(before, known(TwelveHands()))),
        ]
        old = cost(heard)
    new = cost(heard)
    taken = seconds(lambda: verify(after, known(TwelveHands())))
    n = len(heard)
    print(f"{n} claims of {HANDS} hands of hearts")
    print(f"{'':16}{'multiplications':>16}{'bytes':>10}{'verify':>10}{'prove':>10}")
    for name, c in (("membership", old), ("as it is", new)):
        print(
            f"{name:16}{c.multiplications:>16,}{c.bytes:>10,}"
            f"{c.verifying:>8.2f} s{c.proving:>8.2f} s"
        )
    print(
        f"{'ratio':16}{old.multiplications / new.multiplications:>16.1f}"
        f"{old.bytes / new.bytes:>10.1f}{old.verifying / new.verifying:>10.1f}"
        f"{old.proving / new.proving:>10.1f}"
    )
    branch = old.verifying / (old.multiplications / 4)
    each = new.verifying / new.multiplications
    print(
        f"a branch of membership takes {branch / each:.1f} "
        "of the multiplications of the other"
    )
    print(f"the file: {len(after):,} bytes, {n} claims, verified in {taken:.2f} s")
    print(
        f"a game with membership alone: {files[1]:,} bytes, {files[0]} claims, "
        f"verified in {files[2]:.2f} s"
    )
    most = new.multiplications / n, new.bytes / n
    return int(any(one > limit for one, limit in zip(most, CEILINGS, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
