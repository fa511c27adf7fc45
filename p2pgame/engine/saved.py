"""This module reads saved games back.

Saved data name their game and its version.  A record is read by type, from a closed
list of kinds; a state from outside must be one that the rules know.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias, TypeVar, get_args

import msgspec

from .errors import Refusal
from .game import AnyGame, Game, O, S
from .message import Message
from .play import Step, start
from .prepared import prepared
from .soundness import turn_of
from .state import encode
from .turns import Over, Turn, players_in
from .undo.takeback import Recorded


class Saved(msgspec.Struct, frozen=True):
    """The first fields of all saved data; later fields have defaults."""

    game: str
    version: int


F = TypeVar("F", bound=Saved)
K = TypeVar("K")


def read(kind: type[F], data: bytes, game: AnyGame, *, limit: int) -> F:
    """Return the saved data in ``data``: at most ``limit`` bytes, and of this game.

    Raises:
      ValueError: They are too long, of another game or version, or of another kind.
    """
    if len(data) > limit:
        raise ValueError(f"what was saved has {len(data)} bytes, not {limit} at most")
    try:
        saved = msgspec.msgpack.decode(data, type=prepared(Saved))
        if saved.game != game.name:
            raise ValueError(f"this was saved of {saved.game}, not of {game.name}")
        if saved.version != game.version:
            raise ValueError(
                f"this was saved by version {saved.version} of {game.name},"
                f" and these are the rules of version {game.version}"
            )
        return msgspec.msgpack.decode(data, type=prepared(kind))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"nothing saved of {game.name}: {error}") from None


def by_name(*kinds: type[K]) -> Mapping[str, type[K]]:
    """Return the kinds that a record may hold, by their names there.

    Raises:
      ValueError: Two have one name.
    """
    names = {kind.__name__: kind for kind in kinds}
    if len(names) < len(kinds):
        raise ValueError("two kinds of a record have one name")
    return MappingProxyType(names)


KINDS: Mapping[str, type[Recorded]] = by_name(*get_args(Recorded))

#: One line of a saved record: the name of its kind, and its fields.
Line: TypeAlias = tuple[str, msgspec.Raw]


def write_line(recorded: Recorded) -> Line:
    return type(recorded).__name__, msgspec.Raw(encode(recorded))


def read_line(line: Line) -> Recorded:
    """Return what :func:`write_line` wrote; no constructor runs.

    Raises:
      ValueError: Its kind is unknown, or its bytes are not canonical.
    """
    name, raw = line
    if name not in KINDS:
        raise ValueError(f"a record holds no {name[:40]!r}")
    try:
        recorded = msgspec.msgpack.decode(raw, type=prepared(KINDS[name]))
    except msgspec.MsgspecError as error:
        raise ValueError(f"this is no {name}: {error}") from None
    if encode(recorded) != bytes(raw):
        raise ValueError(f"a {name} is written in another way")
    return recorded


def resume(game: Game[S, O], seats: int, options: O, state: S) -> Step[S]:
    """Return ``state`` as the start of a game, if it can be one.

    It must match the game's state type in every field, need no fix-ups, and have a
    turn for these seats.  It need not be reachable by play.

    Raises:
      ValueError: It cannot be a start, or the seats and options fit no game.
    """
    kind = type(start(game, seats, options).state)
    try:
        same = msgspec.msgpack.decode(encode(state), type=prepared(kind)) == state
    except (msgspec.MsgspecError, TypeError, OverflowError) as error:
        raise ValueError(f"this is no state of {game.name}: {error}") from None
    if not same:
        raise ValueError(f"this is no state of {game.name}")
    try:
        fix_up, turn = game.fix_up(state), turn_of(game, state)
        game.zones(state), game.show(state, {})
    except Exception as error:  # rules may raise anything on nonsense
        raise ValueError(f"{game.name} cannot go on from this state") from error
    if fix_up is not None:
        raise Refusal(Message.of("still-to-follow", what=fix_up[0]))
    if not _concerns(turn, seats):
        raise ValueError(f"in this state it is not for {seats} players to go on")
    return Step((), state)


def _concerns(turn: Turn, seats: int) -> bool:
    """Return whether all players that ``turn`` names have a seat."""
    if isinstance(turn, Over):
        return len(turn.payoffs) == seats
    return all(0 <= player < seats for player in players_in(turn))
