"""This module enumerates all outcomes of a turn: each decision, roll and deal.

A turn of chance has one outcome for each possible result, so a game is a tree that
can be walked whole. Cards are drawn when a seat is to see them, not when they are
shuffled. So a shuffle has one outcome, and a deal as many as there are different
hands.  Equal faces make no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import perm, prod

from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Claim,
    Deal,
    Dealt,
    Event,
    Offer,
    OneOf,
    Open,
    Opened,
    Over,
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
    Tick,
    Ticked,
    Together,
    Turn,
)

from .dealer import holds

#: The most outcomes of a turn that are enumerated.
MOST_WAYS = 1_000_000


class Pool(State, frozen=True):
    """Slots whose faces are ``faces`` in an unknown order."""

    slots: tuple[int, ...]
    faces: tuple[str, ...]


class Unseen(State, frozen=True):
    """The face-down slots of one branch: those with drawn faces, and those without."""

    drawn: tuple[tuple[int, str], ...] = ()
    pools: tuple[Pool, ...] = ()


def outcomes(
    game: AnyGame, state: State, turn: Turn, unseen: Unseen
) -> Iterator[tuple[Event, Unseen]]:
    """Yield the outcomes of a turn; an untrue claim has none.

    Raises:
      ValueError: There are too many to walk through.
    """
    total = ways(turn, unseen)
    if total > MOST_WAYS:
        raise ValueError(f"a {type(turn).__name__} may go in {total:,} ways")
    match turn:
        case Choose(player, offers):
            yield from ((Chosen(player, move), unseen) for move in moves(offers))
        case Together(choices):
            for decided in product(*(moves(choice.moves) for choice in choices)):
                yield ChosenTogether(decided), unseen
        case Tick(players, offers):
            yield from ((event, unseen) for event in _ticks(players, offers))
        case Shuffle(faces):
            slots = tuple(range(len(faces)))
            pools = (Pool(slots, tuple(sorted(faces))),)
            yield Shuffled(), Unseen((), pools)
        case Reshuffle():
            yield from ((Reshuffled(), after) for after in _mixed(turn, unseen))
        case Deal(hands):
            slots = tuple(slot for _, hand in hands for slot in hand)
            yield from ((Dealt(), after) for after in draw(unseen, slots))
        case Open(slots):
            for after in draw(unseen, slots):
                faces = tuple(dict(after.drawn)[slot] for slot in slots)
                if game.why_impossible(state, faces) is None:
                    yield Opened(faces), after
        case Roll(sides, dice, hands):
            slots = tuple(slot for _, hand in hands for slot in hand)
            for values in product(range(sides), repeat=len(slots) if hands else dice):
                rolled = zip(slots, map(str, values), strict=True) if hands else ()
                event = Rolled(() if hands else values)
                yield event, _laid(unseen, rolled)
        case Place(player, slots, faces):
            for placed in product(dict.fromkeys(faces), repeat=len(slots)):
                if game.why_misplaced(state, player, placed) is None:
                    yield Placed(), _laid(unseen, zip(slots, placed, strict=True))
        case Prove(_, claim):
            for after in draw(unseen, _claimed(claim)):
                if holds(claim, dict(after.drawn)):
                    yield Proved(), after


def moves(offers: Iterable[Offer]) -> Iterator[str]:
    """Yield every move that is offered, each number of an amount too."""
    for offer in offers:
        if isinstance(offer, Amount):
            for number in range(offer.low, offer.high + 1):
                yield f"{offer.verb} {number}"
        else:
            yield offer


def ways(turn: Turn, unseen: Unseen) -> int:
    """Return an upper bound of the outcomes; exact for a decision or a roll."""
    match turn:
        case Over():
            return 0
        case Choose():
            return _choices(turn.moves)
        case Together(choices):
            return prod(_choices(choice.moves) for choice in choices)
        case Tick(players, offers):
            return int((1 + _choices(offers)) ** len(players))
        case Roll(sides, dice, hands):
            total = sum(len(hand) for _, hand in hands) if hands else dice
            return int(sides**total)
        case Place(_, slots, faces):
            return int(len({*faces}) ** len(slots))
        case Deal(hands):
            return _draws(unseen, [slot for _, hand in hands for slot in hand])
        case Open(slots):
            return _draws(unseen, slots)
        case Reshuffle(slots):
            partly = (pool for pool in unseen.pools if not {*pool.slots} <= {*slots})
            return _draws(unseen, {s for p in partly for s in p.slots} & {*slots})
        case Prove(_, claim):
            return _draws(unseen, _claimed(claim))
    return 1


def is_exact(turn: Turn) -> bool:
    """Return whether :func:`ways` is exact."""
    return isinstance(turn, Choose | Together | Tick | Roll | Shuffle | Over)


def draw(unseen: Unseen, slots: Iterable[int]) -> Iterator[Unseen]:
    """Yield the possible faces of ``slots``, each combination once."""
    drawn = dict(unseen.drawn)
    wanted = [slot for slot in dict.fromkeys(slots) if slot not in drawn]
    branches = [unseen]
    for slot in wanted:
        branches = [after for branch in branches for after in _draw_one(branch, slot)]
    yield from branches


def _draw_one(unseen: Unseen, slot: int) -> Iterator[Unseen]:
    for n, pool in enumerate(unseen.pools):
        if slot not in pool.slots:
            continue
        slots = tuple(other for other in pool.slots if other != slot)
        for face in dict.fromkeys(pool.faces):
            at = pool.faces.index(face)
            rest = Pool(slots, pool.faces[:at] + pool.faces[at + 1 :])
            left = (
                *unseen.pools[:n],
                *([rest] if slots else ()),
                *unseen.pools[n + 1 :],
            )
            yield Unseen(tuple(sorted((*unseen.drawn, (slot, face)))), left)
        return
    raise RulesError(f"nothing lies on slot {slot}")


def _mixed(turn: Reshuffle, unseen: Unseen) -> Iterator[Unseen]:
    """Yield the possible faces of the new pile, without their order."""
    within = {*turn.slots}
    whole = [pool for pool in unseen.pools if within.issuperset(pool.slots)]
    known = within.difference(*(pool.slots for pool in whole))
    fresh = tuple(range(turn.first, turn.first + len(turn.slots)))
    for after in dict.fromkeys(_unordered(unseen, sorted(known))):
        drawn = dict(after.drawn)
        faces = [drawn[slot] for slot in known]
        faces += [face for pool in whole for face in pool.faces]
        kept = tuple(pair for pair in after.drawn if pair[0] not in within)
        pools = tuple(pool for pool in after.pools if pool not in whole)
        yield Unseen(kept, (*pools, Pool(fresh, tuple(sorted(faces)))))


def _unordered(unseen: Unseen, slots: list[int]) -> Iterator[Unseen]:
    """Yield the possible sets of faces of ``slots``, each in one order.

    The slots are about to be shuffled, so their order does not matter.
    """
    drawn = dict(unseen.drawn)
    for after in draw(unseen, slots):
        now = dict(after.drawn)
        for pool in unseen.pools:
            mine = [s for s in slots if s in pool.slots and s not in drawn]
            faces = sorted(now[slot] for slot in mine)
            now.update(zip(mine, faces, strict=True))
        yield Unseen(tuple(sorted(now.items())), after.pools)


def _laid(unseen: Unseen, faces: Iterable[tuple[int, str]]) -> Unseen:
    return Unseen(
        tuple(sorted({**dict(unseen.drawn), **dict(faces)}.items())), unseen.pools
    )


def _claimed(claim: Claim) -> tuple[int, ...]:
    return (claim.slot,) if isinstance(claim, OneOf) else claim.slots


def _choices(offers: Iterable[Offer]) -> int:
    return sum(
        offer.high - offer.low + 1 if isinstance(offer, Amount) else 1
        for offer in offers
    )


def _draws(unseen: Unseen, slots: Iterable[int]) -> int:
    wanted = {*slots}
    return prod(
        perm(len(pool.slots), len(wanted.intersection(pool.slots)))
        for pool in unseen.pools
    )


def _ticks(players: tuple[int, ...], offers: tuple[Offer, ...]) -> Iterator[Ticked]:
    given: list[str | None] = [None, *moves(offers)]
    rising = sorted(players)
    for orders in product(given, repeat=len(rising)):
        pairs = zip(rising, orders, strict=True)
        yield Ticked(tuple((seat, order) for seat, order in pairs if order is not None))
