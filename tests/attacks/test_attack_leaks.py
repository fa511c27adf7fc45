"""What leaks out of a game: to a terminal, to logs, to files that others read.

One game between two processes, with every warning and every line of every log
shown and with a mask that keeps nothing private, is looked through for all that
nobody else may learn.
"""

from __future__ import annotations

import re
import stat
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from p2pgame.log import AuthorKey, decode_archive
from p2pgame.session import Me
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer, Genesis
from p2pgame.transport.envelope import open_key
from p2pgame.transport.finding.chain import joining_key
from p2pgame.transport.finding.invite import Invite
from tests.children import next_line
from tests.cli.test_commands import environment

#: Shows all there is to show, keeps nothing private, and tells what is started.
TALKATIVE = """
import logging, os, sys, warnings
os.umask(0)
logging.basicConfig(level=1)
warnings.simplefilter("always")
def told(event, arguments):
    if event == "subprocess.Popen":
        print("STARTED", arguments[1], file=sys.stderr)
sys.addaudithook(told)
from p2pgame.cli.main import main
main()
"""
GUEST = "../../x"


@dataclass(frozen=True, slots=True)
class Game:
    """What two processes have left behind and said; ``invite`` was shown once."""

    folder: Path
    invite: Invite
    said: bytes

    @property
    def transcript(self) -> bytes:
        return (self.folder / "host.p2pgame").read_bytes()

    def home(self, who: str) -> Path:
        return self.folder / f"{who} home"


def start(folder: Path, who: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", TALKATIVE, *arguments],
        cwd=folder,
        env=environment(folder / f"{who} home"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("machine")
    listen = ("--listen", "127.0.0.1:0", "--bot", "--transcript", "host.p2pgame")
    with start(folder, "host", "host", "kuhn", *listen) as host:
        try:
            lines: list[str] = []
            while not lines or "p2pgame join" not in lines[-1]:
                lines.append(next_line(host))
            invite = lines.pop().split()[-1]
            options = ("--bot", "--name", GUEST, "--transcript", "guest.p2pgame")
            with start(folder, "guest", "join", "-", *options) as guest:
                told = guest.communicate(invite + "\n", timeout=60)
            heard = host.communicate(timeout=60)
        finally:
            host.kill()
    assert (host.returncode, guest.returncode) == (0, 0), (heard, told)
    said = "".join([*lines, *heard, *told]).encode()
    return Game(folder, Invite.parse(invite), said)


def players(game: Game) -> Iterator[tuple[str, Me]]:
    """Yield who played, with all its secrets."""
    for who in ("host", "guest"):
        (seed,) = game.home(who).rglob("seed")
        identity = (game.home(who) / "identity").read_bytes()
        joining = joining_key(game.invite.secret)
        yield who, Me(who, AuthorKey(identity), seed.read_bytes(), joining)


def secrets(game: Game) -> Iterator[tuple[str, str, bytes]]:
    """Yield whose each secret is, what it is, and its bytes."""
    words = [
        (entry, payloads.decode(entry.payload))
        for entry in decode_archive(game.transcript)[1]
    ]
    ((genesis, offer),) = [(e, w) for e, w in words if isinstance(w, Genesis)]
    turns = {word.turn for _, word in words if isinstance(word, Answer)}
    yield "both", "invite", game.invite.secret
    yield "both", "key of the invite", game.invite.epoch_key
    for seat, (who, me) in enumerate(players(game)):
        yield who, "identity", (game.home(who) / "identity").read_bytes()
        yield who, "seed", me.seed
        yield who, "author key", me.derive(b"author key")
        yield who, "box key", me.box_secret
        yield who, "key share", me.share(genesis.id).encode()
        yield who, "key of the game", open_key(offer.boxes[seat], me.box_secret)
        for turn in turns:
            yield who, "luck of a turn", me.derive(b"turn", turn)


def spellings(secret: bytes) -> Iterator[bytes]:
    """Yield how a secret looks in a log, a traceback or a file."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    yield repr(secret).encode()[2:-1]
    yield str(int.from_bytes(secret)).encode()
    yield str(int.from_bytes(secret, "little")).encode()
    for before in range(3):
        inside = b64encode(bytes(before) + secret)[4:-4]
        yield inside
        yield inside.replace(b"+", b"-").replace(b"/", b"_")


@pytest.mark.attack(66)
@pytest.mark.attack(39)
def test_no_secret_is_printed_logged_or_written_where_others_read(game: Game) -> None:
    """Not even with every line of every library's log; the invite was shown once."""
    assert b"DEBUG" in game.said, "nothing was logged: this test looks at nothing"
    public = [game.said, game.transcript, (game.folder / "guest.p2pgame").read_bytes()]
    others = {
        who: [path.read_bytes() for path in game.home(who).rglob("*") if path.is_file()]
        for who in ("host", "guest")
    }
    count = 0
    for owner, what, secret in secrets(game):
        read = list(public)
        if owner != "both":
            read += others["guest" if owner == "host" else "host"]
        if what == "key of the game":
            read = public
        for spelling in spellings(secret):
            count += 1
            assert len(spelling) >= 12
            assert not any(spelling in text for text in read), what
    assert count > 200


@pytest.mark.attack(66)
def test_a_log_on_disk_holds_words_and_no_seeds(game: Game) -> None:
    for who, me in players(game):
        (log,) = game.home(who).rglob("log")
        for secret in (me.seed, me.derive(b"author key"), me.box_secret):
            assert secret not in log.read_bytes()


CORES = """
import resource
hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
from p2pgame.cli.main import main
main(["games"], standalone_mode=False)
print("limit", resource.getrlimit(resource.RLIMIT_CORE))
"""


@pytest.mark.attack(66)
def test_a_program_that_ends_badly_leaves_no_picture_of_its_memory(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CORES],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.endswith("limit (0, 0)\n")


@pytest.mark.attack(39)
def test_no_invite_is_in_a_command_line_that_we_make(tmp_path: Path) -> None:
    """Anybody on a machine may read those; a guest of ours gets it by a pipe."""
    done = subprocess.run(
        [sys.executable, "-c", TALKATIVE, "play", "kuhn", "--transcript", "hand"],
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    started = [line for line in done.stderr.splitlines() if line.startswith("STARTED")]
    assert any("'join', '-'" in line for line in started)
    assert not any("P2PGAME:" in line for line in started)


@pytest.mark.attack(50)
def test_a_name_is_no_path(game: Game) -> None:
    """A guest is called ``../../x``: no file is named by it, or lies elsewhere."""
    assert [*game.folder.parent.glob("x*")] == []
    transcripts = {"host.p2pgame", "guest.p2pgame"}
    homes = {"host home", "guest home"}
    assert {path.name for path in game.folder.iterdir()} == transcripts | homes
    for who in ("host", "guest"):
        for path in game.home(who).rglob("*"):
            assert re.fullmatch(r"[a-z.-]{1,24}|[0-9a-f]{32}", path.name), path


@pytest.mark.attack(65)
def test_whatever_the_mask_what_is_secret_is_its_owner_s(game: Game) -> None:
    """Both programs ran with umask 000."""
    found = 0
    for who in ("host", "guest"):
        for path in (game.home(who), *game.home(who).rglob("*")):
            found += 1
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    assert found >= 12
