"""Seats that look at drawings in tests, and what they see as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from wcwidth import wcswidth

from p2pgame.engine import AnyGame, Drawing, Game, Look, Message, State
from p2pgame.engine.scene import Scene
from p2pgame.engine.views import scene_of
from p2pgame.games.registry import GAMES
from p2pgame.scene import drawn, sentences
from tests.english import english

NAMES = ("Ann", "Ben", "Cleo")


def look(
    seat: int | None,
    width: int,
    height: int,
    *,
    names: Sequence[str] = NAMES,
    symbols: bool = True,
    coloured: bool = False,
) -> Look:
    return Look(
        seat,
        tuple(names),
        width,
        height,
        say=lambda message: english(message, names),
        symbols=symbols,
        coloured=coloured,
    )


@lru_cache(1 << 15)
def width(text: str) -> int:
    """Return how many cells a text takes; below 0, it would move a cursor."""
    return wcswidth(text)


def draw(
    name: str,
    state: State,
    look: Look,
    faces: Mapping[int, str] | None = None,
    before: State | None = None,
) -> Drawing:
    """Return how a game draws itself; ``before`` is the state before the last move."""
    shown = drawing_of(GAMES[name], state, faces or {}, look, before)
    assert shown is not None
    return shown


def scene(
    game: AnyGame, state: State, faces: Mapping[int, str], seat: int | None
) -> Scene | None:
    """Return what a seat sees of a state."""
    return scene_of(game, state, faces, seat, game.turn(state))


def drawing_of(
    game: AnyGame,
    state: State,
    faces: Mapping[int, str],
    look: Look,
    before: State | None = None,
) -> Drawing | None:
    """Return the table drawn: its scene, or as a game without one draws itself."""
    seen = scene(game, state, faces, look.seat)
    if seen is None:
        return game.draw(state, faces, look)
    then = None if before is None else scene(game, before, faces, look.seat)
    return drawn(seen, look, then)


def sentences_of(
    game: AnyGame, state: State, faces: Mapping[int, str], seat: int | None
) -> tuple[Message, ...]:
    """Return the table in sentences: its scene's, or those of a game without one."""
    seen = scene(game, state, faces, seat)
    if seen is None:
        return game.in_sentences(state, faces, seat)
    return sentences(seen, seat)


def makes_scenes(game: AnyGame) -> bool:
    return type(game).scene is not Game.scene


def shown(drawing: Drawing) -> str:
    """Return a drawing as text, without blanks at the ends of rows."""
    rows = ("".join(span.text for span in row).rstrip() for row in drawing)
    return "\n" + "\n".join(rows) + "\n"


def styled(drawing: Drawing, style: str) -> list[str]:
    """Return the texts in which a style occurs, in reading order."""
    return [
        span.text.strip()
        for row in drawing
        for span in row
        if style in span.style.split() and span.text.strip()
    ]
