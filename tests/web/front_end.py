"""A front end for tests: speaks a hub's frames over a WebSocket, and waits for one."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import trio
from trio_websocket import WebSocketConnection, wrap_client_stream

from .hub_process import Entered

Frame = dict[str, Any]
#: Seconds for what is waited for.
WITHIN = 60.0


class FrontEnd:
    """A connection that keeps all frames that came."""

    def __init__(self, socket: WebSocketConnection) -> None:
        self.socket = socket
        self.frames: list[Frame] = []
        self._read = 0
        self._commands = 0

    async def send(self, **frame: object) -> None:
        await self.socket.send_message(json.dumps(frame))

    async def until(self, wanted: Callable[[Frame], Any]) -> Frame:
        """Read on to the first frame that is wanted; what came before is not seen."""
        with trio.fail_after(WITHIN):
            while True:
                while self._read < len(self.frames):
                    frame = self.frames[self._read]
                    self._read += 1
                    if wanted(frame):
                        return frame
                self.frames.append(json.loads(await self.socket.get_message()))

    async def listed(self, wanted: Callable[[list[dict[str, Any]]], Any]) -> None:
        """Wait until the list of tables is as wanted; what comes meanwhile is kept."""
        with trio.fail_after(WITHIN):
            while True:
                lists = [one["tables"] for one in self.frames if "tables" in one]
                if lists and wanted(lists[-1]):
                    return
                self.frames.append(json.loads(await self.socket.get_message()))

    async def event(self, name: str, table: int | None = None) -> dict[str, Any]:
        """Return the next event with this name, of a table if one is given."""
        frame = await self.until(
            lambda frame: (
                frame.get("event", {}).get("event") == name
                and (table is None or frame.get("table") == table)
            )
        )
        event: dict[str, Any] = frame["event"]
        return event

    async def ask(self, id: int, **request: object) -> list[dict[str, Any]]:
        """Return all that answers a request which opens no table."""
        await self.send(id=id, request=request)
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1]["event"] != "finished":
            frame = await self.until(lambda frame: frame.get("id") == id)
            answers.append(frame["event"])
        return answers

    async def command(self, table: int, **command: object) -> dict[str, Any]:
        """Give a command with an id of its own; return what answers that."""
        self._commands += 1
        id = self._commands
        await self.send(table=table, command={**command, "id": id})
        frame = await self.until(
            lambda frame: (
                frame.get("table") == table
                and "at" not in frame
                and frame["event"].get("id") == id
            )
        )
        event: dict[str, Any] = frame["event"]
        return event

    async def open(self, id: int, **request: object) -> int:
        """Return the number of the table that a request has opened."""
        await self.send(id=id, request=request)
        frame = await self.until(lambda frame: frame.get("id") == id)
        assert "table" in frame, frame
        table: int = frame["table"]
        return table


@asynccontextmanager
async def connected(
    entered: Entered, *, language: str = "en", key: str | None = None
) -> AsyncGenerator[FrontEnd]:
    """Connect as the page does, and say hello."""
    host = f"127.0.0.1:{entered.port}"
    headers = [(b"Origin", entered.url.encode()), (b"Cookie", entered.cookie.encode())]
    stream = await trio.open_tcp_stream("127.0.0.1", entered.port)
    async with stream, trio.open_nursery() as nursery:
        socket = await wrap_client_stream(
            nursery, stream, host, "/ws", extra_headers=headers
        )
        front = FrontEnd(socket)
        await front.send(hello=entered.key if key is None else key, language=language)
        yield front
        # As a page that is closed: the library's own goodbye can fail at a ping.
        nursery.cancel_scope.cancel()
