"""What people ask at any time, in every game, mode, seat and language.

The answers come from the view of the seat alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from functools import cache
from pathlib import Path

import pytest

from p2pgame.cli.terminal.line_display import LineDisplay
from p2pgame.cli.text import cards
from p2pgame.cli.text.aside import Aside
from p2pgame.client.events import (
    AnyEvent,
    Begun,
    Choice,
    Happened,
    Player,
    TurnClosed,
    YourTurn,
)
from p2pgame.client.front_end import FrontEnd
from p2pgame.client.seat.seat import Seat
from p2pgame.client.telling.views import fields_of, moves_of, view_of
from p2pgame.client.words import speak_here
from p2pgame.client.world import World
from p2pgame.engine import AnyGame, Choose, Chosen, State, plain, view
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Playout, play
from p2pgame.text import languages

WORDS = ("hand", "table", "turn", "last", "score")
#: How a display writes the cards in what it is given to say.
MODES: Mapping[str, Callable[[str], str]] = {
    "window": cards.symbols,
    "lines": LineDisplay().cards,
    "plain": LineDisplay(plain=True).cards,
}
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo")
#: So many turns have been played, or fewer if the game was over before.
TURNS = 10


class Table:
    """A seat at a game, and what is said there to somebody who asks."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        seat: int | None,
        cards: Callable[[str], str] = str,
    ) -> None:
        players = tuple(Player(name, name) for name in NAMES[:seats])
        options = fields_of(game.options())
        began = plain("They play.")
        begun = Begun("t", game.name, game.version, options, players, seat, began)
        self._said: list[str] = []
        self._game, self._seat = game, seat
        self._turn: Choose | None = None
        self._aside = Aside(
            Seat(FrontEnd(is_attended=True), World.native(Path())),
            begun,
            lambda text: self._said.extend(text.split("\n")),
            turn=lambda: self._turn,
            is_over=lambda: False,
            script=False,
            cards=cards,
        )

    def sees(
        self, state: State, faces: Mapping[int, str], *texts: str, asks: bool = True
    ) -> None:
        """Let the seat see a state, in which it may be asked for a move."""
        seen = view(self._game, state, self._seat, faces)
        self._hear(TurnClosed(1))
        self._hear(Happened(tuple(map(plain, texts)), view_of(seen)))
        self._turn = seen.choice if asks else None
        if self._turn is not None:
            hints = [
                self._game.hint(state, self._turn.player, one, faces)
                for one in self._turn.moves
            ]
            choice = Choice(moves_of(self._turn.moves), tuple(map(plain, hints)))
            self._hear(YourTurn(1, view_of(seen), choice))

    def _hear(self, event: AnyEvent) -> None:
        self._aside.hear(event)

    def asked(self, word: str, language: str = "en") -> Sequence[str] | None:
        """Return what is said to somebody who types this; None: it is no word here."""
        self._said.clear()

        def typed() -> bool:
            speak_here(language)
            return self._aside.takes(word)

        return [*self._said] if copy_context().run(typed) else None


@cache
def playout(name: str) -> Playout:
    game = GAMES[name]
    return play(game, game.seats[0], game.options(), seed=5)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", GAMES)
def test_questions_are_answered_in_every_game_mode_seat_and_language(
    name: str, mode: str
) -> None:
    game, played = GAMES[name], playout(name)
    for turn in (0, min(TURNS, len(played.steps) - 1)):
        state, secrets = played.steps[turn].state, played.secrets[turn]
        for seat in (0, None):
            faces = secrets.known_to(seat)
            table = Table(game, played.seats, seat, MODES[mode])
            if turn:
                table.sees(state, faces, "somebody did something")
            for language in languages():
                for word in WORDS:
                    told = table.asked(word, language)
                    if word == "hand" and seat is None:
                        assert told is None
                        continue
                    assert told, (turn, seat, word)
                    for line in told:
                        assert line.strip(), (turn, seat, word)
                        assert "\n" not in line, line
                        assert not re.search(r"  |player \d|Platz \d", line), line
                        if mode == "plain":
                            assert not re.search(r"\b[2-9TJQKA][cdhs]\b", line), line


def test_before_the_first_move_the_table_is_known() -> None:
    """Of chess the second player, or a spectator, would ask in vain otherwise."""
    for seat in (1, None):
        table = Table(GAMES["tictactoe"], 2, seat)
        assert table.asked("table") == [
            *("X, Anna: nowhere yet.", "O, Ben: nowhere yet."),
            *("Free: 1, 2, 3, 4, 5, 6, 7, 8 and 9.", "Anna is to move."),
        ]
        assert table.asked("turn", "de") == [
            *("Am Zug ist Anna.", "Plätze: Anna ist X, Ben ist O."),
        ]
        assert table.asked("last") == ["Nothing has happened yet."]


def test_whose_turn_it_is_and_what_may_be_done() -> None:
    game = GAMES["tictactoe"]
    state = game.setup(2, game.options())
    table = Table(game, 2, 0)
    table.sees(state, {})
    seats = "Seats: Anna is X, Ben is O."
    assert table.asked("turn") == ["Your move: 1, 2, 3, 4, 5, 6, 7, 8, 9", seats]
    table.sees(game.apply(state, Chosen(0, "5")), {}, asks=False)
    assert table.asked("turn") == ["Ben is to move.", seats]
