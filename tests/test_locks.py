"""What a release was tested with is pinned: each package exactly, each file by hash."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.sources import ROOT

#: The extras that each file pins, beside what the program always needs.
FILES = {
    "play": ("chess", "nostr", "redis"),
    "test": ("chess", "dev", "nostr", "redis", "test"),
}
AGAIN = "make locks"
_PIN = re.compile(r"([a-z0-9-]+(?:\[[a-z0-9,-]+\])?==[^ ;]+)(?: ; [^\\]+)? \\")
_HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def pinned(path: Path) -> dict[str, str]:
    """Return the version of each package in a file that has nothing but pins."""
    found, hashes = dict[str, str](), 1
    for line in path.read_text("utf-8").splitlines():
        if _HASH.fullmatch(line):
            hashes += 1
            continue
        pin = _PIN.fullmatch(line)
        assert pin is not None, line
        assert hashes, f"{line} follows a package without a hash"
        one, hashes = Requirement(pin[1]), 0
        (version,) = one.specifier
        found[canonicalize_name(one.name)] = version.version
    assert hashes
    return found


@pytest.mark.attack(73)
@pytest.mark.parametrize("name", FILES)
def test_all_that_is_asked_for_is_pinned_at_a_version_that_will_do(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"]]
    for extra in FILES[name]:
        asked += project["optional-dependencies"][extra]
    pins = pinned(ROOT / "requirements" / f"{name}.txt")
    for one in map(Requirement, asked):
        version = pins.get(canonicalize_name(one.name))
        assert version is not None, f"{one.name}: {AGAIN}"
        assert one.specifier.contains(version), f"{one}: {AGAIN}"
    assert len(pins) > len(asked)
