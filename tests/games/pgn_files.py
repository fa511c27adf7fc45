"""Makes PGN files as the import format allows them and as people have them.

A file follows from its seed, with what a reader must find in it: the chess library
plays the games and writes each move, and this module varies how it is written.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import chess

#: Names with letters that UTF-8 and Latin-1 have, and with what tags must escape.
NAMES = ("Anna", "Müller, Jürgen", "Fernández, José", 'The "Duke"', "C:\\chess", "?")
FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/P6k/8/2p5/8/8/3p3K/8 b - - 3 40",
    "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1",
)
FIGURINES = str.maketrans("KQRBN", "♔♕♖♗♘")
#: What may stand between two moves, and says nothing.
BESIDE = (
    *(
        "{a comment}",
        "{ 1-0 [%clk 0:05] \n (not) a move }",
        "; to the end { of a line\n",
    ),
    *("\n% an escape 1. h4\n", "$1", "$139", "!?", "?!", "±", "+-", "\n", "\t"),
    *("(1. h4 h5)", "(1. a4 (1. a3 {deep}) -- Z0 2. -- ; never ) closed\n *)"),
)
#: A move there and back on both sides, by which a position comes again.
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
CODINGS = ("utf-8", "utf-8-sig", "latin-1", "utf-16")


@dataclass(frozen=True)
class Expected:
    """What a reader must find of one game."""

    tags: dict[str, str]
    fen: str
    moves: tuple[str, ...]
    result: str
    is_remarked: bool


@dataclass(frozen=True)
class Sample:
    data: bytes
    games: tuple[Expected, ...]


def sample(seed: int) -> Sample:
    """Return the file of a seed."""
    rng = random.Random(seed)
    made = [_game(rng) for _ in range(rng.choice((1, 1, 2, 5)))]
    data = encoded(rng, "".join(text for text, _ in made))
    return Sample(data, tuple(expected for _, expected in made))


def encoded(rng: random.Random, text: str) -> bytes:
    """Return the bytes of a text, with the line ends and coding of some system."""
    coding, line = rng.choice(CODINGS), rng.choice(("\n", "\r\n", "\r"))
    if coding == "latin-1":  # which has neither figurines nor signs
        text = text.translate(str.maketrans("♔♕♖♗♘–×", "KQRBN-x", "±"))
    return text.replace("\n", line).encode(coding)


def _game(rng: random.Random) -> tuple[str, Expected]:
    board = chess.Board(rng.choice(FENS) if rng.random() < 0.3 else chess.STARTING_FEN)
    fen = board.fen()
    is_shuffled = fen == chess.STARTING_FEN and rng.random() < 0.2
    shuffles = SHUFFLE * 5 if is_shuffled else ()
    words = list[str]()
    for uci in _moves(rng, board.copy(), shuffles):
        words += _written(rng, board, chess.Move.from_uci(uci), first=not words)
        board.push_uci(uci)
    outcome = board.outcome()
    is_over = outcome is not None and not (is_shuffled and any(board.legal_moves))
    ours = outcome.result() if outcome is not None and is_over else "*"
    known = ours if ours != "*" else rng.choice(("*", "1-0", "0-1", "1/2-1/2"))
    end = rng.choice((known, known, "" if ours == known else known))
    if ours == known != "*" and rng.random() < 0.3:
        end = "*"  # as programs write it that keep no result
    tags = {"Event": "Friends", "White": rng.choice(NAMES), "Black": rng.choice(NAMES)}
    if end in (known, "") and (not end or rng.random() < 0.7):
        tags["Result"] = known
    if fen != chess.STARTING_FEN:
        tags |= {"SetUp": "1", "FEN": fen}
    space = rng.choice((" ", "\n", "  "))
    text = f"{spaced(rng, tags)}{space.join([*words, end])}\n\n"
    stopped = end == "*" and known != "*"
    moves = tuple(move.uci() for move in board.move_stack)
    return text, Expected(tags, fen, moves, known, stopped or is_shuffled)


def _moves(
    rng: random.Random, board: chess.Board, first: tuple[str, ...]
) -> Iterator[str]:
    """Yield moves by chance, so many that some games end on the board."""
    for uci in first:
        board.push_uci(uci)
        yield uci
    for _ in range(rng.choice((0, 5, 40, 200))):
        if not first and board.outcome() is not None:
            return
        moves = [move.uci() for move in board.legal_moves]
        if not moves or (first and board.halfmove_clock > 140):
            return
        mates = [uci for uci in moves if _mates(board, uci)]
        rare = [move.uci() for move in board.legal_moves if _is_rare(board, move)]
        yield (uci := rng.choice(mates or rare or moves))
        board.push_uci(uci)


def _is_rare(board: chess.Board, move: chess.Move) -> bool:
    special = board.is_castling(move) or board.is_en_passant(move)
    return special or move.promotion is not None


def _mates(board: chess.Board, uci: str) -> bool:
    board.push_uci(uci)
    found = board.is_checkmate()
    board.pop()
    return found


def spaced(rng: random.Random, tags: dict[str, str]) -> str:
    """Return the tags, spaced at will, before moves."""
    text = ""
    for name, value in tags.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        between, inside = rng.choice(("\n", "\n", " ", "")), rng.choice((" ", "", "  "))
        text += f'[{inside}{name}{inside}"{escaped}"{inside}]{between}'
    return text + rng.choice(("\n", "\n\n", " "))


def _written(
    rng: random.Random, board: chess.Board, move: chess.Move, *, first: bool
) -> Iterator[str]:
    """Yield a move with its number, and what stands beside it."""
    number = board.fullmove_number
    dots = "." if board.turn else "..."
    if first or board.turn or rng.random() < 0.2:
        forms = (f"{number}{dots}", f"{number}{dots} ", f"{number} ", f"{number} . ")
        form = rng.choice((*forms, "", "7. "))
        yield form + _move(rng, board, move) if form else _move(rng, board, move)
    else:
        yield _move(rng, board, move)
    if rng.random() < 0.15:
        yield rng.choice(BESIDE)


def _move(rng: random.Random, board: chess.Board, move: chess.Move) -> str:
    san = board.san(move)
    if san.startswith("O-O"):
        return rng.choice((san, san.replace("O", "0")))
    forms = [san, san, san, move.uci(), san.rstrip("+#"), f"{san}!", f"{san}!?"]
    kind = board.piece_at(move.from_square)
    start, end = map(chess.square_name, (move.from_square, move.to_square))
    if move.promotion:
        bare, piece = san.rstrip("+#")[:-2], san.rstrip("+#")[-1]
        forms = [san, f"{bare}({piece})", f"{bare}/{piece}", f"{bare}{piece}"]
    elif kind is not None and kind.piece_type != chess.PAWN:
        dash = "x" if board.is_capture(move) else rng.choice(("-", ""))
        forms += [f"{san[0]}{start}{dash}{end}", san.translate(FIGURINES)]
    elif board.is_en_passant(move):
        forms += [f"{san} e.p.", f"{san.rstrip('+#')}e.p."]
    if "x" in san:
        forms.append(san.replace("x", ":"))
    return rng.choice(forms)
