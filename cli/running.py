"""Running a seat: from the command line to the last sentence.

Whatever the world does to the program is told in one sentence; only a fault of
the program itself is shown whole.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click
import trio

from p2pgame.client.errors import ClientError
from p2pgame.client.profile.transcripts import Saved
from p2pgame.log import StoreError
from p2pgame.session import Refuted
from p2pgame.transport.link import TransportError

from . import options, reading, words
from .people import Bot, Decider, Person
from .screen import Screen
from .seated import Seat

R = TypeVar("R")

#: What the world around the program can do to it.
_FORESEEN = (OSError, StoreError, TransportError)


def seat(name: str | None, *, bot: bool, transcript: Path | None) -> Seat:
    """Return a seat for whoever is at this terminal, or for a program."""
    screen = Screen(keys=not bot)
    decider: Decider = Bot(random.Random()) if bot else Person(screen)
    name = name or ("Host bot" if bot else options.own_name())
    return Seat(name, decider, screen, transcript)


def run(main: Callable[[], Awaitable[R]]) -> R:
    """Run the program; what ends it is told in a sentence.

    Errors come out of nurseries in groups.  What a person should read first is
    what our own code says; a fault of the program is shown whole.
    """
    try:
        return trio.run(main)
    except BaseException as error:
        told = list(_leaves(error))
        for kind in (click.ClickException, ClientError, KeyboardInterrupt):
            for leaf in told:
                if isinstance(leaf, kind):
                    raise leaf from None
        if all(isinstance(leaf, _FORESEEN) for leaf in told):
            raise click.ClickException(_reason(told[0])) from None
        raise


def say_verified(saved: Saved, screen: Screen) -> None:
    """Check the transcript that was written, and say where it is."""
    with refuted():
        screen.line(reading.verified(reading.checked(saved)))
    screen.line(f"The transcript is in {saved.path}.")


@contextmanager
def refuted() -> Iterator[None]:
    """Tell why a file is refuted, as the reason for exit status 1."""
    try:
        yield
    except Refuted as why:
        raise click.ClickException(f"{words.told(why)}.") from None


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return words.sentence(f"{where}{error.strerror}")
    return words.sentence(words.told(error))
