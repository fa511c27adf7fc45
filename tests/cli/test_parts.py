"""Every command reads a transcript in parts as one, whatever its files are called."""

from __future__ import annotations

import json
from collections.abc import Generator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.profile import places
from p2pgame.client.transcripts import bounded, parted
from p2pgame.client.transcripts.positions import position
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log.archive import PARTS_LIMIT, Heading
from p2pgame.workers import Hear
from tests.archiving import ARCHIVE
from tests.parting import in_parts, parts_of, summed
from tests.parting import parted as cut
from tests.session.tables import Net, me
from tests.workers.here import Here

from .test_commands import run as run_program

HOLDEM = (ARCHIVE / "holdem-1-masked.p2pgame").read_bytes()
PARTS = in_parts(HOLDEM, 4)
COUNT = len(PARTS)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the parts of a game of hold'em, and the home of Ann beside it."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    seed = blake2b(b"identity 0", digest_size=32).digest()
    (home / "identity").write_bytes(seed)
    monkeypatch.setenv("P2PGAME_HOME", str(home))
    monkeypatch.setattr(bounded, "Confined", Here)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert places.identity().public == me(0).identity.public
    for number, data in enumerate(PARTS, 1):
        Path(part(number)).write_bytes(data)
    Path("whole").mkdir()
    Path("whole/holdem.p2pgame").write_bytes(HOLDEM)
    return folder


def part(number: int) -> str:
    return str(parted.name_of(Path("holdem.p2pgame"), number, COUNT))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def test_each_part_is_named_by_its_number_and_how_many_there_are() -> None:
    assert COUNT in range(3, 6)
    assert part(1) == f"holdem-1-of-{COUNT}.p2pgame"
    assert parted.name_of(Path("holdem.p2pgame"), 1, 1) == Path("holdem.p2pgame")


def test_any_part_verifies_as_the_whole_if_the_others_are_beside_it() -> None:
    expected = run("verify", "whole/holdem.p2pgame")
    assert expected.exit_code == 0
    for number in range(1, COUNT + 1):
        done = run("verify", part(number))
        assert (done.exit_code, done.output) == (0, expected.output)


def test_practice_from_any_part_begins_where_the_whole_says() -> None:
    whole = position(Path("whole/holdem.p2pgame"), 4, "a seed")
    for number in range(1, COUNT + 1):
        found = position(Path(part(number)), 4, "a seed")
        assert (found.turn, found.told) == (whole.turn, whole.told)


def test_parts_may_be_named_in_any_order_and_lie_anywhere(tmp_path: Path) -> None:
    files = []
    for number in range(COUNT, 0, -1):
        folder = tmp_path / f"folder {number}"
        folder.mkdir()
        files.append(Path(part(number)).rename(folder / f"{COUNT - number}.txt"))
    expected = run("verify", "whole/holdem.p2pgame").output
    for order in (files, files[::-1], [*files[1:], files[0]]):
        done = run("verify", *order)
        assert (done.exit_code, done.output) == (0, expected)


def test_some_parts_are_named_and_the_others_lie_beside_them() -> None:
    expected = run("verify", "whole/holdem.p2pgame").output
    done = run("verify", part(1), part(3))
    assert (done.exit_code, done.output) == (0, expected)


def test_a_folder_with_parts_has_a_line_for_each_transcript() -> None:
    Path("copy.p2pgame").write_bytes(PARTS[0])
    done = run("verify", ".")
    assert done.exit_code == 0
    _, *rows, _, count = done.stdout.splitlines()
    names = [row.split()[0] for row in rows]
    assert names == [part(COUNT), "whole/holdem.p2pgame"]
    assert count.startswith("2 files: 2 verified")


def test_each_part_has_the_time_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = []

    class Timed(Here):
        def do(self, work: Any, task: Any, hear: Hear) -> Any:
            seconds.append(self.bounds.seconds)
            return super().do(work, task, hear)

        def follow(self, work: Any, task: Any) -> Generator[Any, None, Any]:
            seconds.append(self.bounds.seconds)
            return (yield from super().follow(work, task))

    monkeypatch.setattr(bounded, "Confined", Timed)
    for command in ("verify", "show", "phh"):
        assert run(command, part(2), "--limit", 7).exit_code == 0
    assert seconds == [7 * COUNT] * 3
    seconds.clear()
    assert run("verify", ".", "--limit", 7, "--processes", 1).exit_code == 0
    # Two transcripts of one table are compared, in the time of the longer one.
    assert seconds == [7 * COUNT, 7, 7 * COUNT]


def test_a_fresh_program_verifies_parts_in_a_process_of_its_own(here: Path) -> None:
    done = run_program("verify", part(2), "--json", cwd=here)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ok"] is True


@pytest.mark.parametrize("number", [1, 2, COUNT])
def test_a_missing_part_is_said_and_nothing_is_known(number: int) -> None:
    Path(part(number)).unlink()
    other = part(1 + number % COUNT)
    done = run("verify", other)
    assert done.exit_code == 2
    assert done.output.splitlines()[-1].endswith(
        f"{other} is one of several parts of a transcript, and part {number} is not "
        "there. Put all parts into one folder."
    )


def test_a_part_that_is_named_twice_is_left_out_by_the_player() -> None:
    Path("copy.p2pgame").write_bytes(PARTS[1])
    done = run("verify", *map(part, range(1, COUNT + 1)), "copy.p2pgame")
    assert done.exit_code == 2
    assert (
        f"{part(2)} and copy.p2pgame are both part 2 of one transcript" in done.output
    )
    assert run("verify", part(1)).exit_code == 0


def test_a_part_of_another_game_is_another_transcript() -> None:
    net = Net(KuhnPoker(), 2, luck=b"another table")
    net.play()
    _, foreign, *_ = parts_of(net.tables[0], 4000)
    Path("foreign.p2pgame").write_bytes(foreign)
    Path(part(2)).unlink()
    done = run("verify", part(1), "foreign.p2pgame", *map(part, range(3, COUNT + 1)))
    assert done.exit_code == 2
    assert "part 2 is not there" in done.output
    assert "foreign.p2pgame is one of several parts" in done.output


@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_a_changed_part_is_damaged(number: int) -> None:
    data = bytearray(PARTS[number - 1])
    data[300] ^= 1
    Path(part(number)).write_bytes(data)
    done = run("verify", part(1))
    assert done.exit_code == 1
    assert f"Part {number} is damaged or was changed, by no fault" in done.output


def test_a_part_of_another_cut_does_not_fit() -> None:
    other = cut(HOLDEM, len(PARTS[0]) - 500)
    Path(part(2)).write_bytes(other[1])
    done = run("verify", part(1))
    assert done.exit_code == 1
    assert "do not belong together, or part 2 was changed" in done.output
    done = run("verify", part(3))
    assert done.exit_code == 1
    assert "do not belong together, or part 2 was changed" in done.output


def test_two_parts_that_claim_one_place_are_told_apart_from_the_end() -> None:
    data = PARTS[COUNT - 1]
    start, count = len(b"p2pgame transcript 2\n") + 67, Heading.read(data).count
    less = summed(data[:start] + (count - 1).to_bytes(4) + data[start + 4 : -32])
    Path("other.p2pgame").write_bytes(less)
    done = run("verify", part(1))
    assert done.exit_code == 2
    assert f"two files beside it claim to be part {COUNT}" in done.output
    assert run("verify", part(COUNT)).exit_code == 0


def test_more_parts_than_there_may_be_are_no_transcript() -> None:
    data = PARTS[-1]
    at = len(b"p2pgame transcript 2\n") + 32
    high = (PARTS_LIMIT + 1).to_bytes(2)
    Path("many.p2pgame").write_bytes(summed(data[:at] + high + data[at + 2 : -32]))
    done = run("verify", "many.p2pgame")
    assert done.exit_code == 1
    assert "a transcript has at most 16" in done.output


def test_a_game_is_shown_from_its_parts_as_from_one_file() -> None:
    for option in ([], ["--trace"], ["--as", "1"]):
        expected = run("show", "whole/holdem.p2pgame", *option)
        assert expected.exit_code == 0
        done = run("show", part(2), *option)
        assert (done.exit_code, done.output) == (0, expected.output)


def test_hands_are_told_in_other_notations_from_parts() -> None:
    expected = run("phh", "whole/holdem.p2pgame")
    assert expected.exit_code == 0
    assert run("phh", part(1)).output == expected.output


def test_a_receipt_is_signed_and_checked_against_parts() -> None:
    done = run("receipt", part(COUNT), "--write", "ann.receipt")
    assert done.exit_code == 0, done.output
    done = run("receipt", "ann.receipt", part(1))
    assert done.exit_code == 0
    assert "says the same" in done.output or "confirm" in done.output


def test_one_page_is_too_short_for_parts() -> None:
    done = run("show", part(1), "--html")
    assert done.exit_code == 2
    assert "too long for one page" in done.output
    assert not [*Path().glob("*.html")]


def test_a_part_is_no_evidence_and_the_answer_says_what_to_type() -> None:
    done = run("evidence", part(1))
    assert done.exit_code == 2
    assert (
        f"is a transcript. To check it, type: p2pgame verify {part(1)}" in done.output
    )
