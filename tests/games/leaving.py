"""Compares a leave with playing on passively, in random games of every game.

At moments of a random game, and for some seats, what leaving then pays is compared with
lines in which that seat plays on passively.  It folds, and where there is no fold it
checks, or makes any legal move, so that the worst lines are among many.  Others may
have left before.

``python -m tests.games.leaving --games 20 --seed 1`` (``make leaves``) plays so
many games of each game with each number of seats, and prints how many leaves were
compared.  Names of games after it mean those alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Options,
    Over,
    Seated,
    State,
    Ticked,
    Together,
    advance,
    forfeited,
    losing,
    view,
)
from p2pgame.engine.turns import Tick
from p2pgame.games.poker.holdem_state import Holdem
from p2pgame.games.registry import GAMES
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.dealer import Dealer, Secrets, Untrue
from p2pgame.playtest.playout import Moment, pick, played

#: Moves of a player who wants nothing any more, the first that is on offer.
PASSIVE = ("fold", "check", "muck", "stand", "pass", "draw")
#: Options with which a random game is short, and others that change what is lost.
WAYS: Mapping[str, tuple[dict[str, object], ...]] = {
    "battleship": ({"size": 4, "ships": "2 1"},),
    "blackjack": ({"rounds": 2},),
    "crazy-eights": ({"plays": 12}, {"plays": 9, "cards": 3, "special": False}),
    "goofspiel": ({"cards": 4}, {"cards": 3, "split": True}),
    "hearts": ({"goal": 5}, {"goal": 1, "moon": "subtract"}),
    "holdem": (
        {"hands": 2, "stack": 100, "ante": 2, "raise_every": 1},
        {"hands": 0, "stack": 30},
        {"hands": 3, "stack": 200},
    ),
    "liars-dice": ({"dice": 1}, {"dice": 2, "rounds": "one"}, {"dice": 2}),
    "memory": ({"pairs": 3},),
    "mover": ({"ticks": 5, "field": 5}, {"ticks": 3, "field": 0}),
    "pig": ({"goal": 20},),
    "rps": ({"rounds": 2}, {"rounds": 1}),
    "spades": ({"goal": 40, "floor": -40}, {"goal": 30, "nil_helps": True}),
}
#: Games against a bank, or for points: what some lose nobody need win.
UNBALANCED = {"blackjack", "crazy-eights"}
#: Larger tables than this are for the games that have nothing larger to show.
MOST_SEATS = 10
#: Turns after which a line counts as endless.
LONGEST = 3000


@dataclass(frozen=True, slots=True)
class Extent:
    """How many moments of a game, seats at each, and lines on from there are tried."""

    moments: int = 4
    seats: int = 2
    lines: int = 3


def seats_of(game: AnyGame) -> list[int]:
    """Return each number of seats at which a leaver has others to lose to."""
    return [seats for seats in game.seats if 2 <= seats <= MOST_SEATS]


def ways(name: str) -> Sequence[Options]:
    return [GAMES[name].options(**way) for way in WAYS.get(name, ({},))]


def compare_some(
    game: AnyGame, seats: int, options: Options, seed: int, extent: Extent
) -> int:
    """Compare leaves in one random game; return how many.

    Raises:
      AssertionError: One of them pays more than playing on.
    """
    rng = Random(f"{game.name} {seats} {options} {seed}")
    every = [*played(game, seats, options, seed)]
    compared = 0
    for n in sorted(rng.sample(range(len(every)), min(extent.moments, len(every)))):
        there = [seat for seat in range(seats) if is_there(every[n].step.state, seat)]
        for seat in rng.sample(there, min(extent.seats, len(there))):
            compare(game, seats, options, every[n], seat, f"{seed} {n}", extent.lines)
            compared += 1
    return compared


def compare(
    game: AnyGame,
    seats: int,
    options: Options,
    moment: Moment,
    seat: int,
    seed: str,
    lines: int,
) -> None:
    """Check both ways in which a game may end for a leaver."""
    state: Any = moment.step.state
    passive = [*onward(game, moment, seat, seed, lines)]
    worst = min((payoffs[seat] for payoffs in passive), default=0)
    where = f"{game.name}, {options}, {moment.turn}, seat {seat}: in {state}"
    before = [other for other in range(seats) if not is_there(state, other)]
    gone = [other for other in before if other in gone_from(state)]
    broken_up = broken(game, seats, options, moment, [*gone, seat])
    assert game.name in UNBALANCED or sum(broken_up) == 0, where
    assert broken_up[seat] <= worst, f"{broken_up}, not {worst}, {where}"
    if isinstance(moment.turn, Over) or game.why_not_seated(state, seat, "gone"):
        return
    if isinstance(state, Holdem) and is_open(state, seat):
        return  # such a hand stays in, and nobody could fold it
    after = advance(game, state, Seated(seat, "gone"))
    left = Moment(after, game.turn(after.state), moment.secrets, None)
    for payoffs in onward(game, left, seat, seed, lines):
        assert game.name in UNBALANCED or sum(payoffs) == 0, where
        assert payoffs[seat] <= worst, f"by the rules {payoffs}, not {worst}, {where}"


def is_open(state: Holdem, seat: int) -> bool:
    """Return whether a hand is open, or is being opened."""
    is_showing = state.phase == "showing" and state.to_act[0] == seat
    return is_showing or bool(state.shown[seat])


def broken(
    game: AnyGame, seats: int, options: Options, moment: Moment, gone: Sequence[int]
) -> tuple[int, ...]:
    """Return the payoffs if the game can't go on without these seats."""
    teams = game.teams(seats, options)
    settled = game.settled(moment.step.state, losing(gone, teams)) or ()
    least = moment.turn.payoffs if isinstance(moment.turn, Over) else ()
    return forfeited(seats, gone, teams, least, settled, settled=settled).payoffs


def gone_from(state: Any) -> tuple[int, ...]:
    """Return the seats that have left, or are out for good."""
    taken = getattr(state, "seats", None)
    return tuple(getattr(state, "gone", getattr(taken, "gone", ())))


def is_there(state: Any, seat: int) -> bool:
    return seat not in gone_from(state) and seat in getattr(state, "present", (seat,))


def onward(
    game: AnyGame, moment: Moment, passive: int, seed: str, lines: int
) -> Iterator[tuple[int, ...]]:
    """Yield payoffs of lines in which one seat plays on passively."""
    for n in range(lines):
        payoffs = line(game, moment, passive, f"{seed} {n}")
        if payoffs is not None:
            yield payoffs


def line(
    game: AnyGame, moment: Moment, passive: int, seed: str
) -> tuple[int, ...] | None:
    """Return the payoffs of one line; None: it takes a claim that is not true."""
    state: Any = moment.step.state
    secrets, chance = moment.secrets, Chance(f"line {seed}")
    dealer = Dealer(game, f"cards {seed}")
    for _ in range(LONGEST):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return turn.payoffs
        try:
            if isinstance(turn, Choose | Together | Tick):
                event = decided(game, state, turn, secrets, chance, passive)
            else:
                event, secrets = dealer.answer(state, turn, secrets)
        except Untrue:
            return None
        state = advance(game, state, event).state
    return None


def decided(
    game: AnyGame, state: State, turn: Any, secrets: Secrets, chance: Chance, seat: int
) -> Any:
    def move(choice: Choose) -> str:
        known = secrets.known_to(choice.player)
        seen = view(game, state, choice.player, known, turn).choice if known else None
        moves = choice.moves if seen is None else seen.moves
        wanted = (one for one in PASSIVE if choice.player == seat and one in moves)
        return next(wanted, None) or pick(moves, chance)

    match turn:
        case Choose(player):
            return Chosen(player, move(turn))
        case Together(choices):
            return ChosenTogether(tuple(map(move, choices)))
        case Tick(players, moves):
            others = (one for one in players if one != seat)
            return Ticked(tuple((one, pick(moves, chance)) for one in others))
    raise AssertionError(turn)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=[*GAMES])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for name in args.names:
        game = GAMES[name]
        for seats in seats_of(game):
            for options in ways(name):
                every = range(args.seed, args.seed + args.games)
                extent = Extent(moments=12, seats=3, lines=8)
                found = (
                    compare_some(game, seats, options, seed, extent) for seed in every
                )
                total = sum(found)
                print(f"{name}, {seats} seats, {total} leaves: {options}", flush=True)


if __name__ == "__main__":
    main()
