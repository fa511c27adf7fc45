"""Does what a person types about a plan, and about undoing and redoing moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from p2pgame.client import commands
from p2pgame.client import events as e
from p2pgame.client.commands import PlanCommand
from p2pgame.client.seat.seat import Seat
from p2pgame.client.words import kinds_of, not_ahead
from p2pgame.engine import Choose, Message, Over
from p2pgame.engine.turns import is_offered

from . import cards, moves, planned, words

#: What follows ``undo`` and ``redo``.
STEPS = "|all|[1-9][0-9]{0,2}"
#: What follows ``plan``: a move, or nothing.
STEP = "|.{1,80}"
#: What follows ``undo`` where a game's own undos make room for something.
ROOM = r"for|for .{1,80}|more|way [1-9][0-9]{0,2}"
#: What follows ``group``: how many steps, and the name of them.
GROUP = r"|[1-9][0-9]{0,2}|([1-9][0-9]{0,2} )?[^\W\d].{0,39}"


class PlanWords:
    """A seat's plan at a terminal; ``say`` shows a line, and ``send`` does an act."""

    def __init__(
        self,
        seat: Seat,
        begun: e.Begun,
        say: Callable[[str], None],
        send: Callable[[Callable[[], Awaitable[None]]], None],
        write: Callable[[str], str] = lambda line: line,
    ) -> None:
        self._seat, self._say, self._send = seat, say, send
        self._cards = write
        self._number = 0 if begun.seat is None else begun.seat
        self._names = [player.name for player in begun.players]
        self._of_game: planned.Say = partial(
            cards.of_game, names=self._names, write=write
        )
        self._is_practice = begun.practice
        self._plan: e.Planned | None = None
        #: How many moves of this turn, or steps of the plan, can be undone, and redone.
        self.undos = self.redos = 0

    def hear(self, event: e.AnyEvent) -> None:
        """Take in how the plan is, and what of a turn can be undone."""
        match event:
            case e.YourTurn(undos=undos, redos=redos) if self._plan is None:
                self.undos, self.redos = undos, redos
            case e.TurnClosed() | e.Happened() if self._plan is None:
                self.undos = self.redos = 0
            case e.Planned():
                self._plan = event
                self.undos, self.redos = len(event.steps), event.redos
            case e.PlanEnded():
                self._plan, self.undos, self.redos = None, 0, 0
            case e.Snapshot(plan=plan):
                self._plan = plan

    @property
    def is_there(self) -> bool:
        """Whether there is a plan; a premove is one."""
        return self._plan is not None

    @property
    def may_begin(self) -> bool:
        """Whether there is a plan, or one can be begun."""
        seen = self._seat.observation
        if self.is_there or self._is_practice or seen is None:
            return self.is_there
        match seen.turn:
            case Choose(player) if player == self._number:
                return True
            case Over():
                return False
        return seen.choice is None and seen.game.plans_ahead

    @property
    def may_group(self) -> bool:
        """Whether there are steps to be made one."""
        return self._plan is not None and len(self._plan.steps) > 1

    @property
    def may_confirm(self) -> bool:
        """Whether there are steps that wait to be confirmed."""
        plan = self._plan
        return plan is not None and bool(plan.steps) and not plan.confirmed

    def plan(self, step: str) -> None:
        """Make a move the plan's next step; without one, begin a plan or show it."""
        if step:
            self._do(commands.Plan(self._understood(step, is_step=True) or step))
            return
        if self._plan is None:
            self._do(commands.Plan())
            return
        ahead = self._cards(planned.possible(self._plan, self._said))
        for line in planned.in_lines(self._plan, self._of_game, ahead):
            self._say(line)

    def group(self, rest: str) -> None:
        """Make the last steps one, which may have a name."""
        count, _, name = rest.partition(" ")
        if not count.isdecimal():
            count, name = "2", rest
        self._do(commands.Group(int(count), name))

    def undo(self, steps: str) -> None:
        self._do(commands.Undo(_count(steps)))

    def make_room(self, rest: str) -> None:
        """List undos that make room for something, or make those of a number."""
        word, _, what = rest.partition(" ")
        if word == "way":
            self._do(commands.MakeUndos(int(what)))
        else:  # a question that no game understands has it say what it does
            self._do(commands.FindUndos("" if word == "more" else what.strip() or "?"))

    def hint(self, level: int) -> None:
        """Give the game's hint of a level; 0: the next one."""
        self._do(commands.Hint(level))

    def redo(self, steps: str) -> None:
        self._do(commands.Redo(_count(steps)))

    def confirm(self) -> None:
        self._do(commands.Confirm())

    def drop(self) -> None:
        self._do(commands.Drop())

    def means_step(self, text: str) -> bool:
        """Return whether a word of the table's is a step here: the game has that move.

        So ``draw`` draws a card in a plan that waits, and offers no draw.
        """
        plan, seen = self._plan, self._seat.observation
        if plan is None or not plan.waits or plan.confirmed or seen is None:
            return False
        move = text.lower()
        return any(kind.args["form"] == move for kind in kinds_of(seen.game, (move,)))

    def prepares(self, text: str) -> bool:
        """Prepare what is typed while no move is asked for; return whether it is one.

        Without a plan only what may be possible is taken for a move.
        """
        plan = self._plan
        if plan is not None and plan.next is not None:
            self._say(words.sentence(self._of_game(plan.next)))
            return True
        is_step = plan is not None and not plan.confirmed
        move = self._understood(text, is_step=is_step)
        if move is None and (plan is None or not plan.waits or plan.confirmed):
            return False
        self._do(commands.Premove(text if move is None else move))
        return True

    def why_not(self, typed: str) -> Message | None:
        """Return why a line can't be made a move before our turn; None: who knows."""
        seen = self._seat.observation
        if seen is None or isinstance(seen.turn, Over):
            return None
        if not seen.game.plans_ahead:
            return not_ahead(seen.game, seen.turn)
        return Message.of("cli-not-ahead", typed=typed)

    def _understood(self, text: str, *, is_step: bool) -> str | None:
        """Return the move that is meant, if it is or may be possible in our turn.

        ``is_step``: it follows the steps of the plan, if there are any.
        """
        turn, plan = self._seat.now.turn, self._plan
        ahead = self._seat.ahead if turn is None else turn.choice
        if is_step and plan is not None and plan.waits and plan.ahead is not None:
            ahead = plan.ahead
        if ahead is None:
            return None
        choice = moves.choose_of(ahead, self._number)
        hints = [words.named(self._said(hint), self._names) for hint in ahead.hints]
        try:
            move = moves.understand(text, choice, hints)
        except moves.NotUnderstood:
            return None
        return move if is_offered(move, choice.moves) else None

    def _do(self, command: PlanCommand) -> None:
        self._send(partial(self._seat.plan, command))

    def _said(self, message: Message) -> str:
        return words.say(message, self._names)


def _count(steps: str) -> int:
    """Return how many steps are meant, 0: all."""
    return 0 if steps == "all" else int(steps or 1)
