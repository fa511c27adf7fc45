"""A player at home, in a process of its own: finds its way to another, and says how.

``punch``: so many times, agree on a moment and dial at once; print each time in ms.
``paths``: all that a player's program does; print each change of standing.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.transport.link import Link, LinkClosed, TransportError
from p2pgame.transport.paths.candidates import Address
from p2pgame.transport.paths.greeting import Greeter
from p2pgame.transport.paths.lines import Lines
from p2pgame.transport.paths.mapping import FindRouter
from p2pgame.transport.paths.punch import TRIES, open_puncher
from p2pgame.transport.paths.punching import Agreements
from p2pgame.transport.paths.seeker import Paths, Wishes, find_natpmp
from p2pgame.transport.paths.signals import Step, Sync, decode
from p2pgame.transport.paths.standing import Path
from p2pgame.transport.paths.upnp import find_igd
from p2pgame.transport.ports import dial
from p2pgame.transport.relay.client import Subscription, keep
from p2pgame.transport.relay.link import RelayLink
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.websocket import wrap
from tests.netns.rendezvous import framed, read_frame
from tests.transport.voices import greeter, voice

#: The seed of the key that may write to the table's topic.
WRITING = bytes(range(32))
ROUTERS: dict[str, tuple[FindRouter, ...]] = {
    "none": (),
    "natpmp": (find_natpmp,),
    "upnp": (find_igd,),
}


@dataclass(slots=True)
class Meeting:
    """A connection to the rendezvous."""

    stream: trio.SocketStream
    seen: Address
    mine: Greeter

    async def say(self, plaintext: bytes) -> None:
        await self.stream.send_all(framed(self.mine.seal(plaintext)))

    async def hear(self) -> bytes:
        return self.mine.open(await read_frame(self.stream))


@asynccontextmanager
async def meeting(
    at: Address, room: str, mine: Greeter, source: int | None
) -> AsyncIterator[Meeting]:
    """Meet others in a room of the rendezvous."""
    async with await dial(*at, source) as stream:
        host, _, port = (await read_frame(stream)).decode().rpartition(":")
        await stream.send_all(framed(room.encode()))
        yield Meeting(stream, (host, int(port)), mine)


async def punch_once(at: Address, room: str, me: int, other: int) -> float | None:
    """Return how many milliseconds a proven link took from the agreed moment."""
    mine, there = greeter(me), voice(other).author
    begins = mine.voice.author < there
    punched: list[float] = []
    async with (
        open_puncher() as puncher,
        meeting(at, room, mine, puncher.port) as met,
        trio.open_nursery() as nursery,
    ):
        agreements = Agreements(mine, met.say)
        await met.say(json.dumps(met.seen).encode())
        host, port = json.loads(await met.hear())
        targets: tuple[Address, ...] = ((host, port),)
        done = trio.Event()
        lines = Lines(
            mine,
            stay,
            knows=lambda author: author == there,
            turned=lambda _author, _is_up: done.set(),
        )

        async def dial_now() -> None:
            start = time.perf_counter()
            try:
                await puncher.punch(targets, become)
                punched.append((time.perf_counter() - start) * 1000)
            except TransportError:
                pass

        async def become(stream: trio.SocketStream) -> object:
            link = await wrap(stream, is_client=not begins)
            return await lines.settle(link, host, there)

        async def hear() -> None:
            while True:
                sync = decode(await met.hear())
                assert isinstance(sync, Sync)
                if sync.step is Step.ASK:
                    await agreements.answer(sync, targets)
                elif agreements.hear(sync):
                    nursery.start_soon(dial_now)

        nursery.start_soon(hear)
        if begins:
            for _ in range(TRIES):
                if not punched and await agreements.ask(there):
                    await dial_now()
        else:
            with trio.move_on_after(TRIES * 6 if not punched else 0):
                await done.wait()
                await trio.sleep(0.01)
        nursery.cancel_scope.cancel()
    return punched[0] if punched else None


async def stay(author: bytes, link: Link) -> None:
    """Use a link until it is over."""
    try:
        while True:
            await link.receive()
    except LinkClosed:
        pass


async def punch(at: Address, me: int, other: int, times: int) -> None:
    for number in range(times):
        taken = await punch_once(at, f"punch {number}", me, other)
        print(json.dumps({"punched": taken}), flush=True)


async def paths(
    at: Address, me: int, others: list[int], is_hidden: bool, router: str
) -> None:
    """Look for paths until stdin ends; print standings as they change."""
    mine, start = greeter(me), time.perf_counter()
    public = crypto_sign_seed_keypair(WRITING)[0]
    url = RelayUrl(*at, "/", is_secure=False)
    subscription = Subscription(url, topic_of(public), WRITING)
    connected = trio.Event()

    async def say(plaintext: bytes) -> None:
        await connected.wait()
        assert subscription.link is not None
        await subscription.link.send(mine.seal(plaintext))

    async def hear(link: RelayLink) -> None:
        if link.observed is not None:
            found.observe(str(url), link.observed, is_shared=link.is_shared)
        connected.set()
        while True:
            plaintext = mine.open(await link.receive())
            found.hear(plaintext, is_fresh=link.live.is_set())

    wishes = Wishes(is_hidden=is_hidden, routers=ROUTERS[router])
    found = Paths(mine, say, stay, clock=milliseconds, wishes=wishes)
    for other in others:
        found.admit(voice(other).author)
    async with trio.open_nursery() as nursery:
        await nursery.start(found.run)
        subscription.source = found.source
        nursery.start_soon(keep, subscription, hear, os.urandom)
        nursery.start_soon(_report, found, others, start)
        nursery.start_soon(_end_with_stdin, nursery.cancel_scope.cancel)


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


async def _end_with_stdin(cancel: Callable[[], None]) -> None:
    await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)
    cancel()


async def _report(found: Paths, others: list[int], start: float) -> None:
    known = dict.fromkeys(others, Path.RELAYED)
    while True:
        for other in others:
            standing = found.standing(voice(other).author)
            if standing.path is not known[other] and (
                standing.round_trip is not None or standing.path is Path.RELAYED
            ):
                known[other] = standing.path
                passed = round(time.perf_counter() - start, 3)
                told = {"other": other, "standing": str(standing), "after": passed}
                print(json.dumps(told), flush=True)
        await trio.sleep(0.02)


def main(words: list[str]) -> None:
    match words:
        case ["punch", host, port, me, other, times]:
            trio.run(punch, (host, int(port)), int(me), int(other), int(times))
        case ["paths", host, port, me, others, hidden, router]:
            numbers = [int(other) for other in others.split(",")]
            at = host, int(port)
            trio.run(paths, at, int(me), numbers, hidden == "hidden", router)


if __name__ == "__main__":
    main(sys.argv[1:])
