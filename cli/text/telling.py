"""Tells one game in lines, as it happens to the player at one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from p2pgame.client.events import Begun, Connection, View
from p2pgame.client.telling.drawings import drawn
from p2pgame.client.telling.tables import in_sentences, opening_view, whose_turn
from p2pgame.client.words import title_of
from p2pgame.engine import Drawing, Look, Message, Refusal, RulesError, plain

from . import cards as written
from . import words
from .plain_drawing import plainly_drawn

#: How people are told by what path a player is reached.
_PATHS = {
    "lan": Message.of("path-lan"),
    "direct": Message.of("path-direct"),
    "relayed": Message.of("path-relayed"),
    "nostr": Message.of("path-nostr"),
}


class Ink(NamedTuple):
    """Whether a terminal has colours, and signs such as ♞."""

    colours: bool = False
    symbols: bool = True


class Teller:
    """Tells a game to the player of a seat, or to a spectator.

    ``cards`` writes the cards in a line of the game, as they are printed or spoken.
    """

    def __init__(
        self, begun: Begun, cards: Callable[[str], str] = lambda line: line
    ) -> None:
        self._cards = cards
        self._begun = begun
        self.names = [player.name for player in begun.players]
        self._rows = [
            f"{words.shown(player.name)} ({words.phrase('a-program')})"
            if player.is_program
            else words.shown(player.name)
            for player in begun.players
        ]
        if begun.seat is not None:
            self._rows[begun.seat] += f" ({words.phrase('seat-you')})"
        self._shown = ""

    def say(self, message: Message) -> str:
        """Return a message with the players' names."""
        return words.say(message, self.names)

    def of_game(self, message: Message) -> str:
        """Return a message of the game, with its cards as they are written here."""
        return written.of_game(message, self.names, self._cards)

    def lines(self, messages: Sequence[Message]) -> list[str]:
        """Return a line for each message of the game that says something."""
        return [line for line in map(self.of_game, messages) if line]

    @property
    def title(self) -> str:
        """The game, the people that are in it, and then the programs."""
        players = [*zip(self._begun.players, self._rows, strict=True)]
        programs = [words.shown(one.name) for one, _ in players if one.is_program]
        parts = [", ".join(row for one, row in players if not one.is_program)]
        if programs:
            names = ", ".join(programs)
            told = words.phrase("title-programs", count=len(programs), names=names)
            parts.append(told)
        game = words.say(title_of(self._begun.game))
        return " · ".join([game, *filter(None, parts)])

    def opening(self) -> View | None:
        """Return the table before anything has happened, if its rules can say so.

        None, too, if an earlier run has shown it: how it is now follows.
        """
        if self._begun.again:
            return None
        try:
            return opening_view(self._begun)
        except (Refusal, RulesError):
            return None  # what is wrong with the rules is told where they are run

    def table(self, view: View) -> str:
        """Return the table in words, as the player sees it."""
        return words.named(view.text, self._rows)

    def aloud(self, view: View) -> list[str]:
        """Return the table in sentences, and then whose turn it is.

        A game that has no sentences is told by its words.
        """
        try:
            told = in_sentences(self._begun, view)
        except RulesError:
            told = ()  # what is wrong with the rules is told where they are run
        lines = [self.of_game(one) for one in told]
        lines = lines or [self._cards(one) for one in self.table(view).splitlines()]
        return [*map(words.sentence, lines), self.whose_turn(view)]

    def whose_turn(self, view: View) -> str:
        """Return whose turn it is, or how the game has ended."""
        return words.sentence(words.say(whose_turn(view), self.names))

    def names_now(self, view: View) -> list[str]:
        """Return what people call this phase of the game, and the seats in it."""
        roles = tuple(
            Message.by("recap-role", seat, role=role)
            for seat, role in enumerate(view.roles)
            if role is not None and seat < len(self.names)
        )
        told = list[Message]()
        if view.phase is not None:
            told.append(Message.of("recap-phase", phase=view.phase))
        if roles:
            told.append(Message.of("recap-roles", roles=roles))
        return [self.say(one) for one in told]

    def draw(
        self, view: View, before: View | None, ink: Ink, width: int, height: int
    ) -> Drawing:
        """Return the table drawn, by its game or as any game can be.

        ``before`` is the view before the last move.
        """
        seat, names = self._begun.seat, tuple(map(words.shown, self.names))
        look = Look(
            *(seat, names, width, height, words.say),
            symbols=ink.symbols,
            coloured=ink.colours,
        )
        try:
            drawing = drawn(self._begun, view, look, before)
        except RulesError:
            drawing = None  # what is wrong with the rules is told where they are run
        if drawing is None:
            return plainly_drawn(self.table(view), width)
        return drawing

    def note(self, view: View) -> None:
        """Note that a table is shown."""
        self._shown = view.text

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
            path = words.say(_PATHS.get(one.path, plain(one.path)))
            names[one.seat] += f" ({path}{ms})"
        return tuple(names)
