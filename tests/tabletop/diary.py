"""A diary is a state that only records what was done, for composed rules."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from p2pgame.tabletop.moves import FixUp, MoveType
from p2pgame.tabletop.phases import Phased


class Diary(Phased, frozen=True):
    lines: tuple[str, ...] = ()


def noted(line: str) -> Callable[[Diary], Diary]:
    """Return a function that records ``line`` and the current phase."""

    def write(state: Diary) -> Diary:
        where = f" in {state.phase}" if state.phase else ""
        return replace(state, lines=(*state.lines, line + where))

    return write


def move(name: str, in_a_row: int = 1) -> MoveType[Diary]:
    def write(state: Diary, player: int, number: int) -> Diary:
        return replace(state, lines=(*state.lines, name))

    return MoveType(write, f"Writes {name}.", name, in_a_row=in_a_row)


def once(name: str, starts: str = "", in_a_row: int = 1) -> FixUp[Diary]:
    """Return a fix-up that applies until its name is in the diary."""

    def write(state: Diary) -> Diary | None:
        if name in state.lines:
            return None
        return replace(state, lines=(*state.lines, name))

    return FixUp(write, name, starts=starts, in_a_row=in_a_row)
