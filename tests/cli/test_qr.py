"""QR codes at the terminal, read again by a reader of our own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from p2pgame.cli.terminal import qr
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.relay.url import RelayUrl
from tests.cli import qr_reader

ROOT = Path(__file__).parent.parent.parent


def invite(seed: int) -> Invite:
    chance = Random(seed)
    return Invite(chance.randbytes(32), chance.randbytes(16), ())


def picture(text: str, *, colours: bool = True) -> str:
    drawn = qr.drawn(text, columns=80, lines=24, encoding="utf-8", colours=colours)
    assert drawn is not None
    return drawn


@pytest.mark.parametrize("colours", [True, False])
@pytest.mark.parametrize("seed", range(16))
def test_a_short_invite_can_be_read_off_sixteen_rows(seed: int, colours: bool) -> None:
    text = invite(seed).short()
    code = picture(text, colours=colours)
    assert qr_reader.read(code) == text
    assert len(code.split("\n")) <= 16


def test_a_short_invite_with_relay_token_and_game_fits_a_window_of_24_lines() -> None:
    relay = RelayUrl.parse("wss://relay.example.org/p2p")
    given = replace(invite(0), game="kuhn")
    guarded = replace(relay, token=bytes(range(16)))
    for text, rows in (
        (given.short(), 18),
        (given.short(relay), 20),
        (given.short(guarded), 20),
    ):
        code = picture(text)
        assert qr_reader.read(code) == text
        assert len(code.split("\n")) <= rows


def test_an_invite_that_is_not_short_has_a_code_too() -> None:
    relay = RelayUrl.parse("wss://relay.example.org")
    text = replace(
        invite(0), addresses=("192.168.1.20:40404",), relays=(relay,)
    ).encode()
    assert qr.drawn(text, columns=80, lines=24, encoding="utf-8") is not None
    assert qr.drawn(text, columns=80, lines=22, encoding="utf-8") is None


def test_what_has_small_letters_can_be_read_too() -> None:
    assert qr_reader.read(picture("wss://relay.example")) == "wss://relay.example"


def test_a_code_has_light_around_it() -> None:
    for colours in (True, False):
        above, below, left, right = qr_reader.margins(
            qr_reader.seen(picture(invite(1).short(), colours=colours))
        )
        assert above >= 1
        assert below >= 1
        assert min(left, right) >= 4


def test_colours_are_given_back_at_the_end_of_every_line() -> None:
    for line in picture(invite(1).short()).split("\n"):
        assert line.startswith("\x1b[")
        assert line.endswith("\x1b[0m")
    assert "\x1b" not in picture(invite(1).short(), colours=False)


@pytest.mark.parametrize(
    ("columns", "lines", "encoding"),
    [
        (36, 24, "utf-8"),
        (80, 16, "utf-8"),
        (80, 24, "ascii"),
        (80, 24, "latin-1"),
        (80, 24, "no such"),
    ],
)
def test_where_a_code_cannot_be_shown_the_text_stands(
    columns: int, lines: int, encoding: str
) -> None:
    text = invite(2).short()
    drawn = qr.drawn(text, columns=columns, lines=lines, encoding=encoding)
    assert drawn is None
    shown = qr.shown(text, columns=columns, lines=lines, encoding=encoding)
    assert shown == text


def test_where_a_code_just_fits_it_is_shown() -> None:
    text = invite(2).short()
    shown = qr.shown(text, columns=37, lines=17, encoding="UTF8")
    assert qr_reader.read(shown) == text


def at_terminal(text: str, **environment: str) -> str:
    """Return what a program says to a terminal of 80 × 24 about a text's code."""
    ours, theirs = pty.openpty()
    program = (
        "import sys; sys.path.insert(0, sys.argv[2]);"
        "from p2pgame.cli.terminal import qr;"
        "print(qr.at_terminal(sys.argv[1]), end='\\n#')"
    )
    environment = {
        **{"PATH": os.environ["PATH"], "TERM": "xterm", "PYTHONUTF8": "1"},
        **{"COLUMNS": "80", "LINES": "24"},
        **environment,
    }
    with subprocess.Popen(
        [sys.executable, "-c", program, text, str(ROOT)],
        stdout=theirs,
        env=environment,
    ) as running:
        os.close(theirs)
        said = b""
        while not said.endswith(b"#"):
            said += os.read(ours, 4096)
    os.close(ours)
    assert running.returncode == 0
    return said.decode().replace("\r\n", "\n").removesuffix("\n#")


def test_a_real_terminal_is_asked_what_it_can_show() -> None:
    text = invite(3).short()
    assert qr_reader.read(at_terminal(text)) == text
    plain = at_terminal(text, NO_COLOR="1")
    assert "\x1b" not in plain
    assert qr_reader.read(plain) == text
    assert at_terminal(text, TERM="dumb") == "None"
    assert at_terminal(text, COLUMNS="30") == "None"
    assert at_terminal(text, PYTHONUTF8="0", PYTHONIOENCODING="ascii") == "None"


IMPORT = "from p2pgame.cli.terminal import qr"


def test_what_is_no_terminal_gets_no_code() -> None:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "from p2pgame.cli.terminal import qr; print(qr.at_terminal('A'))",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert said.stdout == "None\n"
