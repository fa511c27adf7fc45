"""Tries rules before anybody plays by them, in a process with limits.

One game is begun of each number of seats, the fewest first, as far as time allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic

from p2pgame.engine import AnyGame, Options, RulesError
from p2pgame.playtest.trial import try_out

from .confined_game import confinement
from .rules_process import RulesProcess, Unlimited

#: The most numbers of seats that are tried, and the seconds for all of them.
SEATS, SECONDS = 16, 15.0


def try_rules(
    text: str, game: AnyGame, table: tuple[int, Options] | None = None
) -> None:
    """Try the first calls of the rules of a text, or those at one table.

    Where a system has no limits for a process, the rules are tried here.

    Raises:
      RulesError: They fail: in which call and line, and how.
    """
    tables = _tables(game) if table is None else [table]
    with _tried_by(text, game) as trial:
        until = monotonic() + SECONDS
        for seats, options in tables:
            try:
                trial(seats, options)
            except RulesError as error:
                raise RulesError(f"{error} (in a game of {seats})") from None
            if monotonic() > until:
                return


@contextmanager
def _tried_by(text: str, game: AnyGame) -> Iterator[Callable[[int, Options], None]]:
    """Yield what tries a game; a process that is started for it ends with it."""
    own: RulesProcess | None = None
    try:
        try:
            process = confinement(game).process
        except LookupError:
            process = own = RulesProcess(text)
            own.prepare_trials()
        yield process.try_out
    except Unlimited:
        yield partial(try_out, game)
    finally:
        if own is not None:
            own.close()


def _tables(game: AnyGame) -> list[tuple[int, Options]]:
    """Return the tables to try: all numbers of seats, or of many some."""
    numbers = game.seats
    step = max(1, -(-(len(numbers) - 1) // (SEATS - 1)))
    tried = sorted({*numbers[::step], numbers[-1]})
    return [(seats, game.options()) for seats in tried]
