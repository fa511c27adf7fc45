"""A state that only remembers what was done, for rules that are put together."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from p2pgame.tabletop.moves import FixUp, MoveType
from p2pgame.tabletop.phases import Phased


class Diary(Phased, frozen=True):
    lines: tuple[str, ...] = ()


def noted(line: str) -> Callable[[Diary], Diary]:
    """Return what writes ``line``, and the phase it was written in."""

    def write(state: Diary) -> Diary:
        where = f" in {state.phase}" if state.phase else ""
        return replace(state, lines=(*state.lines, line + where))

    return write


def move(name: str, in_a_row: int = 1) -> MoveType[Diary]:
    def write(state: Diary, player: int, number: int) -> Diary:
        return replace(state, lines=(*state.lines, name))

    return MoveType(write, f"Writes {name}.", name, in_a_row=in_a_row)


def once(name: str, starts: str = "", in_a_row: int = 1) -> FixUp[Diary]:
    """Return the fix-up that follows as long as its name is not in the diary."""

    def write(state: Diary) -> Diary | None:
        if name in state.lines:
            return None
        return replace(state, lines=(*state.lines, name))

    return FixUp(write, name, starts=starts, in_a_row=in_a_row)
