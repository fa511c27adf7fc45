"""Tells one game in lines, as it happens to the player at one seat."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.client.events import Begun, Connection, View
from p2pgame.engine import Message

from . import words

#: How people are told by what path a player is reached.
_PATHS = {
    "lan": "LAN",
    "direct": "direct",
    "relayed": "relayed",
    "nostr": "relayed by nostr",
}


class Teller:
    """Tells a game to the player of a seat, or to a spectator."""

    def __init__(self, begun: Begun) -> None:
        self.names = [player.name for player in begun.players]
        self._rows = [
            f"{player.name} (program)" if player.is_program else player.name
            for player in begun.players
        ]
        if begun.seat is not None:
            self._rows[begun.seat] += " (you)"
        self._shown = ""

    def say(self, message: Message) -> str:
        """Return a message with the players' names."""
        return words.say(message, self.names)

    def lines(self, messages: Sequence[Message]) -> list[str]:
        """Return a line for each message that says something."""
        return [line for line in map(self.say, messages) if line]

    def table(self, view: View) -> str:
        """Return the table as the player sees it."""
        self._shown = view.text
        return words.named(view.text, self._rows)

    def is_news(self, view: View) -> bool:
        """Return whether the table has changed since it was last shown."""
        return view.text != self._shown

    def hints(self, hints: Sequence[Message]) -> tuple[str, ...]:
        """Return what may be typed, move for move."""
        return tuple(words.named(self.say(hint), self.names) for hint in hints)

    def reached(self, connections: Sequence[Connection]) -> tuple[str, ...]:
        """Return the names with how each player is reached, where that is known."""
        names = list(self.names)
        for one in connections:
            trip = one.milliseconds
            ms = "" if trip is None else f", {trip} ms"
            names[one.seat] += f" ({_PATHS.get(one.path, one.path)}{ms})"
        return tuple(names)
