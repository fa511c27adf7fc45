"""Checks the text of a game that stands in one file, and hashes it.

The text is what people send each other, so its file's name and folder say nothing: the
hash is that of the code alone (:mod:`p2pgame.engine.source`), under a name that no
module has.

The check (:mod:`.look`) is no wall.  It finds what honest rules never need, so that a
person who is shown the text need not search for it.  Rules that somebody else wrote run
in a process with limits whatever it says (:mod:`.rules_process`).
"""

from __future__ import annotations

import ast

from p2pgame.engine import RulesError
from p2pgame.engine.source import fingerprint, why_unfit

from .look import why_reaching

#: The most bytes of a file with rules.
LIMIT = 256 * 1024
#: What the text is called where a module's name is wanted; no module can be.
CALLED = "the file"


def decoded(data: bytes) -> str:
    """Return the text of a file.

    Raises:
      RulesError: It is too long, or no text.
    """
    if len(data) > LIMIT:
        raise RulesError(f"{CALLED} is longer than {LIMIT // 1024} KiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError(f"{CALLED} is no text in UTF-8") from None
    return text.replace("\r\n", "\n")


def check_text(text: str) -> None:
    """Refuse a text that is no rules, or that does what rules never need.

    Raises:
      RulesError: What is wrong, in a sentence.
    """
    try:
        wrong = why_unfit(CALLED, text) or why_reaching(ast.parse(text))
    except (MemoryError, RecursionError):
        wrong = f"{CALLED} is nested too deeply to be read"
    if wrong is not None:
        raise RulesError(wrong)


def hash_of(text: str) -> bytes:
    """Return the 32 bytes that stand for the code of a text that was checked."""
    return fingerprint({CALLED: text})


def summary(text: str) -> str:
    """Return what the text says of itself at its beginning, or an empty text."""
    return ast.get_docstring(ast.parse(text)) or ""
