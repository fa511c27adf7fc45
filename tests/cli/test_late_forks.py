"""Who told two stories is told at the command line, with its proof and status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from p2pgame.cli.main import main
from p2pgame.client.answering import inquire
from p2pgame.client.events import ForkShown, Verified
from p2pgame.client.inquiries import Verify
from p2pgame.client.profile import contacts, convictions, places
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import KNOWN
from p2pgame.log import Store, decode_archive
from p2pgame.session.table.verify import verify
from tests.children import line_with
from tests.cli.test_commands import environment, run
from tests.cli.test_receipt import certificate_of
from tests.cli.test_receipt import kept as receipt_kept
from tests.client.transcripts.forkers import twin
from tests.session.tables import Net, archived, me


@pytest.fixture(scope="module")
def net() -> Net:
    net = Net(KuhnPoker(), 2)
    net.play()
    return net


@pytest.fixture(scope="module")
def liar(net: Net) -> int:
    """Who signed the end last: nobody names that entry."""
    return net.said[-1][0]


@pytest.fixture(scope="module")
def honest(net: Net, liar: int) -> bytes:
    return net.tables[1 - liar].transcript()


@pytest.fixture(scope="module")
def other_story(net: Net, liar: int) -> bytes:
    """A transcript that holds, in which the liar's end has seen something else."""
    _, entries = decode_archive(net.tables[0].transcript())
    (end,) = [one for one in entries if one.raw == net.said[-1][1]]
    others = [one for one in entries if one is not end]
    data = archived(net.tables[0].id, [*others, twin(end, me(liar).key)])
    assert (
        verify(data, KNOWN).payoffs == verify(net.tables[0].transcript(), KNOWN).payoffs
    )
    return data


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, net: Net, liar: int) -> Path:
    """The folder of the honest player, with its log of the game."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("P2PGAME_HOME", str(folder))
    monkeypatch.setenv("P2PGAME_TRANSCRIPTS", str(tmp_path / "files"))
    monkeypatch.chdir(tmp_path)
    seed = blake2b(b"identity %d" % (1 - liar), digest_size=32).digest()
    (folder / "identity").write_bytes(seed)
    seat = places.seat_of(net.tables[0].id, me(1 - liar).seed)
    with Store.create(seat / places.LOG) as store:
        for _, raw in net.said:
            store.append(raw)
    return folder


def said(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def test_verify_tells_a_fork_that_our_own_log_shows(
    home: Path, tmp_path: Path, liar: int, other_story: bytes
) -> None:
    file = tmp_path / "theirs.p2pgame"
    file.write_bytes(other_story)
    done = said("verify", file)
    assert done.exit_code == 0  # what hangs on this machine changes no verdict
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith("Your own log of this table tells another story: ")
    assert second.startswith("Verified: ")
    (told,) = done.stderr.splitlines()
    assert told.startswith(f"player {liar} signed two different entries in one place")
    (shown,) = (tmp_path / "files").glob("*.evidence")
    assert told.endswith(f": p2pgame evidence {shown}")
    checked = said("evidence", shown)
    assert checked.exit_code == 0
    assert f", calling itself player {liar}, cheated. " in checked.stdout
    (kept,) = convictions.kept()
    assert kept.identity == me(liar).identity.public.hex()
    contacts.keep(me(liar).identity.public, "Lena", when=1)
    (_, proven) = said("contacts").stdout.splitlines()
    assert proven == f"     told two stories of a game: {shown} proves it"
    again = said("verify", "--json", file)
    found = json.loads(again.stdout)
    assert found["ok"] is True
    forkers = [one["seat"] for one in found["local"] if one["kind"] == "forker"]
    assert forkers == [liar]
    assert again.stderr == done.stderr
    assert len(convictions.kept()) == 1


async def test_a_program_that_verifies_is_told_of_the_fork(
    home: Path, tmp_path: Path, other_story: bytes
) -> None:
    file = tmp_path / "theirs.p2pgame"
    file.write_bytes(other_story)
    answers = [answer async for answer in inquire(Verify(str(file)))]
    assert [type(answer) for answer in answers] == [ForkShown, Verified]


def test_a_transcript_of_our_own_story_shows_nothing(
    home: Path, tmp_path: Path, honest: bytes
) -> None:
    file = tmp_path / "ours.p2pgame"
    file.write_bytes(honest)
    assert said("verify", file).stderr == ""
    assert convictions.kept() == ()


def test_a_log_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other_story: bytes
) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path / "nowhere"))
    file = tmp_path / "theirs.p2pgame"
    file.write_bytes(other_story)
    assert said("verify", file).stderr == ""
    assert not (tmp_path / "nowhere").exists()


def test_a_refuted_transcript_still_shows_a_fork(
    home: Path, tmp_path: Path, net: Net, liar: int
) -> None:
    """The liar's twin is in the middle, so that the file holds no whole game."""
    feed = [one for one in net.tables[0].entries if one.author == me(liar).key.public]
    cut = [*feed[:3], twin(feed[3], me(liar).key)]
    file = tmp_path / "torn.p2pgame"
    file.write_bytes(archived(net.tables[0].id, cut))
    done = said("verify", file)
    assert done.exit_code == 1
    assert "signed two different entries" in done.stderr
    assert [one.identity for one in convictions.kept()] == [
        me(liar).identity.public.hex()
    ]


def test_entries_that_nobody_signed_show_nothing(
    home: Path, tmp_path: Path, other_story: bytes
) -> None:
    data = bytearray(other_story)
    data[len(data) // 2] ^= 1
    file = tmp_path / "made-up.p2pgame"
    file.write_bytes(data)
    assert "two different" not in said("verify", file).stderr
    assert convictions.kept() == ()


def test_two_receipts_that_contradict_each_other_are_kept(
    home: Path, tmp_path: Path, liar: int, honest: bytes
) -> None:
    file = tmp_path / "ours.p2pgame"
    file.write_bytes(honest)
    true = certificate_of(file, liar)
    from msgspec.structs import replace

    first = receipt_kept(tmp_path / "one", true, liar)
    second = receipt_kept(tmp_path / "two", replace(true, turn=bytes(32)), liar)
    assert said("receipt", first, second).exit_code == 1
    (kept,) = convictions.kept()
    assert kept.identity == me(liar).identity.public.hex()
    assert kept.evidence == (str(first), str(second))


def test_a_damaged_record_is_told_and_not_overwritten(
    home: Path, tmp_path: Path, other_story: bytes
) -> None:
    (home / "convictions").write_text("nonsense")
    file = tmp_path / "theirs.p2pgame"
    file.write_bytes(other_story)
    done = said("verify", file)
    assert done.exit_code == 0
    assert "signed two different entries" in done.stderr
    assert f"Your file {home / 'convictions'} can't be read" in done.stderr
    assert (home / "convictions").read_text() == "nonsense"


#: A host's program that tells its guest another story once the game is over.  It lies
#: before it says that it does not play again, after which a guest need not stay.
LYING = """
import trio

from p2pgame.cli.main import main
from p2pgame.client.meeting import after, opening
from tests.client.transcripts.forkers import last_of, twin

goes_on = opening._goes_on


async def lie(sitting, door, further):
    await after.stay(sitting, sitting.others, 600)
    key = sitting.me.key
    last = twin(last_of(sitting.table.entries, key.public), key)
    sitting.peer._core.outbound.pass_on((last,), None, trio.current_time())
    await sitting.peer.flush()
    return await goes_on(sitting, door, further)


opening._goes_on = lie
main()
"""


HOST = ("host", "kuhn", "--bot", "--name", "Ben", "--listen", "127.0.0.1:0")


@pytest.fixture
def lying(tmp_path: Path) -> Iterator[str]:
    """The invite of a host that will lie."""
    with subprocess.Popen(
        [sys.executable, "-c", LYING, *HOST],
        cwd=tmp_path,
        env=environment(tmp_path / "host home"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as host:
        try:
            yield line_with("p2pgame join", host).split()[-1]
        finally:
            host.kill()


def test_a_seat_ends_with_status_1_and_the_proof(tmp_path: Path, lying: str) -> None:
    more = ("--again", "1")  # so that it stays until its host has gone
    named = ("--name", "Ann", "--transcript", "game.p2pgame")
    arguments = ("join", "-", "--bot", *named, *more)
    done = run(*arguments, cwd=tmp_path, stdin=lying + "\n")
    assert done.returncode == 1, done.stdout
    (proof,) = tmp_path.glob("game-*.evidence")
    assert done.stderr.splitlines()[-1] == (
        f"Error: Ben told two stories of a game that is over: {proof.name} proves it."
    )
    assert "The result that all have signed stands." in done.stdout
    assert run("evidence", proof.name, cwd=tmp_path).returncode == 0
    assert run("verify", "game.p2pgame", cwd=tmp_path).returncode == 0
