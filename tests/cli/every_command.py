"""What is typed for each command and subcommand, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import NamedTuple

from tests.archiving import ARCHIVE
from tests.forked import ROOT

ATTACKS = ROOT / "examples" / "attacks"
KUHN = str(ARCHIVE / "kuhn-1-masked.p2pgame")
CHESS = str(ARCHIVE / ("chess" if find_spec("chess") else "kuhn")) + "-1-masked.p2pgame"
HERE = ("--listen", "127.0.0.1:0")


class Walk(NamedTuple):
    """What is typed, and what comes of it where all is well.

    ``reads``: it reads files, and needs no home.  ``stays``: it goes on until somebody
    ends it.  ``is_slow``: it takes a second.
    """

    typed: Sequence[str]
    status: int = 0
    reads: bool = False
    stays: bool = False
    is_slow: bool = False


#: What each command does, and each of its subcommands.
WALKS: Mapping[str, Walk] = {
    "play": Walk(("play", "kuhn"), is_slow=True),
    "web": Walk(("web", "--no-open"), stays=True),
    "join": Walk(("join", "P2PGAME:no"), 2),
    "next": Walk(("next",), 1),
    "resume": Walk(("resume", "1"), 130, stays=True),
    "watch": Walk(("watch", "P2PGAME-WATCH:no"), 2),
    "games": Walk(("games",)),
    "rules": Walk(("rules", "kuhn")),
    "rules show": Walk(("rules", "show", "kuhn", "--json")),
    "rules add": Walk(("rules", "add", "mine.py"), 2, is_slow=True),
    "rules check": Walk(("rules", "check", "kuhn"), is_slow=True),
    "rules list": Walk(("rules", "list")),
    "rules remove": Walk(("rules", "remove", "mine")),
    "bots": Walk(("bots", "kuhn")),
    "invitations": Walk(("invitations",), 2),
    "contacts": Walk(("contacts",)),
    "contacts list": Walk(("contacts", "list")),
    "contacts keep": Walk(("contacts", "keep", "1")),
    "contacts rename": Walk(("contacts", "rename", "Ben", "Bo")),
    "contacts forget": Walk(("contacts", "forget", "Ben")),
    "tables": Walk(("tables",)),
    "tables list": Walk(("tables", "list")),
    "tables forget": Walk(("tables", "forget", "1", "--yes")),
    "tables transcript": Walk(("tables", "transcript", "1", "mine")),
    "move-seat": Walk(("move-seat", "seat", "--passphrase-file", "secret")),
    "take-seat": Walk(("take-seat", "secret", "--passphrase-file", "secret"), 2),
    "settings": Walk(("settings",)),
    "settings name": Walk(("settings", "name", "Ann")),
    "settings transcripts": Walk(("settings", "transcripts", ".")),
    "settings relay": Walk(("settings", "relay", "wss://relay.example")),
    "settings on-turn": Walk(("settings", "on-turn", "bell")),
    "doctor": Walk(("doctor",), is_slow=True),
    "completion": Walk(("completion", "bash")),
    "host": Walk(("host", "kuhn", "--no-relay", *HERE), 130, stays=True),
    "invite": Walk(("invite", "Ben"), 2),
    "verify": Walk(("verify", KUHN), reads=True),
    "verify --json": Walk(("verify", KUHN, "--json"), reads=True),
    "ledger": Walk(("ledger", KUHN), reads=True),
    "show": Walk(("show", KUHN), reads=True),
    "pgn": Walk(("pgn", CHESS), 0 if "chess" in CHESS else 2, reads=True),
    "pdn": Walk(("pdn", str(ARCHIVE / "checkers-1-draw.p2pgame")), reads=True),
    "phh": Walk(("phh", str(ARCHIVE / "holdem-1-masked.p2pgame")), reads=True),
    "evidence": Walk(("evidence", str(ATTACKS / "two-stories.evidence")), reads=True),
    "receipt": Walk(("receipt", str(ATTACKS / "two-results.receipt")), reads=True),
    "receipt --write": Walk(("receipt", KUHN, "--write", "mine"), 2),
    "newgame": Walk(("newgame", "mine")),
    "playthrough": Walk(("playthrough", "kuhn")),
    "perft": Walk(("perft", "tictactoe", "--depth", "1")),
    "pipe": Walk(("pipe",)),
    "serve": Walk(("serve",), stays=True),
    "token": Walk(("token", "bo")),
    "arena": Walk(("arena", "kuhn", "random", "random", "--games", "2"), is_slow=True),
    "train": Walk(("train", "kuhn", "--iterations", "1"), is_slow=True),
    "relay": Walk(("relay", *HERE), stays=True),
}
