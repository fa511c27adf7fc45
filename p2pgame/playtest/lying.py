"""This module keeps who holds what lies face down, and refuses what a table refuses.

It is the part of a table's cards that everybody can see: whose tokens open a card, and
to whom it was dealt.  The rules here are those of ``protocols/deck``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from p2pgame.engine import (
    Deal,
    OneOf,
    Open,
    Place,
    Prove,
    Reshuffle,
    Roll,
    RulesError,
    Shuffle,
    Turn,
)


@dataclass(frozen=True, slots=True)
class Lies:
    """What lies on a slot: ``holders`` open it together, ``owner`` alone knows it."""

    holders: tuple[int, ...]
    owner: int | None = None
    is_die: bool = False
    is_open: bool = False

    def is_of(self, player: int) -> bool:
        """Return whether it was dealt to ``player``, or nobody else holds it."""
        return self.owner == player or self.holders == (player,)


Lying: TypeAlias = Mapping[int, Lies]


def after(turn: Turn, lying: Lying, seats: int) -> Lying:
    """Return what lies there after a turn that names slots on which something does.

    Raises:
      RulesError: No table can do what the turn asks for.
    """
    match turn:
        case Shuffle(faces, players):
            return dict.fromkeys(range(len(faces)), Lies(players))
        case Reshuffle():
            return _mixed(turn, lying, seats)
        case Deal(hands):
            dealt = {slot: player for player, slots in hands for slot in slots}
            for slot, player in dealt.items():
                _check_dealt(lying[slot], slot, player)
            owned = {s: replace(lying[s], owner=player) for s, player in dealt.items()}
            return {**lying, **owned}
        case Open(slots):
            return {**lying, **{s: replace(lying[s], is_open=True) for s in slots}}
        case Roll(_, _, hands):
            dice = {s: Lies((p,), p, is_die=True) for p, slots in hands for s in slots}
            return {**lying, **dice}
        case Place(player, slots):
            return {**lying, **dict.fromkeys(slots, Lies((player,), player))}
        case Prove(player, claim):
            slots = (claim.slot,) if isinstance(claim, OneOf) else claim.slots
            _check_own(turn, player, slots, lying)
    return lying


def _mixed(turn: Reshuffle, lying: Lying, seats: int) -> Lying:
    pile = {slot: lying[slot] for slot in turn.slots}
    if any(card.is_die for card in pile.values()):
        raise RulesError(f"a die is no card to be shuffled, in {turn}")
    hidden = {card.holders: s for s, card in pile.items() if not card.is_open}
    if len(hidden) > 1:
        raise RulesError(_why_apart(hidden))
    if len(turn.players) == 1 < seats:
        strange = [s for s, card in pile.items() if not card.is_of(turn.players[0])]
        if strange:
            alone = f"player {turn.players[0]} alone mixes slot {strange[0]}"
            raise RulesError(f"{alone}, which was not dealt to it, in {turn}")
    holders = next(iter(hidden), turn.players)
    kept = {slot: card for slot, card in lying.items() if slot not in pile}
    new = range(turn.first, turn.first + len(turn.slots))
    return {**kept, **dict.fromkeys(new, Lies(holders))}


def _why_apart(slots: Mapping[tuple[int, ...], int]) -> str:
    """Return why cards can't be shuffled together, given a slot for each of holders."""
    opened = (f"slot {slot} by players {held}" for held, slot in slots.items())
    return (
        f"these cards do not open alike: {', '.join(opened)}. A Reshuffle mixes cards "
        "that the same players open: shuffle each kind by itself, or Open them first"
    )


def _check_dealt(card: Lies, slot: int, player: int) -> None:
    if player not in card.holders:
        raise RulesError(f"slot {slot} is dealt to player {player}, who holds no part")
    if card.owner not in (None, player):
        raise RulesError(f"slot {slot} is player {card.owner}'s, and dealt to another")


def _check_own(turn: Prove, player: int, slots: Iterable[int], lying: Lying) -> None:
    for slot in slots:
        card = lying[slot]
        if not card.is_open and not card.is_of(player):
            raise RulesError(f"slot {slot} is not player {player}'s alone, in {turn}")
