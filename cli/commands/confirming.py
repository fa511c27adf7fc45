"""Asks before something is done that can't be undone."""

from __future__ import annotations

import click

from ..text import answers, words
from ..text.printing import print_text


def confirm(question: str) -> None:
    """Ask; ``question`` is a message's id.

    Raises:
      Exit: The answer is no.
      Abort: There is none.
    """
    text = words.phrase("confirm", question=words.phrase(question))
    answer = None
    while answer is None:
        typed = click.prompt(
            text, default="n", show_default=False, prompt_suffix=": ", err=True
        )
        answer = answers.meaning(typed)
        if answer is None:
            print_text(words.phrase("confirm-how"), err=True)
    if not answer:
        print_text(words.phrase("not-done"), err=True)
        raise click.exceptions.Exit(1)
