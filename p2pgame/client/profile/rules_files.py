"""Keeps the games that stand in one file: the player's own, and those it has added.

*A file of one's own* is named on the player's command line (:func:`use`), and runs in
this program like any game.  A table compares its answers with those of processes with
limits.  Programs that this one starts use it, too: the environment tells them.

*Added rules* are somebody else's.  The player has looked at their text and added it
(:func:`add`); they lie in the folder ``rules`` of its profile.  They run in a process
with limits (:mod:`p2pgame.game_files`), and nothing ever adds any because a peer sent
them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from p2pgame.engine import AnyGame, Message, Options, Refusal, RulesError, plain
from p2pgame.engine.guarded import guarded
from p2pgame.engine.rules import check, rules_hash
from p2pgame.game_files.confined_game import confined
from p2pgame.game_files.heard_game import heard
from p2pgame.game_files.loading import load_in_time
from p2pgame.game_files.source_text import CALLED, LIMIT, check_text, decoded
from p2pgame.game_files.table_rules import Abandoned as Abandoned
from p2pgame.game_files.table_rules import TableRules as TableRules
from p2pgame.game_files.table_rules import here
from p2pgame.games import registry
from p2pgame.games.registry import SHIPPED
from p2pgame.log.durable import replace_file

from .. import system_reason
from ..errors import InvalidRequest, Refused
from . import places

#: Paths of the player's own files, as PATH has folders.
OWN = "P2PGAME_RULES"
#: Where a program that another one starts finds rules that its player has added.
ADDED = "P2PGAME_ADDED_RULES"

#: The hashes of rules that the program which has started this one has tried.
TRIED = "P2PGAME_TRIED_RULES"
#: Those that were tried here.
_TRIED = set[bytes]()

#: An address as a path has it, which keeps one of its slashes.
_ADDRESS = re.compile(r"(https?|ftp):/+(.*)")
_FOLDER, _SUFFIX = "rules", ".py"


@dataclass(frozen=True, slots=True)
class Added:
    """Rules that were added: whose version of which game, and where their text is."""

    name: str
    version: int
    path: Path


def names() -> tuple[str, ...]:
    """Return the names of all games of files, one's own first."""
    own = (name for path in _own_paths() for name, _ in _named_by(path))
    return tuple(dict.fromkeys((*own, *(one.name for one in kept()))))


def find(name: str, version: int | None) -> AnyGame | None:
    """Return a game of a file, by default in its newest version; None: it is in none.

    Raises:
      ValueError: Its file can't be used.
    """
    for path in _own_paths():
        game = _own(path)
        if game.name == name and version in (None, game.version):
            return game
    fitting = [
        one for one in kept() if one.name == name and version in (None, one.version)
    ]
    if not fitting:
        return None
    last = max(fitting, key=lambda one: one.version)
    try:
        game = _confined(_text_in(last.path))
    except RulesError as error:
        raise _unfit(last.path, error) from None
    if (game.name, game.version) == (last.name, last.version):
        return game
    raise _unfit(last.path, f"{game.name}, version {game.version}, is in it")


def found(name: str, version: int) -> AnyGame:
    """Return any game, as the registry does.

    A process that works for this one finds games of files by this function: it imports
    the client, which tells the registry of them.

    Raises:
      ValueError: It is not here.
    """
    return registry.find(name, version)


def use(path: Path) -> AnyGame:
    """Use a file that the player names: its rules run here, and in what we start.

    Raises:
      InvalidRequest: It can't be read, or has no rules that may be played.
    """
    _refuse_address(path)
    path = path.absolute()
    try:
        game = _own(path)
    except Refusal as refusal:
        raise InvalidRequest.saying(refusal.message) from None
    if path not in _own_paths():
        os.environ[OWN] = os.pathsep.join(map(str, (path, *_own_paths())))
    return game


def examine(path: Path) -> tuple[str, AnyGame]:
    """Return somebody's text, after its check, and its game in a process with limits.

    Raises:
      InvalidRequest: It can't be read, or has no rules that may be added.
    """
    _refuse_address(path)
    try:
        text = _text_in(path)
        game = _confined(text)
        _check_name(game)
        _try(text, game)
    except Refusal as refusal:
        raise InvalidRequest.saying(refusal.message) from None
    except RulesError as error:
        raise InvalidRequest.saying(_unfit(path, error).message) from None
    return text, game


def try_out(game: AnyGame, table: tuple[int, Options] | None = None) -> None:
    """Try a game of a file before anybody plays it; of any other do nothing.

    ``table``: the seats and options of the one that is to open.  What was tried in this
    program, or by the one that has started it, is not tried again.

    Raises:
      Refused: The rules fail as a game begins; the sentence names file, call and line.
    """
    path = _file_of(game)
    if path is None:
        return
    tables: list[tuple[int, Options] | None] = []
    if game.rules not in _tried():
        tables.append(None)
    if table is not None and table[1] != game.options():
        tables.append(table)
    try:
        for one in tables:
            _try(_text_in(path), game, one)
    except RulesError as error:
        raise Refused.saying(_unfit(path, error).message) from None
    except Refusal as refusal:
        raise Refused.saying(refusal.message) from None
    _TRIED.add(game.rules)


def _try(text: str, game: AnyGame, table: tuple[int, Options] | None = None) -> None:
    from p2pgame.game_files.trials import try_rules  # not for tables of other games

    try_rules(text, game, table)


@contextmanager
def refusing(game: AnyGame) -> Iterator[None]:
    """Refuse a game of a file if its rules fail meanwhile.

    Raises:
      Refused: They do; the sentence names the file.
    """
    try:
        yield
    except RulesError as error:
        path = _file_of(game)
        if path is None:
            raise
        raise Refused.saying(_unfit(path, error).message) from None


def _tried() -> set[bytes]:
    """Return the rules that were tried here, or by the program that started this."""
    return _TRIED | {*map(bytes.fromhex, os.environ.get(TRIED, "").split())}


def _file_of(game: AnyGame) -> Path | None:
    """Return the file in which a game stands, or None."""
    if not game.rules:
        return None
    for path in _own_paths():
        with suppress(Refusal):
            if _own(path).rules == game.rules:
                return path
    named = game.name, game.version
    return next((one.path for one in kept() if (one.name, one.version) == named), None)


def add(text: str, game: AnyGame) -> None:
    """Keep rules that were examined, and that the player wants.

    Raises:
      Refused: There are other rules of that name and version.
    """
    for one in kept():
        if (one.name, one.version) == (game.name, game.version):
            if _text_in(one.path) == text:
                return
            name, version = game.name, game.version
            raise Refused("rules-other-added", game=name, name=name, version=version)
    folder = places.taken(places.home) / _FOLDER
    with suppress(FileExistsError):
        places.make(folder)
    path = folder / f"{game.name}@{game.version}{_SUFFIX}"
    replace_file(path, text.encode(), mode=0o600)


def remove(name: str) -> int:
    """Delete all added rules of this name; return how many there were."""
    found = [one for one in _in(_folder()) if one.name == name]
    for one in found:
        one.path.unlink()
    return len(found)


def kept() -> tuple[Added, ...]:
    """Return the rules that were added, by name and version."""
    folders = dict.fromkeys(
        (_folder(), *map(Path, filter(None, [os.environ.get(ADDED)])))
    )
    return tuple(one for folder in folders for one in _in(folder))


def passed_on() -> dict[str, str]:
    """Return what to add to the environment of a program with another profile."""
    tried = " ".join(sorted(rules.hex() for rules in _tried()))
    return {ADDED: os.environ.get(ADDED) or str(_folder()), TRIED: tried}


def _folder() -> Path:
    return places.place() / _FOLDER


def _in(folder: Path) -> Iterator[Added]:
    """Yield the rules in a folder; a file that is not called like one is none."""
    with suppress(OSError):  # what can't be read is not here
        for path in sorted(folder.iterdir()):
            name, _, version = path.name.removesuffix(_SUFFIX).partition("@")
            if path.suffix == _SUFFIX and version.isascii() and version.isdecimal():
                yield Added(name, int(version), path)


def _own_paths() -> tuple[Path, ...]:
    return tuple(map(Path, filter(None, os.environ.get(OWN, "").split(os.pathsep))))


def _named_by(path: Path) -> Iterator[tuple[str, int]]:
    with suppress(Refusal):
        game = _own(path)
        yield game.name, game.version


@cache
def _own(path: Path) -> AnyGame:
    """Return the game of a file of one's own.

    Raises:
      Refusal: It can't be read, or has no rules that may be played.
    """
    try:
        text = _text_in(path)
        check_text(text)
        game = load_in_time(text)
        _check_name(game)
        check(game, {CALLED: text})
        game.rules = rules_hash(game, {CALLED: text})
    except RulesError as error:
        raise _unfit(path, error) from None
    made = guarded(game)
    vars(made)["heard"] = partial(heard, made, text)
    return made


def _confined(text: str) -> AnyGame:
    return here().game(text, lambda text: guarded(confined(text)))


def _check_name(game: AnyGame) -> None:
    """Refuse a game that is called like one which comes with p2pgame.

    Raises:
      RulesError: It is.
    """
    if game.name in {name for name, _ in SHIPPED}:
        raise RulesError(
            f"a game of p2pgame is called {game.name}: choose another name"
        )


def _refuse_address(path: Path) -> None:
    """Refuse what is an address on the web, and no file.

    Raises:
      InvalidRequest: It is one.
    """
    address = _ADDRESS.match(path.as_posix())
    if address is not None:
        raise InvalidRequest("rules-by-address", address="://".join(address.groups()))


def _text_in(path: Path) -> str:
    """Return the text of a file; of a longer one than is taken no more is read.

    Raises:
      Refusal: It can't be read, or is no text, or too long.
    """
    try:
        with path.open("rb") as file:
            return decoded(file.read(LIMIT + 1))
    except OSError as error:
        why = system_reason.why(error)
        raise Refusal(Message.of("file-unreadable", path=str(path), why=why)) from None
    except RulesError as error:
        raise _unfit(path, error) from None


def _unfit(path: Path, error: Exception | str) -> Refusal:
    return Refusal(Message.of("rules-unfit", path=str(path), why=plain(str(error))))
