"""Names from right to left do not change the order of what stands beside them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.cli.terminal.layout import clean
from p2pgame.client import words
from p2pgame.client.profile import contacts, places, ticket
from p2pgame.client.profile.ticket import Ticket
from p2pgame.client.telling.phrases import outcome
from p2pgame.engine import Look, Message, plain
from p2pgame.engine.printable import ISOLATE, POP, isolated
from p2pgame.games.registry import GAMES
from p2pgame.session.entries.payloads import Hello, Payload
from p2pgame.session.entries.shown import is_name, shown_name
from p2pgame.tabletop.drawn.rows import cells, cut, padded
from p2pgame.tabletop.drawn.seats import name_of
from p2pgame.transport.finding.invite import Invite
from tests.forked import ROOT, Program
from tests.session.tables import Net, any_offer

SARAH, DAVID = "שרה", "דוד"


def apart(name: str) -> str:
    return f"{ISOLATE}{name}{POP}"


@pytest.fixture
def isolating() -> Iterator[None]:
    words.isolate(True)
    yield
    words.isolate(False)


def test_only_what_is_written_from_right_to_left_is_isolated_and_once() -> None:
    for name in ("Anna", "Zoë", "Анна", "田中", "", "+20", "می\u200cنا", "شهاب 2"):
        is_leftwards = any("\u0590" <= one <= "\u08ff" for one in name)
        assert isolated(name) == (apart(name) if is_leftwards else name)
    assert isolated(isolated(SARAH)) == apart(SARAH)


def test_each_name_of_a_result_is_apart_from_its_number(isolating: None) -> None:
    ended = Message.of("game-ended", result=outcome([20, -20]))
    for language in ("en", "de"):
        said = words.say(ended, [SARAH, DAVID], language=language)
        assert f"{apart(SARAH)} +20, {apart(DAVID)} -20" in said
        plain_names = words.say(ended, ["Anna", "Ben"], language=language)
        assert ISOLATE not in plain_names, "no noise where nothing would swap"


def test_what_is_said_and_names_in_sentences_are_apart_and_paths_are_not(
    isolating: None,
) -> None:
    chat = Message.by("chat", 0, text=f"{SARAH} 20")
    assert apart(f"{SARAH} 20") in words.say(chat, [DAVID])
    assert apart(DAVID) in words.say(chat, [DAVID])
    path = f"/home/{SARAH}/1.p2pgame"
    said = words.say(Message.of("file-unreadable", path=path, why="no"))
    assert path in said
    assert ISOLATE not in said
    assert words.say(plain("Anna"), []) == "Anna"


def test_a_page_always_gets_them_and_nothing_else_unasked() -> None:
    ended = Message.of("game-ended", result=outcome([20, -20]))
    assert apart(SARAH) in words.say(ended, [SARAH, DAVID], page=True)
    assert ISOLATE not in words.say(ended, [SARAH, DAVID])


def test_a_name_has_none_of_its_own() -> None:
    for name in (apart("Anna"), apart(SARAH), f"{ISOLATE}Anna"):
        assert not is_name(name)
        assert ISOLATE not in shown_name(name)


def test_a_drawn_name_takes_no_more_cells_and_is_closed_where_it_is_cut() -> None:
    look = Look(None, (apart(SARAH * 4), apart("a\u202eb")), 60, 14, str)
    name = name_of(look, 0)
    assert name == apart(SARAH * 4)
    assert name_of(look, 1) == apart("a\ufffdb")
    assert cells(name) == 12
    assert cut(name, 6) == f"{ISOLATE}{(SARAH * 4)[:5]}{POP}…"
    assert cells(padded(name, 20)) == 20


def test_a_terminal_obeys_no_mark_that_has_no_other_half() -> None:
    for line in (f"{POP}Anna", f"Anna{ISOLATE}", f"\u2066{SARAH}{POP}", "a\u202eb"):
        assert clean(line).isprintable()
    line = f"{apart(SARAH)} +20, {apart(DAVID)} -20"
    assert clean(line) == line


def called(seat: int, payload: Payload) -> Payload:
    """Give two players names that are written from right to left."""
    if isinstance(payload, Hello):
        return replace(payload, name=(SARAH, DAVID)[seat])
    return payload


def at_terminal(folder: Path, *arguments: str, **more: str) -> str:
    """Return what a command writes to a terminal."""
    ours, theirs = pty.openpty()
    own = {"P2PGAME_HOME": str(folder), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    done = Program(
        arguments,
        cwd=folder,
        env={**os.environ, **own, **more},
        streams=(subprocess.DEVNULL, theirs, subprocess.PIPE),
    )
    _, errors = done.communicate(timeout=120)
    os.close(theirs)
    said = b""
    try:
        while part := os.read(ours, 65536):
            said += part
    except OSError:  # all is read
        pass
    os.close(ours)
    assert done.returncode == 0, errors
    return said.decode()


def kept() -> None:
    """Have Sarah as a contact, and a seat of hers at a table."""
    contacts.keep(b"s" * 32, SARAH, when=1)
    held = places.open_table(SARAH, b"S" * 16)
    invite = Invite(held.me.key.public, b"S" * 16, ("127.0.0.1:9",)).encode()
    one = Ticket("p2pgame ticket 1", invite, SARAH, 1, game="pig", state="over")
    ticket.write(held.folder, one)
    held.store.close()


def test_a_terminal_that_can_gets_them_and_files_and_json_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    file = tmp_path / "game.p2pgame"
    net = Net(GAMES["rps"], 2, forge=called, decide=any_offer(Random(1)))
    net.play()
    file.write_bytes(net.tables[0].transcript())
    verify = ("verify", str(file))
    done = CliRunner().invoke(main, verify)
    assert done.exit_code == 0
    assert SARAH in done.stdout
    assert ISOLATE not in done.stdout
    # Each by itself: in one piece the second would stand first.
    assert f"{apart(SARAH)}, {apart(DAVID)} played" in at_terminal(tmp_path, *verify)
    folder = at_terminal(tmp_path, "verify", str(tmp_path))
    assert f"{apart(SARAH)}, {apart(DAVID)}" in folder
    for more in ({"TERM": "dumb"}, {"PYTHONIOENCODING": "latin-1:replace"}):
        assert ISOLATE not in at_terminal(tmp_path, *verify, **more)
    kept()
    for listed in ("contacts", "tables"):  # where numbers stand beside a name
        assert apart(SARAH) in at_terminal(tmp_path, listed)
    told = at_terminal(tmp_path, *verify, "--json")
    assert SARAH in json.dumps(json.loads(told), ensure_ascii=False)
    assert ISOLATE not in told
