"""A campaign's file: it goes on where it was stopped, and is the same in the end."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import msgspec
import pytest

from p2pgame.log.file_lock import lock
from tests.simulation import __main__ as campaign
from tests.simulation import state
from tests.simulation.campaign import JUDGED, Totals, judged, met
from tests.simulation.draw import drawn
from tests.simulation.faults import CHEATS, Wanted
from tests.simulation.judge import judging
from tests.simulation.outcome import Evidence
from tests.simulation.program import offer
from tests.simulation.record import Record

#: A campaign that takes a second.
FIVE = ("--seed", "0", "--games", "5", "--processes", "1")


@pytest.fixture(autouse=True)
def commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "commit", lambda: "one")


def whole(folder: Path, *options: str) -> bytes:
    """Play a campaign to its end; return its file."""
    path = folder / "whole"
    assert campaign.main([*FIVE, *options, "--state", str(path)]) == 0
    return path.read_bytes()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(campaign, "commit", lambda: "one")
        return whole(tmp_path_factory.mktemp("played"))


def test_a_campaign_goes_on_wherever_its_file_was_cut_off(
    tmp_path: Path, played: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "state"
    path.write_bytes(played)
    assert campaign.main([*FIVE, "--state", str(path)]) == 0
    said = capsys.readouterr().out
    ends = [at + 1 for at, byte in enumerate(played) if byte == ord("\n")]
    assert len(ends) == 6
    for cut in (9, ends[2] + 30, ends[4], ends[5] - 1):
        path.write_bytes(played[:cut])
        assert campaign.main([*FIVE, "--state", str(path)]) == 0
        assert path.read_bytes() == played, cut
        assert capsys.readouterr().out == said


def test_the_file_is_the_same_however_many_processes_play(
    tmp_path: Path, played: bytes
) -> None:
    assert whole(tmp_path, "--processes", "2") == played


def refusal(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Return the one line that a campaign says when it can't use a file."""
    before = path.read_bytes()
    assert campaign.main([*FIVE, *options, "--state", str(path)]) == 2
    assert path.read_bytes() == before
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    return line


def test_another_campaigns_file_is_refused_in_a_sentence(
    tmp_path: Path,
    played: bytes,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "state"
    path.write_bytes(played)
    assert refusal(path, capsys, "--games", "8").endswith(
        "is the state of another campaign (games 5, not 8): name another file."
    )
    assert "kinds (), not ('withhold',)" in refusal(path, capsys, "--with", "withhold")
    monkeypatch.setattr(campaign, "commit", lambda: "two")
    assert "(commit 'one', not 'two')" in refusal(path, capsys)
    path.write_bytes(b"something else\n")
    assert "is no campaign's state" in refusal(path, capsys)


def test_a_file_with_another_game_in_it_or_that_is_in_use_is_refused(
    tmp_path: Path, played: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "state"
    first, second, third, *rest = played.splitlines(keepends=True)
    path.write_bytes(b"".join((first, third, second, *rest)))
    assert refusal(path, capsys).startswith(f"Line 2 of {path} is not the game")
    path.write_bytes(b"".join((first, second, b"{}\n", *rest)))
    assert refusal(path, capsys).startswith(f"Line 3 of {path} is not the game")
    path.write_bytes(played)
    with path.open("rb+") as file:
        lock(file.fileno())
        assert refusal(path, capsys) == f"Another campaign is at work on {path}."


def test_the_table_says_what_each_fault_came_to(played: bytes) -> None:
    """Each game once in each line of what it met, and in one column there."""
    totals = Totals()
    for line in played.splitlines()[1:]:
        totals.add(msgspec.json.decode(line, type=Record))
    heading, *lines = met(totals)
    assert heading.split() == [
        *("games", "with", "games"),
        *("ended", "convicted", "broken", "waits", "declined", "violations"),
    ]
    cells = {line[:30].strip(): [*map(int, line[30:].split())] for line in lines}
    assert cells["all"][0] == 5
    assert all(games == sum(came) for games, *came in cells.values())
    for cheat in CHEATS:
        assert cells[f"cheat: {cheat}"][0] == totals.counts[f"cheat: {cheat}"]
    assert cells["cheat: fork"][2] == 1
    assert sum(cells[f"cheat: {cheat}"][6] for cheat in CHEATS) == 0


@pytest.mark.parametrize(
    ("ending", "violations", "came_to"),
    [
        ("complete", (), "ended"),
        ("complete, left", (), "ended"),
        ("complete, stopped: fork", (), "convicted"),
        ("left, unfinished", (), "waits"),
        ("broken, unfinished", (), "broken"),
        ("declined", (), "declined"),
        ("complete", ("I1: two",), "violations"),
    ],
)
def test_a_game_comes_to_one_thing(
    ending: str, violations: tuple[str, ...], came_to: str
) -> None:
    assert record(ending, violations).came_to == came_to


def test_evidence_that_shows_nothing_in_another_process_is_a_violation() -> None:
    spoilt = msgspec.structs.replace(
        record("stopped: fork", ()), evidence=(Evidence(b"nothing", "00" * 32),)
    )
    with judging() as process:
        done = judged(spoilt, process)
    assert done.came_to == "violations"
    assert done.violations[0].startswith("I3: another process is not convinced")
    assert (done.evidence, done.counts[JUDGED]) == ((), 1)


def record(ending: str, violations: tuple[str, ...]) -> Record:
    return Record("games", 1, ending, violations, {}, 0, 0, 0, 0, 0, 0, "")


@pytest.mark.parametrize("cheat", ["", *CHEATS])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_campaign_can_have_every_cheat_at_every_size(cheat: str, seats: int) -> None:
    kinds = ["backup put back", *([cheat] if cheat else [])]
    for seed in range(40):
        plan = drawn(seed, wanted=Wanted.of(kinds, seats, None))
        assert plan.seats == seats
        assert plan.cheat == cheat or not cheat
        assert "backup put back" in [one.kind for one in plan.nemeses]
        said = offer(plan)
        assert said.game.why_not(seats, said.options) is None
        assert seats in said.game.seats


def test_what_is_neither_a_nemesis_nor_a_cheat_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        campaign.main(["--with", "rain"])
    assert "there is no 'rain': choose from clog, one way" in capsys.readouterr().err


def git(folder: Path, *words: str) -> None:
    said = ("-c", "user.name=x", "-c", "user.email=x@example.org", *words)
    subprocess.run(["git", *said], cwd=folder, check=True, timeout=60)


@pytest.mark.skipif(which("git") is None, reason="needs git")
def test_a_commit_is_another_with_every_change_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "ROOT", tmp_path)
    with pytest.raises(state.Unusable, match="run this in a clone"):
        state.commit()
    git(tmp_path, "init", "--quiet")
    (tmp_path / "code.py").write_text("one")
    git(tmp_path, "add", "code.py")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    clean = state.commit()
    (tmp_path / "state.jsonl").write_text("of no account")
    assert state.commit() == clean
    (tmp_path / "code.py").write_text("two")
    changed = state.commit()
    (tmp_path / "more.py").write_text("three")
    assert len({clean, changed, state.commit()}) == 3
    assert changed.startswith(clean + "+")
