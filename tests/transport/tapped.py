"""A link that can be listened to on our side."""

from __future__ import annotations

from p2pgame.transport.link import Link


class Tapped:
    """A link of which all that goes out is kept."""

    def __init__(self, link: Link, frames: list[bytes]) -> None:
        self._link, self._frames = link, frames

    async def send(self, frame: bytes) -> None:
        self._frames.append(frame)
        await self._link.send(frame)

    async def receive(self) -> bytes:
        return await self._link.receive()

    async def aclose(self) -> None:
        await self._link.aclose()
