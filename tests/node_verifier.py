"""Runs tests/node/verify.mjs: a verifier of two games with masked decks."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.refusing import COMPLETE, NOT_FAIR, NOT_HERE, SO_FAR

NODE = Path(__file__).parent / "node"
SIGNED, REFUSED, UNSUPPORTED = 0, 1, 3
#: The exit status for each verdict, and the first word of the last line.
SAID = {
    COMPLETE: (SIGNED, "signed"),
    SO_FAR: (SIGNED, "unfinished"),
    NOT_FAIR: (REFUSED, "refused"),
    NOT_HERE: (UNSUPPORTED, "unknown"),
}
#: Seconds for one process: a hundred files take ten where nothing else runs.
WITHIN = 300.0
IMPORTS = "import '@noble/curves/ed25519.js'; import '@noble/hashes/blake2.js'"
#: What an error of the verifier itself, not of the file, would look like.
BROKEN = re.compile(r"not a function|not iterable|undefined|not defined|before init")


class Verdict(NamedTuple):
    status: int
    lines: list[str]

    @property
    def said(self) -> tuple[int, str]:
        """The exit status, and the first word of the last line."""
        return self.status, self.lines[-1].split()[0]


def verdict(path: Path) -> Verdict:
    """Return what the verifier says of a file; skip the test where it can't run."""
    done = run("verify.mjs", path)
    return _whole(Verdict(done.returncode, done.stdout.splitlines()))


def verdicts(paths: Sequence[Path]) -> list[Verdict]:
    """Return what it says of each file, in one process; skip where it can't run."""
    done = run("many.js", *paths)
    return [_whole(Verdict(*each)) for each in json.loads(done.stdout)]


def run(
    *arguments: str | Path, may_complain: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run node among the verifier's modules; skip the test where it can't."""
    if why := _missing():
        pytest.skip(why)
    done = _run(*arguments)
    assert may_complain or not done.stderr
    return done


@cache
def _missing() -> str | None:
    """Return why the verifier can't run here, or None."""
    if shutil.which("node") is None:
        return "node is not installed"
    if _run("--input-type=module", "--eval", IMPORTS).returncode:
        return "its packages are not installed: npm ci --prefix tests/node"
    return None


def _run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = ["node", *arguments]
    return subprocess.run(
        command, cwd=NODE, capture_output=True, text=True, timeout=WITHIN
    )


def _whole(told: Verdict) -> Verdict:
    assert not BROKEN.search(told.lines[-1]), told.lines[-1]
    return told
