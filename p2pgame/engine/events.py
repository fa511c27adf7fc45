"""What has happened: one event answers one turn, and moves the state on."""

from __future__ import annotations

from typing import TypeAlias

from .state import State


class Chosen(State, frozen=True):
    """Answers ``Choose``."""

    player: int
    move: str


class ChosenTogether(State, frozen=True):
    """Answers ``Together``: the moves, in the order of its choices."""

    moves: tuple[str, ...]


class Shuffled(State, frozen=True):
    """Answers ``Shuffle``: nobody knows the order."""


class Dealt(State, frozen=True):
    """Answers ``Deal``: who was dealt what face is in nobody's state."""


class Opened(State, frozen=True):
    """Answers ``Open``: the faces, in the order of its slots."""

    faces: tuple[str, ...]


class Rolled(State, frozen=True):
    """Answers ``Roll``: one value from 0 to sides − 1 for each die."""

    values: tuple[int, ...]


Event: TypeAlias = Chosen | ChosenTogether | Shuffled | Dealt | Opened | Rolled
