"""An arena of real processes: same seed, same table, whatever becomes of them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from click.testing import CliRunner, Result

from p2pgame.agents import registry
from p2pgame.agents.agent import Agent, Budget, Seating
from p2pgame.agents.arena import Job
from p2pgame.agents.arena.results_file import opened
from p2pgame.agents.observation import Observation
from p2pgame.agents.opponent import Opponent
from p2pgame.cli.main import main
from p2pgame.engine import Choose
from tests.failing_rules import GOOD
from tests.forked import Program

from .test_commands import environment

#: A second of games, 72 in all.
TICTACTOE = (
    *("arena", "tictactoe", "Slipping Sam", "random", "search:10"),
    *("--games", "24", "--seed", "seven"),
)
#: Seconds until something must have happened.
SOON = 60.0


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@contextmanager
def playing(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """Play in a session of its own, as in a terminal, until this block ends."""
    arena = Program(
        [*TICTACTOE, "--processes", "2", "--out", "kept.jsonl", *more],
        cwd=folder,
        env=environment(folder / "home"),
        streams=(None, subprocess.PIPE, subprocess.PIPE),
        leads=True,
    )
    with arena:
        try:
            yield arena
        finally:
            arena.kill()


def wait_for_lines(file: Path, count: int) -> None:
    """Return when a file has so many lines."""
    end, pause = monotonic() + SOON, Event()
    while not file.exists() or file.read_bytes().count(b"\n") < count:
        assert monotonic() < end, f"{file} has too few lines"
        pause.wait(0.002)


def numbers(file: Path) -> list[int]:
    lines = file.read_bytes().splitlines()[1:]
    return [json.loads(line)["game"] for line in lines]


def test_a_killed_arena_goes_on_without_losing_or_repeating_a_game(
    tmp_path: Path,
) -> None:
    undisturbed = said(
        *TICTACTOE, "--processes", "1", "--plot", str(tmp_path / "1.svg")
    )
    assert undisturbed.exit_code == 0, undisturbed.stderr
    kept, before = tmp_path / "kept.jsonl", b""
    for lines in (8, 20):
        with playing(tmp_path) as arena:
            wait_for_lines(kept, lines)
            arena.kill()
            arena.communicate(timeout=SOON)
        assert arena.returncode == -signal.SIGKILL, "it ended before it was killed"
        whole, _, _ = kept.read_bytes().rpartition(b"\n")
        assert whole.startswith(before)
        before = whole
    with playing(tmp_path, "--plot", "2.svg") as arena:
        table, errors = arena.communicate(timeout=SOON)
    assert (table, errors) == (undisturbed.stdout, "")
    assert sorted(numbers(kept)) == [*range(72)]
    assert kept.read_bytes().startswith(before)
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    with playing(tmp_path, "--games", "400") as arena:  # not over before it hears
        wait_for_lines(tmp_path / "kept.jsonl", 20)
        os.killpg(arena.pid, signal.SIGINT)
        _, errors = arena.communicate(timeout=SOON)
    assert arena.returncode == 130
    played = len(numbers(tmp_path / "kept.jsonl"))
    assert errors == (
        f"Stopped after {played} of 1200 games; the same command goes on from "
        "kept.jsonl.\n"
    )


def test_two_arenas_never_write_to_one_file(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    job = Job.decode(said(*TICTACTOE, "--print-job").stdout.encode())
    with opened(kept, job):
        second = said(*TICTACTOE, "--out", str(kept))
    assert second.exit_code == 2
    assert "another run writes its results there" in second.stderr
    assert numbers(kept) == []


def test_the_same_seed_gives_the_same_on_one_core_and_on_two() -> None:
    kuhn = ("arena", "kuhn", "Balanced Ben", "random", "--games", "100", "--json")
    one, two = (said(*kuhn, "--processes", str(n)) for n in (1, 2))
    assert one.exit_code == 0, one.stderr
    assert one.stdout == two.stdout
    other = said(*kuhn, "--seed", "another")
    assert other.stdout != one.stdout


def test_a_game_of_a_file_is_played_on_several_cores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("P2PGAME_RULES", "")
    file = tmp_path / "words.py"
    file.write_text(GOOD, "utf-8")
    plays = ("random", "Easygoing Eddie", "--games", "8", "--json", "--processes")
    one, two = (said("arena", str(file), *plays, cores) for cores in ("1", "2"))
    assert (one.exit_code, two.exit_code) == (0, 0), two.stderr
    assert one.stdout == two.stdout
    monkeypatch.setenv("P2PGAME_RULES", "")
    assert said("rules", "add", str(file), "--yes").exit_code == 0
    added = said("arena", "words", *plays, "2")
    assert added.stdout == one.stdout, added.stderr


def test_the_table_adds_up() -> None:
    done = said("arena", "tictactoe", "random", "Perfect Pia", "--games", "40")
    assert done.exit_code == 0, done.stderr
    head, blank, columns, first, second, *_ = done.stdout.splitlines()
    assert head == "Tic-tac-toe: 40 games in 20 deals, 2 seats, seed arena"
    assert blank == ""
    assert columns.split() == ["games", "won", "drawn", "lost", "mean", "lead", "Elo"]
    pia, random = first.split(), second.split()
    assert pia[:3] == ["Perfect", "Pia", "40"]
    assert random[:2] == ["Random", "40"]
    won, drawn, lost = map(int, pia[3:6])
    assert (won + drawn, lost) == (40, 0)
    assert [*map(int, random[2:5])] == [lost, drawn, won]
    assert float(pia[6]) == pytest.approx((won - lost) * 2 / 40, abs=0.001)
    assert random[-1] == "0"


def test_more_than_two_meet_in_pairs_or_at_one_table() -> None:
    names = ("arena", "holdem", "random", "easygoing-eddie", "random", "--json")
    pairs = json.loads(said(*names, "--games", "4").stdout)
    assert (pairs["games"], pairs["deals"], pairs["job"]["seats"]) == (12, 2, 2)
    assert [one["games"] for one in pairs["contestants"]] == [8, 8, 8]
    assert {one["display"] for one in pairs["contestants"]} == {
        *("Random 1", "Easygoing Eddie", "Random 2")
    }
    table = json.loads(said(*names, "--games", "4", "--one-table").stdout)
    assert (table["games"], table["deals"], table["job"]["seats"]) == (6, 2, 3)
    assert [one["games"] for one in table["contestants"]] == [6, 6, 6]
    for points in (pairs["points"], table["points"]):
        assert points[0][0] is None
        assert points[0][1] + points[1][0] == pytest.approx(1)


def test_seats_are_shared_evenly_by_default() -> None:
    for game, seats in (("tictactoe", 2), ("spades", 4), ("holdem", 2)):
        done = said("arena", game, "random", "random", "--print-job")
        assert json.loads(done.stdout)["seats"] == seats
    done = said("arena", "holdem", "random", "random", "--seats", "3", "--print-job")
    assert json.loads(done.stdout)["seats"] == 3


def test_a_job_is_written_and_played_elsewhere(tmp_path: Path) -> None:
    arena = ("arena", "holdem", "Random", "Easygoing Eddie", "--games", "6")
    options = ("-o", "stack=50", "--seed", "elsewhere")
    written = said(*arena, *options, "--print-job")
    assert written.exit_code == 0, written.stderr
    file = tmp_path / "job.json"
    file.write_text(written.stdout)
    assert json.loads(written.stdout)["options"]["stack"] == 50
    assert json.loads(written.stdout)["contestants"] == ["random", "easygoing-eddie"]
    played = said("arena", "--job", str(file), "--processes", "1")
    assert played.stdout == said(*arena, *options, "--processes", "1").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kuhn"], "an arena needs two contestants or more, not 0"),
        (["kuhn", "random"], "an arena needs two contestants or more, not 1"),
        ([], "Which game?"),
        (["kuhn", "random", "nobody"], "there is no opponent nobody for Kuhn poker"),
        (["kuhn", "random", "perfect-pia"], "no opponent perfect-pia for Kuhn poker"),
        (["kuhn", "random", "search:0"], "there is no opponent search:0"),
        (
            ["kuhn", "random", "random", "--seats", "3"],
            "Kuhn poker takes 2 players, not 3",
        ),
        (["flow", "random", "random"], "Flow with 1 seat has no room for 2"),
        (["kuhn", *["random"] * 3, "--one-table"], "has no room for 3 contestants"),
        (["kuhn", "random", "random", "-o", "x=1"], "Kuhn poker has no options"),
        (["nothing", "a", "b"], "there is no game 'nothing'"),
        (["kuhn", "random", "random", "--games", "0"], "0 is not in the range"),
        (["--job", "missing"], "missing can't be read: No such file"),
        (["--job", "note.txt"], "note.txt has no job"),
        (["--job", "odd.json"], "odd.json has no job"),
        (["--job", "old.json"], "kuhn, version 99, is newer than this p2pgame"),
        (["--job", "options.json"], "an option of Kuhn poker is wrong"),
        (["--job", "deals.json"], "a job has one deal or more, not 0"),
        (["--job", "deals.json", "--seed", "x"], "--job has the whole job"),
        (["kuhn", "random", "random", "--out", "note.txt"], "of another job"),
        (["kuhn", "random", "random", "--out", "."], "can't be read: Is a directory"),
        (["kuhn", "random", "random", "--plot", "no/x.svg"], "can't be written: No"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_nonsense_is_one_sentence_with_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("no job")
    job = json.loads(said("arena", "kuhn", "random", "random", "--print-job").stdout)
    for name, change in (
        *(("odd", {"moves": 3}), ("old", {"version": 99})),
        *(("options", {"options": {"x": 1}}), ("deals", {"deals": 0})),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps({**job, **change}))
    done = said("arena", *arguments)
    assert done.exit_code == 2, done.stdout
    (sentence,) = (line for line in done.stderr.splitlines() if "Error: " in line)
    assert words in sentence
    assert "Traceback" not in done.stderr


def test_a_damaged_line_is_named_and_only_a_cut_end_is_played_again(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "kept.jsonl"
    arena = ("arena", "kuhn", "random", "random", "--games", "10", "--out", str(kept))
    whole = said(*arena, "--processes", "1")
    data = kept.read_bytes()
    for cut in (3, len(data) // 2, len(data) - 1):
        kept.write_bytes(data[:cut])
        assert said(*arena, "--processes", "1").stdout == whole.stdout
        assert sorted(numbers(kept)) == [*range(10)]
    lines = data.splitlines(keepends=True)
    for wrong in (b"{}\n", lines[1], b'{"game":99,"payoffs":[1,-1]}\n'):
        kept.write_bytes(b"".join([*lines[:3], wrong, *lines[4:]]))
        refused = said(*arena)
        assert refused.exit_code == 2
        assert "is damaged: line 4 is no result of this job" in refused.stderr


class Breaking(Agent):
    """Fails at its first decision."""

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        raise KeyError("broken")


def breaking(seating: Seating) -> Agent:
    return Breaking()


def test_an_opponent_that_fails_is_named_with_status_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad = Opponent("bad-bob", "Bad Bob", "easy", "fails", breaking)
    monkeypatch.setattr(registry, "_others", lambda: (bad,))
    done = said("arena", "kuhn", "random", "Bad Bob", "--processes", "1")
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: bad-bob has failed (KeyError('broken'))")
    assert done.stderr.count("\n") == 1


def test_hold_em_is_counted_in_chips_and_big_blinds() -> None:
    plays = ("--games", "4", "-o", "hands=2", "-o", "big_blind=20")
    done = said("arena", "holdem", "random", "Calling Carl", *plays)
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "mean chips" in lines[2]
    at = lines.index("Big blinds in a hundred hands (bb/100):")
    chips = float(re.split(r"  +", lines[3])[5].split()[0])
    (first,) = re.findall(r"[+-][0-9.]+", lines[at + 1])[:1]
    assert float(first) == pytest.approx(chips * 100 / (2 * 20), abs=0.06)
    rising = said(
        "arena",
        "holdem",
        "random",
        "Calling Carl",
        *plays[:2],
        "-o",
        "hands=2",
        "-o",
        "raise_every=1",
    )
    assert "bb/100" not in rising.stdout
