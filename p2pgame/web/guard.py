"""Refuses whoever may not speak to the hub, before anything of it is reached.

Other programs of this machine, its other users, and pages of any site can reach a
loopback port.  A browser says truly which page asks (``Origin``, ``Sec-Fetch-Site``),
and by which name it found us (``Host``); a program needs a cookie that it can't know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access import Access
from .site import ENTER, Site
from .visitors import VISITOR, Visitor

_REFUSED = "Nobody has let this in. See p2pgame web --help, p2pgame serve --help.\n"
_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
#: All that a stranger hears, whatever it asks: nobody learns why.
REFUSAL = f"""\
HTTP/1.1 403 Forbidden\r
Content-Type: text/plain; charset=utf-8\r
Content-Length: {len(_REFUSED)}\r
Content-Security-Policy: {_POLICY}\r
Cross-Origin-Resource-Policy: same-origin\r
Referrer-Policy: no-referrer\r
X-Content-Type-Options: nosniff\r
Cache-Control: no-store\r
Connection: close\r
\r
{_REFUSED}""".encode()


class Judge(Protocol):
    """Returns whether a request may pass."""

    def __call__(self, scope: Scope) -> bool: ...


class Guard:
    """Passes on to an application only what a judge lets pass.

    Strangers hear :data:`REFUSAL` in place of each refusal.
    """

    def __init__(self, app: ASGIApp, site: Site, judge: Judge) -> None:
        self._app, self._site, self._judge = app, site, judge

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it; each answer has the site's headers."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        may_pass = self._judge(scope)
        app = self._app if may_pass else _refuse
        if may_pass and scope["path"] != ENTER:
            visitor: Visitor = scope["state"][VISITOR]
            visitor.let_in()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._site.headers.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await app(scope, receive, send_with_headers)


class PageJudge:
    """Lets pass what the hub's own page may have asked."""

    def __init__(self, site: Site, access: Access) -> None:
        self._site, self._access = site, access

    def __call__(self, scope: Scope) -> bool:
        """Return whether a request may pass."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._site.host]:
            return False
        if scope["type"] == "http" and scope["path"] == ENTER:
            # A form in a file has no origin; its code is what lets it in.
            is_form = headers.getlist("origin") in (["null"], [self._site.origin])
            is_posted = scope["method"] == "POST"
            return is_form and is_posted
        let_in = self._access.is_let_in
        return self._is_own(scope, headers) and let_in(self._site.cookie_in(headers))

    def _is_own(self, scope: Scope, headers: Headers) -> bool:
        """Return whether no other page asks this."""
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return False
        origins = headers.getlist("origin")
        if not origins and scope["type"] == "http":
            return scope["method"] in ("GET", "HEAD")
        return origins == [self._site.origin]


class ProgramJudge:
    """Lets pass what a program with a token asks: a browser always says who asks."""

    def __init__(self, site: Site, opens: Callable[[str], bool]) -> None:
        self._site, self._opens = site, opens

    def __call__(self, scope: Scope) -> bool:
        """Return whether a request may pass."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self._site.host]:
            return False
        if "origin" in headers or "sec-fetch-site" in headers:
            return False
        scheme, _, token = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and self._opens(token.strip())


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await Response(status_code=403)(scope, receive, send)
