"""Tells a plan: in one line for the window, or step by step."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.client.events import HintShown, Planned, PlanStep, UndosFound, YourTurn
from p2pgame.engine import Message, listed, plain

Say = Callable[[Message], str]


def in_a_line(plan: Planned, say: Say) -> str:
    """Return a plan in one line."""
    steps = plain(" › ".join(_short(step, say) for step in plan.steps))
    if plan.redos:
        steps = steps if plan.steps else Message.of("cli-plan-none")
        steps = Message.of("cli-plan-redos", steps=steps, count=plan.redos)
    if plan.confirmed:
        return say(Message.of("cli-plan-confirmed", steps=steps))
    if not plan.steps and not plan.redos:
        empty = "cli-plan-waits-empty" if plan.waits else "cli-plan-empty"
        return say(Message.of(empty))
    told = Message.of("cli-plan-waits" if plan.waits else "cli-plan", steps=steps)
    if plan.next is None:
        return say(told)
    return say(Message.of("cli-plan-stops", plan=told, why=plan.next))


def in_lines(plan: Planned, say: Say) -> list[str]:
    """Return a plan with what each step does, and how that changes the score."""
    numbered = enumerate(plan.steps, 1)
    return [
        in_a_line(plan, say),
        *(
            say(Message.of("cli-plan-step", number=number, what=_whole(step, say)))
            for number, step in numbered
        ),
    ]


def listed_undos(found: UndosFound, say: Say) -> list[str]:
    """Return what makes room for something, a line for each, and how to make one."""
    lines = [
        say(Message.of("cli-undos-one", number=one.number, what=one.message))
        for one in found.undos
    ]
    ends = Message.of("cli-undos-more" if found.more else "cli-undos-make")
    return [say(Message.of("cli-undos", wanted=found.wanted)), *lines, say(ends)]


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
    """Return a step by its name, or by its moves."""
    return step.name or " + ".join(map(say, step.hints))


def _whole(step: PlanStep, say: Say) -> Message:
    what = plain(" + ".join(map(say, step.hints)))
    if step.name:
        what = plain(f"{step.name} = {say(what)}")
    if step.points:
        points = f"{step.points:+}"
        what = Message.of("cli-plan-points", what=what, points=points)
    if not step.messages:
        return what
    return Message.of("cli-plan-does", what=what, does=listed(*step.messages))
