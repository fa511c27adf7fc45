"""Games of checkers leave as PDN, and PDN as others write it is read."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import Choose, Chosen, Options, Over, Refusal, advance, start
from p2pgame.games.checkers import Checkers
from p2pgame.games.checkers_1 import Checkers1
from p2pgame.games.checkers_pdn import Record, games_in, played, write

GAME = Checkers()
START = start(GAME, 2, Options()).state


def read(text: str) -> Record:
    (game,) = games_in(text)
    return played(game)


def refused(text: str) -> str:
    with pytest.raises(ValueError) as caught:
        read(text)
    return str(caught.value)


def at_random(rng: random.Random, most: int) -> list[Chosen]:
    state, made = START, list[Chosen]()
    while len(made) < most and isinstance(turn := GAME.turn(state), Choose):
        event = Chosen(turn.player, str(rng.choice(turn.moves)))
        state = advance(GAME, state, event).state
        made.append(event)
        if event.move == "claim draw":
            break
    return made


def test_random_games_are_written_and_read_back() -> None:
    captures = 0
    for seed in range(20261101, 20261101 + 60):
        print(f"{seed=}")
        made = at_random(random.Random(seed), 200)
        text = write(START, made, {"Black": "Ann", "White": 'Ben "B"'})
        record = read(text)
        assert [*record.moves] == [e for e in made if e.move != "claim draw"]
        assert record.tags["White"] == 'Ben "B"'
        captures += sum(a.player == b.player for a, b in pairwise(record.moves))
        moved = START
        for event in record.moves:
            moved = advance(GAME, moved, event).state
        turn = GAME.turn(moved)
        if isinstance(turn, Over) and any(turn.payoffs):
            assert record.result == ("1-0" if turn.payoffs[0] > 0 else "0-1")
    assert captures > 8, "few captures of several"


def test_moves_have_the_numbers_of_the_squares_and_black_begins() -> None:
    record = read("1. 11-15 22-17 2. 15-19 24x15")
    assert [event.player for event in record.moves] == [0, 1, 0, 1]
    moves = ["c3-d4", "f6-g5", "d4-c5", "b6xd4"]
    assert [event.move for event in record.moves] == moves


@pytest.mark.parametrize(
    "moves",
    [
        "1. 11-15 22-18 2. 15x22 25x18",
        "11-15 22-18 15x22 25x18",
        "1. 11-15 22-18 2. 15-22 25-18",
        "1. 11-15 22-18 2. 15:22 25:18",
        "1. 1115 2218 2. 1522 2518",
        "1. 11-15! 22-18 $2 2. 15x22(?) 25x18 {a ; comment}",
        "1. 11-15 (1. 9-14 22-18 (22-17)) 1... 22-18 ; to the end\n2. 15x22 25x18",
        "1. 11-15 22-18 2. 15x22 25x18 1/2-1/2",
        "1. 11-15 22-18 2. 15x22 25x18 0-0",
        "% a line\n1. 11-15 ... 22-18 2. 15x22 25x18 1-1",
        "1. 11-15 22-18 2. 15x22 25x18 *",
    ],
)
def test_a_game_is_read_as_others_write_it(moves: str) -> None:
    usual = read("1. 11-15 22-18 2. 15x22 25x18")
    assert len(usual.moves) == 4
    assert read(moves).moves == usual.moves
    tagged = f'[Event "x"]\n[GameType "21,B,8,8,N1,0"]\n\n{moves}'
    assert read(tagged).moves == usual.moves


TWO_JUMPS = '[FEN "B:W15,22,32:B11,1"]\n[SetUp "1"]\n'


@pytest.mark.parametrize("move", ["11x18x25", "11x25", "11x18 18x25", "11-25"])
def test_a_capture_of_several_is_read_whole_short_or_jump_by_jump(move: str) -> None:
    record = read(f"{TWO_JUMPS}1. {move} 32-28")
    assert [event.player for event in record.moves] == [0, 0, 1]
    assert read(f"{TWO_JUMPS}1. 11x18x25 32-28").moves == record.moves


def test_a_capture_that_goes_two_ways_needs_all_its_squares() -> None:
    fen = '[FEN "B:W6,7,14,15,32:B2"]\n'
    assert "several captures go there; name all squares" in refused(f"{fen}1. 2x18")
    boards = set()
    for move in ("2x9x18", "2x11x18"):
        record = read(f"{fen}1. {move}")
        assert f"1. {move} *" in write(record.start, record.moves)
        boards.add(record.moves)
    assert len(boards) == 2
    same = read('[FEN "B:W6,7,14,15,32:BK2"]\n1. 2x9x18x11x2')  # all four, either way
    assert len(same.moves) == 4
    assert "1. 2x2 *" in write(same.start, same.moves)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. 11-15 22-18 2. 9-13", "move 2 of black, '9-13': a piece must take"),
        ("1. 11-16 24-20 2. 16-24", "move 2 of black, '16-24': it is not legal"),
        ("1. 11-33", "move 1 of black, '11-33': that is no move between dark squares"),
        ("1. a2-b3", "'a2-b3': that is no move between dark squares"),
        ("1. e4 e5", "line 1: 'e4' is no tag, move or comment"),
        ('[GameType "20"]\n1. 32-28', "a game of international draughts, which has"),
        ('[GameType "25,W,8,8,A1,0"]\n1. c3-d4', "a game of Russian draughts"),
        ('[GameType "99"]\n1. 11-15', "a game of type 99, which has other rules"),
        ('[Result "1-0"]\n1. 11-15 0-1', "the moves end in 0-1, but the tag says 1-0"),
        ('/e "x"/ 1. 11-15', """move 1 of black, '/e "x"/': that is no position"""),
        ("1. 11-15 (22-18", "a variation is never closed"),
        ("1. 11-15 22-18)", "a variation ends that has not begun"),
        ("1. 11-15 {never", "begins a comment that is never closed"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(text: str, said: str) -> None:
    told = refused(text)
    assert said in told
    assert "\n" not in told


def test_a_result_may_have_the_points_of_white_first() -> None:
    won = '[FEN "B:W14:B10"]\n[Result "{}"]\n1. 10x17 {}'
    for result in ("1-0", "2-0", "*"):
        assert read(won.format(result, result)).result == "1-0"
        assert read(won.format(result, "*")).remarks == ()
    turned = read(won.format("0-1", "0-1"))
    assert turned.result == "1-0"
    assert turned.remarks == ("the result 0-1 has White's points first",)
    assert "but the result is given as 1/2-1/2" in refused(won.format("1/2-1/2", "*"))


def test_a_result_that_checkers_has_not_is_a_remark() -> None:
    record = read('[Result "1+ - 1-"]\n1. 11-15 *')
    assert record.result == "*"
    assert record.remarks == ("'1+ - 1-' is no result of a game of checkers",)


def test_a_position_that_is_set_up_within_a_game_is_a_remark() -> None:
    record = read('1. 11-15 22-18 /FEN "B:W22,32:BK1"/ 2. 1-6 32-28 *')
    assert [event.player for event in record.moves] == [0, 1, 0, 1]
    assert record.remarks == ("a position is set up at move 2 of black",)
    with pytest.raises(Refusal):
        read('1. 11-15 /FEN "B:W99:B1"/ 1-5')


def test_positions_have_ranges_kings_and_either_colour_first() -> None:
    usual = read("1. 11-15").start
    for fen in (
        "B:W21-32:B1-12",
        "B:B1-12:W21-32.",
        "b:w21,22,23,24,25,26,27,28,29,30,31,32:b1, 2,3,4,5,6,7,8,9,10,11,12",
    ):
        assert read(f'[FEN "{fen}"]\n1. 11-15').start == usual
    late = read('[FEN "W:WK5,32:B1"]\n1. 5-9 1-5 1-0')
    assert late.moves[0].player == 1
    text = write(late.start, late.moves)
    assert '[FEN "W:WK5,32:B1"]' in text
    assert "1... 5-9 2. 1-5 *" in text
    with pytest.raises(Refusal):
        read('[FEN "B:W99:B1"]\n1. 1-5')


def test_several_games_are_read_one_by_one_and_a_fault_stays_with_its_game() -> None:
    text = '[Event "a"]\n1. 11-15 *\n\n[Event "b"]\n1. 12-17 *\n\n1. 9-14 22-18 1-0\n'
    games = [*games_in(text)]
    assert [game.tags.get("Event") for game in games] == ["a", "b", None]
    assert len(played(games[0]).moves) == 1
    with pytest.raises(ValueError, match="move 1 of black, '12-17'"):
        played(games[1])
    assert played(games[2]).result == "1-0"


def test_a_game_played_on_after_forty_quiet_moves_is_a_remark() -> None:
    there = "1-6 32-28 6-1 28-32"
    text = '[FEN "B:WK32:BK1"]\n' + " ".join([there] * 21) + " 1/2-1/2"
    record = read(text)
    assert len(record.moves) == 84
    (remark,) = record.remarks
    assert remark.startswith("played on after 40 moves without progress, at move 41")


def test_the_first_version_leaves_as_pdn_too() -> None:
    made = [Chosen(0, "c3-d4"), Chosen(1, "b6-a5")]
    first = start(Checkers1(), 2, Options()).state
    text = write(first, made, game=Checkers1(), payoffs=(-1, 1))
    assert '[Result "0-1"]\n[GameType "21"]\n' in text
    assert "FEN" not in text
    assert read(text).result == "0-1"


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "[a",
            "[a-b.c ",
            '[a "\n',
            "{\n",
            "(in words ",
            "1 ",
            "1" + " " * 99,
            "/",
            "/ ",
        ),
        *("* ", "1*", "-", "- ", "½-", "draw", "black ", "1/2-", "11-15 x", "a1:", "%"),
    ],
)
def test_a_text_made_to_be_slow_is_read(piece: str) -> None:
    """Each would take minutes if the time rose by the square of its length."""
    text = piece * (50_000 // len(piece))
    assert len([*games_in(text)]) <= len(text)


@given(st.text(alphabet='[]{}()"1234x-: \n.*/abch', max_size=60))
def test_any_text_is_games_or_a_sentence(text: str) -> None:
    for game in games_in(text):
        try:
            record = played(game)
        except ValueError as error:
            assert "\n" not in str(error)  # noqa: PT017
        else:
            assert record.result
