"""In this test game a turn has steps: choose a tile, place it, gather what it covers.

Two players have the tiles 1 to 3 each.  A turn is: choose a tile, place it on a
free cell, gather the icons that it covers while the common supply has them, optionally
draw a card or roll a die, end.  Before the tile the player may set the gate, which
affects both.  The turn ends automatically when its timer runs out.  The game ends when
no tile is left, and the player with more icons wins.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    Message,
    Offer,
    Open,
    Opened,
    Options,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    Turn,
    by_score,
    plain,
)
from p2pgame.engine.turns import Timer

CARDS = ("sun", "rain", "snow")
#: The icons under each cell.
ICONS = {1: ("bear", "panda"), 2: ("panda",), 3: (), 4: ("bear", "bear")}


class ParkOptions(Options, frozen=True):
    pandas: int = 2
    bears: int = 4


class Side(State, frozen=True):
    """One player's part of the state."""

    tiles: tuple[int, ...] = (1, 2, 3)
    board: tuple[tuple[int, int], ...] = ()
    icons: tuple[str, ...] = ()


class Park(State, frozen=True):
    supply: tuple[str, ...]
    sides: tuple[Side, ...] = (Side(), Side())
    phase: str = "shuffle"
    player: int = 0
    tile: int = 0
    covered: tuple[str, ...] = ()
    gate: str = "shut"
    opened: tuple[str, ...] = ()
    rolled: tuple[int, ...] = ()


class ParkGame(Game[Park, ParkOptions]):
    name = "park"
    version = 1
    seats = range(2, 3)
    options = ParkOptions

    def setup(self, seats: int, options: ParkOptions) -> Park:
        return Park(("bear",) * options.bears + ("panda",) * options.pandas)

    def position(self, seats: int, options: ParkOptions, text: str) -> Park:
        """Read ``text``: the phase and the player to move."""
        phase, player = text.split(" ")
        start = self.setup(seats, options)
        return replace(start, phase=phase, player=int(player))

    def turn(self, state: Park) -> Turn:
        match state.phase:
            case "shuffle":
                return Shuffle(CARDS, (0, 1))
            case "draw":
                return Open((len(state.opened),))
            case "roll":
                return Roll(6)
            case "over":
                return by_score([len(side.icons) for side in state.sides])
        timer = Timer(30, "end") if state.phase == "gather" else None
        return Choose(state.player, _moves(state), timer)

    def apply(self, state: Park, event: Event) -> Park:
        match event:
            case Shuffled():
                return replace(state, phase="choose")
            case Opened(faces):
                return replace(state, phase="gather", opened=state.opened + faces)
            case Rolled(values):
                return replace(state, phase="gather", rolled=values)
            case Chosen(_, move):
                return _moved(state, move)
        raise AssertionError(event)

    def fix_up(self, state: Park) -> tuple[Message, Park] | None:
        if state.phase == "choose" and not any(side.tiles for side in state.sides):
            return plain("no tile is left"), replace(state, phase="over")
        return None

    def show(self, state: Park, faces: Mapping[int, str]) -> str:
        boards = " | ".join(f"{side.board} {side.icons}" for side in state.sides)
        return f"{state.phase} {state.player} {state.gate} {boards} {state.opened}"


GAME = ParkGame()


def _moves(state: Park) -> tuple[Offer, ...]:
    side = state.sides[state.player]
    if state.phase == "choose":
        gate = "open" if state.gate == "shut" else "shut"
        return (*(f"choose {tile}" for tile in side.tiles), f"gate {gate}")
    if state.phase == "place":
        used = [cell for _, cell in side.board]
        return tuple(f"place {cell}" for cell in ICONS if cell not in used)
    there = [icon for icon in state.covered if icon in state.supply]
    gather = tuple(f"gather {icon}" for icon in dict.fromkeys(there))
    draw = ("draw",) if len(state.opened) < len(CARDS) else ()
    return (*gather, *draw, "roll", "end")


def _moved(state: Park, move: str) -> Park:
    side = state.sides[state.player]
    match move.split(" "):
        case ["gate", gate]:
            return replace(state, gate=gate)
        case ["choose", tile]:
            tiles = tuple(each for each in side.tiles if each != int(tile))
            state = _with_side(state, replace(side, tiles=tiles))
            return replace(state, phase="place", tile=int(tile))
        case ["place", cell]:
            board = (*side.board, (state.tile, int(cell)))
            state = _with_side(state, replace(side, board=board))
            return replace(state, phase="gather", covered=ICONS[int(cell)])
        case ["gather", icon]:
            state = _with_side(state, replace(side, icons=(*side.icons, icon)))
            covered, supply = _less(state.covered, icon), _less(state.supply, icon)
            return replace(state, covered=covered, supply=supply)
        case ["end"]:
            player = 1 - state.player
            return replace(state, phase="choose", player=player, tile=0, covered=())
    return replace(state, phase=move)


def _with_side(state: Park, side: Side) -> Park:
    sides = list(state.sides)
    sides[state.player] = side
    return replace(state, sides=tuple(sides))


def _less(icons: tuple[str, ...], icon: str) -> tuple[str, ...]:
    at = icons.index(icon)
    return icons[:at] + icons[at + 1 :]
