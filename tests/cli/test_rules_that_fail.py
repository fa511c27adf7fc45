"""Rules of a file that fail: refused before a table opens, or told where they fail."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from p2pgame.client.profile.rules_files import TRIED, use
from p2pgame.engine import RulesError
from p2pgame.game_files import rules_process
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.loading import load
from p2pgame.game_files.trials import try_rules
from tests.cli.processes import Guests, line_with
from tests.failing_rules import GOOD, failing, line_in
from tests.forked import ROOT, run

#: Calls that are made before anybody has moved, each with what it does wrong.
FIRST = {
    "setup": "raise KeyError('x')",
    "turn": "return state.none",
    "zones": "raise SystemExit",
    "draw": "return 'hello'",
    "hint": "return faces[3]",
    "tell": "return 'hello'",
}
#: Calls that only present the game, and fail in its middle.
SHOWN = {
    "show": "raise KeyError('x')",
    "draw": "return 'hello'",
    "hint": "return faces[3]",
    "tell": "return 'hello'",
    "scores": "return 3",
    "role": "return 'x'",
}
#: Calls of the rules themselves, and how their fault in a game's middle is told.
RULES = {
    "turn": "return Over(('1', '2'))",
    "apply": "raise KeyError('x')",
    "fix_up": "return state",
    "zones": "return None",
    "why_illegal": "raise KeyError('x')",
    "why_unfair": "return 5",
}
HASH = "[0-9a-f]{4}(?: [0-9a-f]{4}){7}"
PLAINLY = "The rules fail where they should only show or tell the game"


def did(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself, and hold that it shows no traceback."""
    own = {"P2PGAME_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT), **more}
    done = run(arguments, cwd=folder, env={**os.environ, **own})
    assert "Traceback" not in done.stdout + done.stderr
    return done


def written(folder: Path, text: str) -> str:
    (folder / "words.py").write_text(text, encoding="utf-8")
    return "./words.py"


@pytest.mark.parametrize("method", FIRST)
def test_rules_that_fail_as_a_game_begins_are_refused_in_one_sentence(
    tmp_path: Path, method: str
) -> None:
    text = failing(method, FIRST[method])
    path = written(tmp_path, text)
    for command in (("play", path), ("host", path), ("rules", "add", path, "--yes")):
        done = did(tmp_path, *command)
        assert (done.returncode, done.stdout.count("play words")) == (2, 0)
        (said,) = (one for one in done.stderr.splitlines() if "Error" in one)
        assert re.search(
            rf"^Error: \S*words\.py has no rules to play by: words fails in {method}, "
            rf"line \d+: .+ \(in a game of 2\)\.$",
            said,
        )
    assert not [*tmp_path.glob("home/rules/*")]
    assert not [*tmp_path.glob("home/transcripts/*")]


def test_rules_are_tried_with_each_number_of_seats_before_any_table(
    tmp_path: Path,
) -> None:
    text = failing("setup", "assert seats < 4")
    done = did(tmp_path, "play", written(tmp_path, text), "--players", "2")
    assert done.returncode == 2
    line = line_in(text, "assert seats")
    said = f"words fails in setup, line {line}: AssertionError (in a game of 4)."
    assert done.stderr.strip().endswith(said)


@pytest.mark.parametrize("method", SHOWN)
def test_a_game_goes_on_where_its_rules_fail_to_show_it_and_says_so_once(
    tmp_path: Path, method: str
) -> None:
    usual = {"hint": "str(offer)"}.get(method, "None")
    text = failing(method, SHOWN[method], since=3, instead=usual)
    path = written(tmp_path, text)
    done = did(tmp_path, "play", path, "--players", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Verified: " in done.stdout
    told = [one for one in done.stdout.splitlines() if PLAINLY in one]
    assert len(told) <= 1, "once"
    if method in ("show", "tell", "scores", "role"):
        assert f"words fails in {method}, line " in told[0]
        assert "They are the rules of words in a file, " in told[0]


@pytest.mark.parametrize("method", RULES)
def test_rules_that_fail_in_a_game_stop_it_in_words_and_accuse_nobody(
    tmp_path: Path, method: str
) -> None:
    usual = {"zones": "()"}.get(method, "None")
    text = failing(method, RULES[method], since=3, instead=usual)
    path = written(tmp_path, text)
    done = did(tmp_path, "play", path, "--players", "2")
    assert done.returncode == 1
    assert re.search(
        rf"Error: The rules of words in a file, {HASH}, are "
        r"at fault after turn \d+, and no player is: words fails "
        rf"in {method}\b.* The game cannot go on; what was signed so far is in \S+",
        " ".join(done.stderr.split()),
    )
    assert "cheated" not in done.stdout + done.stderr


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Guests]:
    programs = Guests(tmp_path)
    watchdog = Timer(240, programs.end)
    watchdog.start()
    yield programs
    watchdog.cancel()
    programs.close()


def test_a_guest_tries_the_rules_before_it_sits_down(
    programs: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = failing("hint", "return faces[3]")
    path = written(programs.folder, text)
    monkeypatch.setenv("P2PGAME_RULES", "")
    rules = use(programs.folder / "words.py").rules.hex()
    monkeypatch.setenv(TRIED, rules)  # so the host does not
    where = ("--listen", "127.0.0.1:0", "--no-relay", "--players", "2")
    host = programs.start("host", path, "--name", "Ann", "--bot", *where, home="Ann")
    invite = re.search("P2PGAME:[^ ]*", line_with("p2pgame join P2PGAME:", host))
    assert invite is not None
    monkeypatch.setenv(TRIED, "")
    joins = ("join", invite[0].strip(), "--name", "Ben", "--bot", "--rules", path)
    done = did(programs.folder, *joins, P2PGAME_HOME=str(programs.folder / "Ben"))
    assert done.returncode == 2
    line = line_in(text, "faces[3]")
    assert f"words fails in hint, line {line}: KeyError: 3" in done.stderr


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("while True:\n            pass", "TimeoutError: it takes too long"),
        ("return bytearray(2**31)", "MemoryError"),
    ],
)
def test_a_trial_is_bounded_in_time_and_memory(
    monkeypatch: pytest.MonkeyPatch, does: str, said: str
) -> None:
    monkeypatch.setattr(rules_process, "EACH", 1.0)
    text = failing("setup", does)
    for game in (load(text), added := confined(text, each=1.0)):
        with pytest.raises(RulesError) as raised:
            try_rules(text, game)
        assert re.fullmatch(
            rf"words fails in setup, line \d+: {said} \(in a game of 2\)",
            str(raised.value),
        )
    confinement(added).close()


def test_rules_without_a_fault_pass_their_trial() -> None:
    try_rules(GOOD, load(GOOD))
