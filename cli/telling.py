"""The story of one game in lines, as it happens to whoever sits at one seat."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.client.names import distinct
from p2pgame.client.narration import OVERTAKEN, Narrator, too_much
from p2pgame.engine import Message, Place
from p2pgame.session import Start
from p2pgame.session.lobby.events import AnyView, Assented, Happened, MovedFor, Said

from . import words
from .chatter import Chatter

__all__ = ["OVERTAKEN", "Teller"]


class Teller:
    """Tells a game to the player in ``seat``; None: to a spectator."""

    def __init__(self, begun: Start, seat: int | None) -> None:
        self.names = distinct([player.name for player in begun.players])
        self._rows = list(self.names)
        if seat is not None:
            self._rows[seat] += " (you)"
        self.seat = seat
        words.learn(begun.game)
        self._narrator = Narrator(begun, seat)
        self._chatter = Chatter()
        self._game = begun.game
        self._shown = ""

    def opening(self) -> str:
        return self._say(self._narrator.opening())

    def result(self, payoffs: Sequence[int]) -> str:
        """Return how the game has ended, and by whose leaving."""
        return self._say(self._narrator.result(payoffs))

    def lines(self, happened: Happened) -> list[str]:
        """Return a line for what happened, and one for each thing that followed."""
        lines = map(self._say, self._narrator.told(happened))
        return [line for line in lines if line]

    def aside(self, event: Assented | Said | MovedFor, now: float) -> list[str]:
        """Return what to show of what is said beside the moves."""
        is_chat = isinstance(event, Said) and event.seat != self.seat
        if is_chat and not self._chatter.shows(event.seat, now):
            return []
        return [self.said(event)]

    def said(self, event: Assented | Said | MovedFor) -> str:
        """Return what is said beside the moves, however much that is."""
        return self._say(self._narrator.aside(event))

    def unshown(self, now: float) -> list[str]:
        """Return who has said too much to be shown, when it is time to tell."""
        return [self._say(too_much(*told)) for told in self._chatter.unshown(now)]

    def table(self, view: AnyView) -> str:
        """Return the table as the player sees it."""
        self._shown = view.text
        return words.named(view.text, self._rows)

    def is_news(self, view: AnyView) -> bool:
        """Return whether the table has changed since it was last shown."""
        return view.text != self._shown

    def opens(self, happened: Happened) -> bool:
        """Return whether people would now look at the table."""
        return self._narrator.opens(happened)

    def hints(self, view: AnyView) -> tuple[str, ...]:
        """Return what may be typed in answer to ``view.choice``, move for move."""
        assert view.choice is not None
        player = view.choice.player
        if isinstance(view.turn, Place):
            return (self._say(self._narrator.how_to_place(view, player)),)
        hints = (
            self._game.hint(view.state, player, move, view.faces)
            for move in view.choice.moves
        )
        return tuple(words.named(hint, self.names) for hint in hints)

    def _say(self, message: Message) -> str:
        return words.say(message, self.names)
