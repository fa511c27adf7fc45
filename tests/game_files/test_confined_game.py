"""Rules in a process with limits play as they do here, and can do no harm there."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pgame import playtest
from p2pgame.client.telling.hint_levels import gives_hints
from p2pgame.engine import (
    AnyGame,
    Chosen,
    Combination,
    Reason,
    RulesError,
    digest,
    plain,
    start,
)
from p2pgame.engine.rules import rules_hash
from p2pgame.engine.views import view
from p2pgame.game_files import rules_process
from p2pgame.game_files.calls import UNDOS_LIMIT
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.loading import load
from p2pgame.game_files.source_text import CALLED
from p2pgame.games.registry import find
from p2pgame.playtest import POINTS, Case, Point

#: A game whose parts a test replaces.
RULES = '''
"""Two say one in turn, three times."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Choose, Event, Game, Options, Over, State, Turn, plain


class Said(State, frozen=True):
    count: int = 0


class Saying(Game[Said, Options]):
    name, version, seats, options = "saying", 1, range(2, 3), Options

    def setup(self, seats: int, options: Options) -> Said:
        return Said()

    def turn(self, state: Said) -> Turn:
        return TURN

    def apply(self, state: Said, event: Event) -> Said:
        return Said(state.count + 1)

    def show(self, state: Said, faces: Mapping[int, str]) -> str:
        return SHOWN
'''
TURN = 'Choose(state.count % 2, ("one",)) if state.count < 3 else Over((0, 0))'


def rules(turn: str = TURN, shown: str = "str(state.count)", more: str = "") -> str:
    return RULES.replace("TURN", turn).replace("SHOWN", shown) + more


@pytest.fixture
def made() -> Iterator[list[AnyGame]]:
    """Games whose processes end with the test."""
    games: list[AnyGame] = []
    yield games
    for game in games:
        confinement(game).close()


#: An import of a module beside it, and one that has to be a file's first.
BESIDE = re.compile(r"^from \.(\w+) import [^(\n]*(?:\([^)]*\))?\n", re.MULTILINE)
FIRST = "from __future__ import annotations\n"


def text_of(game: AnyGame) -> str:
    """Return a shipped game's source in one text, but for how it is shown."""
    file = sys.modules[type(game).__module__].__file__
    assert file is not None
    shown = r"    def (draw|in_sentences|scene)\(.*?(?=\n\n\n|\n\n    def |\Z)"
    return FIRST + re.sub(shown, "", joined(Path(file), set()), flags=re.DOTALL)


def joined(file: Path, known: set[str]) -> str:
    """Return a module's text behind those of the modules that it imports beside it."""
    text, before = file.read_text("utf-8").replace(FIRST, ""), ""
    for name in BESIDE.findall(text):
        if name not in known:
            known.add(name)
            before += joined(file.with_name(f"{name}.py"), known)
    return before + BESIDE.sub("", text)


@pytest.mark.parametrize(
    "name",
    ["blackjack", "goofspiel", "kuhn", "leduc", "liars-dice", "mover", "pig", "rps"],
)
def test_a_game_is_the_same_in_a_process_with_limits(
    name: str, made: list[AnyGame]
) -> None:
    here = find(name)
    text = text_of(here)
    there = confined(text)
    made.append(there)
    assert there.rules == rules_hash(load(text), {CALLED: text})
    assert there.options() == there.options()
    assert there.move_help == here.move_help
    for seed in range(2):
        ours, theirs = (
            playtest.play(game, game.seats[0], game.options(), seed)
            for game in (here, there)
        )
        assert ours.turns == theirs.turns
        assert [*map(digest, ours.states)] == [*map(digest, theirs.states)]
        for one, other in zip(ours.states, theirs.states, strict=True):
            assert here.show(one, {}) == there.show(other, {})
            assert here.zones(one) == there.zones(other)


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
def test_a_confined_game_keeps_what_every_game_promises(
    point: Point, saying: AnyGame
) -> None:
    point(Case(saying, 2, saying.options(), 1))


@pytest.fixture(scope="module")
def saying() -> Iterator[AnyGame]:
    game = confined(rules())
    yield game
    confinement(game).close()


#: What a game's player is helped by: hints, and undos without an end.
HELPING = """
    def undos(
        self, state: Said, player: int, wanted: str
    ) -> Iterator[Combination] | Reason | None:
        if not wanted:
            return Reason.of("wanted", "plain", text="say which")
        return (Combination((f"{wanted} {n}",), plain(DOES)) for n in count(1))

    def advice(self, state: Said, player: int) -> tuple[Message, ...] | Reason | None:
        if state.count:
            return Reason("none", plain("it is too late"))
        return (plain("look there"), plain(f"player {player}: one"))
"""
IMPORTED = """
from collections.abc import Iterator
from itertools import count

from p2pgame.engine import Choose, Combination, Message, Reason, """


def helping(does: str = '"goes back"') -> str:
    text = rules(more=HELPING.replace("DOES", does))
    return text.replace("\nfrom p2pgame.engine import Choose, ", IMPORTED)


def test_a_confined_game_gives_the_hints_of_its_rules(made: list[AnyGame]) -> None:
    game = confined(helping())
    made.append(game)
    state = start(game, 2, game.options()).state
    assert game.advice(state, 1) == (plain("look there"), plain("player 1: one"))
    later = game.apply(state, Chosen(0, "one"))
    assert game.advice(later, 1) == Reason("none", plain("it is too late"))


def test_a_confined_game_lists_the_first_of_endless_undos(made: list[AnyGame]) -> None:
    game = confined(helping())
    made.append(game)
    state = start(game, 2, game.options()).state
    assert isinstance(game.undos(state, 0, ""), Reason)
    for _ in range(2):  # the second time from what was kept
        found = game.undos(state, 0, "undo")
        assert isinstance(found, Iterator)
        assert next(found) == Combination(("undo 1",), plain("goes back"))
        assert [one.moves for one in found][-1] == (f"undo {UNDOS_LIMIT}",)


def test_a_confined_game_without_hints_and_undos_has_none(saying: AnyGame) -> None:
    state = start(saying, 2, saying.options()).state
    assert saying.advice(state, 0) is None
    assert saying.undos(state, 0, "undo") is None
    assert not gives_hints(saying)


@pytest.mark.attack(57)
def test_what_undos_do_is_told_in_plain_text(made: list[AnyGame]) -> None:
    game = confined(helping(does=r'"\x1b[2Jgone"'))
    made.append(game)
    state = start(game, 2, game.options()).state
    found = game.undos(state, 0, "undo")
    assert isinstance(found, Iterator)
    assert next(found).does == plain("\ufffd[2Jgone")
    with pytest.raises(RulesError, match="more than text"):
        game.undos(state, 0, "\x1b")


@pytest.mark.attack(57)
def test_undos_that_are_never_found_are_stopped(made: list[AnyGame]) -> None:
    game = confined(helping(does="str([0 for _ in iter(int, 1)])"), each=0.5)
    made.append(game)
    state = start(game, 2, game.options()).state
    with pytest.raises(RulesError, match=r"were stopped: .*longer than 0.5 sec"):
        game.undos(state, 0, "undo")


@pytest.mark.attack(57)
def test_rules_that_never_return_are_stopped_and_at_fault(made: list[AnyGame]) -> None:
    game = confined(rules(turn="[0 for _ in iter(int, 1)]"), each=0.5)
    made.append(game)
    state = start(game, 2, game.options()).state
    for _ in range(2):  # at once the second time: the process is gone
        with pytest.raises(RulesError, match=r"were stopped: .*longer than 0.5 sec"):
            view(game, state, 0, {})


@pytest.mark.attack(57)
def test_a_file_that_never_ends_to_load_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rules_process, "LOAD", 0.5)
    with pytest.raises(RulesError, match=r"longer than 0\.5 seconds"):
        confined(rules(more="\nwhile True:\n    pass\n"))


@pytest.mark.attack(57)
def test_rules_that_fill_the_memory_are_at_fault(made: list[AnyGame]) -> None:
    game = confined(rules(turn="bytearray(2**31)"))
    made.append(game)
    with pytest.raises(RulesError, match="saying fails in turn, line 22: MemoryError"):
        view(game, start(game, 2, game.options()).state, 0, {})


@pytest.fixture
def unlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules' process run a text into which nobody has looked."""
    program = "from p2pgame.game_files import server as s; s.check_text = len; s.main()"
    command = (sys.executable, "-P", "-c", program)
    monkeypatch.setattr(rules_process, "_COMMAND", command)


@pytest.mark.attack(56)
@pytest.mark.usefixtures("unlooked")
def test_a_reach_for_a_clock_is_told_with_its_line(made: list[AnyGame]) -> None:
    reached = "__import__('time').time()"
    more = f'\n\nclass Reached(State, frozen=True):\n    field: "{reached}"\n'
    turn = "msgspec.convert({}, Reached)"
    text = rules(turn, more=more).replace("\n\n\n", "\nimport msgspec\n\n\n", 1)
    game = confined(text)
    made.append(game)
    with pytest.raises(RulesError, match="in turn, line 23: PermissionError: a clock "):
        view(game, start(game, 2, game.options()).state, 0, {})


#: Annotations in quotes are run by whatever reads them, and no check looks into them.
REACHES = """

class Reached(State, frozen=True):
    field: "{}"


import typing

typing.get_type_hints(Reached)
"""


@pytest.mark.attack(55)
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filter is Linux's")
@pytest.mark.parametrize(
    ("reach", "told"),
    [
        ("open({path!r}, 'w')", "OSError|PermissionError"),
        ("__import__('os').unlink({path!r})", "PermissionError"),
        ("__import__('socket').socket()", "OSError|PermissionError"),
        ("__import__('os').kill(1, 9)", "PermissionError"),
        ("__import__('os').fork()", "PermissionError|BlockingIOError"),
        ("__import__('time').time()", "PermissionError: a clock"),
        ("__import__('os').urandom(1)", "PermissionError"),
        ("__import__('os')._exit(0)", "process has ended"),
        ("__import__('os').write(1, b'x' * 99)", "they say too much at once"),
        (
            "__import__('os').write(1, bytes([0, 0, 0, 4]) + b'none')",
            "they say what is no reply",
        ),
    ],
)
@pytest.mark.usefixtures("unlooked")
def test_what_gets_past_the_check_of_a_text_still_reaches_nothing(
    reach: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    path.write_text("kept")
    reached = reach.replace("{path!r}", repr(str(path)))
    with pytest.raises(RulesError, match=told):
        confined(rules(more=REACHES.format(reached)))
    assert path.read_text() == "kept"


@pytest.mark.attack(58)
def test_what_rules_say_is_shown_as_no_more_than_text(made: list[AnyGame]) -> None:
    game = confined(rules(shown=r'"a\x1b[2Jb\ncc\u202ed"'))
    made.append(game)
    state = start(game, 2, game.options()).state
    assert view(game, state, 0, {}).text == "a\ufffd[2Jb\ncc\ufffdd"

    told = confined(rules(more="    def tell(self, state, event):\n" + _TELLS))
    made.append(told)
    message = told.tell(start(told, 2, told.options()).state, Chosen(0, "one"))
    assert str(message) == "a\ufffd[1mb"


_TELLS = '        return plain("a\\x1b[1mb")\n'


@pytest.mark.attack(58)
def test_a_face_that_is_more_than_text_is_the_rules_fault(made: list[AnyGame]) -> None:
    turn = r'Shuffle(("a", "\x1b[2J"), (0, 1))'
    text = rules(turn=turn).replace("State, Turn,", "Shuffle, State, Turn,")
    game = confined(text)
    made.append(game)
    with pytest.raises(
        RulesError, match=r"gives what is none in turn: .*more than text"
    ):
        view(game, start(game, 2, game.options()).state, 0, {})


@pytest.mark.attack(55)
@pytest.mark.parametrize(
    "says",
    ["b'\\xff' * 9", "b'\\0\\0\\0\\4none'", "b''", "b'\\0\\0\\0\\1\\x90'"],
)
def test_a_process_that_says_nonsense_is_at_fault(
    says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = f"import os; os.write(1, {says})"
    monkeypatch.setattr(rules_process, "_COMMAND", (sys.executable, "-c", program))
    with pytest.raises(RulesError, match="the rules were stopped"):
        confined(rules())


def test_a_rules_process_ends_with_the_program_that_started_it() -> None:
    program = (
        "import os, subprocess, sys; subprocess.DEVNULL = None  # our error output\n"
        "from p2pgame.game_files.confined_game import confined\n"
        "game = confined(sys.stdin.read())\n"
        "print('made', flush=True); os._exit(0)\n"
    )
    done = subprocess.run(  # reads to the end of all that have that output
        [sys.executable, "-c", program],
        input=rules(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "made\n", done.stderr
