"""The house rules that a machine can check: arrows, purity and keepers.

Each rule is one test, which names every module that breaks it.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import MODULES, ROOT, parsed, read

PROTOCOLS = {
    "protocols",
    "protocols.arithmetic",
    "protocols.proofs",
    "protocols.threshold",
    "protocols.chance",
    "protocols.deck",
    "protocols.classic",
}
#: What every room inside the session may import.
BASE = {
    "p2pgame.engine",
    "p2pgame.log",
    "p2pgame.transport.finding.chain",
    "p2pgame.transport.link",
    "p2pgame.transport.envelope",
    "p2pgame.transport.wire_version",
    "p2pgame.transport.frames",
    "p2pgame.transport.outbox",
    "p2pgame.transport.rate",
}
#: The rooms inside the session, each of which may import those before it.
SESSION = [
    "p2pgame.session.entries",
    "p2pgame.session.lobby",
    "p2pgame.session.game",
    "p2pgame.session.table",
    "p2pgame.session.peer",
]
#: What a player's program does, without a screen.
CLIENT = [
    "p2pgame.client",
    "p2pgame.client.events",
    "p2pgame.client.telling",
    "p2pgame.client.profile",
    "p2pgame.client.seat",
    "p2pgame.client.transcripts",
    "p2pgame.client.programs",
    "p2pgame.client.meeting",
]

#: Each room, and what of ours it may import besides itself.
ARROWS: dict[str, set[str]] = {
    "protocols": set(),
    "protocols.arithmetic": set(),
    "protocols.proofs": {"protocols.arithmetic"},
    "protocols.threshold": {"protocols", "protocols.arithmetic", "protocols.proofs"},
    "protocols.chance": {"protocols", "protocols.arithmetic", "protocols.threshold"},
    "protocols.deck": PROTOCOLS - {"protocols.deck", "protocols.classic"},
    "protocols.classic": {"protocols", "protocols.arithmetic", "protocols.proofs"},
    "p2pgame": {
        *("p2pgame.client", "p2pgame.client.events", "p2pgame.client.programs"),
        "p2pgame.client.transcripts",
    },
    "p2pgame.engine": set(),
    "p2pgame.log": set(),
    "p2pgame.transport": {"p2pgame.transport.listener"},
    "p2pgame.transport.listener": {"p2pgame.transport"},
    "p2pgame.transport.relay": {"p2pgame.transport"},
    "p2pgame.transport.nostr": {"p2pgame.transport", "p2pgame.transport.relay"},
    "p2pgame.transport.finding": {"p2pgame.transport", "p2pgame.transport.relay"},
    "p2pgame.transport.paths": {"p2pgame.transport", "p2pgame.transport.listener"},
    "p2pgame.relay": {
        *("p2pgame.transport", "p2pgame.transport.listener"),
        "p2pgame.transport.relay",
    },
    "p2pgame.relay.sqlite": {"p2pgame.relay"},
    "p2pgame.relay.redis": {"p2pgame.relay"},
    "p2pgame.session": {*SESSION[:2], SESSION[3]},
    "p2pgame.session.entries": {*BASE, "protocols.arithmetic"},
    "p2pgame.session.lobby": {*BASE, *SESSION[:1]},
    "p2pgame.session.game": {*BASE, *PROTOCOLS, *SESSION[:2]},
    "p2pgame.session.table": {*BASE, *SESSION[:3]},
    "p2pgame.session.peer": {*BASE, "protocols.arithmetic", *SESSION[:4]},
    "p2pgame.tabletop": {"p2pgame.engine"},
    "p2pgame.playtest": {"p2pgame.engine", "p2pgame.tabletop"},
    "p2pgame.agents": {"p2pgame.engine", "p2pgame.tabletop", "p2pgame.playtest"},
    "p2pgame.agents.cfr": {"p2pgame.agents", "p2pgame.engine", "p2pgame.playtest"},
    "p2pgame.agents.search": {
        *("p2pgame.agents", "p2pgame.engine", "p2pgame.playtest", "p2pgame.workers"),
    },
    "p2pgame.agents.arena": {
        *("games", "p2pgame.agents", "p2pgame.agents.search", "p2pgame.engine"),
        *("p2pgame.log", "p2pgame.workers"),
    },
    "p2pgame.agents.players": {
        *("games", "p2pgame.agents", "p2pgame.engine", "p2pgame.tabletop"),
        "p2pgame.playtest",
    },
    "p2pgame.workers": set(),
    "p2pgame.game_files": {"p2pgame.engine", "p2pgame.tabletop"},
    "p2pgame.text": {"p2pgame.engine"},
    "games": {"p2pgame.engine", "p2pgame.tabletop"},
    "p2pgame.client": {
        *("games", "p2pgame.engine", "p2pgame.playtest", "p2pgame.text", "p2pgame.log"),
        *("p2pgame.agents", "p2pgame.session", *SESSION, "p2pgame.transport"),
        *("p2pgame.transport.listener", "p2pgame.transport.relay", *CLIENT[1:]),
        "p2pgame.client.seat.links",
    },
    "p2pgame.client.events": {"p2pgame.client.questions", "p2pgame.engine"},
    "p2pgame.client.telling": {
        *("games", "p2pgame.client.events", "p2pgame.client.seat", "p2pgame.engine"),
        *("p2pgame.session", "p2pgame.session.lobby", "p2pgame.text"),
    },
    "p2pgame.client.profile": {
        *("games", "p2pgame.client", "p2pgame.client.transcripts", "p2pgame.engine"),
        *("p2pgame.game_files", "p2pgame.log"),
        *("p2pgame.session", "p2pgame.session.entries", "p2pgame.transport"),
        *("p2pgame.transport.relay", "p2pgame.transport.nostr"),
        "p2pgame.transport.finding",
    },
    "p2pgame.client.seat": {
        *("games", *CLIENT[:4], "p2pgame.client.seat.links"),
        *("p2pgame.client.seat.lobby", "p2pgame.client.seat.plans"),
        *("p2pgame.client.transcripts", "p2pgame.agents", "p2pgame.engine"),
        *("p2pgame.log", "p2pgame.session", *SESSION[:2], *SESSION[3:]),
        *("p2pgame.transport", "p2pgame.transport.relay"),
        *("p2pgame.transport.finding", "p2pgame.transport.paths"),
    },
    "p2pgame.client.seat.links": {
        *(*CLIENT[:2], "p2pgame.client.profile", "p2pgame.client.seat"),
        *("p2pgame.client.seat.lobby", "p2pgame.engine", "p2pgame.log"),
        *("p2pgame.session.entries", "p2pgame.session.peer", "p2pgame.transport"),
        *("p2pgame.transport.relay", "p2pgame.transport.nostr"),
        *("p2pgame.transport.finding", "p2pgame.transport.paths"),
    },
    "p2pgame.client.seat.lobby": {
        *("games", *CLIENT[:2], "p2pgame.client.profile", "p2pgame.client.seat"),
        *("p2pgame.engine", "p2pgame.log", "p2pgame.session", *SESSION[:2]),
        *(*SESSION[3:], "p2pgame.transport", "p2pgame.transport.finding"),
    },
    "p2pgame.client.seat.plans": {
        *(*CLIENT[:5], "p2pgame.engine", "p2pgame.session", "p2pgame.session.lobby"),
        "p2pgame.session.peer",
    },
    "p2pgame.client.transcripts": {
        *("games", *CLIENT[:5], "p2pgame.engine", "p2pgame.playtest", "p2pgame.text"),
        *("p2pgame.agents.search", "p2pgame.workers", "p2pgame.log"),
        *("p2pgame.session", *SESSION[:4]),
    },
    "p2pgame.client.programs": {
        *("p2pgame.client", "p2pgame.client.events", "p2pgame.engine"),
        *("p2pgame.agents", "p2pgame.agents.cfr", "p2pgame.agents.search"),
    },
    "p2pgame.client.meeting": {
        *("games", *CLIENT[:2], *CLIENT[3:7], "p2pgame.engine", "p2pgame.log"),
        *("p2pgame.client.seat.links", "p2pgame.client.seat.lobby"),
        *("p2pgame.session", *SESSION[:2], "p2pgame.transport"),
        *("p2pgame.transport.relay", "p2pgame.transport.finding"),
    },
    "p2pgame.web": {
        *(*CLIENT[:2], "p2pgame.client.profile", "p2pgame.engine"),
        *("p2pgame.log", "p2pgame.text"),
    },
    "cli": {"p2pgame.client", "cli.text"},
    "cli.text": {
        *(*CLIENT[:3], "p2pgame.client.transcripts", "p2pgame.client.programs"),
        *("p2pgame.engine", "p2pgame.tabletop"),
    },
    "cli.terminal": {
        *(*CLIENT[:2], "p2pgame.client.programs", "p2pgame.engine"),
        *("p2pgame.tabletop", "cli.text"),
    },
    "cli.commands": {
        *("games", *CLIENT, "p2pgame.engine", "p2pgame.playtest"),
        *("p2pgame.agents", "p2pgame.agents.arena", "p2pgame.agents.cfr"),
        *("p2pgame.relay", "p2pgame.relay.sqlite", "p2pgame.relay.redis"),
        *("p2pgame.workers", "p2pgame.web"),
        *("cli", "cli.text", "cli.terminal"),
    },
}
#: Whatever touches disk, network, clock, randomness or other processes.
EFFECTS = {
    *("asyncio", "datetime", "fcntl", "multiprocessing", "os", "pathlib", "random"),
    *("secrets", "shutil", "signal", "socket", "subprocess", "sys", "tempfile"),
    *("threading", "time", "trio", "trio_websocket", "uuid"),
}
PURE = {
    *PROTOCOLS,
    *SESSION,
    *("p2pgame.engine", "p2pgame.log", "p2pgame.session"),
    *("p2pgame.tabletop", "p2pgame.playtest", "games"),
    *("p2pgame.agents", "p2pgame.agents.cfr", "p2pgame.agents.players"),
    *("p2pgame.agents.search", "p2pgame.agents.arena"),
}
#: Modules of those rooms that do: group.py tidies up after its library.
IMPURE = {
    "protocols/arithmetic/group.py",
    "p2pgame/agents/arena/results_file.py",
    "p2pgame/agents/arena/runner.py",
    "p2pgame/agents/search/parallel.py",
    "p2pgame/log/disk.py",
    "p2pgame/log/durable.py",
    "p2pgame/log/file_lock.py",
    "p2pgame/log/store.py",
    "p2pgame/session/peer/core.py",
    "p2pgame/session/peer/doubt.py",
    "p2pgame/session/peer/frame_reader.py",
    "p2pgame/session/peer/intake.py",
    "p2pgame/session/peer/machine.py",
    "p2pgame/session/peer/peer_connection.py",
    "p2pgame/session/peer/reporter.py",
    "p2pgame/session/peer/runner.py",
}
#: Libraries that one room, or one module, alone may touch.
KEEPERS = {
    "rbcl": {"protocols/arithmetic/group.py"},
    "confusable_homoglyphs": {"p2pgame/session/entries/lookalikes.py"},
    "trio_websocket": {"p2pgame/transport/websocket.py"},
    "sqlite3": {"p2pgame/relay/sqlite/disk.py", "p2pgame/relay/sqlite/rows.py"},
    "coredis": {"p2pgame/relay/redis/wire.py"},
    "spake2": {"p2pgame/transport/finding/spoken.py"},
    "qrcode": {"p2pgame/client/qr.py"},
    "coincurve": {"p2pgame/transport/nostr/client.py"},
    "fluent": {"p2pgame/text/fluent.py"},
    "hypercorn": {"p2pgame/web/connections.py"},
    "starlette": {
        *("p2pgame/web/guard.py", "p2pgame/web/pages.py", "p2pgame/web/programs.py"),
        *("p2pgame/web/server.py", "p2pgame/web/site.py", "p2pgame/web/sockets.py"),
        "p2pgame/web/connections.py",
    },
    "pickle": set[str](),
    "marshal": set[str](),
    "shelve": set[str](),
}
#: Games that show how short a game is to write, docstring and all.
SHORT = {
    **{"tictactoe": 82, "memory": 142, "blackjack": 171, "goofspiel": 179, "rps": 162},
    **{"duel/kuhn": 92, "duel/leduc": 137, "dice/pig": 82, "dice/liars_dice": 204},
    **{"tricks/hearts": 187, "tricks/spades": 167, "battleship/battleship": 184},
    "eights/crazy_eights": 170,
}


def room(module: str) -> str | None:
    """Return the innermost room that a module is in."""
    rooms = [name for name in ARROWS if (module + ".").startswith(name + ".")]
    return max(rooms, key=len, default=None)


def name_of(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield every module that ``path`` imports, in full."""
    package = path.parent.parts
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            level = node.level
            base = ".".join(package[: len(package) - level + 1]) + "." if level else ""
            module = (base + (node.module or "")).rstrip(".")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def allowed(home: str, module: str) -> bool:
    """Return whether a module of the room ``home`` may import ``module``."""
    other = room(module)
    single = {one for one in ARROWS[home] if one not in ARROWS}
    return (
        other in (None, home)
        or other in ARROWS[home]
        or any((module + ".").startswith(one + ".") for one in single)
    )


def test_every_module_is_in_a_room_and_every_room_has_modules() -> None:
    homes = {path.as_posix(): room(name_of(path)) for path in MODULES}
    assert not [path for path, home in homes.items() if home is None]
    assert {*homes.values()} == {*ARROWS}


def test_a_room_imports_only_what_its_arrows_allow() -> None:
    offenders = [
        f"{path} imports {module}"
        for path in MODULES
        for module in imports(path)
        if not allowed(room(name_of(path)) or "", module)
    ]
    assert not offenders, "\n".join(offenders)


def test_pure_rooms_touch_nothing() -> None:
    """Those listed as impure must be: the list is a door, and none stays open."""
    touching = {
        path.as_posix(): touched
        for path in MODULES
        if room(name_of(path)) in PURE
        if (touched := {module.split(".")[0] for module in imports(path)} & EFFECTS)
    }
    assert {room(name_of(path)) for path in MODULES} >= PURE
    offenders = {path: touching[path] for path in touching.keys() - IMPURE}
    assert not offenders, offenders
    assert touching.keys() >= IMPURE, f"pure by now: {IMPURE - touching.keys()}"


@pytest.mark.attack(52)
def test_libraries_stay_with_their_keepers() -> None:
    found = {
        (library, path.as_posix())
        for path in MODULES
        for module in imports(path)
        if (library := module.split(".")[0]) in KEEPERS
    }
    kept = {(library, path) for library, paths in KEEPERS.items() for path in paths}
    assert not found - kept, sorted(found - kept)
    assert not kept - found, f"keepers of nothing: {sorted(kept - found)}"


#: Libraries that draw on a terminal or read its keys.
TERMINAL = {"click", "rich", "prompt_toolkit", "termios", "tty", "curses"}


def test_the_client_has_no_terminal() -> None:
    """A page, a program or a terminal is its front end: it prints nothing itself."""
    modules = [path for path in MODULES if path.is_relative_to("p2pgame/client")]
    assert len(modules) > 40
    imported = [
        f"{path} imports {module}"
        for path in modules
        for module in imports(path)
        if module.split(".")[0] in TERMINAL
    ]
    assert not imported, "\n".join(imported)
    written = [
        f"{path}:{node.lineno}"
        for path in modules
        for node in ast.walk(parsed(path))
        if ast.unparse(node) in {"sys.stdout", "sys.stderr", "sys.stdin", "print"}
        if isinstance(node, ast.Attribute | ast.Name)
    ]
    assert not written, written


@pytest.mark.attack(52)
def test_nothing_is_evaluated() -> None:
    offenders = [
        f"{path}:{node.lineno} calls {node.func.id}"
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in {"eval", "exec", "compile", "__import__"}
    ]
    assert not offenders, "\n".join(offenders)


def test_the_page_has_the_same_arrows() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    block = page.split("Allowed imports, and nothing else")[1].split("\n\n")[1]
    arrows = {name.removeprefix("p2pgame."): to for name, to in ARROWS.items()}
    del arrows["p2pgame"]
    shown: dict[str, set[str]] = {}
    for line in block.splitlines():
        rooms, allowed = re.split(r" {2,}", line.strip())
        for one in rooms.split(", "):
            shown[one] = names(allowed)
    assert shown == {
        one: {name.removeprefix("p2pgame.") for name in to}
        for one, to in arrows.items()
    }


#: What the page calls the rooms that all of the session may import.
SHORTHANDS = {
    "BASE": ", ".join(sorted(one.removeprefix("p2pgame.") for one in BASE)),
    "all of protocols": ", ".join(sorted(PROTOCOLS)),
    "all of session": "session, "
    + ", ".join(one.removeprefix("p2pgame.") for one in SESSION),
    "all of client": ", ".join(one.removeprefix("p2pgame.") for one in CLIENT),
}


def names(text: str) -> set[str]:
    """Read what the page says that a room may import."""
    if text == "none of ours":
        return set()
    for short, long in SHORTHANDS.items():
        text = text.replace(short, long)
    return {name for name in text.split(", ") if name}


def test_every_public_name_is_listed_and_there() -> None:
    packages = [p for p in MODULES if p.name == "__init__.py" and read(p).strip()]
    assert len(packages) >= 5
    for path in packages:
        package = importlib.import_module(name_of(path))
        names = package.__all__
        twice = sorted({name for name in names if names.count(name) > 1})
        missing = [name for name in names if not hasattr(package, name)]
        assert not twice, f"{path} lists {twice} twice"
        assert not missing, f"{path} lists {missing}, which it has not"


def test_a_small_game_is_short() -> None:
    lengths = {
        name: len((ROOT / "games" / f"{name}.py").read_text().splitlines())
        for name in SHORT
    }
    long = [
        f"games/{name}.py has {n} lines, and SHORT allows {SHORT[name]}"
        for name, n in lengths.items()
        if n > SHORT[name]
    ]
    assert not long, long
