"""Every command that README and docs name is there, and so is each of its options.

Each goes in a process of its own, from a wheel, in an empty folder: what another
command imports is of no help to it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.children import next_line

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
_CODE = re.compile(r"`([^`]+)`")
_COMMAND = re.compile(r"(?:\$ )?(?:[A-Z_0-9]+=\S+ )*(?:\S*/)?p2pgame (.+)")
_OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
GROUPS = ("contacts", "tables", "settings", "rules")

#: Forks for each line of JSON on its input a process in which no command is imported
#: yet, and prints what that one prints, and its status.
FORKS = """
import json, os, sys, tempfile
import fluent.runtime, rich.console, trio, p2pgame.client.seats
from p2pgame.cli.entry import main
assert not [name for name in sys.modules if name.startswith("p2pgame.cli.commands")]
for line in sys.stdin:
    with tempfile.TemporaryFile() as said:
        if (pid := os.fork()) == 0:
            null = os.open(os.devnull, os.O_RDONLY)
            for number, file in enumerate((null, said.fileno(), said.fileno())):
                os.dup2(file, number)
            sys.argv = ["p2pgame", *json.loads(line)]
            main()
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        said.seek(0)
        text = said.read().decode()
    print(json.dumps([status, text]), flush=True)
"""


class Named(NamedTuple):
    """A command as a page has it, and where."""

    words: tuple[str, ...]
    where: str

    @property
    def path(self) -> tuple[str, ...]:
        """The command, and its subcommand if it has some."""
        first, *rest = self.words
        if first.startswith("-"):
            return ()
        is_inner = bool(rest) and rest[0].isalpha() and rest[0].islower()
        return self.words[: 1 + (first in GROUPS and is_inner)]


def named() -> Iterator[Named]:
    for page in PAGES:
        fenced = False
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            is_code = fenced or line.startswith("    ")
            for text in [line.strip()] if is_code else _CODE.findall(line):
                found = _COMMAND.fullmatch(text)
                if found is not None:
                    typed = re.split(r" [#>|&] ?|  ", found[1])[0]
                    with suppress(ValueError):  # a quote that is no command's
                        words = tuple(shlex.split(typed))
                        where = f"{page.relative_to(ROOT)}:{number}"
                        yield Named(words, where)


NAMED = [*named()]


class Fresh:
    """Runs commands, each in a process that has imported none."""

    def __init__(self, site: Path, folder: Path) -> None:
        places = {"PYTHONPATH": str(site), "P2PGAME_HOME": str(folder / "home")}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", FORKS],
            cwd=folder,
            env={**os.environ, **places, "P2PGAME_TRANSCRIPTS": "."},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *typed: str) -> tuple[int, str]:
        """Return a command's exit status, and what it says."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(typed) + "\n")
        self._process.stdin.flush()
        status, text = json.loads(next_line(self._process))
        return status, text

    def close(self) -> None:
        self._process.communicate(timeout=60)


@pytest.fixture
def fresh(site: Path, tmp_path: Path) -> Iterator[Fresh]:
    fresh = Fresh(site, tmp_path)
    yield fresh
    fresh.close()


def test_every_command_that_a_page_names_is_there_with_its_options(
    fresh: Fresh,
) -> None:
    helps: dict[tuple[str, ...], set[str]] = {}
    wrong = []
    for one in NAMED:
        if one.path not in helps:
            status, text = fresh.run(*one.path, "--help")
            helps[one.path] = {*_OPTION.findall(text)}
            if status != 0:
                wrong.append(f"{one.where}: p2pgame {' '.join(one.path)}: {text}")
        typed = [word.partition("=")[0] for word in one.words]
        options = {word for word in typed if _OPTION.fullmatch(word)}
        if unknown := options - helps[one.path]:
            wrong.append(f"{one.where}: p2pgame {' '.join(one.words)}: {unknown}")
    assert not wrong, "\n".join(wrong)
    assert ("contacts", "keep") in helps
    assert len(helps) > 30


#: Those that need nothing but what is said before them, and their exit status.
RUNS: Sequence[tuple[str, int]] = (
    *(("contacts", 0), ("contacts keep", 2), ("invitations", 2), ("tables", 0)),
    *(("next", 1), ("resume", 2), ("games", 0), ("rules chess", 0), ("bots holdem", 0)),
    *(("settings transcripts", 0), ("settings on-turn bell,title,desktop", 0)),
    *(("settings relay ws://your.name:8765", 0), ("completion bash", 0)),
    *(("playthrough tictactoe --seed 1", 0), ("newgame my_game", 0)),
    *(("perft tictactoe --depth 2 --divide", 0), ("tables forget 2", 2)),
    *(("invite Anna", 2), ("play tictactoe --seat '2=Perfect Pia'", 0)),
)


def test_those_that_need_nothing_do_what_they_are_for(fresh: Fresh) -> None:
    """As the pages have them, word by word."""
    written = {one.words for one in NAMED}
    for typed, expected in RUNS:
        words = tuple(shlex.split(typed))
        assert words in written, f"no page says p2pgame {typed} any more"
        status, text = fresh.run(*words)
        if typed == "rules chess" and "pip install" in text:
            continue  # chess comes as an extra
        assert status == expected, f"p2pgame {typed}: {text}"
        assert text or typed == "tables"
        assert "Traceback" not in text


def test_each_thing_that_the_first_page_has_one_choose_is_on_the_page() -> None:
    folder = ROOT / "p2pgame/web/static/text"
    texts = [folder / "en.ftl", *(folder / "en").glob("*.ftl")]
    said = {
        line.partition(" = ")[2].strip()
        for path in texts
        for line in path.read_text("utf-8").splitlines()
    }
    (told,) = re.findall(r"\*\*To a friend.*?\n\n", PAGES[0].read_text("utf-8"), re.S)
    chosen = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", " ".join(told.split()))
    assert len(chosen) > 5
    assert [name for name in chosen if name not in said] == []
