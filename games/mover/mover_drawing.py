"""Draws the field or the plane as a map, and all who walk there with their orders.

A field shows who owns which place.  Where it has no room, the part around the one who
looks is drawn: it has no edge.  The map of the endless plane lies around (0, 0) and
shows everybody: its scale grows as they go apart.  Dots lead to where a walk ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine import Drawing, Look, Message, Row, Span
from p2pgame.tabletop.drawn import boards as kit
from p2pgame.tabletop.drawn.boxes import apart, clipped
from p2pgame.tabletop.drawn.rows import framed, width_of
from p2pgame.tabletop.drawn.seats import called

from .plane import DIRECTIONS, Plane, Walk

_ARROWS = dict(zip("lhkjunyb", "→←↑↓↗↘↖↙", strict=True))
_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
#: The sign of a player beyond those, and of several on one place.
_OTHER, _SEVERAL = "•", "*"
_KEYS = ("y k u", "h · l", "b j n")
_COLOURS = 8
#: The cells of the map's frame with the gap, and of the players' names beside it.
_FRAME, _BESIDE = 6, 26
#: The rows of a drawing besides the map's.
_ROWS = 3
#: The least and the most rows of the map, its columns, and the rows below it.
_LEAST, _MOST_ROWS, _MOST_COLUMNS, _BELOW = 5, 21, 41, 4
#: Walks beyond those of so many players are not dotted.
_DOTTED = 8

#: What is drawn at a place of the map: columns and rows are counted from (0, 0).
_Ink = dict[tuple[int, int], Span]


def draw(state: Plane, look: Look) -> Drawing:
    """Return the plane as the seat of ``look`` sees it."""
    is_beside = look.width >= _BESIDE + _FRAME + 2 * _LEAST
    room = look.width - (_BESIDE if is_beside else 0) - _FRAME
    height = max(look.height - _ROWS - (0 if is_beside else _BELOW), _LEAST)
    if state.field:
        scale, side = 1, state.field
        drawn = framed(_field(state, look, min(room // 2, side), min(height, side)))
    else:
        columns = _odd(min(room // 2, _MOST_COLUMNS))
        rows = _odd(min(height, _MOST_ROWS))
        scale = _scale(state, columns // 2, rows // 2)
        drawn = framed(_map(state, look, columns, rows, scale))
    width = kit.panel_width(drawn, look)
    panel = _panel(state, look, width, len(drawn) if is_beside else _BELOW, scale)
    if width < look.width:
        drawn = kit.beside_board(drawn, panel, look.width)
    else:
        drawn = (*drawn, *panel)
    return kit.fitting((_head(state, look), *drawn), look)


def _odd(number: int) -> int:
    return max(number - 1 + number % 2, 1)


def _head(state: Plane, look: Look) -> Row:
    tick = Message.of("mover-drawn-tick-of", tick=state.tick, ticks=state.ticks)
    over = state.tick == state.ticks
    aim = Message.of("mover-drawn-owned" if state.field else "mover-drawn-nobody-wins")
    if over:
        aim = Message.of("mover-drawn-over", owned=str(bool(state.field)).lower())
    return kit.dotted(
        kit.told(look, tick, "strong" if over else "to-move"),
        kit.told(look, aim, "strong" if over else ""),
    )


def _field(state: Plane, look: Look, columns: int, rows: int) -> Drawing:
    """Return so many places of the field; a part has the looker in its middle."""
    whole = columns == rows == state.field
    own = state.walks[look.seat] if look.seat is not None and not whole else None
    x0, y0 = own.place(state.tick) if own else (0, 0)
    walkers, ahead = _walkers(state, look), _all_ahead(state)
    return tuple(
        tuple(
            span
            for x in range(x0 - columns // 2, x0 - columns // 2 + columns)
            for span in _cell(state, state.index(x, y), walkers, ahead)
        )
        for y in reversed(range(y0 - rows // 2, y0 - rows // 2 + rows))
    )


def _walkers(state: Plane, look: Look) -> dict[int, Span]:
    """Return who stands on which place, with the way; the looker before others."""
    found = dict[int, Span]()
    for seat in sorted(range(len(state.walks)), key=lambda each: each == look.seat):
        walk = state.walks[seat]
        if walk is None:
            continue
        at = state.index(*walk.place(state.tick))
        sign, style = (
            _sign(seat) + _way(walk, state.tick, look),
            f"{_style(seat)} strong",
        )
        if at in found and seat != look.seat:
            sign, style = f"{_SEVERAL} ", "strong"
        found[at] = Span(sign, style)
    return found


def _way(walk: Walk, tick: int, look: Look) -> str:
    if not walk.left(tick):
        return "•" if look.symbols else "."
    return _ARROWS[walk.direction] if look.symbols else walk.direction


def _all_ahead(state: Plane) -> dict[int, str]:
    """Return the styles of the places to which somebody is on the way."""
    return {
        state.index(*place): _style(seat)
        for seat, walk in enumerate(state.walks[:_DOTTED])
        if walk
        for place in _ahead(walk, state.tick, state.field, 1)
    }


def _cell(
    state: Plane, at: int, walkers: dict[int, Span], ahead: dict[int, str]
) -> Row:
    """Return the two cells of a place: its owner or a walker, and who is coming."""
    if at in walkers:
        return (walkers[at],)
    owner = state.owners[at] - 1
    free = Span("·", "dim") if owner < 0 else Span(_sign(owner), _style(owner))
    return (free, Span("∙", ahead[at]) if at in ahead else Span(" "))


def _scale(state: Plane, columns: int, rows: int) -> int:
    """Return how many steps each place of the map stands for: 1, 2, 5, 10 and so on."""
    places = [walk.place(state.tick) for walk in state.walks if walk]
    scale, steps = 1, (2, 5, 10)
    while any(
        abs(_place(x, scale)) > columns or abs(_place(y, scale)) > rows
        for x, y in places
    ):
        scale = next(
            scale // power * step
            for power in [10 ** (len(str(scale)) - 1)]
            for step in (n * power for n in steps)
            if step > scale // power * power
        )
    return scale


def _place(at: int, scale: int) -> int:
    """Return the place of a coordinate on the map."""
    return (2 * at + scale) // (2 * scale)


def _map(state: Plane, look: Look, columns: int, rows: int, scale: int) -> Drawing:
    ink: _Ink = {(x, 0): Span("·", "dim") for x in range(-columns, columns + 1)}
    ink |= {(0, y): Span("·", "dim") for y in range(-rows, rows + 1)}
    ink[0, 0] = Span("+", "dim")
    walks = [(seat, walk) for seat, walk in enumerate(state.walks) if walk]
    for seat, walk in walks[:_DOTTED]:
        for x, y in _ahead(walk, state.tick, scale * max(columns, rows) * 2, scale):
            ink[_place(x, scale), _place(y, scale)] = Span("∙", _style(seat))
    taken = set[tuple[int, int]]()
    for seat, walk in sorted(walks, key=lambda each: each[0] == look.seat):
        x, y = walk.place(state.tick)
        at = _place(x, scale), _place(y, scale)
        sign, style = _sign(seat), _style(seat)
        if seat == look.seat:
            style += " strong"
        elif at in taken:
            sign, style = _SEVERAL, "strong"
        taken.add(at)
        ink[at] = Span(sign, style)
    return tuple(
        tuple(
            Span(text.ljust(2) if x < columns // 2 else text, style)
            for x in range(-(columns // 2), columns // 2 + 1)
            for text, style in [ink.get((x, y), Span(" "))]
        )
        for y in reversed(range(-(rows // 2), rows // 2 + 1))
    )


def _ahead(walk: Walk, tick: int, most: int, scale: int) -> Iterator[tuple[int, int]]:
    """Yield places of the way that is left to a walker, as many as the map can show."""
    x, y = walk.place(tick)
    _, right, up = DIRECTIONS[walk.direction]
    for step in range(1, min(walk.left(tick), most) + 1, scale):
        yield x + step * right, y + step * up


def _style(seat: int) -> str:
    return f"colour-{seat % _COLOURS}"


def _sign(seat: int) -> str:
    return _SIGNS[seat] if seat < len(_SIGNS) else _OTHER


def _panel(state: Plane, look: Look, width: int, height: int, scale: int) -> Drawing:
    """Return the players, the one who looks first, and below them the keys to type."""
    foot: list[Row] = [] if scale == 1 else [_scale_told(look, scale)]
    if height > len(_KEYS) + len(foot) + 2:
        foot = [*((Span(keys, "dim"),) for keys in _KEYS), *foot]
    room = height - len(foot)
    seats = sorted(range(len(state.walks)), key=lambda seat: _order(state, look, seat))
    shown = seats if len(seats) <= room else seats[: max(room - 1, 0)]
    rows = [_walker(state, look, seat, width) for seat in shown]
    if len(shown) < len(seats) and room > 0:
        more = Message.of("mover-drawn-more", count=len(seats) - len(shown))
        rows.append(kit.told(look, more, "dim"))
    gap = [()] * (room - len(rows))
    return tuple(clipped(row, width) for row in (*rows, *gap, *foot))


def _scale_told(look: Look, scale: int) -> Row:
    return kit.told(look, Message.of("mover-drawn-scale", steps=scale), "dim")


def _order(state: Plane, look: Look, seat: int) -> tuple[bool, bool, int]:
    return seat != look.seat, state.walks[seat] is None, seat


def _walker(state: Plane, look: Look, seat: int, width: int) -> Row:
    """Return a player's sign and name, the place, and what is left of the order."""
    walk = state.walks[seat]
    if state.field:
        where = _owned(state, look, seat)
    elif walk is None:
        where = kit.told(look, Message.of("mover-drawn-nowhere"), "dim")
    else:
        x, y = walk.place(state.tick)
        left = walk.left(state.tick)
        way = _ARROWS[walk.direction] if left and look.symbols else walk.direction
        where = (
            Span(f"({x}, {y})"),
            *([Span(f" {way} {left}", "strong")] * bool(left)),
        )
    sign = Span(f"{_sign(seat)} ", f"{_style(seat)} strong")
    room = width - 3 - width_of([where])
    return apart((sign, *called(look, seat, room, _style(seat))), where, width)


def _owned(state: Plane, look: Look, seat: int) -> Row:
    """Return how many places a player owns, and what is left of the order."""
    walk, places = state.walks[seat], state.owners.count(seat + 1)
    owned = kit.told(look, Message.of("mover-drawn-places", places=places))
    left = walk.left(state.tick) if walk else 0
    if walk is None or not left:
        return owned
    return (*owned, Span(f" {_way(walk, state.tick, look)} {left}", "strong"))
