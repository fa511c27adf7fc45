"""A game is refused by name, in one sentence; its hash is of its rules alone."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

import pytest

from games.kuhn import KuhnPoker
from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    IllegalMove,
    Options,
    Over,
    RulesError,
    Seated,
    State,
    Turn,
    advance,
    start,
)
from p2pgame.engine.rules import check, rules_hash, state_of
from p2pgame.engine.source import fingerprint, gather, why_unfit
from p2pgame.playtest import POINTS, Case, Point


class Little(State, frozen=True):
    done: bool = False


class Least(Game[Little, Options]):
    """Overrides no more than it must."""

    name = "least"
    version = 1
    seats = range(1, 3)
    options = Options

    def setup(self, seats: int, options: Options) -> Little:
        return Little()

    def turn(self, state: Little) -> Turn:
        return Over((0,)) if state.done else Choose(0, ("end",))

    def apply(self, state: Little, event: Event) -> Little:
        assert isinstance(event, Chosen)
        return Little(True)

    def show(self, state: Little, faces: object) -> str:
        return "over" if state.done else "to end"


class Floats(State, frozen=True):
    half: float = 0.5


class Sets(State, frozen=True):
    held: frozenset[int] = frozenset()


class Dicts(State, frozen=True):
    held: tuple[dict[str, int], ...] = ()


class Lists(State, frozen=True):
    inner: tuple[Little | None, ...] = ()
    held: list[int] | None = None


class Nested(State, frozen=True):
    inner: tuple[tuple[int, Floats], ...] = ()


class Loose(State, frozen=False):  # type: ignore[misc]
    count: int = 0


class NoState(Options, frozen=True):
    pass


class Wraps(State, frozen=True):
    inner: NoState = NoState()


class Plain(State, frozen=True):
    """Everything that a state may hold, itself too."""

    number: int = 0
    flag: bool = False
    name: str = ""
    data: bytes = b""
    phase: Literal["deal", "play"] = "deal"
    maybe: Little | None = None
    pairs: tuple[tuple[int, str], ...] = ()
    others: tuple[Plain, ...] = ()


class NoDefault(Options, frozen=True):
    level: int


class HalfAnOption(Options, frozen=True):
    speed: float = 1.5


class OptionsThatChange(Options, frozen=False):  # type: ignore[misc]
    level: int = 1


def game(**members: object) -> Least:
    made: type[Least] = type("Odd", (Least,), members)
    return made()


def keeping(state: type[State]) -> Least:
    kind = Game[state, Options]  # type: ignore[valid-type]
    methods = {
        name: getattr(Least, name) for name in ("setup", "turn", "apply", "show")
    }
    members = {"name": "odd", "version": 1, "seats": range(1, 2), "options": Options}
    made = type("Odd", (Game,), {**members, **methods, "__orig_bases__": (kind,)})
    odd: Least = made()
    return odd


@pytest.mark.row("B02")
def test_a_game_that_overrides_only_what_it_must_is_taken() -> None:
    check(Least(), {})
    assert state_of(Least()) is Little


@pytest.mark.row("B02")
@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
def test_a_game_that_overrides_only_what_it_must_is_played(point: Point) -> None:
    point(Case(Least(), 1, Options(), seed=1))


@pytest.mark.row("B02")
def test_what_a_game_leaves_out_has_a_sensible_default() -> None:
    least = Least()
    state = start(least, 1, Options()).state
    assert least.why_not(1, Options()) is None
    assert least.teams(2, Options()) == ((0,), (1,))
    assert least.fix_up(state) is None
    assert least.zones(state) == ()
    assert least.tell(state, Chosen(0, "end")) is None
    assert least.hint(state, 0, "end", {}) == "end"
    for event, sentence in (
        (Chosen(0, "go"), "'go' is not possible now, but: end"),
        (Chosen(1, "end"), "player 1 is not to move now"),
        (Seated(0, "gone"), "nobody joins or leaves least midway"),
    ):
        with pytest.raises(IllegalMove, match=sentence):
            advance(least, state, event)
    with pytest.raises(ValueError, match="least has no notation"):
        least.position(1, Options(), "over")


@pytest.mark.row("B01")
@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"name": "Chess!"}, "Odd has the name 'Chess!': a name is a to z"),
        ({"name": 7}, "Odd has the name 7"),
        ({"name": ""}, "Odd has the name ''"),
        ({"version": 0}, "Odd has the version 0: a version is a whole number"),
        ({"version": True}, "Odd has the version True"),
        ({"version": "1"}, "Odd has the version '1'"),
        ({"seats": (2, 3)}, "Odd has seats (2, 3): they are a range"),
        ({"seats": range(0)}, "Odd has seats range(0, 0)"),
        ({"seats": range(2, 9, 2)}, "Odd has seats range(2, 9, 2)"),
        ({"seats": range(3)}, "from 1 to 1000 can play"),
        ({"seats": range(1, 1002)}, "from 1 to 1000 can play"),
        ({"options": dict}, "Odd has no options"),
        ({"options": NoDefault}, "Odd has no default for its option level"),
        ({"options": HalfAnOption}, "Odd has a float in its option speed"),
        ({"options": OptionsThatChange}, "Odd has options that can change"),
    ],
)
def test_each_fault_of_a_game_is_named(
    members: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)) as caught:
        check(game(**members), {})
    assert str(caught.value).startswith("Odd ")
    assert "\n" not in str(caught.value)


@pytest.mark.row("B01")
def test_two_games_of_one_name_and_version_are_refused() -> None:
    with pytest.raises(RulesError, match="is called least, version 1, like another"):
        check(Least(), {}, taken=[("least", 1)])
    check(Least(), {}, taken=[("least", 2)])


@pytest.mark.attack(56)
@pytest.mark.row("B05")
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Floats, "Odd has a float in Floats.half"),
        (Sets, "Odd has a frozenset in Sets.held"),
        (Dicts, "Odd has a dict in Dicts.held"),
        (Lists, "Odd has a list in Lists.held"),
        (Nested, "Odd has a float in Floats.half"),
        (Loose, "Odd has a state that can change"),
        (Wraps, "Odd has NoState in its state, which is no State"),
    ],
)
def test_a_state_that_could_differ_or_change_is_refused(
    state: type[State], sentence: str
) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)):
        check(keeping(state), {})


def test_numbers_text_and_tuples_of_them_are_a_state() -> None:
    check(keeping(Plain), {})


def test_a_game_must_say_what_its_state_is() -> None:
    with pytest.raises(RulesError, match="does not say what its state is"):
        check(keeping(State | None), {})  # type: ignore[arg-type]


@pytest.mark.attack(55)
@pytest.mark.row("G03", "G04")
@pytest.mark.parametrize("module", ["random", "time", "os", "secrets", "numpy", "io"])
def test_rules_that_import_what_is_not_on_the_list_are_refused(module: str) -> None:
    for text in (f"import {module}", f"from {module} import x", f"import {module}.y"):
        with pytest.raises(RulesError, match=f"least cannot .* imports {module}"):
            check(Least(), {"games.least": f"if True:\n    {text}"})


@pytest.mark.row("G01")
def test_rules_import_neither_cryptography_nor_network_nor_log() -> None:
    for room in ("protocols", "p2pgame.session", "p2pgame.transport", "p2pgame.log"):
        text = f"from {room} import thing"
        assert why_unfit("mine", text) == f"mine imports {room} (line 1)"
    assert why_unfit("mine", "from p2pgame.engine import Game") is None
    assert why_unfit("mine.rules", "from mine.cards import DECK") is None


@pytest.mark.attack(56)
@pytest.mark.row("G03")
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("open('x')", "uses open"),
        ("eval('1')", "uses eval"),
        ("exec('1')", "uses exec"),
        ("__import__('os')", "uses __import__"),
        ("key = hash(x)", "uses hash"),
        ("sorted(x, key=id)", "uses id"),
        ("x.__globals__['y']", "uses __globals__"),
        ("def f():\n    global x\n    x = 1", "keeps x between calls"),
        ("for x in {1, 2}: pass", "order of a set"),
        ("tuple({*a} | b)", "order of a set"),
        ("[x for x in set(y)]", "order of a set"),
        ("dict((x, 1) for x in {1, 2})", "order of a set"),
        ("y = frozenset(a)\nlist(y)", "order of a set"),
        ("def f(y: set[int]): return ','.join(y)", "order of a set"),
        ("(*{1, 2}, 3)", "order of a set"),
        ("max({a, b}, key=f)", "order of a set"),
        ("{1, 2}.pop()", "order of a set"),
        ("next(iter(a.union(b)))", "order of a set"),
    ],
)
def test_what_could_differ_between_two_machines_is_refused(
    text: str, what: str
) -> None:
    assert what in (why_unfit("mine", text) or "")


@pytest.mark.parametrize(
    "text",
    [
        "sorted({1, 2})",
        "any(x for x in {1, 2})",
        "len({*a} & {*b})",
        "max({1, 2})",
        "x in {1, 2}",
        "{x for x in {1, 2}}",
        "for x in sorted(set(y)): pass",
        "class A:\n    open: int\n    id: str",
        "def f(id): return id",
        "class A:\n    def f(self): return self.open",
    ],
)
def test_what_cannot_differ_is_allowed(text: str) -> None:
    assert why_unfit("mine", text) is None


def test_what_is_no_python_is_refused() -> None:
    with pytest.raises(RulesError, match="mine is no Python"):
        why_unfit("mine", "def")
    with pytest.raises(RulesError, match="mine is no Python"):
        fingerprint({"mine": "x = '\x00'"})


CODE = '''
"""What it is."""
DECK = ("J", "Q", "K")
def stake(bets):
    """How much."""
    return len(bets) + 1  # each antes one
'''


@pytest.mark.parametrize(
    "same",
    [
        CODE.replace("# each antes one", "# nothing"),
        CODE.replace("How much.", "What it costs."),
        CODE.replace('"""How much."""', ""),
        CODE.replace('("J", "Q", "K")', "(\n    'J',\n    'Q',\n    'K',\n)"),
        CODE.replace("len(bets) + 1", "(len(bets) + 1)"),
        CODE + "\n\n\n",
    ],
)
def test_comments_and_layout_do_not_change_the_hash(same: str) -> None:
    assert same != CODE
    assert fingerprint({"mine": same}) == fingerprint({"mine": CODE})


@pytest.mark.attack(54)
@pytest.mark.row("B10", "B11")
@pytest.mark.parametrize(
    "other",
    [
        CODE.replace("+ 1", "+ 2"),
        CODE.replace("+ 1", "- 1"),
        CODE.replace('"Q", "K"', '"K", "Q"'),
        CODE.replace("bets", "bids"),
        CODE.replace('"K"', 'b"K"'),
        CODE.replace("+ 1", "+ True"),
    ],
)
def test_any_rule_changes_the_hash(other: str) -> None:
    assert other != CODE
    assert fingerprint({"mine": other}) != fingerprint({"mine": CODE})


def test_name_version_options_and_modules_are_in_the_hash() -> None:
    class Level(Options, frozen=True):
        level: int = 1

    class Higher(Options, frozen=True):
        level: int = 2

    sources = {"mine": CODE}
    hashes = {
        rules_hash(Least(), sources),
        rules_hash(game(name="other"), sources),
        rules_hash(game(version=2), sources),
        rules_hash(game(options=Level), sources),
        rules_hash(game(options=Higher), sources),
        rules_hash(Least(), {"other": CODE}),
        rules_hash(Least(), {**sources, "more": ""}),
    }
    assert len(hashes) == 7
    assert all(len(each) == 32 for each in hashes)
    assert rules_hash(Least(), {"b": "2", "a": "1"}) == rules_hash(
        Least(), {"a": "1", "b": "2"}
    )


def test_the_hash_is_the_same_on_every_version_of_python() -> None:
    text = "class A(B, k=1):\n    def f(x: T, /, *y, z=1, **w) -> T: ..."
    assert fingerprint({"mine": text}).hex() == (
        "57bacb1b4b72779d9bf280a585ce1fe66bc5171ba53da2fbde591cda31c783ce"
    )


class Shelf:
    """Modules by name, as an importer would find them."""

    texts: ClassVar[dict[str, str]] = {
        "mine": "",
        "mine.__init__": "",
        "mine.rules": "from .cards import DECK\nfrom . import words\nimport os",
        "mine.cards": "from p2pgame.tabletop import Deck\nimport mine.scores",
        "mine.words": "",
        "mine.scores": "from ..mine.words import x",
        "mine.web": "import os",
        "p2pgame.tabletop": "from .decks import Deck\nfrom .dice import Die",
        "p2pgame.tabletop.__init__": "from .decks import Deck\nfrom .dice import Die",
        "p2pgame.tabletop.decks": "from p2pgame.engine import Game",
        "p2pgame.tabletop.dice": "",
        "p2pgame.engine": "",
    }


def test_the_modules_that_play_are_gathered_and_no_others() -> None:
    assert {*gather("mine.rules", Shelf.texts.get)} == {
        *("mine.rules", "mine.cards", "mine.words", "mine.scores"),
        "p2pgame.tabletop.decks",
    }


def test_a_module_that_cannot_be_read_is_named() -> None:
    with pytest.raises(RulesError, match=r"the source of mine\.gone is not there"):
        gather("mine.gone", Shelf.texts.get)


def test_a_game_of_ours_has_the_hash_of_its_file() -> None:
    assert len(rules_hash(KuhnPoker(), {"games.kuhn": "x = 1"})) == 32
