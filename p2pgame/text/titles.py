"""What people call a game, and what a list of games says of it, in every language.

It stands in its Fluent files: ``NAME-title``, ``NAME-also`` (other names, between
commas), ``NAME-short`` (six words) and ``NAME-minutes`` (of a usual game, about).  A
game's class need not be imported for it: one that needs a library which is not here
has a title all the same.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from .catalogue import read
from .languages import languages


class Titles(NamedTuple):
    """What a game is called and what it is, by language; and what else people say.

    ``minutes`` is 0 where nobody says how long a game takes.
    """

    title: dict[str, str]
    others: tuple[str, ...]
    short: dict[str, str]
    minutes: int


def titles_in(package: str, game: str) -> Titles:
    """Return what a game is called by the texts of the package of its class."""
    from .fluent import Sentences  # takes 0.1 s and more to import

    title: dict[str, str] = {}
    short: dict[str, str] = {}
    others: list[str] = []
    minutes = 0
    for language in languages():
        said = Sentences(language)
        said.add(read(files(package), language, f"{game}.ftl"), f"{game}-")
        for kind, found in (("title", title), ("short", short)):
            if (text := said.say(f"{game}-{kind}", {})) is not None:
                found[language] = text
        others += (said.say(f"{game}-also", {}) or "").split(",")
        number = said.say(f"{game}-minutes", {}) or ""
        minutes = (
            int(number[:4]) if number.isascii() and number.isdecimal() else minutes
        )
    names = (name.strip() for name in others)
    return Titles(title, tuple(dict.fromkeys(filter(None, names))), short, minutes)
