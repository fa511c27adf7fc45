"""A relay is nobody's friend: it can lose and delay frames, and that is all.

Two members of a topic talk through a relay that lies in every way we know, one way at
a time and in all of them at random.  Whatever opens was sealed by one of them, the
rest is noticed, and both always come back for more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
import trio
from nacl.bindings import crypto_sign_seed_keypair
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import SIZES, InvalidFrame, TransportError
from p2pgame.transport.relay import link as relay_link
from p2pgame.transport.relay import window as relay_window
from p2pgame.transport.relay.client import Subscription
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.link import QUEUE_BYTES, RelayLink
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    Deliver,
    FromRelay,
    Live,
    Opened,
    Refused,
    Stored,
)
from p2pgame.transport.relay.topic_id import topic_of
from tests.transport.pairs import PATIENCE
from tests.transport.tiny_relay import WELCOME, Lie, Said, TinyRelay, relaying

SEED = bytes(range(32))
TOPIC = topic_of(crypto_sign_seed_keypair(SEED)[0])
KEY = bytes(range(32, 64))

#: A way to lie: what is said in the place of a word, by chance and by what was said.
Way = Callable[[random.Random, FromRelay, list[FromRelay]], list[Said]]


def other_frame(chance: random.Random, word: FromRelay) -> list[Said]:
    """Change a bit, an epoch, or all of a frame that is delivered."""
    if not isinstance(word, Deliver):
        return [word]
    at = chance.randrange(len(word.frame))
    flipped = bytearray(word.frame)
    flipped[at] ^= 1 << chance.randrange(8)
    epoch = word.frame[:4] + b"\1" + word.frame[5:]
    made_up = chance.randbytes(chance.choice(SIZES[:3]))
    return [replace(word, frame=chance.choice((bytes(flipped), epoch, made_up)))]


def other_sequence(chance: random.Random, word: FromRelay) -> list[Said]:
    if isinstance(word, Deliver | Stored):
        far = chance.choice((0, 1, word.sequence + 3, 1 << 40, (1 << 64) - 1))
        return [replace(word, sequence=far)]
    if isinstance(word, Live):
        return [Live(TOPIC, *chance.choice(((0, 0), (1, 1), (5, 2), (1, 1 << 60))))]
    return [word]


def replayed(
    chance: random.Random, word: FromRelay, before: list[FromRelay]
) -> list[Said]:
    old = chance.choice(before)
    if isinstance(old, Deliver) and isinstance(word, Deliver):
        return [replace(old, sequence=word.sequence), word]
    return [word, old]


def reordered(
    chance: random.Random, word: FromRelay, before: list[FromRelay]
) -> list[Said]:
    """Swap the frames of neighbours, under sequences that rise."""
    last = before[-2] if len(before) > 1 else word
    if isinstance(word, Deliver) and isinstance(last, Deliver):
        return [replace(word, frame=last.frame)]
    return [] if isinstance(word, Deliver) else [word]


WAYS: dict[str, Way] = {
    "drops": lambda chance, word, before: [],
    "duplicates": lambda chance, word, before: [word, word],
    "repeats later": replayed,
    "reorders": reordered,
    "alters frames": lambda chance, word, before: other_frame(chance, word),
    "alters sequences": lambda chance, word, before: other_sequence(chance, word),
    "claims to have stored": lambda chance, word, before: [
        Stored(TOPIC, chance.randrange(9), chance.randrange(99)),
        word,
    ],
    "refuses": lambda chance, word, before: [
        word,
        Refused(chance.randrange(4), chance.choice((0, 1, 3, 65535))),
    ],
    "mixes topics up": lambda chance, word, before: [
        replace(word, topic=bytes(16)) if isinstance(word, Deliver | Stored) else word
    ],
    "cuts off": lambda chance, word, before: [
        encode(word)[: chance.randrange(len(encode(word)))]
    ],
    "adds": lambda chance, word, before: [encode(word) + b"\0"],
    "talks nonsense": lambda chance, word, before: [chance.randbytes(40)],
    "says what is a peer's": lambda chance, word, before: [b"\x06\0\1", word],
    "opens doors": lambda chance, word, before: [word, Opened(3)],
    "sends text": lambda chance, word, before: ["\x1b[2J"],
    "says too much": lambda chance, word, before: [bytes(MESSAGE_LIMIT + 1)],
    "welcomes twice": lambda chance, word, before: [WELCOME, word],
}


def liar(chance: random.Random, ways: list[Way], share: float) -> Callable[[], Lie]:
    """Return what makes lies for new connections, each true for a while at first."""

    def begin() -> Lie:
        before: list[FromRelay] = []
        honest = chance.randrange(1, 5)

        def lie(word: FromRelay) -> Iterable[Said]:
            before.append(word)
            if len(before) <= honest or chance.random() > share:
                return [word]
            return chance.choice(ways)(chance, word, before)

        return lie

    return begin


class Member:
    """Seals what it says, opens what comes, and comes back when a link is gone."""

    def __init__(self, relay: TinyRelay, name: str, chance: random.Random) -> None:
        self.subscription = Subscription(relay.url, TOPIC, SEED)
        self.said: list[bytes] = []
        self.opened: list[bytes] = []
        self.spoilt = 0
        self.ends: list[str] = []
        self._name = name
        self._chance = chance
        self._envelope = Envelope({0: KEY})

    async def visit(self, enough: Callable[[], bool] | None = None) -> None:
        """Talk by one connection for a moment, or until there is enough."""
        try:
            link = await self.subscription.connect()
        except TransportError as error:
            self.ends.append(str(error))
            return
        with trio.move_on_after(PATIENCE if enough else 0.03):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._say, link)
                await self._hear(link, enough)
        await link.aclose()
        self.ends.append(str(link.why))

    async def _say(self, link: RelayLink) -> None:
        try:
            for _ in range(6):
                text = f"{self._name} {len(self.said)}".encode()
                self.said.append(text)
                await link.send(self._envelope.seal(text, self._chance.randbytes))
        except TransportError:
            pass

    async def _hear(self, link: RelayLink, enough: Callable[[], bool] | None) -> None:
        try:
            while not (enough and enough()):
                frame = await link.receive()
                try:
                    self.opened.append(self._envelope.open(frame)[1])
                except InvalidFrame:
                    self.spoilt += 1
        except TransportError:
            pass


@contextmanager
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(relay_link, "OWED_WITHIN", 0.02)
        patch.setattr(relay_link, "CLOSE_WITHIN", 0.01)
        patch.setattr(relay_window, "REST", 0.002)
        yield


async def talk(
    lie: Callable[[], Lie], chance: random.Random, visits: int
) -> tuple[Member, Member]:
    """Let two members visit a lying relay, together; check what always holds."""
    async with relaying(lie) as relay:
        anna, bert = Member(relay, "Anna", chance), Member(relay, "Bert", chance)
        with trio.fail_after(2 * PATIENCE):
            for _ in range(visits):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(anna.visit)
                    nursery.start_soon(bert.visit)
        sealed = {*anna.said, *bert.said}
        for member in (anna, bert):
            assert {*member.opened} <= sealed, "a frame was altered and it opened"
            assert len(member.ends) == visits
            assert all(end.isprintable() and end.endswith(".") for end in member.ends)
        return anna, bert


@pytest.mark.attack(38)
@pytest.mark.parametrize("way", WAYS)
async def test_one_lie_costs_frames_or_links_and_nothing_else(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(way)
    with hurried(monkeypatch):
        anna, bert = await talk(liar(chance, [WAYS[way]], 0.4), chance, 4)
    if way == "alters frames":
        assert anna.spoilt + bert.spoilt > 0
    else:
        assert anna.spoilt + bert.spoilt == 0


@pytest.mark.attack(38)
async def test_all_lies_at_random_cost_frames_or_links_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    with hurried(monkeypatch):
        anna, bert = await talk(liar(chance, [*WAYS.values()], 0.08), chance, 20)
    assert anna.opened, "the lies left nothing"
    assert bert.opened


@pytest.mark.attack(38)
async def test_after_its_lies_an_honest_relay_gives_all_that_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(7)
    lies = True

    def begin() -> Lie:
        lie = liar(chance, [WAYS["alters sequences"]], 0.5)()
        return lambda word: lie(word) if lies else [word]

    async with relaying(begin) as relay:
        anna, bert = Member(relay, "Anna", chance), Member(relay, "Bert", chance)
        with hurried(monkeypatch):
            for _ in range(3):
                await anna.visit()
                await bert.visit()
        lies = False
        # Not the lies' sequences: a cursor that the relay never gave is given up.
        bert.subscription._cursor.sequence = 1 << 60
        bert.opened.clear()
        await bert.visit()
        assert bert.subscription.cursor == 0
        kept = Envelope({0: KEY})

        def stored() -> set[bytes]:
            return {kept.open(frame)[1] for frame in relay.kept[TOPIC]}

        def has_all() -> bool:
            return {*bert.opened, *bert.said} >= stored()

        await bert.visit(has_all)
        assert stored() >= {*bert.opened}
        assert has_all()


@pytest.mark.attack(38)
async def test_a_relay_can_show_two_members_two_different_pasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither link can tell: that is for what the members sign and compare."""
    seen = 0

    def begin() -> Lie:
        nonlocal seen
        seen += 1
        parity = seen % 2

        def lie(word: FromRelay) -> Iterable[Said]:
            hidden = isinstance(word, Deliver) and word.sequence % 2 == parity
            return [] if hidden else [word]

        return lie

    chance = random.Random(1)
    with hurried(monkeypatch):
        anna, bert = await talk(begin, chance, 3)
    assert anna.spoilt + bert.spoilt == 0
    assert {*anna.opened} < {*bert.said} | {*anna.said}


@pytest.mark.attack(26)
async def test_a_relay_that_floods_us_costs_bounded_memory() -> None:
    flood = [Deliver(TOPIC, n, bytes(SIZES[-1])) for n in range(1, 60)]

    def lie(word: FromRelay) -> Iterable[Said]:
        return flood if isinstance(word, Live) else [word]

    async with relaying(lambda: lie) as relay:
        link = await Subscription(relay.url, TOPIC).connect()
        with trio.fail_after(PATIENCE):
            await link._until(lambda: link._heard_size >= QUEUE_BYTES)
        await wait_all_tasks_blocked(0.02)
        assert link._heard_size <= QUEUE_BYTES + SIZES[-1]
        with trio.fail_after(PATIENCE):
            assert [await link.receive() for _ in flood] == [w.frame for w in flood]
        await link.aclose()
