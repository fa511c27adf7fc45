"""Serves the page, its files and its connection to browsers that were let in."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import trio
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
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

from . import entrance
from .access import Access
from .entrance import Entrance
from .guard import Guard, PageJudge
from .hub import Hub
from .page_words import first_page, first_words
from .site import ENTER, Site
from .sockets import speak
from .uploads import Uploads

#: The page's files.
STATIC = Path(__file__).parent / "static"
#: Bytes of a form.
_FORM_LIMIT = 4096


class Pages:
    """What is served, once the guard has let it pass."""

    def __init__(
        self, hub: Hub, site: Site, access: Access, uploads: Uploads, door: Entrance
    ) -> None:
        self._hub, self._site, self._access = hub, site, access
        self._uploads, self._door = uploads, door

    def app(self) -> ASGIApp:
        """Return the application."""
        routes = [
            Route(ENTER, self._enter, methods=["POST"]),
            Route("/", self._index),
            Route("/files", self._upload, methods=["POST"]),
            Route("/games/{name}.js", self._drawing),
            WebSocketRoute("/ws", self._connect),
            Route("/static/text/{language}.ftl", self._words),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        judge = PageJudge(self._site, self._access)
        return Guard(Starlette(routes=routes), self._site, judge)

    async def _index(self, request: Request) -> Response:
        return HTMLResponse(await trio.to_thread.run_sync(first_page))

    async def _enter(self, request: Request) -> Response:
        form = await _form(request)
        found = self._access.enter(form.get("code", ""))
        if found is None:
            return Response(status_code=403)
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

    async def _words(self, request: Request) -> Response:
        try:
            language = request.path_params["language"]
            found = await trio.to_thread.run_sync(first_words, language)
        except KeyError:
            return Response(status_code=404)
        return Response(found, media_type="text/plain")

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
        await speak(self._hub, socket, lambda key: self._access.opens(cookie, key))


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
