"""Finds the modules with which games draw themselves on a page.

They lie beside a game's rules, in its package, and are called ``NAME_page.js``.  That
package may have further ones.  Only a file that was found so is ever read: a name that
somebody asks for is looked up, and never made into a path.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from p2pgame.engine import AnyGame
from p2pgame.games.registry import GAMES, installed
from p2pgame.text.catalogue import package_of

SUFFIX = "_page.js"


def module_of(name: str) -> bytes | None:
    """Return the source of a module, by its name or its game's; None: there is none.

    Of two with one name that of the game comes first, then that which comes with
    p2pgame.  It reads files.
    """
    found = _modules().get(name.replace("-", "_"))
    return None if found is None else found.read_bytes()


@cache
def _modules() -> dict[str, Traversable]:
    found = dict[str, Traversable]()
    others = dict[str, Traversable]()
    for game in (GAMES[name] for name in (*GAMES, *installed())):
        for name, file in _beside(game):
            of_game = name == game.name.replace("-", "_")
            (found if of_game else others).setdefault(name, file)
    return {**others, **found}


def _beside(game: AnyGame) -> Iterator[tuple[str, Traversable]]:
    """Yield the modules of a game's package, by their names."""
    for file in sorted(files(package_of(game)).iterdir(), key=lambda one: one.name):
        if file.name.endswith(SUFFIX) and file.is_file():
            yield file.name.removesuffix(SUFFIX), file
