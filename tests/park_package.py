"""Installs the test game park as a package, for programs that tests start."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).parent / "engine" / "park.py"


def install(folder: Path) -> Path:
    """Put the game into a folder, which goes to PYTHONPATH; return the folder."""
    package, info = folder / "park", folder / "park-1.dist-info"
    package.mkdir(parents=True)
    info.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(SOURCE.read_text("utf-8"), "utf-8")
    (info / "METADATA").write_text("Name: park\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[p2pgame.games]\npark = park.rules:ParkGame\n"
    )
    return folder
