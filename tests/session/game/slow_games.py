"""How long a program that is always just in time keeps the others waiting.

``python -m tests.session.game.slow_games [GAME ...]`` plays games, counts the words
that a program says by itself, and lets each take 0.99 of what it may, in virtual
time: with the bank of programs, and without one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

from p2pgame.games.registry import KNOWN
from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer, Time
from p2pgame.session.game.patience import Clocks
from p2pgame.session.lobby.events import Asked
from p2pgame.session.lobby.terms import usual_programs
from tests.games.cases import GOLDEN
from tests.session.tables import Net, any_offer

PATIENCE, SLOW = 300, 0.99
USUAL = ("hearts", "holdem", "kuhn")


def own_words(name: str, seat: int = 1) -> int:
    """Return how many words a program says by itself in a game, its end too."""
    cases = {game: (seats, options) for game, seats, options in GOLDEN}
    seats, options = cases[name]
    game = KNOWN[name, max(version for one, version in KNOWN if one == name)]
    net = Net(game, seats, game.options(**options), decide=any_offer(Random(1)))
    net.play()
    said = (
        payloads.decode(Entry.kept(raw).payload) for by, raw in net.said if by == seat
    )
    answers = sum(isinstance(one, Answer) for one in said)
    return answers - sum(isinstance(event, Asked) for event in net.events[seat]) + 1


def seen(words: int, patience: int, time: Time) -> float:
    """Return the seconds that so many words take, each just in time."""
    clocks, now = Clocks(patience, 0, time), 0.0
    for number in range(words):
        clocks.look(now, number, {1}, ())
        ((_, left),) = clocks.left
        until = now + SLOW * left
        while now < until:
            now = min(now + 1, until)
            clocks.look(now, number, {1}, ())
        assert not clocks.late
    return now


def longest(words: int, time: Time) -> int:
    """Return the seconds that nobody exceeds without being late: see docs/design."""
    return time.programs + words * time.grace


def main(names: Sequence[str]) -> None:
    programs, grace = usual_programs(PATIENCE)
    time = Time(programs=programs, grace=grace)
    for name in names or USUAL:
        words = own_words(name)
        told = seen(words, PATIENCE, time), seen(words, PATIENCE, Time())
        hours = [f"{seconds / 3600:.2f} h" for seconds in (*told, longest(words, time))]
        print(
            f"{name}: {words} words, {hours[0]}, at most {hours[2]}; before {hours[1]}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
