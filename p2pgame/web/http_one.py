"""Speaks HTTP/1.1 to one connection, and WebSockets without any extension.

hypercorn takes permessage-deflate whenever it is offered, so that 200 kB become 300 MB,
and changes to HTTP/2 for whoever asks.  No front end of ours needs either.  So this
leaves out of a request what would ask for them, before the library sees it.
"""

from __future__ import annotations

from typing import Any

import h11
import trio
from hypercorn.config import Config
from hypercorn.events import Closed, RawData
from hypercorn.protocol.events import Event as StreamEvent
from hypercorn.protocol.events import Response
from hypercorn.protocol.h11 import H11Protocol
from hypercorn.protocol.ws_stream import FrameTooLargeError, WebsocketBuffer, WSStream
from hypercorn.trio.task_group import TaskGroup
from hypercorn.trio.tcp_server import TCPServer
from hypercorn.trio.worker_context import WorkerContext
from hypercorn.typing import AppWrapper, ConnectionState
from hypercorn.utils import parse_socket_addr
from wsproto.events import Message

from .guard import REFUSAL
from .visitors import VISITOR, Visitor

_EXTENSIONS = b"sec-websocket-extensions"
#: A message that is too long may go on for so many times the limit, unread, until its
#: sender has read that it was refused.
_OVERRUN = 8
#: From here on a status says that something was refused.
_REFUSED = 400


class OneConnection(TCPServer):
    """Serves one TCP connection, whose place is ``visitor``'s."""

    def __init__(
        self,
        app: AppWrapper,
        config: Config,
        context: WorkerContext,
        visitor: Visitor,
        stream: trio.SocketStream,
    ) -> None:
        state = ConnectionState({VISITOR: visitor})
        super().__init__(app, config, context, state, stream)  # type: ignore[arg-type]
        self._socket = stream.socket

    async def run(self) -> None:
        """Serve it until either side ends it."""
        socket = self._socket
        try:
            async with TaskGroup() as group:
                self._task_group = group
                self.protocol = _HttpOne(  # type: ignore[assignment]
                    self.app,
                    self.config,
                    self.context,
                    group,
                    self.state,  # type: ignore[arg-type]
                    False,
                    parse_socket_addr(socket.family, socket.getpeername()),
                    parse_socket_addr(socket.family, socket.getsockname()),
                    self.protocol_send,
                )
                await self.idle_task.restart(group, self._idle_timeout)
                await self._read_data()
                # The library's task would wait a minute for another request, and keep
                # what a refused stranger has sent until then.
                await self.idle_task.stop()
        except OSError:
            pass
        finally:
            await self._close()


class _HttpOne(H11Protocol):
    """Speaks HTTP/1.1; strangers hear one answer to all that is refused."""

    #: Whether a stranger was refused, after which nothing is said.
    _is_over = False

    async def stream_send(self, event: StreamEvent) -> None:
        is_refused = isinstance(event, Response) and event.status_code >= _REFUSED
        if is_refused and self._visitor.is_stranger:
            await self._refuse()
        elif not self._is_over:
            await super().stream_send(event)

    async def _send_error_response(self, status_code: int) -> None:
        if self._visitor.is_stranger:
            await self._refuse()
        else:
            await super()._send_error_response(status_code)

    async def _refuse(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._visitor.refuse()
            await self.send(RawData(REFUSAL))
            await self.send(Closed())
            self._visitor.scope.cancel()  # else it would keep what has come with it

    @property
    def _visitor(self) -> Visitor:
        visitor: Visitor = self.connection_state[VISITOR]
        return visitor

    async def _check_protocol(self, event: h11.Request) -> None:
        """Never change to another protocol."""

    async def _create_stream(self, request: h11.Request) -> None:
        self._visitor.has_asked = True
        kept = [one for one in request.headers.raw_items() if not _extends(one[0])]
        await super()._create_stream(
            h11.Request(
                method=request.method,
                target=request.target,
                headers=kept,
                http_version=request.http_version,
            )
        )
        if isinstance(self.stream, WSStream):
            self.stream.buffer = _Buffer(self.config.websocket_max_message_size)


def _extends(name: bytes) -> bool:
    return name.strip().lower() == _EXTENSIONS


class _Buffer(WebsocketBuffer):
    """A message so far; nothing of one that is too long is kept."""

    def extend(self, event: Message[Any]) -> None:
        size = len(event.data)
        if self.length + size <= self.max_length:
            super().extend(event)
            return
        self.value = None
        self.length += size
        if self.length > _OVERRUN * self.max_length:
            raise ConnectionError("A message went on after it was refused.")
        raise FrameTooLargeError
