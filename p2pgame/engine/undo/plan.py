"""A plan is a private branch of moves that a player tries before making them.

Only its player holds its states.  Each *level* is a move or a group of moves.  It
passes the same checks as a real move, and is undone and redone as one.  Nobody else
sees a plan until it is confirmed; then all its moves are made, or none.  A plan ends
where the player's knowledge ends: at chance, at a reveal, at another's decision.

Out of turn, moves are *prepared*: stored untried, and tried when the turn comes.
When the table's state changes, the plan tries its levels again, one by one.  It
drops the first level that fails and all later ones, and tells the player once
which and why; it repairs nothing.

A plan is saved as its moves and read by trying them again, so it survives a killed
process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias

import msgspec

from ..errors import IllegalMove
from ..events import Chosen
from ..game import Game, O, S
from ..message import Message, SeatName
from ..play import Step, advance
from ..reason import Reason
from ..saved import Saved, read
from ..soundness import turn_of
from ..state import State, digest
from ..turns import (
    MOVE_LIMIT,
    Choose,
    Deal,
    Open,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Shuffle,
    Tick,
    Together,
    Turn,
    is_move,
)
from .confirmed import PLAN_LIMIT, Confirmed, Level

#: The most moves of a plan.
MOVES_LIMIT = 100
#: The most characters of the name of a level.
NAME_LIMIT = 40
#: The code of why a plan stops where its player's knowledge ends.
BARRIER = "barrier"

#: Moves made together; a group may hold groups.
Group: TypeAlias = "str | tuple[Group, ...]"


class Conflict(State, frozen=True):
    """The levels that a plan lost when the table changed: the failing move, and why.

    ``kept`` levels still hold.
    """

    kept: int
    dropped: tuple[Level, ...]
    move: str
    reason: Reason

    @property
    def message(self) -> Message:
        """The message that people read."""
        id = "plan-partly-undone" if self.kept else "plan-undone"
        return Message.of(id, move=repr(self.move), why=self.reason.message)


def _as_it_is(plan: Plan[S, O]) -> Plan[S, O]:
    return plan


@dataclass(frozen=True, slots=True, eq=False)
class Plan(Generic[S, O]):
    """The plan of ``player``, from the table's state ``base`` on.

    ``steps`` has the result of each level in ``prepared``; it is empty out of turn.
    ``undone`` can be redone, the last first.  ``news`` is what the last call added,
    for a screen to show once; ``conflict`` is what it dropped.  ``names`` are those
    that the player gave to levels.
    """

    game: Game[S, O]
    player: int
    base: S
    prepared: tuple[Level, ...] = ()
    steps: tuple[tuple[Step[S], ...], ...] = ()
    undone: tuple[Level, ...] = ()
    news: tuple[Step[S], ...] = ()
    conflict: Conflict | None = None
    names: tuple[tuple[Level, str], ...] = ()

    @property
    def state(self) -> S:
        """The state that the plan leads to."""
        return self.steps[-1][-1].state if self.steps else self.base

    @property
    def turn(self) -> Turn:
        return turn_of(self.game, self.state)

    @property
    def is_waiting(self) -> bool:
        """Whether it is another's turn, so that no level has been tried."""
        return _why_barred(turn_of(self.game, self.base), self.player) is not None

    @property
    def moves(self) -> Level:
        return tuple(move for level in self.prepared for move in level)

    @property
    def levels(self) -> int:
        """How many levels can be undone, one after another."""
        return len(self.prepared)

    @property
    def redos(self) -> int:
        """How many levels can be redone, one after another."""
        return len(self.undone)

    def name_of(self, level: Level) -> str:
        """Return the name that the player gave to a level, or an empty text."""
        return dict(self.names).get(level, "")

    def join(self, levels: int, name: str = "") -> Plan[S, O]:
        """Return the plan with its last levels as one, which has ``name``.

        Raises:
          IllegalMove: There are not so many, or the name is too long.
        """
        if not 1 <= levels <= self.levels:
            said = Message.of("plan-join-no-more", levels=self.levels)
            raise IllegalMove("nothing-to-join", said)
        if len(name) > NAME_LIMIT:
            said = Message.of("plan-name-too-long", limit=NAME_LIMIT)
            raise IllegalMove("name-too-long", said)
        keep = self.levels - levels
        level = _flat(self.prepared[keep:])
        prepared = (*self.prepared[:keep], level)
        steps = self.steps
        if steps:
            steps = (*steps[:keep], tuple(one for many in steps[keep:] for one in many))
        undone = self.undone if levels == 1 else ()
        names = dict(self.names) | {level: name}
        named = tuple((one, given) for one, given in names.items() if given)
        return replace(self._with(prepared, steps, undone, ()), names=named)

    def add(self, *group: Group, joined: bool = False) -> Plan[S, O]:
        """Return the plan with one more level, the moves of ``group`` in order.

        ``joined`` moves become part of the last level, undone and redone with it.
        A level clears what could be redone, unless it is the one to redo.

        Raises:
          IllegalMove: One of the moves is impossible there, or must wait for
            something to happen first; nothing has changed.
        """
        level = _flat(group)
        self._check(level)
        prepared, steps, undone = self.prepared, self.steps, self.undone
        undone = undone[:-1] if undone and undone[-1] == level else ()
        tried: tuple[Step[S], ...] = ()
        if not self.is_waiting:
            tried, failure = self._try(self.state, level)
            if failure is not None:
                raise failure[1].error
        if joined and prepared:
            prepared, level, undone = prepared[:-1], prepared[-1] + level, ()
            tried_before, steps = steps[-1:], steps[:-1]
            steps += tuple(before + tried for before in tried_before)
        elif tried:
            steps = (*steps, tried)
        prepared = (*prepared, level)
        return self._with(prepared, steps, undone, news=tried)

    def undo(self, levels: int = 1) -> Plan[S, O]:
        """Return the plan without its last levels; ``news`` are the states passed.

        Raises:
          IllegalMove: There are not so many.
        """
        if not 1 <= levels <= self.levels:
            said = Message.of("plan-undo-no-more", levels=self.levels)
            raise IllegalMove("nothing-to-undo", said)
        keep = self.levels - levels
        undone = (*self.undone, *reversed(self.prepared[keep:]))
        states = [self.base, *(steps[-1].state for steps in self.steps)]
        news = tuple(Step((), state) for state in reversed(states[keep:-1]))
        return self._with(self.prepared[:keep], self.steps[:keep], undone, news)

    def undo_all(self) -> Plan[S, O]:
        """Return an empty plan; raises as :meth:`undo` does."""
        return self.undo(max(self.levels, 1))

    def redo(self, levels: int = 1) -> Plan[S, O]:
        """Return the plan with the levels undone last, checked again.

        Raises:
          IllegalMove: There are not so many, or one is no longer possible.
        """
        if not 1 <= levels <= self.redos:
            said = Message.of("plan-redo-no-more", levels=self.redos)
            raise IllegalMove("nothing-to-redo", said)
        plan, news = self, tuple[Step[S], ...]()
        for _ in range(levels):
            plan = plan.add(*plan.undone[-1])
            news += plan.news
        return replace(plan, news=news)

    def rebase(self, state: S) -> Plan[S, O]:
        """Return the plan on a table that has changed to ``state``.

        Each level is tried again, from the first.  The first that fails is dropped
        with all after it, and ``conflict`` says so.  All are dropped if the player's
        turn had begun and is over.  Levels that wait for the turn keep waiting.
        """
        plan: Plan[S, O] = Plan(
            self.game, self.player, state, undone=self.undone, names=self.names
        )
        if plan.is_waiting and self.prepared:
            over = isinstance(plan.turn, Over)
            if self.is_waiting and not over:
                return replace(plan, prepared=self.prepared)
            reason = _OVER if over else _GONE
            return plan._without(self.prepared, (self.moves[0], reason))
        for kept, level in enumerate(self.prepared):
            tried, failure = plan._try(plan.state, level)
            if failure is not None:
                return plan._without(self.prepared[kept:], failure)
            prepared, steps = (*plan.prepared, level), (*plan.steps, tried)
            plan = replace(plan, prepared=prepared, steps=steps)
        return plan

    def why_no_more(self) -> Reason | None:
        """Return what must happen before the plan can go on, or None."""
        return None if self.is_waiting else _why_barred(self.turn, self.player)

    def confirm(self) -> Confirmed:
        """Return the moves to make now, in order; they cannot be undone.

        Raises:
          IllegalMove: Nothing is planned, or it is not the player's turn.
        """
        if self.is_waiting:
            raise IllegalMove("not-your-turn", Message.of("not-your-turn-yet"))
        if not self.prepared:
            raise IllegalMove("nothing-planned", Message.of("nothing-planned"))
        states = [self.base, *(step.state for steps in self.steps for step in steps)]
        path = tuple(map(digest, states))
        game = self.game
        return Confirmed(game.name, game.version, self.player, self.moves, path)

    def encode(self) -> bytes:
        """Return the plan without its states as bytes, for :meth:`decode`."""
        game = self.game
        levels = {*self.prepared, *self.undone}
        names = tuple((one, name) for one, name in self.names if one in levels)
        plan = self.player, self.prepared, self.undone, names
        return msgspec.msgpack.encode(_SavedPlan(game.name, game.version, *plan))

    @classmethod
    def decode(
        cls,
        game: Game[S, O],
        state: S,
        data: bytes,
        understood: Callable[[Plan[S, O]], Plan[S, O]] = _as_it_is,
    ) -> Plan[S, O]:
        """Return the plan that was saved, tried again on the table's ``state``.

        If it is not the player's turn there, all of it waits.  ``understood`` is what
        is tried: it makes moves of what was prepared before any were known.

        Raises:
          ValueError: The bytes are no plan for this game in this version.
        """
        saved = read(_SavedPlan, data, game, limit=PLAN_LIMIT)
        levels = (*saved.prepared, *saved.undone)
        if sum(map(len, levels)) > MOVES_LIMIT or not all(levels):
            raise ValueError("no saved plan: it has empty levels or too many moves")
        if any(map(_why_no_move, (move for level in levels for move in level))):
            raise ValueError("no saved plan: a move is no move")
        if any(len(name) > NAME_LIMIT for _, name in saved.names):
            raise ValueError("no saved plan: a name is too long")
        waiting = cls(
            *(game, saved.player, state, saved.prepared),
            undone=saved.undone,
            names=saved.names,
        )
        return understood(waiting).rebase(state)

    def _with(
        self,
        prepared: tuple[Level, ...],
        steps: tuple[tuple[Step[S], ...], ...],
        undone: tuple[Level, ...],
        news: tuple[Step[S], ...],
    ) -> Plan[S, O]:
        plan = self.game, self.player, self.base, prepared, steps, undone, news
        return Plan(*plan, names=self.names)

    def _without(
        self, dropped: tuple[Level, ...], failure: tuple[str, Reason]
    ) -> Plan[S, O]:
        conflict = Conflict(self.levels, dropped, *failure)
        return replace(self, undone=(), conflict=conflict)

    def _check(self, level: Level) -> None:
        if not level:
            raise ValueError("a level of a plan has at least one move")
        if isinstance(self.turn, Over):
            raise _OVER.error
        for reason in filter(None, map(_why_no_move, level)):
            raise reason.error
        if len(self.moves) + len(level) > MOVES_LIMIT:
            said = Message.of("plan-too-long", moves=MOVES_LIMIT)
            raise IllegalMove("too-many", said)

    def _try(
        self, state: S, level: Level
    ) -> tuple[tuple[Step[S], ...], tuple[str, Reason] | None]:
        """Return what ``level`` leads to, and the move that fails, if one does."""
        steps: list[Step[S]] = []
        for move in level:
            reason = _why_barred(turn_of(self.game, state), self.player)
            if reason is not None:
                return (), (move, reason)
            try:
                steps.append(advance(self.game, state, Chosen(self.player, move)))
            except IllegalMove as error:
                return (), (move, Reason(error.code, error.message))
            state = steps[-1].state
        return tuple(steps), None


class _SavedPlan(Saved, frozen=True, forbid_unknown_fields=True):
    player: int
    prepared: tuple[Level, ...]
    undone: tuple[Level, ...] = ()
    names: tuple[tuple[Level, str], ...] = ()


#: The reason why a plan stops, by the kind of turn it has reached.
_NEXT: dict[type[State], Message] = {
    Together: Message("plan-next-several-choose"),
    Shuffle: Message("plan-next-shuffle"),
    Reshuffle: Message("plan-next-reshuffle"),
    Deal: Message("plan-next-deal"),
    Open: Message("plan-next-open"),
    Roll: Message("plan-next-roll"),
    Place: Message("plan-next-place"),
    Prove: Message("plan-next-prove"),
    Tick: Message("plan-next-tick"),
}

_OVER = Reason.of("over", "game-over")
_GONE = Reason.of("not-your-turn", "no-longer-your-turn")


def _why_barred(turn: Turn, player: int) -> Reason | None:
    """Return why ``player`` cannot plan beyond ``turn``, or None if it can."""
    if isinstance(turn, Choose):
        if turn.player == player:
            return None
        who = SeatName(turn.player)
        return Reason.of(BARRIER, "plan-other-moves-next", player=who)
    if isinstance(turn, Over):
        return _OVER
    return Reason(BARRIER, _NEXT[type(turn)])


def _why_no_move(move: str) -> Reason | None:
    if is_move(move):
        return None
    return Reason.of("no-move", "move-too-long", limit=MOVE_LIMIT)


def _flat(group: Group) -> Level:
    if isinstance(group, str):
        return (group,)
    return tuple(move for part in group for move in _flat(part))
