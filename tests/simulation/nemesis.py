"""What goes wrong between machines, and with them as a whole."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import trio

from tests.simulation import strangers
from tests.simulation.forwarders import BadRelay, Tamperer
from tests.simulation.network import Weather
from tests.simulation.plan import Nemesis

if TYPE_CHECKING:
    from tests.simulation.world import World

Trouble = Callable[[], Awaitable[None]]


def of(world: World) -> Iterator[Trouble]:
    """Yield all that is to go wrong in a game."""
    if world.plan.away is not None:
        yield partial(away, world)
    for number, one in enumerate(world.plan.nemeses):
        act = ACTS.get(one.kind)
        if act is not None:
            yield partial(_later, world, one, act, world.chance.of("nemesis", number))
    stranger = strangers.ACTS.get(world.plan.stranger)
    if stranger is not None:
        yield partial(stranger, world, world.chance.of("stranger"))


async def away(world: World) -> None:
    """Keep a player away, for a while or for ever."""
    assert world.plan.away is not None
    seat, at, seconds = world.plan.away
    await trio.sleep(at)
    world.count("away")
    world.rest(seat)
    await trio.sleep(seconds)
    world.wake(seat)


Act = Callable[["World", Nemesis, Random], Awaitable[None]]


async def _later(world: World, one: Nemesis, act: Act, chance: Random) -> None:
    await trio.sleep(one.at)
    world.ledger.note(f"nemesis {one.kind}", -1)
    await act(world, one, chance)


def _pairs(world: World) -> list[tuple[int, int]]:
    """Return who may have a line with whom."""
    return sorted(
        {
            (min(seat, other), max(seat, other))
            for seat in range(world.seats)
            for other in world.calls.dials(seat)
        }
    )


async def clog(world: World, one: Nemesis, chance: Random) -> None:
    """Stop some lines, one after another; let them go again in another order."""
    pairs = _pairs(world)
    stopped = chance.sample(pairs, chance.randrange(1, len(pairs) + 1))
    ways = [way for a, b in stopped for way in ((a, b), (b, a))]
    for way in ways:
        world.net.stick(*way)
        await trio.sleep(chance.uniform(0, 0.5))
    world.count("clog")
    await trio.sleep(one.seconds)
    chance.shuffle(ways)
    for way in ways:
        world.net.release(*way)
        await trio.sleep(chance.uniform(0, 2))


async def one_way(world: World, one: Nemesis, chance: Random) -> None:
    """Let nothing through in one direction, until somebody's system hangs up."""
    pair = chance.choice(_pairs(world))
    way = pair if chance.random() < 0.5 else pair[::-1]
    world.net.stick(*way)
    world.count("one way")
    await trio.sleep(one.seconds)
    for line in world.net.between(*way):
        line.cut(chance)
    world.net.release(*way)


async def isolate(world: World, one: Nemesis, chance: Random) -> None:
    """Cut one machine off from all others."""
    world.count("isolate")
    await _alone(world, chance.randrange(world.seats), one.seconds, chance)


async def _alone(world: World, seat: int, seconds: float, chance: Random) -> None:
    others = [*range(world.seats), *world.relays]
    pairs = {frozenset((seat, other)) for other in others if other != seat}
    world.net.unreachable |= pairs
    for line in world.net.of(seat):
        line.cut(chance)
    await trio.sleep(seconds)
    world.net.unreachable -= pairs


async def cut(world: World, one: Nemesis, chance: Random) -> None:
    """Cut lines, one after another."""
    end = trio.current_time() + one.seconds
    while trio.current_time() < end:
        if world.net.lines:
            chance.choice(world.net.lines).cut(chance)
            world.count("cut")
        await trio.sleep(chance.uniform(0.2, 4))


async def jitter(world: World, one: Nemesis, chance: Random) -> None:
    """Make frames late, on every line by another time."""
    for pair in combinations([*range(world.seats), *world.relays], 2):
        late = chance.choice((0.1, 1.0, 4.0))
        world.net.weather[frozenset(pair)] = Weather(late / 4, late)
    world.count("jitter")
    await trio.sleep(one.seconds)
    world.net.weather.clear()


async def bad_relay(world: World, one: Nemesis, chance: Random) -> None:
    _relayed(world, chance)
    world.count("bad relay")
    await trio.sleep(one.seconds)


async def relay_restarts(world: World, one: Nemesis, chance: Random) -> None:
    """Let a bad relay stop and start: its lines are cut, and what it held is lost."""
    pair, relay = _relayed(world, chance)
    end = trio.current_time() + one.seconds
    while trio.current_time() < end:
        await trio.sleep(chance.uniform(0.5, 4))
        relay.stop()
        for line in world.net.between(*pair):
            line.cut(chance)
        world.count("relay restarts")


def _relayed(world: World, chance: Random) -> tuple[tuple[int, int], BadRelay]:
    pair, relay = chance.choice(_pairs(world)), BadRelay(chance, world.count)
    world.net.forwarders[frozenset(pair)] = relay
    return pair, relay


async def tamper(world: World, one: Nemesis, chance: Random) -> None:
    """Spoil frames on every line."""
    foreign = strangers.foreign_frames(chance)
    rate = chance.choice((0.02, 0.05, 0.2))
    for pair in _pairs(world):
        tamperer = Tamperer(chance, world.count, foreign, rate)
        world.net.forwarders[frozenset(pair)] = tamperer
    world.count("tamper")
    await trio.sleep(one.seconds)
    world.net.stop_forwarding(chance)


async def slow_reader(world: World, one: Nemesis, chance: Random) -> None:
    seat = chance.randrange(world.seats)
    world.net.slow[seat] = chance.choice((0.3, 2.0, 9.0))
    world.count("slow reader")
    await trio.sleep(one.seconds)
    world.net.slow.clear()


def restore(world: World, seat: int, chance: Random) -> bool:
    """Restore a machine from a backup, and start it again, if it runs."""
    program = world.running.get(seat)
    if program is None:
        return False
    world.count("backup put back")
    for line in world.net.of(seat):
        line.cut(None)
    world.net.forget_frames(seat)
    world.stopped(program)
    disk = world.disks[seat]
    disk.put_back(chance.choice(disk.moments(world.new_log_of(seat))))
    world.ledger.put_back(seat)
    return True


async def put_back(world: World, one: Nemesis, chance: Random) -> None:
    """Restore somebody's disk from a backup, and start the program again, alone."""
    seat = chance.choice(world.honest)
    end = trio.current_time() + one.seconds
    while trio.current_time() < end:
        await trio.sleep(chance.uniform(0.2, 1))
        log = world.new_log_of(seat)
        if len(world.disks[seat].moments(log)) > 3 and restore(world, seat, chance):
            return await _alone(world, seat, chance.choice((0, 3, 9)), chance)


ACTS: dict[str, Act] = {
    "clog": clog,
    "one way": one_way,
    "isolate": isolate,
    "cut": cut,
    "jitter": jitter,
    "bad relay": bad_relay,
    "relay restarts": relay_restarts,
    "tamper": tamper,
    "slow reader": slow_reader,
    "backup put back": put_back,
}
