"""The program as people run it: real processes, real sockets, exit statuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pgame.cli.main import main
from p2pgame.client.game_names import shown_name
from p2pgame.games.registry import GAMES
from tests import archiving, forked
from tests.children import line_with
from tests.forked import ROOT, Program

THREE = ("--players", "3")


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "P2PGAME_HOME": str(home), "PYTHONPATH": str(ROOT)}


def run(
    *arguments: str, cwd: Path, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    return forked.run(arguments, cwd=cwd, env=environment(cwd / "home"), said=stdin)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the transcript of a hand of hold'em by three processes."""
    folder = tmp_path_factory.mktemp("played")
    done = run("play", "holdem", "--transcript", "hand.p2pgame", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "Verified: " in done.stdout
    return folder


@pytest.mark.row("B71")
def test_a_played_hand_is_verified_from_its_file(played: Path) -> None:
    done = run("verify", "hand.p2pgame", cwd=played)
    assert done.returncode == 0
    assert "every signature, proof and rule checked" in done.stdout
    turns = done.stdout.partition(" played Texas hold'em, ")[2].split()[0]
    signed = f"All have signed the first {turns} turns, to the end of hand 1."
    assert signed in done.stdout.splitlines()
    told = json.loads(run("verify", "--json", "hand.p2pgame", cwd=played).stdout)
    assert told["ok"] is True
    assert sum(player["payoff"] for player in told["players"]) == 0
    assert told["signed"] == {"turns": int(turns), "hands": 1}


def test_a_touched_file_is_refuted_with_status_1(played: Path) -> None:
    data = bytearray((played / "hand.p2pgame").read_bytes())
    data[5000] ^= 1
    (played / "touched.p2pgame").write_bytes(data)
    done = run("verify", "touched.p2pgame", cwd=played)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "entry" in done.stderr
    told = run("verify", "--json", "touched.p2pgame", cwd=played)
    assert told.returncode == 1
    assert json.loads(told.stdout)["ok"] is False


def test_a_file_tells_its_story(played: Path) -> None:
    done = run("show", "hand.p2pgame", cwd=played)
    assert done.returncode == 0
    assert "52 cards shuffled by 3 players" in done.stdout
    assert "Everybody has signed the end." in done.stdout


def test_secrets_stay_in_private_files(played: Path) -> None:
    secrets = [
        path
        for path in (played / "home").rglob("*")
        if path.name in {"seed", "identity"}
    ]
    assert secrets
    for path in secrets:
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0
        assert path.read_bytes() not in (played / "hand.p2pgame").read_bytes()


@contextmanager
def hosting(cwd: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a host; yield it, and the invite that it prints."""
    with Program(
        ["host", *arguments, "--listen", "127.0.0.1:0"],
        cwd=cwd,
        env=environment(cwd / "host home"),
        streams=(None, subprocess.PIPE, subprocess.PIPE),
    ) as host:
        try:
            yield host, line_with("p2pgame join", host).split()[-1]
        finally:
            host.kill()


def test_two_processes_end_with_the_same_bytes(tmp_path: Path) -> None:
    options = ["--hands", "2", "--bot", "--transcript", "host.p2pgame"]
    with hosting(tmp_path, "holdem", *options) as (host, invite):
        pieces = invite[:20], invite[20:50], invite[50:]  # a shell cuts at white space
        guest = run(
            *("join", *pieces, "--bot", "--transcript", "guest.p2pgame"), cwd=tmp_path
        )
        assert guest.returncode == 0, guest.stderr
        host.communicate(timeout=60)
        assert host.returncode == 0
    ours = (tmp_path / "host.p2pgame").read_bytes()
    assert ours == (tmp_path / "guest.p2pgame").read_bytes()


def test_a_person_plays_by_typing(tmp_path: Path) -> None:
    """A guest types its moves; nonsense is explained, and asked again."""
    with hosting(tmp_path, "kuhn", "--bot") as (host, invite):
        broken = (
            f"{invite[:30]}\n {invite[30:60]}\u200b\n{invite[60:]}"  # as by a window
        )
        typed = "\n".join([broken, "dance", "", "check", "call", "call"]) + "\n"
        guest = run("join", "-", "--name", "Anna", cwd=tmp_path, stdin=typed)
        assert guest.returncode == 0, guest.stderr
        assert "Not possible now: 'dance'. You may: " in guest.stdout
        assert "Anna: c" in guest.stdout
        host.communicate(timeout=60)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "bridge"], "there is no game 'bridge'"),
        (["host", "Herzen", "--listen", "here"], "--listen takes HOST:PORT"),
        (["host", "hearts", "--players", "3"], "Hearts takes 4 players, not 3"),
        (["play", "hearts", "--quorum", "2"], "the quorum of 4 players is 3 to 3, or"),
        (["host", "kuhn", "--quorum", "1"], "of 2 players nobody can go on without"),
        (["host", "kuhn", "--patience", "-1"], "--patience"),
        (["host", "kuhn", "--bank", "60"], "nobody can go on without another"),
        (["host", "kuhn", "--absence", "finish"], "without a quorum nobody can go on"),
        (["host", "rps", *THREE, "--absence", "wait"], "needs nobody to decide"),
        (
            ["host", "rps", *THREE, "--absence", "forfeit", "--patience", "0"],
            "nobody is ever silent for too long without a --patience",
        ),
        (["host", "rps", *THREE, "--bank", "9", "--patience", "0"], "a patience"),
        (["host", "chess", "--time", "9", "--patience", "0"], "a patience"),
        (["host", "chess", "--increment", "3"], "needs a clock: a time"),
        (["host", "rps", *THREE, "--time", "9", "--bank", "9"], "in one way"),
        (["host", "kuhn", "--again", "-1"], "--again"),
        (["evidence", "missing.evidence"], "can't be read: No such file"),
        (["evidence"], "Missing argument"),
        (["play", "kuhn", "--players", "5"], "Kuhn poker takes 2 players, not 5"),
        (["play", "kuhn", "--bots", "2"], "leaves no seat for you"),
        (["host", "mover", "--players", "17"], "a table has at most 16 seats, not 17"),
        (["play", "flow", "-o", "level=@nowhere"], "nowhere can't be read: No such"),
        (["play", "flow", "-o", "level=" + "." * 2049], "longer than 2048 characters"),
        (["play", "kuhn", "--hands", "3"], "Kuhn poker has no options."),
        (
            ["play", "holdem", "-o", "tiles=3"],
            "hold'em has no option 'tiles', but",
        ),
        (["play", "kuhn", "--transcript", "nowhere/x"], "there is no folder nowhere"),
        (["play", "kuhn", "--transcript", "."], "and . is a folder"),
        (["join"], "the line beginning with P2PGAME:"),
        (["play", "holdem", "-o", "stack"], "an option is NAME=VALUE"),
        (["play", "holdem", "-o", "stack=many"], "the option stack is a whole number"),
        (
            ["play", "holdem", "-o", "stack=-5"],
            "Texas hold'em can't be played like that",
        ),
        (["play", "kuhn", "--name", "a\x1b[2Jb"], "U+001B"),
        (["join", "hello"], "'hello' is no invite, which begins with P2PGAME:"),
        (["join", "P2PGAME:AAAA"], "mistyped"),
        (["host", "kuhn", "--listen", "here"], "--listen takes HOST:PORT"),
        (["host", "kuhn", "--address", "nowhere"], "'nowhere' has no valid port"),
        (["verify", "missing.p2pgame"], "can't be read: No such file"),
        (["verify"], "Missing argument"),
        (["dance"], "No such command"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_nonsense_is_explained_with_status_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (("verify",), "is no transcript"),
        (("verify", "--json"), "is no transcript"),
        (("show",), "is no transcript"),
        (("show", "--trace"), "is no transcript"),
        (("receipt", "--write", "new"), "is no transcript"),
        (("receipt",), "is no receipt"),
        (("evidence",), "is no evidence"),
    ],
    ids=" ".join,
)
def test_a_file_of_another_kind_is_said_to_be_none_with_status_2(
    command: tuple[str, ...], what: str, tmp_path: Path
) -> None:
    (tmp_path / "README.md").write_text("# p2pgame\n")
    done = run(*command, "README.md", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"README.md {what}" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        *(
            "",
            "arena",
            "games",
            "play",
            "host",
            "join",
            "resume",
            "tables",
            "move-seat",
        ),
        *("take-seat", "verify", "evidence", "receipt", "show", "phh", "tables forget"),
    ],
)
def test_every_command_explains_itself(command: str) -> None:
    done = CliRunner().invoke(main, [*command.split(), "--help"])
    assert done.exit_code == 0
    assert "Usage:" in done.stdout


def test_games_are_listed(tmp_path: Path) -> None:
    done = run("games", cwd=tmp_path)
    listed = [line.split("  ")[0] for line in done.stdout.splitlines()]
    assert sorted(listed[1:]) == sorted(map(shown_name, GAMES))


WATCHED = """
import sys
from pathlib import Path
from p2pgame.client.transcripts.checking import verify

path = Path(sys.argv[1])
verify(path)  # once unwatched: what Python loads lazily is loaded now
seen = set()
sys.addaudithook(lambda event, arguments: seen.add((event, str(arguments[:1]))))
verify(path)
opened = {what for event, what in seen if event == "open"}
events = {event for event, _ in seen}
print(opened == {f"({str(path)!r},)"} or opened == {f"({path!r},)"})
print(sorted(events & {"exec", "compile", "subprocess.Popen", "socket.connect"}))
"""


@pytest.mark.attack(52)
def test_verifying_reads_the_file_and_nothing_else(played: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, "hand.p2pgame"],
        cwd=played,
        env=environment(played / "home"),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.split("\n")[:2] == ["True", "[]"]


def test_a_table_may_take_another_deck_and_says_what_it_is_worth(
    tmp_path: Path,
) -> None:
    kuhn = ("play", "kuhn", "--deck", "commutative", "--transcript", "hand.p2pgame")
    done = run(*kuhn, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "The deck is audited when the game is over" in said
    assert "shuffled by 2 players, to be audited when the game is over" in said
    assert "every proof checked" not in said
    assert run("verify", "hand.p2pgame", cwd=tmp_path).returncode == 0


def test_a_game_that_could_not_be_audited_whole_says_so_in_one_sentence() -> None:
    file = str(archiving.ARCHIVE / "goofspiel-1-left-audited.p2pgame")
    done = CliRunner().invoke(main, ["verify", file])
    assert done.exit_code == 0
    sentence = "Not audited: what player 2 did with the deck, for they left with their"
    lines = [line for line in done.stdout.splitlines() if line.startswith(sentence)]
    assert len(lines) == 1
    told = json.loads(CliRunner().invoke(main, ["verify", "--json", file]).stdout)
    assert (told["audited"], told["unaudited"]) == ([0, 1], [2])
    shown = CliRunner().invoke(main, ["show", file])
    assert shown.stdout.count(sentence) == 2  # with the end, and in the verdict


@pytest.mark.parametrize("deck", ["commutative", "proved"])
@pytest.mark.parametrize(
    ("game", "option", "sentence"),
    [
        ("hearts", (), "take masked"),
        ("holdem", ("--quorum", "2"), "quorum 0"),
    ],
)
def test_a_deck_that_cannot_do_what_is_asked_is_refused(
    deck: str, game: str, option: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    done = run("play", game, "--deck", deck, *option, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_a_table_for_nobody_is_refused_and_is_not_the_usual_one(tmp_path: Path) -> None:
    done = run("host", "kuhn", "--players", "0", cwd=tmp_path)
    assert done.returncode == 2
    assert "Kuhn poker takes 2 players, not 0" in done.stderr
