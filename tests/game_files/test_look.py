"""What the look at a file's text finds, and what it lets stand."""

from __future__ import annotations

import pytest

from p2pgame.cli.commands.authoring.newgame import GAME
from p2pgame.engine import RulesError
from p2pgame.game_files.loading import load
from p2pgame.game_files.source_text import check_text
from p2pgame.games.registry import find
from tests.failing_rules import GOOD
from tests.game_files.test_confined_game import helping, rules, text_of

#: Ways to the outside, or to a memory, each with what is said of it.
WAYS = {
    "a module's own module": (
        "import typing\nx = typing.sys.modules",
        "uses typing.sys (line 2)",
    ),
    "a hidden module": ("import collections\nx = collections._sys", "collections._sys"),
    "one by its whole name": ("from dataclasses import sys", "uses dataclasses.sys"),
    "an engine's module": ("from p2pgame.engine.message import re", "message.re"),
    "an engine's tool": ("from p2pgame.engine import prepared", "engine.prepared"),
    "a program's starter": ("import chess.engine", "uses chess.engine (line 1)"),
    "a module passed on": ("import re\nx = [re]", "passes the module re on (line 2)"),
    "a formatter": (
        "import string\nx = string.Formatter()",
        "uses string.Formatter (line 2)",
    ),
    "a format's field": ("x = '{0.real.imag}'.format(1)", "uses format (line 1)"),
    "a format of a name": ("y = '{0.a}'\nx = y.format(1)", "uses format (line 2)"),
    "a pattern": (
        "match 1:\n    case int(__doc__=x):\n        pass",
        "uses __doc__ (line 2)",
    ),
    "type hints": ("from typing import get_type_hints", "typing.get_type_hints"),
    "an annotation in quotes": ("def f(x: \"open('y')\"): pass", "uses open (line 1)"),
    "one within another": (
        "x: 'tuple[\"__import__\"]' = ()",
        "uses __import__ (line 1)",
    ),
    "a frame": ("x = (n for n in ()).gi_frame", "uses gi_frame (line 1)"),
    "a frame's globals": ("def f(x): return x.f_globals", "uses f_globals (line 1)"),
    "an underscore": ("def f(x): return x._value_", "uses _value_ (line 1)"),
    "a name that hides another": (
        "def f(eval): pass\neval('1')",
        "uses eval (line 2)",
    ),
    "a name of a comprehension": (
        "def f():\n    [open for open in ()]\n    open('x')",
        "uses open (line 3)",
    ),
    "an attribute": (
        "class A:\n    def f(self): self.x = 1",
        "sets x, and keeps it between calls (line 2)",
    ),
    "a default": ("def f(x=[]): pass", "keeps an argument between calls (line 1)"),
    "a cache": (
        "from functools import cache\n@cache\ndef f(): pass\nf.cache_info()",
        "uses cache_info (line 4)",
    ),
    "every error": ("try:\n    x\nexcept:\n    pass", "catches every error (line 3)"),
    "the end of memory": (
        "try:\n    x\nexcept (ValueError, MemoryError):\n    pass",
        "uses MemoryError, and may only raise it (line 3)",
    ),
    "depth": ("x = RecursionError", "uses RecursionError, and may only raise it"),
    "rounding": ("import math\nx = math.sin(1)", "uses math.sin (line 2)"),
    "site's help": ("help()", "uses help (line 1)"),
    "a trap": ("class A:\n    def __del__(self): pass", "uses __del__ (line 2)"),
}


@pytest.mark.attack(55)
@pytest.mark.attack(56)
@pytest.mark.parametrize("way", WAYS)
def test_a_way_to_the_outside_is_found_with_its_line(way: str) -> None:
    text, told = WAYS[way]
    with pytest.raises(RulesError) as refused:
        check_text(text)
    assert told in str(refused.value)


#: What a file keeps from one call to the next, and cannot be made to stay as it is.
KEPT = {
    "an iterator": "from itertools import count\nx = count()",
    "a generator": "x = (n for n in ())",
    "a deque": "from collections import deque\nx = deque()",
    "a counter in a class": (
        "from collections import Counter\nclass A:\n    x = Counter()"
    ),
    "an object": "class A:\n    def __init__(self): self.n = 0\nx = A()",
    "a struct": "from msgspec import Struct\nclass A(Struct):\n    n: int = 0\nx = A()",
}


@pytest.mark.attack(56)
@pytest.mark.parametrize("kept", KEPT)
def test_what_would_change_between_two_calls_is_refused_by_name(kept: str) -> None:
    text = KEPT[kept]
    check_text(text)
    with pytest.raises(RulesError, match=r"keeps a \w+ between calls \(x\)"):
        load(text)


@pytest.mark.attack(56)
def test_lists_and_dicts_of_a_file_never_change() -> None:
    heads = "SEEN: list[int] = []\nFACES = {'a': ['b']}\n\n\nclass Said(State"
    for change in ("SEEN.append(1)", "FACES.pop('a')", "FACES['a'].append('c')"):
        turn = f"({change}, {{}})[1]"
        game = load(rules(turn).replace("class Said(State", heads, 1))
        with pytest.raises(AttributeError, match="no attribute"):
            game.turn(game.setup(2, game.options()))


@pytest.mark.parametrize(
    "name",
    ["battleship", "blackjack", "checkers", "chess", "hearts", "holdem", "mover"],
)
def test_the_games_that_come_with_p2pgame_need_none_of_it(name: str) -> None:
    check_text(text_of(find(name)))


def test_files_that_authors_begin_with_need_none_of_it() -> None:
    written = GAME.substitute(name="my-game", title="MyGame", module="my_game")
    for text in (GOOD, rules(), helping(), written):
        check_text(text)
        load(text)
