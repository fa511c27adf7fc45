"""Players who lost sign a second end of their table, and nobody adds up both.

Each file is fair by itself: the others can go on without anybody.  Files of one table
are put together before they are believed.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.transcripts.counting import counted
from p2pgame.client.transcripts.folders import verify_all
from p2pgame.games.registry import GAMES, KNOWN
from p2pgame.session.table.certificate import certify, sign
from p2pgame.session.table.verify import verify
from tests.archiving import Whole
from tests.client.transcripts.forkers import twin
from tests.session.tables import Net, any_offer, archived, me

SEATS = 3


@cache
def whole(seats: int = SEATS) -> bytes:
    """Return the true transcript: all are there to the end."""
    return Whole("rps", seats, {"rounds": 2}).data()


@cache
def without(seat: int, words: int, seats: int = SEATS) -> bytes:
    """Return what all others sign once more, as if this player had been silent."""
    return Whole("rps", seats, {"rounds": 2}).without(seat, words)()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "nobody"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kept(**files: bytes) -> list[str]:
    """Write some files into the folder that we are in; return their names."""
    for name, data in files.items():
        Path(f"{name}.p2pgame").write_bytes(data)
    return [f"{name}.p2pgame" for name in files]


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def receipt(name: str, transcript: bytes, seat: int) -> str:
    """Write this player's receipt of a transcript."""
    player = me(seat).identity
    made = certify(verify(transcript, KNOWN), player.public)
    Path(name).write_bytes(sign(made, player))
    return name


@pytest.mark.parametrize(("seat", "words"), [(0, 6), (1, 8), (2, 10)])
def test_a_second_ending_convicts_all_who_signed_both(seat: int, words: int) -> None:
    one, other = kept(zweite=without(seat, words), erste=whole())
    for file in (one, other):
        assert said("verify", file).exit_code == 0  # fair by itself, as documented
    liars = [liar for liar in range(SEATS) if liar != seat]
    for named in ((one, other), (other, one), (".",)):
        done = said("verify", *named, "--json")
        told = json.loads(done.stdout)
        assert (done.exit_code, told["ok"]) == (1, False)
        (conflict,) = told["conflicts"]
        assert not conflict["counted"]
        found = {liar["identity"] for liar in conflict["forkers"]}
        assert found == {me(liar).identity.public.hex() for liar in liars}
        for liar in liars:
            assert f"player {liar}" in conflict["sentence"]
        assert f"player {seat}" not in conflict["sentence"]
        assert "evenings" not in told
        assert conflict["sentence"] in said("verify", *named).stdout


def test_the_ledger_counts_neither_ending(home: Path) -> None:
    one, other = kept(one=whole(), other=without(2, 10))
    alone = json.loads(said("ledger", one, "--json").stdout)
    assert len(alone["evenings"]) == 1
    for named in ((one, other), (other, one)):
        done = said("ledger", *named)
        assert done.exit_code == 1
        assert done.stdout == ""
        assert "player 0, player 1 have signed both" in done.stderr
        told = json.loads(said("ledger", *named, "--json").stdout)
        assert (told["ok"], told["evenings"]) == (False, [])
    assert not (home / "nobody").exists()


def test_evidence_is_written_that_another_reader_judges() -> None:
    files = kept(one=whole(), other=without(2, 10))
    done = said("verify", *files, "--evidence", "liars.evidence")
    assert done.exit_code == 1
    written = sorted(Path().glob("*.evidence"))
    assert len(written) == 2
    named = set()
    for path in written:
        assert str(path) in done.stderr
        judged = said("evidence", str(path), "--json")
        assert judged.exit_code == 0
        named.add(json.loads(judged.stdout)["identity"])
    assert named == {me(liar).identity.public.hex() for liar in (0, 1)}
    refused = said("verify", *files, "--evidence", "liars.evidence")
    assert refused.exit_code == 2  # it is there already


def test_copies_of_one_story_count_once() -> None:
    one, other = kept(one=whole(), copy=whole())
    told = json.loads(said("ledger", one, other, "--json").stdout)
    assert told["ok"]
    (evening,) = told["evenings"]
    assert len(evening["files"]) == 1
    assert said("verify", one, other).exit_code == 0


def unfinished() -> bytes:
    """Return the beginning of a game: what all said before the first end."""
    net = Whole("rps", SEATS, {"rounds": 2}).net()
    net.play(until=lambda: len(net.said) > 14)
    return archived(net.tables[0].id, net.tables[0].entries)


def test_of_a_beginning_and_the_whole_the_whole_counts() -> None:
    files = kept(a=unfinished(), b=whole())
    told = json.loads(said("ledger", *files, "--json").stdout)
    assert told["ok"]
    assert [one["files"] for one in told["evenings"]] == [["b.p2pgame"]]


def test_a_liar_whose_lie_changes_no_end_is_named_and_robs_nobody() -> None:
    """A loser can sign its last entry anew; the end that all signed stands."""
    net = Whole("rps", SEATS, {"rounds": 2}).net()
    net.play()
    liar, raw = net.said[-1]
    entries = net.tables[0].entries
    (end,) = [one for one in entries if one.raw == raw]
    lie = [*(one for one in entries if one is not end), twin(end, me(liar).key)]
    files = kept(true=net.tables[0].transcript(), lie=archived(net.tables[0].id, lie))
    done = said("ledger", *files, "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == 1
    assert len(told["evenings"]) == 1
    (conflict,) = told["conflicts"]
    assert conflict["counted"]
    assert [one["name"] for one in conflict["forkers"]] == [f"player {liar}"]


def test_a_receipt_of_another_end_is_told_beside_one_file_alone() -> None:
    """The robbed player lost its file, and has a receipt that an honest one signed."""
    (lie,) = kept(lie=without(2, 10))
    for seat, is_bad in ((0, True), (2, True)):
        word = receipt(f"{seat}.receipt", whole(), seat)
        done = said("verify", lie, word)
        assert done.exit_code == is_bad
        assert f"receipt of player {seat} does not say" in done.stdout
        assert said("ledger", lie, word, "--json").exit_code == is_bad
    fits = receipt("fits.receipt", without(2, 10), 1)
    assert said("verify", lie, fits).exit_code == 0


def test_two_receipts_of_two_ends_count_beside_any_file() -> None:
    (file,) = kept(file=whole())
    both = (receipt("a.receipt", whole(), 0), receipt("b.receipt", without(2, 10), 0))
    done = said("verify", file, *both, "--json")
    assert done.exit_code == 1
    conflicts = json.loads(done.stdout)["conflicts"]
    assert any(
        one["name"] == "player 0" for told in conflicts for one in told["forkers"]
    )


@pytest.mark.parametrize("seats", [3, 4])
def test_no_pair_of_endings_by_any_coalition_is_added_up(seats: int) -> None:
    """Each player left out by all others, early and late in the game."""
    ends = {"true": whole(seats)}
    for seat in range(seats):
        for words in (5, 11):
            ends[f"{seat}-{words}"] = without(seat, words, seats)
    kept(**ends)
    paths = {Path(f"{name}.p2pgame"): () for name in ends}
    verified = {
        path: one
        for path, one in verify_all(paths, 1)
        if not isinstance(one, Exception)
    }
    assert len(verified) == len(ends)
    apart = 0
    for one, other in combinations(sorted(verified), 2):
        found = counted({one: verified[one], other: verified[other]})
        alike = verified[one].chain.end == verified[other].chain.end
        assert bool(found.tables) == alike, (one, other)
        if alike:
            continue
        apart += 1
        (conflict,) = found.conflicts
        liars = {liar.identity for liar in conflict.forkers}
        assert liars, "two ends share signers, as two quorums do"
        if other.stem == "true":
            assert me(int(one.stem[0])).identity.public.hex() not in liars
    assert apart > len(ends)


def test_a_receipt_of_a_table_of_which_no_file_was_named_is_told() -> None:
    """It was passed over in silence, as if it had been compared."""
    (file,) = kept(file=another_table())
    words = [receipt("a.receipt", whole(), 0), receipt("b.receipt", whole(), 1)]
    for command in ("verify", "ledger"):
        for named in ([*words], [file, words[0]]):
            done = said(command, *named, "--json")
            told = json.loads(done.stdout)
            assert (done.exit_code, told["ok"]) == (0, True)
            alone = [one["file"] for one in told["uncompared"]]
            assert alone == [name for name in named if name in words]
    done = said("ledger", *words)
    assert done.stderr.count("No transcript of that table was named") == len(words)


def test_a_receipt_refutes_no_file_that_has_no_end() -> None:
    """It ended in "not verified", and status 1, which means "not fair"."""
    (file,) = kept(file=unfinished())
    word = receipt("a.receipt", whole(), 0)
    done = said("verify", file, word)
    assert done.exit_code == 0
    assert "The table has no end in file.p2pgame" in done.stdout


def another_table() -> bytes:
    """Return the transcript of another table."""
    net = Net(GAMES["rps"], 2, GAMES["rps"].options(rounds=1), luck=b"other")
    net._decide = any_offer(Random(1))
    net.play()
    return net.tables[0].transcript()
