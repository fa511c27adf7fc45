"""A player signs a receipt of its result, which others check at the command line."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.client.answering import inquire
from p2pgame.client.answers import ReceiptsChecked
from p2pgame.client.inquiries import CheckReceipt, WriteReceipt
from p2pgame.client.profile import contacts, places
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import KNOWN
from p2pgame.session.table.certificate import Certificate, certify, read, sign
from p2pgame.session.table.verify import verify
from tests import archiving
from tests.session.tables import Net, me

ANN, BEN = me(0), me(1)


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    net = Net(KuhnPoker(), 2)
    net.play()
    path = tmp_path_factory.mktemp("played") / "kuhn.p2pgame"
    path.write_bytes(net.tables[0].transcript())
    return path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a player who is Ann."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("P2PGAME_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    be(0, folder)
    return folder


def be(seat: int, home: Path) -> None:
    """Let this player's key be the one in the folder."""
    seed = blake2b(b"identity %d" % seat, digest_size=32).digest()
    (home / "identity").write_bytes(seed)
    assert places.identity().public == me(seat).identity.public


def said(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["receipt", *map(str, arguments)])


def certificate_of(transcript: Path, seat: int = 0) -> Certificate:
    report = verify(transcript.read_bytes(), KNOWN)
    return certify(report, me(seat).identity.public)


def kept(path: Path, certificate: Certificate, seat: int = 0) -> Path:
    path.write_bytes(sign(certificate, me(seat).identity))
    return path


def test_a_player_signs_a_receipt_and_others_check_it(
    transcript: Path, home: Path
) -> None:
    written = said(transcript, "--write", "ann.receipt")
    assert written.exit_code == 0, written.output
    assert written.stdout.splitlines()[-1] == "The receipt is in ann.receipt."
    made = certificate_of(transcript)
    assert read(Path("ann.receipt").read_bytes()) == made
    (home / "identity").unlink()
    checked = said("ann.receipt")
    assert checked.exit_code == 0
    key, table = made.identity.hex(), made.table.hex()[:8]
    signs = f" signs that Kuhn poker at table {table} ended so: "
    assert written.stdout.startswith(f"player 0, with the key {key},{signs}player ")
    assert checked.stdout.startswith(f"The player with the key {key}{signs}key ")
    assert checked.stdout.count("\n") == 1
    for player in made.players:
        assert f"key {player.identity.hex()[:8]} {player.payoff:+d}" in checked.stdout
    assert not (home / "identity").exists(), "checking draws no key"


def test_a_receipt_is_told_as_json(transcript: Path) -> None:
    made = certificate_of(transcript)
    told = json.loads(said(kept(Path("r"), made), "--json").stdout)
    assert (told["ok"], told["verdict"]) == (True, "alone")
    (one,) = told["receipts"]
    assert one["identity"] == made.identity.hex()
    assert one["table"] == made.table.hex()
    payoffs = [player["payoff"] for player in one["players"]]
    assert payoffs == [player.payoff for player in made.players]


def test_a_contact_is_called_by_its_name(transcript: Path) -> None:
    contacts.keep(BEN.identity.public, "Ben", when=1)
    shown = said(kept(Path("r"), certificate_of(transcript, 1), 1)).stdout
    assert shown.startswith(f"Ben, with the key {BEN.identity.public.hex()}, signs ")
    assert "Ben +" in shown or "Ben -" in shown


def test_a_receipt_says_who_was_not_audited(home: Path) -> None:
    path = archiving.ARCHIVE / "goofspiel-1-left-audited.p2pgame"
    report = verify(path.read_bytes(), KNOWN)
    (gone,) = report.gone
    keys = [player.identity for player in report.start.players]
    seat = next(n for n in range(3) if me(n).identity.public != keys[gone])
    be(seat, home)
    shown = said(path, "--write", "r")
    assert shown.exit_code == 0, shown.output
    name = report.start.players[gone].name
    assert f"Not audited: what {name} did with the deck" in shown.stdout
    assert f"Not audited: what key {keys[gone].hex()[:8]} did" in said("r").stdout


def test_there_is_no_receipt_of_a_game_that_is_not_complete(
    transcript: Path,
) -> None:
    net = Net(KuhnPoker(), 2)
    net.play(until=lambda: net.tables[0].play is not None)
    Path("open.p2pgame").write_bytes(net.tables[0].transcript())
    Path("touched.p2pgame").write_bytes(transcript.read_bytes()[:-1])
    for name in ("open.p2pgame", "touched.p2pgame"):
        done = said(name, "--write", "r")
        assert done.exit_code == 1
        assert not Path("r").exists()


def test_there_is_no_receipt_for_whoever_has_left_or_was_not_there(
    transcript: Path, home: Path
) -> None:
    be(2, home)
    done = said(transcript, "--write", "r")
    assert done.exit_code == 2
    assert "this identity has no seat in the game" in done.stderr
    left = archiving.ARCHIVE / "kuhn-1-left.p2pgame"
    report = verify(left.read_bytes(), KNOWN)
    (gone,) = report.gone
    identities = [me(seat).identity.public for seat in (0, 1)]
    be(identities.index(report.start.players[gone].identity), home)
    done = said(left, "--write", "r")
    assert done.exit_code == 2
    assert "this player was gone before the end" in done.stderr
    assert not Path("r").exists()


def test_a_receipt_is_never_written_over_something(transcript: Path) -> None:
    Path("r").write_text("mine")
    done = said(transcript, "--write", "r")
    assert (done.exit_code, Path("r").read_text()) == (2, "mine")
    assert "r is there already" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (["missing"], "can't be read: No such file"),
        (["note"], "note is no receipt"),
        (["touched"], "touched: the receipt is damaged or was changed"),
        (["good", "touched"], "touched: the receipt is damaged or was changed"),
        (
            ["game.p2pgame"],
            "game.p2pgame is a transcript: --write FILE signs a receipt",
        ),
        (["game.p2pgame", "good", "--write", "r"], "--write takes one transcript"),
        (["game.p2pgame", "--write", "nowhere/r"], "there is no folder nowhere"),
    ],
)
def test_nonsense_is_explained_with_status_2(
    arguments: list[str], words: str, transcript: Path
) -> None:
    Path("note").write_text("Ben owes me")
    Path("game.p2pgame").write_bytes(transcript.read_bytes())
    data = kept(Path("good"), certificate_of(transcript)).read_bytes()
    Path("touched").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    done = said(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    assert done.stderr.count("\n") <= 4
    assert done.stdout == ""


def together(one: Path, other: Path) -> tuple[int, str]:
    """Return the exit status for two files, and the verdict."""
    done = said(one, other)
    told = said(one, other, "--json")
    verdict = json.loads(told.stdout)["verdict"]
    assert done.stdout.splitlines()[-1].startswith(SAID[verdict])
    assert told.exit_code == done.exit_code
    return done.exit_code, verdict


#: How the last line begins, by the verdict.
SAID = {
    "same": "Both receipts say the same.",
    "agree": "Two players say the same of this table.",
    "differ": "Two players say different things of one table.",
    "apart": "They do not contradict each other",
    "confirmed": "The transcript says the same.",
    "refuted": "The transcript does not say so",
}


def test_two_receipts_that_contradict_each_other_are_found_with_status_1(
    transcript: Path,
) -> None:
    made = certificate_of(transcript)
    lie = replace(
        made, players=tuple(replace(one, payoff=-one.payoff) for one in made.players)
    )
    done = said(kept(Path("one"), made), kept(Path("two"), lie))
    assert done.exit_code == 1
    assert len(done.stdout.splitlines()) == 3
    assert "one player has signed two results of one table" in done.stdout


def test_two_receipts_that_fit_convict_nobody(transcript: Path) -> None:
    made, ben = certificate_of(transcript), certificate_of(transcript, 1)
    one = kept(Path("one"), made)
    assert together(one, kept(Path("copy"), made)) == (0, "same")
    assert together(one, kept(Path("ben"), ben, 1)) == (0, "agree")
    other = replace(ben, turn=bytes(32))
    assert together(one, kept(Path("lie"), other, 1)) == (0, "differ")
    other = replace(made, table=bytes(32), turn=bytes(32))
    assert together(one, kept(Path("else"), other)) == (0, "apart")


def test_a_receipt_is_held_against_a_transcript(transcript: Path) -> None:
    made = certificate_of(transcript)
    good = kept(Path("good"), made)
    assert together(good, transcript) == (0, "confirmed")
    lie = kept(Path("lie"), replace(made, state=bytes(32)))
    assert together(lie, transcript) == (1, "refuted")
    net = Net(KuhnPoker(), 2, luck=b"another table")
    net.play()
    Path("other.p2pgame").write_bytes(net.tables[0].transcript())
    assert together(good, Path("other.p2pgame")) == (1, "refuted")
    assert "it is of another table" in said(good, "other.p2pgame").stdout


async def test_a_front_end_signs_and_checks_receipts(transcript: Path) -> None:
    (written,) = [
        one async for one in inquire(WriteReceipt(str(transcript), "ann.receipt"))
    ]
    (checked,) = [
        one async for one in inquire(CheckReceipt("ann.receipt", str(transcript)))
    ]
    assert isinstance(written, ReceiptsChecked)
    assert isinstance(checked, ReceiptsChecked)
    assert written.receipts == checked.receipts  # with the transcript's names
    assert checked.verdict == "confirmed"
