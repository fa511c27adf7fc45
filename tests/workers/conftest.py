"""Tests of the workers have real ones, which start an interpreter."""

from __future__ import annotations

import pytest

from tests.forked import Popen


@pytest.fixture(autouse=True)
def new_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    if Popen.is_forked:
        from tests import forked_workers  # not on Windows

        forked_workers.leave_alone(monkeypatch)
