"""Keeps how a player is called when a table waits for it."""

from __future__ import annotations

from ..errors import InvalidRequest
from . import settings

#: What stands before a command of the player's own.
EXEC = "exec:"
#: All other ways, and what is set at first.
WAYS = ("bell", "title", "desktop")
USUAL = ("bell", "title")
NONE = "none"
#: Characters of a command, at most.
COMMAND_LIMIT = 1000


def on_turn() -> tuple[str, ...]:
    """Return the ways by which our player is called.

    Raises:
      ClientError: The settings are damaged.
    """
    chosen = settings.read().on_turn
    return USUAL if chosen is None else chosen


def parts(ways: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ways without a command, and the words of the command if one is set."""
    own = [way.removeprefix(EXEC) for way in ways if way.startswith(EXEC)]
    words = _split(own[-1]) if own else []
    return tuple(way for way in ways if way in WAYS), tuple(words)


def use(text: str) -> tuple[str, ...]:
    """Call our player by these ways from now on; return them.

    ``text`` is ``none``, or ways with commas between; a command comes last.

    Raises:
      InvalidRequest: There is no such way, or no such command can be run.
    """
    ways = parse(text)
    settings.keep(on_turn=ways)
    return ways


def parse(text: str) -> tuple[str, ...]:
    """Read ways as people write them; raises as :func:`use`."""
    names, separator, command = text.partition(EXEC)
    ways = [way for one in names.split(",") if (way := one.strip())]
    if ways == [NONE] and not separator:
        return ()
    for way in ways:
        if way not in WAYS:
            raise InvalidRequest("on-turn-unknown", way=way)
    if separator:
        ways.append(EXEC + _checked(command.strip()))
    if not ways:
        raise InvalidRequest("on-turn-unknown", way=text)
    return tuple(dict.fromkeys(ways))


def _checked(command: str) -> str:
    """Return a command that has words; no shell will read it."""
    try:
        words = _split(command)
    except ValueError:
        words = []
    if not words or len(command) > COMMAND_LIMIT:
        raise InvalidRequest("on-turn-no-command", most=COMMAND_LIMIT)
    return command


def _split(command: str) -> list[str]:
    from shlex import split  # not for players who have set no command

    return split(command)
