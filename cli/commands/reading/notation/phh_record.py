"""Reads recorded no-limit hold'em hands in PHH notation.

A record says who had what, who did what, and often how it ended.  Cards that
were never shown may be unknown (``????``), as they are to us.

Source: Kim, "Recording and Describing Poker Hands" (2024), and
github.com/uoftcprg/phh-std.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.poker.holdem import TexasHoldem
from games.poker.holdem_state import Holdem, table
from games.poker.ranking import DECK


@dataclass(frozen=True, slots=True)
class Action:
    """What a player did when asked, and the words for it in the record."""

    seat: int
    move: str
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as it was written down: faces by slot, as far as they are known."""

    start: Holdem
    actions: tuple[Action, ...]
    faces: Mapping[int, str]
    mucked: frozenset[int]
    finishing: tuple[float, ...] | None


def parse(text: str) -> Record:
    """Read a ``.phh`` file.

    Raises:
      ValueError: It is not one, or of another game than no-limit hold'em.
    """
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"this is not a PHH file: {error}") from None
    if fields.get("variant") != "NT":
        variant = fields.get("variant", "a file that names no variant")
        raise ValueError(f"only no-limit hold'em (NT) can be replayed, not {variant}")
    stacks = _chip_list(fields, "starting_stacks")
    if len(stacks) not in TexasHoldem.seats or min(stacks) < 1:
        raise ValueError("a hand takes 2 to 10 players, each with chips")
    notes = _Notes(len(stacks))
    for action in _field(fields, "actions"):
        notes.take(str(action))
    return Record(
        _start(fields, stacks),
        tuple(notes.actions),
        notes.faces(),
        frozenset(notes.mucked),
        _finishing(fields),
    )


def _start(fields: Mapping[str, object], stacks: tuple[int, ...]) -> Holdem:
    antes = _chip_list(fields, "antes")
    blinds = _chip_list(fields, "blinds_or_straddles")
    if not len(antes) == len(blinds) == len(stacks):
        raise ValueError("antes, blinds and stacks are not for as many players")
    min_bet = _chips(fields.get("min_bet"))
    if min(antes) < 0 or min_bet < 1:
        raise ValueError("antes are not negative, and the minimum bet is at least 1")
    return table(
        stacks,
        antes=antes,
        blinds=blinds,
        min_bet=min_bet,
        # The flag is for equal antes only.  Records set it for a big blind
        # ante, too, which it would give back; ``table`` keeps unequal antes.
        trim_antes=fields.get("ante_trimming_status") is True,
    )


@dataclass(slots=True)
class _Notes:
    """The actions of a record, sorted by what they answer."""

    seats: int
    actions: list[Action] = field(default_factory=list)
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
                if "?" not in cards and cards != "-":
                    self.hole[seat] = cards
            case [who, "f"]:
                self.actions.append(Action(self.seat(who, text), "fold", text))
            case [who, "cc"]:
                self.actions.append(Action(self.seat(who, text), "call", text))
            case [who, "cbr", total]:
                move = f"raise {_chips(total)}"
                self.actions.append(Action(self.seat(who, text), move, text))
            case _:
                raise ValueError(f"the action {text!r} is not one of hold'em")

    def seat(self, who: str, text: str) -> int:
        seat = int(who[1:]) - 1 if who[1:].isdecimal() else -1
        if who[0] != "p" or seat not in range(self.seats):
            raise ValueError(f"the action {text!r} names no player of this hand")
        return seat

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


def _field(fields: Mapping[str, object], name: str) -> list[object]:
    match fields.get(name):
        case list(values):
            return values
    raise ValueError(f"the list {name} is missing")


def _chip_list(fields: Mapping[str, object], name: str) -> tuple[int, ...]:
    return tuple(_chips(value) for value in _field(fields, name))


def _chips(value: object) -> int:
    match value:
        case bool():
            pass
        case int():
            return value
        case float() if value.is_integer():
            return int(value)
        case str() if value.isascii() and value.isdecimal():
            return int(value)
    raise ValueError(f"a number of chips is whole, not {value!r}")


def _finishing(fields: Mapping[str, object]) -> tuple[float, ...] | None:
    """Return the recorded stacks, of which a split pot may have made halves."""
    if "finishing_stacks" not in fields:
        return None
    stacks = _field(fields, "finishing_stacks")
    return tuple(
        chips if isinstance(chips, float) else _chips(chips) for chips in stacks
    )
