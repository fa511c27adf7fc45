"""The test game in the registry."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.client.planners import park


@pytest.fixture
def park_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every table here plays park."""
    with park(monkeypatch):
        yield
