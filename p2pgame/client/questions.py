"""The questions that a client puts to the player, with a deadline and a default.

An answer is a whole number: 1 for yes, 0 for no, or what the question says.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from p2pgame.engine import Message


class Ask(msgspec.Struct, frozen=True, tag_field="ask", omit_defaults=True):
    """Base of what can be asked."""

    @property
    def answers(self) -> range:
        """The answers that make sense."""
        return range(2)


class Picture(msgspec.Struct, frozen=True):
    """One of three pictures that two players compare: both must see the same."""

    picture: str
    name: str


class PlayWith(Ask, frozen=True, tag="play-with"):
    """A guest has come with the link: may it play?  1: yes, 0: no.

    ``impostor``: the name looks like that of a contact, or of somebody at the table,
    whose key is another.  ``warning``: by its key the guest has signed two entries in
    one place at an earlier table.
    """

    name: str
    impostor: bool = False
    warning: Message | None = None


class LetIn(Ask, frozen=True, tag="let-in"):
    """A guest without a link wants to sit down: may it?  1: yes, 0: no.

    It knows the spoken words, or is in our network and must see these ``pictures``.
    """

    name: str
    pictures: tuple[Picture, ...] = ()


class NextLevel(msgspec.Struct, frozen=True):
    """The level that comes next, which ``play-next`` asks for by these fields."""

    name: str
    game: str
    options: dict[str, str | int | bool]


class PlayAgain(Ask, frozen=True, tag="play-again"):
    """Play again, and with how many seats?  0: no; last time there were ``seats``.

    ``other`` is another number that the game can be played with; None: there is none.
    ``following`` is the next level of a puzzle, if it has one.
    """

    seats: int
    other: int | None = None
    following: NextLevel | None = None

    @property
    def answers(self) -> range:
        return range(100)


class Seen(msgspec.Struct, frozen=True):
    """A table in this network, of which so many seats are taken."""

    host: str
    game: str
    taken: int
    seats: int


class ChooseTable(Ask, frozen=True, tag="choose-table"):
    """At which of these tables to sit down?  They count from 1; 0: at none."""

    tables: tuple[Seen, ...]

    @property
    def answers(self) -> range:
        return range(len(self.tables) + 1)


class DialNearby(Ask, frozen=True, tag="dial-nearby"):
    """An invite leads to these ``places`` and nowhere else: dial there?  1: yes, 0: no.

    ``here``: all are on this machine, so its host must be.  Else they are link-local,
    as of two machines on one cable.
    """

    places: tuple[str, ...]
    here: bool


AnyAsk: TypeAlias = PlayWith | LetIn | PlayAgain | ChooseTable | DialNearby


class Question(msgspec.Struct, frozen=True):
    """A question; after ``seconds`` without an answer ``default`` counts."""

    number: int
    ask: AnyAsk
    seconds: float
    default: int
