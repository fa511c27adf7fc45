"""Serves an application to TCP connections, each by itself.

The library's own ``serve`` ends with the first connection whose bytes it can't cope
with, and never closes one that reads nothing.  So its connections are run here: what
goes wrong in one ends that one, there are not too many, and all can be ended.
"""

from __future__ import annotations

import select
import socket
import sys

import trio
from hypercorn.config import Config
from hypercorn.trio.worker_context import WorkerContext
from hypercorn.utils import wrap_app
from starlette.types import ASGIApp

from .frames import FRAME_LIMIT
from .http_one import OneConnection
from .owners import is_of_another_user
from .visitors import Visitors

#: Seconds between pings to a front end, which show that it is gone.
_PING_EVERY = 20.0


class Accepting(trio.abc.Listener[trio.SocketStream]):
    """Accepts connections; one that has hung up while it waited ends here.

    To serve one takes a millisecond, to look at it a fiftieth of that.  So a crowd that
    comes and goes keeps nobody waiting (on Linux).
    """

    def __init__(self, listening: socket.socket) -> None:
        """Own a socket that listens."""
        listening.setblocking(False)
        made = trio.socket.from_stdlib_socket(listening)
        self._listener = trio.SocketListener(made)

    async def accept(self) -> trio.SocketStream:
        while True:
            stream = await self._listener.accept()
            if not _has_hung_up(stream.socket.fileno()):
                return stream
            stream.socket.close()

    async def aclose(self) -> None:
        await self._listener.aclose()


def _has_hung_up(descriptor: int) -> bool:
    """Return whether the other end has said that it sends nothing more."""
    if sys.platform != "linux":
        return False
    asked = select.poll()
    asked.register(descriptor, select.POLLRDHUP)
    return bool(asked.poll(0))


class Connections:
    """The connections of one application."""

    def __init__(self, app: ASGIApp) -> None:
        self._config = _config()
        most = self._config.wsgi_max_body_size
        self._app = wrap_app(app, most, "asgi")  # type: ignore[arg-type]
        self._context = WorkerContext(None)
        self._visitors = Visitors()

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one connection until it ends, whatever its bytes are.

        One of another user of this machine ends at once.
        """
        if is_of_another_user(stream.socket):
            await trio.aclose_forcefully(stream)
            return
        visitor = self._visitors.enter(stream)
        try:
            with visitor.scope:
                await OneConnection(
                    self._app, self._config, self._context, visitor, stream
                ).run()
        except Exception:  # a stranger's bytes, of which nobody needs to know
            pass
        except BaseExceptionGroup as error:
            ends = error.subgroup(lambda one: not isinstance(one, Exception))
            assert ends is not None, "else it were an exception"
            raise ends from None
        finally:
            self._visitors.leave(visitor)
            await trio.aclose_forcefully(stream)

    def end(self) -> None:
        """Close all connections, also those whose other side reads nothing."""
        self._visitors.end()


def _config() -> Config:
    config = Config()
    config.accesslog = None
    config.loglevel = "ERROR"  # faults of the application, on standard error
    config.include_server_header = False
    config.keep_alive_timeout = 60.0
    config.websocket_max_message_size = FRAME_LIMIT
    config.websocket_ping_interval = _PING_EVERY
    return config
