"""Hypothesis without deadlines: machines are shared, and a promise is not a speed."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("p2pgame", deadline=None)
settings.load_profile("p2pgame")

#: What takes a minute each begins first, or one worker has it left at the end.
LONGEST = "tests/simulation/test_simulation.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
