"""What `verify` and `evidence` say of files, and with which status they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.session.entries.payloads import Payload
from p2pgame.session.table.evidence import gather
from tests.cli.told_files import (
    CALLED,
    KEYS,
    MAKE,
    WORDS,
    Newer,
    called,
    strange_home,
    told,
    verify,
    written,
)
from tests.session.tables import Net

PROVED = "The deck needed no audit: every shuffle came with a proof."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with each of these files."""
    return written(tmp_path_factory.mktemp("told"), *MAKE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return strange_home(tmp_path, monkeypatch)


def test_a_plain_game_is_told_with_the_keys_of_those_who_played(folder: Path) -> None:
    done = verify(folder, "plain")
    assert done.exit_code == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first.startswith("Verified: Anna, Ben played Kuhn poker, 5 turns in ")
    assert rest == [
        WORDS,
        *CALLED[:2],
        "All have signed the first 5 turns, to the end of hand 1.",
        PROVED,
        "Result: Anna +1, Ben -1.",
    ]
    found = told(folder, "plain")
    assert (found["verdict"], found["finished"], found["local"]) == ("fair", True, [])
    assert [one["fingerprint"] for one in found["players"]] == [*KEYS[:2]]
    assert {one["name_by"] for one in found["players"]} == {"itself"}
    assert [one["signed"] for one in found["players"]] == [5, 5]
    assert (found["departed"], found["forfeited"]) == ([], False)


def test_who_was_dropped_is_told_by_whom_when_and_how_far_each_signed(
    folder: Path,
) -> None:
    done = verify(folder, "dropped")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[5:-1] == [
        "All who stayed have signed the first 9 turns, to the end of hand 1.",
        "Cleo signed 2 of 9 turns; Anna, Ben have signed that Cleo was silent, and "
        "went on without Cleo after turn 2.",
        "Nobody can prove silence: that is the word of those who signed it.",
        PROVED,
    ]
    found = told(folder, "dropped")
    (gone,) = found["departed"]
    assert gone.pop("text") == lines[6]
    assert gone == {"seat": 2, "by": [0, 1], "turns": 2, "left": False}
    assert [one["signed"] for one in found["players"]] == [9, 9, 2]
    shown = CliRunner().invoke(main, ["show", str(folder / "dropped.p2pgame")])
    assert "\n".join(lines) in shown.stdout


def test_who_forfeited_a_game_by_silence_is_told(folder: Path) -> None:
    done = verify(folder, "forfeited")
    assert done.exit_code == 0, done.stderr
    assert "The game ended by that: Cleo forfeited it." in done.stdout.splitlines()
    assert told(folder, "forfeited")["forfeited"] is True


def test_whose_part_in_the_deck_was_audited_is_told(folder: Path) -> None:
    done = verify(folder, "audited")
    assert done.exit_code == 0, done.stderr
    assert (
        "The deck was audited: Anna, Ben, Cleo showed the secrets of their shuffles, "
        "and all that they did with it was computed again."
    ) in done.stdout.splitlines()
    found = told(folder, "audited")
    assert (found["deck"], found["audited"]) == ("commutative", [0, 1, 2])
    assert found["unaudited"] == []


def test_moves_that_were_made_for_somebody_are_told(folder: Path) -> None:
    done = verify(folder, "moved-for")
    sentence = "A move was made for Cleo once, for want of an answer in time."
    assert sentence in done.stdout.splitlines()
    found = told(folder, "moved-for")
    assert [one["moved_for"] for one in found["players"]] == [0, 0, 1]


def test_of_rules_that_are_not_here_only_signatures_are_told_with_status_3(
    folder: Path,
) -> None:
    done = verify(folder, "newer")
    assert done.exit_code == 3
    first, *rest = done.stdout.splitlines()
    assert first.startswith("All ")
    assert first.endswith(
        " entries are signed by their authors; whether they keep to the rules can't be "
        "said here."
    )
    assert rest == [WORDS, *CALLED[:2]]
    why = (
        "Kuhn, version 7, is newer than this p2pgame, which has version 2. "
        "A newer release has it: pip install --upgrade p2pgame."
    )
    assert done.stderr == f"Error: {why}\n"
    as_json = verify(folder, "newer", "--json")
    assert as_json.exit_code == 3
    found = json.loads(as_json.stdout)
    assert (found["ok"], found["verdict"]) == (False, "rules-not-here")
    assert (found["game"], found["version"]) == ("kuhn", 7)
    assert [one["name"] for one in found["players"]] == ["Anna", "Ben"]
    shown = CliRunner().invoke(main, ["show", str(folder / "newer.p2pgame")])
    assert (shown.exit_code, shown.stderr) == (3, done.stderr)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("begun", "The game is not finished: the file ends in the middle of the game"),
        ("lobby", "the game never started: not all players accepted it."),
    ],
)
def test_an_unfinished_game_is_fair_and_says_what_it_lacks(
    folder: Path, name: str, words: str
) -> None:
    done = verify(folder, name)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Fair as far as it goes: ")
    assert words in done.stdout.splitlines()[0]
    assert "Result" not in done.stdout
    found = told(folder, name)
    assert (found["ok"], found["finished"]) == (True, False)
    assert all("payoff" not in player for player in found["players"])


def test_the_status_of_many_files_is_that_of_the_worst(
    folder: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.p2pgame"
    data = (folder / "plain.p2pgame").read_bytes()
    bad.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    no = tmp_path / "no.p2pgame"
    no.write_bytes(b"no transcript")
    plain, rules, short = (folder / f"{n}.p2pgame" for n in ("plain", "newer", "begun"))
    for files, status in [
        ((plain, short), 0),
        ((plain, rules), 3),
        ((plain, rules, no), 2),
        ((plain, rules, no, bad), 1),
    ]:
        told = CliRunner().invoke(main, ["verify", *map(str, files)])
        assert told.exit_code == status, told.stdout


# Evidence


def test_evidence_of_rules_that_are_not_here_says_so_with_status_3(
    tmp_path: Path,
) -> None:
    def lie(seat: int, payload: Payload) -> Payload | bytes:
        wrong = seat == 1 and type(payload).__name__ == "Answer"
        return replace(payload, message=b"x") if wrong else called(seat, payload)

    net = Net(Newer(), 2, forge=lie)
    net.play()
    found = net.tables[0].stopped
    assert found is not None
    file = tmp_path / "newer.evidence"
    file.write_bytes(gather(net.tables[0], found))
    done = CliRunner().invoke(main, ["evidence", str(file)])
    assert done.exit_code == 3
    assert done.stderr.startswith("Error: Kuhn, version 7, is newer than this p2pgame")
    as_json = CliRunner().invoke(main, ["evidence", "--json", str(file)])
    assert as_json.exit_code == 3
    assert json.loads(as_json.stdout)["verdict"] == "rules-not-here"
