"""What a whole deal of hold'em costs one player, and how much is said in it.

Keys, their sharing (with three players or more), a shuffle of 52 cards by all, two
cards for each and a board in three steps: with the masked deck, and with the
commutative one, unproved (with the audit that it takes in the end) and proved.

Figures are those of one player, the mean of all seats, all verification included:
multiplications and additions in the group as they are counted, which are the same
on every machine and must not be above a ceiling, and the processor's time, the best
of the rounds.  A player verifies while it waits; ``in the end`` it has had no time
to, and verifies all shuffles at once.

Bytes are those of all messages of all players; and of the frames, in which each
message is signed, sealed and padded, every frame counted once.  In a full mesh
each frame is sent to all others.  ``extra_info`` keeps all figures.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time, thread_time
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.log import AuthorKey, Entry
from p2pgame.protocols.arithmetic import group
from p2pgame.protocols.arithmetic.group import Scalar
from p2pgame.protocols.classic import commutative
from p2pgame.protocols.deck import dealing
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold import keys, sharing
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope

ENTROPY = secrets.token_bytes
FACES = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
SECRETS = [Scalar.random(ENTROPY) for _ in range(9)]
AUTHOR = AuthorKey(bytes(32))

pytestmark = pytest.mark.benchmark(timer=process_time)

Part = Callable[[int, int], Protocol[list[str]]]


def masked(me: int, n: int) -> Protocol[list[str]]:
    players, x = tuple(range(n)), SECRETS[me]
    held = yield from keys.generate(me, players, b"keys", x, ENTROPY)
    shared, shares = None, dict[int, Scalar]()
    if n > 2:
        shared, shares = yield from sharing.share(
            me, players, held, n // 2 + 1, x, b"sharing", ENTROPY
        )
    mine, cards = Secrets(x, shares), Cards(held, shared)
    cards = yield from dealing.shuffle(me, players, cards, FACES, b"shuffle", ENTROPY)
    cards, _ = yield from dealing.deal(me, cards, hands(n), mine, b"deal", ENTROPY)
    shown: list[str] = []
    for slots in board(n):
        context = b"open %d" % slots[0]
        cards, faces = yield from dealing.open_cards(
            me, cards, slots, mine, context, ENTROPY
        )
        shown += faces
    return shown


def classic(me: int, n: int, *, proved: bool) -> Protocol[list[str]]:
    players, shown = tuple(range(n)), list[str]()
    deck, mine = yield from commutative.shuffle(
        me, players, FACES, b"shuffle", ENTROPY, proved=proved
    )
    deck, _ = yield from commutative.deal(me, deck, hands(n), mine)
    for slots in board(n):
        deck, faces = yield from commutative.open_cards(me, deck, slots, mine)
        shown += faces
    if not proved:
        yield from commutative.audit(me, deck, mine)
    return shown


def hands(n: int) -> dict[int, int]:
    return {slot: slot // 2 for slot in range(2 * n)}


def board(n: int) -> Sequence[tuple[int, ...]]:
    first = 2 * n
    return (first, first + 1, first + 2), (first + 3,), (first + 4,)


def unproved(me: int, n: int) -> Protocol[list[str]]:
    return classic(me, n, proved=False)


def proved(me: int, n: int) -> Protocol[list[str]]:
    return classic(me, n, proved=True)


@dataclass(frozen=True)
class Deal:
    """What one deal took: seconds of one player, and all that was said."""

    seconds: float
    messages: list[bytes]


def play(part: Part, n: int, *, busy: bool) -> Deal:
    """Deal once; those who are ``busy`` do nothing while they wait."""
    runs, messages, rounds = [Run(part(me, n)) for me in range(n)], list[bytes](), 0
    start = thread_time()
    while not runs[0].done:
        said = {player: run.step() for player, run in enumerate(runs)}
        if not busy:
            for run in runs:
                run.work()
        for player, message in said.items():
            if message is not None:
                messages.append(message)
                for run in runs:
                    run.receive(player, rounds, message)
        rounds += 1
    taken = thread_time() - start
    assert all(len(run.result) == 5 for run in runs)
    assert all(run.result == runs[0].result for run in runs)
    return Deal(taken / n, messages)


def frame(message: bytes, n: int) -> bytes:
    """Return a frame with an entry that says this, and has seen one of each other."""
    payload = payloads.encode(Answer(bytes(32), 1, message))
    entry = Entry.write(
        AUTHOR,
        bytes(32),
        sequence=20,
        previous=bytes([255]) * 32,
        seen=tuple(bytes([i]) * 32 for i in range(1, n)),
        payload=payload,
    )
    plaintext = frames.encode(frames.Entries((entry.raw,)))
    return Envelope({1: bytes(32)}).seal(plaintext, ENTROPY)


def counted(
    patch: pytest.MonkeyPatch, part: Part, n: int, *, busy: bool
) -> Counter[str]:
    """Return how many operations of the group a deal takes one player."""
    counts: Counter[str] = Counter()

    def count(kind: str, name: str) -> None:
        operation: Callable[..., bytes] = getattr(group, name)

        def counting(*operands: bytes) -> bytes:
            counts[kind] += 1
            return operation(*operands)

        patch.setattr(group, name, counting)

    with patch.context() as patch:
        for name in ("_multiply", "_multiply_base"):
            count("multiplications", name)
        for name in ("_add", "_subtract"):
            count("additions", name)
        play(part, n, busy=busy)
    return Counter({kind: round(number / n) for kind, number in counts.items()})


class Measured(NamedTuple):
    """A way to deal, and for each number of seats the most multiplications."""

    name: str
    part: Part
    busy: bool
    ceilings: dict[int, int]


@pytest.mark.parametrize(
    "deck",
    [
        Measured("masked", masked, False, {2: 1000, 6: 2300, 9: 3300}),
        Measured("masked, in the end", masked, True, {2: 840, 6: 1500, 9: 2030}),
        Measured("commutative", unproved, False, {2: 495, 6: 1200, 9: 1780}),
        Measured("proved", proved, False, {2: 1360, 6: 2950, 9: 4180}),
    ],
    ids=["masked", "masked-in-the-end", "commutative", "proved"],
)
@pytest.mark.parametrize("n", [2, 6, 9])
def test_a_deal(
    benchmark: BenchmarkFixture,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    n: int,
    deck: Measured,
) -> None:
    deals: list[Deal] = []
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: deals.append(play(deck.part, n, busy=deck.busy)), rounds=2
    )
    best, messages = min(deal.seconds for deal in deals), deals[0].messages
    operations = counted(monkeypatch, deck.part, n, busy=deck.busy)
    figures = {
        "multiplications": operations["multiplications"],
        "additions": operations["additions"],
        "ms": round(best * 1000),
        "messages": len(messages),
        "bytes": sum(map(len, messages)),
        "bytes framed": sum(len(frame(message, n)) for message in messages),
    }
    benchmark.extra_info.update(figures)
    cells = ", ".join(f"{number:>7,} {unit}" for unit, number in figures.items())
    with capsys.disabled():
        print(f"\n{n} seats, {deck.name:<18} {cells}", end="")
    assert operations["multiplications"] <= deck.ceilings[n]
