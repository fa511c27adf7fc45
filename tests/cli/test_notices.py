"""How a player is called when a table waits: by bell, title, desktop or command."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner
from trio.testing import MockClock

from p2pgame.cli.main import main
from p2pgame.cli.terminal import notices
from p2pgame.cli.terminal.notices import Caller, Console, Notices
from p2pgame.client import events as e
from p2pgame.client.profile import notices as chosen
from p2pgame.engine import Message

VIEW = e.View(0, "choose", {}, {}, {}, "a card")
CHOICE = e.Choice(("check",), (), False, None, None, 0)
TURN = e.YourTurn(1, VIEW, CHOICE)
BEGUN = e.Begun("ab" * 32, "kuhn", 1, {}, (), 0, Message.of("all-even"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Heard:
    """What a terminal, and its person, was told."""

    def __init__(self, text: str, *, is_terminal: bool = True) -> None:
        self.written = ""
        self.told: list[str] = []
        console = Console(self._write, is_terminal)
        ways = chosen.parts(chosen.parse(text))
        self.notices = Notices(*ways, console, self.told.append)

    def _write(self, text: str) -> None:
        self.written += text


def script(folder: Path, text: str) -> str:
    path = folder / "a script.py"
    path.write_text(f"import os, sys, time\n{text}\n")
    return f"exec:'{sys.executable}' '{path}'"


async def test_a_command_gets_the_tables_name_and_no_shell_reads_it(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    given = "(sys.argv[1:], os.environ['P2PGAME_TABLE'])"
    text = f"open({str(out)!r}, 'w').write(repr({given}))"
    heard = Heard(f"{script(tmp_path, text)} '$(date);' >x")
    await heard.notices.call("kuhn-abababab", "kuhn")
    words = ["$(date);", ">x", "kuhn-abababab"]
    assert out.read_text() == repr((words, "kuhn-abababab"))
    assert heard.told == []


async def test_a_command_that_fails_is_told_once_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "RESTS_FOR", 0.0)
    heard = Heard(script(tmp_path, "sys.exit(3)"))
    await heard.notices.call("kuhn-1", "kuhn")
    await heard.notices.call("kuhn-1", "kuhn")
    (told,) = heard.told
    assert "ended with status 3" in told
    missing = Heard("exec:no-such-program-here")
    await missing.notices.call("kuhn-1", "kuhn")
    assert "no-such-program-here can't be run" in missing.told[0]


async def test_a_command_has_so_long_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "COMMAND_WITHIN", 0.2)
    heard = Heard(script(tmp_path, "time.sleep(600)"))
    await heard.notices.call("kuhn-1", "kuhn")
    assert "was ended" in heard.told[0]


async def test_the_bell_rings_and_the_title_comes_back_on_a_terminal(
    autojump_clock: MockClock,
) -> None:
    heard = Heard("bell,title")
    caller = Caller(heard.notices)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(caller.run)
        await trio.sleep(2 * notices.THERE_FOR)  # somebody who waits for a player
        caller.hear(BEGUN)
        caller.hear(TURN)
        await trio.sleep(1)
        assert heard.written.count("\a") == 1
        assert "]2;It is your turn at Kuhn poker." in heard.written
        caller.hear(e.TurnClosed(1))
        caller.hear(TURN)  # at once: somebody is there
        await trio.sleep(1)
        assert heard.written.count("\a") == 1
        nursery.cancel_scope.cancel()
    assert heard.written.startswith("\x1b[22;0t")
    assert heard.written.endswith("\x1b[23;0t")


async def test_a_file_gets_no_bell_and_no_title() -> None:
    heard = Heard("bell,title", is_terminal=False)
    await heard.notices.call("kuhn-1", "kuhn")
    heard.notices.keep_title()
    heard.notices.title("kuhn")
    heard.notices.restore_title()
    assert heard.written == ""


def test_a_dumb_terminal_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    assert not Console.here().is_terminal
    monkeypatch.setenv("TERM", "xterm")
    assert Console.here().is_terminal


def test_a_name_can_write_no_control_sequence() -> None:
    heard = Heard("title")
    heard.notices.title("a\x1b]0;b\a")
    assert heard.written == "\x1b]2;a ]0;b \x1b\\"


def test_a_desktop_is_told_by_its_own_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(sys, "platform", "linux")
    command = notices.desktop("p2pgame", "-your turn")
    assert command is not None
    assert command[-3:] == ["--", "p2pgame", "-your turn"]
    monkeypatch.setattr(sys, "platform", "darwin")
    command = notices.desktop("p2pgame", 'your "turn"')
    assert command is not None
    assert command[0] == "osascript"
    assert command[-2:] == ['your "turn"', "p2pgame"]
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert notices.desktop("p2pgame", "your turn") is None


@pytest.mark.usefixtures("home")
def test_ways_are_set_for_all_tables() -> None:
    assert chosen.on_turn() == ("bell", "title")
    done = CliRunner().invoke(main, ["settings", "on-turn", "desktop, exec:say a,b"])
    assert done.output == "on-turn  desktop,exec:say a,b\n"
    assert chosen.on_turn() == ("desktop", "exec:say a,b")
    assert "on-turn  desktop" in CliRunner().invoke(main, ["settings"]).output
    CliRunner().invoke(main, ["settings", "on-turn", "none"])
    assert chosen.on_turn() == ()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("text", ["", "horn", "bell,,horn", "exec:", "exec:'a"])
def test_a_way_that_there_is_not_is_told(text: str) -> None:
    done = CliRunner().invoke(main, ["settings", "on-turn", text])
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) <= 5
    assert chosen.on_turn() == chosen.USUAL
