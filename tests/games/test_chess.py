"""Chess has the published numbers, and agrees with the chess library on the laws."""

from __future__ import annotations

import random

import chess
import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Expired,
    IllegalMove,
    Over,
    Timer,
    advance,
    forfeited,
    start,
)
from p2pgame.games.chess.chess import WORDS, Chess, ChessOptions, Position, san
from p2pgame.games.chess.chess_1 import Chess1
from p2pgame.playtest.perft import perft
from tests.english import english, refusing
from tests.games.drawn import sentences_of

GAME = Chess()
#: Without agreements, as in the published counts.
BOARD = ChessOptions(agreement=False)
START = start(GAME, 2, ChessOptions()).state
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def position(fen: str, options: ChessOptions | None = None) -> Position:
    return GAME.position(2, options or ChessOptions(), fen)


def choice(state: Position) -> Choose:
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    return turn


def offers(state: Position) -> list[str]:
    return [str(move) for move in choice(state).moves]


def words(state: Position) -> list[str]:
    return [move for move in offers(state) if move in WORDS]


def after(state: Position, *moves: str) -> Position:
    for move in moves:
        state = advance(GAME, state, Chosen(choice(state).player, move)).state
    return state


@pytest.mark.parametrize(
    ("fen", "published"),
    [
        (chess.STARTING_FEN, [20, 400, 8902, 197_281]),
        (KIWIPETE, [48, 2039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43_238]),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            [6, 264, 9467],
        ),
    ],
)
def test_the_trees_have_the_published_sizes(fen: str, published: list[int]) -> None:
    """Source: Chess Programming Wiki, "Perft Results", positions 1 to 4."""
    state = position(fen, BOARD)
    depths = range(1, len(published) + 1)
    assert [perft(GAME, state, depth) for depth in depths] == published


def test_every_turn_and_end_is_the_librarys_at_random() -> None:
    """The library's board keeps all its moves; ours comes from the state alone."""
    claims = 0
    for seed in range(8):
        rng, state, board = random.Random(seed), START, chess.Board()
        while board.outcome() is None:
            turn = choice(state)
            moves = [str(move) for move in turn.moves if move not in WORDS]
            assert moves == sorted(move.uci() for move in board.legal_moves)
            assert turn.player == (0 if board.turn else 1)
            assert ("claim draw" in turn.moves) == board.can_claim_draw()
            claims += "claim draw" in turn.moves
            move = rng.choice(moves)
            state = after(state, move)
            board.push_uci(move)
            assert state.fen == board.fen()
        outcome = board.outcome()
        assert outcome is not None
        payoffs = {True: (1, -1), False: (-1, 1), None: (0, 0)}[outcome.winner]
        assert GAME.turn(state) == Over(payoffs)
    assert claims


def test_repetitions_are_counted_as_the_library_counts_them() -> None:
    """Players who mostly go back repeat themselves; rights and pawns intervene."""
    fen = "r3k2r/3p4/8/4P3/4p3/8/3P4/R3K2R w KQkq - 0 1"
    claims = fifths = 0
    for seed in range(30):
        rng, state, board = random.Random(seed), position(fen), chess.Board(fen)
        while (end := board.outcome()) is None:
            assert ("claim draw" in offers(state)) == board.can_claim_draw()
            claims += board.can_claim_draw()
            moves = [move for move in offers(state) if move not in WORDS]
            own = board.move_stack[-2].uci() if len(board.move_stack) > 1 else ""
            back = own[2:4] + own[:2]
            go_back = back in moves and rng.random() < 0.8
            move = back if go_back else rng.choice(moves)
            state = after(state, move)
            board.push_uci(move)
        fifths += end.termination is chess.Termination.FIVEFOLD_REPETITION
        assert isinstance(GAME.turn(state), Over)
    assert claims > 100
    assert fifths > 10


def test_the_fourth_repetition_goes_on_and_the_fifth_is_a_draw() -> None:
    round_trip = ("g1f3", "g8f6", "f3g1", "f6g8")
    state = after(START, *round_trip * 3)
    assert "claim draw" in words(state)
    assert isinstance(GAME.turn(state), Choose)
    state = after(state, *round_trip)
    assert GAME.turn(state) == Over((0, 0))
    assert GAME.show(state, {}).endswith("draw: the fifth repetition")


def test_a_position_that_a_move_would_repeat_a_third_time_can_be_claimed() -> None:
    there = ("g1f3", "g8f6", "f3g1", "f6g8")
    assert "claim draw" not in words(after(START, *there, *there[:2]))
    state = after(START, *there, *there[:3])
    assert words(state) == ["offer draw", "claim draw", "resign"]
    claimed = after(state, "claim draw")
    assert GAME.turn(claimed) == Over((0, 0))
    assert GAME.show(claimed, {}).endswith("draw: claimed")


def test_fifty_moves_can_be_claimed_and_seventy_five_are_a_draw() -> None:
    def quiet(count: int) -> Position:
        return position(f"4k3/8/8/8/8/8/4R3/4K3 b - - {count} 80")

    assert "claim draw" not in words(quiet(98))
    assert "claim draw" in words(quiet(99))
    assert "claim draw" in words(quiet(149))
    assert GAME.turn(quiet(150)) == Over((0, 0))
    assert GAME.turn(after(quiet(149), "e8d8")) == Over((0, 0))


def test_mate_on_the_seventy_fifth_move_is_mate() -> None:
    state = position("7k/5Q2/6K1/8/8/8/8/8 w - - 149 90")
    assert GAME.turn(after(state, "f7g7")) == Over((1, -1))


def test_stalemate_and_too_little_to_mate_with_are_draws() -> None:
    state = position("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1")
    stale = after(state, "g5g6")
    assert GAME.turn(stale) == Over((0, 0))
    assert GAME.show(stale, {}).endswith("draw: stalemate")
    bare = position("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")
    assert GAME.turn(bare) == Over((0, 0))
    assert GAME.show(bare, {}).endswith("draw: nobody has enough left to mate")


def test_checkmate_wins() -> None:
    mated = after(START, "f2f3", "e7e5", "g2g4", "d8h4")
    assert GAME.turn(mated) == Over((-1, 1))
    assert GAME.show(mated, {}).endswith(
        "white (capitals), lost: player 0\n"
        "black (small letters), won: player 1\n"
        "checkmate"
    )


def test_an_offer_of_a_draw_goes_with_a_move_and_stands_for_one_turn() -> None:
    assert words(START) == ["offer draw", "resign"]
    offered = after(START, "offer draw")
    assert choice(offered).player == 0
    assert words(offered) == ["resign"]
    moved = after(offered, "e2e4")
    assert words(moved) == ["accept draw", "resign"]
    declined = after(moved, "e7e5")
    assert words(declined) == ["offer draw", "resign"]
    agreed = after(moved, "accept draw")
    assert GAME.turn(agreed) == Over((0, 0))
    assert GAME.show(agreed, {}).endswith("draw: agreed")


def test_a_move_that_mates_leaves_nothing_to_accept() -> None:
    state = after(START, "f2f3", "e7e5", "g2g4", "offer draw", "d8h4")
    assert GAME.turn(state) == Over((-1, 1))


def test_a_player_who_resigns_loses() -> None:
    assert GAME.turn(after(START, "resign")) == Over((-1, 1))
    assert GAME.turn(after(START, "e2e4", "resign")) == Over((1, -1))


TIMED = ChessOptions(seconds=90)


def test_a_player_who_runs_out_of_time_loses() -> None:
    state = after(start(GAME, 2, TIMED).state, "e2e4")
    assert choice(state).timer == Timer(90, "lose on time")
    assert words(state) == ["offer draw", "resign", "lose on time"]
    late = advance(GAME, state, Expired(1)).state
    assert GAME.turn(late) == Over((1, -1))
    assert GAME.show(late, {}).endswith("black has run out of time")
    told = english(GAME.tell(state, Chosen(1, "lose on time")))
    assert told == "player 1 runs out of time"
    assert english(sentences_of(GAME, late, {}, None)[-1]) == "won on time"
    with refusing(IllegalMove, match="no timer"):
        advance(GAME, START, Expired(0))


#: White to move, and whether Black could mate: FIDE 6.9 and 5.1.2 ask of any series
#: of legal moves does it, help of the own side included.
COULD_MATE = {
    "7k/8/8/8/8/8/8/KQ6 w - - 0 1": False,  # a bare king
    "7k/8/8/8/8/8/8/KR6 w - - 0 1": False,
    "6nk/8/8/8/8/8/8/KQ6 w - - 0 1": False,  # a knight, and nothing in the king's way
    "6nk/8/8/8/8/8/8/KR6 w - - 0 1": True,  # a rook can stand in its own king's way
    "6nk/8/8/8/8/8/P7/K7 w - - 0 1": True,
    "6bk/8/8/8/8/8/8/KQ6 w - - 0 1": False,  # a bishop against a queen
    "6bk/8/8/8/8/8/8/KR6 w - - 0 1": False,
    "6bk/8/8/8/8/8/8/KN6 w - - 0 1": True,
    "6bk/8/8/8/8/8/P7/K7 w - - 0 1": True,
    "7k/8/8/8/8/8/p7/K1Q5 w - - 0 1": True,  # a pawn may become anything
    "7k/7r/8/8/8/8/8/KQ6 w - - 0 1": True,
    "5nnk/8/8/8/8/8/8/KQ6 w - - 0 1": True,
}


@pytest.mark.parametrize("last", ["resign", "lose on time"])
@pytest.mark.parametrize(("fen", "could"), COULD_MATE.items())
def test_time_and_resignation_lose_only_to_a_side_that_could_mate(
    fen: str, could: bool, last: str
) -> None:
    state = position(fen, TIMED)
    ended = after(state, last)
    assert GAME.turn(ended) == Over((-1, 1) if could else (0, 0))
    told = english(GAME.tell(state, Chosen(0, last)))
    assert ("a draw, because player 1 has too little left" in told) is not could
    if not could:
        assert GAME.show(ended, {}).endswith("draw: black has too little left to mate")
        assert (
            english(sentences_of(GAME, ended, {}, 0)[-1]) == "draw: Black cannot mate"
        )


def test_the_first_version_lost_even_to_a_bare_king() -> None:
    first = Chess1()
    for fen in COULD_MATE:
        for options in (TIMED, ChessOptions()):
            state = first.position(2, options, fen)
            turn = first.turn(state)
            assert isinstance(turn, Choose)
            assert "lose on time" not in turn.moves
            ended = advance(first, state, Chosen(0, "resign")).state
            assert first.turn(ended) == Over((-1, 1))
            assert english(sentences_of(first, ended, {}, 0)[-1]) == "resignation"
    timed = first.turn(first.setup(2, TIMED))
    assert isinstance(timed, Choose)
    assert timed.timer == Timer(90, "resign")


def test_who_has_left_loses_also_to_a_side_that_cannot_mate() -> None:
    """A named difference: the rules can't go on without a player."""
    state = position("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    assert GAME.why_not_seated(state, 0, "gone") is not None
    assert GAME.settled(state, frozenset({0})) is None
    assert forfeited(2, {0}) == Over((-1, 1))


def test_where_pawns_block_one_another_for_ever_resigning_still_loses() -> None:
    """A named difference: nobody can mate here, and the pieces alone don't show it."""
    state = position("8/2k5/8/p1p1p1p1/P1P1P1P1/8/2K5/8 w - - 0 1")
    assert GAME.turn(after(state, "resign")) == Over((-1, 1))


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (ChessOptions(seconds=-1), "from 1 second to a week"),
        (ChessOptions(seconds=10**9), "from 1 second to a week"),
        (ChessOptions(seconds=60, agreement=False), "agreement=true"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    options: ChessOptions, wrong: str
) -> None:
    with refusing(ValueError, match=wrong):
        start(GAME, 2, options)


def test_a_game_ends_even_if_draws_are_offered_without_end() -> None:
    for seed in range(4):
        rng, state, length = random.Random(seed), START, 0
        while isinstance(turn := GAME.turn(state), Choose):
            moves = [move for move in offers(state) if move not in WORDS]
            offer = "offer draw" in turn.moves
            state = after(state, "offer draw" if offer else rng.choice(moves))
            length += 1
        assert isinstance(turn, Over)
        assert length < 5000


def test_a_position_follows_from_its_fen() -> None:
    state = position(KIWIPETE)
    assert state.fen == KIWIPETE
    passing = position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")
    assert passing.fen == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("fen", "wrong"),
    [
        ("", "no FEN"),
        ("e4", "no FEN"),
        (chess.STARTING_FEN.replace("8", "9", 1), "no FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no white king and no black king"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "opposite check"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawns on backrank"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "no FEN"),
        (f"4k3/8/8/8/8/8/8/4K3 w - - {'9' * 5000} 1", "no FEN"),
    ],
)
def test_a_false_position_is_refused_in_a_sentence(fen: str, wrong: str) -> None:
    with refusing(ValueError, match=wrong):
        position(fen)


def test_moves_are_told_and_hinted_as_players_write_them() -> None:
    assert english(GAME.tell(START, Chosen(0, "g1f3"))) == "player 0 plays Nf3"
    assert GAME.hint(START, 0, "g1f3", {}) == "g1f3 (Nf3)"
    assert GAME.hint(START, 0, "resign", {}) == "resign"
    assert english(GAME.tell(START, Chosen(0, "offer draw"))) == (
        "player 0 offers a draw, and is to move"
    )
    assert GAME.tell(START, Expired(0)) is None
    assert san(position(KIWIPETE), "e1g1") == "O-O"


def test_the_board_is_shown_with_its_coordinates() -> None:
    state = after(START, "e2e4", "f7f6", "offer draw", "d1h5")
    assert GAME.show(state, {}) == "\n".join(
        (
            "  a b c d e f g h",
            "8 r n b q k b n r",
            "7 p p p p p . p p",
            "6 . . . . . p . .",
            "5 . . . . . . . Q",
            "4 . . . . P . . .",
            "3 . . . . . . . .",
            "2 P P P P . P P P",
            "1 R N B . K B N R",
            "  a b c d e f g h",
            "white (capitals), offers a draw: player 0",
            "black (small letters), in check, to move: player 1",
        )
    )


def test_a_move_that_is_not_possible_is_refused() -> None:
    for move in ("e2e5", "e4", "E2E4", "0000", "accept draw", "claim draw", ""):
        with refusing(IllegalMove, match="is not possible now"):
            after(START, move)
    with refusing(IllegalMove, match="player 1 is not to move now"):
        advance(GAME, START, Chosen(1, "e7e5"))
