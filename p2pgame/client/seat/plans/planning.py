"""Keeps what one player prepares, undoes and redoes in one game.

A plan is this player's alone: nothing that stands here reaches the peer before it is
confirmed, and then its moves are made one by one, as if each had been typed.  What is
to be made is on the disk before the first move is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import trio

from p2pgame.engine import (
    Choose,
    IllegalMove,
    Message,
    Over,
    message_of,
    start,
    view,
)
from p2pgame.engine.undo.confirmed import Confirmed
from p2pgame.engine.undo.plan import Plan
from p2pgame.session import Start
from p2pgame.session.lobby.events import AnyView, Asked
from p2pgame.session.peer.runner import Peer

from ...events import Notice, PlanEnded
from ...front_end import FrontEnd
from ...telling.narration import Narrator
from ..turns import Shown, Turns
from .card_names import in_moves, rebased
from .foresight import Ahead, look_ahead
from .plan_file import KeptPlan, PlanFile
from .plan_parts import Making, Open
from .plan_shown import planned, view_after

#: What is told of a plan that was dropped.
DROPPED = PlanEnded(False, Message.of("plan-dropped"))


class Planning:
    """What the player of one seat prepares, and has decided to make.

    ``lock`` is held by whatever the player does about it.
    """

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
        self.game, self.seat = begun.game, narrator.seat
        self.peer, self.front, self.turns = peer, front, turns
        self._narrator, self._file = narrator, file
        self.lock = trio.Lock()
        #: The table as it is, and the question that is open.
        first = start(begun.game, len(begun.players), begun.options).state
        self.view: AnyView = view(begun.game, first, self.seat, {})
        self.question: Asked | None = None
        self.open: Open | None = None
        self.making: Making | None = None
        self._looked: Ahead | None = None

    # What is heard of the table

    def see(self, seen: AnyView) -> None:
        """Note how the table is; nothing is told of it."""
        self.view, self.question, self._looked = seen, None, None

    def restore(self, nursery: trio.Nursery) -> None:
        """Go on with what an earlier run has kept, and tell of it."""
        seen = self.view
        try:
            kept = self._file.read()
            if kept is None:
                return
            if kept.making:
                confirmed = Confirmed.decode(self.game, kept.making)
                left = [*confirmed.rest(seen.whole)]
                self.making = Making(left, confirmed) if left else None
            else:
                understood = partial(in_moves, state=seen.whole, faces=seen.faces)
                plan = Plan.decode(self.game, seen.whole, kept.plan, understood)
                self.open = Open(plan, kept.is_confirmed, kept.is_premove)
        except (ValueError, IllegalMove) as error:
            why = message_of(error)
            self.front.tell(Notice(Message.of("plan-not-restored", why=why)))
        if self.open is not None:
            self._tried(self.open, self.open.plan, seen)
        nursery.start_soon(self._keep)

    def happened(self, seen: AnyView, nursery: trio.Nursery) -> None:
        """Try the plan again, for the table has changed."""
        self.see(seen)
        making = self.making
        if making is not None and not making.left:
            self.making = None
            if making.confirmed is not None:
                count = len(making.confirmed.moves)
                self.front.tell(PlanEnded(True, Message.of("plan-made", moves=count)))
                nursery.start_soon(self._keep)
        elif making is not None and not self.is_ours(seen):
            self._give_up(Message.of("gone-another-way"))
            nursery.start_soon(self._keep)
        now = self.open
        if now is not None:
            self._tried(now, rebased(now.plan, seen.whole, seen.faces), seen)
            nursery.start_soon(self._keep)

    def overtaken(self, nursery: trio.Nursery) -> None:
        """Drop the plan: the game went on in another way than was known here."""
        self.making = None
        if self.open is not None:
            self.open = None
            self.front.tell(DROPPED)
        nursery.start_soon(self._keep)

    def asked(
        self, question: Asked, scope: trio.CancelScope, nursery: trio.Nursery
    ) -> None:
        """Answer a question by what was decided before, or ask the player."""
        self.view, self.question = question.view, question
        move = self._to_make(question.view)
        if move is None:
            nursery.start_soon(self.turns.ask, question, scope, self._shown)
        else:
            nursery.start_soon(self._make, move, question, scope)

    def _tried(self, was: Open, plan: Plan[Any, Any], seen: AnyView) -> None:
        """Have a plan that was tried on the table, and tell what became of it."""
        fell = plan.conflict
        is_over = isinstance(seen.turn, Over)
        if is_over or (fell is not None and was.is_premove):
            self.open = None
            told = DROPPED if fell is None else PlanEnded(False, fell.message)
            self.front.tell(told)
            return
        is_confirmed = was.is_confirmed and fell is None
        self.open = replace(was, plan=plan, is_confirmed=is_confirmed)
        self._tell()

    # What is made at the table

    def is_ours(self, seen: AnyView) -> bool:
        """Return whether the player alone chooses."""
        return isinstance(seen.turn, Choose) and seen.turn.player == self.seat

    def _to_make(self, seen: AnyView) -> str | None:
        """Return the move that was decided on before, if there is one for this turn."""
        if not self.is_ours(seen):
            return None
        now = self.open
        if now is not None and now.is_confirmed and not now.plan.is_waiting:
            confirmed = now.plan.confirm()
            self.making = Making([*confirmed.moves], confirmed)
            self.open = None
        if self.making is None or not self.making.left:
            return None
        try:
            return self.making.next(seen)
        except IllegalMove as error:
            self._give_up(error.message)
            return None

    async def _make(self, move: str, question: Asked, scope: trio.CancelScope) -> None:
        await self._keep()
        try:
            await self.peer.propose(move)
        except IllegalMove as error:
            if self.making is not None:
                self.making.left.insert(0, move)
            self._give_up(error.message)
            await self._keep()
            await self.turns.ask(question, scope, self._shown)

    def _give_up(self, why: Message) -> None:
        """Make no more moves of what was decided on."""
        making, self.making = self.making, None
        if making is not None and making.confirmed is not None:
            left = len(making.confirmed.moves) - len(making.left)
            said = Message.of("plan-stopped", moves=left, why=why)
            self.front.tell(PlanEnded(False, said))

    async def make_all(self, moves: Sequence[str]) -> None:
        """Make these moves, each when it is asked for.

        Raises:
          IllegalMove: The first is not possible.
        """
        first, *left = moves
        self.making = Making(left)
        try:
            await self.peer.propose(first)
        except IllegalMove:
            self.making = None
            raise

    @property
    def asks_otherwise(self) -> bool:
        """Whether the player is asked what no plan can have as a step."""
        return self.question is not None and not self.is_ours(self.question.view)

    @property
    def can_prepare(self) -> bool:
        """Whether it is another's turn, and moves can be prepared for ours."""
        seen = self.view
        if isinstance(seen.turn, Over) or not self.game.plans_ahead:
            return False
        return self.question is None and not self.is_ours(seen)

    @property
    def ahead(self) -> Ahead:
        """What the player may do when its turn comes."""
        if self._looked is None:
            seen = self.view
            self._looked = look_ahead(self.game, seen.whole, self.seat, seen.faces)
        return self._looked

    # What is kept and told

    async def set(self, now: Open) -> None:
        """Have this plan from now on; lock held."""
        self.open = now
        await self.keep_now()
        self._tell()

    async def _keep(self) -> None:
        async with self.lock:
            await self.keep_now()

    async def keep_now(self) -> None:
        """Keep the plan on the disk; lock held."""
        kept, making, now = None, self.making, self.open
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
        now, seen = self.open, self.view
        if now is None:
            return
        plan = now.plan
        told = planned(
            *(plan, seen.faces, self._narrator),
            is_confirmed=now.is_confirmed,
            ahead=self.ahead if plan.is_waiting and self.can_prepare else None,
        )
        self.front.tell(told)
        self.turns.show(self._shown())

    def _shown(self) -> Shown | None:
        """Return the table after the plan; None: there is none, or it waits."""
        now, seen = self.open, self.view
        if now is None or now.plan.is_waiting:
            return None
        return Shown(view_after(now.plan, seen.faces))
