"""Counts the connections of a hub: strangers never take the places of its own.

Any program and user of the machine can connect to a port of loopback.  A connection is
a stranger's until a request of it passes the guard.  Strangers have few places and
little time, and the oldest that has asked nothing makes room for the next one.
"""

from __future__ import annotations

import math

import trio

#: Connections at a time of those let in; a browser opens some six, and one a page.
KNOWN_LIMIT = 256
#: Connections of strangers at a time.
STRANGERS_LIMIT = 64
#: Seconds for a stranger to be let in, from its first byte to its last.
STRANGER_FOR = 10.0

#: Where a request's ``state`` has its connection.
VISITOR = "p2pgame.visitor"


class Visitor:
    """One connection, which is served within ``scope``."""

    __slots__ = ("_stream", "_visitors", "has_asked", "scope")

    def __init__(self, visitors: Visitors, stream: trio.SocketStream) -> None:
        self._visitors, self._stream = visitors, stream
        self.scope = trio.CancelScope(deadline=trio.current_time() + STRANGER_FOR)
        #: Whether a whole request has come.
        self.has_asked = False

    @property
    def is_stranger(self) -> bool:
        """Whether nobody has let it in so far."""
        return self._visitors.is_stranger(self)

    def let_in(self) -> None:
        """Count it among those that a player has let in."""
        self._visitors.let_in(self)

    def refuse(self) -> None:
        """Free its place: what it was told was the last word to it."""
        self._visitors.leave(self)

    def end(self) -> None:
        """End it at once, also while the other side reads nothing."""
        self.scope.cancel()
        self._stream.socket.close()


class Visitors:
    """The connections of one hub."""

    def __init__(self) -> None:
        self._strangers: dict[Visitor, None] = {}  # the oldest first
        self._known: dict[Visitor, None] = {}

    def enter(self, stream: trio.SocketStream) -> Visitor:
        """Return a new stranger; an older one may be ended for it."""
        if len(self._strangers) >= STRANGERS_LIMIT:
            silent = (one for one in self._strangers if not one.has_asked)
            oldest = next(silent, next(iter(self._strangers)))
            del self._strangers[oldest]
            oldest.end()
        visitor = Visitor(self, stream)
        self._strangers[visitor] = None
        return visitor

    def is_stranger(self, visitor: Visitor) -> bool:
        """Return whether nobody has let in this connection so far."""
        return visitor not in self._known

    def let_in(self, visitor: Visitor) -> None:
        """Move a stranger to those let in; end it if these have no place left."""
        if visitor not in self._strangers:
            return
        if len(self._known) >= KNOWN_LIMIT:
            visitor.end()
            return
        del self._strangers[visitor]
        self._known[visitor] = None
        visitor.scope.deadline = math.inf

    def leave(self, visitor: Visitor) -> None:
        """Free a connection's place."""
        self._strangers.pop(visitor, None)
        self._known.pop(visitor, None)

    def end(self) -> None:
        """End all connections."""
        for visitor in (*self._strangers, *self._known):
            visitor.end()
