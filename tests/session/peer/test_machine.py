"""The collector is kept from a long log, and from nothing else."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from p2pgame.session.peer.machine import LONG, MACHINE
from tests.english import refusing


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def fold(size: int) -> list[list[int]]:
    """Leave so many objects, with the collector kept away."""
    with MACHINE.undisturbed():
        assert not gc.isenabled()
        left = [[number] for number in range(size)]
    assert gc.isenabled()
    return left


def test_what_a_long_log_leaves_is_not_looked_at_again() -> None:
    frozen = gc.get_freeze_count()
    left = fold(2 * LONG)
    assert gc.get_freeze_count() >= frozen + len(left)


def test_what_a_short_log_leaves_is_looked_at_as_ever() -> None:
    frozen = gc.get_freeze_count()
    left = fold(LONG // 2)
    assert gc.get_freeze_count() == frozen
    assert any(each is left for each in gc.get_objects())


def test_whoever_has_no_collector_is_given_none() -> None:
    gc.disable()
    try:
        with MACHINE.undisturbed():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_collector_is_back_when_a_log_is_refused() -> None:
    with refusing(ValueError, match="refused"), MACHINE.undisturbed():
        raise ValueError("refused")
    assert gc.isenabled()
