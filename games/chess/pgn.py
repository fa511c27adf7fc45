"""This module reads and writes chess games as PGN, the common text format.

Reading is strict: the engine checks every move, and anything but tags, moves and
comments is refused, with its place.  Comments, variations and annotations are
dropped.  PGN does not record offers of a draw; so a game here ends with its last move
on the board, and a result.

Source: Edwards, "Portable Game Notation Specification and Implementation
Guide" (1994), the import format of section 7 and the export format of 8.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import chess

from p2pgame.engine import (
    AnyGame,
    Chosen,
    Event,
    Expired,
    IllegalMove,
    Message,
    Over,
    Refusal,
    advance,
    message_of,
)

from .chess import SIDES, WORDS, Chess, Position, san

#: The longest text; the longest games in collections have some 20 000 characters.
MOST_CHARACTERS = 1_000_000
#: The tags that every game has, in order, except the result.
ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
}
_RESULTS = {(1, -1): "1-0", (-1, 1): "0-1", (0, 0): "1/2-1/2"}
_OPEN = "*"
#: The values of the tag Variant for a game by these rules.
_STANDARD = ("standard", "chess", "normal", "from position")

_GAME = Chess()
_TAG_NAME = re.compile(r"[A-Za-z0-9]\w{0,254}", re.ASCII)
_TOKEN = re.compile(
    r"""
      \[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    | \{[^}]*\} | ;[^\n]* | ^%[^\n]*
    | (?P<result>1-0|0-1|1/2-1/2|\*)
    | e\.p\.
    | (?P<move>0-0(?:-0)?|--|[A-Za-z][\w=:+\#-]*)
    | \d+\.* | \.+ | \$\d+ | [?!]+ | \s+
    | (?P<open>\() | (?P<close>\))
    | (?P<stray>.)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Record:
    """A played game: its tags, its first position, its moves, its result.

    If the game is not over on the board, a result other than ``*`` comes from
    resignation, agreement, a claim or the clock.
    """

    tags: Mapping[str, str]
    start: Position
    moves: tuple[Chosen, ...]
    result: str


def read(text: str) -> Record:
    """Return the one game of a PGN text.

    Raises:
      ValueError: It is not one complete legal game; the message says where.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a game of chess has at most {MOST_CHARACTERS} characters")
    tags, sans, ends = _parse(text.removeprefix("\ufeff"))
    if not tags and not sans:
        raise ValueError("there is no game of chess in this text")
    start = _start(tags)
    state, moves = start, list[Chosen]()
    for written in sans:
        event, state = _play(state, written)
        moves.append(event)
    result = _result([*ends, *filter(None, [tags.get("Result")])], state)
    return Record(tags, start, tuple(moves), result)


def write(
    start: Position,
    events: Iterable[Event],
    tags: Mapping[str, str] | None = None,
    *,
    game: AnyGame = _GAME,
    drawn: bool = False,
) -> str:
    """Return the game with these events from ``start``, as PGN.

    ``tags`` are known tags of the roster, and any others.  ``game`` is the version by
    whose rules it was played.  With ``drawn`` the players agreed on a draw after the
    last event.

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
    result = _outcome(game, state) or (_RESULTS[0, 0] if drawn else _OPEN)
    known = {**ROSTER, "Result": result}
    if start.fen != chess.STARTING_FEN:
        known |= {"SetUp": "1", "FEN": start.fen}
    known["Termination"] = _termination(last, result)
    for name, value in (tags or {}).items():
        if name in known and name not in ROSTER:
            raise ValueError(f"the tag {name} follows from the game")
        known[name] = value
    lines = textwrap.wrap(" ".join([*words, result]), 79)
    return "\n".join([*map(_tag, known, known.values()), "", *lines, ""])


def _termination(last: Event | None, result: str) -> str:
    """Return how the game ended, in the words of the standard (9.8.1)."""
    match last:
        case Expired() | Chosen(_, "lose on time"):
            return "time forfeit"
    return "unterminated" if result == _OPEN else "normal"


def _numbered(state: Position, move: str, *, first: bool) -> Iterator[str]:
    white, number = _place(state)
    if white:
        yield f"{number}."
    elif first:
        yield f"{number}..."
    yield san(state, move)


def _tag(name: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be the name of a tag")
    if not value.isprintable() or len(value) > 255:
        raise ValueError(f"the tag {name} takes up to 255 printable characters")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


class _Parsed(NamedTuple):
    tags: dict[str, str]
    moves: list[str]
    ends: list[str]


def _parse(text: str) -> _Parsed:
    """Return the tags, the moves outside variations, and the result, if any."""
    parsed, depth = _Parsed({}, [], []), 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "stray":
            line = text.count("\n", 0, token.start()) + 1
            word = text[token.start() : token.start() + 20].split()[0]
            raise ValueError(f"line {line}: {word!r} is no tag, move or comment")
        depth += (kind == "open") - (kind == "close")
        if depth < 0:
            raise ValueError("a variation ends that has not begun")
        if depth == 0 and kind in ("value", "move", "result"):
            _add(parsed, token)
    if depth:
        raise ValueError("a variation is never closed")
    return parsed


def _add(parsed: _Parsed, token: re.Match[str]) -> None:
    tags, moves, ends = parsed
    if ends or (moves and token["tag"]):
        raise ValueError("there is more than one game in this text")
    if token["move"]:
        moves.append(token["move"])
    elif token["result"]:
        ends.append(token["result"])
    elif token["tag"] in tags:
        raise ValueError(f"the tag {token['tag']} is there twice")
    else:
        tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])


def _start(tags: Mapping[str, str]) -> Position:
    variant = tags.get("Variant", _STANDARD[0])
    if variant.lower() not in _STANDARD:
        raise ValueError(f"this is a game of {variant}, which has other rules")
    options = _GAME.options()
    if "FEN" not in tags:
        return _GAME.setup(2, options)
    try:
        return _GAME.position(2, options, tags["FEN"])
    except ValueError as error:
        why = message_of(error)
        raise Refusal(Message.of("chess-tag-fen", why=why)) from None


def _play(state: Position, written: str) -> tuple[Chosen, Position]:
    white, number = _place(state)
    try:
        move = chess.Board(state.fen).parse_san(written).uci()
        event = Chosen(0 if white else 1, move)
        return event, advance(_GAME, state, event).state
    except (IllegalMove, chess.IllegalMoveError):
        why = "it is not legal"
    except chess.AmbiguousMoveError:
        why = "two pieces could"
    except ValueError:
        why = "that is no move"
    if _outcome(_GAME, state) is not None:
        why = "the game is over"
    side = SIDES[0 if white else 1]
    raise ValueError(f"move {number} of {side}, {written[:20]!r}: {why}")


def _place(state: Position) -> tuple[bool, int]:
    """Return whether it is White's turn, and the number of the move."""
    fields = state.fen.split()
    return fields[1] == "w", int(fields[5])


def _result(given: list[str], state: Position) -> str:
    """Return the result; the text states it twice, once or not at all."""
    for result in given:
        if result not in (*_RESULTS.values(), _OPEN):
            raise ValueError(f"{result[:20]!r} is no result of a game of chess")
    if len({*given}) > 1:
        raise ValueError(f"the moves end in {given[0]}, but the tag says {given[1]}")
    ours = _outcome(_GAME, state)
    if ours is None:
        return given[0] if given else _OPEN
    if {*given} <= {ours}:
        return ours
    raise ValueError(f"the moves end in {ours}, but the result is given as {given[0]}")


def _outcome(game: AnyGame, state: Position) -> str | None:
    turn = game.turn(state)
    if not isinstance(turn, Over):
        return None
    white, black = turn.payoffs
    return _RESULTS[white, black]
