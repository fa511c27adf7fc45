"""Every store does what a much simpler one does, whatever comes."""

from __future__ import annotations

import random

from p2pgame.relay.store import Store
from tests.relay.stores import (
    AGE,
    ROOM,
    Ears,
    Place,
    append,
    append_at_last,
    is_rising,
    read_all,
    running,
)

TOPIC, OTHER = b"t" * 16, bytes(range(240, 256))


class Model:
    """What a store is, without disk or database."""

    def __init__(self) -> None:
        self.frames: dict[bytes, list[bytes]] = {}
        self.idle: dict[bytes, float] = {}
        self.followed: set[bytes] = set()
        self.heard: list[bytes] = []

    def append(self, topic: bytes, frame: bytes) -> None:
        frames = self.frames[topic] = [*self.frames.get(topic, []), frame]
        while sum(map(len, frames)) > ROOM:
            frames.pop(0)
        self.idle[topic] = 0
        if topic in self.followed:
            self.heard.append(frame)

    def age(self, seconds: float) -> None:
        for topic in list(self.idle):
            self.idle[topic] += seconds
            if self.idle[topic] > AGE:
                del self.idle[topic], self.frames[topic]


async def step(
    place: Place, store: Store, model: Model, ears: Ears, draw: random.Random
) -> None:
    """Do one thing to both, and compare what they say."""
    topic = draw.choice([TOPIC, OTHER, b"third topic.... "])
    match draw.choice("aaaaaaffurre"):
        case "a":
            frame = draw.randbytes(draw.choice([1, 256, 1024, 16384]))
            model.append(topic, frame)
            await append(store, topic, frame, b"")
        case "f":
            model.followed.add(topic)
            store.follow(topic)
        case "u":
            # Only when all has come is it certain what is still heard of.
            await ears.wait(lambda heard: len(heard) == len(model.heard))
            model.followed.discard(topic)
            store.unfollow(topic)
        case "e":
            # No sum of these is the age itself, which real time goes on from.
            seconds = draw.choice([0.23 * AGE, 0.37 * AGE])
            place.age(seconds)
            model.age(seconds)
            await store.expire()
    kept = await read_all(store, topic, draw.choice([1, 500, 2**20]))
    assert [each.frame for each in kept] == model.frames.get(topic, [])
    first, newest = await store.bounds(topic)
    assert first == (kept[0].sequence if kept else 0)
    assert newest >= kept[-1].sequence if kept else newest == 0


async def test_a_store_does_what_its_model_does(place: Place) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw = random.Random(seed)
    model, heard = Model(), []
    for _ in range(3):
        store = place.open()
        model.followed.clear()
        model.heard.clear()
        async with running(store) as ears:
            for _ in range(40):
                await step(place, store, model, ears, draw)
            await ears.wait(lambda heard: len(heard) >= len(model.heard))
            await append_at_last(store, b"end" + bytes(13), b"")
        assert [kept.frame for kept in ears.heard] == model.heard
        heard += ears.heard
    assert all(is_rising([k for k in heard if k.topic == t]) for t in (TOPIC, OTHER))
