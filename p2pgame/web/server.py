"""Serves a hub over HTTP and WebSockets on loopback, under trio."""

from __future__ import annotations

import os
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
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
)
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.json_lines import with_sentences
from p2pgame.client.page_modules import module_of
from p2pgame.text import language_of

from . import entrance, frames
from .access import Access
from .connection import Connection, Hung
from .entrance import Entrance
from .guard import Guard
from .hub import Hub
from .site import ENTER, Site
from .uploads import Uploads

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


def listen(port: int | None) -> socket.socket:
    """Return a socket of loopback at this port; None: the usual one, or any.

    Raises:
      InvalidRequest: The port is in use.
    """
    wanted = (USUAL_PORT, 0) if port is None else (port,)
    for one in wanted:
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            # The connections of an earlier hub linger; elsewhere this would share.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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

    def __init__(
        self, hub: Hub, site: Site, access: Access, uploads: Uploads, door: Entrance
    ) -> None:
        self._hub, self._site, self._access = hub, site, access
        self._uploads, self._door = uploads, door

    def app(self) -> ASGIApp:
        routes = [
            Route(ENTER, self._enter, methods=["POST"]),
            Route("/", self._index),
            Route("/files", self._upload, methods=["POST"]),
            Route("/games/{name}.js", self._drawing),
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
        await self._door.renew()
        place = form.get("next", "")
        page = entrance.entered(key, place if place.startswith("#/") else "")
        response = HTMLResponse(page, headers={"cache-control": "no-store"})
        response.set_cookie(
            self._site.cookie, cookie, httponly=True, samesite="strict", path="/"
        )
        return response

    async def _drawing(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        found = await trio.to_thread.run_sync(module_of, name)
        if found is None:
            return Response(status_code=404)
        return Response(found, media_type="text/javascript")

    async def _upload(self, request: Request) -> Response:
        """Take a file, and name it; ``?language=de`` is that of a refusal."""
        try:
            name = await self._uploads.take(request.stream())
        except ClientDisconnect:
            return Response(status_code=400)
        except InvalidRequest as error:
            spoken = language_of(request.query_params.get("language", ""))
            told = with_sentences(error.message, (), spoken)
            return JSONResponse({"error": told}, 413)
        return JSONResponse({"file": name})

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
    try:
        fields = parse_qs(data.decode(), max_num_fields=8)
    except ValueError:
        return {}
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


@asynccontextmanager
async def serving(
    hub: Hub, bound: socket.socket, uploads: Uploads, folder: Path
) -> AsyncGenerator[Entrance]:
    """Serve a hub in this block; yield what lets a browser in.

    The file on which a browser is opened lies in ``folder`` while this lasts.
    """
    with closing(bound):
        site, access = Site(bound.getsockname()[1]), Access()
        with entrance.entrance_in(folder, site, access) as door:
            app = _Pages(hub, site, access, uploads, door).app()
            ended = trio.Event()
            async with trio.open_nursery() as nursery:
                await nursery.start(_serve, app, _config(bound), ended.wait)
                try:
                    yield door
                finally:
                    ended.set()


async def _serve(
    app: ASGIApp,
    config: Config,
    ended: Callable[[], Awaitable[None]],
    task_status: trio.TaskStatus[list[str]] = trio.TASK_STATUS_IGNORED,
) -> None:
    await serve(app, config, shutdown_trigger=ended, task_status=task_status)  # type: ignore[arg-type]
