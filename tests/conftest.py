"""Hypothesis without deadlines: machines are shared, and a promise is not a speed.

Programs that tests start speak English, whatever language their machine has.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

os.environ["P2PGAME_LANG"] = "en"
settings.register_profile("p2pgame", deadline=None)
settings.load_profile("p2pgame")

#: What takes a minute each begins first, or one worker has it left at the end.
LONGEST = "tests/simulation/test_simulation.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
