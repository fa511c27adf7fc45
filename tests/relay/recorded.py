"""An evening of three friends at two tables, and all that a relay has of it.

A person talks and two programs play, all of them and the relay programs of their
own.  While the person is asked for its first move the game stands still, and whoever
looks then finds it half way.
"""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from p2pgame.log import AuthorKey, Entry, decode_archive
from p2pgame.session.entries import payloads
from p2pgame.session.entries.identity import Me
from p2pgame.session.entries.payloads import Epoch, Genesis
from p2pgame.transport.envelope import open_key
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.link import InvalidFrame
from tests.children import lines_from
from tests.cli.processes import Guests, line_with
from tests.forked import New
from tests.relay.needles import memory
from tests.relay.programs import Program, program

#: Long enough to be found for sure, and of letters that encodings differ about.
HOST, BOT, PERSON = (
    "Wilhelmina Zürich-Öhme",
    "Bartholomäus Quokka 77",
    "Zoë of Xanadu 4711",
)
CHAT = "Grüße: has anybody seen the violet kangaroo?"

#: What a person types who stays in until the cards are shown.
_MOVES = "check\ncall\nshow\n" * 40
_TABLES = ("host.game", "host-2.game")


@dataclass(frozen=True, slots=True)
class Seen:
    """What a relay has at one moment."""

    memory: bytes
    files: dict[str, bytes]

    @property
    def places(self) -> dict[str, bytes]:
        return {"memory": self.memory, **self.files}


@dataclass
class Evening:
    """What the relay had, and what the players know."""

    folder: Path
    #: The relay's memory before anybody came.
    before: bytes = b""
    half: Seen = Seen(b"", {})
    end: Seen = Seen(b"", {})
    #: The person's memory half way.
    player: bytes = b""
    #: What the relay has written to its log, and told whoever asked how it is.
    log: str = ""
    metrics: str = ""
    #: What the programs have shown to whoever looked at them.
    told: list[str] = field(default_factory=list)
    invites: list[Invite] = field(default_factory=list)

    @property
    def database(self) -> Path:
        return self.folder / "relay.db"

    def transcript(self, table: int) -> bytes:
        return (self.folder / _TABLES[table]).read_bytes()

    def entries(self, table: int) -> list[Entry]:
        return decode_archive(self.transcript(table))[1]

    @property
    def homes(self) -> list[Path]:
        """Where each player keeps its identity."""
        return sorted(self.folder.glob("*/identity"))

    def players(self) -> Iterator[tuple[AuthorKey, list[Me]]]:
        """Yield each player's identity, and its secrets at the tables in order."""
        for path in self.homes:
            identity = AuthorKey(path.read_bytes())
            seeds = path.parent.glob("tables/*/*/seed")
            seats = [
                Me("", identity, seed.read_bytes(), bytes(32))
                for seed in sorted(seeds, key=lambda seed: seed.stat().st_mtime_ns)
            ]
            yield identity, seats

    def keys(self, table: int) -> list[bytes]:
        """Return the keys of a table's frames: the invite's, and those said later."""
        found = [self.invites[table].epoch_key]
        boxes = [me.box_secret for _, seats in self.players() for me in seats]
        for entry in self.entries(table):
            said = payloads.decode(entry.payload)
            if isinstance(said, Genesis | Epoch):
                found.append(_opened(said.boxes[0], boxes))
        return found


def _opened(box: bytes, secrets: list[bytes]) -> bytes:
    for secret in secrets:
        try:
            return open_key(box, secret)
        except InvalidFrame:
            continue
    raise AssertionError("nobody can open this box")


def spend(folder: Path) -> Evening:
    """Play at two tables, one after the other, and watch the relay meanwhile."""
    # A fork's memory has remains of what others were told, too.
    evening, guests = Evening(folder), Guests(folder, New)
    limits = ("expire=0.2", "sweep=0.1", "failures=0/1")
    with program(f"sqlite:{evening.database}", *limits) as relay:
        try:
            _play(evening, guests, relay)
            evening.end = _look(evening, relay)
        finally:
            guests.close()
        url = "http://{}:{}/metrics".format(*relay.address)
        with urllib.request.urlopen(url, timeout=10) as page:
            evening.metrics = page.read().decode()
        relay.process.terminate()
        evening.log = relay.end()
    return evening


def _play(evening: Evening, guests: Guests, relay: Program) -> None:
    evening.before = _memory(relay.process.pid)
    url = "ws://{}:{}".format(*relay.address)
    game = ("holdem", "--players", "3", "--hands", "1", "--relay", url)
    options = ("--hide-address", "--again", "1", "--transcript", "host.game")
    host = guests.start("host", *game, *options, "--name", HOST, "--bot")
    first = line_with("p2pgame join", host).split()[-1]
    join = ("join", first, "--hide-address", "--again", "1", "--transcript")
    bot = guests.start(*join, "bot.game", "--name", BOT, "--bot")
    person = guests.start(*join, "person.game", "--name", PERSON)
    assert person.stdin is not None
    person.stdin.write(f"say {CHAT}\n")
    person.stdin.flush()
    line_with(CHAT, host)
    line_with("Your move: ", person)
    evening.half = _look(evening, relay)
    evening.player = _memory(person.pid)
    person.stdin.write(_MOVES)
    person.stdin.flush()
    for process in (host, bot, person):
        evening.told.append("".join(lines_from(process)))
        assert process.wait(timeout=60) == 0, evening.told
    words = evening.told[0].split()
    second = next(word for word in words if word.startswith("P2PGAME:"))
    evening.invites = [Invite.parse(first), Invite.parse(second)]


def _look(evening: Evening, relay: Program) -> Seen:
    """Look at all that the relay has, the memory last."""
    paths = sorted(evening.folder.glob("relay.db*"))
    files = {path.name: path.read_bytes() for path in paths}
    return Seen(_memory(relay.process.pid), files)


def _memory(process: int) -> bytes:
    """Return a program's memory, or nothing where nobody may read it."""
    try:
        return memory(process)
    except PermissionError:
        return b""
