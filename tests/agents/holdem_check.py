"""``make holdem-check``: how many big blinds do the levels of hold'em win, of whom?

A deal is one hand with fresh stacks, played once for each seating of the two
contestants: same cards, same button.  Deals are independent, so they are the sample.
Printed is what the first contestant wins in a hundred hands, with its 95 % interval.
``python -m tests.agents.holdem_check --help`` says more.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Make, Seating
from p2pgame.agents.arena import Interval
from p2pgame.agents.arena.match import stream
from p2pgame.agents.bot import Bot, Decision
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.games.registry import find
from tests.agents.holdem_scripts import SCRIPTS

BIG_BLIND = 10
LEVELS = ("solid-sid", "prudent-paula", "calling-carl")
PAIRS = (
    *((better, worse) for n, better in enumerate(LEVELS) for worse in LEVELS[n + 1 :]),
    *((level, "random") for level in LEVELS),
    *(("solid-sid", script) for script in SCRIPTS),
)


def maker(name: str) -> Make:
    return SCRIPTS[name] if name in SCRIPTS else registry.find(name, "holdem").maker()


def ample() -> Budget:
    return Budget.of(lambda: 0.0, simulations=10**6)


def lead(names: tuple[str, str], seats: int, stack: int, deal: int) -> float:
    """Return what the first contestant's seats win in a hand of a deal, in big blinds.

    Seat s belongs to contestant (s + game) modulo 2 in each of its two games.
    """
    rules = find("holdem")
    options = rules.options(stack=stack, big_blind=BIG_BLIND)
    won = 0
    for game in range(2):
        bots = []
        for seat in range(seats):
            name = names[(seat + game) % 2]
            entropy = stream(f"deal {deal} game {game} seat {seat}")
            seating = Seating(rules, options, seats, seat, entropy)
            bots.append(Faultless(name, maker(name), seating))
        payoffs = Match(rules, seats, options, f"deal {deal}").play(bots, ample)
        won += sum(p for seat, p in enumerate(payoffs) if (seat + game) % 2 == 0)
    return won / BIG_BLIND / seats


class Faultless(Bot):
    """A bot whose agent must not need its net."""

    def decide(self, observation: Observation, budget: Budget) -> Decision:
        decision = super().decide(observation, budget)
        if decision.complaint is not None:
            raise RuntimeError(str(decision.complaint))
        return decision


class Kept:
    """The deals that were played, a JSON line each in a file; the file may be cut.

    A line holds the match (contestants, seats, stack), the deal and the lead.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._leads: dict[tuple[str, int], float] = {}
        for line in path.read_bytes().splitlines() if path and path.exists() else ():
            try:
                match, deal, won = json.loads(line)
            except ValueError:
                continue  # killed while it was written: that deal is played again
            self._leads[match, deal] = won

    def missing(self, match: str, deals: Iterable[int]) -> list[int]:
        return [deal for deal in deals if (match, deal) not in self._leads]

    def add(self, match: str, deal: int, won: float) -> None:
        self._leads[match, deal] = won
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(f"\n{json.dumps([match, deal, won])}")

    def leads(self, match: str, deals: Iterable[int]) -> list[float]:
        return [self._leads[match, deal] for deal in deals]


def main() -> int:
    parser = argparse.ArgumentParser(description="Play hold'em's opponents.")
    parser.add_argument("names", nargs="*", help="two contestants; else all pairs")
    parser.add_argument("--deals", type=int, default=20000, help="for each pair")
    parser.add_argument("--first", type=int, default=0, help="the first deal")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--stack", type=int, default=100 * BIG_BLIND, help="in chips")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--state", type=Path, help="keep deals here, and go on there")
    asked = parser.parse_args()
    kept = Kept(asked.state)
    pairs = [tuple(asked.names)] if asked.names else PAIRS
    deals = range(asked.first, asked.first + asked.deals)
    negative = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(asked.processes, mp_context=context) as pool:
        for names in pairs:
            match = f"{names[0]} {names[1]} {asked.seats} {asked.stack}"
            play = partial(lead, names, asked.seats, asked.stack)
            missing = kept.missing(match, deals)
            for deal, won in zip(
                missing, pool.map(play, missing, chunksize=20), strict=True
            ):
                kept.add(match, deal, won)
            total = Interval.of([100 * one for one in kept.leads(match, deals)])
            print(
                f"{names[0]:13} {names[1]:13} {total.mean:+8.1f} ± {total.margin:.1f} "
                f"big blinds per hundred ({total.count} deals)",
                flush=True,
            )
            if total.mean <= total.margin:
                negative.append(" and ".join(names))
    if negative:
        print(f"not shown: {', '.join(negative)}")
    return bool(negative)


if __name__ == "__main__":
    sys.exit(main())
