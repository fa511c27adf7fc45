"""Speaks a hub's frames over one WebSocket."""

from __future__ import annotations

from starlette.websockets import WebSocket

from p2pgame.client.errors import InvalidRequest

from .connection import Connection, Hung, Opens
from .hub import Hub

#: WebSocket: a policy was violated.
_REFUSED = 1008


async def speak(hub: Hub, socket: WebSocket, opens: Opens) -> None:
    """Accept a front end, and speak with it until it hangs up."""
    await socket.accept()
    if not await Connection(hub, _Socket(socket), opens).run():
        await socket.close(_REFUSED)


class _Socket:
    """A WebSocket as a channel of frames."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise Hung
        text = message.get("text")
        if not isinstance(text, str):
            raise InvalidRequest("frame-no-text")
        return text

    async def send(self, text: str) -> None:
        await self._socket.send({"type": "websocket.send", "text": text})
