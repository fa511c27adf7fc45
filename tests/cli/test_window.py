"""The window at a real terminal: drawn tables, keys, sizes, and what is left behind."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no terminals of this kind", allow_module_level=True)

from p2pgame.transport.finding.invite import Invite

from .window_terminal import WindowTerminal

Open = Callable[..., WindowTerminal]
PLAY = ("play", "tictactoe", "--name", "Ann", "--pace", "0")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    """A function that runs the program with the arguments given."""
    opened: list[WindowTerminal] = []

    def run(*arguments: str, **how: object) -> WindowTerminal:
        opened.append(WindowTerminal(tmp_path, *arguments, **how))  # type: ignore[arg-type]
        return opened[-1]

    yield run
    for one in opened:
        one.close()


def test_the_table_is_drawn_anew_after_ones_own_move(terminal: Open) -> None:
    table = terminal(*PLAY)
    table.wait_for("Your turn")
    table.type("5\r")
    table.wait_for("Ann writes X in 5")
    table.wait_until(lambda: {"X", "O"} < set("".join(table.rows[1:14])), "a board")


def test_what_is_half_typed_before_a_question_is_no_move(terminal: Open) -> None:
    table = terminal(*PLAY)
    table.type("5\r")
    table.wait_for("Your turn")
    table.type("1\r")
    table.wait_for("Ann writes X in 1")
    assert "Ann writes X in 5" not in table.text


def test_a_word_is_completed_and_a_line_comes_back(terminal: Open) -> None:
    table = terminal("play", "kuhn", "--name", "Ann", "--pace", "0")
    table.wait_for("Your turn")
    table.type("nonsense\r")
    table.wait_for("Not possible now: 'nonsense'")
    table.type("\x1b[A")
    table.wait_until(lambda: table.rows[-1] == "> nonsense", "the line before")
    table.type("\x15be\t")
    table.wait_until(lambda: table.rows[-1] == "> bet", "the whole word")


def test_alt_and_a_letter_make_a_move(terminal: Open) -> None:
    table = terminal("play", "kuhn", "--name", "Ann", "--pace", "0")
    table.wait_for("Your turn")
    table.type("\x1bb" if "bet" in table.text else "\x1bf")
    table.wait_gone("Your turn")


def test_any_size_from_60_by_20_is_filled_and_no_row_is_torn(terminal: Open) -> None:
    table = terminal(*PLAY)
    table.wait_for("Your turn")
    for columns, rows in [(120, 40), (60, 20), (80, 24), (200, 60)]:
        table.resize(columns, rows)
        table.wait_until(lambda at=rows: table.rows[at - 1] == ">", "a prompt")  # type: ignore[misc]
        table.wait_for("Your turn")
        table.wait_until(lambda: table.rows[0].startswith(" Tic-tac-toe"), "the title")


def test_a_terminal_gets_back_what_it_showed(terminal: Open, tmp_path: Path) -> None:
    table = terminal(*PLAY, "--transcript", "left")
    table.wait_for("Your turn")
    table.type("half a line")
    table.wait_for("> half a line")
    table.process.send_signal(signal.SIGINT)
    assert table.wait_end() == 130
    assert table.echoes
    told = "YouhavelefttheTable;whatwassignedsofarisinleft.Togoon:p2pgameresume"
    assert re.sub(r"\s+", "", table.text).lower().endswith(told.lower())
    assert "half a line" not in table.text
    assert b"\x1b[?1049l" in table.raw  # the other screen is closed
    assert (tmp_path / "left").exists()


def test_the_end_of_input_is_leaving_too(terminal: Open) -> None:
    table = terminal(*PLAY)
    table.wait_for("Your turn")
    table.type("\x04")
    assert table.wait_end() == 130
    assert "You have left the table" in table.text


def test_a_host_who_waits_sees_for_whom(terminal: Open) -> None:
    table = terminal(
        *("host", "kuhn", "--name", "Ann", "--listen", "127.0.0.1:0", "--no-lan")
    )
    table.wait_for("waiting for players (1 of 2 here)")
    assert not table.echoes
    table.process.send_signal(signal.SIGTERM)
    assert table.wait_end() == 130
    assert table.echoes
    assert "p2pgame join P2PGAME:" in table.text


def test_a_result_stays_until_a_key_is_pressed(terminal: Open) -> None:
    table = terminal(
        *("play", "holdem", "--players", "2", "--pace", "0", "--hands", "30"),
        size=(100, 30),
    )
    while not waits(table):
        table.wait_until(lambda: "Your turn" in table.text or waits(table), "a turn")
        table.look()
        said = table.text
        if not waits(table):  # a key that comes late has seen a result, too
            words = [word for word in ("fold", "show") if f"\n{word}, " in said]
            table.type(f"{words[0] if words else 'check'}\r")
            table.wait_until(lambda seen=said: table.text != seen, "news")  # type: ignore[misc]
    hand = number(table)
    table.type("\r")
    table.wait_gone("Press a key")
    # The program may fold at once, so that it is over when one looks.
    table.wait_until(lambda: number(table) > hand, "the next hand")


def number(table: WindowTerminal) -> int:
    """Return which hand is on the table."""
    found = re.search(r"hand (\d+) ", "\n".join(table.rows[1:4]))
    return int(found[1]) if found else 0


def waits(table: WindowTerminal) -> bool:
    return "Press a key" in table.text


def test_without_colours_nothing_is_coloured(terminal: Open) -> None:
    table = terminal("play", "holdem", "--pace", "0", NO_COLOR="1")
    table.wait_for("Your turn")
    colours = re.findall(rb"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7])[0-9;]*m", table.raw)
    assert not colours


def test_the_result_and_the_table_stay_on_the_terminal(terminal: Open) -> None:
    table = terminal(*PLAY, size=(100, 30))
    for move in "123456789" * 3:  # some are refused, and some come too late
        table.wait_until(
            lambda: "Your turn" in table.text or "Again?" in table.text, "turn"
        )
        if "Again?" in table.text:
            break
        said = table.text
        table.type(f"{move}\r")
        table.wait_until(lambda seen=said: table.text != seen, "news")  # type: ignore[misc]
        table.look()
    table.wait_for("Again?")
    table.type("n\r")
    assert table.wait_end() == 0
    assert "The game is over" in table.text
    assert "The transcript is in tictactoe-" in table.text
    assert "╭" in table.text


def test_what_a_spectator_types_stays_out_of_the_status_line(terminal: Open) -> None:
    watch = Invite(b"T" * 32, b"S" * 16, ("127.0.0.1:1999",)).watch
    table = terminal("watch", watch.encode())
    table.wait_for("[Y/n]")
    table.type("y\r")
    table.wait_for("dialling")
    table.type("words")
    table.wait_for("words")
    (status,) = (row for row in table.rows if "dialling" in row)
    assert "words" not in status
    table.process.send_signal(signal.SIGINT)
    assert table.wait_end() == 130
