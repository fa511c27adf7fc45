"""A place for a log, in a folder that does not exist yet."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table" / "log"
