"""Keeps the proven direct links: one to each player.

If players dial each other several times at once, the one with the lower key decides
which link they keep.  It refuses others while it has a live one; the other player takes
the last proven.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import trio

from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.paths.candidates import is_private
from p2pgame.transport.paths.greeting import Greeter
from p2pgame.transport.paths.standing import Path, Standing
from p2pgame.transport.websocket import Socket

#: Seconds for a link to show that it is alive, when another would replace it.
ALIVE_WITHIN = 2.0


@dataclass(frozen=True, slots=True)
class Line:
    """A proven link to a player."""

    author: bytes
    link: Socket
    path: Path


class Lines:
    """One player's direct links.

    ``attach`` uses a link until it is over; ``knows`` returns whether an author is at
    the table.  ``turned`` is called when a player's link comes or goes.
    """

    def __init__(
        self,
        greeter: Greeter,
        attach: Callable[[bytes, Link], Awaitable[None]],
        *,
        knows: Callable[[bytes], bool],
        turned: Callable[[bytes, bool], None],
    ) -> None:
        self._greeter = greeter
        self._author = greeter.voice.author
        self._attach = attach
        self._knows = knows
        self._turned = turned
        self._lines: dict[bytes, Line] = {}
        self._promised: set[bytes] = set()

    def __contains__(self, author: bytes) -> bool:
        return author in self._lines

    def standing(self, author: bytes) -> Standing:
        """Return a player's current path."""
        line = self._lines.get(author)
        if line is None:
            return Standing(Path.RELAYED)
        return Standing(line.path, line.link.round_trip)

    def drop(self, author: bytes) -> None:
        """End the link to a player, if there is one."""
        if author in self._lines:
            self._lines[author].link.stop("This player is not at the table any more.")

    async def settle(self, link: Socket, host: str, expected: bytes | None) -> Line:
        """Greet on a new link to ``host``, and return its line once both ends agree.

        Raises:
          TransportError: They do not agree; the link is closed.
        """
        promised: list[bytes] = []

        def knows(author: bytes) -> bool:
            return expected in (None, author) and self._knows(author)

        async def decide(author: bytes) -> bool:
            if self._author > author:
                return True
            if await self._is_up(author) or author in self._promised:
                return False
            promised.append(author)
            self._promised.add(author)
            return True

        try:
            author = await self._greeter.greet(link, knows, decide)
            if not self._knows(author):  # it has gone while we greeted each other
                raise TransportError("This player is not at the table any more.")
            return self._hold(author, link, host)
        except BaseException:
            link.stop("This link was not wanted.")
            raise
        finally:
            self._promised.difference_update(promised)

    def _hold(self, author: bytes, link: Socket, host: str) -> Line:
        is_near = is_private(host.partition("%")[0])
        line = Line(author, link, Path.LAN if is_near else Path.DIRECT)
        old = self._lines.get(author)
        self._lines[author] = line
        if old is None:
            self._turned(author, True)
        else:
            old.link.stop("There is a newer link.")
        return line

    async def _is_up(self, author: bytes) -> bool:
        """Return whether this player has a live link."""
        line = self._lines.get(author)
        if line is not None:
            with trio.move_on_after(ALIVE_WITHIN), suppress(TransportError):
                await line.link.ping()
                return True
        return False

    async def use(self, line: Line) -> None:
        """Attach the line until it is over."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._measure, line.link)
                await self._attach(line.author, line.link)
                nursery.cancel_scope.cancel()
        except* TransportError:
            pass
        finally:
            line.link.stop("This link is not used any more.")
            if self._lines.get(line.author) is line:
                del self._lines[line.author]
                self._turned(line.author, False)

    async def _measure(self, link: Socket) -> None:
        with suppress(TransportError):
            await link.ping()
