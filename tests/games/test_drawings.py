"""Every game that draws itself keeps to its room, its styles and its secrets."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

import pytest

from p2pgame.cli.terminal.palette import DRAWING_STYLES
from p2pgame.engine import Drawing, Game, Look, Message, State
from p2pgame.engine.turns import movers
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Case, Playout, play
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.playtest.playout import follow
from p2pgame.playtest.secrecy import moments as much_hidden
from p2pgame.playtest.secrecy import other_deal
from tests.english import english
from tests.games.drawn import drawing_of, makes_scenes, width

DRAWN = [
    name
    for name, game in GAMES.items()
    if makes_scenes(game) or type(game).draw is not Game.draw
]
#: Games of cards and dice, each drawn in a frame.
FRAMED = (
    *("blackjack", "crazy-eights", "goofspiel", "hearts", "holdem", "kuhn", "leduc"),
    *("liars-dice", "memory", "pig", "rps", "spades"),
)
#: Names as people type them, and as nobody should.
NAMES = (
    "Ann",
    "\x1b[31mred\x1b[2J",
    "日本語の名前" * 3,
    "\u202eenog era uoy\u202c",
    "שלום עולם",
    "A name of just forty characters, no less",
    "e\u0301\u0301\u0301\u0301",
    "❤\ufe0f\ufe0f🇩🇪👨\u200d👩\u200d👧",
    "a\nb\tc\rd",
    "",
)
#: Rooms to be seen well in, and those in which merely nothing may break.
ROOMS = ((60, 14), (60, 20), (80, 24), (100, 30), (120, 40))
TIGHT = ((40, 10), (20, 5), (8, 3))
#: Tables that look different from the smallest and the largest with usual options.
MORE: Mapping[str, tuple[tuple[int, dict[str, object]], ...]] = {
    "holdem": (
        *((seats, {}) for seats in range(3, 10)),
        (6, {"hands": 4, "stack": 300, "ante": 3, "raise_every": 1}),
    ),
    "goofspiel": ((3, {"cards": 20}),),
    "memory": ((6, {"pairs": 20}), (3, {"pairs": 3})),
    "crazy-eights": ((4, {"cards": 11}),),
    "rps": ((4, {"rounds": 99}),),
}
#: The most states that are looked at in one playthrough.
STATES = 6

each_game = pytest.mark.parametrize("name", DRAWN)
each_framed_game = pytest.mark.parametrize("name", FRAMED)


def look(seat: int | None, room: tuple[int, int] = (80, 24)) -> Look:
    return Look(seat, NAMES, *room, say=lambda said: english(said, NAMES))


@cache
def playouts(name: str) -> tuple[Playout, ...]:
    game = GAMES[name]
    usual: list[tuple[int, dict[str, object]]] = [
        (n, {}) for n in sorted({game.seats[0], min(game.seats[-1], len(NAMES))})
    ]
    tables = (*usual, *MORE.get(name, ()))
    return tuple(play(game, n, game.options(**more), seed=3) for n, more in tables)


def seats_of(playout: Playout) -> list[int | None]:
    """Return seats that look on, a spectator first."""
    return [None, *sorted({0, 1 % playout.seats, playout.seats - 1})]


def moments(playout: Playout) -> Iterator[tuple[State, Secrets]]:
    """Yield some states of a playthrough with who knows what, the last one too."""
    last = len(playout.steps) - 1
    for n in sorted({*range(0, last, last // STATES + 1), last}):
        yield playout.steps[n].state, playout.secrets[n]


def drawings(
    name: str, room: tuple[int, int] = (80, 24)
) -> Iterator[tuple[str, Drawing]]:
    """Yield drawings of a game, each with words that say which it is."""
    for playout in playouts(name):
        for n, (state, secrets) in enumerate(moments(playout)):
            for seat in seats_of(playout):
                faces = secrets.known_to(seat)
                drawn = drawing_of(playout.game, state, faces, look(seat, room))
                assert drawn is not None
                yield f"state {n}, seat {seat} of {playout.seats}, {room}", drawn


@cache
def usual_drawings(name: str) -> tuple[tuple[str, Drawing], ...]:
    return tuple(drawings(name))


def text_of(drawing: Drawing) -> list[str]:
    return ["".join(span.text for span in row) for row in drawing]


def test_all_games_of_cards_and_dice_draw_themselves() -> None:
    assert {*FRAMED} <= {*DRAWN}


@pytest.mark.parametrize("room", [*ROOMS, *TIGHT], ids=str)
@each_game
def test_a_drawing_keeps_to_its_room_whatever_the_names(
    name: str, room: tuple[int, int]
) -> None:
    for where, drawn in drawings(name, room):
        assert len(drawn) <= room[1], where
        for row in text_of(drawn):
            assert row.isprintable(), (where, row)
            assert 0 <= width(row) <= room[0], (where, row)


@each_game
def test_a_drawing_has_only_styles_that_there_are(name: str) -> None:
    for where, drawn in usual_drawings(name):
        styles = {
            style for row in drawn for span in row for style in span.style.split()
        }
        assert styles <= DRAWING_STYLES.keys(), where


@each_framed_game
def test_no_name_breaks_a_frame(name: str) -> None:
    """It would move the right edge of its row."""
    for where, drawn in usual_drawings(name):
        assert len({width(row) for row in text_of(drawn)}) == 1, where


@each_game
def test_a_drawing_is_the_same_whatever_its_seat_does_not_know(name: str) -> None:
    game = GAMES[name]
    case = Case(game, game.seats[0], game.options(), 0)
    playout = case.playout
    for seat in case.viewers:
        until = much_hidden(playout, seat)[0]
        swapped = other_deal(case, seat, until)
        if swapped is None:
            continue
        dealer = Dealer(game, f"cards {case.seed}", case.place, swapped)
        for n, (state, secrets) in enumerate(
            islice(follow(playout, dealer), until + 1)
        ):
            if n % (until // STATES + 1) == 0 or n == until:
                ours = playout.steps[n].state, playout.secrets[n].known_to(seat)
                assert drawing_of(game, *ours, look(seat)) == drawing_of(
                    game, state, secrets.known_to(seat), look(seat)
                ), f"state {n}, seat {seat}"


@each_framed_game
def test_whoever_is_to_move_is_marked(name: str) -> None:
    for playout in playouts(name):
        for state, secrets in moments(playout):
            drawn = drawing_of(playout.game, state, secrets.known_to(0), look(0)) or ()
            marked = [
                span
                for row in drawn
                for span in row
                if "to-move" in span.style.split() and "▸" in span.text
            ]
            asked = movers(playout.game.turn(state))
            assert not asked or len(marked) == len(asked)


@each_framed_game
def test_every_word_of_a_drawing_is_said_by_a_message(name: str) -> None:
    """Where nothing is said only names, faces and numbers are left."""

    def say(message: Message) -> str:
        english(message)
        return ""

    for playout in playouts(name):
        names = ("7",) * playout.seats
        for state, secrets in moments(playout):
            faces = secrets.known_to(0)
            drawn = (
                drawing_of(playout.game, state, faces, Look(0, names, 80, 24, say))
                or ()
            )
            words = re.findall(r"[^\W\d_]{2,}", "\n".join(text_of(drawn)))
            assert {*words} <= {*faces.values()}, words


def test_a_game_is_imported_without_its_drawing() -> None:
    """So a program that shows nothing, such as an arena, does not read drawings."""
    code = (
        "import sys; from p2pgame.games.registry import GAMES;"
        "[*map(GAMES.get, GAMES)];"
        "print([name for name in sys.modules if 'games.' in name"
        " and ('draw' in name or 'scene' in name)])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120
    )
    assert run.stdout == "[]\n", run.stderr
