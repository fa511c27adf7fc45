"""This module names the languages that ship, and picks one by what a person wants.

A language ships if this package has a folder of its name with Fluent files.  So
what a person writes is compared with names, and never becomes part of a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

#: The language of the sources, in which every message has a sentence.
ENGLISH = "en"
#: The variables of POSIX that name a language, the first that is set counts.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@cache
def languages() -> tuple[str, ...]:
    """Return the names of the languages that ship, in order."""
    folders = (files("p2pgame") / "text").iterdir()
    return tuple(sorted(f.name for f in folders if (f / "engine.ftl").is_file()))


def language_of(tag: str) -> str | None:
    """Return the language that a tag such as ``de_AT.UTF-8`` names, if it ships."""
    name = tag.replace("-", "_").partition(".")[0].partition("@")[0]
    name = name.partition("_")[0].lower()
    return name if name == ENGLISH or name in languages() else None


def language_in(environment: Mapping[str, str]) -> str:
    """Return the language of an environment; English if that one does not ship."""
    set_ = (environment[name] for name in _VARIABLES if environment.get(name))
    return language_of(next(set_, ENGLISH)) or ENGLISH
