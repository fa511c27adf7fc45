"""Tells a plan: in one line for the window, or step by step."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.client.events import HintShown, Planned, PlanStep, UndosFound, YourTurn
from p2pgame.engine import Message, listed, plain
from p2pgame.engine.printable import signed

from . import moves, words

#: Says a message of the game.  What is made of that is not said so once more.
Say = Callable[[Message], str]


def in_a_line(plan: Planned, say: Say) -> str:
    """Return a plan in one line."""
    steps = plain(" › ".join(_short(step, say) for step in plan.steps))
    if plan.redos:
        steps = steps if plan.steps else Message.of("cli-plan-none")
        steps = Message.of("cli-plan-redos", steps=steps, count=plan.redos)
    if plan.confirmed:
        return words.say(Message.of("cli-plan-confirmed", steps=steps))
    if not plan.steps and not plan.redos:
        empty = "cli-plan-waits-empty" if plan.waits else "cli-plan-empty"
        return words.say(Message.of(empty))
    told = Message.of("cli-plan-waits" if plan.waits else "cli-plan", steps=steps)
    if plan.next is None:
        return words.say(told)
    why = say(plan.next)
    return words.say(Message.of("cli-plan-stops", plan=told, why=why))


def in_lines(plan: Planned, say: Say, ahead: str = "") -> list[str]:
    """Return a plan with what each step does, and how that changes the score.

    When it is so stands before the steps of which that is said.  The last line says
    what may follow in the player's turn, ``ahead`` in words, or how to give it.
    """
    lines, given = [in_a_line(plan, say)], None
    for number, step in enumerate(plan.steps, 1):
        if step.given is not None and step.given != given:
            lines.append(words.sentence(say(step.given)))
        given, what = step.given, _whole(step, say)
        step_said = Message.of("cli-plan-step", number=number, what=what)
        lines.append(words.say(step_said))
    follows = _follows(plan, ahead)
    return lines if follows is None else [*lines, words.say(follows)]


def possible(plan: Planned, say: Say) -> str:
    """Return in short what may follow a plan that waits for more."""
    hints = () if plan.ahead is None else plan.ahead.hints
    return moves.in_short([*map(say, hints)], are_listed=False)


def _follows(plan: Planned, ahead: str) -> Message | None:
    """Return what may follow the steps of a plan that waits for more."""
    if not plan.waits or plan.confirmed or plan.next is not None:
        return None
    if plan.ahead is not None:
        return Message.of("cli-plan-ahead", moves=ahead)
    given = plan.steps[-1].given if plan.steps else None
    is_known = given is not None and given.id != "plan-given-unknown"
    return None if is_known else Message.of("cli-plan-type")


def listed_undos(found: UndosFound, say: Say) -> list[str]:
    """Return what makes room for something, a line for each, and how to make one."""
    lines = [
        words.phrase("cli-undos-one", number=one.number, what=say(one.message))
        for one in found.undos
    ]
    ends = Message.of("cli-undos-more" if found.more else "cli-undos-make")
    wanted = say(Message.of("cli-undos", wanted=found.wanted))
    return [wanted, *lines, words.say(ends)]


def hint(shown: HintShown) -> Message:
    """Return a hint, and how to hear more if there is more."""
    id = "cli-hint-last" if shown.level == shown.levels else "cli-hint"
    level, levels = shown.level, shown.levels
    return Message.of(id, level=level, levels=levels, hint=shown.message)


def this_turn(turn: YourTurn) -> Message | None:
    """Return what the player has done in its turn, None: nothing."""
    if not turn.made:
        return None
    made = ", ".join(turn.made)
    return Message.of("cli-this-turn", moves=made, undos=turn.undos)


def _short(step: PlanStep, say: Say) -> str:
    """Return a step by its name, or by its moves.

    What they cost is left out before the turn: that may be otherwise by then.
    """
    told = step.hints if step.given is None else map(plain, step.moves)
    return step.name or " + ".join(map(say, told))


def _whole(step: PlanStep, say: Say) -> Message:
    what = plain(" + ".join(map(say, step.hints)))
    if step.name:
        what = plain(f"{step.name} = {words.say(what)}")
    if step.points:
        what = Message.of("cli-plan-points", what=what, points=signed(step.points))
    kinds = (plain(say(about).rstrip(".")) for about in step.about)
    does = tuple(plain(say(one)) for one in step.messages) or tuple(kinds)
    if not does:
        return what
    return Message.of("cli-plan-does", what=what, does=listed(*does))
