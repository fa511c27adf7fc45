"""Runs the text of a game's file as a module of this process, and finds its game.

That is for a file which the player names on its own command line, and for the process
with limits in which all other rules run.
"""

from __future__ import annotations

import signal
import sys
import threading
from hashlib import blake2b
from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from inspect import isabstract
from types import CodeType, ModuleType
from typing import NoReturn

from p2pgame.engine import AnyGame, Game, RulesError

from .frozen import freeze, freeze_game

#: Seconds of a processor in which a file of one's own is read.
LOAD = 10.0


class _Text(InspectLoader):
    """Loads a module from a text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def get_source(self, fullname: str) -> str:
        return self._text

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self._text, "<the game's file>")


def load(text: str) -> AnyGame:
    """Return the one game whose rules the text is; ``rules`` is not set.

    Raises:
      RulesError: The text raises an error, or has no game or several.
    """
    name = module_name(text)
    spec = spec_from_loader(name, _Text(text))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        freeze(module)
        game = _only_game(module)()
        freeze_game(game)
        return game
    except RulesError:
        del sys.modules[name]
        raise
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        said = f"{type(error).__name__}: {error}"
        raise RulesError(f"the file fails as it is read: {said}") from error


def load_in_time(text: str) -> AnyGame:
    """Do as :func:`load`, and stop a text that is not read in time.

    The main thread of a program can be stopped where the system has such a timer.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer"):
        return load(text)
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LOAD, 1.0)
    try:
        return load(text)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(signum: int, frame: object) -> NoReturn:
    raise TimeoutError(f"it takes longer than {LOAD:g} seconds of a processor")


def module_name(text: str) -> str:
    """Return the name under which a text is loaded, which no other module has."""
    return f"p2pgame_file_{blake2b(text.encode(), digest_size=8).hexdigest()}"


def _only_game(module: ModuleType) -> type[AnyGame]:
    made = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game)
        if value.__module__ == module.__name__ and not isabstract(value)
    ]
    last = [one for one in made if not any(one in two.__mro__[1:] for two in made)]
    if len(last) == 1:
        return last[0]
    named = ", ".join(sorted(one.__name__ for one in last))
    found = f"several: {named}" if last else "none"
    raise RulesError(f"a file has the class of one game, and this one has {found}")
