"""This module simulates an all-knowing dealer, to play a game without its players.

The dealer answers each turn that is no player's decision. It keeps the real cards
apart from each seat's knowledge of them. A real table has no such dealer:
:mod:`p2pgame.playtest.secrecy` checks that peers, each of which knows only its own
part, reach the same end.

A *card* is whatever lies face down on a slot: a card, a private die, a cell of
a secret placement.  It keeps its number when a reshuffle gives it a new slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from p2pgame.engine import (
    AnyGame,
    Claim,
    Deal,
    Dealt,
    Event,
    Game,
    OneOf,
    Open,
    Opened,
    Place,
    Placed,
    Prove,
    Proved,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    RulesError,
    Shuffle,
    Shuffled,
    State,
    Turn,
    learn,
)
from p2pgame.engine.offers import AT_RANDOM

from .chance import Chance
from .lying import Lying
from .lying import after as lies_after

Faces: TypeAlias = Mapping[int, str]
#: A function that places for a player, instead of the game's own ``random N``.
Placer: TypeAlias = Callable[[State, Place, Chance], tuple[str, ...]]

NOTHING: Faces = MappingProxyType({})
TRIES = 2000


class Untrue(ValueError):
    """A turn's claim or opening is false: an honest player does not get here."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """Everything hidden: the card on each live slot, and the seats that know it.

    ``cards`` are the numbers of the cards there; ``known`` is by seat, with the
    spectator's last; ``lying`` is what everybody sees of what lies there.
    """

    faces: Faces
    cards: Mapping[int, int]
    known: tuple[Faces, ...]
    laid: int = 0
    answers: int = 0
    lying: Lying = field(default_factory=dict)

    @classmethod
    def of(cls, seats: int) -> Secrets:
        """Return the secrets of a table on which nothing lies yet."""
        return cls(NOTHING, NO_CARDS, (NOTHING,) * (seats + 1))

    def known_to(self, seat: int | None) -> Faces:
        return self.known[-1 if seat is None else seat]


NO_CARDS: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True)
class Dealer:
    """Answers from ``seed``; ``swapped`` are faces for some of the cards.

    The same secrets and the same turn get the same answer, so that a game may
    go back and on again.
    """

    game: AnyGame
    seed: str
    place: Placer | None = None
    swapped: Mapping[int, str] = field(default_factory=dict)

    def answer(
        self, state: State, turn: Turn, secrets: Secrets
    ) -> tuple[Event, Secrets]:
        """Return the event that answers a turn of chance, and the secrets after it.

        Raises:
          Untrue: The claim is false, or what would be opened is impossible.
          RulesError: The turn names slots that are not there, or are taken, or what
            lies there cannot be dealt, mixed or proved like that.
        """
        event, after = self._answer(state, turn, secrets)
        lying = lies_after(turn, secrets.lying, len(secrets.known) - 1)
        return event, replace(after, lying=lying)

    def _answer(
        self, state: State, turn: Turn, secrets: Secrets
    ) -> tuple[Event, Secrets]:
        chance = Chance(f"{self.seed}: answer {secrets.answers}")
        match turn:
            case Shuffle(faces):
                mixed = dict(enumerate(chance.shuffled(faces)))
                after = self._lay(Secrets.of(len(secrets.known) - 1), mixed, secrets)
                return _learnt(Shuffled(), turn, secrets, after)
            case Reshuffle():
                after = _reshuffled(turn, secrets, chance)
                return _learnt(Reshuffled(), turn, secrets, after)
            case Deal(hands):
                for _, slots in hands:
                    _need(turn, slots, secrets)
                return _learnt(Dealt(), turn, secrets, secrets)
            case Open(slots):
                _need(turn, slots, secrets)
                opened = Opened(tuple(secrets.faces[slot] for slot in slots))
                reason = self.game.why_impossible(state, opened.faces)
                if reason is not None:
                    raise Untrue(str(reason.message))
                return _learnt(opened, turn, secrets, secrets)
            case Roll():
                return self._roll(turn, secrets, chance)
            case Place():
                faces = self.placed(state, turn, chance)
                placed = dict(zip(turn.slots, faces, strict=True))
                after = self._lay(secrets, placed, secrets)
                real = tuple(after.faces[slot] for slot in turn.slots)
                reason = self.game.why_misplaced(state, turn.player, real)
                if reason is not None:
                    raise Untrue(str(reason.message))
                return _learnt(Placed(), turn, secrets, after)
            case Prove(_, claim):
                if not holds(claim, secrets.faces):
                    raise Untrue(f"it is not so that {claim}")
                return _learnt(Proved(), turn, secrets, secrets)
        raise ValueError(f"{type(turn).__name__} is not for the dealer to answer")

    def _roll(
        self, turn: Roll, secrets: Secrets, chance: Chance
    ) -> tuple[Event, Secrets]:
        if not turn.hands:
            values = tuple(chance.below(turn.sides) for _ in range(turn.dice))
            return _learnt(Rolled(values), turn, secrets, secrets)
        slots = [slot for _, hand in turn.hands for slot in hand]
        rolled = {slot: str(chance.below(turn.sides)) for slot in slots}
        after = self._lay(secrets, rolled, secrets)
        return _learnt(Rolled(()), turn, secrets, after)

    def placed(self, state: State, turn: Place, chance: Chance) -> tuple[str, ...]:
        """Return faces that the rules let this turn's player place.

        Raises:
          RulesError: None are found by chance.
        """
        if self.place is not None:
            return self.place(state, turn, chance)
        if type(self.game).placement is not Game.placement:
            text = f"{AT_RANDOM.verb} {chance.between(AT_RANDOM.low, AT_RANDOM.high)}"
            return self.game.placement(state, turn.player, text)
        size = len(turn.slots)
        for attempt in range(TRIES):
            if attempt % 2 and len(turn.faces) >= size:
                faces = tuple(chance.shuffled(turn.faces)[:size])
            else:
                faces = tuple(chance.choice(turn.faces) for _ in range(size))
            if self.game.why_misplaced(state, turn.player, faces) is None:
                return faces
        raise RulesError(
            f"{self.game.name} finds no way to place by chance in {TRIES} tries: "
            "it needs a placer of its own"
        )

    def _lay(self, on: Secrets, faces: Faces, before: Secrets) -> Secrets:
        """Return the secrets with new cards on the slots of ``faces``."""
        cards = {slot: before.laid + n for n, slot in enumerate(faces)}
        taken = cards.keys() & on.faces.keys()
        if taken:
            raise RulesError(f"slot {min(taken)} has a face already")
        real = {slot: self.swapped.get(cards[slot], faces[slot]) for slot in faces}
        return Secrets(
            {**on.faces, **real},
            {**on.cards, **cards},
            before.known,
            before.laid + len(faces),
            before.answers,
        )


def holds(claim: Claim, faces: Faces) -> bool:
    """Return whether a claim about hidden faces is true."""
    match claim:
        case OneOf(slot, allowed):
            return faces[slot] in allowed
    return not any(faces[slot] in claim.faces for slot in claim.slots)


def _reshuffled(turn: Reshuffle, secrets: Secrets, chance: Chance) -> Secrets:
    _need(turn, turn.slots, secrets)
    kept = [slot for slot in secrets.faces if slot not in turn.slots]
    fresh = range(turn.first, turn.first + len(turn.slots))
    taken = {*fresh} & {*secrets.faces}
    if taken:
        raise RulesError(f"slot {min(taken)} has a face already")
    moved = dict(zip(fresh, chance.shuffled(turn.slots), strict=True))
    moved.update((slot, slot) for slot in kept)
    return Secrets(
        {slot: secrets.faces[old] for slot, old in moved.items()},
        {slot: secrets.cards[old] for slot, old in moved.items()},
        secrets.known,
        secrets.laid,
        secrets.answers,
    )


def _learnt(
    event: Event, turn: Turn, before: Secrets, after: Secrets
) -> tuple[Event, Secrets]:
    told = dealt(turn, after.faces)
    known = tuple(
        learn(faces, turn, event, told.get(seat, NOTHING))
        for seat, faces in enumerate(before.known)
    )
    answers = before.answers + 1
    return event, Secrets(after.faces, after.cards, known, after.laid, answers)


def dealt(turn: Turn, faces: Faces) -> dict[int, Faces]:
    """Return the faces that each seat alone learns in this turn."""
    match turn:
        case Deal(hands) | Roll(_, _, hands):
            told: dict[int, Faces] = {}
            for seat, slots in hands:
                mine = {slot: faces[slot] for slot in slots}
                told[seat] = {**told.get(seat, NOTHING), **mine}
            return told
        case Place(player, slots):
            return {player: {slot: faces[slot] for slot in slots}}
    return {}


def _need(turn: Turn, slots: Iterable[int], secrets: Secrets) -> None:
    for slot in slots:
        if slot not in secrets.faces:
            what = type(turn).__name__
            raise RulesError(f"{what} names slot {slot}, on which nothing lies")
