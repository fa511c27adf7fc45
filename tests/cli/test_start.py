"""How the program starts: which files it runs, and which modules it imports."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from p2pgame.cli.listed import COMMANDS
from p2pgame.cli.main import main
from tests.forked import ROOT, New, run

from .test_commands import environment

HOSTILE = """\
from pathlib import Path
with (Path({folder!r}) / "ran").open("a") as ran:
    ran.write(__file__)
raise SystemExit(7)
"""
NAMES = ("cli", "games", "p2pgame", "protocols", "trio", "click", "random")


@pytest.mark.parametrize("arguments", [(), ("--bots", "1")])
def test_files_of_the_current_folder_are_never_run(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    for name in NAMES:
        text = HOSTILE.format(folder=str(tmp_path))
        (tmp_path / f"{name}.py").write_text(text)
    started = ("play", "kuhn", *arguments)
    done = run(started, cwd=tmp_path, env=environment(tmp_path / "home"), kind=New)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert done.returncode == 0, done.stderr


def loaded(code: str) -> set[str]:
    """Return the modules that a fresh Python has loaded after this code."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"{code}\nprint('', *__import__('sys').modules)"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return {*done.stdout.splitlines()[-1].split()}


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.split(".")[0] == "p2pgame"}


def test_importing_p2pgame_loads_nothing_else() -> None:
    assert ours(loaded("import p2pgame")) == {"p2pgame"}


def test_the_engine_needs_no_event_loop_and_no_games() -> None:
    modules = loaded("import p2pgame.engine")
    others = {one for one in ours(modules) if not one.startswith("p2pgame.engine")}
    assert others == {"p2pgame"}
    assert not modules & {"trio", "click", "rich", "rbcl"}


@pytest.mark.parametrize("language", ["en_GB.UTF-8", "C", "fr_FR", "../de"])
@pytest.mark.parametrize("asked", ["--version", "--help"])
def test_version_and_help_are_said_without_loading_a_command(
    asked: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    modules = loaded(
        f"from p2pgame.cli.main import main\nmain(['{asked}'], standalone_mode=False)"
    )
    assert ours(modules) == {
        "p2pgame",
        "p2pgame.cli",
        "p2pgame.cli.listed",
        "p2pgame.cli.main",
    }
    assert not modules & {"trio", "msgspec", "rich", "rbcl"}


def test_a_seat_loads_nothing_that_it_may_never_need() -> None:
    modules = loaded(
        "from p2pgame.cli.main import main\n"
        "main(['join', '--help'], standalone_mode=False)"
    )
    assert {"p2pgame.client.seats", "trio", "rbcl"} <= modules
    never = {"p2pgame.client.programs.deciders", "p2pgame.playtest", "prompt_toolkit"}
    never |= {"fluent.runtime", "http", "rich", "shlex", "wcwidth"}
    assert not modules & never


def test_a_program_that_comes_along_loads_nothing_for_those_of_ones_own() -> None:
    modules = loaded("import p2pgame.client.programs.deciders")
    assert not modules & {"p2pgame.client.json_lines", "p2pgame.client.programs.uci"}


def test_asking_for_one_game_loads_no_other() -> None:
    modules = loaded("from p2pgame.games.registry import find; find('kuhn')")
    games = {one for one in ours(modules) if one.startswith("p2pgame.games.")}
    assert games == {
        "p2pgame.games.registry",
        "p2pgame.games.duel",
        "p2pgame.games.duel.kuhn",
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_every_listed_command_is_there(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str()


def test_every_subcommand_stands_in_the_module_that_the_list_loads_for_its_group() -> (
    None
):
    """Else it is there only once another command's module was imported."""
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in COMMANDS}
    groups = {n: one for n, one in commands.items() if isinstance(one, click.Group)}
    assert {"contacts", "tables", "settings", "rules"} <= {*groups}
    homes = {
        (name, inner.name): inspect.unwrap(inner.callback).__module__
        for name, group in groups.items()
        for inner in group.commands.values()
        if inner.callback is not None
    }
    assert ("contacts", "keep") in homes
    for (name, inner), module in homes.items():
        assert module == f"p2pgame.cli.commands.{COMMANDS[name].module}", (name, inner)
