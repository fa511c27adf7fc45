"""Files of games among people whose names and keys a test knows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from p2pgame.cli.main import main
from p2pgame.client.transcripts import bounded
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import GAMES
from p2pgame.session.entries.payloads import Hello, Payload
from tests.archiving import Whole
from tests.session.tables import Net, any_offer
from tests.workers.here import Here

NAMES = ("Anna", "Ben", "Cleo")
#: The keys of these, as people compare them.
KEYS = (
    "278f 7834 e01e a8c0 ff39",
    "a6d4 fdbf b252 503c d68f",
    "da47 516f 1f7d 9b84 8138",
)
WORDS = (
    "Each player is known by a key. A name is a mere word, which no key vouches for:"
)
CALLED = [
    f"  key {key}, calling itself {name}" for key, name in zip(KEYS, NAMES, strict=True)
]


class Newer(KuhnPoker):
    """A version of the game that is not here yet."""

    version = 7


def called(seat: int, payload: Payload) -> Payload:
    """Give a player the name by which it is known here."""
    if isinstance(payload, Hello):
        return replace(payload, name=NAMES[seat])
    return payload


def net_of(name: str, chance: Random | None = None, luck: bytes = b"") -> Net:
    decide = any_offer(chance or Random(1))
    net = Net(GAMES[name], 2, chance=chance, decide=decide, luck=luck)
    net._forge = called
    return net


class Named(Whole):
    """A game among these players."""

    def net(self) -> Net:
        net = super().net()
        net._forge = called
        return net


def newer() -> bytes:
    net = Net(Newer(), 2, forge=called)
    net.play()
    return net.tables[0].transcript()


def begun(words: int) -> bytes:
    """Return the file of a game that stopped after so many words."""
    net = net_of("tictactoe", luck=b"a table of its own")
    net.play(until=lambda: len(net.said) >= words)
    return net.tables[0].transcript()


FOUR: Mapping[str, object] = {"cards": 4}
MAKE: Mapping[str, Callable[[], bytes]] = {
    "plain": Named("kuhn", 2).data,
    "dropped": Named("goofspiel", 3, FOUR).without(2),
    "forfeited": Named("holdem", 3, {}, absence="forfeit").without(2),
    "audited": Named("goofspiel", 3, FOUR, deck="commutative", quorum=0).data,
    "newer": newer,
    "begun": lambda: begun(10),
    "lobby": lambda: begun(2),
    "moved-for": lambda: transcript(
        Named("holdem", 3, {}, absence="default").silenced(2, 10)
    ),
}


def transcript(net: Net) -> bytes:
    return net.tables[0].transcript()


def verify(folder: Path, name: str, *options: str) -> Result:
    return CliRunner().invoke(
        main, ["verify", str(folder / f"{name}.p2pgame"), *options]
    )


def told(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(verify(folder, name, "--json").stdout)
    return found


def written(folder: Path, *names: str) -> Path:
    """Make files of these names, and return where they are."""
    for name in names:
        (folder / f"{name}.p2pgame").write_bytes(MAKE[name]())
    return folder


def strange_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of a player with no contacts; files are checked right here."""
    monkeypatch.setattr(bounded, "Confined", Here)
    home = folder / "home"
    monkeypatch.setenv("P2PGAME_HOME", str(home))
    monkeypatch.setenv("P2PGAME_TRANSCRIPTS", str(home.parent / "files"))
    return home
