"""One front end at a hub: frames in, frames out, until either side ends it.

What comes in is read whether or not the front end reads: else a connection that is
stuck would never hear that it is closed.  So nothing that answers a frame waits for its
turn to be sent; if too many answers wait, the connection ends.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from importlib.metadata import version
from typing import Any, Protocol, TypeAlias

import trio

from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import Begun, Done, Finished, NotDone
from p2pgame.client.inquiries import AnyInquiry, Inquiry
from p2pgame.client.json_lines import (
    id_of,
    names_in,
    read_command,
    refusal,
    with_sentences,
)
from p2pgame.client.pipe import read_request
from p2pgame.client.profile import settings
from p2pgame.client.requests import own_name
from p2pgame.client.words import language, say, speak_here
from p2pgame.engine import Message
from p2pgame.engine.exact_json import encode
from p2pgame.text import language_of, languages

from . import frames
from .frame_writer import FrameWriter
from .hub import AnyAsked, Hub
from .hub_table import HubTable, faulty

#: Seconds for the first frame.
HELLO_WITHIN = 5.0
#: Requests of one connection that are being done, at most.
REQUESTS_LIMIT = 32


#: What is sent, as msgspec makes JSON of it.
Frame: TypeAlias = dict[str, Any]
#: Returns what is asked for; raises an InvalidRequest if that makes no sense.
Read: TypeAlias = Callable[[], AnyAsked]


class Hung(Exception):
    """The other side has ended the connection."""


class Channel(Protocol):
    """Carries text messages both ways."""

    async def receive(self) -> str:
        """Return the next message.

        Raises:
          Hung: There are no more.
          InvalidRequest: It is no text.
        """

    async def send(self, text: str) -> None:
        """Send a message; waits for a slow reader, and drops it if nobody reads."""


class Opens(Protocol):
    """Says whether a key opens the hub to this connection."""

    def __call__(self, key: str, /) -> bool: ...


class Connection:
    """A front end that has connected; :meth:`run` does all."""

    def __init__(self, hub: Hub, channel: Channel, opens: Opens) -> None:
        self._hub, self._channel, self._opens = hub, channel, opens
        self._language = language()
        self._running = trio.CancelScope()
        self._following: dict[int, trio.CancelScope] = {}
        self._asked: dict[int, trio.CancelScope] = {}
        self._writer = FrameWriter(channel.send, self._running)

    async def run(self) -> bool:
        """Speak with the front end until it hangs up; return whether it was let in."""
        try:
            with trio.fail_after(HELLO_WITHIN):
                first = frames.read(await self._channel.receive())
        except (Hung, InvalidRequest, trio.TooSlowError):
            return False
        if not isinstance(first, frames.Hello) or not self._opens(first.key):
            return False
        await self._speak(first.language)
        with self._running:
            await self._heed_all()
        return True

    async def _heed_all(self) -> None:
        """Do what the frames say, until there are no more."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._writer.run)
            await self._send({"hub": await self._about()})
            nursery.start_soon(self._tell_tables)
            try:
                while True:
                    await self._heed(nursery)
            except Hung:
                nursery.cancel_scope.cancel()

    async def _heed(self, nursery: trio.Nursery) -> None:
        """Do what the next frame says."""
        try:
            frame = frames.read(await self._channel.receive())
            match frame:
                case frames.Ask(id, line):
                    self._start(nursery, id, lambda: self._asked_in(line))
                case frames.Again(id, number):
                    table = self._hub.table(number)
                    self._start(nursery, id, lambda: table.practice)
                case frames.Order(number, command):
                    self._order(self._hub.table(number), command)
                case frames.Follow(number, start):
                    self._follow(nursery, self._hub.table(number), start)
                case frames.Close(number):
                    self._hub.table(number)
                    nursery.start_soon(self._close, number)
                case frames.Stop(id):
                    if id in self._asked:
                        self._asked[id].cancel()
                case frames.Speak(tag):
                    await self._speak(tag)
                case frames.Hello():
                    raise InvalidRequest("frame-unknown", fields="hello")
        except InvalidRequest as error:
            self._reply({"error": error.message})

    def _asked_in(self, line: bytes) -> AnyAsked:
        return self._hub.permit(read_request(line))

    def _start(self, nursery: trio.Nursery, id: int, read: Read) -> None:
        if id in self._asked or len(self._asked) >= REQUESTS_LIMIT:
            busy = InvalidRequest("too-many-requests", most=REQUESTS_LIMIT)
            self._reply({"id": id, "event": Finished(busy.message)})
            return
        scope = self._asked[id] = trio.CancelScope()
        nursery.start_soon(self._do, nursery, id, read, scope)

    async def _do(
        self, nursery: trio.Nursery, id: int, read: Read, scope: trio.CancelScope
    ) -> None:
        """Do a request, and tell what comes of it."""
        done: Finished | None = Finished()
        speak_here(self._language)
        try:
            with scope:
                done = await self._done(nursery, id, read())
        except ClientError as error:
            done = Finished(error.message)
        except Exception as error:  # a fault must not end the other tables
            done = Finished(faulty(error).message)
        finally:
            del self._asked[id]
        if done is not None:
            await self._send({"id": id, "event": done})

    async def _done(
        self, nursery: trio.Nursery, id: int, request: AnyAsked
    ) -> Finished | None:
        """Do a request; return its last event, None: it has opened a table."""
        if isinstance(request, Inquiry):
            return await self._inquire(id, request)
        table = await self._hub.open(request)
        await self._send({"id": id, "table": table.number})
        self._follow(nursery, table, 0)
        return None

    async def _inquire(self, id: int, request: AnyInquiry) -> Finished:
        done, names = Finished(), tuple[str, ...]()
        async with aclosing(self._hub.inquire(request)) as events:
            async for event in events:
                if isinstance(event, Begun):
                    names = names_in(event)
                if isinstance(event, Finished):
                    done = event
                else:
                    await self._send({"id": id, "event": event}, names)
        return done

    def _order(self, table: HubTable, line: bytes) -> None:
        def tell(event: Done | NotDone) -> None:
            frame = {"table": table.number, "event": event}
            self._reply(frame, table.story.names)

        try:
            table.order(read_command(line), tell)
        except InvalidRequest as error:
            tell(refusal(error, id_of(line)))

    async def _close(self, number: int) -> None:
        try:
            await self._hub.close(number)
        except InvalidRequest as error:  # another front end was first
            await self._send({"error": error.message})

    def _follow(self, nursery: trio.Nursery, table: HubTable, start: int) -> None:
        before = self._following.get(table.number)
        if before is not None:
            before.cancel()
        scope = self._following[table.number] = trio.CancelScope()
        nursery.start_soon(self._tell, table, start, scope)

    async def _tell(self, table: HubTable, start: int, scope: trio.CancelScope) -> None:
        with scope:
            async with aclosing(table.story.follow(start)) as story:
                async for told in story:
                    frame = {"table": table.number, "at": told.at, "event": told.event}
                    await self._send(frame, told.names)

    async def _tell_tables(self) -> None:
        async with aclosing(self._hub.changes()) as changes:
            async for tables in changes:
                await self._send({"tables": tables})

    async def _speak(self, tag: str | None) -> None:
        """Take up a language that ships; read its sentences off the loop."""
        found = None if tag is None else language_of(tag)
        self._language = found or language()
        word = Message.of("left-lobby")
        await trio.to_thread.run_sync(lambda: say(word, language=self._language))

    async def _about(self) -> dict[str, Any]:
        with self._hub.world.at_home():
            name = await trio.to_thread.run_sync(settings.name)
        return {
            "version": version("p2pgame"),
            "protocol": frames.PROTOCOL,
            "language": self._language,
            "languages": languages(),
            "name": name or own_name(),
        }

    async def _send(self, frame: Frame, names: tuple[str, ...] = ()) -> None:
        """Send a frame; waits as :meth:`.FrameWriter.send`."""
        await self._writer.send(self._text(frame, names))

    def _reply(self, frame: Frame, names: tuple[str, ...] = ()) -> None:
        """Send a frame when there is time; never waits."""
        self._writer.reply(self._text(frame, names))

    def _text(self, frame: Frame, names: tuple[str, ...]) -> str:
        said = with_sentences(frame, names, self._language, page=True)
        return encode(said).decode()
