"""Finds a program of the player's own, by the command that starts it."""

from __future__ import annotations

import os
import shlex
from shutil import which

from ..errors import InvalidRequest
from ..words import message_of_error

#: How the name of a program of one's own begins.
EXEC = "exec:"


def command_of(text: str, kind: str = EXEC, *, also: str = "") -> list[str]:
    """Return the command of ``exec:COMMAND``, as a shell would split it.

    The program may lie in a folder of ``also``, too.

    Raises:
      InvalidRequest: It is none, or there is no such program.
    """
    try:
        command = shlex.split(text.removeprefix(kind))
    except ValueError as error:
        raise InvalidRequest(
            "agent-command-wrong", kind=kind, why=message_of_error(error)
        ) from None
    if not command:
        raise InvalidRequest("agent-command-wrong", kind=kind, why="it is empty")
    found = which(command[0]) or (which(command[0], path=also) if also else None)
    if found is None:
        raise InvalidRequest("agent-command-missing", command=command[0])
    return [os.path.abspath(found), *command[1:]]
