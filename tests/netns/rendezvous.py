"""The least that a relay does for two players: tell each where it is seen, pass frames.

A newcomer to a room gets what was said there before.  ``delay`` seconds go by before
a frame is passed on, as over a long way.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

import trio


@dataclass(slots=True)
class Room:
    """What was said, and who hears more."""

    said: list[bytes] = field(default_factory=list)
    guests: list[trio.MemorySendChannel[bytes]] = field(default_factory=list)

    def say(self, frame: bytes, but: trio.MemorySendChannel[bytes]) -> None:
        self.said.append(frame)
        for guest in self.guests:
            if guest is not but:
                guest.send_nowait(frame)


async def read_frame(stream: trio.abc.ReceiveStream) -> bytes:
    """Return the next frame; raise ``EOFError`` at the end."""
    size = int.from_bytes(await _exactly(stream, 4))
    return await _exactly(stream, size)


async def _exactly(stream: trio.abc.ReceiveStream, size: int) -> bytes:
    data = b""
    while len(data) < size:
        chunk = await stream.receive_some(size - len(data))
        if not chunk:
            raise EOFError
        data += chunk
    return data


def framed(frame: bytes) -> bytes:
    """Return the bytes of a frame on the way."""
    return len(frame).to_bytes(4) + frame


async def attend(
    stream: trio.SocketStream, rooms: dict[bytes, Room], delay: float
) -> None:
    """Serve one guest until it leaves."""
    host, port = stream.socket.getpeername()[:2]
    await stream.send_all(framed(f"{host}:{port}".encode()))
    to_guest, frames = trio.open_memory_channel[bytes](1000)
    room = rooms.setdefault(await read_frame(stream), Room())
    for frame in room.said:
        to_guest.send_nowait(frame)
    room.guests.append(to_guest)

    async def pass_on() -> None:
        async for frame in frames:
            await trio.sleep(delay)
            await stream.send_all(framed(frame))

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pass_on)
            while True:
                room.say(await read_frame(stream), to_guest)
    except* (EOFError, trio.BrokenResourceError, trio.ClosedResourceError):
        pass
    finally:
        room.guests.remove(to_guest)


async def main(host: str, delay: float) -> None:
    """Serve; print the port."""
    rooms: dict[bytes, Room] = {}
    listeners = await trio.open_tcp_listeners(0, host=host)
    print(listeners[0].socket.getsockname()[1], flush=True)

    async def serve(stream: trio.SocketStream) -> None:
        await attend(stream, rooms, delay)

    await trio.serve_listeners(serve, listeners)


if __name__ == "__main__":
    trio.run(main, sys.argv[1], float(sys.argv[2]))
