"""Makes links of WebSockets over TCP: one side listens, the other connects.

Any stranger may connect, so all that a stranger can make us hold is bounded: handshakes
in time and number, links in number, messages in size, frames in rate.
The library has no keepalive, and answers no ping while its queue is full.  A hostile
peer's bytes can end its reader task with an unexpected error.
So each connection has a task of its own here.  It watches the connection, and turns
whatever happens into the end of that one link.

No compression is offered or accepted.  Peers use no TLS between them: the envelope
keeps secrets on any path; a relay may use it.
Browsers always send ``Origin``, peers never do.  So a web page that a player visits
can't reach a peer through the player's own machine.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from ssl import SSLContext
from traceback import clear_frames
from typing import cast

import trio
from trio_websocket import (
    ConnectionClosed,
    WebSocketConnection,
    wrap_client_stream,
    wrap_server_stream,
)

from p2pgame.transport import page
from p2pgame.transport.endings import BROKEN, ending
from p2pgame.transport.first_frame import LinkRequest
from p2pgame.transport.held import Held, Total
from p2pgame.transport.link import FRAME_LIMIT, LinkClosed, TransportError
from p2pgame.transport.listener.reception import QUEUE_FRAMES, Recogniser
from p2pgame.transport.ports import Allows, dial
from p2pgame.transport.tls import secure
from p2pgame.transport.wire import Wire
from p2pgame.transport.writer import Writer, WriteScheduler

#: Seconds for TCP and the handshake together.
CONNECT_WITHIN = 5.0

#: Seconds for a goodbye, which the other side may never receive.
CLOSE_WITHIN = 1.0

#: Seconds between pings, and for the answer.  A peer that is gone or reads nothing
#: is noticed within the sum of both.
PING_EVERY = 20.0
PONG_WITHIN = 20.0

_CHUNK = 64 * 1024
_FORBIDDEN = 403

Address = tuple[str, int]
#: The library's connection, as a handshake returns it; private to this package.
Shaken = WebSocketConnection
Handshake = Callable[[trio.Nursery, Wire], Awaitable[Shaken]]


@dataclass(frozen=True, slots=True)
class Incoming:
    """Limits of what a link receives.

    - ``limit``: bytes of a message.
    - ``free``: one frame in so many bytes may come at any rate (0: none).
    - ``is_text``: frames go as UTF-8 text, both ways.
    """

    limit: int = FRAME_LIMIT
    free: int = 0
    is_text: bool = False


_PEER = Incoming()


async def connect(
    host: str,
    port: int,
    *,
    path: str = "/",
    tls: SSLContext | None = None,
    incoming: Incoming = _PEER,
    source: int | None = None,
    allows: Allows | None = None,
) -> Socket:
    """Connect to a listener; the caller closes the link.

    ``source`` is a shared port of ours to connect from, if that can be done.
    ``allows`` says which addresses of ``host`` may be dialled, None: all.

    Raises:
      TransportError: Nothing answers, or something that is not a peer.
    """
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        with trio.fail_after(CONNECT_WITHIN):
            tcp = await dial(host, port, source, allows)
            stream = tcp if tls is None else await secure(tcp, tls, host)
            wire = Wire(stream, tcp.socket, is_client=True, free=incoming.free)
            link = await _opened(wire, _greeting(place, path, incoming.limit))
            link.is_text = incoming.is_text
            return link
    except trio.TooSlowError:
        raise TransportError(f"{place} did not answer in time.") from None
    except (OSError, UnicodeError) as error:
        raise TransportError(f"{place} can't be reached.") from error


async def wrap(
    stream: trio.SocketStream,
    *,
    is_client: bool,
    path: str = "/",
    callers: Recogniser | None = None,
) -> Socket:
    """Make a link of a connection that both sides opened; one is the client.

    The client asks for ``path``, and the other side has its ``callers`` read that.

    Raises:
      TransportError: The other side does not shake hands, or is a stranger; the stream
        is closed.
    """
    wire = Wire(stream, stream.socket, is_client=is_client)
    with trio.move_on_after(CONNECT_WITHIN):
        if is_client:
            return await _opened(wire, _greeting("peer", path, FRAME_LIMIT))
        return await _opened(wire, partial(_meet, callers))
    raise TransportError("The other side did not shake hands in time.")


async def _opened(wire: Wire, handshake: Handshake) -> Socket:
    link = Socket(wire)
    # The link outlives this call, as a socket does, and belongs to its holder.  So no
    # nursery of the caller can hold its tasks.
    trio.lowlevel.spawn_system_task(link.tend, handshake)
    await link.wait_open()
    return link


async def accept(
    nursery: trio.Nursery,
    wire: Wire,
    *,
    queue: int = QUEUE_FRAMES,
    limit: int = FRAME_LIMIT,
) -> Shaken:
    """Shake hands with a client.

    Raises:
      TransportError: The client may not come in.
    """
    request = await wrap_server_stream(nursery, wire, queue, limit, _CHUNK)
    if any(name.lower() == b"origin" for name, _ in request.headers):
        await request.reject(_FORBIDDEN)
        raise TransportError("A browser page knocked.")
    wire.open()
    return await request.accept()


async def _meet(
    callers: Recogniser | None, nursery: trio.Nursery, wire: Wire
) -> Shaken:
    head = await wire.read_head()
    if callers is not None:
        request = callers.recognise(page.path_of(head))
        if not callers.may_enter(request):
            await wire.send_all(page.refusal(403))
            raise TransportError("The other side is a stranger.")
    return await accept(nursery, wire)


def _greeting(place: str, path: str, limit: int) -> Handshake:
    async def greet(nursery: trio.Nursery, wire: Wire) -> Shaken:
        # The library asks for a SocketStream, but uses only what a Stream has.
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

    __slots__ = (
        *("_cause", "_connection", "_goodbye", "_is_closing", "_life", "_settled"),
        *("_why", "_wire", "is_proven", "remote", "round_trip", "source"),
        *("is_text", "request", "writer"),
    )

    def __init__(
        self,
        wire: Wire,
        remote: Address = ("", 0),
        scheduler: WriteScheduler | None = None,
    ) -> None:
        #: The local port, if the connection was open when the link was made.
        self.source = wire.source
        #: Whether a frame of it opened under our keys.
        self.is_proven = self.is_text = False
        #: The remote address of an accepted connection, as far as we can see it.
        self.remote = remote
        #: What its first frame shows of an accepted connection, if that was read.
        self.request: LinkRequest | None = None
        #: Takes built messages in place of ``send``, if the listener has a scheduler.
        self.writer = Writer(wire, scheduler) if scheduler is not None else None
        #: Seconds from the last ping to its answer, if there was one.
        self.round_trip: float | None = None
        self._wire = wire
        self._connection: WebSocketConnection | None = None
        self._settled = trio.Event()
        self._life, self._goodbye = trio.CancelScope(), trio.CancelScope()
        self._is_closing = False
        self._why: str | None = None
        self._cause: BaseException | None = None

    async def tend(self, handshake: Handshake) -> None:
        """Own the connection from its handshake to its end; raise nothing."""
        try:
            with self._life:
                async with trio.open_nursery() as nursery:
                    await self._live(handshake, nursery)
        except* Exception as errors:
            self._fail(errors)
        finally:
            self.stop(BROKEN)

    async def _live(self, handshake: Handshake, nursery: trio.Nursery) -> None:
        try:
            self._connection = await handshake(nursery, self._wire)
            self._settled.set()
            if self.writer is None:
                await self._keep_alive(self._connection)
            else:
                await self.writer.run()
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        # Whatever a stranger's bytes did to the library, only this link is over.  A
        # server drops the error, and clears its frames, which refer to it and would
        # wait for the garbage collector.
        if self.writer is None:
            self._cause = error
        else:
            _clear(error)
        self.stop(_explain(error))

    async def _keep_alive(self, connection: WebSocketConnection) -> None:
        while not self._life.cancel_called:
            await trio.sleep(PING_EVERY)
            with trio.move_on_after(PONG_WITHIN) as patience:
                await self._ping(connection)
            if patience.cancelled_caught:
                self.stop("The other side has stopped answering.")

    async def _ping(self, connection: WebSocketConnection) -> float:
        start = trio.current_time()
        await connection.ping()
        self.round_trip = trio.current_time() - start
        return self.round_trip

    async def ping(self) -> float:
        """Return the round-trip time, in seconds.

        Raises:
          LinkClosed: The link is gone.
        """
        try:
            return await self._ping(self._open_connection())
        except ConnectionClosed as error:
            raise self._closed(error) from error

    def vouch(self) -> None:
        """Note that a frame of this link opened under our keys."""
        self.is_proven = True

    @property
    def held(self) -> Held:
        """What is held for this connection, if its listener counts that."""
        if self._wire.held is None:
            self._wire.held = Held(Total())
        return self._wire.held

    @property
    def unfinished_since(self) -> float:
        """Since when the rest of a message is waited for; infinite: none is."""
        return self._wire.inbound.unfinished_since

    @property
    def heard(self) -> float:
        """The time of the last bytes that came, by trio's clock."""
        return self._wire.heard

    async def wait_open(self) -> None:
        """Wait for the handshake; cancelling this ends the connection.

        Raises:
          TransportError: The handshake failed.
        """
        try:
            await self._settled.wait()
        except trio.Cancelled:
            self.stop("The handshake took too long.")
            raise
        if self._connection is None:
            raise TransportError(self._why) from self._cause

    def stop(self, why: str) -> None:
        """End the connection at once; the first given reason counts."""
        self._why = self._why or self._wire.refusal or why
        self._life.cancel()
        self._goodbye.cancel()
        if self.writer is not None:
            self.writer.close()
        self._wire.close()
        self._settled.set()

    async def send(self, frame: bytes) -> None:
        try:
            message = frame.decode() if self.is_text else frame
            await self._open_connection().send_message(message)
        except ConnectionClosed as error:
            raise self._closed(error) from error

    async def receive(self) -> bytes:
        try:
            message = await self._open_connection().get_message()
        except ConnectionClosed as error:
            raise self._closed(error) from error
        self._wire.note_taken()
        if isinstance(message, str) is self.is_text:
            return message.encode() if isinstance(message, str) else message
        self.stop("The other side sent text instead of a frame, or the reverse.")
        raise LinkClosed(self._why)

    async def aclose(self, code: int = 1000) -> None:
        if self._is_closing:
            await trio.lowlevel.checkpoint()
            return
        self._is_closing = True
        self._why = self._why or "We closed the link."
        if self.writer is not None:
            self.writer.close()
        self._goodbye.deadline = trio.current_time() + CLOSE_WITHIN
        try:
            with self._goodbye:
                if self._connection is not None:
                    await self._connection.aclose(code)
        finally:
            self.stop(self._why)

    def _open_connection(self) -> WebSocketConnection:
        if self._connection is None:
            raise LinkClosed(self._why) from self._cause
        return self._connection

    def _closed(self, error: ConnectionClosed) -> LinkClosed:
        # While we say goodbye, the reader must run on to receive the answer.
        if not self._is_closing:
            self.stop(_explain(error))
        return LinkClosed(self._why)


def _clear(error: BaseException) -> None:
    """Clear the frames in which an error, and those within it, were raised."""
    clear_frames(error.__traceback__)
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            _clear(one)


def _explain(error: BaseException) -> str:
    """Return one sentence for what ended a connection."""
    if isinstance(error, BaseExceptionGroup):
        ours, _ = error.split(TransportError)
        return _explain((ours or error).exceptions[0])
    if isinstance(error, TransportError):
        return str(error)
    if isinstance(error, ConnectionClosed) and error.reason is not None:
        return ending(error.reason.code)
    return BROKEN
