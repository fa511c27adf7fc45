"""Chess by the rules of FIDE; a chess library finds legal moves and mates.

White sits first and begins; moves are written ``e2e4``, ``e7e8q``, castling ``e1g1``.
Checkmate wins; stalemate, insufficient material, the fifth repetition and 75
moves of each without capture or pawn move are draws.  A player may claim a draw for
the third repetition or 50 such moves, on the board or after any legal move; and may
offer one before an own move, valid until the other has moved.  A player who resigns,
or exceeds the ``seconds`` for a move, loses; it is a draw if the other side cannot mate
with the pieces that are left.

With ``agreement=false`` only the board decides: nobody offers, claims or resigns.

Source: FIDE Laws of Chess (2023), articles 5, 6.9 and 9.  Differences: players can
resign only on their own turn, a claim with a move need not name the move, and whether
a side can mate is asked of the pieces alone: where pawns block one another for ever,
FIDE has a draw at once, and here the game goes on, and time and resignation lose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, TypeAlias

import chess
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Message,
    Offer,
    Options,
    Over,
    Reason,
    Refusal,
    SeatName,
    State,
    Timer,
    Turn,
)
from p2pgame.engine.scene import Scene

from .refusals import why

#: What the clock says for a player whose time is over.
OUT_OF_TIME = "lose on time"
#: What a player may say besides moving, with the message ids.
WORDS = {
    "offer draw": "chess-offers-draw",
    "accept draw": "chess-accepts-draw",
    "claim draw": "chess-claims-draw",
    "resign": "chess-resigns",
    OUT_OF_TIME: "chess-runs-out-of-time",
}
SIDES = ("white", "black")
Ending: TypeAlias = tuple[Message, tuple[int, int]]
#: Moves of both players without capture or pawn move until a draw.
_SEVENTY_FIVE = 150


class ChessOptions(Options, frozen=True):
    """``seconds`` are for each move; 0 is no limit."""

    seconds: int = 0
    agreement: bool = True


class Position(State, frozen=True):
    """A position, with the earlier positions that the rules need.

    ``fen`` names an en passant square only if a pawn can take there.  ``past`` are the
    positions since the last capture or pawn move, as FENs without move counters.
    ``offer`` is the player who offers a draw, or −1; ``ended`` is the word that ended
    the game.
    """

    fen: str = chess.STARTING_FEN
    past: tuple[str, ...] = ()
    offer: int = -1
    ended: str = ""
    seconds: int = 0
    agreement: bool = True


class Chess(Game[Position, ChessOptions]):
    """The second version; :mod:`.chess_1` says how the first one differs."""

    name = "chess"
    version = 2
    seats = range(2, 3)
    options = ChessOptions
    draws = True
    seat_names = (Message.of("chess-white"), Message.of("chess-black"))
    #: What the clock says for a player whose time is over.
    out_of_time: ClassVar[str] = OUT_OF_TIME

    def why_not(self, seats: int, options: ChessOptions) -> Message | None:
        if not 0 <= options.seconds <= 7 * 24 * 3600:
            return Message.of("chess-seconds")
        if options.seconds and not options.agreement:
            return Message.of("chess-time-needs-agreement")
        return None

    def setup(self, seats: int, options: ChessOptions) -> Position:
        return Position(seconds=options.seconds, agreement=options.agreement)

    def turn(self, state: Position) -> Turn:
        return _turn(self, state)

    def ending(self, state: Position) -> Ending | None:
        """Return how the game has ended, and the payoffs, or None."""
        board = board_of(state.fen)
        mover = mover_of(board)
        lost = (-1, 1) if mover == 0 else (1, -1)
        given_up = _GIVEN_UP.get(state.ended)
        if given_up is not None:
            if self.can_mate(board, 1 - mover):
                return Message.of(given_up), lost
            return Message.of("chess-by-no-mate", side=SIDES[1 - mover]), (0, 0)
        if board.is_checkmate():
            return Message.of("chess-by-mate"), lost
        why = _AGREED.get(state.ended) or _why_draw(state, board)
        return (Message.of(why), (0, 0)) if why else None

    def can_mate(self, board: chess.Board, seat: int) -> bool:
        """Return whether this side could mate with the pieces there are (FIDE 6.9)."""
        return not board.has_insufficient_material(seat == 0)

    def apply(self, state: Position, event: Event) -> Position:
        match event:
            case Chosen(player, "offer draw"):
                return replace(state, offer=player)
            case Chosen(_, word) if word in WORDS:
                return replace(state, ended=word)
            case Chosen(player, text):
                return _after(state, player, chess.Move.from_uci(text))
        raise AssertionError(event)

    def explain(
        self, state: Position, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        if state.agreement and text.lower() == "accept draw":
            return Reason.of("no-draw", "chess-nothing-to-accept")
        if state.agreement and text.lower() == "claim draw":
            return Reason.of("no-draw", "chess-nothing-to-claim")
        return why(board_of(state.fen), text) or self._not_one_of(state, text)

    def _not_one_of(self, state: Position, text: str) -> Reason | None:
        """Return that this is none of the moves, which are named as people do."""
        turn = self.turn(state)
        if not isinstance(turn, Choose) or text in turn.moves:
            return None
        sans = (
            san(state, move) if move not in WORDS else move
            for move in map(str, turn.moves)
        )
        offers = ", ".join(sans)
        return Reason.of(
            "unknown-move", "move-impossible", move=repr(text), offers=offers
        )

    def why_no_draw(self, state: Position) -> Reason | None:
        if state.agreement:
            return None
        return Reason.of("no-draw", "chess-only-the-board")

    def position(self, seats: int, options: ChessOptions, text: str) -> Position:
        """Return the position of a FEN, without any earlier positions."""
        try:
            board = chess.Board(text.strip())
        except ValueError as error:
            raise Refusal(Message.of("chess-no-fen", why=str(error))) from None
        if not board.is_valid():
            faults = board.status().name or "unknown"
            told = faults.replace("|", " and ").replace("_", " ").lower()
            raise Refusal(Message.of("chess-no-such-position", why=told))
        return replace(self.setup(seats, options), fen=_fen(board))

    def show(self, state: Position, faces: Mapping[int, str]) -> str:
        board = board_of(state.fen)
        files = "  a b c d e f g h"
        ranks = (f"{8 - n} {row}" for n, row in enumerate(str(board).splitlines()))
        sides = (
            f"{', '.join(self._notes(state, seat))}: player {seat}" for seat in (0, 1)
        )
        end = self.ending(state)
        how = () if end is None else (_shown(end[0], board),)
        return "\n".join([files, *ranks, files, *sides, *how])

    def _notes(self, state: Position, seat: int) -> Iterator[str]:
        """Yield the notes about a player: ``white``, ``in check``, ``to move``."""
        yield f"{SIDES[seat]} ({('capitals', 'small letters')[seat]})"
        end, board = self.ending(state), board_of(state.fen)
        if end is not None:
            yield ("draw", "won", "lost")[end[1][seat]]
            return
        if state.offer == seat:
            yield "offers a draw"
        if seat == mover_of(board):
            if board.is_check():
                yield "in check"
            yield "to move"

    def scene(
        self, state: Position, faces: Mapping[int, str], seat: int | None
    ) -> Scene:
        from .chess_scene import scene

        return scene(self, state, seat)

    def tell(self, state: Position, event: Event) -> Message | None:
        match event:
            case Chosen(player, word) if word in _GIVEN_UP:
                told = Message.by(WORDS[word], player)
                if self.can_mate(board_of(state.fen), 1 - player):
                    return told
                other = SeatName(1 - player)
                return Message.of("chess-drawn-for-no-mate", deed=told, other=other)
            case Chosen(player, word) if word in WORDS:
                return Message.by(WORDS[word], player)
            case Chosen(player, text):
                move = san(state, text)
                return Message.by("chess-plays", player, move=move)
        return None

    def hint(
        self, state: Position, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        text = str(offer)
        return text if text in WORDS else f"{text} ({san(state, text)})"


def san(state: Position, move: str) -> str:
    """Return a legal move in algebraic notation: ``Nf3``, ``O-O``."""
    return board_of(state.fen).copy(stack=False).san(chess.Move.from_uci(move))


@lru_cache(maxsize=512)
def board_of(fen: str) -> chess.Board:
    """Return the cached board of a FEN; callers MUST copy it before changing it."""
    return chess.Board(fen)


@lru_cache(maxsize=512)
def _turn(game: Chess, state: Position) -> Turn:
    end = game.ending(state)
    if end is not None:
        return Over(end[1])
    board = board_of(state.fen)
    mover = mover_of(board)
    moves = sorted(move.uci() for move in board.legal_moves)
    words = [*_words(state, board, mover)] if state.agreement else []
    if not state.seconds:
        return Choose(mover, (*moves, *words))
    if game.out_of_time not in words:
        words.append(game.out_of_time)
    return Choose(mover, (*moves, *words), Timer(state.seconds, game.out_of_time))


#: How a player ends the game, with the message ids.
_GIVEN_UP = {"resign": "chess-by-resignation", OUT_OF_TIME: "chess-by-time"}
_AGREED = {"accept draw": "chess-by-agreement", "claim draw": "chess-by-claim"}


def _why_draw(state: Position, board: chess.Board) -> str | None:
    if board.is_stalemate():
        return "chess-by-stalemate"
    if board.is_insufficient_material():
        return "chess-by-material"
    if board.halfmove_clock >= _SEVENTY_FIVE:
        return "chess-by-75-moves"
    if state.past.count(_key(state.fen)) >= 4:
        return "chess-by-repetition"
    return None


#: How a game ends, in the table in words.
_ENDS = {
    "chess-by-mate": "checkmate",
    "chess-by-agreement": "draw: agreed",
    "chess-by-claim": "draw: claimed",
    "chess-by-stalemate": "draw: stalemate",
    "chess-by-material": "draw: nobody has enough left to mate",
    "chess-by-75-moves": "draw: 75 moves without capture or pawn move",
    "chess-by-repetition": "draw: the fifth repetition",
}


def _shown(end: Message, board: chess.Board) -> str:
    if end.id in _ENDS:
        return _ENDS[end.id]
    mover = mover_of(board)
    if end.id == "chess-by-no-mate":
        return f"draw: {SIDES[1 - mover]} has too little left to mate"
    did = "resigned" if end.id == "chess-by-resignation" else "run out of time"
    return f"{SIDES[mover]} has {did}"


def mover_of(board: chess.Board) -> int:
    return 0 if board.turn else 1


def _words(state: Position, board: chess.Board, mover: int) -> Iterator[str]:
    if state.offer == 1 - mover:
        yield "accept draw"
    if state.offer < 0:
        yield "offer draw"
    if _can_claim(state, board):
        yield "claim draw"
    yield "resign"


def _can_claim(state: Position, board: chess.Board) -> bool:
    """Return whether a draw can be claimed, now or after a move (FIDE 9.2, 9.3)."""
    if board.copy(stack=False).can_claim_fifty_moves():
        return True
    counts = Counter([*state.past, _key(state.fen)])
    twice = {key for key, count in counts.items() if count >= 2}
    if not twice or counts[_key(state.fen)] >= 3:
        return bool(twice)
    return any(_key(_fen_after(board, move)) in twice for move in board.legal_moves)


def _after(state: Position, player: int, move: chess.Move) -> Position:
    board = board_of(state.fen)
    past = () if board.is_zeroing(move) else (*state.past, _key(state.fen))
    offer = player if state.offer == player else -1
    return replace(state, fen=_fen_after(board, move), past=past, offer=offer)


def _fen_after(board: chess.Board, move: chess.Move) -> str:
    after = board.copy(stack=False)
    after.push(move)
    return _fen(after)


def _fen(board: chess.Board) -> str:
    return board.fen(en_passant="legal")


def _key(fen: str) -> str:
    """Return a key that is equal for equal positions (FIDE 9.2.3)."""
    return fen.rsplit(" ", 2)[0]
