"""Says the help of commands, and click's own words, in another language than English.

English stands beside the commands, so that help in English reads no Fluent.  Another
language has a message for each text, and this module alone puts it in its place.
"""

from __future__ import annotations

import copy
import sys
from typing import Any

import click

from p2pgame.client import words

#: What click looks up the translation of its words with, in each module of its own.
_LOOKUPS = ("_", "ngettext")


def speak(tag: str) -> None:
    """Speak the language of a tag, if it ships, or else English."""
    words.speak(words.language_of(tag) or words.ENGLISH)
    if is_needed():
        _teach_click()


def is_needed() -> bool:
    """Return whether another language than English is spoken."""
    return words.language() != words.ENGLISH


def _teach_click() -> None:
    """Have click say its own words in the language that is spoken by then."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] == "click":
            for lookup, ours in zip(_LOOKUPS, (_said, _counted), strict=True):
                if hasattr(module, lookup):
                    setattr(module, lookup, ours)


def _said(english: str) -> str:
    return _counted(english, "", 1)


def _counted(english: str, other: str, count: int) -> str:
    if not is_needed():
        return english if count == 1 else other
    return words.template("click", english, other, count)


def in_our_language(command: click.Command, path: str) -> click.Command:
    """Return a copy of a command whose help is in our language, as far as there is one.

    ``path``: its name, after those of the groups around it, with hyphens.
    """
    ours: Any = copy.copy(command)  # it has parts for which click has no public names
    ours.help = words.translated(f"help-{path}") or command.help
    ours.options_metavar = words.translated("usage-options") or command.options_metavar
    ours.params = [_parameter(param, path) for param in command.params]
    ours._help_option = None
    if isinstance(command, click.Group):
        ours.subcommand_metavar = subcommands(command)
        ours.commands = {
            name: in_our_language(inner, f"{path}-{name}")
            for name, inner in command.commands.items()
        }
    found: click.Command = ours
    return found


def subcommands(group: click.Group) -> str:
    """Return what a group's usage says in place of a command."""
    needed = "usage-command" if group.invoke_without_command else "usage-command-needed"
    return words.translated(needed) or group.subcommand_metavar


def listed(name: str) -> str | None:
    """Return what the list of all commands says of one, if our language has it."""
    help = words.translated(f"help-{name}")
    return help and help.partition("\n\n")[0]


def title(english: str) -> str:
    """Return the title of a list of commands."""
    return words.translated(f"list-{english.lower().replace(' ', '-')}") or english


def _parameter(param: click.Parameter, path: str) -> click.Parameter:
    ours = copy.copy(param)
    kind = words.translated(f"type-{param.type.name.replace(' ', '-')}")
    if kind is not None:
        ours.type = copy.copy(param.type)
        ours.type.name = kind
    if isinstance(ours, click.Option) and ours.help:
        name = max(param.opts, key=len).lstrip("-")
        only_here = words.translated(f"option-{path}_{name}")
        ours.help = only_here or words.translated(f"option-{name}") or _said(ours.help)
    return ours
