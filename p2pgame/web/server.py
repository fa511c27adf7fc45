"""Serves a hub over HTTP and WebSockets on loopback, under trio."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from urllib.parse import parse_qs

import trio
from hypercorn.config import Config
from hypercorn.trio import serve
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from p2pgame.client.errors import InvalidRequest

from . import entrance, frames
from .access import Access
from .connection import Connection, Hung
from .guard import Guard, Site
from .hub import Hub

#: The page's files.
STATIC = Path(__file__).parent / "static"
#: The port that is tried first, so that a browser finds what it kept for it.
USUAL_PORT = 8781
#: Bytes of a form.
_FORM_LIMIT = 4096
#: Seconds between pings to a page, which show that it is gone.
_PING_EVERY = 20.0
#: WebSocket: a policy was violated.
_REFUSED = 1008

Renew = Callable[[], Awaitable[None]]


def listen(port: int | None) -> socket.socket:
    """Return a socket of loopback at this port; None: the usual one, or any.

    Raises:
      InvalidRequest: The port is in use.
    """
    wanted = (USUAL_PORT, 0) if port is None else (port,)
    for one in wanted:
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            bound.bind(("127.0.0.1", one))
            bound.listen()
        except OSError:
            bound.close()
        else:
            return bound
    raise InvalidRequest("web-port-in-use", port=str(wanted[-1]))


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
        # The library has counted and compressed a frame before it waits for its turn.
        with trio.CancelScope(shield=True):
            await self._socket.send({"type": "websocket.send", "text": text})


class _Pages:
    """What is served, once the guard has let it pass."""

    def __init__(self, hub: Hub, site: Site, access: Access, renew: Renew) -> None:
        self._hub, self._site, self._access = hub, site, access
        self._renew = renew

    def app(self) -> ASGIApp:
        routes = [
            Route(entrance.ENTER, self._enter, methods=["POST"]),
            Route("/", self._index),
            WebSocketRoute("/ws", self._connect),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        return Guard(Starlette(routes=routes), self._site, self._access)

    async def _index(self, request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def _enter(self, request: Request) -> Response:
        form = await _form(request)
        found = self._access.enter(form.get("code", ""))
        if found is None:
            return PlainTextResponse("Open p2pgame's file again.\n", 403)
        cookie, key = found
        await self._renew()
        place = form.get("next", "")
        page = entrance.entered(key, place if place.startswith("#/") else "")
        response = HTMLResponse(page, headers={"cache-control": "no-store"})
        response.set_cookie(
            self._site.cookie, cookie, httponly=True, samesite="strict", path="/"
        )
        return response

    async def _connect(self, socket: WebSocket) -> None:
        cookie = self._site.cookie_in(socket.headers)
        await socket.accept()
        channel = _Socket(socket)
        opens = lambda key: self._access.opens(cookie, key)  # noqa: E731
        if not await Connection(self._hub, channel, opens).run():
            await socket.close(_REFUSED)


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a short form; nothing of a longer one."""
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > _FORM_LIMIT:
                return {}
    except ClientDisconnect:
        return {}
    fields = parse_qs(data.decode(errors="replace"), max_num_fields=8)
    return {name: values[0] for name, values in fields.items()}


def _config(bound: socket.socket) -> Config:
    config = Config()
    config.bind = [f"fd://{bound.detach()}"]
    config.errorlog = config.accesslog = None
    config.include_server_header = False
    config.graceful_timeout = 1.0
    config.keep_alive_timeout = 60.0
    config.websocket_max_message_size = frames.FRAME_LIMIT
    config.websocket_ping_interval = _PING_EVERY
    return config


class Entrance:
    """The file that lets browsers in, with a fresh code after each."""

    def __init__(self, path: Path, site: Site, access: Access, place: str) -> None:
        self.path = path
        self._site, self._access, self._place = site, access, place

    async def renew(self) -> None:
        """Write the file with a fresh code."""
        code = self._access.fresh_code()
        await trio.to_thread.run_sync(
            entrance.write, self.path, self._site.origin, code, self._place
        )


@asynccontextmanager
async def serving(
    hub: Hub, bound: socket.socket, folder: Path, place: str = ""
) -> AsyncGenerator[Entrance]:
    """Serve a hub in this block; yield the file on which to open a browser.

    ``folder`` is where the file lies while this lasts; ``place`` is the hash at which
    the page opens.
    """
    with closing(bound):
        port = bound.getsockname()[1]
        site, access = Site(port), Access()
        door = Entrance(folder / f"open-{port}.html", site, access, place)
        app = _Pages(hub, site, access, door.renew).app()
        ended = trio.Event()
        try:
            await door.renew()
            async with trio.open_nursery() as nursery:
                config = _config(bound)
                await nursery.start(_serve, app, config, ended.wait)
                try:
                    yield door
                finally:
                    ended.set()
        finally:
            door.path.unlink(missing_ok=True)


async def _serve(
    app: ASGIApp,
    config: Config,
    ended: Callable[[], Awaitable[None]],
    task_status: trio.TaskStatus[list[str]] = trio.TASK_STATUS_IGNORED,
) -> None:
    await serve(app, config, shutdown_trigger=ended, task_status=task_status)  # type: ignore[arg-type]
