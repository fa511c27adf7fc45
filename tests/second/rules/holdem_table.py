"""A table of hold'em, its pots, and what hands are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Self

Seats = tuple[int, ...]
RANKS = "23456789TJQKA"
#: How often each rank of five cards is there, by kind of hand from a pair on; those of
#: straights and flushes are judged by themselves.
KINDS: list[list[int]] = [
    *([2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1]),
]


@dataclass(frozen=True, slots=True)
class State:
    hands: int
    raise_every: int
    antes: Seats
    blinds: Seats
    min_bet: int
    start: Seats
    stacks: Seats
    phase: str = "button"
    hand: int = 0
    button: int = -1
    order: Seats = ()
    due: tuple[tuple[int, str, int], ...] = ()
    dead: int = 0
    paid: Seats = ()
    bets: Seats = ()
    live: Seats = ()
    to_act: Seats = ()
    acted: Seats = ()
    raised: int = 0
    short: int = 0
    aggressor: int = -1
    board: tuple[str, ...] = ()
    shown: tuple[tuple[str, ...], ...] = ()
    pots: tuple[tuple[int, Seats], ...] = ()
    gone: Seats = ()

    @property
    def here(self) -> Seats:
        seats = range(len(self.stacks))
        return tuple(s for s in seats if self.stacks[s] and s not in self.gone)

    def behind_button(self) -> int:
        """Return the next of the seats with chips."""
        return ([p for p in self.here if p > self.button] or self.here)[0]

    def next_button(self) -> int:
        """Return who has it: of two who are left, who had the big blind last."""
        seats = len(self.paid)
        left = {p for p in self.gone if self.paid[p]}
        if len(self.here) != 2 or len({*self.order, self.button} | left) == 2:
            return self.behind_button()
        at = self.button
        for _ in range(2):  # blinds
            at = next(
                n % seats for n in range(at + 1, at + seats) if self.paid[n % seats]
            )
        while at not in self.here:
            at = (at - 1) % seats
        return at

    def contenders(self) -> Seats:
        """Return for whom the pots of this hand are made."""
        return self.live

    def shared(self, amount: int, seats: Seats) -> Seats:
        """Return the stacks after a pot was split."""
        return share(self.stacks, amount, seats)

    @property
    def price(self) -> int:
        blinds = () if self.board else self.blinds[: len(self.order)]
        return max(*self.bets, *blinds)

    @property
    def full(self) -> int:
        return max(self.raised, self.min_bet)

    def has(self, seat: int) -> int:
        return self.stacks[seat] + self.bets[seat]

    def owes(self, seat: int) -> int:
        others = [self.has(s) for s in self.live if s != seat]
        if not any(chips > self.bets[seat] for chips in others):
            return 0
        return max(0, self.price - self.bets[seat])

    def may_raise(self, seat: int) -> bool:
        callable_ = any(self.has(s) > self.price for s in self.live if s != seat)
        has_more = self.stacks[seat] > self.owes(seat)
        return has_more and callable_ and self.is_open_to(seat)

    def is_open_to(self, seat: int) -> bool:
        return seat not in self.acted or self.owes(seat) >= self.full

    def gets_back(self, seat: int) -> bool:
        """Say whether a seat gets back what nobody matched."""
        return seat not in self.gone

    def raised_by(self, seat: int, by: int) -> Self:
        """Return the state in which a seat, which has paid for it, has raised."""
        if by >= self.full:
            return replace(self, raised=by, acted=(seat,))
        return replace(self, acted=(*self.acted, seat))


def put(values: Seats, seat: int, more: int) -> Seats:
    return tuple(v + more * (n == seat) for n, v in enumerate(values))


def but(seats: Seats, seat: int) -> Seats:
    return tuple(s for s in seats if s != seat)


def turned(seats: Seats, place: int) -> Seats:
    return seats[place:] + seats[:place]


def made(s: State, seats: Seats) -> list[tuple[int, Seats]]:
    """Return the pots of these seats."""
    found: list[tuple[int, Seats]] = []
    below, amount = 0, s.dead
    for level in sorted({*s.paid}):
        amount += sum(level - below for chips in s.paid if chips >= level)
        below, theirs = level, tuple(p for p in seats if s.paid[p] >= level)
        if found and theirs in (found[-1][1], ()):
            before, theirs = found.pop()
            amount += before
        if amount:
            found.append((amount, theirs))
        amount = 0
    if found and not found[0][1]:
        return [(found[0][0], seats)]
    return found


def best(s: State, seats: Seats) -> Seats:
    if len(s.live) < 2:
        return seats
    ranks = {p: rank(s.shown[p] + s.board) for p in seats}
    return tuple(p for p in seats if ranks[p] == max(ranks.values()))


def share(stacks: Seats, amount: int, seats: Seats) -> Seats:
    part, odd = divmod(amount, len(seats))
    for place, seat in enumerate(seats):
        stacks = put(stacks, seat, part + (place < odd))
    return stacks


def rank(faces: Iterable[str]) -> tuple[object, ...]:
    """Return what the best five of some cards are worth."""
    return max(map(_five, combinations(faces, 5)))


def _five(faces: Sequence[str]) -> tuple[object, ...]:
    counts = Counter(RANKS.index(face[0]) for face in faces)
    by = sorted(counts, key=lambda r: (counts[r], r), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    straight = len(by) == 5 and max(by) - min(by) == 4
    if sorted(by) == [0, 1, 2, 3, 12]:
        straight, by = True, [3, 2, 1, 0, -1]
    flush = len({face[1] for face in faces}) == 1
    kind = 1 + KINDS.index(shape) if shape in KINDS else 0
    if straight or flush:
        kind = max(kind, 8 if straight and flush else 5 if flush else 4)
    return (kind, by)
