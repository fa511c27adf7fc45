"""Reads games of chess in PGN, each move of which the chess library checks.

A game may have been played on after a draw that needs no claim, as before 2014, or by
players who did not count: that is a remark.  Pieces may have the letters of another
language, if the moves are legal by those of one alone.

PGN does not record offers of a draw; so a game here ends with its last move on the
board, and a result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import chess

from p2pgame.engine import Chosen, Message, Refusal, message_of

from .chess import SIDES, Chess, Position
from .pgn_text import QUOTED, Written, games_in, standard_result

OPEN = "*"
_RESULTS = ("1-0", "0-1", "1/2-1/2", OPEN)
#: The values of the tag Variant for a game by these rules.
_STANDARD = (
    *("", "?", "-", "standard", "standard chess", "chess", "normal", "orthodox"),
    "from position",
)
#: Texts that say a result is not known.
_UNKNOWN = ("", "?")

_GAME = Chess()
_NULL = {"--", "z0", "z1", "0000", "@@@@", "null", "pass"}
#: King, queen, rook, bishop and knight (section 8.2.3.2), English first.
_LETTERS = {
    "English": "KQRBN",
    "German": "KDTLS",
    "Dutch": "KDTLP",
    "French": "RDTFC",
    "Spanish": "RDTAC",
    "Portuguese": "RDTBC",
    "Polish": "KHWGS",
    "Czech": "KDVSJ",
    "Hungarian": "KVBFH",
    "Finnish": "KDTLR",
}
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟–—‑−", "KQRBNPKQRBNP----", "\ufe0e")
_CASTLING = re.compile(r"[0Oo](-[0Oo]){1,2}")
_PROMOTION = re.compile(r"([18])(?:=?\(=?(\w)\)|/(\w))$")
#: More than any move, with all that may stand beside it.
_LONGEST = 30
_LEFT_OUT = re.compile(r"(?:\+|#|=|-|ep|e\.p\.|mate)+$")


@dataclass(frozen=True, slots=True)
class Record:
    """A played game: its tags, its first position, its moves, its result.

    If the game is not over on the board, a result other than ``*`` comes from
    resignation, agreement, a claim or the clock.  ``remarks`` say what is unusual.
    """

    tags: Mapping[str, str]
    start: Position
    moves: tuple[Chosen, ...]
    result: str
    remarks: tuple[str, ...] = ()


class _NullMove(ValueError):
    """A move that programs write where one side is to move twice."""


class _Stopped(ValueError):
    """A move can't be played; ``at``: how many could."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at


def read(text: str, number: int | None = None) -> Record:
    """Return a game of a PGN text, from 1 on; None: the only one.

    Raises:
      ValueError: It is no legal game, or not there; the message says where.
    """
    written = [*games_in(text)]
    if not written:
        raise ValueError("there is no game of chess in this text")
    if number is None and len(written) > 1:
        raise ValueError(f"there are {len(written)} games in this text, not one")
    if number is not None and not 0 < number <= len(written):
        raise ValueError(f"there is no game {number} in this text of {len(written)}")
    return played(written[(number or 1) - 1])


def played(game: Written) -> Record:
    """Return a written game played through.

    Raises:
      ValueError: It is no legal game; the message says where.
    """
    variant = game.tags.get("Variant", _STANDARD[0])
    if variant.lower() not in _STANDARD:
        named = "".join(c for c in variant[: 2 * QUOTED] if c.isprintable())
        raise ValueError(f"this is a game of {named}, which has other rules")
    if game.fault:
        raise ValueError(game.fault)
    start = _start(game.tags)
    found, stops = dict[tuple[Chosen, ...], Record](), list[_Stopped]()
    for language in _languages(game.moves):
        try:
            record = _Playing(start, game, language).record()
        except _Stopped as stop:
            stops.append(stop)
            continue
        if language == "English":
            return record
        found.setdefault(record.moves, record)
    if len(found) > 1:
        raise ValueError("the letters of the pieces can be those of several languages")
    if not found:
        raise ValueError(str(max(stops, key=lambda stop: stop.at)))
    return next(iter(found.values()))


def _languages(moves: list[str]) -> Iterator[str]:
    """Yield the languages of which the pieces may have the letters, English first."""
    yield "English"
    used = {move[0] for move in moves if move[0].isupper()} - {"O"}
    if used - {*_LETTERS["English"]}:
        yield from (one for one, letters in _LETTERS.items() if used <= {*letters})


def _start(tags: Mapping[str, str]) -> Position:
    options = _GAME.options()
    if "FEN" not in tags:
        return _GAME.setup(2, options)
    try:
        return _GAME.position(2, options, tags["FEN"])
    except ValueError as error:
        why = message_of(error)
        raise Refusal(Message.of("chess-tag-fen", why=why)) from None


class _Playing:
    """A game that is played through, with the letters of one language."""

    def __init__(self, start: Position, game: Written, language: str) -> None:
        self._start, self._game, self._language = start, game, language
        self._letters = str.maketrans(_LETTERS[language], _LETTERS["English"])
        self._board = chess.Board(start.fen)
        self._remarks = [*game.remarks]
        if language != "English":
            self._remarks.append(f"the pieces have the letters of {language}")
        self._played_on = False

    def record(self) -> Record:
        moves = tuple(map(self._play, self._game.moves))
        given = [self._game.result, self._game.tags.get("Result", "")]
        result = self._result([standard_result(one) for one in given])
        remarks = tuple(self._remarks)
        return Record(self._game.tags, self._start, moves, result, remarks)

    def _play(self, written: str) -> Chosen:
        if not self._played_on:
            self._look()
        try:
            move = self._move(written)
        except chess.IllegalMoveError:
            why = "it is not legal"
        except chess.AmbiguousMoveError:
            why = "two pieces could"
        except _NullMove:
            why = "a null move passes the turn, which nobody may"
        except ValueError:
            why = "that is no move"
        else:
            chosen = Chosen(0 if self._board.turn else 1, move.uci())
            self._board.push(move)
            return chosen
        if self._board.is_checkmate() or self._board.is_stalemate():
            why = "the game is over"
        count = len(self._board.move_stack)
        raise _Stopped(count, f"{self._place()}, {written[:QUOTED]!r}: {why}")

    def _move(self, written: str) -> chess.Move:
        if written.lower() in _NULL:
            raise _NullMove
        if len(written) > _LONGEST:
            raise ValueError(written)
        san = _LEFT_OUT.sub("", written.translate(_FIGURINES))
        if _CASTLING.fullmatch(san):
            return self._board.parse_san(re.sub("[0o]", "O", san))
        san = _PROMOTION.sub(r"\1=\2\3", san).replace(":", "x")
        san = san.translate(self._letters)
        if san[:1] == "P":  # which nobody needs for a pawn
            san = san[1:]
        return self._board.parse_san(san)

    def _place(self) -> str:
        side = SIDES[0 if self._board.turn else 1]
        return f"move {self._board.fullmove_number} of {side}"

    def _look(self) -> None:
        """Note if a move follows a draw that needs no claim."""
        drawn = _draw(self._board)
        if drawn and any(self._board.legal_moves):
            self._played_on = True
            self._remarks.append(f"played on after {drawn}, at {self._place()}")

    def _result(self, given: list[str]) -> str:
        """Return the result; the text states it twice, once or not at all."""
        for one in given:
            if one not in (*_RESULTS, *_UNKNOWN):
                raise ValueError(f"{one[:QUOTED]!r} is no result of a game of chess")
        definite = [one for one in given if one not in (OPEN, *_UNKNOWN)]
        if len({*definite}) > 1:
            said = f"the moves end in {given[0]}, but the tag says {given[1]}"
            raise ValueError(said)
        ours, result = _outcome(self._board), definite[0] if definite else OPEN
        drawn = "" if ours or self._played_on else _draw(self._board)
        if not (ours or drawn):
            return result
        if not definite:
            if any(given):
                ends = ours or f"a draw by {drawn}"
                self._remarks.append(f"the moves end in {ends}, and no result is given")
            return ours or "1/2-1/2"
        if ours and result != ours:
            said = f"the moves end in {ours}, but the result is given as {result}"
            raise ValueError(said)
        if drawn and result != "1/2-1/2":
            self._remarks.append(f"{result} in spite of {drawn}")
        return result


def _draw(board: chess.Board) -> str:
    """Return what makes a draw on the board without a claim, or an empty text."""
    if board.is_insufficient_material():
        return "a position in which nobody can mate"
    if board.is_seventyfive_moves():
        return "75 moves without capture or pawn move"
    if board.is_fivefold_repetition():
        return "the fifth repetition"
    return ""


def _outcome(board: chess.Board) -> str | None:
    """Return the result of a board on which there is no move, or None."""
    if board.is_checkmate():
        return "0-1" if board.turn else "1-0"
    return "1/2-1/2" if board.is_stalemate() else None
