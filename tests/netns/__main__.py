"""``python -m tests.netns``: everything that two homes can show (three minutes)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    os.environ["P2PGAME_ALL_HOMES"] = "1"
    sys.exit(pytest.main(["-p", "no:xdist", "-rs", "-s", str(Path(__file__).parent)]))
