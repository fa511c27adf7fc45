"""What a command prints breaks between words on a terminal, and nowhere else."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import click
import pytest

from p2pgame.cli.text.printing import print_error, print_text
from tests.cli.window_terminal import WindowTerminal

LINE = "Verified: every signature and every proof.\n  /a/path/that/is/long/and/copied"
BROKEN = """\
Verified: every
signature and every
proof.
  /a/path/that/is/long/and/copied
"""


class _Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_sentence_breaks_between_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    print_text(LINE)
    assert capsys.readouterr().out == f"{LINE}\n"
    monkeypatch.setattr("sys.stdout", out := _Screen())
    monkeypatch.setattr("sys.stderr", err := _Screen())
    print_text(LINE)
    print_error(click.ClickException("There is nobody of that name."))
    assert out.getvalue() == BROKEN
    out.truncate(out.seek(0))
    print_text(f"\r{LINE}")  # after a ^C
    assert out.getvalue() == f"\r{BROKEN}"
    assert err.getvalue() == "Error: There is\nnobody of that name.\n"


def test_so_does_an_error_of_the_whole_program(tmp_path: Path) -> None:
    said = ("contacts", "forget", "Nobody")
    terminal = WindowTerminal(tmp_path, *said, size=(48, 9), COLUMNS="")
    try:
        assert terminal.wait_end() == 2
        first, second, *_ = terminal.text.split("\n")
        assert first.rstrip() == "Error: There is no contact 'Nobody': p2pgame"
        assert second.rstrip() == "contacts"
    finally:
        terminal.close()
