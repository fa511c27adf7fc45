"""Serves a hub over HTTP and WebSockets on loopback, under trio."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import trio
from starlette.types import ASGIApp

from p2pgame.client.errors import InvalidRequest

from . import entrance
from .access import Access
from .connections import Accepting, Connections
from .entrance import Entrance
from .hub import Hub
from .pages import Pages
from .programs import Tokens, app_of
from .site import Site
from .uploads import Uploads

#: The ports that are tried first, so that a browser finds what it kept for one, and a
#: program its hub.
PAGE_PORT, PROGRAMS_PORT = 8781, 8782

#: Connections that the system may queue before we accept them; we can serve so many in
#: a second.  A caller for whom the queue has no room tries again after a second.
_QUEUE = 1024

#: Seconds for what was told last to reach the front ends.
_GRACE = 0.2


def listen(port: int | None, usual: int = PAGE_PORT) -> socket.socket:
    """Return a socket of loopback at this port; None: the usual one, or any.

    Raises:
      InvalidRequest: The port is in use.
    """
    wanted = (usual, 0) if port is None else (port,)
    for one in wanted:
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            # The connections of an earlier hub linger; elsewhere this would share.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind(("127.0.0.1", one))
            bound.listen(_QUEUE)
        except OSError:
            bound.close()
        else:
            return bound
    raise InvalidRequest("web-port-in-use", port=str(wanted[-1]))


@asynccontextmanager
async def serving(
    hub: Hub, bound: socket.socket, uploads: Uploads, folder: Path
) -> AsyncGenerator[Entrance]:
    """Serve a hub to the page in this block; yield what lets a browser in.

    The file on which a browser is opened lies in ``folder`` while this lasts.
    """
    site, access = _site(bound), Access()
    with entrance.entrance_in(folder, site, access) as door:
        async with _serving(Pages(hub, site, access, uploads, door).app(), bound):
            yield door


@asynccontextmanager
async def serving_programs(
    hub: Hub, bound: socket.socket, tokens: Tokens
) -> AsyncGenerator[str]:
    """Serve a hub to programs that have a token; yield the url."""
    site = _site(bound)
    async with _serving(app_of(hub, site, tokens), bound):
        yield f"ws://{site.host}/ws"


def _site(bound: socket.socket) -> Site:
    return Site(bound.getsockname()[1])


@asynccontextmanager
async def _serving(app: ASGIApp, bound: socket.socket) -> AsyncGenerator[None]:
    connections = Connections(app)
    async with Accepting(bound) as listener, trio.open_nursery() as nursery:
        serve = partial(trio.serve_listeners, connections.serve, [listener])
        await nursery.start(serve)
        try:
            yield
            await trio.sleep(_GRACE)
        finally:
            nursery.cancel_scope.cancel()
            connections.end()
