"""Tests of the workers have real ones, which start an interpreter."""

from __future__ import annotations

import pytest

from tests import forked_workers


@pytest.fixture(autouse=True)
def new_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    forked_workers.leave_alone(monkeypatch)
