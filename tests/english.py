"""Messages as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeVar

import pytest

from p2pgame.engine import Message, Reason, Refusal
from p2pgame.games.registry import GAMES
from p2pgame.text import Catalogue

E = TypeVar("E", bound=Exception)

CATALOGUE = Catalogue()
for _game in GAMES.values():
    CATALOGUE.learn(_game)


def english(said: Message | Refusal | None, names: Sequence[str] = ()) -> str:
    """Return a message, or that of an error, in English."""
    assert said is not None
    return _say(said.message if isinstance(said, Refusal) else said, tuple(names))


@lru_cache(1 << 14)
def _say(message: Message, names: tuple[str, ...]) -> str:
    return CATALOGUE.say(message, names)


def english_or_none(said: Message | None) -> str | None:
    """Return a message in English, and None of none."""
    return None if said is None else english(said)


@contextmanager
def refusing(
    kind: type[E], *, match: str | re.Pattern[str]
) -> Iterator[pytest.ExceptionInfo[E]]:
    """Expect an error whose English, or own text, matches."""
    with pytest.raises(kind) as caught:
        yield caught
    error = caught.value
    told = english(error) if isinstance(error, Refusal) else str(error)
    assert re.search(match, told), told


def worded(reason: Reason | None) -> tuple[str, str]:
    """Return a refusal as its code and what people read."""
    assert reason is not None
    return reason.code, english(reason.message)
