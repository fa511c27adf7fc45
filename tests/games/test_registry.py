"""Games are found by name and version, ours and third-party ones."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from p2pgame.engine import Choose, Chosen, Over, advance, start
from p2pgame.engine.rules import check, rules_hash
from p2pgame.games import registry
from p2pgame.games.registry import GAMES, KNOWN, SHIPPED, find, sources
from p2pgame.playtest import POINTS, Case, Point, play
from tests.english import refusing

RACE = '''
"""Race: add 1 or 2; who says ``goal`` wins.

Source: a game for children.
"""

from p2pgame.engine import Choose, Game, Options, Over, State

STEPS = ("1", "2")


class RaceOptions(Options, frozen=True):
    goal: int = 10


class Said(State, frozen=True):
    goal: int
    said: int = 0
    player: int = 0


class Race(Game[Said, RaceOptions]):
    name = "race"
    version = 1
    seats = range(2, 4)
    options = RaceOptions

    def why_not(self, seats, options):
        return None if 2 <= options.goal <= 100 else "the goal is 2 to 100"

    def setup(self, seats, options):
        return Said(options.goal)

    def turn(self, state):
        if state.said >= state.goal:
            return Over((1, -1) if state.player else (-1, 1))
        return Choose(state.player, STEPS)

    def apply(self, state, event):
        return Said(state.goal, state.said + int(event.move), 1 - state.player)

    def show(self, state, faces):
        return f"{state.said} of {state.goal}"
'''.replace("range(2, 4)", "range(2, 3)")

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs a package with games."""
    monkeypatch.syspath_prepend(str(tmp_path))
    packages = list[str]()

    def put(package: str, points: dict[str, str], **modules: str) -> None:
        folder = tmp_path / package
        folder.mkdir()
        packages.append(package)
        (folder / "__init__.py").touch()
        for module, text in modules.items():
            (folder / f"{module}.py").write_text(text)
        info = tmp_path / f"{package}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {package}\nVersion: 1\n")
        lines = (f"{name} = {package}.{where}" for name, where in points.items())
        (info / "entry_points.txt").write_text("\n".join(["[p2pgame.games]", *lines]))
        importlib.invalidate_caches()
        _forget()

    yield put
    for name in [*sys.modules]:
        if name.partition(".")[0] in packages:
            del sys.modules[name]
    _forget()


def _forget() -> None:
    for cached in (registry._others, registry._foreign, registry.read):
        cached.cache_clear()


def test_a_game_is_found_by_its_name_and_by_its_version() -> None:
    for name, game in GAMES.items():
        assert find(name) is game
        assert find(name, game.version) is game
        assert KNOWN[name, game.version] is game
        assert game.name == name
    assert {*KNOWN} <= {*SHIPPED}
    assert len(GAMES) == len({name for name, _ in KNOWN})


def test_every_version_stays_to_be_found() -> None:
    for name, version in KNOWN:
        game = KNOWN[name, version]
        assert (game.name, game.version) == (name, version)


def test_an_unknown_game_is_refused_with_the_names_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_FILES", [])  # another test may have added some
    with refusing(ValueError, match="no game 'go', only battleship") as no:
        find("go")
    assert str(no.value).endswith(", ".join(sorted(GAMES)))
    with refusing(ValueError, match="kuhn is here in version 1, 2, not 0"):
        find("kuhn", 0)
    assert ("go", 1) not in KNOWN
    assert ("kuhn", 7) not in KNOWN


@pytest.mark.row("B70")
def test_the_games_of_the_original_platforms_are_here() -> None:
    assert {"memory", "blackjack", "tictactoe", "pig", "checkers"} <= {*GAMES}


@pytest.mark.row("G01", "G03", "B05")
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_rules_for_games(name: str) -> None:
    game = GAMES[name]
    texts = sources(game)
    check(game, texts)
    assert type(game).__module__ in texts
    assert game.rules == b""


@pytest.mark.row("B21")
@pytest.mark.parametrize("name", GAMES)
def test_a_game_takes_so_many_players_no_fewer_and_no_more(name: str) -> None:
    game = GAMES[name]
    low, high = game.seats[0], game.seats[-1]
    for seats in (low, high):
        start(game, seats, game.options())
    for seats in (low - 1, high + 1):
        with refusing(ValueError, match=rf"players, not {seats}"):
            start(game, seats, game.options())


def test_a_library_that_is_not_there_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = registry.Shipped(
        "p2pgame.games.duel.kuhn", "KuhnPoker", library="no_such_library"
    )
    monkeypatch.setitem(SHIPPED, ("gone", 1), gone)
    with refusing(ValueError, match=r"needs the library no_such_library: pip"):
        find("gone")


@pytest.mark.row("G02")
@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
def test_a_game_from_outside_is_played_without_a_change_here(
    point: Point, install: Install
) -> None:
    install("outside", {"race": "rules:Race"}, rules=RACE)
    game = find("race")
    assert KNOWN["race", 1] is game
    assert "race" not in [*GAMES]
    assert game.rules == rules_hash(game, sources(game))
    assert len(game.rules) == 32
    for seed in range(3):
        point(Case(game, 2, game.options(), seed))


def test_other_peoples_games_are_not_loaded_until_they_are_asked_for(
    install: Install,
) -> None:
    install("quiet", {"race": "rules:Race"}, rules=RACE)
    find("kuhn")
    assert [*GAMES]
    assert "quiet.rules" not in sys.modules
    with refusing(ValueError, match=r"no game 'go', only .*race"):
        find("go")
    assert "quiet.rules" not in sys.modules
    find("race")
    assert "quiet.rules" in sys.modules


def test_an_old_version_of_somebody_elses_game_stays_to_be_found(
    install: Install,
) -> None:
    newer = RACE.replace("version = 1", "version = 2")
    points = {"race": "rules:Race", "race@1": "rules_1:Race"}
    install("kept", points, rules=newer, rules_1=RACE)
    assert find("race").version == 2
    assert find("race", 2) is find("race")
    assert find("race", 1).version == 1
    with refusing(ValueError, match="race is not here in version 3"):
        find("race", 3)


@pytest.mark.row("G03", "B01")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (RACE + "\nimport random", "race cannot be relied on: .* imports random"),
        (RACE + "\nopen", "race cannot be relied on: .* uses open"),
        (RACE.replace("said: int", "said: float"), "a float in Said.said"),
        (RACE.replace('"race"', '"kuhn"'), "is called kuhn, version 1, like another"),
        (RACE.replace('"race"', '"run"'), "is called run, not race"),
        ("Race = 7", "no game for us"),
        ("", "no attribute 'Race'"),
        ("import no_such_module", "No module named 'no_such_module'"),
    ],
)
def test_a_game_from_outside_that_cannot_be_relied_on_is_refused(
    text: str, sentence: str, install: Install
) -> None:
    install("wrong", {"race": "rules:Race"}, rules=text)
    with refusing(ValueError, match=sentence) as refused:
        find("race")
    assert "\n" not in str(refused.value)
    assert ("race", 1) not in KNOWN


def test_other_modules_of_the_rules_are_in_the_hash(install: Install) -> None:
    split = RACE.replace('STEPS = ("1", "2")', "from .steps import STEPS")
    install("one", {"race": "rules:Race"}, rules=split, steps='STEPS = ("1", "2")')
    one = find("race")
    texts = sources(one)
    assert {*texts} == {"one.rules", "one.steps"}
    other = {**texts, "one.steps": 'STEPS = ("1", "3")'}
    assert rules_hash(one, texts) == one.rules != rules_hash(one, other)


@pytest.mark.row("G13")
def test_a_hundred_games_go_on_at_once_with_one_set_of_rules() -> None:
    game = find("tictactoe")
    alone = [play(game, 2, game.options(), seed) for seed in range(100)]
    states = [start(game, 2, game.options()).state for _ in alone]
    for n in range(9):
        for table, playout in enumerate(alone):
            if n < len(playout.events):
                event = playout.events[n]
                states[table] = advance(game, states[table], event).state
    assert states == [playout.states[-1] for playout in alone]
    assert all(isinstance(game.turn(state), Over) for state in states)


@pytest.mark.row("G32")
@pytest.mark.parametrize("name", ["kuhn", "pig", "memory", "holdem", "blackjack"])
def test_every_result_of_chance_is_an_event_of_the_game(name: str) -> None:
    game = find(name)
    playout = play(game, 2, game.options(), 3)
    by_players = (Choose,)
    chance = [
        type(event).__name__
        for turn, event in zip(playout.turns, playout.events, strict=False)
        if not isinstance(turn, by_players)
    ]
    assert {*chance} <= {"Shuffled", "Dealt", "Opened", "Rolled"}
    assert chance
    state = start(game, 2, game.options()).state
    for event in playout.events:
        state = advance(game, state, event).state
    assert state == playout.states[-1]
    assert any(isinstance(event, Chosen) for event in playout.events)
