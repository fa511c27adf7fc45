"""Replays recorded hold'em hands: if our rules are right, they end alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.registry import SHIPPED, find

from .phh_amounts import Unit
from .phh_record import Fields, Record, hands, parse
from .phh_replay import Refused, Replay

#: A room takes at most this part of the pots; a larger difference is none of a rake.
RAKE = 10


@dataclass(frozen=True, slots=True)
class Replayed:
    """How a hand ended by our rules, in chips, and what differs from the record."""

    stacks: tuple[int, ...]
    finishing: tuple[int, ...] | None
    unit: Unit
    difference: str | None = None
    rake: int = 0
    is_compared: bool = True
    #: The version of our rules, if the newest one does not go with the record.
    version: int | None = None

    def __str__(self) -> str:
        if self.difference is not None:
            return self.difference
        if not self.is_compared:
            ours = _listed(self.stacks, self.unit)
            return f"no final stacks recorded, ours are {ours}{self._by}"
        after = f", after a rake of {self.unit.written(self.rake)}" if self.rake else ""
        return f"OK{after}{self._by}"

    @property
    def _by(self) -> str:
        return "" if self.version is None else f", by version {self.version} of holdem"


def check(text: str) -> Replayed:
    """Replay the one recorded hand of a text.

    Raises:
      ValueError: It is no such record, there are several, or our rules do not allow
        it; the message is one sentence.
    """
    (fields,) = hands(text).values()
    return replayed(fields)


def replayed(fields: Fields) -> Replayed:
    """Replay one recorded hand by the newest rules, or by the last that it agrees with.

    Raises:
      ValueError: It is no such record, or no rules of ours allow it; the message is
        one sentence.
    """
    record = parse(fields)
    refused: Refused | None = None
    differing: Replayed | None = None
    newest, *_ = games = [*_versions()]
    for game in games:
        try:
            replay = Replay(game, record)
            found = _compared(record, replay, replay.run())
        except Refused as error:
            refused = refused or error
            continue
        if found.difference is None:
            return found if game is newest else replace(found, version=game.version)
        differing = differing or found
    if differing is not None:
        return differing
    assert refused is not None
    raise refused


def _versions() -> Iterator[TexasHoldem]:
    """Yield the rules of hold'em, the newest first."""
    for name, version in reversed([*SHIPPED]):
        if name == "holdem":
            game = find(name, version)
            assert isinstance(game, TexasHoldem)
            yield game


def _compared(record: Record, replay: Replay, stacks: tuple[int, ...]) -> Replayed:
    """Compare the ends that the record has with ours."""
    collected, unit, rake = replay.collected, record.unit, 0
    # Some rooms count what came back of a bet as won, too.
    both = zip(collected, replay.uncalled, strict=True)
    with_uncalled = [won + back for won, back in both]
    ends = (
        ("ends with stacks of", record.finishing, [stacks]),
        ("has winnings of", record.winnings, [collected, with_uncalled]),
    )
    for has, theirs, ours in ends:
        if theirs is None:
            continue
        known = {*range(len(stacks))} - (record.unknown if ours == [stacks] else {*()})
        rakes = [_rake(theirs, one, collected, known) for one in ours]
        found = [each for each in rakes if each is not None]
        if not found:
            said, by_us = _listed(theirs, unit), _listed(ours[0], unit)
            wrong = f"the record {has} {said}, our rules with {by_us}"
            return Replayed(stacks, record.finishing, unit, wrong)
        rake = max(rake, min(found))
    is_compared = record.finishing is not None or record.winnings is not None
    return Replayed(stacks, record.finishing, unit, rake=rake, is_compared=is_compared)


def _rake(
    theirs: Sequence[int], ours: Sequence[int], won: Sequence[int], seats: set[int]
) -> int | None:
    """Return what the winners of pots have less than by our rules; None: it differs."""
    less = [ours[seat] - theirs[seat] for seat in seats]
    is_rake = all(
        chips == 0 or (chips > 0 and won[seat])
        for seat, chips in zip(seats, less, strict=True)
    )
    return sum(less) if is_rake and sum(less) * RAKE <= sum(won) else None


def _listed(stacks: Sequence[int], unit: Unit) -> str:
    return " ".join(map(unit.written, stacks))
