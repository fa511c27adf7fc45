"""Random games from start to end, with a dealer who knows every card.

Run as a program, it prints a digest of one game of each kind.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.registry import GAMES
from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    Offer,
    Open,
    Opened,
    Options,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    Step,
    Together,
    Turn,
    advance,
    digest,
    start,
)

#: No game of the registry takes longer with the options tested here.
LONGEST = 20_000


@dataclass
class Dealer:
    """Answers the joint turns by chance, but for the ``decks`` given."""

    seed: int
    decks: list[list[str]] = field(default_factory=list)
    opened: list[set[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cards = random.Random(f"cards {self.seed}")
        self.dice = random.Random(f"dice {self.seed}")

    def answer(self, turn: Turn) -> Event:
        match turn:
            case Shuffle(faces):
                if len(self.opened) == len(self.decks):
                    self.decks.append(self.cards.sample(faces, len(faces)))
                self.opened.append(set())
                return Shuffled()
            case Deal():
                return Dealt()
            case Open(slots):
                self.opened[-1].update(slots)
                return Opened(tuple(self.face(slot) for slot in slots))
            case Roll(sides, dice):
                return Rolled(tuple(self.dice.randrange(sides) for _ in range(dice)))
        raise AssertionError(turn)

    def face(self, slot: int) -> str:
        return self.decks[len(self.opened) - 1][slot]

    def with_other_secrets(self, rng: random.Random) -> Dealer:
        """Return a dealer whose cards differ in those alone that stayed hidden."""
        decks = []
        for deck, opened in zip(self.decks, self.opened, strict=True):
            hidden = [slot for slot in range(len(deck)) if slot not in opened]
            faces = rng.sample([deck[slot] for slot in hidden], len(hidden))
            other = deck.copy()
            for slot, face in zip(hidden, faces, strict=True):
                other[slot] = face
            decks.append(other)
        return Dealer(self.seed, decks)


@dataclass(frozen=True)
class Playout:
    """A whole game; ``steps[k + 1]`` is what ``events[k]`` led to."""

    steps: list[Step[Any]]
    events: list[Event]
    dealer: Dealer
    payoffs: tuple[int, ...]

    @property
    def states(self) -> list[State]:
        return [step.state for step in self.steps]


def play(
    game: AnyGame,
    seats: int,
    options: Options,
    *,
    seed: int,
    dealer: Dealer | None = None,
) -> Playout:
    """Play at random; moves depend on the seed alone, not on the cards."""
    moves = random.Random(f"moves {seed}")
    dealer = dealer or Dealer(seed)
    steps, events = [start(game, seats, options)], list[Event]()
    while len(events) < LONGEST:
        match game.turn(steps[-1].state):
            case Over(payoffs):
                return Playout(steps, events, dealer, payoffs)
            case Choose(player, offers):
                event: Event = Chosen(player, pick(offers, moves))
            case Together(choices):
                event = ChosenTogether(tuple(pick(c.moves, moves) for c in choices))
            case turn:
                event = dealer.answer(turn)
        steps.append(advance(game, steps[-1].state, event))
        events.append(event)
    raise AssertionError(f"{game.name} does not end")


def pick(offers: Sequence[Offer], rng: random.Random) -> str:
    """Return one of the moves offered; of an amount, often an end."""
    offer = rng.choice(offers)
    if isinstance(offer, Amount):
        between = rng.randint(offer.low, offer.high)
        return f"{offer.verb} {rng.choice((offer.low, between, offer.high))}"
    return offer


if __name__ == "__main__":
    for each in GAMES.values():
        most = each.seats[-1]
        states = play(each, most, each.options(), seed=1).states
        print(each.name, *(digest(state).hex() for state in states))
