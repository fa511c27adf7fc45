"""PGN reads a famous game, writes whole games and back, and refuses bad text."""

from __future__ import annotations

import io
import random

import chess.pgn
import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Expired,
    IllegalMove,
    Over,
    advance,
    start,
)
from p2pgame.games.chess.chess import WORDS, Chess, ChessOptions, Position
from p2pgame.games.chess.chess_1 import Chess1
from p2pgame.games.chess.pgn import ROSTER, write
from p2pgame.games.chess.pgn_reading import read
from p2pgame.games.chess.pgn_text import MOST_CHARACTERS
from tests.english import refusing

GAME = Chess()
START = start(GAME, 2, ChessOptions()).state
#: Morphy's game at the opera in Paris; public record.
OPERA = """[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[Termination "normal"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 7"


def play(state: Position, *moves: str) -> list[Event]:
    """Return the events of these moves, which are all legal."""
    events: list[Event] = []
    for move in moves:
        turn = GAME.turn(state)
        assert isinstance(turn, Choose)
        events.append(Chosen(turn.player, move))
        state = advance(GAME, state, events[-1]).state
    return events


def end(state: Position, events: list[Event] | tuple[Event, ...]) -> Position:
    for event in events:
        state = advance(GAME, state, event).state
    return state


def at_random(rng: random.Random, state: Position) -> list[Event]:
    """Play at random with all offers; resign and agree only rarely."""
    events: list[Event] = []
    while isinstance(turn := GAME.turn(state), Choose):
        moves = [str(move) for move in turn.moves]
        board = [move for move in moves if move not in WORDS]
        move = rng.choice(moves if rng.random() < 0.1 else board)
        events.append(Chosen(turn.player, move))
        state = advance(GAME, state, events[-1]).state
    return events


def test_the_opera_game_is_read_played_and_written_as_it_was() -> None:
    record = read(OPERA)
    assert record.tags["Black"] == "Duke Karl / Count Isouard"
    assert record.result == "1-0"
    assert [event.move for event in record.moves[-3:]] == ["b3b8", "d7b8", "d1d8"]
    final = end(record.start, record.moves)
    assert final.fen == "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"
    assert GAME.turn(final) == Over((1, -1))
    tags = {name: text for name, text in record.tags.items() if name in ROSTER}
    assert write(record.start, record.moves, tags) == OPERA


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, KIWIPETE])
def test_random_games_come_back_as_they_were(fen: str) -> None:
    begun = GAME.position(2, ChessOptions(), fen)
    for seed in range(12):
        events = at_random(random.Random(seed), begun)
        text = write(begun, events, {"White": f"player {seed}"})
        record = read(text)
        on_board = [e for e in events if isinstance(e, Chosen) and e.move not in WORDS]
        assert [*record.moves] == on_board
        assert record.start == begun
        assert record.tags["White"] == f"player {seed}"
        turn = GAME.turn(end(begun, events))
        assert isinstance(turn, Over)
        results = {(1, -1): "1-0", (-1, 1): "0-1", (0, 0): "1/2-1/2"}
        assert record.result == results[turn.payoffs[0], turn.payoffs[1]]
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, KIWIPETE])
def test_the_librarys_own_reader_and_writer_agree_with_these(fen: str) -> None:
    begun = GAME.position(2, ChessOptions(), fen)
    for seed in range(6):
        text = write(begun, at_random(random.Random(seed), begun))
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        assert not theirs.errors
        record = read(text)
        assert [m.uci() for m in theirs.mainline_moves()] == [
            event.move for event in record.moves
        ]
        assert dict(theirs.headers) == dict(record.tags)
        assert read(f"{theirs}\n") == record


def test_a_game_that_is_not_over_has_no_result() -> None:
    text = write(START, play(START, "e2e4", "e7e5", "offer draw"))
    assert text.endswith('[Result "*"]\n[Termination "unterminated"]\n\n1. e4 e5 *\n')
    assert read(text).result == "*"


def test_a_game_that_black_begins_is_numbered_so() -> None:
    state = GAME.position(2, ChessOptions(), KIWIPETE)
    text = write(state, play(state, "e8c8", "e1g1"))
    assert f'[SetUp "1"]\n[FEN "{KIWIPETE}"]\n' in text
    assert text.endswith("\n\n7... O-O-O 8. O-O *\n")


def test_resigning_agreeing_and_time_are_results() -> None:
    def result(*events: Event, begun: Position = START) -> str:
        return read(write(begun, events)).result

    assert result(*play(START, "e2e4", "resign")) == "1-0"
    assert result(*play(START, "resign")) == "0-1"
    assert result(*play(START, "offer draw", "e2e4", "accept draw")) == "1/2-1/2"
    timed = start(GAME, 2, ChessOptions(seconds=9)).state
    for last in (Expired(1), Chosen(1, "lose on time")):
        text = write(timed, [*play(timed, "e2e4"), last])
        assert '[Termination "time forfeit"]' in text
        assert read(text).result == "1-0"


def test_the_version_by_which_a_game_was_played_says_how_it_ended() -> None:
    begun = GAME.position(2, ChessOptions(), "7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    resigned = [Chosen(0, "resign")]
    assert '[Result "1/2-1/2"]\n[SetUp' in write(begun, resigned)
    assert '[Result "0-1"]\n[SetUp' in write(begun, resigned, game=Chess1())


def test_comments_variations_and_marks_are_left_out() -> None:
    record = read(
        "% an escape\n"
        "1.e4! {best ( by } $1 e5 (1...c5 2. Nf3 (2. c3 {[%clk 1:00]} --) 2...d6) "
        "; to the end { of the line\n2.Nf3!? *"
    )
    assert [event.move for event in record.moves] == ["e2e4", "e7e5", "g1f3"]
    assert read("1. e4 a6 2. e5 d5 3. exd6 e.p. *").moves[-1] == Chosen(0, "e5d6")


def test_a_tag_keeps_its_quotes_and_strokes() -> None:
    name = 'The "Duke" \\ Count'
    text = write(START, [], {"Black": name, "ECO": "C41"})
    assert '[Black "The \\"Duke\\" \\\\ Count"]' in text
    assert read(text).tags["Black"] == name
    assert read(text).tags["ECO"] == "C41"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "there is no game of chess in this text"),
        ("{only words}", "there is no game of chess in this text"),
        ("1. e4 e5 2. Ke3 *", "move 2 of white, 'Ke3': it is not legal"),
        ("1. e4 Nd7 *", "move 1 of black, 'Nd7': it is not legal"),
        ("1. e4 -- 2. d4 *", "move 1 of black, '--': a null move passes"),
        ("1. Nf3 d6 2. d4 d5 3. Nd2 *", "move 3 of white, 'Nd2': two pieces could"),
        ("1. e4 hello *", "move 1 of black, 'hello': that is no move"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 *", "move 3 of white, 'a3': the game is over"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "end in 0-1, but the result is given as 1-0"),
        ('[Result "1-0"]\n\n1. e4 0-1', "end in 0-1, but the tag says 1-0"),
        ('[Result "white"]\n\n1. e4', "'white' is no result"),
        ("1. e4 e5 ~ 2. d4 *", "line 1: '~' is no tag, move or comment"),
        ("1. e4\n{ never closed", "line 2: '{' begins a comment that is never"),
        ("1. e4 (1. d4", "a variation is never closed"),
        ("1. e4 1-0 0-1", "there are two results, 1-0 and 0-1"),
        ("1. e4 ) e5", "a variation ends that has not begun"),
        ("1. e4 * 1. d4 *", "there are 2 games in this text, not one"),
        (
            '1. e4 *\n\n[Event "b"]\n\n1. d4 *',
            "there are 2 games in this text, not one",
        ),
        ('1. e4\n\n[Event "b"]\n\n1. d4 *', "there are 2 games in this text, not one"),
        ('[Event "a"]\n[Event "b"]\n\n*', "there are 2 games in this text"),
        ('[Event "a]\n\n1. e4 *', "line 1: '\\[Event' is no tag"),
        ('[Variant "Atomic"]\n\n1. e4 *', "a game of Atomic, which has other rules"),
        ('[FEN "8/8 w"]\n\n*', "the tag FEN: this is no FEN"),
        ("1. Kxe8 {", "line 1: '{' begins a comment"),
    ],
)
def test_errors_are_sentences(text: str, wrong: str) -> None:
    with refusing(ValueError, match=wrong):
        read(text)


@pytest.mark.parametrize(
    ("tags", "wrong"),
    [
        ({"Result": "1-0"}, "the tag Result follows from the game"),
        ({"no name": "x"}, "cannot be the name of a tag"),
        ({"White": "a\nb"}, "printable characters"),
        ({"White": "a" * 256}, "printable characters"),
    ],
)
def test_a_tag_that_cannot_be_written_is_refused(
    tags: dict[str, str], wrong: str
) -> None:
    with refusing(ValueError, match=wrong):
        write(START, [], tags)


def test_events_of_no_game_are_not_written() -> None:
    with pytest.raises(IllegalMove):
        write(START, [Chosen(0, "e2e5")])


def test_a_text_made_to_be_slow_is_refused() -> None:
    with refusing(ValueError, match="has at most 1000000 characters"):
        read("e4 " * (MOST_CHARACTERS // 3 + 9))
    for piece in ("{", "(", "[a ", "1. e4 (", '[a "', "a" * 99, "\\"):
        with pytest.raises(ValueError):
            read(piece * (MOST_CHARACTERS // 10 // len(piece)))
