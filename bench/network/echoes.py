"""Two echoes, for what a machine's network and WebSockets cost by themselves.

``python -m bench.network.echoes`` listens at two ports, which it prints: one gives back
bytes as they come, the other WebSocket messages.  :func:`pings` asks for round trips,
which is what a frame's way from one member to another is: two ways, with a server
between.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import trio

from bench.network.relay_members import REQUEST, masked, split
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.websocket import Address, Socket
from tests.relay.programs import ROOT

#: What goes there and back: a Deliver of one smallest frame.
SIZE = 1 + 16 + 8 + 256

_HOST, _PATIENCE = "127.0.0.1", 10.0


@contextmanager
def echoes() -> Iterator[tuple[Address, Address]]:
    """Run both as a program of their own; give where they are."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.network.echoes"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        plain, framed = process.stdout.readline().split()
        yield (_HOST, int(plain)), (_HOST, int(framed))
    finally:
        process.kill()
        process.communicate()


def pings(address: Address, count: int, *, framed: bool) -> list[int]:
    """Return how many nanoseconds each of so many round trips took."""
    times = []
    with socket.create_connection(address, _PATIENCE) as to:
        to.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if framed:
            to.sendall(REQUEST)
            while not to.recv(4096).endswith(b"\r\n\r\n"):
                pass
        asked = masked(bytes(SIZE)) if framed else bytes(SIZE)
        for _ in range(count):
            begun, heard = time.perf_counter_ns(), b""
            to.sendall(asked)
            while not (split(heard)[0] if framed else len(heard) == SIZE):
                data = to.recv(65536)
                if not data:
                    raise EOFError("The echo has closed the connection.")
                heard += data
            times.append(time.perf_counter_ns() - begun)
    return times


async def _plain(stream: trio.SocketStream) -> None:
    async for data in stream:
        await stream.send_all(data)


async def _framed(link: Socket) -> None:
    while True:
        await link.send(await link.receive())


async def main() -> None:
    listeners = await trio.open_tcp_listeners(0, host=_HOST)
    port = listeners[0].socket.getsockname()[1]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, _plain, listeners)
        ((_, framed),) = await nursery.start(serve, _HOST, 0, _framed)
        print(port, framed, flush=True)


if __name__ == "__main__":
    trio.run(main)
