"""Finds what players had seen of a game, as far as its transcript shows it by the end.

A card that a player was dealt is shown when it is opened before the next shuffle, or by
an audit of its deck.  So a replay can see with the eyes of a player, with what nobody
was shown face down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from p2pgame.engine import (
    AnyGame,
    Deal,
    Dealt,
    Open,
    Opened,
    Place,
    Placed,
    Reshuffle,
    Reshuffled,
    Roll,
    Rolled,
    Shuffled,
    Turn,
    learn,
)
from p2pgame.engine.undo.takeback import Undone
from p2pgame.engine.views import shown
from p2pgame.engine.visibility import visible
from p2pgame.session.lobby.events import (
    Drawn,
    Happened,
    Overtaken,
    Started,
    TableEvent,
    TakenBack,
)

Faces: TypeAlias = Mapping[int, str]


def hands_of(turn: Turn, event: object) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the slots whose faces single seats were told by what answered a turn."""
    match turn, event:
        case (Deal(hands), Dealt()) | (Roll(_, _, hands), Rolled()):
            return hands
        case Place(seat, slots), Placed():
            return ((seat, slots),)
    return ()


@dataclass(frozen=True, slots=True)
class _Dealt:
    """A slot whose face was told to one seat in a happening; ``deck``: which deck's."""

    happening: int
    seat: int
    slot: int
    deck: int | None


@dataclass
class Shown:
    """What was told to single seats, happening by happening, and is shown later."""

    _told: list[dict[int, dict[int, str]]] = field(default_factory=list)
    _asked: dict[int, list[_Dealt]] = field(default_factory=dict)
    _all: list[_Dealt] = field(default_factory=list)
    _decks: int = 0

    @property
    def told(self) -> Sequence[Mapping[int, Faces]]:
        """For each happening, the faces by slot that a seat alone was told then."""
        return self._told

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of which anything is shown."""
        return tuple(sorted({seat for told in self._told for seat in told}))

    def hear(self, event: TableEvent) -> bool:
        """Take in what comes next; return whether it is a happening."""
        match event:
            case Happened():
                self._happened(event)
                return True
            case Overtaken():  # what happened is told anew, from the start
                self._asked.clear()
                self._all.clear()
                self._decks = 0
        return False

    def _happened(self, event: Happened) -> None:
        self._told.append(defaultdict(dict))
        match event.turn, event.event:
            case _, Shuffled():
                self._asked.clear()
                self._decks += 1
            case Reshuffle(slots), Reshuffled():
                for slot in slots:
                    self._asked.pop(slot, None)
            case Open(slots), Opened(faces):
                for slot, face in zip(slots, faces, strict=True):
                    for one in self._asked.get(slot, ()):
                        self._tell(one, face)
        deck = self._decks - 1 if isinstance(event.event, Dealt) else None
        for seat, slots in hands_of(event.turn, event.event):
            for slot in slots:
                self._ask(_Dealt(len(self._told) - 1, seat, slot, deck))

    def audited(self, decks: Sequence[Sequence[str]]) -> None:
        """Take in the faces of all decks that were audited, in their order."""
        for one in self._all:
            if one.deck is not None and one.deck < len(decks) and decks[one.deck]:
                self._tell(one, decks[one.deck][one.slot])

    def _ask(self, one: _Dealt) -> None:
        self._asked.setdefault(one.slot, []).append(one)
        self._all.append(one)

    def _tell(self, one: _Dealt, face: str) -> None:
        self._told[one.happening][one.seat][one.slot] = face


class Eyes:
    """Shows one event after the other as the player in ``seat`` saw it."""

    def __init__(self, shown: Shown, seat: int) -> None:
        self._seat, self._left = seat, iter(shown.told)
        self._game: AnyGame | None = None
        self._faces: Faces = {}

    def see(self, event: TableEvent) -> TableEvent:
        """Return the event with the player's view."""
        match event:
            case Started(start):
                self._game = start.game
            case Overtaken():
                self._faces = {}
            case Happened():
                return self._seen(event)
        return event

    def _seen(self, event: Happened) -> Happened:
        seen, made = event.view, event.event
        told = next(self._left).get(self._seat, {})
        if not isinstance(made, Undone | TakenBack | Drawn):
            self._faces = learn(self._faces, event.turn, made, told)
        assert self._game is not None
        zones, faces = self._game.zones(seen.whole), self._faces
        if zones:
            faces = visible(zones, faces, self._seat)
        state = shown(self._game, seen.whole, self._seat, zones)
        view = replace(seen, player=self._seat, state=state, faces=faces, choice=None)
        return replace(event, view=view)
