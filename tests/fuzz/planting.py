"""Faults that are planted in a copy of a module, and whether a target finds them."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from tests.fuzz.target import Target, run

SEED = 20261121


def planted(module: ModuleType, old: str, new: str) -> Any:
    """Return a copy of a module in which something stands for something else."""
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands there {text.count(old)} times"
    copy = ModuleType(module.__name__)
    copy.__package__ = module.__package__
    exec(compile(text.replace(old, new), module.__file__, "exec"), copy.__dict__)
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, Exception):
            vars(copy)[name] = value  # so that the copy raises what is expected
    return copy


def found(target: Target, *, within: int) -> None:
    """Check that a target finds something in so many inputs."""
    tally = run(target, seed=SEED, chunk=0, count=within, enough=1)
    assert tally.findings, f"seed {SEED}: nothing among {tally.words}"
