"""Does what a player says about its plan, and undoes and redoes its moves."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import trio

from p2pgame.engine import (
    Chosen,
    IllegalMove,
    Message,
    Over,
    Reason,
    State,
    advance,
)
from p2pgame.engine.turns import Place, Tick, Together
from p2pgame.engine.undo.plan import Plan
from p2pgame.session.lobby.events import Asked

from ... import commands
from ...commands import PlanCommand
from ...events import Choice
from ...telling.hint_levels import HintLevels
from ...words import not_ahead
from .plan_parts import Making, Open
from .plan_shown import choice_ahead
from .planning import DROPPED, Planning
from .trials import try_ahead
from .undo_lists import UndoList

#: So many moves are tried of a step that is added to a plan that waits.
TRIED_ONCE = 300
UNDO, REDO = "undo", "redo"


class PlanCommands:
    """What the player of one seat says about what it prepares; ``at`` keeps that."""

    def __init__(self, at: Planning) -> None:
        self._at = at
        self._undos = UndoList(at.game, at.seat)
        self._hints = HintLevels(at.game, at.seat)

    @property
    def ahead(self) -> Choice | None:
        """The moves that may be possible when the turn comes; None: they are not known.

        There are none in the player's own turn, nor where nothing can be prepared.
        """
        if not self._at.can_prepare or not self._at.ahead.offers:
            return None
        return choice_ahead(self._at.game, self._at.ahead)

    async def move(self, move: str) -> None:
        """Make a move; while there is a plan, that is its next step.

        Raises:
          IllegalMove: It is not possible; nothing has changed.
        """
        async with self._at.lock:
            now = self._at.open
            if now is None or now.is_premove or self._at.asks_otherwise:
                await self._at.turns.move(move)
            else:
                await self._add(now, move)

    async def do(self, command: PlanCommand) -> None:
        """Do what a command says.

        Raises:
          IllegalMove: That is not possible now; nothing has changed.
        """
        if isinstance(command, commands.Premove) and not self._at.can_prepare:
            await self.move(command.move)
            return
        async with self._at.lock:
            match command:
                case commands.Plan(""):
                    await self._at.set(self._begun())
                case commands.Plan(move):
                    await self._add(self._begun(), move)
                case commands.Premove(move):
                    await self._premove(move)
                case commands.Group(steps, name):
                    now = self._planned()
                    plan = now.plan.join(steps or max(1, now.plan.levels), name)
                    await self._at.set(Open(plan))
                case commands.Undo(steps):
                    await self._undo(steps)
                case commands.Redo(steps):
                    await self._redo(steps)
                case commands.FindUndos(wanted):
                    # A second's work where a puzzle is large.
                    find = partial(self._undos.find, self._state, wanted)
                    self._at.front.tell(await trio.to_thread.run_sync(find))
                case commands.MakeUndos(number):
                    await self._make(self._undos.moves(self._state, number))
                case commands.Hint(level):
                    show = partial(self._hints.show, self._state, level)
                    self._at.front.tell(await trio.to_thread.run_sync(show))
                case commands.Confirm():
                    await self._confirm(self._planned())
                case commands.Drop():
                    self._planned()
                    await self._drop()

    def _begun(self) -> Open:
        """Return the plan that there is, a premove too, or else a new one."""
        if self._at.open is not None:
            return replace(self._at.open, is_premove=False)
        seen = self._at.view
        if isinstance(seen.turn, Over):
            raise IllegalMove("over", Message.of("no-game-on"))
        if self._at.asks_otherwise or (
            not self._at.is_ours(seen) and not self._at.game.plans_ahead
        ):
            raise IllegalMove("no-plan", not_ahead(self._at.game, seen.turn))
        if self._at.making is not None:
            raise IllegalMove("moved", Message.of("moved-already"))
        return Open(Plan(self._at.game, self._at.seat, seen.whole))

    async def _premove(self, move: str) -> None:
        """Prepare one move, in the place of another; in a plan it is a step."""
        now = self._at.open
        if now is not None and not now.is_premove:
            await self._add(now, move)
            return
        plan = Plan(self._at.game, self._at.seat, self._at.view.whole)
        await self._add(Open(plan, is_confirmed=True, is_premove=True), move)

    async def _add(self, now: Open, move: str) -> None:
        plan, seen = now.plan, self._at.view
        game, state = self._at.game, plan.state
        if plan.is_waiting and not plan.levels and not self._at.ahead.may_be(move):
            raise IllegalMove("unknown-move", Message.of("plan-never", move=move))
        try:
            longer = plan.add(move)
            if plan.is_waiting and plan.levels:
                never = try_ahead(longer, self._at.ahead, TRIED_ONCE).why_never(longer)
                if never is not None:
                    raise never.error
        except IllegalMove as error:
            if plan.is_waiting or plan.why_no_more() is not None:
                raise
            explained = game.explain(state, self._at.seat, move, seen.faces)
            raise error if explained is None else explained.error from None
        if not plan.is_waiting:
            reason = game.why_unfair(state, self._at.seat, move, seen.faces)
            if reason is not None:
                raise reason.error
        await self._at.set(replace(now, plan=longer, is_confirmed=now.is_premove))

    async def _undo(self, steps: int) -> None:
        now = self._at.open
        if now is not None and now.is_premove:
            await self._drop()
            return
        if now is not None:
            plan = now.plan.undo(steps) if steps else now.plan.undo_all()
            await self._at.set(Open(plan))
            return
        self._check_alone()
        own = self._retraced(UNDO, steps)
        if own is None:
            line = self._question.line
            levels = steps or max(1, line.levels(self._at.seat))
            line.undo(self._at.seat, levels)
            own = [UNDO] * levels
        await self._at.make_all(own)

    async def _redo(self, steps: int) -> None:
        now = self._at.open
        if now is not None:
            plan = now.plan.redo(steps or max(1, now.plan.redos))
            await self._at.set(replace(now, plan=plan, is_confirmed=False))
            return
        self._check_alone()
        own = self._retraced(REDO, steps)
        if own is None:
            line = self._question.line
            moves = line.undone(self._at.seat)
            count = steps or max(1, len(moves))
            line.redo(self._at.seat, count)
            own = [*moves[:count]]
        await self._at.make_all(own)

    def _check_alone(self) -> None:
        """Refuse to undo or redo what is sealed, as a choice of several is."""
        match self._at.view.turn:
            case Tick():
                raise IllegalMove("nothing-to-undo", Message.of("undo-order"))
            case Together():
                raise IllegalMove("nothing-to-undo", Message.of("undo-joint"))
            case Place():
                raise IllegalMove("nothing-to-undo", Message.of("undo-placed"))

    def _retraced(self, word: str, steps: int) -> list[str] | None:
        """Return so many of the game's own moves that undo or redo, 0: all; None: none.

        Raises:
          IllegalMove: There are not so many.
        """
        at, line = self._at, self._question.line
        events = (one.event for one in line.this_turn(at.seat))
        made = [one.move for one in events if isinstance(one, Chosen)]
        state, moves = line.state, list[str]()
        while not steps or len(moves) < steps:
            found = at.game.retraced(state, at.seat, word, tuple(made))
            if isinstance(found, Reason) and (steps or not moves):
                raise found.error
            if not isinstance(found, str):
                break
            state = advance(at.game, state, Chosen(at.seat, found)).state
            moves.append(found)
            made.append(found)
        return moves or None

    async def _make(self, moves: tuple[str, ...]) -> None:
        """Make undos of the game's own, one after the other; in a plan as one step."""
        now = self._at.open
        if now is None:
            await self._at.make_all(moves)
            return
        plan = now.plan
        for move in moves:
            plan = plan.add(move)
        await self._at.set(Open(plan.join(len(moves))))

    async def _confirm(self, now: Open) -> None:
        if self._at.question is None or now.plan.is_waiting:
            if not now.plan.prepared:
                raise IllegalMove("nothing-planned", Message.of("nothing-planned"))
            await self._at.set(replace(now, is_confirmed=True))
            return
        confirmed = now.plan.confirm()
        self._at.open, self._at.making = None, Making([*confirmed.moves], confirmed)
        await self._at.keep_now()
        question = self._at.question
        if question is None:
            return  # something has happened meanwhile, and the next question is heard
        try:
            await self._at.peer.propose(self._at.making.next(question.view))
        except IllegalMove:
            self._at.making = None
            await self._at.set(now)
            raise

    async def _drop(self) -> None:
        self._at.open = None
        await self._at.keep_now()
        self._at.front.tell(DROPPED)
        self._at.turns.show(None)

    def _planned(self) -> Open:
        """Return the plan; there must be one."""
        if self._at.open is None:
            raise IllegalMove("no-plan", Message.of("no-plan"))
        return self._at.open

    @property
    def _state(self) -> State:
        """The table in the player's own turn, after its plan if there is one."""
        question, now = self._question, self._at.open
        state: State = question.view.whole if now is None else now.plan.state
        return state

    @property
    def _question(self) -> Asked:
        """The open question, in which the player may undo and redo moves."""
        if self._at.question is None:
            raise IllegalMove("not-your-turn", Message.of("undo-not-your-turn"))
        return self._at.question
