"""Leaving never pays its author more than playing on passively would.

At many moments of random games, and for each seat: what leaving then pays is compared
with lines in which that seat plays on passively.  It folds, and where there is no fold
it checks, or makes any legal move, so that the worst lines are among many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.poker.holdem_state import Holdem
from games.registry import GAMES, KNOWN
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
from p2pgame.engine.game import Game
from p2pgame.engine.turns import Tick
from p2pgame.playtest import play
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.dealer import Dealer, Secrets, Untrue
from p2pgame.playtest.playout import Moment, pick, played
from tests.games.leavers import left_at_random

#: Moves of a player who wants nothing any more, the first that is on offer.
PASSIVE = ("fold", "check", "muck", "stand", "pass", "draw")
#: Games that settle what was won and lost: seats, options, and random games of each.
STAKES: tuple[tuple[str, int, dict[str, object], int], ...] = (
    ("kuhn", 2, {}, 12),
    ("leduc", 2, {}, 12),
    ("blackjack", 2, {"rounds": 3}, 4),
    ("battleship", 2, {"size": 4, "ships": "2 1"}, 2),
    ("hearts", 4, {"goal": 5}, 1),
    ("spades", 4, {"goal": 60, "floor": -60}, 1),
    ("crazy-eights", 3, {"plays": 20}, 1),
    ("holdem", 2, {"hands": 3, "stack": 200}, 8),
    ("holdem", 3, {"hands": 4, "stack": 100, "ante": 2, "raise_every": 2}, 4),
    ("holdem", 4, {"hands": 0, "stack": 30}, 2),
)
#: Moments of a random game that are looked at, and lines on from each, at most.
MOMENTS, LINES = 16, 6
SETTLING = {
    name for name, game in GAMES.items() if type(game).settled is not Game.settled
}


def test_every_game_that_settles_is_looked_at() -> None:
    assert {name for name, *_ in STAKES} == SETTLING


@pytest.mark.parametrize("name", sorted({*GAMES} - SETTLING))
def test_in_other_games_nobody_can_lose_more_than_a_forfeit_costs(name: str) -> None:
    """There each of the others wins 1 from each leaver, at most."""
    game = GAMES[name]
    for seats in sorted({game.seats[0], min(game.seats[-1], 5)}):
        options = SHORTENED.get(name, {})
        for seed in range(3):
            payoffs = play(game, seats, game.options(**options), seed).payoffs
            assert min(payoffs) >= 1 - seats or seats == 1


#: Options with which a random game is short.
SHORTENED: dict[str, dict[str, object]] = {
    "mover": {"ticks": 5},
    "pig": {"goal": 20},
    "memory": {"pairs": 3},
}


@pytest.mark.parametrize(
    ("name", "options"),
    [("goofspiel", {"cards": 4}), ("liars-dice", {"dice": 2}), ("rps", {"rounds": 2})],
)
def test_a_leaver_without_whom_the_others_go_on_comes_last(
    name: str, options: dict[str, object]
) -> None:
    """Nobody who plays on to the end, however badly, can get less."""
    game = GAMES[name]
    for seed in range(30):
        chosen = game.options(**options)
        payoffs, gone = left_at_random(game, 2 + seed % 3, chosen, seed)
        assert {payoffs[seat] for seat in gone} == {min(payoffs)}


@pytest.mark.attack(21)
@pytest.mark.parametrize(("name", "seats", "options", "games"), STAKES)
def test_leaving_never_pays_more_than_playing_on_passively(
    name: str, seats: int, options: dict[str, object], games: int
) -> None:
    game, compared, turns = GAMES[name], 0, set[str]()
    chosen = game.options(**options)
    for seed in range(games):
        every = [*played(game, seats, chosen, seed)]
        step = max(1, len(every) // MOMENTS)
        for n, moment in enumerate(every[::step]):
            turns.add(type(moment.turn).__name__)
            for seat in range(seats):
                if is_there(game, moment, seat):
                    compare(game, seats, chosen, moment, seat, seed * 1000 + n)
                    compared += 1
    assert compared >= games * seats
    assert len(turns) > 2


def compare(
    game: AnyGame, seats: int, options: Options, moment: Moment, seat: int, seed: int
) -> None:
    """Check both ways in which a game may end for a leaver."""
    state: Any = moment.step.state
    lines = [*onward(game, moment, seat, seed)]
    assert lines
    worst = min(payoffs[seat] for payoffs in lines)
    teams = game.teams(seats, options)
    settled = game.settled(state, losing([seat], teams))
    assert settled is not None
    least = moment.turn.payoffs if isinstance(moment.turn, Over) else ()
    broken_up = forfeited(seats, [seat], teams, least, settled, settled=settled)
    if game.name not in ("blackjack", "crazy-eights"):  # which are for points
        assert sum(broken_up.payoffs) == 0
    where = f"{moment.turn}, seat {seat}: {broken_up} in {state}"
    assert broken_up.payoffs[seat] <= worst, where
    assert broken_up.payoffs[seat] <= 1 - seats, where
    if isinstance(moment.turn, Over) or game.why_not_seated(state, seat, "gone"):
        return
    if isinstance(state, Holdem) and state.shown[seat]:
        return  # an open hand stays in, and nobody could fold it
    after = advance(game, state, Seated(seat, "gone"))
    left = Moment(after, game.turn(after.state), moment.secrets, None)
    for payoffs in onward(game, left, seat, seed):
        assert payoffs[seat] <= worst, f"by the rules {payoffs}, {where}"


def is_there(game: AnyGame, moment: Moment, seat: int) -> bool:
    state = moment.step.state
    return seat not in getattr(state, "gone", ()) and seat in getattr(
        state, "present", (seat,)
    )


def onward(
    game: AnyGame, moment: Moment, passive: int, seed: int
) -> Iterator[tuple[int, ...]]:
    """Yield payoffs of lines in which one seat plays on passively."""
    for n in range(LINES):
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
    for _ in range(3000):
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


@pytest.mark.parametrize("name", sorted(SETTLING))
def test_the_first_version_of_each_settles_nothing(name: str) -> None:
    game = KNOWN[name, 1]
    options = game.options()
    state = game.setup(game.seats[0], options)
    lost = losing([0], game.teams(game.seats[0], options))
    assert game.settled(state, lost) is None
