"""Play many simulated games: ``make simulate``.

``--games N`` games from ``--seed S`` on, then ``--full-games N`` games of hold'em
with all cards.  ``--state FILE`` keeps them, so that the same command goes on where
it was stopped.  ``--with NAME`` has every game meet a nemesis or a cheat.  Ends with
1 if anything happened that must not, and with 2 if it can't begin.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from time import monotonic

from tests.simulation.campaign import (
    Job,
    Totals,
    failure,
    full,
    judged,
    relayed,
    simulate,
    table,
)
from tests.simulation.crashes import unfolded
from tests.simulation.draw import drawn
from tests.simulation.draw_ahead import closing
from tests.simulation.draw_evening import evening
from tests.simulation.draw_time import slow, unhurried, unhurried_cards
from tests.simulation.faults import Wanted
from tests.simulation.judge import judging
from tests.simulation.plan import Plan
from tests.simulation.state import Header, State, Unusable, commit, opened
from tests.simulation.world import play

#: Failures that are shown in full.
SHOWN = 10

#: Seconds between two lines that say how far it is.
SAY_EVERY = 15.0

#: The campaigns, by their names.
GAMES, CARDS = "games", "games with 52 cards"


def main(arguments: Sequence[str] | None = None) -> int:
    given, wanted = _arguments(arguments)
    some = partial(drawn, wanted=wanted)
    kinds = {
        "full": full,
        "relayed": relayed,
        "ahead": closing,
        "evenings": evening,
        "slow": slow,
        "unhurried": unhurried,
    }
    plan = kinds.get(_kind(given), some)
    seeds = range(given.seed, given.seed + given.games)
    if given.trace:
        for seed in seeds:
            print(seed, play(plan(seed)).trace)
        return 0
    if given.until_bad:
        return _until_bad(seeds, plan)
    if given.tell:
        return _tell(plan(given.seed))
    try:
        return _campaigns(given, plan, seeds)
    except Unusable as error:
        print(error, file=sys.stderr)
        return 2


def _arguments(
    arguments: Sequence[str] | None,
) -> tuple[argparse.Namespace, Wanted]:
    parser = argparse.ArgumentParser(prog="tests.simulation", description=__doc__)
    add = parser.add_argument
    add("--seed", type=int, default=0)
    add("--games", type=int, default=1000)
    add("--full-games", type=int, default=0)
    add("--state", type=Path, metavar="FILE", help="keep the games; go on with them")
    add("--processes", type=int, default=0, help="0: one for each core")
    add(
        "--with",
        dest="kinds",
        metavar="NAME",
        action="append",
        default=[],
        help="a nemesis or a cheat that every game meets; may be given again",
    )
    add("--seats", type=int, default=0, choices=(3, 4, 5), help="of every game")
    add("--quorum", type=int, help="of every game; 0: nobody goes on without another")
    add("--full", action="store_true", help="hold'em with all cards")
    add("--relayed", action="store_true", help="all meet at relays")
    add("--ahead", action="store_true", help="all order ahead of the open tick")
    add("--evenings", action="store_true", help="all are followed by other tables")
    add("--slow", action="store_true", help="one player is always just in time")
    add("--unhurried", action="store_true", help="all are slow, on a slow net")
    add("--trace", action="store_true", help="print each trace's hash")
    add("--until-bad", action="store_true", help="stop at a violation")
    add("--tell", action="store_true", help="tell all of one game")
    given = parser.parse_args(arguments)
    if given.state and (given.trace or given.until_bad or given.tell):
        parser.error("--state keeps a campaign: not with --trace, --until-bad, --tell")
    if given.seats and (_kind(given) != "drawn" or given.full_games):
        parser.error("--seats is for games of chance alone")
    try:
        return given, Wanted.of(given.kinds, given.seats, given.quorum)
    except ValueError as error:
        parser.error(str(error))


def _kind(given: argparse.Namespace) -> str:
    """Return of what kind all games are; ``drawn``: as chance has it."""
    kinds = ("full", "relayed", "ahead", "evenings", "slow", "unhurried")
    return next((kind for kind in kinds if getattr(given, kind)), "drawn")


def _tell(plan: Plan) -> int:
    outcome = play(plan, tell=True)
    print(outcome.plan, *outcome.story, sep="\n")
    print(*outcome.violations, outcome.ending, sep="\n")
    return bool(outcome.violations)


def _until_bad(seeds: range, plan: Callable[[int], Plan]) -> int:
    """Play one game after another; return 1 at the first that ends badly."""
    for number, seed in enumerate(seeds, 1):
        try:
            wrong = play(plan(seed)).violations
        except (Exception, BaseExceptionGroup) as error:
            wrong = [unfolded(error)]
        if wrong:
            print(f"game {number}: {wrong[0]}")
            return 1
    return 0


def _campaigns(
    given: argparse.Namespace, plan: Callable[[int], Plan], seeds: range
) -> int:
    more = range(given.seed, given.seed + given.full_games)
    jobs = [(GAMES, seed) for seed in seeds] + [(CARDS, seed) for seed in more]
    draws = {GAMES: plan, CARDS: unhurried_cards if given.unhurried else full}
    totals = {GAMES: Totals(), CARDS: Totals()}
    shown = _shown(given)
    with _state(given, jobs) as state, judging() as judge:
        before = () if state is None else state.before
        speed = Speed(len(jobs), len(before))
        playing = simulate(jobs[len(before) :], draws, given.processes)
        news = (judged(record, judge) for record in playing)
        try:
            for played, record in enumerate(chain(before, news), start=1):
                total = totals[record.campaign]
                total.add(record)
                if state is not None and played > len(before):
                    state.add(record)
                if record.violations and len(total.bad) <= SHOWN:
                    at_fault = draws[record.campaign](record.seed)
                    print(failure(record, at_fault, shown), flush=True)
                speed.say(played, sum(len(one.bad) for one in totals.values()))
        except KeyboardInterrupt:
            then = "nothing is kept" if state is None else "the same command goes on"
            print(f"Stopped: {then}.", file=sys.stderr)
            return 130
    speed.close()
    return _closed(totals)


def _closed(totals: dict[str, Totals]) -> int:
    """Print what came of all games; return the exit status."""
    bad = 0
    for name, one in totals.items():
        if one.games:
            print(f"{name}\n{table(one)}", flush=True)
            bad += len(one.bad)
    return 1 if bad else 0


@contextmanager
def _state(given: argparse.Namespace, jobs: Sequence[Job]) -> Iterator[State | None]:
    if given.state is None:
        yield None
        return
    header = Header(
        commit(),
        given.seed,
        given.games,
        given.full_games,
        _kind(given),
        tuple(given.kinds),
        given.seats,
        given.quorum,
    )
    with opened(given.state, header, jobs) as state:
        yield state


def _shown(given: argparse.Namespace) -> str:
    """Return the options that draw the same games."""
    words = [word for kind in given.kinds for word in ("--with", kind)]
    words += ["--seats", f"{given.seats}"] if given.seats else []
    words += ["--quorum", f"{given.quorum}"] if given.quorum is not None else []
    kind = _kind(given)
    words += [f"--{kind}"] if kind not in ("drawn", "full") else []
    return shlex.join(words)


class Speed:
    """Says how far a campaign is, where its results do not go."""

    def __init__(self, games: int, before: int) -> None:
        self._games, self._before = games, before
        self._began = self._said = monotonic()
        self._spent = sum(os.times()[:4])
        if before:
            self._print(f"{before} of {games} games are in the file")

    def say(self, played: int, bad: int) -> None:
        now = monotonic()
        if now - self._said > SAY_EVERY:
            self._said = now
            seconds = now - self._began
            self._print(f"{played} of {self._games} games, {bad} bad, {seconds:.0f} s")

    def close(self) -> None:
        new, spent = self._games - self._before, sum(os.times()[:4]) - self._spent
        rate = f"{new / max(spent, 0.1):.2f} a CPU second"
        self._print(f"{new} games in {monotonic() - self._began:.0f} s, {rate}")

    def _print(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
