"""Writes what tests and pages keep of a game that is new: ``make game NAME=nim``.

These are its golden playthrough, its meanings, its transcripts in the archive, their
recorded states, and its row in docs/wire.md.  Then the tests of this game run: what
they miss is left to its author, such as its texts.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from p2pgame.games.registry import KNOWN, SHIPPED
from tests import archiving, meanings, recorded_states
from tests.games import cases
from tests.test_wire_page import goes_on, row_of

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "wire.md"
#: The tests that ask every game of the registry, by name or of all together.
ASKING = (
    *(
        "games/test_conformance.py",
        "games/test_described.py",
        "games/test_sentences.py",
    ),
    *("games/test_meanings.py", "games/test_drawings.py", "games/test_scenes.py"),
    *("text", "client/test_game_names.py", "test_archive.py"),
    *("test_recorded_states.py", "test_wire_page.py"),
)
#: Seconds for those of one game.
WITHIN = 3600.0


def main(arguments: list[str]) -> int:
    names = [*dict.fromkeys(name for name, _ in SHIPPED)]
    match arguments:
        case [name] if name in names:
            for path in written(name):
                print(f"wrote {path.relative_to(ROOT)}", flush=True)
            others = " and ".join(f"not {other}" for other in names if other != name)
            asking = [f"tests/{one}" for one in ASKING]
            chosen = f"{name} or ({others})"
            done = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "pytest",
                    "-q",
                    "-n",
                    "2",
                    "-k",
                    chosen,
                    *asking,
                ],
                cwd=ROOT,
                timeout=WITHIN,
            )
            return done.returncode
        case [name]:
            print(f"games/registry.py has no line for {name}: add it to SHIPPED")
        case _:
            print("name one game: make game NAME=nim")
    return 2


def written(name: str) -> Iterator[Path]:
    """Write what is kept of a game, and yield the files; what is there stays."""
    (case,) = (one for one in cases.golden() if one.game.name == name)
    if not case.golden:
        cases.write(case)
        yield cases.path_of(name)
    if meanings.append(meanings.written()):
        yield meanings.FILE
    for one in archiving.write():
        yield archiving.ARCHIVE / f"{one}{archiving.SUFFIX}"
    versions = [number for known, number in KNOWN if known == name]
    for one in recorded_states.names():
        path = recorded_states.FOLDER / f"{one}.jsonl"
        if (
            one.startswith(tuple(f"{name}-{n}-" for n in versions))
            and not path.exists()
        ):
            path.write_text(recorded_states.shown(one), "utf-8")
            yield path
    page = PAGE.read_text("utf-8")
    told = with_row(page, name)
    if told != page:
        PAGE.write_text(told, "utf-8")
        yield PAGE


def with_row(page: str, name: str) -> str:
    """Return the page with a game's row in its table, and those that go on listed."""
    before, rest = page.split("\n## Games\n", 1)
    section, after = rest.split("\n## ", 1)
    rows = re.findall(r"^\| \[?([a-z-]+)\b.*\|$", section, re.MULTILINE)[1:]
    if name not in rows:
        later = min((one for one in rows if one > name), default=None)
        row = re.sub(" +", " ", f"| {name} | {' | '.join(row_of(name))} |")
        at = re.search(rf"^\| \[?{later or rows[-1]}\b.*$", section, re.MULTILINE)
        assert at is not None
        place = at.start() if later else at.end() + 1
        section = f"{section[:place]}{row}\n{section[place:]}"
    *some, last = sorted({one for one, _ in SHIPPED if goes_on(one)})
    listed = f"{', '.join(some)} and\n{last} go on"
    section = re.sub(r"(?<=evicted seat )[^;]*?go on", listed, section, count=1)
    return f"{before}\n## Games\n{section}\n## {after}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
