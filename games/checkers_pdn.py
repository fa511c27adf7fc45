"""Reads and writes games of checkers as PDN, the draughts players' form of PGN.

Black, who begins, has squares 1 to 12.  A move is ``11-15``, and a capture ``22x18`` or
all its squares, as in ``22x15x8``; files may also have ``f2-e3``, or no sign at all,
and a position between moves, as in ``/FEN "B:W18:B1"/``.
The first number of a result is that of Black, who begins, as English files have it;
one that can only be meant the other way is a remark.

Source: Wesselink and others, "PDN 3.0" (wiegerw.github.io/pdn): tags, the reading
grammar, and game type 21 (English draughts).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from p2pgame.engine import (
    AnyGame,
    Chosen,
    Event,
    Expired,
    IllegalMove,
    Options,
    Over,
    advance,
)

from .checkers import CLAIM, COLOURS, DARK, QUIET, Board, Checkers, moves_of, name_at
from .chess import pgn_text
from .chess.pgn_text import QUOTED, Written, tag_line

OPEN = "*"
#: The tags that every game has, in order, except the result and what follows it.
ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "Black": "?",
    "White": "?",
}
_GAME = Checkers()
_TYPE = "21"
#: The numbers of other games, in the tag GameType.
_OTHERS = {
    "20": "international draughts",
    "22": "Italian draughts",
    "23": "American pool checkers",
    "24": "Spanish draughts",
    "25": "Russian draughts",
    "26": "Brazilian draughts",
    "27": "Canadian draughts",
    "28": "Portuguese draughts",
    "29": "Czech draughts",
    "30": "Turkish draughts",
    "31": "Thai draughts",
    "40": "Frisian draughts",
}
#: Points of the player who begins, and of the other.
_RESULTS = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0), "0-0": None, OPEN: None}
_SAME = {
    **{"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "": OPEN, "?": OPEN},
    **{"drawn": "1/2-1/2", "draw": "1/2-1/2"},
    **{"blackwins": "1-0", "blackwon": "1-0", "whitewins": "0-1", "whitewon": "0-1"},
}
_TURNED = {"1-0": "0-1", "0-1": "1-0"}
_TOKEN = re.compile(
    r"""
      \[\s*(?P<tag>[A-Za-z0-9_][\w.-]{0,254})\s*
        "(?P<value>(?:[^"\\\n]|\\[^\n]|"(?!\s*\]))*+)"\s*\]
    | \{[^}]*+(?:\}|(?P<unclosed>\Z)) | ;[^\n]* | %[^\n]*
    | (?P<result>
          (?:1\ ?[-–]\ ?0|0\ ?[-–]\ ?1|2-0|0-2|1-1|0-0)(?![-–\dx:/])
        | 1/2(?:\ ?[-–]\ ?1/2)?|½(?:\ ?[-–]\ ?½)?
        | (?:drawn?|(?:black|white)\ (?:wins|won))\b\.?
        | (?<![\da-h])\* | \*(?=\s*(?:\Z|\[))
      )
    | (?P<move>
          [0-9]{1,2}(?:\s*[-–x×:]\s*[0-9]{1,2})+(?!\d)
        | [a-h][1-8](?:[-–x×:]?[a-h][1-8])+(?!\w)
        | [0-9]{4}(?![\d.])
        | /[^/]{0,999}/
      )
    | [0-9]+[.)…]* | [.…]+ | \$[0-9]+ | \([?!]+\) | [?!*]+ | -(?=\s) | \s+
    | (?P<open>\() | (?P<close>\))
    | (?P<stray>.)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL | re.ASCII | re.IGNORECASE,
)
_SQUARE = re.compile(r"[a-h][1-8]|[0-9]{1,2}")
_NUMBERS = {name_at(*at): index for index, at in enumerate(DARK)}
_RANGE = re.compile(r"(K?)([0-9]{1,2})-([0-9]{1,2})")
_NAME = re.compile(r"[A-H][1-8]")
_SETUP = re.compile(r'/\s*FEN\s*"([^"]*)"\s*/', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Record:
    """A played game, whose moves are those of our rules, each jump one of its own."""

    tags: Mapping[str, str]
    start: Board
    moves: tuple[Chosen, ...]
    result: str
    remarks: tuple[str, ...] = ()


def games_in(text: str) -> Iterator[Written]:
    """Yield the games of a text, in order."""
    return pgn_text.games_in(text, _TOKEN)


def played(game: Written) -> Record:
    """Return a written game played through.

    Raises:
      ValueError: It is no legal game; the message says where.
    """
    kind = game.tags.get("GameType", _TYPE).partition(",")[0].strip()
    if kind not in (_TYPE, "", "?"):
        named = _OTHERS.get(kind, f"type {kind[:QUOTED]}")
        raise ValueError(f"this is a game of {named}, which has other rules")
    if game.fault:
        raise ValueError(game.fault)
    return _Playing(game).record()


def write(
    start: Board,
    events: Iterable[Event],
    tags: Mapping[str, str] | None = None,
    *,
    game: AnyGame = _GAME,
    payoffs: Sequence[int] | None = None,
) -> str:
    """Return the game with these events from ``start``, as PDN.

    ``payoffs`` are what its table came to, if the game was not over by its rules: the
    players agreed on a draw, or one of them left.

    Raises:
      ValueError: A tag cannot be written.
      IllegalMove: The events are not of this game.
    """
    state, words, jumps, last = start, list[str](), list[str](), None
    number, begun = 1, start
    for event in events:
        after = advance(game, state, event).state
        if isinstance(event, Chosen) and event.move != CLAIM:
            jumps.append(event.move)
            if after.jumper < 0:
                words += _numbered(begun, number, jumps, first=not words)
                number, jumps = number + begun.player, []
                begun = after
        state, last = after, event
    turn = game.turn(state)
    ends = turn.payoffs if isinstance(turn, Over) else payoffs
    result = OPEN if ends is None else _result(ends)
    known = {**ROSTER, **(tags or {}), "Result": result, "GameType": _TYPE}
    if start != game.setup(2, game.options()):
        known["FEN"] = _fen(start)
    if isinstance(last, Expired):
        known["Termination"] = "time forfeit"
    lines = textwrap.wrap(" ".join([*words, result]), 79)
    return "\n".join([*map(tag_line, known, known.values()), "", *lines, ""])


def _numbered(
    state: Board, number: int, jumps: Sequence[str], *, first: bool
) -> Iterator[str]:
    if state.player == 0:
        yield f"{number}."
    elif first:
        yield f"{number}..."
    squares = _squares(jumps)
    short = (squares[0], squares[-1])
    if "x" not in jumps[0]:
        yield "-".join(str(square + 1) for square in squares)
    else:
        alike = len({board for _, board in _captures(state, short)}) == 1
        yield "x".join(str(square + 1) for square in (short if alike else squares))


def _squares(jumps: Sequence[str]) -> list[int]:
    """Return the squares of a move of ours, or of several jumps in a row."""
    names = [re.split("[-x]", jump) for jump in jumps]
    return [_NUMBERS[names[0][0]], *(_NUMBERS[target] for _, target in names)]


def _captures(
    state: Board, path: Sequence[int], *, whole: bool = True
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the jumps that go along these squares, with the board after them.

    Squares between the first and the last may be left out, but not have another order.
    Unless ``whole``, the piece may have to jump on.
    """
    stack: list[tuple[Board, tuple[str, ...]]] = [(state, ())]
    while stack:
        now, made = stack.pop()
        for move in moves_of(now):
            origin, target = _squares([move])
            if "x" not in move or (not made and origin != path[0]):
                continue
            jumps = (*made, move)
            after = _GAME.apply(now, Chosen(now.player, move))
            on = after.jumper >= 0
            if target == path[-1] and not (on and whole) and _goes(jumps, path):
                yield jumps, after.squares
            if on:
                stack.append((after, jumps))


def _goes(jumps: Sequence[str], path: Sequence[int]) -> bool:
    rest = iter(_squares(jumps))
    return all(square in rest for square in path)


class _Playing:
    """A game that is played through."""

    def __init__(self, game: Written) -> None:
        self._game = game
        self._start = self._state = _start(game.tags)
        self._remarks = [*game.remarks]
        self._count = 0

    def record(self) -> Record:
        moves = tuple(
            one for written in self._game.moves for one in self._play(written)
        )
        result = self._result()
        tags, remarks = self._game.tags, tuple(self._remarks)
        return Record(tags, self._start, moves, result, remarks)

    def _play(self, written: str) -> Iterator[Chosen]:
        if written.startswith("/"):
            self._set_up(written)
            return
        if self._state.quiet >= QUIET and moves_of(self._state):
            where = f"played on after {QUIET // 2} moves without progress"
            self._remarks.append(f"{where}, at {self._place()}")
            self._state = replace(self._state, quiet=0)
        for move in self._moves(written):
            event = Chosen(self._state.player, move)
            try:
                self._state = advance(_GAME, self._state, event).state
            except IllegalMove:
                raise self._wrong(written, "it is not legal") from None
            yield event
        self._count += self._state.jumper < 0

    def _set_up(self, written: str) -> None:
        """Go on from a position that stands between moves."""
        found = _SETUP.fullmatch(written)
        if found is None:
            raise self._wrong(written, "that is no position")
        self._state = _start({"FEN": found[1]})
        if self._count:
            self._remarks.append(f"a position is set up at {self._place()}")
        else:
            self._start = self._state

    def _moves(self, written: str) -> tuple[str, ...]:
        path = _path(written)
        if not moves_of(self._state):
            raise self._wrong(written, "the game is over")
        if path is None:
            raise self._wrong(written, "that is no move between dark squares")
        name = "-".join(name_at(*DARK[square]) for square in path)
        if len(path) == 2 and name in moves_of(self._state):
            return (name,)
        found = {board: jumps for jumps, board in _captures(self._state, path)}
        if not found:  # the first jumps of several, each written as a move
            parts = _captures(self._state, path, whole=False)
            found = {board: jumps for jumps, board in parts}
        if len(found) > 1:
            raise self._wrong(written, "several captures go there; name all squares")
        for jumps in found.values():
            return jumps
        takes = any("x" in move for move in moves_of(self._state))
        why = "a piece must take" if takes else "it is not legal"
        raise self._wrong(written, why)

    def _wrong(self, written: str, why: str) -> ValueError:
        return ValueError(f"{self._place()}, {written[:QUOTED]!r}: {why}")

    def _place(self) -> str:
        number = (self._count + self._start.player) // 2 + 1
        return f"move {number} of {COLOURS[self._state.player]}"

    def _result(self) -> str:
        """Return the result; a tag counts more than what ends the moves."""
        given = [self._game.tags.get("Result", ""), self._game.result]
        known = [_standard(one) for one in given]
        for number, one in enumerate(known):
            if one not in _RESULTS:
                known[number] = OPEN
                said = given[number][:QUOTED]
                self._remarks.append(f"{said!r} is no result of a game of checkers")
        definite = [one for one in known if one != OPEN]
        if len({*definite}) > 1:
            said = f"the moves end in {given[1]}, but the tag says {given[0]}"
            raise ValueError(said)
        result = definite[0] if definite else OPEN
        if moves_of(self._state):
            return result
        ours = "0-1" if self._state.player == 0 else "1-0"
        if result in (ours, OPEN):
            return ours
        if _TURNED.get(result) == ours:
            self._remarks.append(f"the result {result} has White's points first")
            return ours
        raise ValueError(
            f"the moves end in {ours}, but the result is given as {result}"
        )


def _path(written: str) -> tuple[int, ...] | None:
    """Return the squares of a move, from 0 on; None: one of them is no dark square."""
    if len(written) == 4 and written.isdecimal():
        written = f"{written[:2]}-{written[2:]}"
    names = _SQUARE.findall(written.lower())
    if len(names) > len(DARK):
        return None
    found = [
        int(name) - 1 if name.isdecimal() else _NUMBERS.get(name, -1) for name in names
    ]
    return tuple(found) if all(0 <= square < 32 for square in found) else None


def _standard(result: str) -> str:
    bare = pgn_text.standard_result(result).casefold().rstrip(".")
    return _SAME.get(bare, bare)


def _start(tags: Mapping[str, str]) -> Board:
    text = re.sub(r"\s", "", tags.get("FEN", "")).upper().rstrip(".")
    if not text:
        return _GAME.setup(2, Options())
    player, *sides = text[:1000].split(":")
    numbered = (side[:1] + _NAME.sub(_number, side[1:]) for side in sides)
    return _GAME.position(
        2, Options(), _RANGE.sub(_each, ":".join([player, *numbered]))
    )


def _number(found: re.Match[str]) -> str:
    """Return the number of a square, as ``C3`` is in a FEN tag; a light one stays."""
    index = _NUMBERS.get(found[0].lower())
    return found[0] if index is None else str(index + 1)


def _each(found: re.Match[str]) -> str:
    """Return the squares of a range, as ``1-12`` or ``K1-4`` is in a FEN tag."""
    squares = range(int(found[2]), int(found[3]) + 1)
    return ",".join(f"{found[1]}{square}" for square in squares) or found[0]


def _fen(board: Board) -> str:
    sides = (
        ",".join(
            f"{'K' * piece.isupper()}{number}"
            for number, piece in enumerate(board.squares, 1)
            if piece.upper() == colour
        )
        for colour in "WB"
    )
    white, black = sides
    return f"{'BW'[board.player]}:W{white}:B{black}"


def _result(payoffs: Sequence[int]) -> str:
    black, white = payoffs
    if black == white:
        return "1/2-1/2"
    return "1-0" if black > white else "0-1"
