"""The registry finds games by name and version.

It imports a game on first use.  A game that comes with p2pgame is identified by its
name, version and options.  Rules that mean something else are a new version: a new
class in a new file.  The old one stays, so that old tables can be continued and old
transcripts verified; or it retires, and :data:`RETIRED` says which release has it.

Third-party games come from the entry point group ``p2pgame.games``.  The name of an
entry point is the game's name, or ``name@2`` for an older version.  They are identified
by the hash of their source as well (docs/design/rules-by-meaning.md).  So are games
that stand in one file: the client knows which there are, and says so by
:func:`know_files`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from p2pgame.engine import AnyGame, RulesError, UnknownGame
from p2pgame.engine.guarded import guarded
from p2pgame.engine.rules import check, rules_hash
from p2pgame.engine.source import gather

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

K = TypeVar("K")

GROUP = "p2pgame.games"


class Shipped(NamedTuple):
    """The location of a game, and the library that it needs."""

    module: str
    name: str
    library: str | None = None


class NeedsLibrary(ValueError):
    """This game needs a library that is not installed."""

    def __init__(self, name: str, library: str) -> None:
        super().__init__(
            f"{name} needs the library {library}: pip install 'p2pgame[{library}]'"
        )
        self.library = library


class Files(Protocol):
    """Knows the games that stand in files of the player's."""

    def names(self) -> tuple[str, ...]:
        """Return the names of all of them."""

    def find(self, name: str, version: int | None) -> AnyGame | None:
        """Return the game, None: it is in no file.

        Raises:
          ValueError: Its file can't be used.
        """


_FILES: list[Files] = []


def know_files(files: Files) -> None:
    """Have these files looked through, too, from now on."""
    _FILES.append(files)


#: Every version of every shipped game, the newest of each last.
SHIPPED: Mapping[tuple[str, int], Shipped] = {
    ("battleship", 1): Shipped("p2pgame.games.battleship.battleship_1", "Battleship1"),
    ("battleship", 2): Shipped("p2pgame.games.battleship.battleship", "Battleship"),
    ("blackjack", 1): Shipped("p2pgame.games.blackjack_1", "Blackjack1"),
    ("blackjack", 2): Shipped("p2pgame.games.blackjack", "Blackjack"),
    ("checkers", 1): Shipped("p2pgame.games.checkers_1", "Checkers1"),
    ("checkers", 2): Shipped("p2pgame.games.checkers", "Checkers"),
    ("chess", 1): Shipped("p2pgame.games.chess.chess_1", "Chess1", library="chess"),
    ("chess", 2): Shipped("p2pgame.games.chess.chess", "Chess", library="chess"),
    ("crazy-eights", 1): Shipped("p2pgame.games.eights.crazy_eights_1", "CrazyEights1"),
    ("crazy-eights", 2): Shipped("p2pgame.games.eights.crazy_eights", "CrazyEights"),
    ("fill", 1): Shipped("p2pgame.games.puzzles.fill.fill_1", "FillPuzzle1"),
    ("fill", 2): Shipped("p2pgame.games.puzzles.fill.fill", "FillPuzzle"),
    ("flow", 1): Shipped("p2pgame.games.puzzles.flow.flow_1", "Flow1"),
    ("flow", 2): Shipped("p2pgame.games.puzzles.flow.flow", "Flow"),
    ("fold", 1): Shipped("p2pgame.games.puzzles.fold.fold_1", "FoldPuzzle1"),
    ("fold", 2): Shipped("p2pgame.games.puzzles.fold.fold", "FoldPuzzle"),
    ("goofspiel", 1): Shipped("p2pgame.games.goofspiel_1", "Goofspiel1"),
    ("goofspiel", 2): Shipped("p2pgame.games.goofspiel", "Goofspiel"),
    ("hearts", 1): Shipped("p2pgame.games.tricks.hearts_1", "HeartsGame1"),
    ("hearts", 2): Shipped("p2pgame.games.tricks.hearts", "HeartsGame"),
    ("holdem", 1): Shipped("p2pgame.games.poker.holdem_1", "TexasHoldem1"),
    ("holdem", 2): Shipped("p2pgame.games.poker.holdem_2", "TexasHoldem2"),
    ("holdem", 3): Shipped("p2pgame.games.poker.holdem", "TexasHoldem"),
    ("kuhn", 1): Shipped("p2pgame.games.duel.kuhn_1", "KuhnPoker1"),
    ("kuhn", 2): Shipped("p2pgame.games.duel.kuhn", "KuhnPoker"),
    ("leduc", 1): Shipped("p2pgame.games.duel.leduc_1", "LeducPoker1"),
    ("leduc", 2): Shipped("p2pgame.games.duel.leduc", "LeducPoker"),
    ("liars-dice", 1): Shipped("p2pgame.games.dice.liars_dice_1", "LiarsDice1"),
    ("liars-dice", 2): Shipped("p2pgame.games.dice.liars_dice", "LiarsDice"),
    ("memory", 1): Shipped("p2pgame.games.memory", "MemoryGame"),
    ("mover", 1): Shipped("p2pgame.games.mover.mover_1", "Mover1"),
    ("mover", 2): Shipped("p2pgame.games.mover.mover", "Mover"),
    ("pig", 1): Shipped("p2pgame.games.dice.pig", "Pig"),
    ("rps", 1): Shipped("p2pgame.games.rps_1", "RockPaperScissors1"),
    ("rps", 2): Shipped("p2pgame.games.rps", "RockPaperScissors"),
    ("spades", 1): Shipped("p2pgame.games.tricks.spades_1", "SpadesGame1"),
    ("spades", 2): Shipped("p2pgame.games.tricks.spades", "SpadesGame"),
    ("tictactoe", 1): Shipped("p2pgame.games.tictactoe", "TicTacToe"),
}

#: Versions that are here no longer, and the last release of p2pgame that has them.
RETIRED: Mapping[tuple[str, int], str] = {}


def find(name: str, version: int | None = None) -> AnyGame:
    """Return the game with this name, by default in its newest version.

    Raises:
      ValueError: There is none, it needs a library that is not installed, or its
        rules fail :func:`~p2pgame.engine.rules.check`.
    """
    versions = [number for known, number in SHIPPED if known == name]
    if versions:
        if version is not None and version not in versions:
            raise ValueError(_where(name, version, versions))
        return _shipped(name, versions[-1] if version is None else version)
    for files in _FILES:
        game = files.find(name, version)
        if game is not None:
            return game
    others = _others()
    if name in others and version is None:
        return _foreign(others[name])
    for key in (name, f"{name}@{version}"):
        if key in others and _foreign(others[key]).version == version:
            return _foreign(others[key])
    if name in others:
        raise ValueError(f"{name} is not here in version {version}")
    known = ", ".join(sorted({*GAMES, *others, *from_files()}))
    raise ValueError(f"there is no game {name!r}, only {known}")


def known() -> tuple[str, ...]:
    """Return the names of all games, also of those whose library is missing."""
    others = (name for name in _others() if "@" not in name)
    names = (*(name for name, _ in SHIPPED), *others, *from_files())
    return tuple(dict.fromkeys(names))


def from_files() -> tuple[str, ...]:
    """Return the names of the games that stand in files."""
    return tuple(name for files in _FILES for name in files.names())


def installed() -> tuple[str, ...]:
    """Return the names of the games of other packages that pass their check."""
    found = []
    for name in _others():
        if "@" not in name:
            with suppress(ValueError):
                found.append(find(name).name)
    return tuple(sorted({*found}))


def here() -> tuple[AnyGame, ...]:
    """Return every game that can be played: shipped, of other packages, of files.

    What can't be used is left out.
    """
    found = [*GAMES.values()]
    for name in (*installed(), *from_files()):
        with suppress(ValueError):
            found.append(find(name))
    return tuple(found)


def _where(name: str, version: int, versions: Sequence[int]) -> str:
    """Return in which release there is a version of a game that is not here."""
    wanted = f"{name}, version {version},"
    release = RETIRED.get((name, version))
    if release is not None:
        return (
            f"{wanted} is no longer in this p2pgame. Release {release} plays and "
            f"verifies it: pip install p2pgame=={release}"
        )
    if version > versions[-1]:
        return (
            f"{wanted} is newer than this p2pgame, which has version {versions[-1]}. "
            "A newer release has it: pip install --upgrade p2pgame"
        )
    return f"{name} is here in version {', '.join(map(str, versions))}, not {version}"


class _Games(Mapping[K, AnyGame]):
    """The listed games; any other installed game is found by its key."""

    def __init__(self, keys: tuple[K, ...], finder: Callable[[K], AnyGame]) -> None:
        self._keys = keys
        self._finder = finder

    def __getitem__(self, key: K) -> AnyGame:
        try:
            return self._finder(key)
        except ValueError as error:
            raise UnknownGame(str(error)) from None

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def _is_ready(place: Shipped) -> bool:
    return place.library is None or find_spec(place.library) is not None


#: The newest version of each game, by name.
GAMES: Mapping[str, AnyGame] = _Games(
    tuple(dict.fromkeys(name for (name, _), at in SHIPPED.items() if _is_ready(at))),
    find,
)
#: Every version, by name and version, as a table's genesis names it.
KNOWN: Mapping[tuple[str, int], AnyGame] = _Games(
    tuple(key for key, at in SHIPPED.items() if _is_ready(at)),
    lambda key: find(*key),
)


def missing() -> Mapping[str, str]:
    """Return the shipped games whose library is not installed, and which that is."""
    return {
        name: at.library
        for (name, _), at in SHIPPED.items()
        if at.library is not None and not _is_ready(at)
    }


@cache
def _shipped(name: str, version: int) -> AnyGame:
    place = SHIPPED[name, version]
    if not _is_ready(place):
        assert place.library is not None
        raise NeedsLibrary(name, place.library)
    game: AnyGame = getattr(import_module(place.module), place.name)()
    return game


def sources(game: AnyGame) -> dict[str, str]:
    """Return the source of every module of this game's rules, by name.

    Raises:
      RulesError: One of them cannot be read.
    """
    return gather(type(game).__module__, read)


@cache
def read(module: str) -> str | None:
    """Return the source of a module, or None if there is no such module.

    Only ``package.__init__`` names the source of a package.
    """
    package = module.removesuffix(".__init__")
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.loader is None:
        return None
    if package != module and spec.submodule_search_locations is None:
        return None
    source = getattr(spec.loader, "get_source", None)
    text: str | None = None if source is None else source(package)
    return text


@lru_cache(maxsize=1)
def _others() -> Mapping[str, EntryPoint]:
    """Return the entry points of third-party games, by name.

    Scanning installed packages is slow, so this happens only on demand.
    """
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _foreign(point: EntryPoint) -> AnyGame:
    """Return a third-party game, after checking its rules."""
    try:
        made = point.load()
        game: AnyGame = made() if isinstance(made, type) else made
        texts = sources(game)
        check(game, texts, taken=SHIPPED)
    except (ImportError, AttributeError, TypeError, RulesError) as error:
        raise ValueError(f"{point.value} is no game for us: {error}") from error
    if game.name != point.name.partition("@")[0]:
        raise ValueError(f"{point.value} is called {game.name}, not {point.name}")
    game.rules = rules_hash(game, texts)
    return guarded(game)
