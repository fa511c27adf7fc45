"""Going back: its words in a game's record, and the vote of those concerned.

Inside its own turn a player undoes alone.  What others have answered to is theirs
as well, so across turns one asks and all the others must agree; one refusal ends
it.  Even all together cannot unsee a card, and a deck shuffled again would be
another deck: no vote goes back across what was revealed or drawn.

A request names the version of the timeline it was made at.  Whoever moves on
meanwhile has answered: the request is void, and so is every vote on it.

What is saved names its game and its version.  A record is read by type, from a
closed list of kinds; a state that is handed in must be one that the rules know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias, TypeVar, get_args

import msgspec

from .errors import IllegalMove
from .events import (
    Chosen,
    ChosenTogether,
    Dealt,
    Event,
    Expired,
    Opened,
    Placed,
    Proved,
    Reshuffled,
    Rolled,
    Seated,
    Shuffled,
    Ticked,
)
from .game import AnyGame, Game, O, S
from .play import Step, start
from .reason import Reason
from .state import State, encode
from .turns import (
    Choose,
    Deal,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Shuffle,
    Tick,
    Together,
    Turn,
)

_FINAL: dict[type[State], str] = {
    Shuffled: "the deck has been shuffled since",
    Reshuffled: "cards have been shuffled again since",
    Dealt: "cards have been dealt since",
    Opened: "cards have been opened since",
    Rolled: "dice have been rolled since",
    Placed: "something has been placed secretly since",
    Proved: "something has been proved about hidden cards since",
    ChosenTogether: "sealed moves have been opened since",
    Ticked: "time has passed for everybody since",
    Seated: "somebody has come or gone since",
}


class Undone(State, frozen=True):
    """``player`` takes back its last ``levels`` moves."""

    player: int
    levels: int = 1


class Redone(State, frozen=True):
    """``player`` makes the last ``levels`` moves again that it has undone."""

    player: int
    levels: int = 1


class Requested(State, frozen=True):
    """``player`` asks to go back to when only ``moment`` events had happened.

    ``version`` is that of the timeline which the player saw.
    """

    player: int
    moment: int
    version: int


class Agreed(State, frozen=True):
    """``player`` agrees to the request of ``version``."""

    player: int
    version: int


class Refused(State, frozen=True):
    """``player`` refuses the request of ``version``, or withdraws its own."""

    player: int
    version: int


Answer: TypeAlias = Agreed | Refused

#: Whatever a record holds.
Recorded: TypeAlias = Event | Undone | Redone | Requested | Answer


class Takeback(State, frozen=True):
    """A request, the seats that have not answered it, and who refused it."""

    request: Requested
    waiting: tuple[int, ...]
    refused_by: int | None = None

    @property
    def is_open(self) -> bool:
        return bool(self.waiting) and self.refused_by is None

    @property
    def is_granted(self) -> bool:
        return not self.waiting and self.refused_by is None

    def receive(self, answer: Answer) -> Takeback:
        """Return the vote with one more answer.

        Raises:
          IllegalMove: It answers another request, or this player has no vote
            here, or none left; nothing has changed.
        """
        if not self.is_open or answer.version != self.request.version:
            raise IllegalMove("void", "that request is no longer open")
        if answer.player == self.request.player and isinstance(answer, Refused):
            return Takeback(self.request, self.waiting, answer.player)
        if answer.player not in self.waiting:
            text = f"player {answer.player} is not asked, or has answered"
            raise IllegalMove("no-vote", text)
        if isinstance(answer, Refused):
            return Takeback(self.request, self.waiting, answer.player)
        waiting = tuple(seat for seat in self.waiting if seat != answer.player)
        return Takeback(self.request, waiting)


def why_final(events: Iterable[Event]) -> Reason | None:
    """Return why nobody can take back all of ``events``, or None."""
    for event in events:
        text = _FINAL.get(type(event))
        if text is not None:
            return Reason("seen", text)
    return None


def what_stands(event: Event) -> str:
    """Return why a player cannot alone go back across ``event``, not its own."""
    match event:
        case Chosen(player, _):
            return f"player {player} has moved since"
        case Expired(player):
            return f"the time of player {player} has run out since"
    return _FINAL[type(event)]


def ask(request: Requested, seats: int, events: tuple[Event, ...]) -> Takeback:
    """Return the vote on a request; it is granted at once if nobody else is there.

    ``events`` are those that stand.  Who has gone for good has no vote.

    Raises:
      IllegalMove: Its player or its moment is not there, or what came since
        cannot be taken back.
    """
    status = {e.player: e.status for e in events if isinstance(e, Seated)}
    present = [seat for seat in range(seats) if status.get(seat) != "gone"]
    if request.player not in present:
        raise IllegalMove("not-seated", f"there is no player {request.player}")
    if request.moment not in range(len(events)):
        text = f"there is no going back to moment {request.moment}"
        raise IllegalMove("nothing-to-undo", text)
    reason = why_final(events[request.moment :])
    if reason is not None:
        raise IllegalMove(reason.code, reason.text)
    waiting = tuple(seat for seat in present if seat != request.player)
    return Takeback(request, waiting)


class Saved(msgspec.Struct, frozen=True):
    """What everything saved of a game begins with; later fields have defaults."""

    game: str
    version: int


F = TypeVar("F", bound=Saved)
K = TypeVar("K")


def read(kind: type[F], data: bytes, game: AnyGame, *, limit: int) -> F:
    """Return what ``data`` holds, of at most ``limit`` bytes and of this game.

    Raises:
      ValueError: It is too long, of another game or version, or no such thing.
    """
    if len(data) > limit:
        raise ValueError(f"what was saved has {len(data)} bytes, not {limit} at most")
    try:
        saved = msgspec.msgpack.decode(data, type=Saved)
        if saved.game != game.name:
            raise ValueError(f"this was saved of {saved.game}, not of {game.name}")
        if saved.version != game.version:
            raise ValueError(
                f"this was saved by version {saved.version} of {game.name},"
                f" and these are the rules of version {game.version}"
            )
        return msgspec.msgpack.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"nothing saved of {game.name}: {error}") from None


def by_name(*kinds: type[K]) -> Mapping[str, type[K]]:
    """Return the only kinds that a record may hold, by the names they have there.

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
      ValueError: It is of no kind that a record holds, or not as it is written.
    """
    name, raw = line
    if name not in KINDS:
        raise ValueError(f"a record holds no {name[:40]!r}")
    try:
        recorded = msgspec.msgpack.decode(raw, type=KINDS[name])
    except msgspec.MsgspecError as error:
        raise ValueError(f"this is no {name}: {error}") from None
    if encode(recorded) != bytes(raw):
        raise ValueError(f"a {name} is written in another way")
    return recorded


def resume(game: Game[S, O], seats: int, options: O, state: S) -> Step[S]:
    """Return ``state`` as the start of a game, if it can be one.

    It must be of the game's kind to the last field, need no fix-ups, and have a
    turn that concerns these seats.  Whether play can lead to it is not asked.

    Raises:
      ValueError: It cannot, or the seats and options fit no game.
    """
    kind = type(start(game, seats, options).state)
    try:
        same = msgspec.msgpack.decode(encode(state), type=kind) == state
    except (msgspec.MsgspecError, TypeError, OverflowError) as error:
        raise ValueError(f"this is no state of {game.name}: {error}") from None
    if not same:
        raise ValueError(f"this is no state of {game.name}")
    try:
        fix_up, turn = game.fix_up(state), game.turn(state)
        game.zones(state), game.show(state, {})
    except Exception as error:  # whatever rules raise that meet nonsense
        raise ValueError(f"{game.name} cannot go on from this state") from error
    if fix_up is not None:
        raise ValueError(f"something is still to follow in this state: {fix_up[0]}")
    if not _concerns(turn, seats):
        raise ValueError(f"in this state it is not for {seats} players to go on")
    return Step((), state)


def _concerns(turn: Turn, seats: int) -> bool:
    """Return whether everybody whom ``turn`` names has a seat."""
    players: tuple[int, ...] = ()
    match turn:
        case Choose() | Place() | Prove():
            players = (turn.player,)
        case Together(choices):
            players = tuple(choice.player for choice in choices)
        case Shuffle() | Reshuffle() | Tick():
            players = turn.players
        case Deal() | Roll():
            players = tuple(player for player, _ in turn.hands)
        case Over(payoffs):
            return len(payoffs) == seats
    return all(0 <= player < seats for player in players)
