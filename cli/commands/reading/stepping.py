"""Shows a transcript step by step at a terminal: a key for each."""

from __future__ import annotations

import click

from p2pgame.client.transcripts.stepping import Step, Steps
from p2pgame.engine import Message

from ...text import reading, words
from ...text.telling import Ink

#: What each key does; an arrow is a sequence that terminals send for it.
_NEXT = ("n", " ", "\r", "\n", "\x1b[C", "\x1b[B")
_BACK = ("b", "p", "\x7f", "\x1b[D", "\x1b[A")
_FIRST, _LAST = ("f", "<", "\x1b[H"), ("l", ">", "\x1b[F")
_GO, _QUIT = ("g",), ("q", "\x03", "\x04")


def step_through(steps: Steps, ink: Ink | None) -> None:
    """Show one step after the other, as the person says by keys."""
    click.echo(words.say(Message.of("step-keys")) + "\n")
    _show(steps.now, ink)
    while True:
        try:
            key = click.getchar()
        except EOFError:
            return
        if key in _QUIT:
            return
        before = steps.now
        if key in _NEXT:
            steps.next()
        elif key in _BACK:
            steps.back()
        elif key in _FIRST:
            steps.first()
        elif key in _LAST:
            steps.last()
        elif key in _GO:
            steps.go(click.prompt(words.say(Message.of("step-which")), type=int))
        else:
            click.echo(words.say(Message.of("step-keys")) + "\n")
            continue
        if steps.now is before:
            ends = "step-last" if key in _NEXT + _LAST else "step-first"
            click.echo(words.say(Message.of(ends)) + "\n")
        else:
            _show(steps.now, ink)


def _show(step: Step, ink: Ink | None) -> None:
    number = words.say(Message.of("step-number", number=step.number))
    click.echo(f"{number}\n{reading.step(step.event, step.begun, ink)}\n")
