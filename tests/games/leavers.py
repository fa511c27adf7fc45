"""In these random games a player leaves at any moment, by the event ``Seated``.

The game must go on without them, or end, and never ask them anything again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Options,
    Over,
    Reshuffle,
    Roll,
    Seated,
    Shuffle,
    State,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
    start,
)
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.playtest.playout import pick

LONGEST = 5000


def asked(turn: Turn) -> set[int]:
    """Return the players that this turn needs."""
    match turn:
        case Choose(player):
            return {player}
        case Together(choices):
            return {choice.player for choice in choices}
        case Shuffle(_, players) | Reshuffle(_, players):
            return {*players}
        case Roll(_, _, hands):
            return {player for player, _ in hands}
        case Tick(players):
            return {*players}
    return set()


def left_at_random(
    game: AnyGame, seats: int, options: Options, seed: int, *, leavers: int = 1
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Play a random game that a player leaves at any moment.

    Further ``leavers`` leave at later moments, while the game goes on.  Returns the
    payoffs, and the players who are gone.
    """
    rng = random.Random(f"{game.name} {seats} {seed}")
    state: Any = start(game, seats, options).state
    moments = [*_played(game, state, Secrets.of(seats), frozenset(), f"{seed}")]
    gone = frozenset[int]()
    while len(gone) < leavers and len(moments) > 1:
        state, secrets = rng.choice(moments[:-1])
        player = rng.choice([seat for seat in range(seats) if seat not in gone])
        gone |= {player}
        state = advance(game, state, Seated(player, "gone")).state
        moments = [*_played(game, state, secrets, gone, f"{seed} {player}")]
    end = game.turn(moments[-1][0])
    assert isinstance(end, Over)
    return end.payoffs, tuple(sorted(gone))


def _played(
    game: AnyGame, state: State, secrets: Secrets, gone: frozenset[int], seed: str
) -> Iterator[tuple[State, Secrets]]:
    """Yield each state of a random game, with its hidden faces, to the end."""
    dealer, chance = Dealer(game, seed), Chance(seed)
    for _ in range(LONGEST):
        yield state, secrets
        turn = game.turn(state)
        assert not asked(turn) & gone, f"{turn} asks a player who is gone"
        match turn:
            case Over():
                return
            case Choose(player, moves):
                event: Event = Chosen(player, pick(moves, chance))
            case Together(choices):
                event = ChosenTogether(tuple(pick(c.moves, chance) for c in choices))
            case Tick(players, moves):
                event = Ticked(tuple((one, pick(moves, chance)) for one in players))
            case _:
                event, secrets = dealer.answer(state, turn, secrets)
        state = advance(game, state, event).state
    raise AssertionError(f"{game.name} does not end in {LONGEST} turns")
