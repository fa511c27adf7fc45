"""What a flood by one seated player does to the moves of two others.

Two honest peers, each a process of its own, say moves in turn over WebSockets on
loopback, while a third, who has a seat, links and valid keys, floods both.  A move's
time is from its proposal by one player until the rules of the other have it.  A
heartbeat in each honest process says how long its loop was ever kept from running.

Run with ``python -m bench.network.flood [moves]``; prints a table.  Compare rows of one
run with its quiet row: how fast the machine is, and its disk, is their own affair.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic

import trio
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Options,
    Over,
    State,
    Turn,
)
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.lobby.events import Asked, Happened, Started
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames, websocket
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.listener import listening
from tests.session.peers import EPOCH_KEY, peer
from tests.session.tables import me

#: Seconds before a player answers, and between two beats of the heart.
THINK, BEAT = 0.02, 0.005

#: Seconds between two knocks of one who was thrown out.
KNOCK = 0.02

#: The seat that floods; the two before it are honest.
FLOODER = 2


class Tally(State, frozen=True):
    moves: int = 0


class Rally(Game[Tally, Options]):
    """Two of three players say "on" in turn, for ever."""

    name = "rally"
    version = 1
    seats = range(3, 4)
    options = Options

    def setup(self, seats: int, options: Options) -> Tally:
        return Tally()

    def turn(self, state: Tally) -> Turn:
        if state.moves == 1 << 20:
            return Over((0, 0, 0))
        return Choose(state.moves % 2, ("on",))

    def apply(self, state: Tally, event: Event) -> Tally:
        assert isinstance(event, Chosen)
        return replace(state, moves=state.moves + 1)

    def show(self, state: Tally, faces: Mapping[int, str]) -> str:
        return str(state.moves)


async def honest(seat: int, folder: Path, moves: int) -> None:
    """Play one honest seat, and print when it moved and saw moves."""
    here = peer(Rally(), seat, 3, folder)
    seen: dict[int, float] = {}
    moved: dict[int, float] = {}
    lags: list[float] = []
    async with trio.open_nursery() as nursery:
        bound = await nursery.start(listening.serve, "127.0.0.1", 0, here.attach)
        say(bound[0][1])
        await here.start()
        if seat > 0:
            link = await websocket.connect("127.0.0.1", int(await hear()))
            nursery.start_soon(here.attach, link)
        nursery.start_soon(beat, lags)
        async for event in here.events:
            if isinstance(event, Happened):
                seen[event.view.state.moves] = monotonic()
                if event.view.state.moves == moves:
                    break
            if isinstance(event, Asked):
                await trio.sleep(THINK)
                moved[event.view.state.moves] = monotonic()
                await here.propose("on")
        entries = len(here.table.history.feeds[me(FLOODER).key.public])
        say({"seen": seen, "moved": moved, "lag": max(lags), "entries": entries})
        await hear()
        nursery.cancel_scope.cancel()


async def beat(lags: list[float]) -> None:
    while True:
        begun = monotonic()
        await trio.sleep(BEAT)
        lags.append(monotonic() - begun - BEAT)


async def flooder(folder: Path, ports: list[int], kind: str) -> None:
    """Take the third seat, then flood both others.

    At home it would not share their processor: here it is told to be modest.
    """
    os.nice(10)
    here = peer(Rally(), FLOODER, 3, folder)
    async with trio.open_nursery() as nursery:
        await here.start()
        for port in ports:
            link = await websocket.connect("127.0.0.1", port)
            nursery.start_soon(here.attach, link)
        async for event in here.events:
            if isinstance(event, Started):
                break
        for port in ports if kind != "quiet" else ():
            nursery.start_soon(again, FLOODS[kind], here, port)


async def again(flood: Callable[[Peer, int], Awaitable[None]], *at: object) -> None:
    """Flood, and come back when thrown out."""
    while True:
        try:
            await flood(*at)  # type: ignore[arg-type]
        except* (TransportError, OSError, trio.BrokenResourceError):
            pass
        await trio.sleep(KNOCK)


def sealed(here: Peer, message: frames.Message, epoch: int) -> bytes:
    key = here.table.epochs.genesis_key
    assert key is not None
    envelope = Envelope({0: EPOCH_KEY, 1: key})
    return envelope.seal(frames.encode(message), os.urandom, epoch=epoch)


async def valid(here: Peer, port: int) -> None:
    """Sign entries that mean nothing, one in a frame, as fast as we can."""
    await sign(await websocket.connect("127.0.0.1", port), here, 1, 32)


async def many(here: Peer, port: int) -> None:
    """The same, as many in a frame as it holds."""
    await sign(await websocket.connect("127.0.0.1", port), here, 256, 32)


async def big(here: Peer, port: int) -> None:
    """The same, as big as entries may be."""
    await sign(await websocket.connect("127.0.0.1", port), here, 2, 90_000)


async def sign(link: Link, here: Peer, count: int, size: int) -> None:
    history, key = here.table.history, me(FLOODER).key
    among = [player.author for player in here.table.players]
    feed = history.feeds[key.public]
    sent = 0
    while True:
        while len(feed) < sent + count:
            word = payloads.encode(Answer(os.urandom(32), 0, bytes(size)))
            history.receive(history.write(key, word, among=among).raw)
        raws = tuple(entry.raw for entry in feed.entries[sent : sent + count])
        await link.send(sealed(here, frames.Entries(raws), 1))
        sent += count


async def replayed(here: Peer, port: int) -> None:
    """Send what everybody has, over and over."""
    link = await websocket.connect("127.0.0.1", port)
    raws = [entry.raw for entry in here.table.entries if entry.sequence == 1] * 256
    frame = sealed(here, frames.Entries(tuple(raws[:256])), 1)
    while True:
        await link.send(frame)


async def junk(here: Peer, port: int) -> None:
    """Send noise, knock again."""
    link = await websocket.connect("127.0.0.1", port)
    while True:
        await link.send(os.urandom(256))


async def lists(here: Peer, port: int) -> None:
    """Claim to have what nobody has, of very many authors."""
    link = await websocket.connect("127.0.0.1", port)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(swallow, link)
        while True:
            heads = tuple((os.urandom(32), 1 << 40, bytes(32)) for _ in range(128))
            await link.send(sealed(here, frames.Have(heads), 0))


async def asking(here: Peer, port: int) -> None:
    """Ask for the whole history, over and over, with and without reading it."""
    link = await websocket.connect("127.0.0.1", port)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(swallow, link)
        while True:
            head = os.urandom(32), 1, bytes(32)
            await link.send(sealed(here, frames.Have((head,)), 0))


async def swallow(link: Link) -> None:
    while True:
        await link.receive()


async def fragments(here: Peer, port: int) -> None:
    """Send one message in WebSocket frames of one byte."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    async with stream:
        await stream.send_all(
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await stream.receive_some()
        mask = bytes(4)
        await stream.send_all(b"\x02\x81" + mask + b"x")
        while True:
            await stream.send_all((b"\x00\x81" + mask + b"x") * 4096)


FLOODS = {
    "valid": valid,
    "many": many,
    "big": big,
    "replayed": replayed,
    "junk": junk,
    "lists": lists,
    "asking": asking,
    "fragments": fragments,
}


def say(value: object) -> None:
    print(json.dumps(value), flush=True)


async def hear() -> str:
    return await trio.to_thread.run_sync(sys.stdin.readline)


def start(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.network.flood", *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)


def told(process: subprocess.Popen[str], value: object) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{value}\n")
    process.stdin.flush()


def said(process: subprocess.Popen[str]) -> dict[str, dict[str, float]]:
    assert process.stdout is not None
    heard: dict[str, dict[str, float]] = json.loads(process.stdout.readline())
    return heard


def run(kind: str, moves: int) -> str:
    """Play so many moves under this flood; return the row of a table."""
    with tempfile.TemporaryDirectory() as folder:
        players = [start("honest", seat, folder, moves) for seat in range(2)]
        ports = [said(player) for player in players]
        told(players[1], ports[0])
        third = start("flooder", folder, kind, *ports)
        try:
            heard = [said(player) for player in players]
            for player in players:
                told(player, "")
        finally:
            third.kill()
            for process in (*players, third):
                process.communicate()
    times = sorted(
        heard[1 - seat]["seen"][str(int(number) + 1)] - at
        for seat in range(2)
        for number, at in heard[seat]["moved"].items()
    )
    middle, late, last = (times[int(len(times) * q)] for q in (0.5, 0.99, 0.9999))
    lag = max(float(str(one["lag"])) for one in heard)
    taken = min(int(str(one["entries"])) for one in heard)
    figures = (1000 * seconds for seconds in (middle, late, last, lag))
    return f"{kind:10}" + "".join(f"{ms:9.1f}" for ms in figures) + f"{taken:9}"


def main(words: list[str]) -> None:
    match words:
        case ["honest", seat, folder, moves]:
            trio.run(honest, int(seat), Path(folder), int(moves))
        case ["flooder", folder, kind, *ports]:
            trio.run(flooder, Path(folder), [int(port) for port in ports], kind)
        case _:
            kinds = words[1:] or ["quiet", *FLOODS, "quiet"]
            print("ms            p50      p99     p100 loop lag  entries of the third")
            for kind in kinds:
                print(run(kind, int(words[0]) if words else 100), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
