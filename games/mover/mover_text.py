"""Writes and reads a position of Mover as JSON."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec.structs import replace

from p2pgame.engine import Message, Refusal, plain

from .plane import DIRECTIONS, KEYS, MOST_STEPS, REST, Plane, Walk

#: So far from the middle a position may have somebody, on an endless plane.
FARTHEST = 10**12


def read(empty: Plane, text: str) -> Plane:
    """Return the position that ``text`` describes, on a plane where nobody is yet.

    Raises:
      ValueError: The text is no position, or not of so many players, ticks or places.
    """
    try:
        seen = _READ.decode(text)
        walks = {int(name): at.walk(seen.tick) for name, at in seen.players.items()}
        places = {int(name): owned for name, owned in seen.places.items()}
    except msgspec.MsgspecError as error:
        raise Refusal(plain(str(error))) from error
    seats = range(len(empty.walks))
    for named, numbers in ((seen.players, walks), (seen.places, places)):
        if list(named) != [str(player) for player in sorted(numbers)]:
            raise Refusal(Message.of("mover-players-rise"))
        if not numbers.keys() <= {*seats}:
            raise Refusal(Message.of("mover-players", last=len(seats) - 1))
    if not 0 <= seen.tick <= empty.ticks:
        raise Refusal(Message.of("mover-tick", last=empty.ticks))
    owners = [*empty.owners]
    for player, owned in places.items():
        for at in owned:
            if at >= len(owners) or owners[at]:
                raise Refusal(Message.of("mover-places"))
            owners[at] = player + 1
    everybody = tuple(map(walks.get, seats))
    return replace(empty, tick=seen.tick, walks=everybody, owners=tuple(owners))


def notation(state: Plane) -> str:
    """Return who is where in the JSON format that :func:`read` reads.

    A walker has a direction and steps only while it walks.  Of a field it says which
    places each player owns, by their numbers.
    """
    players = {str(player): at for player, at in walkers(state).items()}
    places = dict[str, list[int]]()
    for seat in sorted({*state.owners} - {0}):
        owned = (at for at, owner in enumerate(state.owners) if owner == seat)
        places[str(seat - 1)] = [*owned]
    return msgspec.json.encode(_Seen(state.tick, players, places)).decode()


def walkers(state: Plane) -> dict[int, At]:
    """Return the players on the plane as seen after ``state.tick`` steps."""
    seen = {}
    for player, walk in enumerate(state.walks):
        if walk:
            left = walk.left(state.tick)
            name, _, _ = DIRECTIONS[walk.direction]
            at = walk.place(state.tick)
            seen[player] = At(*at, name, left) if left else At(*at)
    return seen


class At(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player at (``x``, ``y``); while it walks, with a way and the steps left."""

    x: int
    y: int
    dir: str = ""
    steps: int = 0

    def walk(self, tick: int) -> Walk:
        """Return the order by which the player is there before the step of ``tick``.

        Raises:
          ValueError: There is no such order.
        """
        if not (abs(self.x) <= FARTHEST and abs(self.y) <= FARTHEST):
            raise ValueError(f"nobody is farther than {FARTHEST} from the middle")
        if not self.dir and self.steps == 0:
            return Walk(self.x, self.y, REST, 0, tick)
        if self.dir not in KEYS or not 1 <= self.steps <= MOST_STEPS:
            raise ValueError(f"{self.dir!r} {self.steps} is no walk")
        return Walk(self.x, self.y, KEYS[self.dir], self.steps, tick)


_Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class _Seen(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    tick: int
    players: dict[str, At]
    places: dict[str, list[_Place]] = {}


_READ = msgspec.json.Decoder(_Seen)
