"""Battleship: find and sink a fleet that you cannot see.

Two players secretly place ships, each straight along a row or a column: ``a1 right
c3 down`` and so on for the lengths in ``ships``, or ``random 7``.  Then they take turns
to shoot at a cell of the other's sea; everybody sees whether it is water or which ship.
A ship is sunk when all its cells are hit.  The player who sinks the whole fleet wins,
by the number of own ships afloat.  Then every cell is opened: a player whose fleet
breaks the rules loses all of it and has sunk nothing; so does a player who leaves.
Ships may ``touch``, or not.  Source: Milton Bradley, "Battleship" (1967), where they
may.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import EMPTY, Game, Options, Policy, Reason, State, Zone
from p2pgame.engine.events import Chosen, Event, Opened
from p2pgame.engine.message import NOTHING, Message
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Open, Over, Place, Turn
from p2pgame.tabletop.dealing import Slots
from p2pgame.tabletop.moves import unless

from .fleet import WATER, Fleet, told_lies


class BattleshipOptions(Options, frozen=True):
    size: int = 10
    ships: str = "5 4 3 3 2"
    touch: bool = True


class Battle(State, frozen=True):
    """``sea`` has player 0's faces first, "" while hidden; ``shots`` are slots."""

    fleet: Fleet
    sea: tuple[str, ...]
    placed: int = 0
    shots: Slots = ()
    target: int = EMPTY
    payoffs: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        return len(self.shots) % 2

    def slots(self, player: int) -> range:
        size = self.fleet.size**2
        return range(player * size, player * size + size)

    def hidden(self, player: int) -> Slots:
        return tuple(slot for slot in self.slots(player) if not self.sea[slot])

    def name(self, slot: int) -> str:
        return self.fleet.names[slot % self.fleet.size**2]

    def sunk(self, player: int) -> str:
        mine = self.slots(player)
        return self.fleet.sunk(self.sea[slot] for slot in self.shots if slot in mine)

    @property
    def opening(self) -> Slots:
        """Return the slots to open now: the target, or in the end all the rest."""
        if self.target != EMPTY:
            return (self.target,)
        ended = self.fleet.letters in (self.sunk(0), self.sunk(1))
        return self.hidden(0) + self.hidden(1) if ended else ()


class Battleship(Game[Battle, BattleshipOptions]):
    name, version, seats, options = "battleship", 2, range(2, 3), BattleshipOptions

    def why_not(self, seats: int, options: BattleshipOptions) -> Message | None:
        return Fleet(options.size, options.ships, options.touch).why_not()

    def setup(self, seats: int, options: BattleshipOptions) -> Battle:
        fleet = Fleet(options.size, options.ships, options.touch)
        return Battle(fleet, ("",) * (2 * options.size**2))

    def turn(self, state: Battle) -> Turn:
        if state.payoffs:
            return Over(state.payoffs)
        if state.placed < 2:
            return Place(state.placed, state.hidden(state.placed), state.fleet.faces)
        if state.opening:
            return Open(state.opening)
        targets = state.hidden(1 - state.player)
        return Choose(state.player, tuple(map(state.name, targets)))

    def apply(self, state: Battle, event: Event) -> Battle:
        match event:
            case Chosen(player, move):
                targets = {state.name(slot): slot for slot in state.slots(1 - player)}
                return replace(state, target=targets[move])
            case Opened(faces):
                known = dict(zip(state.opening, faces, strict=True))
                sea = tuple(known.get(s, face) for s, face in enumerate(state.sea))
                shots = state.shots + state.opening * (state.target != EMPTY)
                return replace(state, sea=sea, shots=shots, target=EMPTY)
        return replace(state, placed=state.placed + 1)

    def settled(self, state: Battle, gone: frozenset[int]) -> tuple[int, ...] | None:
        everything = len(state.fleet.letters)
        return (-everything, everything) if 0 in gone else (everything, -everything)

    def fix_up(self, state: Battle) -> tuple[Message, Battle] | None:
        if "" in state.sea or state.payoffs:
            return None
        seas = {n: tuple(state.sea[slot] for slot in state.slots(n)) for n in (0, 1)}
        lies = {n: why for n in seas if (why := state.fleet.why_wrong(seas[n]))}
        everything = len(state.fleet.letters)
        lost = [everything * (n in lies) if lies else len(state.sunk(n)) for n in seas]
        won = lost[1] - lost[0]
        return told_lies(lies), replace(state, payoffs=(won, -won))

    def why_impossible(self, state: Battle, faces: tuple[str, ...]) -> Reason | None:
        known = {*state.fleet.faces}.issuperset(faces)
        return unless(known, "battleship-no-such-face", "no-such-face")

    def why_misplaced(
        self, state: Battle, player: int, faces: tuple[str, ...]
    ) -> Reason | None:
        return state.fleet.why_wrong(faces)

    def explain(
        self, state: Battle, player: int, text: str, faces: Mapping[int, str]
    ) -> Reason | None:
        cell = text.lower().rpartition(" ")[2]
        if cell in state.fleet.names:
            return Reason.of("shot-at", "battleship-shot-at", cell=cell)
        return Reason.of("no-cell", "battleship-no-cell", cell=cell)

    def in_hand(self, state: Battle, player: int, faces: Mapping[int, str]) -> str:
        return ""  # a fleet is read off the table

    def scores(self, state: Battle) -> tuple[int, ...]:
        return (len(state.sunk(1)), len(state.sunk(0)))

    def placement(self, state: Battle, player: int, text: str) -> tuple[str, ...]:
        return state.fleet.read(text)

    def phase(self, state: Battle) -> Message | None:
        if state.placed < 2:
            return Message.of("battleship-placing")
        return Message.of("battleship-shooting")

    def zones(self, state: Battle) -> tuple[Zone, ...]:
        opened = tuple(slot for slot, face in enumerate(state.sea) if face)
        seas = [Zone(f"sea {n}", state.hidden(n), group=(n,)) for n in (0, 1)]
        return (Zone("opened", opened, Policy.VISIBLE), *seas[: state.placed])

    def show(self, state: Battle, faces: Mapping[int, str]) -> str:
        lines, marks = list[str](), list[str]()
        for slot, opened in enumerate(state.sea):
            face = opened or faces.get(slot, WATER)
            shot = slot in state.shots
            marks.append(face if shot else face.replace(WATER, ".").lower())
        for n, side in enumerate(("left", "right")):
            lines.append(f"{side}: player {n}, ships sunk: {state.sunk(n) or 'none'}")
        seas = [state.fleet.show([marks[s] for s in state.slots(n)]) for n in (0, 1)]
        return "\n".join([*lines, *map("{}     {}".format, *map(str.splitlines, seas))])

    def scene(self, state: Battle, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .battleship_scene import scene

        return scene(self, state, faces, seat)

    def tell(self, state: Battle, event: Event) -> Message | None:
        if not isinstance(event, Opened):
            return NOTHING if isinstance(event, Chosen) else None
        if state.target == EMPTY:
            return Message.of("battleship-all-opened")
        (face,) = event.faces
        who, cell = state.player, state.name(state.target)
        if face == WATER:
            return Message.by("battleship-misses", who, cell=cell)
        sunk = face in self.apply(state, event).sunk(1 - state.player)
        id = "battleship-sinks" if sunk else "battleship-hits"
        return Message.by(id, who, cell=cell, ship=face)
