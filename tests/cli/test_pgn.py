"""Games of chess leave as PGN, and PGN is checked by the same rules."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.games.registry import find
from tests.session.agreeing import at_the_table, say
from tests.session.tables import Net

pytest.importorskip("chess")

from p2pgame.session.lobby.events import AnyView

#: Légal's mate, 1750, but for its last moves.
UCI = ("e2e4", "e7e5", "g1f3", "d7d6", "f1c4", "c8g4", "b1c3", "g7g6", "f3e5", "g4d1")

#: Black loses all but its king in 32 moves, and White is to move.
TO_A_BARE_KING = """
a2a4 b7b5 a4b5 a7a5 a1a5 a8a7 a5a7 c8b7 a7b7 b8c6 b5c6 d8b8 b7c7 b8b3 c2b3 g8f6 c7d7
f6d5 d7e7 e8d8 e7f7 d5e7 f7g7 h8g8 g7g8 e7g6 g8g6 f8h6 g6h6 d8e8 h6h7 e8f8
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def transcript(*moves: str) -> bytes:
    left = list(moves)

    def decide(view: AnyView) -> str:
        return left.pop(0)

    net = Net(find("chess"), 2, decide=decide)
    net.play()
    return net.tables[0].transcript()


def test_a_transcript_of_chess_becomes_a_game_that_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "game.p2pgame"
    file.write_bytes(transcript(*UCI, "c4f7", "e8e7", "c3d5"))
    written = run("pgn", str(file))
    assert written.exit_code == 0
    assert "7. Nd5# 1-0" in written.output
    game = tmp_path / "game.pgn"
    game.write_text(written.output)
    checked = run("pgn", str(game))
    assert checked.exit_code == 0
    assert "13 moves, 1-0" in checked.output


def test_a_game_has_the_day_on_which_its_file_was_written(tmp_path: Path) -> None:
    file = tmp_path / "game.p2pgame"
    file.write_bytes(transcript("e2e4", "resign"))
    day = datetime(2026, 2, 3, 23, 59).timestamp()
    os.utime(file, (day, day))
    assert '[Date "2026.02.03"]' in run("pgn", str(file)).output


def test_a_draw_offered_or_a_resignation_is_no_move(tmp_path: Path) -> None:
    file = tmp_path / "game.p2pgame"
    file.write_bytes(transcript("e2e4", "offer draw", "e7e5", "resign"))
    written = run("pgn", str(file)).output
    assert "1. e4 e5 0-1" in written


def test_what_was_agreed_beside_the_moves_is_in_the_game(tmp_path: Path) -> None:
    net = at_the_table(2, "e2e4", "e7e5", "g1f3", game=find("chess"))
    for proposal in ("takeback 2", "draw"):
        say(net, 0, proposal)
        say(net, 1, proposal)
    file = tmp_path / "game.p2pgame"
    file.write_bytes(net.tables[0].transcript())
    written = run("pgn", str(file)).output
    assert "1. e4 1/2-1/2" in written
    assert '[Result "1/2-1/2"]' in written
    told = run("show", str(file)).output
    assert "all agree to take the last 2 moves back" in told
    assert "all agree to a draw" in told


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("1. e4 e5 2. Ke3", 1, "Ke3"),
        ("", 1, "no game of Chess"),
        ("\x89PNG\x00", 2, "neither a transcript nor a text"),
    ],
)
def test_what_is_no_game_of_chess_is_refused_in_one_sentence(
    tmp_path: Path, text: str, status: int, words: str
) -> None:
    file = tmp_path / "game.pgn"
    file.write_bytes(text.encode("latin-1"))
    refused = run("pgn", str(file))
    assert refused.exit_code == status
    assert words in refused.output


def test_another_game_s_transcript_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.p2pgame"
    net = Net(find("tictactoe"), 2)
    net.play()
    file.write_bytes(net.tables[0].transcript())
    refused = run("pgn", str(file))
    assert refused.exit_code == 2
    assert "Tic-tac-toe, not of Chess" in refused.output


def test_a_file_of_several_games_is_checked_game_by_game(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(
        b'[White "M\xfcller"][Black "A\xa0B"]\r\n[Date "1999.12.31"]\r\n\r\n1. e4 *\r\n'
        b'[Event "2"]\r\n[Variant "Atomic"]\r\n\r\n1. e4 1-0\r\n'
        b'[Event "3"][White "C"]\r\n\r\n1. f3 e5 2. g4 Qh4# *\r\n'
    )
    checked = run("pgn", str(file))
    assert checked.exit_code == 1
    assert checked.output.splitlines() == [
        f"{file}, game 1: OK, Müller – A\ufffdB, 1999.12.31, 1 move, *",
        f"{file}, game 2: this is a game of Atomic, which has other rules",
        f"{file}, game 3: OK, C – ?, 4 moves, 0-1; the moves end in 0-1, and no result "
        "is given",
        "Error: 1 of 3 games can't be played by our rules.",
    ]
    in_german = run("--lang", "de", "pgn", str(file))
    assert in_german.output.splitlines()[1:3] == [
        f"{file}, Partie 2: das ist eine Partie Atomic, und das hat andere Regeln",
        f"{file}, Partie 3: OK, C – ?, 4 Züge, 0-1; die Züge enden mit 0-1, und kein "
        "Ergebnis steht da",
    ]
    third = run("pgn", str(file), "--game", "3")
    assert third.exit_code == 0
    assert third.output.startswith(f"{file}, game 3: OK, C – ?")
    none = run("pgn", str(file), "--game", "4")
    assert none.exit_code == 2
    assert "There is no game 4 in it, only 3 games" in none.output


def test_a_file_of_games_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    file = tmp_path / "long.pgn"
    file.write_text('[Event "a"]\n' + "Nf3 Nf6 Ng1 Ng8 " * 20_000)
    given_up = run("pgn", str(file), "--limit", "0.05")
    assert given_up.exit_code == 2
    assert "can't be checked in 0.05 seconds" in given_up.output


@pytest.mark.parametrize(
    ("version", "said", "termination"),
    [(1, "resign", "normal"), (2, "lose on time", "time forfeit")],
)
def test_a_clock_that_has_run_out_is_told_and_written(
    tmp_path: Path, version: int, said: str, termination: str
) -> None:
    """By the first version the clock resigns, and nothing tells one from the other."""
    left, game = ["e2e4", said], find("chess", version)
    net = Net(game, 2, game.options(seconds=60), decide=lambda _: left.pop(0))
    net.play()
    file = tmp_path / "game.p2pgame"
    file.write_bytes(net.tables[0].transcript())
    written = run("pgn", str(file)).output
    assert f'[Result "1-0"]\n[Termination "{termination}"]\n\n1. e4 1-0' in written
    told = run("show", str(file)).output
    assert ("runs out of time" in told) == (version == 2)
    assert "Result: player 0 +1, player 1 -1" in run("verify", str(file)).output


@pytest.mark.parametrize(
    ("version", "result", "told"),
    [
        (1, "0-1", "Result: player 1 +1, player 0 -1."),
        (2, "1/2-1/2", "Result: nobody wins or loses."),
    ],
)
def test_a_bare_king_wins_by_the_first_version_alone(
    tmp_path: Path, version: int, result: str, told: str
) -> None:
    """White gives up, and Black has nothing but its king (FIDE 5.1.2)."""
    left, game = [*TO_A_BARE_KING.split(), "resign"], find("chess", version)
    net = Net(game, 2, decide=lambda _: left.pop(0))
    net.play()
    file = tmp_path / "game.p2pgame"
    file.write_bytes(net.tables[0].transcript())
    assert told in run("verify", str(file)).output
    assert f'[Result "{result}"]' in run("pgn", str(file)).output
    shown = run("show", str(file)).output
    drawn = "it is a draw, because player 1 has too little left to mate"
    assert (drawn in " ".join(shown.split())) == (version == 2)


def test_a_player_who_left_has_abandoned_the_game(tmp_path: Path) -> None:
    net = at_the_table(2, "e2e4", "e7e5", game=find("chess"))
    net.tables[0].leave()
    net.play()
    file = tmp_path / "game.p2pgame"
    file.write_bytes(net.tables[1].transcript())
    written = run("pgn", str(file)).output
    assert '[Result "0-1"]\n[Termination "abandoned"]' in written
    assert "1. e4 e5 0-1" in written


def test_a_draw_that_all_agreed_to_ends_the_game_as_usual(tmp_path: Path) -> None:
    net = at_the_table(2, "e2e4", game=find("chess"))
    say(net, 0, "draw")
    say(net, 1, "draw")
    file = tmp_path / "game.p2pgame"
    file.write_bytes(net.tables[0].transcript())
    written = run("pgn", str(file)).output
    assert '[Result "1/2-1/2"]\n[Termination "normal"]' in written
