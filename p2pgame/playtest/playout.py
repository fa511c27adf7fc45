"""This module plays whole random games: all decisions, dice and deals from one seed.

Players decide without looking at their cards, with one exception. No player makes a
move that is unfair with its cards, or that requires a false claim or opening.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Expired,
    Offer,
    Open,
    Options,
    Over,
    Prove,
    RulesError,
    Seated,
    State,
    Status,
    Step,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
    start,
    view,
    why_refused,
)
from p2pgame.engine.soundness import turn_of

from .chance import Chance
from .dealer import Dealer, Placer, Secrets, Untrue

#: The most turns of a random game; a longer one counts as endless.
LONGEST = 20_000
#: One in this many decisions with a timer is left to the timer.
SLOW = 8
#: In one of this many turns a seat tries to join, sit out or leave.
RESTLESS = 16
#: Moves tried before the playout reports that an honest player has none.
TRIES = 50


@dataclass(frozen=True, slots=True)
class Playout:
    """A whole game.

    ``events[k]`` answered ``turns[k]`` and led to ``steps[k + 1]``; there is one
    more of ``steps``, ``turns`` (the last is the end) and ``secrets``.
    """

    game: AnyGame
    seats: int
    options: Options
    steps: tuple[Step[Any], ...]
    turns: tuple[Turn, ...]
    events: tuple[Event, ...]
    secrets: tuple[Secrets, ...]
    payoffs: tuple[int, ...]

    @property
    def states(self) -> list[State]:
        return [step.state for step in self.steps]


def play(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: int = 0,
    *,
    longest: int = LONGEST,
    place: Placer | None = None,
) -> Playout:
    """Play one random game to its end.

    Raises:
      RulesError: It does not end, or leaves a player without an honest move.
    """
    moments = list[Moment]()
    for moment in played(game, seats, options, seed, place=place):
        moments.append(moment)
        if len(moments) > longest and not isinstance(moment.turn, Over):
            raise RulesError(f"{game.name} does not end in {longest} turns")
    last = moments[-1].turn
    assert isinstance(last, Over)
    return Playout(
        game,
        seats,
        options,
        tuple(moment.step for moment in moments),
        tuple(moment.turn for moment in moments),
        tuple(moment.led for moment in moments if moment.led is not None),
        tuple(moment.secrets for moment in moments),
        last.payoffs,
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a random game, its turn, and the event that ``led`` there."""

    step: Step[Any]
    turn: Turn
    secrets: Secrets
    led: Event | None


def played(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: int = 0,
    *,
    place: Placer | None = None,
) -> Iterator[Moment]:
    """Yield one moment of a random game after the other, to its end, if it has one.

    Raises:
      RulesError: It leaves a player without an honest move.
    """
    dealer = Dealer(game, f"cards {seed}", place)
    chance = Chance(f"moves {seed}")
    step, hidden, led = start(game, seats, options), Secrets.of(seats), None
    while True:
        turn = turn_of(game, step.state, seats)
        yield Moment(step, turn, hidden, led)
        if isinstance(turn, Over):
            return
        decision = _decision(dealer, step.state, turn, hidden, chance, seats)
        if decision is None:
            led, hidden = dealer.answer(step.state, turn, hidden)
            step = advance(game, step.state, led, turn)
        else:
            led, step = decision


def follow(playout: Playout, dealer: Dealer) -> Iterator[tuple[State, Secrets]]:
    """Yield state and secrets of the same game with another dealer's cards.

    Every decision is made as it was; the dealer answers all other turns.

    Raises:
      Untrue: A claim or opening is false with these cards.
      IllegalMove: A move is not possible with what the dealer answers.
    """
    state = start(playout.game, playout.seats, playout.options).state
    secrets = Secrets.of(playout.seats)
    yield state, secrets
    for event in playout.events:
        if not isinstance(event, Chosen | ChosenTogether | Ticked | Expired | Seated):
            turn = turn_of(playout.game, state, playout.seats)
            event, secrets = dealer.answer(state, turn, secrets)
        state = advance(playout.game, state, event).state
        yield state, secrets


def pick(offers: Sequence[Offer], chance: Chance) -> str:
    """Return one of the moves offered; of an amount, often an end."""
    offer = chance.choice(offers)
    if isinstance(offer, Amount):
        between = chance.between(offer.low, offer.high)
        number = chance.choice((offer.low, between, offer.high))
        return f"{offer.verb} {number}"
    return offer


def _decision(
    dealer: Dealer,
    state: State,
    turn: Turn,
    secrets: Secrets,
    chance: Chance,
    seats: int,
) -> tuple[Event, Step[Any]] | None:
    """Return a seat's decision and the step it leads to, if the turn asks for one."""
    game = dealer.game
    if chance.below(RESTLESS) == 0:
        seated = Seated(chance.below(seats), chance.choice(get_args(Status)))
        if why_refused(game, state, seated) is None:
            return seated, advance(game, state, seated)
    if not isinstance(turn, Choose | Together | Tick):
        return None
    for _ in range(TRIES):
        event = _decided(game, state, turn, secrets, chance)
        step = advance(game, state, event, turn)
        if _is_honest(dealer, step.state, secrets):
            return event, step
    raise RulesError(f"{game.name} leaves no honest move in {turn}")


def _decided(
    game: AnyGame,
    state: State,
    turn: Choose | Together | Tick,
    secrets: Secrets,
    chance: Chance,
) -> Event:
    def fair(choice: Choose) -> Sequence[Offer]:
        known = secrets.known_to(choice.player)
        seen = view(game, state, choice.player, known, turn).choice if known else None
        return choice.moves if seen is None else seen.moves

    match turn:
        case Choose(player, _, timer):
            if timer is not None and chance.below(SLOW) == 0:
                return Expired(player)
            return Chosen(player, pick(fair(turn), chance))
        case Together(choices):
            return ChosenTogether(tuple(pick(fair(c), chance) for c in choices))
    players = [player for player in sorted(turn.players) if chance.below(2)]
    return Ticked(tuple((player, pick(turn.moves, chance)) for player in players))


def _is_honest(dealer: Dealer, state: State, secrets: Secrets) -> bool:
    """Return whether the claims and openings after a decision are true."""
    turn = turn_of(dealer.game, state)
    if not isinstance(turn, Prove | Open):
        return True
    try:
        dealer.answer(state, turn, secrets)
    except Untrue:
        return False
    return True
