"""Writes the files of the gallery and its pages.

``python -m tests.attacks.gallery --write``; without that it prints the page that the
files which are there make.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.sources import ROOT

from . import endings
from .exhibit import OWN
from .page import PAGE, files, page


def write(root: Path = ROOT) -> dict[str, bytes]:
    """Write the files, delete those of no exhibit, and return what was written."""
    made = files()
    folder = root / OWN
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if f"{OWN}/{path.name}" not in made:
            path.unlink()
    for name, data in made.items():
        (root / name).write_bytes(data)
    return made


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        print("say --write to write the files and the page, or nothing to print it")
        return 2
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"P2PGAME_HOME": home, "P2PGAME_LANG": "en"}
        if not arguments:
            print(page(), end="")
            return 0
        made = write()
        PAGE.write_text(page(), "utf-8")
        endings.PAGE.write_text(endings.page(), "utf-8")
    print(f"{len(made)} files, {sum(map(len, made.values()))} bytes in all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
