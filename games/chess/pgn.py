"""Writes games of chess as PGN, the common text format; :mod:`.pgn_reading` reads it.

PGN does not record offers of a draw, and has no move for resigning: what a player said
besides moving is in the result and the tag Termination.

Source: Edwards, "Portable Game Notation Specification and Implementation
Guide" (1994), the export format: section 8 and, for Termination, 9.8.1.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

import chess

from p2pgame.engine import (
    AnyGame,
    Chosen,
    Event,
    Expired,
    Over,
    advance,
)

from .chess import OUT_OF_TIME, WORDS, Chess, Position, san
from .pgn_text import tag_line

#: The tags that every game has, in order, except the result.
ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
}
_OPEN = "*"
_GAME = Chess()


def write(
    start: Position,
    events: Iterable[Event],
    tags: Mapping[str, str] | None = None,
    *,
    game: AnyGame = _GAME,
    payoffs: Sequence[int] | None = None,
) -> str:
    """Return the game with these events from ``start``, as PGN.

    ``tags`` are known tags of the roster, and any others.  ``game`` is the version by
    whose rules it was played.  ``payoffs`` are what its table came to if the game was
    not over by then: the players agreed on a draw, or one of them left.

    Raises:
      ValueError: A tag cannot be written, or follows from the game.
      IllegalMove: The events are not of this game.
    """
    state, words, last = start, list[str](), None
    for event in events:
        after = advance(game, state, event).state
        if isinstance(event, Chosen) and event.move not in WORDS:
            words += _numbered(state, event.move, first=not words)
        state, last = after, event
    over = _outcome(game, state)
    result = over or (_OPEN if payoffs is None else _result(payoffs))
    known = {**ROSTER, "Result": result}
    if start.fen != chess.STARTING_FEN:
        known |= {"SetUp": "1", "FEN": start.fen}
    known["Termination"] = _termination(last, over, payoffs)
    for name, value in (tags or {}).items():
        if name in known and name not in ROSTER:
            raise ValueError(f"the tag {name} follows from the game")
        known[name] = value
    lines = textwrap.wrap(" ".join([*words, result]), 79)
    return "\n".join([*map(tag_line, known, known.values()), "", *lines, ""])


def _termination(
    last: Event | None, over: str | None, payoffs: Sequence[int] | None
) -> str:
    """Return how the game ended, in the words of the standard (9.8.1)."""
    if over is None:
        if payoffs is None:
            return "unterminated"
        return "abandoned" if any(payoffs) else "normal"
    match last:
        case Expired():
            return "time forfeit"
        case Chosen(_, move) if move == OUT_OF_TIME:
            return "time forfeit"
    return "normal"


def _numbered(state: Position, move: str, *, first: bool) -> Iterator[str]:
    white, number = _place(state)
    if white:
        yield f"{number}."
    elif first:
        yield f"{number}..."
    yield san(state, move)


def _place(state: Position) -> tuple[bool, int]:
    """Return whether it is White's turn, and the number of the move."""
    fields = state.fen.split()
    return fields[1] == "w", int(fields[5])


def _outcome(game: AnyGame, state: Position) -> str | None:
    turn = game.turn(state)
    return _result(turn.payoffs) if isinstance(turn, Over) else None


def _result(payoffs: Sequence[int]) -> str:
    white, black = payoffs
    if white == black:
        return "1/2-1/2"
    return "1-0" if white > black else "0-1"
