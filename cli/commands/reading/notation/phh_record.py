"""Reads recorded no-limit hold'em hands in PHH notation.

A record says who had what, who did what, and often how it ended.  Cards that
were never shown may be unknown (``????``), as they are to us.  A file has one hand,
or several in numbered tables (``.phhs``).

Source: Kim, "Recording and Describing Poker Hands" (2024), and
github.com/uoftcprg/phh-std.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_state import Holdem, table
from p2pgame.games.poker.ranking import DECK

from .phh_amounts import Unit, amount, amounts, is_unknown, listed

#: The names of the variants that PHH has, as a sentence names them.
_VARIANTS = {
    "FT": "fixed-limit hold'em",
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha, high and low",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud, high and low",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}


@dataclass(frozen=True, slots=True)
class Action:
    """What a player did when asked, and the words for it in the record."""

    seat: int
    move: str
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as it was written down: faces by slot, as far as they are known.

    The chips of ``finishing`` and ``winnings`` are None where the record has none;
    those of a stack that nobody noted say nothing.
    """

    start: Holdem
    actions: tuple[Action, ...]
    faces: Mapping[int, str]
    mucked: frozenset[int]
    finishing: tuple[int, ...] | None
    winnings: tuple[int, ...] | None
    unknown: frozenset[int]
    unit: Unit


Fields = Mapping[str, object]

_UNREADABLE = "this is not a PHH file: it can't be read as TOML"
#: Where a reader of TOML stopped, in its English.
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def hands(text: str) -> dict[str, Fields]:
    """Return the fields of each hand of a file, by its number; a single one is ``1``.

    Raises:
      ValueError: It is no file of PHH.
    """
    try:
        fields = tomllib.loads(text.removeprefix("\ufeff"), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        if place := _PLACE.search(str(error)):
            line, column = place.groups()
            raise ValueError(
                f"this is not a PHH file: line {line}, column {column} is no TOML"
            ) from None
        raise ValueError(_UNREADABLE) from None
    except (ValueError, ArithmeticError, RecursionError):
        raise ValueError(_UNREADABLE) from None
    tables = {name: one for name, one in fields.items() if isinstance(one, dict)}
    if "variant" in fields or not tables:
        return {"1": fields}
    return {name: {**fields, **one} for name, one in tables.items()}


def parse(fields: Fields) -> Record:
    """Read one hand.

    Raises:
      ValueError: It is none, or of another game than no-limit hold'em.
    """
    variant = fields.get("variant")
    if variant != "NT":
        said = "a file that names no variant" if variant is None else str(variant)[:20]
        if isinstance(variant, str) and variant in _VARIANTS:
            said = f"{_VARIANTS[variant]} ({variant})"
        raise ValueError(f"only no-limit hold'em (NT) can be replayed, not {said}")
    noted = listed(fields, "starting_stacks")
    unknown = frozenset(seat for seat, chips in enumerate(noted) if is_unknown(chips))
    stacks = [Fraction(0) if is_unknown(chips) else amount(chips) for chips in noted]
    known = [chips for seat, chips in enumerate(stacks) if seat not in unknown]
    if len(stacks) not in TexasHoldem.seats or min(known, default=1) <= 0:
        raise ValueError("a hand takes 2 to 10 players, each with chips")
    notes = _Notes(len(stacks))
    for action in listed(fields, "actions"):
        notes.take(str(action))
    finishing = _per_seat(fields, "finishing_stacks", len(stacks), unknown)
    winnings = _per_seat(fields, "winnings", len(stacks), unknown)
    begun, ends = _Begun(fields, stacks), (*(finishing or ()), *(winnings or ()))
    unit = Unit.of([*begun.amounts(), *notes.amounts(), *ends])
    return Record(
        begun.table(unit, unknown, unit.counts(notes.amounts())),
        tuple(notes.written(unit)),
        notes.faces(),
        frozenset(notes.mucked),
        None if finishing is None else unit.counts(finishing),
        None if winnings is None else unit.counts(winnings),
        unknown,
        unit,
    )


def _per_seat(
    fields: Fields, name: str, seats: int, unknown: frozenset[int]
) -> tuple[Fraction, ...] | None:
    """Return what the record says that each player had in the end, if it does."""
    if name not in fields:
        return None
    found = listed(fields, name)
    if len(found) != seats:
        raise ValueError(f"the list {name} is not for {seats} players")
    return tuple(
        Fraction(0) if seat in unknown and is_unknown(chips) else amount(chips)
        for seat, chips in enumerate(found)
    )


class _Begun:
    """What was there before the first card."""

    def __init__(self, fields: Fields, stacks: list[Fraction]) -> None:
        self._stacks = stacks
        self._antes = amounts(fields, "antes")
        self._blinds = amounts(fields, "blinds_or_straddles")
        if not len(self._antes) == len(self._blinds) == len(stacks):
            raise ValueError("antes, blinds and stacks are not for as many players")
        if "min_bet" not in fields:
            raise ValueError("the field min_bet is missing")
        self._min_bet = amount(fields["min_bet"])
        if min(self._antes) < 0 or self._min_bet <= 0:
            raise ValueError("antes are not negative, and the minimum bet is above 0")
        # The flag is for equal antes only.  Records set it for a big blind
        # ante, too, which it would give back; ``table`` keeps unequal antes.
        self._trims = fields.get("ante_trimming_status") is True

    def amounts(self) -> Iterator[Fraction]:
        yield from (*self._stacks, *self._antes, *self._blinds, self._min_bet)

    def table(
        self, unit: Unit, unknown: frozenset[int], bets: tuple[int, ...]
    ) -> Holdem:
        """Return the table; a stack that nobody noted is never all-in."""
        antes, blinds = unit.counts(self._antes), unit.counts(self._blinds)
        stacks = [*unit.counts(self._stacks)]
        most = sum((*stacks, *antes, *map(abs, blinds), *bets)) + 1
        for seat in unknown:
            stacks[seat] = most
        return table(
            stacks,
            antes=antes,
            blinds=blinds,
            min_bet=unit.count(self._min_bet),
            trim_antes=self._trims,
        )


@dataclass(slots=True)
class _Notes:
    """The actions of a record, sorted by what they answer."""

    seats: int
    actions: list[tuple[int, str, Fraction | None, str]] = field(default_factory=list)
    hole: dict[int, str] = field(default_factory=dict)
    board: str = ""
    mucked: set[int] = field(default_factory=set)

    def take(self, text: str) -> None:
        match text.partition("#")[0].split():
            case []:
                pass
            case ["d", "db", cards]:
                self.board += cards
            case ["d", "dh", who, cards]:
                seat = self.seat(who, text)
                self.hole[seat] = self.hole.get(seat, "") + cards
            case [who, "sm"]:
                self.mucked.add(self.seat(who, text))
            case [who, "sm", cards]:
                seat = self.seat(who, text)
                if cards == "-":
                    self.mucked.add(seat)
                elif "?" not in cards:
                    self.hole[seat] = cards
            case [who, "f"]:
                self.actions.append((self.seat(who, text), "fold", None, text))
            case [who, "cc"]:
                self.actions.append((self.seat(who, text), "call", None, text))
            case [who, "cbr", total]:
                seat = self.seat(who, text)
                self.actions.append((seat, "raise", amount(total), text))
            case _:
                raise ValueError(f"the action {text[:60]!r} is not one of hold'em")

    def seat(self, who: str, text: str) -> int:
        digits = who[1:3]
        seat = int(digits) - 1 if digits.isascii() and digits.isdecimal() else -1
        if who != f"p{seat + 1}" or seat not in range(self.seats):
            raise ValueError(f"the action {text[:60]!r} names no player of this hand")
        return seat

    def amounts(self) -> list[Fraction]:
        """Return all bets and raises."""
        return [total for _, _, total, _ in self.actions if total is not None]

    def written(self, unit: Unit) -> Iterator[Action]:
        """Yield the actions as moves of ours."""
        for seat, move, total, text in self.actions:
            said = move if total is None else f"{move} {unit.count(total)}"
            yield Action(seat, said, text)

    def faces(self) -> Mapping[int, str]:
        """Return the faces known, by the slots of a hand whose button is last."""
        dealt = {2 * seat: cards for seat, cards in self.hole.items()}
        faces = {
            first + place // 2: cards[place : place + 2]
            for first, cards in (*dealt.items(), (2 * self.seats, self.board))
            for place in range(0, len(cards), 2)
        }
        if any(len(cards) != 4 for cards in self.hole.values()):
            raise ValueError("a player has not two cards")
        known = {slot: face for slot, face in faces.items() if face != "??"}
        for face, count in Counter(known.values()).items():
            if face not in DECK:
                raise ValueError(f"there is no card {face}")
            if count > 1:
                raise ValueError(f"the card {face} is dealt more than once")
        return known
