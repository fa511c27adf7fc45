"""A wheel of this tree, built and installed once for all tests of this folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: What a wheel is built from.
SOURCE = ("p2pgame", "protocols", "games", "cli", "pyproject.toml", "setup.py")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a wheel of this tree is installed, and nothing else is."""
    copy = tmp_path_factory.mktemp("source")
    for name in (*SOURCE, "README.md", "LICENSE"):
        whole = ROOT / name
        if whole.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(whole, copy / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(whole, copy / name)
    for room in ("cli", "games", "protocols"):
        (copy / "p2pgame" / room).unlink()  # a checkout on Windows has no links
    site, wheels = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("wheels")
    quiet = ("--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
    pip = (sys.executable, "-m", "pip")
    build = (*pip, "wheel", *quiet, "--no-build-isolation", "-w", str(wheels))
    subprocess.run([*build, str(copy)], check=True, timeout=120)
    (wheel,) = wheels.glob("*.whl")
    install = (*pip, "install", *quiet, "--target", str(site), str(wheel))
    subprocess.run(install, check=True, timeout=120)
    return site
