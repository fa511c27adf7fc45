"""``make secrecy``: does an agent decide by anything that its seat may not know?

A game is dealt twice: what the seat may not know lies otherwise the second time.  Each
of the agent's decisions has to be the same, bit for bit, in 100 positions of each game.
``python -m tests.agents.secrecy --help`` says more; the suite looks at fewer.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from itertools import count, islice, tee
from typing import TypeAlias

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.observation import Observation, Record
from p2pgame.agents.opponent import Opponent
from p2pgame.engine import (
    AnyGame,
    Chosen,
    ChosenTogether,
    Expired,
    Options,
    Seated,
    Ticked,
    advance,
    start,
    view,
)
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Case
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.playtest.playout import Playout
from p2pgame.playtest.secrecy import moments, other_deal
from tests.games.keeping import keeping

#: Decisions that are compared at one moment of a game, the last ones before it.
AT_ONCE = 6
#: Games without two deals that differ for a seat, until it has no secrets.
FRUITLESS = 6


class Seen(AssertionError):
    """An agent decided by what its seat may not know."""


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=10)


def seats_of(game: AnyGame) -> int:
    return 2 if 2 in game.seats else game.seats[0]


def bot(one: Opponent, game: AnyGame, options: Options, seat: int, seed: int) -> Bot:
    randomness = random.Random(seed).randbytes
    seating = Seating(game, options, seats_of(game), seat, randomness)
    return Bot(one.display, one.maker(), seating)


def seen(playout: Playout, seat: int, dealer: Dealer) -> Iterator[Observation]:
    """Yield what a seat sees of a game with a dealer's cards, event by event."""
    game, seats, options = playout.game, playout.seats, playout.options
    state, secrets = start(game, seats, options).state, Secrets.of(seats)
    record = Record(game, options, seats, seat, view(game, state, seat, {}))
    yield record.observation
    for event in playout.events:
        turn = game.turn(state)
        if not isinstance(event, Chosen | ChosenTogether | Ticked | Expired | Seated):
            event, secrets = dealer.answer(state, turn, secrets)
        state = advance(game, state, event).state
        record.note(turn, event, view(game, state, seat, secrets.known_to(seat)))
        yield record.observation


#: A seat, and what it saw last in each of two deals.
Pair: TypeAlias = tuple[int, list[Observation], list[Observation]]


def shared(pairs: Iterator[Pair]) -> Callable[[], Iterator[Pair]]:
    """Return what begins the same pairs anew; each is dealt once."""
    (first,) = tee(pairs, 1)
    return lambda: copy(first)


def pairs(name: str, first: int = 0) -> Iterator[Pair]:
    """Yield a seat, and what it saw in two deals that look alike to it.

    It goes on for ever, unless the game has no secrets.
    """
    game = keeping(GAMES[name])
    seats, options, fruitless = seats_of(game), game.options(), 0
    for seed in count(first):
        case = Case(game, seats, options, seed)
        playout = case.playout
        fruitless += 1
        for seat in range(seats):
            for until in moments(playout, seat)[:2]:
                other = other_deal(case, seat, until)
                if other is None:
                    continue
                fruitless = 0
                looks = []
                for faces in ({}, other):
                    dealer = Dealer(game, f"cards {seed}", None, faces)
                    past = islice(seen(playout, seat, dealer), until + 1)
                    looks.append([x for x in past if x.choice is not None][-AT_ONCE:])
                yield seat, looks[0], looks[1]
        if fruitless == FRUITLESS:
            return


def decisions(one: Opponent, looks: list[Observation], seat: int) -> list[str]:
    """Return what an agent decides that sees these, one after the other."""
    made = []
    for n, look in enumerate(looks):
        if n == 0:
            player = bot(one, look.game, look.options, seat, seed=7)
        decision = player.decide(look, quick())
        if decision.complaint is not None:
            raise Seen(str(decision.complaint))
        made.append(decision.move)
    return made


def compare(name: str, one: Opponent, positions: int, looks: Iterable[Pair]) -> int:
    """Compare an agent's decisions in so many positions; return how many there were.

    ``looks`` are those of :func:`pairs`, which several agents may share.

    Raises:
      Seen: Two differ.
    """
    compared = 0
    for seat, ours, others in looks:
        made = decisions(one, ours, seat)
        if made != decisions(one, others, seat):
            raise Seen(f"{one.display} sees a secret of {name}")
        compared += len(made)
        if compared >= positions:
            break
    return compared


def main() -> int:
    parser = argparse.ArgumentParser(description="Look for agents that see secrets.")
    parser.add_argument("games", nargs="*", help="by default all of them")
    parser.add_argument("--positions", type=int, default=100)
    asked = parser.parse_args()
    failed = 0
    for name in asked.games or GAMES:
        looks = shared(pairs(name))
        for one in registry.opponents(name):
            try:
                compared = compare(name, one, asked.positions, looks())
                said = f"{compared:4} positions, all alike"
            except Seen as fault:
                said, failed = str(fault), failed + 1
            print(f"{name:13} {one.display:18} {said}", flush=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
