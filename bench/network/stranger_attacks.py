"""What each listener of ours takes, and who is let in feels, while strangers attack it.

``python -m bench.network.stranger_attacks [ATTACK ...]``, or ``make attacks
ATTACKS=strangers``.  The four listeners are a player's, a relay's, the page's
(``p2pgame web``) and that for programs (``p2pgame serve``), each a program of its own.
The strangers are another one, nice (19), which has nothing that lets it in, at sixteen
other addresses of this machine.  Four times
a second somebody who may come opens a WebSocket: "slowest" is how long the longest of
these handshakes took, and "MiB" the most memory that the listener ever had.  Ends with
status 1 if a handshake fails or takes longer than a second, or a listener takes more
than 512 MiB.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import trio

from p2pgame.transport.first_frame import CallerKind, KnownCallers, path_for
from p2pgame.web.programs import Tokens
from tests.children import line_with
from tests.relay.programs import ROOT, program
from tests.transport.strangers import END, listening
from tests.web.hub_process import hub_by

#: MiB and seconds at most, and seconds of each attack.
MEMORY, MOST, SECONDS = 512, 1.0, 8.0
EVERY = 0.25
#: Addresses of this machine from which strangers come.
ADDRESSES = 16
#: Seconds after which somebody who may come gives up.
PATIENCE = 30.0
_LISTENER, _INVITED = bytes(32), bytes(range(32))
_FIELDS = "{:10}{:14}{:>12}{:>8}{:>8}{:>8}"


@dataclass(frozen=True)
class Target:
    """A listener: its process, its port, and what lets somebody in."""

    pid: int
    port: int
    handshake: Callable[[], bytes]

    @property
    def peak(self) -> int:
        """The most memory that it has had, in MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) >> 10


def _head(path: str, port: int, more: Mapping[str, str]) -> bytes:
    own = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", **more}
    lines = "".join(f"{name}: {value}\r\n" for name, value in own.items())
    return (
        f"GET {path} HTTP/1.1\r\n{lines}Connection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    ).encode() + END


# The listeners


@contextmanager
def player(folder: Path) -> Iterator[Target]:
    with _child("--listen") as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())

        def handshake() -> bytes:
            return _head(path_for(_INVITED, _LISTENER, secrets.token_bytes), port, {})

        yield Target(process.pid, port, handshake)


@contextmanager
def relay(folder: Path) -> Iterator[Target]:
    with program(f"sqlite:{folder}/relay.sqlite") as running:
        _, port = running.address[:2]
        yield Target(running.process.pid, port, lambda: _head("/", port, {}))


@contextmanager
def page(folder: Path) -> Iterator[Target]:
    with hub_by(subprocess.Popen, folder) as hub:
        own = hub.enter()
        headers = {"Origin": own.url, "Cookie": own.cookie}
        shake = _head("/ws", own.port, headers)
        yield Target(hub.process.pid, own.port, lambda: shake)


@contextmanager
def programs(folder: Path) -> Iterator[Target]:
    home = folder / "home"
    home.mkdir()
    token = Tokens(home).make("robot").read_text().strip()
    environment = {"P2PGAME_HOME": str(home), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "p2pgame", "serve"],
        env={**os.environ, **environment, "P2PGAME_LANG": "en", "P2PGAME_RELAY": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        line = line_with("ws://", process)
        port = int(line.partition("ws://127.0.0.1:")[2].partition("/")[0])
        shake = _head("/ws", port, {"Authorization": f"Bearer {token}"})
        yield Target(process.pid, port, lambda: shake)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


TARGETS: Mapping[str, Callable[[Path], AbstractContextManager[Target]]] = {
    "player": player,
    "relay": relay,
    "page": page,
    "programs": programs,
}


async def _listen() -> None:
    """Be a player's listener, until the standard input ends."""
    callers = KnownCallers(_LISTENER)
    callers.know(CallerKind.INVITED, _INVITED)
    async with listening(callers) as (_, address):
        print(address[1], flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)


# The strangers

Stranger: TypeAlias = Callable[[trio.SocketStream, int], Awaitable[None]]


async def _silent(stream: trio.SocketStream, port: int) -> None:
    while await stream.receive_some():
        pass


async def _drip(stream: trio.SocketStream, port: int) -> None:
    for byte in b"GET / HTTP/1.1\r\nHost: " + b"x" * 1000:
        await stream.send_all(bytes([byte]))
        await trio.sleep(0.2)


async def _gone(stream: trio.SocketStream, port: int) -> None:
    await stream.send_all(b"GET / HTTP/1.1\r\n")


async def _asks(stream: trio.SocketStream, port: int) -> None:
    asked = f"GET /files HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    while True:
        await stream.send_all(asked)
        if not await stream.receive_some():
            return


def _endless(begins: bytes, goes_on: bytes) -> Stranger:
    async def flood(stream: trio.SocketStream, port: int) -> None:
        await stream.send_all(begins.replace(b"PORT", str(port).encode()))
        while True:
            await stream.send_all(goes_on)

    return flood


def _bomb() -> bytes:
    """Return a compressed text frame, masked by zeros, of 64 MiB of one letter."""
    packer = zlib.compressobj(9, wbits=-15)
    data = packer.compress(b"a" * (1 << 26)) + packer.flush(zlib.Z_SYNC_FLUSH)
    return bytes([0xC1, 0xFF]) + (len(data) - 4).to_bytes(8) + bytes(4) + data[:-4]


_POST = b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nOrigin: null\r\n"
_SHAKE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
_SHAKE += b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
_WS = b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + _SHAKE
_DEFLATE = b"Sec-WebSocket-Extensions: permessage-deflate\r\n"

#: How many attack at once, and how.
ATTACKS: Mapping[str, tuple[int, Callable[[], Stranger]]] = {
    "quiet": (0, lambda: _silent),
    "silent": (300, lambda: _silent),
    "drip": (128, lambda: _drip),
    "gone": (32, lambda: _gone),
    "asks": (32, lambda: _asks),
    "heads": (16, lambda: _endless(b"GET / HTTP/1.1\r\nX: ", b"x" * 65536)),
    "bodies": (
        16,
        lambda: _endless(
            _POST + b"Transfer-Encoding: chunked\r\n\r\n",
            b"10000\r\n" + b"x" * 65536 + END,
        ),
    ),
    "bombs": (16, lambda: _endless(_WS + _DEFLATE + END, _bomb())),
    "frames": (
        16,
        lambda: _endless(
            _WS + END, bytes([0x02, 0xFE, 0xFF, 0xFF]) + bytes(4 + 0xFFFF)
        ),
    ),
    "http2": (
        16,
        lambda: _endless(
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (bytes(3) + b"\x04" + bytes(5)) * 4000
        ),
    ),
}


async def _attack(name: str, port: int) -> None:
    """Attack until the standard input ends."""
    os.nice(19)
    count, made = ATTACKS[name]
    stranger = made()

    async def come(number: int) -> None:
        source = f"127.9.0.{number % ADDRESSES + 1}"
        while True:
            with suppress(OSError, trio.BrokenResourceError):
                stream = await trio.open_tcp_stream(
                    "127.0.0.1", port, local_address=source
                )
                async with stream:
                    await stranger(stream, port)
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(come, number)
        print("here", flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)
        nursery.cancel_scope.cancel()


# What is felt


@contextmanager
def _child(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.network.stranger_attacks", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.communicate()


def _come(target: Target) -> float:
    """Open a WebSocket as somebody who may; return the seconds that it took."""
    begun = time.perf_counter()
    place = "127.0.0.1", target.port
    with suppress(OSError), socket.create_connection(place, PATIENCE) as own:
        own.sendall(target.handshake())
        if own.recv(64).startswith(b"HTTP/1.1 101 "):
            return time.perf_counter() - begun
    return PATIENCE


def measure(target: Target, name: str) -> list[float]:
    """Return how long each handshake took under this attack."""
    with _child("--attack", name, str(target.port)) as attacker:
        assert attacker.stdout is not None
        attacker.stdout.readline()
        took, end = list[float](), time.monotonic() + SECONDS
        while time.monotonic() < end:
            took.append(_come(target))
            time.sleep(EVERY)
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--attack", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--listen", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.listen:
        trio.run(_listen)
        return 0
    if given.attack:
        trio.run(_attack, given.attack[0], int(given.attack[1]))
        return 0
    if unknown := set(given.attacks) - set(ATTACKS):
        parser.error(f"unknown: {', '.join(unknown)}")
    print(_FIELDS.format("listener", "attack", "slowest ms", "median", "came", "MiB"))
    bad = []
    for kind, opened in TARGETS.items():
        for name in given.attacks or ATTACKS:
            with TemporaryDirectory() as folder, opened(Path(folder)) as target:
                took, peak = sorted(measure(target, name)), target.peak
            figures = (took[-1] * 1e3, took[len(took) // 2] * 1e3, len(took), peak)
            shown = (f"{one:.0f}" for one in figures)
            print(_FIELDS.format(kind, name, *shown), flush=True)
            if took[-1] > MOST or peak > MEMORY:
                bad.append(f"{kind} under {name}")
    if bad:
        print(f"above {MOST:g} s or {MEMORY} MiB: {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
