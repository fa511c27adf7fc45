"""Takes the field of Mover from one table to the next, as a text for each seat."""

from __future__ import annotations

import re

from msgspec.structs import replace

from .plane import REST, Plane, Walk

#: Characters of what all seats bring to a table, at most.
MOST_BROUGHT = 2000
#: What a seat brings: the number of the place where it stands, and bits for its own.
_BROUGHT = re.compile("(0|[1-9][0-9]{0,3})[.](0|[1-9a-f][0-9a-f]*)")


def brought(state: Plane, seat: int) -> str:
    """Return what a seat takes along to the next table."""
    walk = state.walks[seat]
    if walk is None:
        return ""
    owned = sum(1 << at for at, owner in enumerate(state.owners) if owner == seat + 1)
    return f"{state.index(*walk.place(state.tick))}.{owned:x}"


def fits(text: str, seats: int, field: int) -> bool:
    """Return whether each seat stands on the field, and owns places of its own."""
    texts, places, owned = text.split(";"), field**2, 0
    if len(text) > MOST_BROUGHT or len(texts) != seats:
        return False
    for one in filter(None, texts):
        found = _BROUGHT.fullmatch(one)
        if found is None or int(found[1]) >= places:
            return False
        mine = int(found[2], 16)
        if mine & owned or mine >> places:
            return False
        owned |= mine
    return True


def with_brought(plane: Plane, text: str) -> Plane:
    """Return a field with what the seats bring."""
    walks, owners = [*plane.walks], [*plane.owners]
    half, side = plane.field // 2, plane.field
    for seat, one in enumerate(text.split(";")):
        if one:
            at, bits = one.split(".")
            y, x = divmod(int(at), side)
            walks[seat] = Walk(x - half, y - half, REST, 0, 0)
            mine = int(bits, 16)
            for place in range(len(owners)):
                if mine >> place & 1:
                    owners[place] = seat + 1
    return replace(plane, walks=tuple(walks), owners=tuple(owners))
