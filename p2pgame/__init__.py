"""Card and board games among friends: no server, no trusted party.

    async with p2pgame.host("kuhn", name="Ann", players=2) as seat:
        async for event in seat:
            ...

``docs/client.md`` documents the events, questions and commands.  The names here are
loaded when they are first used.  ``events`` and ``questions`` are names, not modules:
write ``from p2pgame import events``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from p2pgame.client import events as events
    from p2pgame.client import questions as questions
    from p2pgame.client.errors import ClientError as ClientError
    from p2pgame.client.errors import IllegalMove as IllegalMove
    from p2pgame.client.programs.program import Program as Program
    from p2pgame.client.seats import host as host
    from p2pgame.client.seats import join as join
    from p2pgame.client.seats import resume as resume
    from p2pgame.client.seats import spectate as spectate
    from p2pgame.client.transcripts.checking import verify as verify
    from p2pgame.client.transcripts.replaying import replay as replay
    from p2pgame.client.words import say as say
    from p2pgame.client.world import World as World

#: Where each public name is: a module, and a name there; none: the module itself.
_NAMES = {
    "ClientError": ("client.errors", "ClientError"),
    "IllegalMove": ("client.errors", "IllegalMove"),
    "Program": ("client.programs.program", "Program"),
    "World": ("client.world", "World"),
    "events": ("client.events", None),
    "host": ("client.seats", "host"),
    "join": ("client.seats", "join"),
    "questions": ("client.questions", None),
    "replay": ("client.transcripts.replaying", "replay"),
    "resume": ("client.seats", "resume"),
    "say": ("client.words", "say"),
    "spectate": ("client.seats", "spectate"),
    "verify": ("client.transcripts.checking", "verify"),
}

__all__ = sorted(_NAMES)


if not TYPE_CHECKING:  # a checker finds names that there are not

    def __getattr__(name: str) -> object:
        if name not in _NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, inner = _NAMES[name]
        found = import_module(f"p2pgame.{module}")
        return found if inner is None else getattr(found, inner)


def __dir__() -> list[str]:
    return [*globals(), *_NAMES]
