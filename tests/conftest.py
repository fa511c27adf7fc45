"""Hypothesis without deadlines: machines are shared, and a promise is not a speed.

Programs that tests start speak English, whatever language their machine has.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import settings

from tests import forked
from tests.memo import remember

os.environ["P2PGAME_LANG"] = "en"
settings.register_profile("p2pgame", deadline=None)
settings.load_profile("p2pgame")


@pytest.fixture(autouse=True, scope="session")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have no test in the tester's own folders; transcripts go where programs start."""
    home = tmp_path_factory.mktemp("player")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("P2PGAME_HOME", str(home))
        patch.setenv("P2PGAME_TRANSCRIPTS", ".")
        yield


@pytest.fixture(autouse=True)
def rules_of_one_test() -> Iterator[None]:
    """Have no test play by rules that another one named: a command adds them here."""
    named = os.environ.get("P2PGAME_RULES")
    yield
    os.environ.pop("P2PGAME_RULES", None)
    if named is not None:
        os.environ["P2PGAME_RULES"] = named


@pytest.fixture(autouse=True, scope="session")
def started_and_worked_out_once() -> Iterator[None]:
    """Have workers forked, and peers share what libsodium works out for them."""
    with pytest.MonkeyPatch.context() as patch:
        remember(patch)
        if forked.Popen.is_forked:
            from tests import forked_workers  # not on Windows

            forked_workers.install()
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among seventeen thousand tests, now or later: all stay."""
    gc.disable()
    try:
        with one_compiles():
            return (yield)
    finally:
        gc.freeze()
        gc.enable()


#: The tests that are collected last.
LAST_FOLDER = Path(__file__).parent / "workers"
CAN_WAIT = sys.platform != "win32" and not sys.dont_write_bytecode


@contextmanager
def one_compiles() -> Iterator[None]:
    """In a fresh tree, have one worker collect alone, and compile for the others."""
    is_fresh = not (LAST_FOLDER / "__pycache__").exists()
    with Path(__file__).open("rb") as file:
        if "PYTEST_XDIST_WORKER" in os.environ and is_fresh and CAN_WAIT:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                fcntl.flock(file, fcntl.LOCK_SH)
        yield


#: Tests in a real browser, which are run by their name alone: make test-web.
IN_A_BROWSER = "browser"


def pytest_ignore_collect(
    collection_path: Path, config: pytest.Config
) -> Literal[True] | None:
    if collection_path.name != IN_A_BROWSER:
        return None
    return None if any(IN_A_BROWSER in one for one in config.args) else True


#: What takes a minute each begins first, or one worker has it left at the end.
LONGEST = "tests/simulation/test_simulation.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
