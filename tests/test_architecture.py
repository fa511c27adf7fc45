"""The house rules that a machine can check: arrows, purity and sizes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
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

#: Each room, and what of ours it may import besides itself.
ARROWS: dict[str, set[str]] = {
    "protocols": set(),
    "protocols.arithmetic": set(),
    "protocols.proofs": {"protocols.arithmetic"},
    "protocols.threshold": {"protocols", "protocols.arithmetic", "protocols.proofs"},
    "protocols.chance": {"protocols", "protocols.arithmetic", "protocols.threshold"},
    "protocols.deck": PROTOCOLS - {"protocols.deck", "protocols.classic"},
    "protocols.classic": {"protocols", "protocols.arithmetic", "protocols.proofs"},
    "p2pgame": set(),
    "p2pgame.engine": set(),
    "p2pgame.log": set(),
    "p2pgame.transport": set(),
    "p2pgame.transport.relay": {"p2pgame.transport"},
    "p2pgame.transport.nostr": {"p2pgame.transport", "p2pgame.transport.relay"},
    "p2pgame.transport.finding": {"p2pgame.transport", "p2pgame.transport.relay"},
    "p2pgame.transport.paths": {"p2pgame.transport"},
    "p2pgame.relay": {"p2pgame.transport", "p2pgame.transport.relay"},
    "p2pgame.session": {*SESSION[:2], SESSION[3]},
    "p2pgame.session.entries": {*BASE, "protocols.arithmetic"},
    "p2pgame.session.lobby": {*BASE, *SESSION[:1]},
    "p2pgame.session.game": {*BASE, *PROTOCOLS, *SESSION[:2]},
    "p2pgame.session.table": {*BASE, *SESSION[:3]},
    "p2pgame.session.peer": {*BASE, "protocols.arithmetic", *SESSION[:4]},
    "p2pgame.tabletop": {"p2pgame.engine"},
    "p2pgame.playtest": {"p2pgame.engine", "p2pgame.tabletop"},
    "p2pgame.text": {"p2pgame.engine"},
    "p2pgame.client": {"p2pgame.engine", "p2pgame.session", "p2pgame.session.lobby"},
    "games": {"p2pgame.engine", "p2pgame.tabletop"},
    "cli": {
        "games",
        "p2pgame.engine",
        "p2pgame.tabletop",
        "p2pgame.playtest",
        "p2pgame.text",
        "p2pgame.client",
        "p2pgame.log",
        "p2pgame.session",
        *SESSION,
        "p2pgame.transport",
        "p2pgame.transport.relay",
        "p2pgame.transport.nostr",
        "p2pgame.transport.finding",
        "p2pgame.transport.paths",
        "p2pgame.relay",
    },
}
#: Whatever touches disk, network, clock, randomness or other processes.
EFFECTS = {
    *("asyncio", "datetime", "fcntl", "multiprocessing", "os", "pathlib", "random"),
    *("secrets", "shutil", "signal", "socket", "subprocess", "sys", "tempfile"),
    *("threading", "time", "trio", "trio_websocket", "uuid"),
}
PURE = {
    *("protocols", "p2pgame.engine", "p2pgame.log", "p2pgame.session"),
    *("p2pgame.tabletop", "p2pgame.playtest", "games"),
}
#: Modules of those rooms that do: group.py tidies up after its library, and the
#: registry reads what games are made of.
IMPURE = {
    "games/registry.py",
    "protocols/arithmetic/group.py",
    "p2pgame/log/disk.py",
    "p2pgame/log/durable.py",
    "p2pgame/log/store.py",
    "p2pgame/session/peer/doubt.py",
    "p2pgame/session/peer/intake.py",
    "p2pgame/session/peer/machine.py",
    "p2pgame/session/peer/neighbour.py",
    "p2pgame/session/peer/runner.py",
}
#: Libraries that one room, or one module, alone may touch.
KEEPERS = {
    "rbcl": {"protocols/arithmetic/group.py"},
    "trio_websocket": {"p2pgame/transport/websocket.py"},
    "sqlite3": {"p2pgame/relay/sqlite_file.py"},
    "coredis": {"p2pgame/relay/redis_wire.py"},
    "spake2": {"p2pgame/transport/finding/spoken.py"},
    "qrcode": {"cli/qr.py"},
    "coincurve": {"p2pgame/transport/nostr/client.py"},
    "fluent": {"p2pgame/text/fluent.py"},
    "pickle": set[str](),
    "marshal": set[str](),
    "shelve": set[str](),
}
#: Games that show how short a game is to write, docstring and all.
SHORT = {
    **{"tictactoe": 61, "pig": 60, "kuhn": 70, "memory": 112, "blackjack": 143},
    **{"goofspiel": 150, "rps": 150, "liars_dice": 153, "crazy_eights": 150},
    **{"hearts": 150, "spades": 150, "battleship": 152},
}
MAX_LINES = 500
MAX_FUNCTION = 60

MODULES = sorted(
    path.relative_to(ROOT)
    for top in ("protocols", "p2pgame", "games", "cli")
    for path in (ROOT / top).rglob("*.py")
)
#: And what tests and measures them.
ALL = MODULES + sorted(
    path.relative_to(ROOT)
    for top in ("tests", "bench")
    for path in (ROOT / top).rglob("*.py")
)


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
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            level = node.level
            base = ".".join(package[: len(package) - level + 1]) + "." if level else ""
            module = (base + (node.module or "")).rstrip(".")
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_room_imports_only_what_its_arrows_allow(path: Path) -> None:
    home = room(name_of(path))
    assert home is not None, f"{path} is in no room"
    for module in imports(path):
        other = room(module)
        if other in (None, home):
            continue
        single = {one for one in ARROWS[home] if one not in ARROWS}
        assert other in ARROWS[home] or any(
            (module + ".").startswith(one + ".") for one in single
        ), f"{home} may not import {module}"


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_pure_rooms_touch_nothing(path: Path) -> None:
    home = room(name_of(path))
    if home in PURE and path.as_posix() not in IMPURE:
        touched = {module.split(".")[0] for module in imports(path)} & EFFECTS
        assert not touched, f"{home} is pure: no {touched}"


@pytest.mark.attack(52)
@pytest.mark.parametrize("path", MODULES, ids=str)
def test_libraries_stay_with_their_keepers(path: Path) -> None:
    for module in imports(path):
        keepers = KEEPERS.get(module.split(".")[0])
        assert keepers is None or path.as_posix() in keepers, f"no {module} here"


@pytest.mark.parametrize("path", ALL, ids=str)
def test_modules_and_functions_stay_small(path: Path) -> None:
    text = (ROOT / path).read_text()
    assert len(text.splitlines()) <= MAX_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            length = node.end_lineno - node.lineno + 1
            assert length <= MAX_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.attack(52)
@pytest.mark.parametrize("path", MODULES, ids=str)
def test_nothing_is_evaluated(path: Path) -> None:
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"eval", "exec", "compile", "__import__"}


def test_the_page_has_the_same_arrows() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    block = page.split("Allowed imports, and nothing else")[1].split("\n\n")[1]
    arrows = {name.removeprefix("p2pgame."): to for name, to in ARROWS.items()}
    del arrows["p2pgame"]
    shown: dict[str, set[str]] = {}
    for line in block.splitlines():
        rooms, allowed = re.split(r" {2,}", line.strip())
        for one in rooms.split(", "):
            shown[one] = names(allowed, {*arrows} - {one})
    assert shown == {
        one: {name.removeprefix("p2pgame.") for name in to}
        for one, to in arrows.items()
    }


#: What the page calls the rooms that all of the session may import.
SHORTHANDS = {
    "BASE": ", ".join(sorted(one.removeprefix("p2pgame.") for one in BASE)),
    "all of protocols": ", ".join(sorted(PROTOCOLS)),
}


def names(text: str, others: set[str]) -> set[str]:
    """Read what the page says that a room may import."""
    if text == "none of ours":
        return set()
    if text.startswith("everything but "):
        return others - PROTOCOLS
    for short, long in SHORTHANDS.items():
        text = text.replace(short, long)
    return {name for name in text.split(", ") if name}


def test_every_public_name_is_listed_and_there() -> None:
    import importlib

    for path in MODULES:
        if path.name == "__init__.py" and (ROOT / path).read_text().strip():
            package = importlib.import_module(name_of(path))
            names = package.__all__
            assert len({*names}) == len(names)
            assert all(hasattr(package, name) for name in names)


@pytest.mark.parametrize("name", SHORT)
def test_a_small_game_is_short(name: str) -> None:
    lines = (ROOT / "games" / f"{name}.py").read_text().splitlines()
    assert len(lines) <= SHORT[name]
