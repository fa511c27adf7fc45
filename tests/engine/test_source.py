"""These tests cover the checks of rules' source, and its hash."""

from __future__ import annotations

from typing import ClassVar

import pytest

from p2pgame.engine import Options, RulesError, rules
from p2pgame.engine.rules import check, rules_hash
from p2pgame.engine.source import fingerprint, gather, why_unfit
from tests.engine.least import Least, game


@pytest.mark.attack(55)
@pytest.mark.row("G03", "G04")
@pytest.mark.parametrize("module", ["random", "time", "os", "secrets", "numpy", "io"])
def test_rules_with_imports_off_the_list_are_refused(module: str) -> None:
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
def test_code_that_could_differ_between_machines_is_refused(
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
def test_code_that_cannot_differ_is_allowed(text: str) -> None:
    assert why_unfit("mine", text) is None


def test_text_that_is_no_python_is_refused() -> None:
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
    """Modules by name, as an importer finds them."""

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
    }


def test_a_module_that_cannot_be_read_is_named() -> None:
    with pytest.raises(RulesError, match=r"the source of mine\.gone is not there"):
        gather("mine.gone", Shelf.texts.get)


def test_the_engine_s_version_is_in_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rules_hash(Least(), {"mine": CODE})
    monkeypatch.setattr(rules, "ENGINE_VERSION", rules.ENGINE_VERSION + 1)
    assert rules_hash(Least(), {"mine": CODE}) != before
