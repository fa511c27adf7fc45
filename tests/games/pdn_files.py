"""Makes PDN files as the reading grammar allows them and as people have them.

A file follows from its seed, with what a reader must find in it.  Our rules play the
games, and this module varies how their moves, positions and results are written.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from p2pgame.engine import Choose, Chosen, Options, Over
from p2pgame.games.checkers import CLAIM, DARK, Board, Checkers, name_at

from .pgn_files import NAMES, encoded, spaced

GAME = Checkers()
#: Squares by the names that moves of ours have; the first is 1.
NUMBERS = {name_at(*at): number for number, at in enumerate(DARK, 1)}
#: Positions: how files write each, and how a table writes it.
POSITIONS = (
    ("B:W21-32:B1-12", "B:W21-32:B1-12"),
    ("W:W9, 18 ,K27:B2,K11.", "W:W9,18,K27:B2,K11"),
    ("b:b1,2,k30:w22,23,26", "B:W22,23,26:B1,2,K30"),
    ("W:WK25-28,15:B1-3", "W:W15,K25,K26,K27,K28:B1,2,3"),
    ("B:Wb6,Kh8:Ba1,Kc3", "B:W24,K29:B4,K11"),
)
#: Results as they end games and stand in tags.
RESULTS = {
    "1-0": ("1-0", "2-0", "1–0", "1 - 0", "Black wins"),
    "0-1": ("0-1", "0-2", "0–1", "White wins."),
    "1/2-1/2": ("1/2-1/2", "1-1", "½-½", "½", "Drawn", "drawn.", "1/2 - 1/2"),
    "0-0": ("0-0",),
    "*": ("*", ""),
}
#: What may stand between two moves, and says nothing.
BESIDE = (
    *(
        "{a comment}",
        "{ 1-0 [%clk 1:55:21] (not) 1-5 }",
        "{[%clock w0:00:10 B0:00:03]}",
    ),
    *("; to the end { of a line\n", "\n% an escape 1. 1-5\n", " % 1. 1-5\n"),
    *("$7", "$139", "(!)", "(?!)", "!?", "\n", "\t", "...", "- -"),
    *("(1. 1-5 2-6)", "(11x18 (1-5 {deep}) 1-0)", "(in words, 2 of them)"),
    '(1-5 /FEN "W:W1:B2"/ 2-6)',
)
TAGS = {
    "Event": "Friends, table 3",
    "Date": "2026.??.??",
    "GameType": "21,B,8,8,N1,0",
    "BlackTime": "1:59:20",
    "TimeControl": "40/7200:*60",
    "Event_Date.1": "",
    "White-Title": "[GMI]",
}


@dataclass(frozen=True)
class Expected:
    """What a reader must find of one game."""

    tags: dict[str, str]
    start: Board
    moves: tuple[str, ...]
    result: str


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


def _game(rng: random.Random) -> tuple[str, Expected]:
    written, usual = rng.choice(POSITIONS) if rng.random() < 0.4 else ("", "")
    state = begun = _position(usual)
    words, jumps, found = list[str](), list[str](), list[str]()
    for jump in _jumps(rng, state):
        jumps.append(jump)
        found.append(jump)
        after = GAME.apply(begun, Chosen(begun.player, jump))
        if after.jumper < 0:
            words += _move(rng, state, jumps, len(words))
            state, jumps = after, []
        begun = after
    result = _result(rng, begun)
    tags = {"Event": "?"} | dict(rng.sample([*TAGS.items()], 3))
    tags |= {"White": rng.choice(NAMES), "Black": rng.choice(NAMES)}
    is_tagged = rng.random() < 0.7
    if is_tagged:
        plain = [one for one in RESULTS[result] if one.isascii()]
        tags["Result"] = rng.choice(plain)
    is_named = rng.random() < 0.5
    if is_named and written:
        tags |= {"SetUp": "1", "FEN": written}
    elif written:
        words.insert(0, f'/FEN "{written}"/')
    ends = RESULTS[result]
    if result == "*" or not is_tagged:
        ends = tuple(end for end in ends if end)
    space = rng.choice((" ", "\n", "  "))
    text = f"{spaced(rng, tags)}{space.join([*words, rng.choice(ends)])}\n\n"
    return text, Expected(tags, _position(usual), tuple(found), result)


def _position(usual: str) -> Board:
    if not usual or usual == POSITIONS[0][0]:
        return GAME.setup(2, Options())
    return GAME.position(2, Options(), usual)


def _jumps(rng: random.Random, state: Board) -> Iterator[str]:
    """Yield moves of ours by chance, and the jumps that end a capture."""
    left = rng.choice((0, 3, 20, 120))
    while left > 0 or state.jumper >= 0:
        turn = GAME.turn(state)
        moves = (
            [m for m in turn.moves if m != CLAIM] if isinstance(turn, Choose) else []
        )
        if not moves:
            return
        yield (move := str(rng.choice(moves)))
        state = GAME.apply(state, Chosen(state.player, move))
        left -= 1


def _result(rng: random.Random, state: Board) -> str:
    """Return the result of the rules, or any if the game can go on or is a draw."""
    turn = GAME.turn(state)
    if isinstance(turn, Over) and any(turn.payoffs):
        return "1-0" if turn.payoffs[0] > 0 else "0-1"
    return rng.choice([*RESULTS])


def _move(
    rng: random.Random, state: Board, jumps: Sequence[str], count: int
) -> Iterator[str]:
    """Yield a move with its number, and what stands beside it."""
    written = rng.choice([*_forms(state, jumps)])
    number = rng.choice(("1.", "2...", "17. ", "3)", "", "", "9. ... "))
    yield f"{number}{written}{rng.choice(('', '', '', '!', '(?)', '*'))}"
    if rng.random() < 0.2 or count == 0:
        yield rng.choice(BESIDE)


def _forms(state: Board, jumps: Sequence[str]) -> Iterator[str]:
    names = [re.split("[-x]", jump) for jump in jumps]
    path = [names[0][0], *(target for _, target in names)]
    squares = [NUMBERS[name] for name in path]
    if "-" in jumps[0]:
        for form in ("{}-{}", "{:02}-{:02}", "{} - {}", "{}–{}", "{:02}{:02}"):
            yield form.format(*squares)
        yield from ("-".join(path), "".join(path), "-".join(path).upper())
        return
    for sign in ("x", ":", " x ", "X", "×"):
        yield sign.join(map(str, squares))
    yield from ("x".join(path), ":".join(path))
    if len(squares) == 2:
        yield "{}-{}".format(*squares)
    elif _ends_alike(state, squares[0], squares[-1]) == 1:
        yield f"{squares[0]}x{squares[-1]}"
    if len(squares) > 2:  # each jump a move of its own
        yield " ".join(
            "x".join(map(str, squares[n : n + 2])) for n in range(len(jumps))
        )


def _ends_alike(state: Board, first: int, last: int) -> int:
    """Count the boards to which captures between two squares can lead."""
    ends, open_ = set[str](), [(state, first)]
    while open_:
        now, at = open_.pop()
        turn = GAME.turn(now)
        moves = map(str, turn.moves) if isinstance(turn, Choose) else ()
        for move in (one for one in moves if "x" in one):
            origin, target = (NUMBERS[name] for name in move.split("x"))
            if origin != at:
                continue
            after = GAME.apply(now, Chosen(now.player, move))
            if after.jumper >= 0:
                open_.append((after, target))
            elif target == last:
                ends.add(after.squares)
    return len(ends)
