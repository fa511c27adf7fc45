"""Draws a level where the option ``level`` asks for one: ``random`` or ``random:7x7``.

The host's program draws it before the table opens, so the option of the table is the
level's text, and anybody can verify the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from p2pgame.engine import Message, Refusal

#: How an option asks for a level of so many columns and rows.
RANDOM = re.compile(r"random(?::([1-9][0-9]?)x([1-9][0-9]?))?")
#: The sides that a drawn level may have, and that it has if none are named.
SMALLEST, LARGEST, USUAL = 3, 8, 5
#: So often a search that is too hard, or finds none, is begun anew.
AGAIN = 3

#: Returns the text of a level of so many columns and rows.
Generate = Callable[[int, int], str]


def level_of(option: str, generate: Generate) -> str:
    """Return the text of a level that is drawn, or the option if it asks for none.

    Raises:
      Refusal: No level can be that large or small, or none was found in time.
    """
    asked = RANDOM.fullmatch(option)
    if asked is None:
        return option
    width, height = (int(side or USUAL) for side in asked.groups())
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise Refusal(
            Message.of("puzzle-random-size", smallest=SMALLEST, largest=LARGEST)
        )
    for _ in range(AGAIN):
        try:
            return generate(width, height)
        except LookupError:
            continue
    raise Refusal(Message.of("puzzle-random-none", width=width, height=height))
