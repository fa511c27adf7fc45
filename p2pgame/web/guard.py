"""Refuses whoever may not speak to the hub, before anything of it is reached.

Other programs of this machine, its other users, and pages of any site can reach a
loopback port.  A browser says truly which page asks (``Origin``, ``Sec-Fetch-Site``),
and by which name it found us (``Host``); a program needs a cookie that it can't know.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access import Access
from .site import ENTER, Site


class Guard:
    """Passes on to the application only what the hub's own page may have asked."""

    def __init__(self, app: ASGIApp, site: Site, access: Access) -> None:
        self._app, self._site, self._access = app, site, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        why = self._why_not(scope)
        app = self._app if why is None else _refusal(why)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._site.headers.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await app(scope, receive, send_with_headers)

    def _why_not(self, scope: Scope) -> str | None:
        """Return why a request is refused; None: it may pass."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._site.host]:
            return "This is another host."
        entering = scope["type"] == "http" and scope["path"] == ENTER
        allowed = {self._site.origin}
        if entering:
            # A form in a file has no origin; its code is what lets it in.
            if scope["method"] != "POST":
                return "Open p2pgame's file again."
            allowed.add("null")
        origins = headers.getlist("origin")
        is_reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not (is_reading and not origins) and not (
            len(origins) == 1 and origins[0] in allowed
        ):
            return "Another page may not ask this."
        asked_by = headers.get("sec-fetch-site", "none")
        if not entering and asked_by not in ("same-origin", "none"):
            return "Another page may not ask this."
        if not entering and not self._access.is_let_in(self._site.cookie_in(headers)):
            return "Nobody has let this browser in. Start p2pgame web anew."
        return None


def _refusal(why: str) -> ASGIApp:
    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse(f"{why}\n", 403)(scope, receive, send)

    return refuse
