"""Links by WebSocket over TCP: one side listens, the other connects.

Anybody on the network may knock, so everything a stranger can make us hold is
bounded: handshakes in time and number, links in number, a message in size,
frames in rate.  The library has no keepalive, answers no ping while its queue
is full, and lets a few of a hostile peer's bytes end its reader task with an
unexpected error; so each connection has a task of its own here that watches it
and turns whatever happens into the end of that one link.

No compression is offered or accepted.  Between peers no TLS is used: the envelope
keeps secrets, whatever the path.  Browsers always send ``Origin``, peers never do: a
page that a player happens to visit can't reach a peer through the player's own
machine.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from ssl import SSLContext
from typing import cast

import trio
from trio_websocket import (
    ConnectionClosed,
    WebSocketConnection,
    wrap_client_stream,
    wrap_server_stream,
)

from p2pgame.transport.link import FRAME_LIMIT, Link, LinkClosed, TransportError
from p2pgame.transport.wire import Wire

#: Seconds for TCP and the handshake together.
CONNECT_WITHIN = 5.0

#: Seconds for a goodbye that the other side may not hear.
CLOSE_WITHIN = 1.0

#: Seconds between pings, and how long the answer may take: a peer that is gone,
#: or reads nothing, is noticed within the sum of the two.
PING_EVERY = 20.0
PONG_WITHIN = 20.0

#: How many links one listener keeps, and how many handshakes may be under way.
LINKS_LIMIT = 64
HANDSHAKES_LIMIT = 32

#: How many frames may wait for ``receive`` before the peer has to wait.
QUEUE_FRAMES = 8

_CHUNK = 64 * 1024
_FORBIDDEN, _UNAVAILABLE = 403, 503
_ENDINGS = {
    1000: "The other side closed the link.",
    1001: "The other side closed the link.",
    1009: "The other side sent a frame above the limit.",
}

Address = tuple[str, int]
Handler = Callable[[Link], Awaitable[None]]
_Handshake = Callable[[trio.Nursery, Wire], Awaitable[WebSocketConnection]]


async def connect(
    host: str,
    port: int,
    *,
    path: str = "/",
    tls: SSLContext | None = None,
    limit: int = FRAME_LIMIT,
    timeout: float = CONNECT_WITHIN,  # noqa: ASYNC109 (never without one)
) -> Socket:
    """Return a link to whoever listens there; the caller closes it.

    ``limit`` is for what is received, in bytes.

    Raises:
      TransportError: Nobody answers, or somebody who is not a peer.
    """
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        with trio.fail_after(timeout):
            tcp = await trio.open_tcp_stream(host, port)
            stream = tcp if tls is None else _secured(tcp, tls, host)
            link = Socket(Wire(stream, tcp.socket, is_client=True))
            # The link outlives this call and belongs to whoever holds it, as a
            # socket does; so no nursery of the caller's can hold its tasks.
            trio.lowlevel.spawn_system_task(link.tend, _greeting(place, path, limit))
            await link.wait_open()
    except trio.TooSlowError:
        raise TransportError(f"{place} did not answer in time.") from None
    except (OSError, UnicodeError) as error:
        raise TransportError(f"{place} can't be reached.") from error
    return link


async def serve(
    host: str | None,
    port: int,
    handler: Handler,
    *,
    task_status: trio.TaskStatus[tuple[Address, ...]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Listen, and call ``handler`` with each new link, until cancelled.

    Starts with the addresses that are bound; ``host=None`` means all of this
    machine's, ``port=0`` any free one.  A link is closed when its handler
    returns.  A handler that ends with a ``TransportError`` has lost its link,
    which is no fault; any other error ends the listening.

    Raises:
      TransportError: The address can't be bound.
    """
    try:
        listeners = await trio.open_tcp_listeners(port, host=host)
    except (OSError, UnicodeError) as error:
        raise TransportError(f"Port {port} can't be listened on.") from error
    addresses = tuple(_address(listener) for listener in listeners)
    async with trio.open_nursery() as nursery:
        await nursery.start(trio.serve_listeners, _Door(handler).admit, listeners)
        task_status.started(addresses)


def _secured(tcp: trio.SocketStream, tls: SSLContext, host: str) -> trio.abc.Stream:
    return trio.SSLStream(tcp, tls, server_hostname=host, https_compatible=True)


def _address(listener: trio.SocketListener) -> Address:
    host, port = listener.socket.getsockname()[:2]
    return host, port


class _Door:
    """Where strangers knock: shakes hands, counts guests, turns away."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._knocking: dict[Socket, None] = {}
        self._guests: dict[Socket, None] = {}

    async def admit(self, stream: trio.SocketStream) -> None:
        wire = Wire(stream, stream.socket, is_client=False)
        link = Socket(wire)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.tend, partial(self._answer, link))
            try:
                if await self._is_welcome(link):
                    await self._entertain(link)
            finally:
                self._guests.pop(link, None)
                await link.aclose()

    async def _is_welcome(self, link: Socket) -> bool:
        # An honest handshake takes milliseconds, so the oldest one under way is
        # the likeliest to be a stranger's who only wants to take up the room.
        if len(self._knocking) >= HANDSHAKES_LIMIT:
            next(iter(self._knocking)).stop("Too many are knocking.")
        self._knocking[link] = None
        try:
            with trio.move_on_after(CONNECT_WITHIN):
                await link.wait_open()
                return True
            return False
        except TransportError:
            return False
        finally:
            self._knocking.pop(link, None)

    async def _entertain(self, link: Link) -> None:
        try:
            await self._handler(link)
        except* TransportError:
            pass

    async def _answer(
        self, link: Socket, nursery: trio.Nursery, wire: Wire
    ) -> WebSocketConnection:
        request = await wrap_server_stream(
            nursery, wire, QUEUE_FRAMES, FRAME_LIMIT, _CHUNK
        )
        if any(name.lower() == b"origin" for name, _ in request.headers):
            await request.reject(_FORBIDDEN)
            raise TransportError("A browser page knocked.")
        if len(self._guests) >= LINKS_LIMIT and not self._make_room():
            await request.reject(_UNAVAILABLE)
            raise TransportError("There is no room for another link.")
        self._guests[link] = None
        wire.open()
        return await request.accept()

    def _make_room(self) -> bool:
        """Send away the longest guest of those who have said nothing, if any.

        A peer speaks at once, so silent links are likely to be a stranger's who
        wants to keep others out.
        """
        for guest in self._guests:
            if not guest.has_spoken:
                del self._guests[guest]
                guest.stop("There was no room for a silent link.")
                return True
        return False


def _greeting(place: str, path: str, limit: int) -> _Handshake:
    async def greet(nursery: trio.Nursery, wire: Wire) -> WebSocketConnection:
        # The library says SocketStream and uses nothing but Stream.
        stream = cast(trio.SocketStream, wire)
        return await wrap_client_stream(
            nursery,
            stream,
            place,
            path,
            message_queue_size=QUEUE_FRAMES,
            max_message_size=limit,
            receive_buffer_size=_CHUNK,
        )

    return greet


class Socket:
    """A link whose connection is kept, watched and ended by ``tend``."""

    def __init__(self, wire: Wire) -> None:
        #: Whether a frame has come by it.
        self.has_spoken = False
        self._wire = wire
        self._connection: WebSocketConnection | None = None
        self._settled = trio.Event()
        self._life = trio.CancelScope()
        self._goodbye = trio.CancelScope()
        self._is_closing = False
        self._why: str | None = None
        self._cause: BaseException | None = None

    async def tend(self, handshake: _Handshake) -> None:
        """Own the connection from its handshake to its end; raise nothing."""
        try:
            with self._life:
                async with trio.open_nursery() as nursery:
                    self._connection = await handshake(nursery, self._wire)
                    self._settled.set()
                    await self._keep_alive(self._connection)
        except* Exception as errors:
            # Whatever a stranger's bytes did to the library: this link is over,
            # and the reason is told to whoever uses it.
            self._cause = errors
            self.stop(_explain(errors))
        finally:
            self.stop("The connection broke off.")

    async def _keep_alive(self, connection: WebSocketConnection) -> None:
        while not self._life.cancel_called:
            await trio.sleep(PING_EVERY)
            with trio.move_on_after(PONG_WITHIN) as patience:
                await connection.ping()
            if patience.cancelled_caught:
                self.stop("The other side has stopped answering.")

    async def wait_open(self) -> None:
        """Wait for the handshake; if this is given up, so is the connection.

        Raises:
          TransportError: It failed.
        """
        try:
            await self._settled.wait()
        except trio.Cancelled:
            self.stop("The handshake took too long.")
            raise
        if self._connection is None:
            raise TransportError(self._why) from self._cause

    def stop(self, why: str) -> None:
        """End the connection at once; the first reason given is the reason."""
        self._why = self._why or self._wire.refusal or why
        self._life.cancel()
        self._goodbye.cancel()
        self._wire.close()
        self._settled.set()

    async def send(self, frame: bytes) -> None:
        try:
            await self._open_connection().send_message(frame)
        except ConnectionClosed as error:
            raise self._closed(error) from error

    async def receive(self) -> bytes:
        try:
            message = await self._open_connection().get_message()
        except ConnectionClosed as error:
            raise self._closed(error) from error
        if isinstance(message, bytes):
            self.has_spoken = True
            return message
        self.stop("The other side sent text instead of a frame.")
        raise LinkClosed(self._why)

    async def aclose(self) -> None:
        if self._is_closing:
            await trio.lowlevel.checkpoint()
            return
        self._is_closing = True
        self._why = self._why or "We closed the link."
        self._goodbye.deadline = trio.current_time() + CLOSE_WITHIN
        try:
            with self._goodbye:
                if self._connection is not None:
                    await self._connection.aclose()
        finally:
            self.stop(self._why)

    def _open_connection(self) -> WebSocketConnection:
        if self._connection is None:
            raise LinkClosed(self._why) from self._cause
        return self._connection

    def _closed(self, error: ConnectionClosed) -> LinkClosed:
        # While we say goodbye the reader must live on to hear the answer.
        if not self._is_closing:
            self.stop(_explain(error))
        return LinkClosed(self._why)


def _explain(error: BaseException) -> str:
    """Return one sentence for what ended a connection."""
    if isinstance(error, BaseExceptionGroup):
        ours, _ = error.split(TransportError)
        return _explain((ours or error).exceptions[0])
    if isinstance(error, TransportError):
        return str(error)
    if isinstance(error, ConnectionClosed) and error.reason is not None:
        return _ENDINGS.get(error.reason.code, "The connection broke off.")
    return "The connection broke off."
