"""What programs may import from ``p2pgame`` itself, and what that loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

import p2pgame
from p2pgame.engine import IllegalMove

NAMES = [
    "ClientError",
    "IllegalMove",
    "Program",
    "World",
    "events",
    "host",
    "join",
    "questions",
    "replay",
    "resume",
    "say",
    "spectate",
    "verify",
]


def test_these_are_the_public_names() -> None:
    assert p2pgame.__all__ == NAMES
    for name in NAMES:
        assert name in dir(p2pgame)
        assert getattr(p2pgame, name) is not None


def test_an_illegal_move_is_the_one_that_rules_refuse_by() -> None:
    assert p2pgame.IllegalMove is IllegalMove


def test_another_name_is_missing_as_in_any_module() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(p2pgame, "nothing")  # noqa: B009 (a type checker knows, too)


def loaded_by(module: str) -> set[str]:
    """Return the names of all modules that importing one loads."""
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return {*done.stdout.split()}


def rooms_of(modules: set[str]) -> set[str]:
    """Return their first names, which are those of rooms if they are ours."""
    return {name.removeprefix("p2pgame.").split(".")[0] for name in modules}


@pytest.mark.parametrize("module", ["p2pgame", "p2pgame.engine"])
def test_rules_alone_load_neither_games_nor_the_network(module: str) -> None:
    rooms = rooms_of(loaded_by(module))
    assert not rooms & {"trio", "games", "protocols", "cli", "rich", "click"}


def test_the_client_loads_no_terminal() -> None:
    rooms = rooms_of(loaded_by("p2pgame.client.seats"))
    assert not rooms & {"cli", "rich", "click"}
