"""Whatever happens on a board, and whoever looks, its drawing keeps to its room.

All boards fit 60 × 14 cells, with the options that a game has by default.  Larger seas
of battleship, and levels with larger pads that people write, may not: what has no room
is cut off, from below and on the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from p2pgame.cli.terminal.palette import DRAWING_STYLES
from p2pgame.engine import AnyGame, Drawing, Row, State
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Playout, play
from p2pgame.tabletop.puzzles import levels
from tests.games.drawn import draw, look, shown, width

pytest.importorskip("chess")

from p2pgame.games.puzzles.flow.flow_levels import FLOW
from p2pgame.games.puzzles.puzzle_levels import FILL, FOLD

LEVELS = {"fill": FILL, "fold": FOLD, "flow": FLOW}
NAMES = sorted(
    ["battleship", "checkers", "chess", "mover", "tictactoe", *LEVELS],
)
ROOMS = ((60, 20), (80, 24), (120, 40))
SMALL = ((60, 14), (40, 20), (30, 10), (12, 4), (1, 1))
#: Names as peers may choose them.
HOSTILE = (
    "\x1b[31mred\x1b[2J\x07",
    "\u202egnihton\u202c שלום",
    "日本語の名前" * 4,
    "a\r\nb\tc" + "x" * 40,
    "",
)
#: The states that are drawn of each playthrough.
STATES = 9
#: What the last row of each board has, and how often.
LAST = {
    "battleship": ("10 │", 2),
    "checkers": ("a b c d e f g h", 1),
    "chess": ("a b c d e f g h", 1),
    "mover": ("╰─", 1),
    "tictactoe": ("7", 1),
    "fill": ("╰─", 1),
    "flow": ("╰─", 1),
    "fold": ("╰─", 1),
}


def options(name: str) -> list[dict[str, object]]:
    """Return the options that are tried: the smallest and the largest boards."""
    if name in LEVELS:
        first, *_, last = levels.read(LEVELS[name])
        return [{"level": first.name}, {"level": last.name}]
    return [{}, {"size": 4, "ships": "2 1"}] if name == "battleship" else [{}]


def moments(playout: Playout) -> Iterator[tuple[int, State, State | None]]:
    """Yield some states with their numbers and the ones before, the last one too."""
    states = playout.states
    every = -(-len(states) // STATES)
    for n in sorted({*range(0, len(states), every), len(states) - 1}):
        yield n, states[n], states[n - 1] if n else None


@cache
def playouts(name: str) -> tuple[Playout, ...]:
    game: AnyGame = GAMES[name]
    seats = 5 if name == "mover" else game.seats[0]
    return tuple(
        play(game, seats, game.options(**chosen), seed=5) for chosen in options(name)
    )


def drawings(
    name: str, room: tuple[int, int], names: tuple[str, ...] = HOSTILE
) -> Iterator[tuple[str, Drawing]]:
    for playout in playouts(name):
        for n, state, before in moments(playout):
            for seat in (None, *range(playout.seats)):
                at = look(
                    *(seat, *room),
                    names=names[: playout.seats],
                    symbols=bool(n % 3),
                    coloured=bool(n % 2),
                )
                faces = playout.secrets[n].known_to(seat)
                where = f"{name} {playout.options}, state {n}, seat {seat}, {room}"
                yield where, draw(name, state, at, faces, before)


each_game = pytest.mark.parametrize("name", NAMES)


@each_game
@pytest.mark.parametrize("room", [*ROOMS, *SMALL], ids=str)
def test_a_drawing_keeps_to_its_room_and_the_styles_there_are(
    name: str, room: tuple[int, int]
) -> None:
    for where, drawing in drawings(name, room):
        assert len(drawing) <= room[1], where
        for row in drawing:
            text = "".join(span.text for span in row)
            assert text.isprintable(), (where, text)
            assert 0 <= width(text) <= room[0], (where, text)
            for span in row:
                assert {*span.style.split()} <= DRAWING_STYLES.keys(), (where, span)


@each_game
@pytest.mark.parametrize("room", [(60, 14), *ROOMS], ids=str)
def test_the_whole_board_is_in_its_drawing(name: str, room: tuple[int, int]) -> None:
    text, times = LAST[name]
    game: AnyGame = GAMES[name]
    state = game.setup(game.seats[0], game.options())
    told = " ".join(shown(draw(name, state, look(0, *room))).split())
    assert told.count(text) >= times, told


@each_game
def test_no_frame_is_broken_by_a_name(name: str) -> None:
    """All but the names are where they are for players with short names."""
    for (where, hostile), (_, plain) in zip(
        drawings(name, (60, 14)),
        drawings(name, (60, 14), ("Ann", "Ben", "Cleo", "Dora", "Emil")),
        strict=True,
    ):
        assert len(hostile) == len(plain), where
        assert [edges(row) for row in hostile] == [edges(row) for row in plain], where


def edges(row: Row) -> list[tuple[int, str]]:
    """Return the places of lines in a row."""
    text = "".join(span.text for span in row)
    return [(width(text[:at]), s) for at, s in enumerate(text) if s in "│╭╮╰╯"]


@each_game
def test_whoever_is_to_move_is_marked_and_you_are_told_apart(name: str) -> None:
    game: AnyGame = GAMES[name]
    state = game.setup(game.seats[0], game.options())
    drawing = draw(name, state, look(0, 60, 14))
    assert any("to-move" in span.style.split() for row in drawing for span in row)
    assert "Ann (you)" in shown(drawing)
    if name not in LEVELS:
        assert "(you)" not in shown(draw(name, state, look(None, 60, 14)))


@each_game
def test_without_colours_and_signs_a_drawing_says_the_same(name: str) -> None:
    """A terminal with letters and lines alone needs nothing else."""
    lines = {*"│─╭╮╰╯├┤┬┴┼╵╶╷╴ ·░▒∙…"}
    signs = {*"▸↶↷"} | {"\N{REPLACEMENT CHARACTER}"}
    for playout in playouts(name):
        for n, state, before in moments(playout):
            at = look(0, 80, 24, names=("Ann",) * playout.seats, symbols=False)
            faces = playout.secrets[n].known_to(0)
            text = shown(draw(name, state, at, faces, before))
            beyond = {sign for sign in text if not sign.isascii()} - lines - signs
            assert not beyond, (name, n, beyond)
