"""Threads read values of one type, the first ones too, without harm."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgame.engine.prepared import prepared
from tests.children import WITHIN

ROOT = Path(__file__).parent.parent.parent
PLACES = ("p2pgame", "cli", "games", "protocols")
#: Modules whose own types nothing else reads; these are made ready at import.
AT_IMPORT = {
    "games/mover/mover_text.py",
    "p2pgame/engine/prepared.py",
    "p2pgame/transport/nostr/events.py",
    "p2pgame/transport/nostr/limits.py",
}
#: Four threads read the first value of a type at once, again and again.  The reader is
#: the argument.
RACE = """
import sys
from threading import Barrier, Thread
import msgspec
from p2pgame.engine.prepared import prepared

TEXT = '''
class Inner{n}(msgspec.Struct):
    a: int
    b: dict[str, int] = {{}}

class Outer{n}(msgspec.Struct):
    a: int
    b: list[tuple[int, str]] = []
    c: str = ''
    d: Inner{n} | None = None
'''
DATA = b'{"a": 1, "b": [[1, "a"]], "c": "x", "d": {"a": 1, "b": {"x": 1}}}'
sys.setswitchinterval(1e-6)
for n in range(200):
    exec("from __future__ import annotations\\n" + TEXT.format(n=n))
    kind, together = globals()[f"Outer{n}"], Barrier(4)

    def read():
        together.wait()
        msgspec.json.decode(DATA, type=READER(kind))

    threads = [Thread(target=read) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
print("all read")
"""


def race(reader: str) -> subprocess.CompletedProcess[str]:
    code = RACE.replace("READER", reader)
    command = [sys.executable, "-P", "-c", code]
    environment = {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )


def test_threads_that_read_a_type_first_do_not_end_the_program() -> None:
    done = race("prepared")
    assert (done.returncode, done.stdout) == (0, "all read\n"), done.stderr


def test_a_type_that_nothing_reads_is_refused() -> None:
    with pytest.raises(TypeError):
        prepared(dict[str, int] | dict[int, str])


def reads(path: Path) -> list[str]:
    """Return the calls in a module that read values of a type it does not prepare."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name = ast.unparse(node.func)
        if not name.startswith("msgspec."):
            continue
        kinds = [one.value for one in node.keywords if one.arg == "type"]
        if name == "msgspec.convert":
            kinds += node.args[1:2]
        if name.endswith(".Decoder"):
            kinds += node.args[:1]
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
            for kind in kinds
            if not ast.unparse(kind).startswith("prepared(")
        ]
    return found


def test_each_type_is_made_ready_before_it_is_read() -> None:
    """A module that forgets it crashes once in some thousand starts."""
    paths = [path for place in PLACES for path in sorted((ROOT / place).rglob("*.py"))]
    assert len(paths) > 500
    own = [path for path in paths if path.relative_to(ROOT).as_posix() not in AT_IMPORT]
    assert [line for path in own for line in reads(path)] == []
