"""Keeps what one player prepares, undoes and redoes in one game.

A plan is this player's alone: nothing that stands here reaches the peer before it is
confirmed, and then its moves are made one by one, as if each had been typed.  What is
to be made is on the disk before the first move is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import trio

from p2pgame.engine import (
    Choose,
    IllegalMove,
    Message,
    Over,
    digest,
    message_of,
    start,
    view,
)
from p2pgame.engine.plan import Confirmed, Plan
from p2pgame.session import Start
from p2pgame.session.lobby.events import AnyView, Asked
from p2pgame.session.peer.runner import Peer

from .. import commands
from ..commands import PlanCommand
from ..events import Choice, Notice, PlanEnded
from ..front_end import FrontEnd
from ..narration import Narrator
from .foresight import Ahead, look_ahead
from .plan_file import KeptPlan, PlanFile
from .plan_shown import choice_ahead, planned, view_after
from .turns import Shown, Turns

UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Open:
    """A plan, whether it is made when the turn comes, and whether it is a premove."""

    plan: Plan[Any, Any]
    is_confirmed: bool = False
    is_premove: bool = False


@dataclass(slots=True)
class Making:
    """Moves that are made one by one; those of a plan follow its path."""

    left: list[str]
    confirmed: Confirmed | None = None

    def next(self, seen: AnyView) -> str:
        """Return the move to make now.

        Raises:
          IllegalMove: The game went another way.
        """
        confirmed = self.confirmed
        if confirmed is not None:
            made = len(confirmed.moves) - len(self.left)
            if confirmed.path[made] != digest(seen.state):
                raise IllegalMove("void", Message.of("gone-another-way"))
        return self.left.pop(0)


class Planning:
    """What the player of one seat prepares, undoes and redoes."""

    def __init__(
        self,
        begun: Start,
        peer: Peer,
        front: FrontEnd,
        turns: Turns,
        narrator: Narrator,
        file: PlanFile,
    ) -> None:
        assert narrator.seat is not None
        self._game, self._seat = begun.game, narrator.seat
        self._peer, self._front, self._turns = peer, front, turns
        self._narrator, self._file = narrator, file
        self._lock = trio.Lock()
        #: The table as it is, and the question that is open.
        first = start(begun.game, len(begun.players), begun.options).state
        self._view: AnyView = view(begun.game, first, self._seat, {})
        self._asked: Asked | None = None
        self._open: Open | None = None
        self._making: Making | None = None
        self._looked: Ahead | None = None

    # What is heard of the table

    def see(self, seen: AnyView) -> None:
        """Note how the table is; nothing is told of it."""
        self._view, self._asked, self._looked = seen, None, None

    def restore(self, nursery: trio.Nursery) -> None:
        """Go on with what an earlier run has kept, and tell of it."""
        seen = self._view
        try:
            kept = self._file.read()
            if kept is None:
                return
            if kept.making:
                confirmed = Confirmed.decode(self._game, kept.making)
                left = [*confirmed.rest(seen.state)]
                self._making = Making(left, confirmed) if left else None
            else:
                plan = Plan.decode(self._game, seen.state, kept.plan)
                self._open = Open(plan, kept.is_confirmed, kept.is_premove)
        except (ValueError, IllegalMove) as error:
            why = message_of(error)
            self._front.tell(Notice(Message.of("plan-not-restored", why=why)))
        if self._open is not None:
            self._rebase(seen)
        nursery.start_soon(self._keep)

    def happened(self, seen: AnyView, nursery: trio.Nursery) -> None:
        """Try the plan again, for the table has changed."""
        self.see(seen)
        making = self._making
        if making is not None and not making.left:
            self._making = None
            if making.confirmed is not None:
                count = len(making.confirmed.moves)
                self._end(Message.of("plan-made", moves=count), made=True)
                nursery.start_soon(self._keep)
        elif making is not None and not self._is_ours(seen):
            self._give_up(Message.of("gone-another-way"))
            nursery.start_soon(self._keep)
        if self._open is not None:
            self._rebase(seen)
            nursery.start_soon(self._keep)

    def overtaken(self, nursery: trio.Nursery) -> None:
        """Drop the plan: the game went on in another way than was known here."""
        self._making = None
        if self._open is not None:
            self._open = None
            self._end(Message.of("plan-dropped"))
        nursery.start_soon(self._keep)

    def asked(
        self, question: Asked, scope: trio.CancelScope, nursery: trio.Nursery
    ) -> None:
        """Answer a question by what was decided before, or ask the player."""
        self._view, self._asked = question.view, question
        move = self._to_make(question.view)
        if move is None:
            nursery.start_soon(self._turns.ask, question, scope, self._shown)
        else:
            nursery.start_soon(self._make, move, question, scope)

    def _rebase(self, seen: AnyView) -> None:
        assert self._open is not None
        plan = self._open.plan.rebase(seen.state)
        fell = plan.conflict
        is_over = isinstance(seen.turn, Over)
        if is_over or (fell is not None and self._open.is_premove):
            self._open = None
            said = Message.of("plan-dropped") if fell is None else fell.message
            self._end(said)
            return
        is_confirmed = self._open.is_confirmed and fell is None
        self._open = replace(self._open, plan=plan, is_confirmed=is_confirmed)
        self._tell()

    # What is made at the table

    def _is_ours(self, seen: AnyView) -> bool:
        """Return whether the player alone chooses."""
        return isinstance(seen.turn, Choose) and seen.turn.player == self._seat

    def _to_make(self, seen: AnyView) -> str | None:
        """Return the move that was decided on before, if there is one for this turn."""
        if not self._is_ours(seen):
            return None
        now = self._open
        if now is not None and now.is_confirmed and not now.plan.is_waiting:
            confirmed = now.plan.confirm()
            self._making = Making([*confirmed.moves], confirmed)
            self._open = None
        if self._making is None or not self._making.left:
            return None
        try:
            return self._making.next(seen)
        except IllegalMove as error:
            self._give_up(error.message)
            return None

    async def _make(self, move: str, question: Asked, scope: trio.CancelScope) -> None:
        await self._keep()
        try:
            await self._peer.propose(move)
        except IllegalMove as error:
            self._give_up(error.message)
            await self._keep()
            await self._turns.ask(question, scope, self._shown)

    def _give_up(self, why: Message) -> None:
        """Make no more moves of what was decided on."""
        making, self._making = self._making, None
        if making is not None and making.confirmed is not None:
            left = len(making.confirmed.moves) - len(making.left)
            self._end(Message.of("plan-stopped", moves=left, why=why))

    async def _make_all(self, moves: Sequence[str]) -> None:
        """Make these moves, each when it is asked for.

        Raises:
          IllegalMove: The first is not possible.
        """
        first, *left = moves
        self._making = Making(left)
        try:
            await self._peer.propose(first)
        except IllegalMove:
            self._making = None
            raise

    # What the player does

    @property
    def ahead(self) -> Choice | None:
        """The moves that may be possible when the turn comes; None: they are not known.

        There are none in the player's own turn, nor where nothing can be prepared.
        """
        if not self._can_prepare or not self._ahead.offers:
            return None
        return choice_ahead(self._game, self._ahead)

    async def move(self, move: str) -> None:
        """Make a move; while there is a plan, that is its next step.

        Raises:
          IllegalMove: It is not possible; nothing has changed.
        """
        async with self._lock:
            now = self._open
            if now is None or now.is_premove or self._asks_otherwise:
                await self._peer.propose(move)
            else:
                await self._add(now, move)

    async def do(self, command: PlanCommand) -> None:
        """Do what a command says.

        Raises:
          IllegalMove: That is not possible now; nothing has changed.
        """
        if isinstance(command, commands.Premove) and not self._can_prepare:
            await self.move(command.move)
            return
        async with self._lock:
            match command:
                case commands.Plan():
                    await self._begin()
                case commands.Premove(move):
                    await self._premove(move)
                case commands.Group(steps, name):
                    now = self._planned()
                    plan = now.plan.join(steps or max(1, now.plan.levels), name)
                    await self._set(Open(plan))
                case commands.Undo(steps):
                    await self._undo(steps)
                case commands.Redo(steps):
                    await self._redo(steps)
                case commands.Confirm():
                    await self._confirm(self._planned())
                case commands.Drop():
                    self._planned()
                    await self._drop()

    async def _begin(self) -> None:
        if self._open is not None:
            await self._set(replace(self._open, is_premove=False))
            return
        seen = self._view
        if isinstance(seen.turn, Over):
            raise IllegalMove("over", Message.of("no-game-on"))
        if self._asks_otherwise or (
            not self._is_ours(seen) and not self._game.plans_ahead
        ):
            said = Message.of("plan-not-here", game=self._game.name)
            raise IllegalMove("no-plan", said)
        if self._making is not None:
            raise IllegalMove("moved", Message.of("moved-already"))
        await self._set(Open(Plan(self._game, self._seat, seen.state)))

    async def _premove(self, move: str) -> None:
        """Prepare one move, in the place of another; in a plan it is a step."""
        now = self._open
        if now is not None and not now.is_premove:
            await self._add(now, move)
            return
        plan = Plan(self._game, self._seat, self._view.state)
        await self._add(Open(plan, is_confirmed=True, is_premove=True), move)

    async def _add(self, now: Open, move: str) -> None:
        plan, seen = now.plan, self._view
        game, state = self._game, plan.state
        if plan.is_waiting and not plan.levels and not self._ahead.may_be(move):
            raise IllegalMove("unknown-move", Message.of("plan-never", move=move))
        try:
            longer = plan.add(move)
        except IllegalMove as error:
            if plan.is_waiting or plan.why_no_more() is not None:
                raise
            explained = game.explain(state, self._seat, move, seen.faces)
            raise error if explained is None else explained.error from None
        if not plan.is_waiting:
            reason = game.why_unfair(state, self._seat, move, seen.faces)
            if reason is not None:
                raise reason.error
        await self._set(replace(now, plan=longer, is_confirmed=now.is_premove))

    async def _undo(self, steps: int) -> None:
        now = self._open
        if now is not None and now.is_premove:
            await self._drop()
        elif now is not None:
            plan = now.plan.undo(steps) if steps else now.plan.undo_all()
            await self._set(Open(plan))
        else:
            line = self._question.line
            levels = steps or max(1, line.levels(self._seat))
            line.undo(self._seat, levels)
            await self._make_all([UNDO] * levels)

    async def _redo(self, steps: int) -> None:
        now = self._open
        if now is not None:
            plan = now.plan.redo(steps or max(1, now.plan.redos))
            await self._set(replace(now, plan=plan, is_confirmed=False))
        else:
            line = self._question.line
            moves = line.undone(self._seat)
            count = steps or max(1, len(moves))
            line.redo(self._seat, count)
            await self._make_all(moves[:count])

    async def _confirm(self, now: Open) -> None:
        if self._asked is None or now.plan.is_waiting:
            if not now.plan.prepared:
                raise IllegalMove("nothing-planned", Message.of("nothing-planned"))
            await self._set(replace(now, is_confirmed=True))
            return
        confirmed = now.plan.confirm()
        self._open, self._making = None, Making([*confirmed.moves], confirmed)
        await self._keep_now()
        question = self._asked
        if question is None:
            return  # something has happened meanwhile, and the next question is heard
        try:
            await self._peer.propose(self._making.next(question.view))
        except IllegalMove:
            self._making = None
            await self._set(now)
            raise

    async def _drop(self) -> None:
        self._open = None
        await self._keep_now()
        self._end(Message.of("plan-dropped"))
        self._turns.show(None)

    def _planned(self) -> Open:
        """Return the plan; there must be one."""
        if self._open is None:
            raise IllegalMove("no-plan", Message.of("no-plan"))
        return self._open

    @property
    def _question(self) -> Asked:
        """The open question, in which the player may undo and redo moves."""
        if self._asked is None:
            raise IllegalMove("not-your-turn", Message.of("undo-not-your-turn"))
        return self._asked

    @property
    def _asks_otherwise(self) -> bool:
        """Whether the player is asked what no plan can have as a step."""
        return self._asked is not None and not self._is_ours(self._asked.view)

    @property
    def _can_prepare(self) -> bool:
        """Whether it is another's turn, and moves can be prepared for ours."""
        seen = self._view
        if isinstance(seen.turn, Over) or not self._game.plans_ahead:
            return False
        return self._asked is None and not self._is_ours(seen)

    @property
    def _ahead(self) -> Ahead:
        if self._looked is None:
            seen = self._view
            self._looked = look_ahead(self._game, seen.state, self._seat, seen.faces)
        return self._looked

    # What is kept and told

    async def _set(self, now: Open) -> None:
        self._open = now
        await self._keep_now()
        self._tell()

    async def _keep(self) -> None:
        async with self._lock:
            await self._keep_now()

    async def _keep_now(self) -> None:
        kept, making, now = None, self._making, self._open
        if making is not None and making.confirmed is not None:
            kept = KeptPlan(making=making.confirmed.encode())
        elif now is not None:
            kept = KeptPlan(
                now.plan.encode(),
                is_confirmed=now.is_confirmed,
                is_premove=now.is_premove,
            )
        await self._file.keep(kept)

    def _tell(self) -> None:
        """Tell of the plan, and ask about the table after it."""
        now, seen = self._open, self._view
        if now is None:
            return
        plan = now.plan
        waits = plan.is_waiting and not plan.levels
        told = planned(
            *(plan, seen.faces, self._narrator),
            is_confirmed=now.is_confirmed,
            ahead=self._ahead if waits and self._can_prepare else None,
        )
        self._front.tell(told)
        self._turns.show(self._shown())

    def _end(self, message: Message, *, made: bool = False) -> None:
        self._front.tell(PlanEnded(made, message))

    def _shown(self) -> Shown | None:
        """Return the table after the plan; None: there is none, or it waits."""
        now, seen = self._open, self._view
        if now is None or now.plan.is_waiting:
            return None
        return Shown(view_after(now.plan, seen.faces))
