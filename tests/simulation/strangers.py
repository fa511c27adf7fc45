"""Who has no seat, or does harm beside the game: with the invite and without it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

import trio

from p2pgame.log import AuthorKey, Entry
from p2pgame.session import Me
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Absent, Answer, Leave
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Entries, Have
from p2pgame.transport.link import SIZES, Link, LinkClosed
from tests.simulation import checkers
from tests.simulation.program import joining, me

if TYPE_CHECKING:
    from tests.simulation.world import World

#: Frames of one visit, and how often a stranger calls.
FRAMES, VISITS = 40, 4
FLOOD = 150


def foreign_frames(chance: Random) -> list[bytes]:
    """Return frames of another table, of every size that games here have."""
    envelope = Envelope({0: chance.randbytes(32), 1: chance.randbytes(32)})
    plain = [b"\x01\0\0", b"\x02\0\x01\0\0\x02\0" + bytes(512)]
    return [
        envelope.seal(data, chance.randbytes, epoch=epoch)
        for data in plain
        for epoch in (0, 1)
    ]


async def _visits(
    world: World, chance: Random, makes: Callable[[int], Sequence[bytes]]
) -> None:
    """Call somebody, say what is to be said, and hang up; a few times."""
    for visit in range(VISITS):
        await trio.sleep(chance.uniform(0.2, 4))
        link = world.calls.visited(chance.randrange(world.seats))
        if link is None:
            continue
        world.count(f"stranger: {world.plan.stranger}")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_read, link)
            await _say(link, makes(visit))
            await trio.sleep(chance.uniform(0, 3))
            await link.aclose()
            nursery.cancel_scope.cancel()


async def _read(link: Link) -> None:
    try:
        while True:
            await link.receive()
    except LinkClosed:
        return


async def _say(link: Link, said: Sequence[bytes]) -> None:
    try:
        for frame in said:
            await link.send(frame)
            await trio.sleep(0.01)
    except LinkClosed:
        return


async def junk(world: World, chance: Random) -> None:
    """Send bytes that nobody with the invite has made."""

    def makes(visit: int) -> Sequence[bytes]:
        sizes = [chance.choice((0, 1, 5, *SIZES[:3])) for _ in range(FRAMES)]
        made = [chance.randbytes(size) for size in sizes]
        likely = [b"\x01\0\0\0" + bytes([chance.randrange(3)]) + raw for raw in made]
        return [*foreign_frames(chance), *likely] if visit % 2 else made[:5]

    await _visits(world, chance, makes)


async def junk_with_invite(world: World, chance: Random) -> None:
    """Send frames that are sealed well and hold what no program says."""
    envelope = Envelope({0: world.epoch_key})
    own = AuthorKey(chance.randbytes(32)), chance.randbytes(32)
    stranger = Me("stranger", *own, joining(world.plan.seed))
    watcher = Me("watcher", own[0], bytes(32), world.epoch_key)
    table = me(world.plan.seed, 0).key.public
    posing = _entry(watcher.key, table, (), watcher.hello(table))
    hello = _entry(stranger.key, table, (), stranger.hello(table))
    second = _entry(stranger.key, table, (hello,), Leave())
    third = _entry(stranger.key, table, (hello, second), Answer(table, 0, b"x"))

    def makes(visit: int) -> Sequence[bytes]:
        junk = [chance.randbytes(chance.randrange(1, 300)) for _ in range(6)]
        heads = [(chance.randbytes(32), chance.randrange(9), chance.randbytes(32))]
        plain = [
            frames.encode(Have(tuple(heads))),
            frames.encode(Entries((hello.raw, second.raw, third.raw))),
            frames.encode(Entries((third.raw,))),
            *(frames.encode(Entries((raw,))) for raw in junk[:2]),
            b"\x02\xff\xff" + junk[0],
            b"\x03" + junk[1],
        ]
        if not world.has_begun:
            # Who has the invite would have a seat; who may but look on has none.
            plain[1] = frames.encode(Entries((posing.raw,)))
        chance.shuffle(plain)
        return [envelope.seal(one, chance.randbytes, epoch=0) for one in plain]

    await _visits(world, chance, makes)


async def flood(world: World, chance: Random) -> None:
    """Ask for everything, over and over, and never read the answers."""
    envelope = Envelope({0: world.epoch_key})
    link = None
    while link is None:
        await trio.sleep(chance.uniform(0.2, 2))
        link = world.calls.visited(chance.randrange(world.seats))
    world.count("stranger: flood")
    for number in range(FLOOD):
        heads = ((bytes(31) + bytes([number % 2]), number, bytes(32)),)
        have = frames.encode(Have(heads))
        try:
            await link.send(envelope.seal(have, chance.randbytes, epoch=0))
        except LinkClosed:
            return
        for seat in range(world.seats):
            checkers.bounded(world, seat)
        await trio.sleep(0.005)
    await trio.sleep(30)
    await link.aclose()


async def replay(world: World, chance: Random) -> None:
    """Send what the same players signed, with the same keys, at another table."""
    envelope = Envelope({0: world.epoch_key})
    other = AuthorKey(chance.randbytes(32)).public
    raws = []
    for seat in range(world.plan.seats):
        player = me(world.plan.seed, seat)
        chain: tuple[Entry, ...] = ()
        for payload in (player.hello(other), Absent(other, 0, (0,)), Leave()):
            chain = (*chain, _entry(player.key, other, chain, payload))
        raws += [entry.raw for entry in chain]

    def makes(visit: int) -> Sequence[bytes]:
        said = [Entries((raw,)) for raw in chance.sample(raws, 2)]
        plain = [frames.encode(Have(())), *map(frames.encode, said)]
        return [envelope.seal(one, chance.randbytes, epoch=0) for one in plain]

    await _visits(world, chance, makes)


def _entry(
    key: AuthorKey, table: bytes, chain: Sequence[Entry], payload: payloads.Payload
) -> Entry:
    return Entry.write(
        key,
        table,
        sequence=len(chain),
        previous=chain[-1].id if chain else bytes(32),
        seen=(),
        payload=payloads.encode(payload),
    )


ACTS: dict[str, Callable[[World, Random], Awaitable[None]]] = {
    "junk": junk,
    "junk with invite": junk_with_invite,
    "flood": flood,
    "replay": replay,
}
