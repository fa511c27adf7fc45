"""Checkers, or English draughts: two players, twelve men each, 8 × 8 squares.

Men go one step diagonally forward, kings one step any diagonal way; a jump over
an enemy to the free square behind it takes it.  A player who can jump must, and goes
on with that piece until it cannot; any jump may be chosen.  A man that reaches the
far row is crowned, which ends its turn.  A player who cannot move has lost.  A player
may claim a draw before a move if a move would bring a position about, with the same
player to move, for the third time.  It is a draw after 40 moves of each player in which
nothing was taken and no man moved.

Each jump of several is a move of its own, by the same player: ``c3xe5``, then
``e5xg7``.  Black begins, from a1's side, and sits first.

Source: World Checkers/Draughts Federation, "Rules of Draughts", section 1.  There 40
such moves are claimed, too (1.32.2); here they end the game automatically, so that
every game ends.  Players agree on a draw by ``draw`` at any time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Message,
    Options,
    Over,
    Reason,
    Refusal,
    State,
    Turn,
)
from p2pgame.engine.scene import Scene

#: The marks of each player's man and king.
PIECES = ("bB", "wW")
COLOURS = ("black", "white")
FREE = "."
CLAIM = "claim draw"
#: Moves of both players without a capture or a man's move until a draw.
QUIET = 80
#: Quiet moves before a move that can bring a position about for the third time.
REPEATING = 7

_START = "b" * 12 + FREE * 8 + "w" * 12


class Board(State, frozen=True):
    """``squares`` are numbered as in draughts, 1 to 32, from player 0's side.

    ``jumper`` is the index of the piece that must go on jumping, or −1;
    ``quiet`` counts the moves since the last capture or move of a man.
    """

    squares: str = _START
    player: int = 0
    jumper: int = -1
    quiet: int = 0

    @property
    def drawn(self) -> bool:
        return False

    @property
    def can_claim(self) -> bool:
        return False


class PastBoard(Board, frozen=True):
    """``past`` are the earlier positions that can come again, as squares and player.

    ``drawn``: the last word was a claim of a draw.
    """

    past: tuple[str, ...] = ()
    drawn: bool = False

    @property
    def can_claim(self) -> bool:
        """Whether a move would bring a position about for the third time."""
        if self.quiet < REPEATING or self.jumper >= 0:
            return False
        known = Counter([*self.past, _key(self)])
        twice = {key for key, count in known.items() if count >= 2}
        if not twice:
            return False
        after = (_after(self, self.player, _MOVES[text]) for text in moves_of(self))
        return any(_key(board) in twice for board in after)


class _Move(NamedTuple):
    """A step, or a jump over the piece on ``over``; all are indices."""

    origin: int
    over: int
    target: int
    text: str

    @property
    def takes(self) -> bool:
        return self.over != self.target


def square_at(file: int, rank: int) -> int | None:
    """Return the index of a dark square, or None for any other place."""
    if not (0 <= file < 8 and 0 <= rank < 8 and (file + rank) % 2 == 0):
        return None
    return 4 * rank + (7 - file) // 2


def name_at(file: int, rank: int) -> str:
    return f"{'abcdefgh'[file]}{rank + 1}"


def _all_ways(file: int, rank: int, piece: str, length: int) -> Iterator[_Move]:
    """Yield the moves of a piece on an empty board, in steps of this length."""
    origin = square_at(file, rank)
    assert origin is not None
    for up in _DIRECTIONS[piece]:
        for side in (-1, 1):
            target = square_at(file + length * side, rank + length * up)
            over = square_at(file + side, rank + up)
            if target is None or over is None:
                continue
            end = name_at(file + length * side, rank + length * up)
            text = f"{name_at(file, rank)}{_SIGNS[length]}{end}"
            yield _Move(origin, over, target, text)


_SIGNS = {1: "-", 2: "x"}
_DIRECTIONS = {"b": (1,), "w": (-1,), "B": (1, -1), "W": (1, -1)}
DARK = [(f, r) for r in range(8) for f in reversed(range(8)) if (f + r) % 2 == 0]
_STEPS, _JUMPS = (
    {
        piece: [[*_all_ways(file, rank, piece, length)] for file, rank in DARK]
        for piece in _DIRECTIONS
    }
    for length in (1, 2)
)
_MOVES = {
    move.text: move
    for ways in (_STEPS, _JUMPS)
    for moves in ways["B"]
    for move in moves
}
_TYPED = re.compile(r"([a-h][1-8])[-x: ]?([a-h][1-8])")
_POSITION = re.compile(r"([BW]):([BW])([K0-9,]*):([BW])([K0-9,]*)\.?")


class Checkers(Game[Board, Options]):
    name = "checkers"
    version = 2
    seats = range(2, 3)
    options = Options
    state: type[Board] = PastBoard
    draws = True
    seat_names = (Message.of("checkers-black"), Message.of("checkers-white"))

    def setup(self, seats: int, options: Options) -> Board:
        return self.state()

    def turn(self, state: Board) -> Turn:
        moves = moves_of(state)
        if not moves:
            return Over((-1, 1) if state.player == 0 else (1, -1))
        if state.drawn or state.quiet >= QUIET:
            return Over((0, 0))
        return Choose(state.player, (*moves, CLAIM) if state.can_claim else moves)

    def apply(self, state: Board, event: Event) -> Board:
        match event:
            case Chosen(_, text) if text == CLAIM:
                return replace(state, drawn=True)
            case Chosen(player, text):
                return _after(state, player, _MOVES[text])
        raise AssertionError(event)

    def explain(
        self, state: Board, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        if text.lower() == CLAIM:
            return Reason.of("no-draw", "checkers-nothing-to-claim")
        found = _TYPED.fullmatch(text.lower())
        return None if found is None else _why_not(state, found[1], found[2])

    def position(self, seats: int, options: Options, text: str) -> Board:
        """Return the position of a FEN tag of PDN, the notation of draughts.

        An example is ``B:W21,22,K29:B1,K12``: the player to move, then the
        numbered squares of each colour, kings with a K.
        """
        found = _POSITION.fullmatch(text.strip())
        if found is None or found[2] == found[4]:
            raise Refusal(Message.of("checkers-no-position", text=repr(text)))
        squares = [FREE] * 32
        for colour, pieces in ((found[2], found[3]), (found[4], found[5])):
            for piece in filter(None, pieces.split(",")):
                _put(squares, colour, piece)
        return self.state("".join(squares), "BW".index(found[1]))

    def show(self, state: Board, faces: Mapping[int, str]) -> str:
        files = "  a b c d e f g h"
        ranks = (_rank(state.squares, rank) for rank in reversed(range(8)))
        return "\n".join([files, *ranks, files, *_legend(state)])

    def scene(self, state: Board, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .checkers_scene import scene

        return scene(self, state, seat)

    def tell(self, state: Board, event: Event) -> Message | None:
        match event:
            case Chosen(player, text) if text == CLAIM:
                return Message.by("checkers-claims-draw", player)
            case Chosen(player, text):
                move = _MOVES[text]
                after = _after(state, player, move)
                crowned = after.squares[move.target] != state.squares[move.origin]
                id = "checkers-takes" if move.takes else "checkers-moves"
                told = Message.by(id, player, move=text)
                if crowned:
                    told = Message.of("checkers-crowned", deed=told)
                if after.jumper >= 0:
                    told = Message.of("checkers-must-go-on", deed=told)
                return told
        return None


def moves_of(state: Board) -> tuple[str, ...]:
    squares, mine, foes = state.squares, PIECES[state.player], PIECES[1 - state.player]
    if state.jumper >= 0:
        return _jumps(squares, state.jumper, foes)
    own = [square for square, piece in enumerate(squares) if piece in mine]
    jumps = tuple(text for square in own for text in _jumps(squares, square, foes))
    return jumps or tuple(
        step.text
        for square in own
        for step in _STEPS[squares[square]][square]
        if squares[step.target] == FREE
    )


def _why_not(state: Board, first: str, last: str) -> Reason:
    """Return why no piece can go from ``first`` to ``last``, two squares' names."""
    places = {name_at(*at): square for square, at in enumerate(DARK)}
    for name in (first, last):
        if name not in places:
            return Reason.of("light", "checkers-light-square", square=name)
    piece, target = (state.squares[places[name]] for name in (first, last))
    if piece == FREE:
        return Reason.of("no-piece", "checkers-nothing-there", square=first)
    if piece not in PIECES[state.player]:
        return Reason.of("not-yours", "checkers-not-yours", square=first)
    can = moves_of(state)
    listed = ", ".join(can)
    if state.jumper >= 0:
        return Reason.of("must-jump", "checkers-goes-on", moves=listed)
    if any(_MOVES[move].takes for move in can):
        return Reason.of("must-jump", "checkers-must-take", moves=listed)
    if target != FREE:
        return Reason.of("taken", "checkers-not-free", square=last)
    back = (places[last] // 4 - places[first] // 4) * _DIRECTIONS[piece][0] < 0
    if back and piece.islower():
        return Reason.of("backwards", "checkers-man-goes-on", square=first)
    return Reason.of("too-far", "checkers-one-step")


def _jumps(squares: str, square: int, foes: str) -> tuple[str, ...]:
    return tuple(
        jump.text
        for jump in _JUMPS[squares[square]][square]
        if squares[jump.over] in foes and squares[jump.target] == FREE
    )


def _after(state: Board, player: int, move: _Move) -> Board:
    squares = [*state.squares]
    piece, squares[move.origin] = squares[move.origin], FREE
    man = piece.islower()
    crowned = man and move.target // 4 == (7, 0)[player]
    squares[move.target] = piece.upper() if crowned else piece
    squares[move.over] = FREE if move.takes else squares[move.over]
    board, quiet = "".join(squares), not (man or move.takes)
    go_on = move.takes and not crowned
    go_on = go_on and bool(_jumps(board, move.target, PIECES[1 - player]))
    after = replace(
        state,
        squares=board,
        player=player if go_on else 1 - player,
        jumper=move.target if go_on else -1,
        quiet=state.quiet + 1 if quiet else 0,
    )
    if not isinstance(after, PastBoard):
        return after
    assert isinstance(state, PastBoard)
    return replace(after, past=(*state.past, _key(state)) if quiet else ())


def _key(board: Board) -> str:
    return f"{board.squares}{board.player}"


def _put(squares: list[str], colour: str, piece: str) -> None:
    digits = piece.removeprefix("K")
    if not digits.isdecimal() or len(digits) > 2 or not 1 <= int(digits) <= 32:
        raise Refusal(Message.of("checkers-no-square", piece=repr(piece)))
    square = int(digits) - 1
    if squares[square] != FREE:
        raise Refusal(Message.of("checkers-two-pieces", square=digits))
    king = piece != digits
    if not king and square // 4 == (7 if colour == "B" else 0):
        raise Refusal(Message.of("checkers-man-crowned", square=digits))
    squares[square] = colour if king else colour.lower()


def _rank(squares: str, rank: int) -> str:
    cells = [square_at(file, rank) for file in range(8)]
    row = " ".join(" " if cell is None else squares[cell] for cell in cells)
    return f"{rank + 1} {row}".rstrip()


def _legend(state: Board) -> Iterator[str]:
    for player, pieces in enumerate(PIECES):
        left = sum(piece in pieces for piece in state.squares)
        names = f"{COLOURS[player]} {pieces[0]}, kings {pieces[1]}"
        on = ""
        if player == state.player and state.jumper >= 0:
            on = f", goes on from {name_at(*DARK[state.jumper])}"
        yield f"{names}, {left} left{on}: player {player}"
