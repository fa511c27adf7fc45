"""The examples run as a user would run them: from a wheel, in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.children import WITHIN, line_with

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def in_the_package(path: Path) -> str:
    name = path.relative_to(ROOT).as_posix()
    return name if name.startswith("p2pgame/") else f"p2pgame/{name}"


def test_a_wheel_takes_one_name_alone(site: Path) -> None:
    """So a folder `cli` or `games` of somebody else does no harm."""
    names = {path.name for path in site.iterdir() if path.suffix != ".dist-info"}
    assert names == {"bin", "p2pgame"}
    for room in ("cli", "games", "protocols"):
        assert (site / "p2pgame" / room / "__init__.py").is_file()


def test_the_wheel_has_all_of_the_page(site: Path) -> None:
    """Its modules, words, drawings of games, and libraries with hash and licence."""
    static = (ROOT / "p2pgame" / "web" / "static").rglob("*")
    kept = [*static, *(ROOT / "games").rglob("*_page.js")]
    names = [in_the_package(path) for path in kept if path.is_file()]
    for end in ("mover_page.js", "vendor/SHA256SUMS", "vendor/jsqr/LICENSE"):
        assert any(name.endswith(end) for name in names)
    lacking = [
        name
        for name in names
        if not (site / name).is_file()
        or (site / name).read_bytes() != (ROOT / name).read_bytes()
    ]
    assert not lacking


class Programs:
    """Programs in an empty folder, which import what the wheel has."""

    def __init__(self, site: Path, folder: Path) -> None:
        self._site, self.folder = site, folder
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, home: str = "home") -> subprocess.Popen[str]:
        """Start Python with these arguments."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self._site),
            "P2PGAME_HOME": str(self.folder.parent / home),
            "PYTHONUNBUFFERED": "1",
        }
        program = subprocess.Popen(
            [sys.executable, "-P", *arguments],
            cwd=self.folder,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._started.append(program)
        return program

    def run(self, *arguments: str, typed: str = "") -> list[str]:
        """Return the lines that a program prints until it has ended well."""
        program = self.start(*arguments)
        out, _ = program.communicate(typed, timeout=WITHIN)
        assert program.returncode == 0, out
        return out.splitlines()

    def close(self) -> None:
        for program in self._started:
            program.kill()
            program.wait()
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.close()
            program.stdout.close()


@pytest.fixture
def programs(site: Path, tmp_path: Path) -> Iterator[Programs]:
    folder = tmp_path / "empty"
    folder.mkdir()
    programs = Programs(site, folder)
    yield programs
    programs.close()


def test_the_wheel_is_what_runs(programs: Programs, site: Path) -> None:
    told = programs.run("-c", "import p2pgame; print(p2pgame.__file__)")
    assert told == [str(site / "p2pgame" / "__init__.py")]


def test_the_wheel_has_the_words_of_games_and_of_the_kit(programs: Programs) -> None:
    for game, words in (("kuhn", "Match a bet."), ("rps", "By seat: in, out ")):
        (told,) = programs.run("-m", "p2pgame", "rules", game, "--json")
        assert words in told


def test_the_wheel_speaks_german(programs: Programs) -> None:
    told = programs.run("-m", "p2pgame", "--lang", "de", "rules", "kuhn")
    assert told[0] == "Kuhn-Poker, Version 2, für 2 Personen"
    (described,) = programs.run(
        "-m", "p2pgame", "--lang", "de", "rules", "kuhn", "--json"
    )
    for sentence in ("Bei einem Einsatz mitgehen.", "Poker zu zweit"):
        assert sentence in described
    code = "import p2pgame as p; from p2pgame.engine import Message as M; "
    said = 'print(p.say(M.by("holdem-folds", 0), ["Ann"], language="de"))'
    assert programs.run("-c", code + said) == ["Ann foldet"]


def test_the_wheel_has_the_policies_of_small_games(programs: Programs) -> None:
    code = "from p2pgame.agents.cfr.policy_player import shipped as of; "
    for game in ("kuhn", "leduc"):
        assert programs.run("-c", f"{code}print(of({game!r}).game)") == [game]


def test_two_bots_play_in_one_process_and_the_file_says_who_won(
    programs: Programs,
) -> None:
    told = programs.run(str(EXAMPLES / "two_bots.py"))
    assert len(told) == 2
    assert {line.split(";")[0] for line in told} <= {
        f"payoffs ({n}, {-n})" for n in (-2, -1, 1, 2)
    }
    (won,) = programs.run(str(EXAMPLES / "who_won.py"), "ben.p2pgame")
    assert " in kuhn" in won


def test_a_person_plays_against_a_program_and_reads_what_is_refused(
    programs: Programs,
) -> None:
    typed = "".join(f"{move}\n" for move in "1x123456789")
    told = "\n".join(programs.run(str(EXAMPLES / "person.py"), typed=typed))
    assert told.startswith("1 2 3\n4 5 6\n7 8 9\nYour move: ")
    assert "Ann writes X in 1" in told
    assert told.count("No: 'x' is not possible") == 1
    assert "The game is over" in told
    assert "every signature, proof and rule checked" in told


def test_who_won_refuses_what_is_no_transcript(programs: Programs) -> None:
    (programs.folder / "false").write_bytes(b"nothing")
    program = programs.start(str(EXAMPLES / "who_won.py"), "false")
    program.communicate(timeout=WITHIN)
    assert program.returncode == 1


def test_a_bot_joins_by_an_invite_while_a_spectator_prints_each_hand(
    programs: Programs,
) -> None:
    relay = programs.start(str(EXAMPLES / "relay.py"))
    url = line_with("ws://", relay).strip()
    host = programs.start(
        *("-m", "p2pgame", "host", "holdem", "--bot", "--spectators", "--hands", "2"),
        *("--listen", "127.0.0.1:0", "--relay", url, "--hide-address"),
    )
    invite = line_with("p2pgame join", host).split()[-1]
    link = line_with("p2pgame watch", host).split()[-1]
    looker = programs.start(str(EXAMPLES / "spectator.py"), link, home="looker")
    joined = programs.start(str(EXAMPLES / "join_bot.py"), invite, home="bot")
    assert line_with("payoffs (", joined)
    assert line_with("Host bot, Robot play Texas hold'em.", looker)
    assert "to " in line_with("pot ", looker)
    assert line_with("The game is over", looker)
