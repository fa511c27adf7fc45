"""A game in one file, among friends whose programs lack it: all as real processes."""

from __future__ import annotations

import json
import re
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.engine import Game
from p2pgame.game_files import rules_process
from p2pgame.game_files.calls import CALLS
from p2pgame.game_files.described import Described
from p2pgame.game_files.source_text import LIMIT
from tests.cli.processes import Guests, line_with

HOST = ("--name", "Ann", "--bot", "--listen", "127.0.0.1:0", "--no-relay")
#: What is shown of a file before somebody adds it.
LIMITS = "they run in a process of their own: without files, network"


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Guests]:
    programs = Guests(tmp_path)
    watchdog = Timer(240, programs.end)
    watchdog.start()
    yield programs
    watchdog.cancel()
    programs.close()


def done(
    programs: Guests, *arguments: str, home: str, says: str = ""
) -> tuple[int, str]:
    """Return the status and the output of a program that ends by itself."""
    process = programs.start(*arguments, home=home)
    output, _ = process.communicate(says, timeout=120)
    return process.returncode, output


def written(programs: Guests, name: str = "my_game.py") -> Path:
    """Return the file of a new game, as the one command writes it."""
    status, text = done(programs, "newgame", "my-game", home="Ann")
    assert status == 0
    path = programs.folder / name
    path.write_text(text, "utf-8")
    return path


def hosted(
    programs: Guests, file: str, players: int
) -> tuple[subprocess.Popen[str], str]:
    """Return a table's program and its invite."""
    table = ("--players", str(players), "--transcript", "t.p2pgame")
    host = programs.start("host", file, *HOST, *table, home="Ann")
    line_with("The rules of my-game do not come with p2pgame: your friends", host)
    invite = re.search("P2PGAME:[^ ]*", line_with("p2pgame join P2PGAME:", host))
    assert invite is not None
    return host, invite[0].strip()


@pytest.mark.row("B76")
def test_a_new_game_plays_at_once(programs: Guests) -> None:
    written(programs)
    status, output = done(programs, "play", "./my_game.py", home="Ann")
    assert status == 0, output
    assert re.search(r"Verified: Host bot, .+ played my-game, \d+ turns", output)
    assert "every signature, proof and rule checked" in output


@pytest.mark.attack(55)
def test_two_friends_who_lack_a_game_look_at_it_add_it_and_play(
    programs: Guests,
) -> None:
    written(programs)
    host, invite = hosted(programs, "./my_game.py", 3)
    _, told = done(programs, "rules", "./my_game.py", home="Ann")
    fingerprint = re.search("fingerprint (.+)", told)
    assert fingerprint is not None

    # Asked: with the invite comes who hosts, and by what the rules are known.
    guests = [
        programs.start("join", invite, "--bot", "--name", name, home=name)
        for name in ("Ben", "Cleo")
    ]
    for guest in guests:
        said = line_with("by rules of its own that are not here", guest)
        assert "Ann, who opened this table, plays my-game, version 1," in said
        assert f"Their fingerprint is {fingerprint[1]}." in said
        assert "p2pgame rules add FILE" in said
        assert guest.wait(timeout=60) == 1
    assert not [*programs.folder.glob("Ben/rules/*")]

    # Shown, and added only by an act of their own.
    sent = programs.folder / "sent.py"
    sent.write_text((programs.folder / "my_game.py").read_text("utf-8"), "utf-8")
    status, shown = done(programs, "rules", "add", "sent.py", home="Ben", says="n\n")
    assert status == 1
    assert "class MyGame(Game[MyGameState, MyGameOptions]):" in shown
    assert fingerprint[0] in shown
    assert LIMITS in shown
    assert not [*programs.folder.glob("Ben/rules/*")]
    for name in ("Ben", "Cleo"):
        status, shown = done(programs, "rules", "add", "sent.py", home=name, says="y\n")
        assert status == 0, shown
    (kept,) = programs.folder.glob("Ben/rules/*")
    assert (kept.name, stat.S_IMODE(kept.stat().st_mode)) == ("my-game@1.py", 0o600)

    # Played: they come again to the same table, by the same invite.
    guests = [
        programs.start("join", invite, "--bot", "--name", name, home=name)
        for name in ("Ben", "Cleo")
    ]
    line_with(" play my-game.", guests[0])
    for one in (host, *guests):
        line_with("played my-game", one)

    # Verified by a fourth.
    status, said = done(programs, "verify", "t.p2pgame", home="Dora")
    assert status == 3
    assert f"Their fingerprint is {fingerprint[1]}." in said
    rules = ("--rules", "./my_game.py")
    for command in ("verify", "show"):
        status, said = done(programs, command, *rules, "t.p2pgame", home="Dora")
        assert status == 0, said
        assert "every signature, proof and rule checked" in said


@pytest.mark.attack(54)
def test_other_rules_of_one_name_are_told_apart_by_their_fingerprint(
    programs: Guests,
) -> None:
    path = written(programs)
    other = programs.folder / "other.py"
    changed = path.read_text("utf-8").replace('("1", "2")', '("1", "2", "3")')
    other.write_text(changed, "utf-8")
    assert done(programs, "rules", "add", "other.py", "--yes", home="Ben")[0] == 0
    _, invite = hosted(programs, "./my_game.py", 2)
    pipe = programs.start("--lang", "de", "pipe", "--sentences", home="Ben")
    assert pipe.stdin is not None
    request = {"command": "join", "invite": invite, "name": "Ben"}
    print(json.dumps(request), file=pipe.stdin, flush=True)
    finished = json.loads(line_with('"event":"finished"', pipe))
    message = finished["error"]  # what the page shows, too
    assert message["id"] == "rules-in-a-file"
    assert message["args"]["host"] == "Ann"
    assert f"Fingerabdruck ist {message['args']['fingerprint']}" in message["sentence"]
    status, said = done(programs, "rules", "add", "my_game.py", "--yes", home="Ben")
    assert status == 2
    assert "You have added other rules of my-game, version 1." in said
    assert done(programs, "rules", "remove", "my-game", home="Ben")[0] == 0
    assert done(programs, "rules", "add", "my_game.py", "--yes", home="Ben")[0] == 0
    assert re.search("my-game +2 to 4\\b", done(programs, "games", home="Ben")[1])
    guest = programs.start("join", invite, "--bot", "--name", "Ben", home="Ben")
    line_with("Ann, Ben play my-game.", guest)


#: A turn that never comes, once two numbers were said.
LOOPS = """        while state.said > 2:
            pass
        if state.said < state.goal:"""


@pytest.mark.attack(57)
def test_rules_that_never_return_end_the_table_of_who_added_them_in_words(
    programs: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_process, "EACH", 0.5)  # of all that is busy waiting
    monkeypatch.setenv("P2PGAME_HOME", str(programs.folder / "Ben"))
    path = written(programs)
    text = path.read_text("utf-8").replace("        if state.said < state.goal:", LOOPS)
    # One seat: the processes of others would be busy for as long.
    path.write_text(text.replace("range(2, 5)", "range(1, 2)"), "utf-8")
    ask, file = CliRunner().invoke, str(programs.folder / "loop.p2pgame")
    assert ask(main, ["rules", "add", str(path), "--yes"]).exit_code == 0
    played = ask(main, ["play", "my-game", "--transcript", file])
    assert played.exit_code == 1
    said = played.output
    assert "The rules of my-game in a file, " in said
    assert ", are at fault after turn " in said
    assert "and no player is: my-game fails in turn: the rules were stopped" in said
    assert "they took longer than 0.5 seconds" in said


@pytest.mark.attack(55, 57)
def test_hostile_files_are_refused_in_a_sentence_and_leave_nothing(
    programs: Guests,
) -> None:
    text = written(programs).read_text("utf-8")
    hostile = {
        "import.py": (text + "\n\nimport socket\n", "the file imports socket (line "),
        "long.py": ("#" * 10_000_000, f"is longer than {LIMIT // 1024} KiB"),
        "bytes.py": ("\0" * 100, "the file is no Python"),
        "none.py": ("x = 1\n", "this one has none"),
        "kuhn.py": (text.replace('"my-game"', '"kuhn"'), "called kuhn: choose another"),
    }
    for name, (content, told) in hostile.items():
        (programs.folder / name).write_text(content, "utf-8")
        ways: list[tuple[str, ...]] = [("rules", "add", name, "--yes")]
        if name == "import.py":  # nor is one's own better
            ways += [("play", f"./{name}"), ("verify", "--rules", name, name)]
        for arguments in ways:
            status, said = done(programs, *arguments, home="Ben")
            last = said.strip().splitlines()[-1]
            assert (status, last.startswith("Error: ")) == (2, True), said
            assert told in last
            assert f"{name} has no rules to play by: " in last
    assert not [*programs.folder.glob("Ben/rules/*")]


@pytest.mark.attack(55, 57)
def test_a_file_that_never_ends_to_load_is_refused_in_a_sentence_and_leaves_nothing(
    programs: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(programs)
    path.write_text(path.read_text("utf-8") + "\n\nwhile True:\n    pass\n", "utf-8")
    monkeypatch.setattr(rules_process, "LOAD", 0.5)  # of all that is busy waiting
    monkeypatch.setenv("P2PGAME_HOME", str(programs.folder / "Ben"))
    refused = CliRunner().invoke(main, ["rules", "add", str(path), "--yes"])
    last = refused.stderr.splitlines()[-1]
    assert (refused.exit_code, last.startswith("Error: ")) == (2, True)
    assert f"{path} has no rules to play by: " in last
    assert "they took longer than 0.5 seconds" in last
    assert not [*programs.folder.glob("Ben/rules/*")]


@pytest.mark.attack(58)
def test_a_file_is_shown_with_what_is_no_text_spelled_out(programs: Guests) -> None:
    path = written(programs)
    path.write_text(path.read_text("utf-8") + "# \x1b[2J\u202e\n", "utf-8")
    status, shown = done(programs, "rules", "add", "my_game.py", home="Ben", says="n\n")
    assert status == 1
    assert "# \\x1b[2J\\u202e" in shown
    assert "\x1b" not in shown


def test_a_table_of_ones_own_file_goes_on_with_it_after_a_stop(
    programs: Guests,
) -> None:
    written(programs)
    host, invite = hosted(programs, "./my_game.py", 2)
    host.kill()
    host.wait()
    status, said = done(programs, "resume", home="Ann")
    assert (status, "or with its file: --rules FILE" in said) == (1, True)
    back = programs.start("resume", "--rules", "./my_game.py", home="Ann")
    assert done(programs, "rules", "add", "my_game.py", "--yes", home="Ben")[0] == 0
    guest = programs.start("join", invite, "--bot", "--name", "Ben", home="Ben")
    line_with("Ann, Ben play my-game.", guest)
    line_with("Ann, Ben play my-game.", back)


def test_a_game_is_no_less_than_its_class() -> None:
    """What the rules of a file may be asked is all that a game has."""
    asked = {name for name in vars(Game) if not name.startswith("_")}
    attributes = {"rules", "only_deals", "draws", "plans_ahead", "aim", "seat_names"}
    attributes |= {"move_help"}
    own = {"rules", "state"}  # of the class that is made here
    assert attributes - own <= {*Described.__struct_fields__}
    # A drawing is made by what is beside the rules, and chance is this program's.
    # A scene does not cross the pipe: such a game is shown as one without.
    chance = {"draw", "scene", "as_offered", "following"}
    assert asked - attributes - own - chance == {*CALLS}
