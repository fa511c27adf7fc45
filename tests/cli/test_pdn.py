"""Games of checkers leave as PDN, and PDN is checked by the same rules."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from p2pgame.cli.main import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_transcript_of_checkers_becomes_a_game_that_reads_back(
    tmp_path: Path,
) -> None:
    archive = Path(__file__).parents[1] / "archive" / "checkers-1-draw.p2pgame"
    written = run("pdn", str(archive))
    assert written.exit_code == 0, written.output
    assert '[GameType "21"]' in written.output
    assert '[Result "1/2-1/2"]' in written.output
    assert '[Black "player 0"]\n[White "player 1"]' in written.output
    game = tmp_path / "game.pdn"
    game.write_text(written.output)
    checked = run("pdn", str(game))
    assert checked.exit_code == 0
    assert "OK, " in checked.output
    assert ", 1/2-1/2" in checked.output


def test_the_games_of_a_file_are_told_one_by_one_and_one_is_chosen(
    tmp_path: Path,
) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(
        '[Black "Ann"]\n[White "Ben"]\n[Date "2026.08.01"]\n1. 11-15 22-18 2. 15x22 *\n'
        '[Black "Ann"]\n[White "Cleo"]\n1. 12-17 *\n[GameType "20"]\n1. 32-28 *\n'
    )
    every = run("pdn", str(file))
    assert every.exit_code == 1
    assert every.output.splitlines() == [
        f"{file}, game 1: OK, Ann – Ben, 2026.08.01, 3 moves, *",
        f"{file}, game 2: Ann – Cleo: move 1 of black, '12-17': it is not legal",
        f"{file}, game 3: this is a game of international draughts, "
        "which has other rules",
        "Error: 2 of 3 games can't be played by our rules.",
    ]
    one = run("pdn", str(file), "--game", "1")
    assert one.exit_code == 0
    assert len(one.output.splitlines()) == 1
    assert run("pdn", str(file), "--game", "4").exit_code == 2


def test_what_is_no_pdn_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "none.pdn"
    for data in (b"", b"\x00\x01", b"1. e4 e5", b"[" * 100_000):
        file.write_bytes(data)
        told = run("pdn", str(file))
        assert told.exit_code in (1, 2)
        assert "Traceback" not in told.output
    chess = Path(__file__).parents[1] / "archive" / "kuhn-1-masked.p2pgame"
    told = run("pdn", str(chess))
    assert told.exit_code == 2
    assert "not of Checkers" in told.output
