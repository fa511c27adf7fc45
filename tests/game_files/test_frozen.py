"""Nothing that a file's rules have at hand remembers an earlier call."""

from __future__ import annotations

import re

import pytest

from p2pgame.engine import AnyGame, Choose, RulesError
from p2pgame.game_files import frozen
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.loading import load
from p2pgame.game_files.source_text import check_text
from tests.game_files.test_confined_game import rules

CACHE = "from functools import cache, cached_property, lru_cache, partial\n"
DATACLASS = "from dataclasses import dataclass, field\n@dataclass(frozen=True)\n"
KEEPER = "class A:\n    def __init__(self): self.kept = []\n"
ADD = "    def add(self): return (self.kept.append(1), len(self.kept))[1]\n"
#: A box that is equal to others whatever is in it, and is put into a cache.
PUT = (
    "@cache\ndef put(box): box.kept.append(1)\ndef told(box):\n"
    "    put(box)\n    return len(box.kept)\n"
)
#: What stands before a game's classes, and what tells its calls apart.
MEMORIES = {
    "a list from a cache": (
        CACHE + "@cache\ndef kept(): return []\n",
        "(kept().append(1), len(kept()))[1]",
    ),
    "a dict from a cache of some": (
        CACHE + "@lru_cache(maxsize=4)\ndef kept(n): return {}\n",
        "(kept(1).update({len(kept(1)): 1}), len(kept(1)))[1]",
    ),
    "a cached builtin": (
        CACHE + "kept = lru_cache(maxsize=None)(list)\n",
        "(kept().append(1), len(kept()))[1]",
    ),
    "a generator from a cache": (
        CACHE + "@cache\ndef kept(): return (n for n in (1, 2, 3))\n",
        "next(kept(), 0)",
    ),
    "a function from a cache": (
        CACHE
        + "@cache\ndef kept():\n    seen = []\n"
        + "    return lambda: (seen.append(1), len(seen))[1]\n",
        "kept()()",
    ),
    "a class from a cache": (
        CACHE + "@cache\ndef kept():\n    class A:\n        x = []\n    return A\n",
        "(kept().x.append(1), len(kept().x))[1]",
    ),
    "an argument of a cache": (
        CACHE
        + KEEPER
        + "    def __eq__(self, other): return True\n"
        + "    def __hash__(self): return 1\n"
        + PUT,
        "told(A())",
    ),
    "a field that a cache does not compare": (
        CACHE + DATACLASS + "class A:\n    kept: list = field(compare=False)\n" + PUT,
        "told(A([]))",
    ),
    "a message from a cache": (
        CACHE + "from p2pgame.engine import Message\nkept = cache(Message.of)\n",
        "(kept('x').args.update({f'a{len(kept(chr(120)).args)}': 1}),"
        " len(kept('x').args))[1]",
    ),
    "a message": (
        "from p2pgame.engine import Message\nKEPT = Message.of('x')\n",
        "(KEPT.args.update({f'a{len(KEPT.args)}': 1}), len(KEPT.args))[1]",
    ),
    "a bound method": (
        "KEPT = []\nadd, count = KEPT.append, KEPT.count\n",
        "(add(1), count(1))[1]",
    ),
    "a closure": (
        "def made():\n    kept = []\n    def add():\n        kept.append(1)\n"
        "        return len(kept)\n    return add\nadd = made()\n",
        "add()",
    ),
    "a property's closure": (
        "def made(kept): return property(lambda self: kept)\n"
        "class A:\n    x = made([])\n",
        "(A().x.append(1), len(A().x))[1]",
    ),
    "a class in a class": (
        "class A:\n    class B:\n        x = []\n",
        "(A.B.x.append(1), len(A.B.x))[1]",
    ),
    "a class that says it is another's": (
        "X = type('X', (), {'__module__': 'builtins', 'kept': []})\n",
        "(X.kept.append(1), len(X.kept))[1]",
    ),
    "a struct's field": (
        "from msgspec import Struct\nclass A(Struct, frozen=True):\n    kept: list\n"
        "X = A([])\n",
        "(X.kept.append(1), len(X.kept))[1]",
    ),
    "a named tuple's field": (
        "from typing import NamedTuple\nclass A(NamedTuple):\n    kept: list\n"
        "X = A([])\n",
        "(X.kept.append(1), len(X.kept))[1]",
    ),
    "a dataclass's field": (
        DATACLASS + "class A:\n    kept: list\nX = A([])\n",
        "(X.kept.append(1), len(X.kept))[1]",
    ),
    "a member's value": (
        "from enum import Enum\nclass A(Enum):\n    X = []\n",
        "(A.X.value.append(1), len(A.X.value))[1]",
    ),
    "a member's attribute": (
        "from enum import Enum\nclass A(Enum):\n    X = 1\n"
        "    def __init__(self, value): self.kept = []\n",
        "(A.X.kept.append(1), len(A.X.kept))[1]",
    ),
    "a partial": (
        CACHE + "X = partial(int, 1)\n",
        "(X.keywords.update({f'a{len(X.keywords)}': 1}), len(X.keywords))[1]",
    ),
    "an error": ("X = ValueError([])\n", "(X.args[0].append(1), len(X.args[0]))[1]"),
    "an object's method": (KEEPER + ADD + "add = A().add\n", "add()"),
    "an object that can be called": (
        KEEPER + ADD.replace("add", "__call__") + "add = A()\n",
        "add()",
    ),
    "a name with underscores": (
        "__kept = []\ndef add(): return (__kept.append(1), len(__kept))[1]\n",
        "add()",
    ),
    "a name that ends with one": (
        "class A:\n    kept_ = []\n",
        "(A.kept_.append(1), len(A.kept_))[1]",
    ),
    "a board": (
        "import chess\nX = chess.Board()\n",
        "(X.push(next(iter(X.legal_moves))), len(X.move_stack))[1]",
    ),
}
#: What a game itself would keep.
OWN = {
    "an attribute": (
        "\n    def __init__(self): self.kept = []\n",
        "(self.kept.append(1), len(self.kept))[1]",
    ),
    "a cached property": (
        "\n    @cached_property\n    def kept(self): return []\n",
        "(self.kept.append(1), len(self.kept))[1]",
    ),
    "a cached method": (
        "\n    @cache\n    def kept(self): return []\n",
        "(self.kept().append(1), len(self.kept()))[1]",
    ),
}


def text_with(head: str, number: str, more: str = "") -> str:
    text = rules(f"Choose({number}, ('one',))", more=more)
    return text.replace("\n\n\nclass Said", f"\n{head}\n\nclass Said", 1)


def told(game: AnyGame) -> set[int]:
    """Return what three equal calls say."""
    found = set[int]()
    for _ in range(3):
        frozen.restore()
        turn = game.turn(game.setup(2, game.options()))
        assert isinstance(turn, Choose)
        found.add(turn.player)
    return found


def different(text: str) -> int:
    """Return how many answers equal calls get; none: what they need is refused."""
    try:
        return len(told(load(text)))
    except (RulesError, AttributeError) as error:
        if re.search("between calls|'(tuple|mappingproxy)' object has no", f"{error}"):
            return 0
        raise


@pytest.mark.attack(56)
@pytest.mark.parametrize("memory", MEMORIES)
def test_nothing_at_hand_remembers_an_earlier_call(memory: str) -> None:
    text = text_with(*MEMORIES[memory])
    check_text(text)  # which can't tell
    assert different(text) <= 1


@pytest.mark.attack(56)
@pytest.mark.parametrize("memory", OWN)
def test_a_game_itself_remembers_no_earlier_call(memory: str) -> None:
    more, number = OWN[memory]
    game = load(text_with(CACHE, number, more))
    with pytest.raises(AttributeError, match="has no attribute 'append'"):
        told(game)


@pytest.mark.attack(56)
@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    __future__ = []",
        "match []:\n    case __future__:\n        pass",
        "class A:\n    _a__b_ = []",
        "from collections.abc import Mapping\nMapping.register(int)",
    ],
)
def test_the_look_finds_names_that_python_makes(text: str) -> None:
    with pytest.raises(RulesError, match=r"uses \w+ \(line"):
        check_text(text)


@pytest.mark.attack(56)
def test_what_libraries_have_remembers_no_earlier_call() -> None:
    head = "import chess\nfrom p2pgame.engine import NOTHING\n"
    number = "(NOTHING.args.update({f'a{len(NOTHING.args)}': 1}), len(NOTHING.args))[1]"
    more = "\n    def buy_in(self, options: Options) -> int:\n        "
    more += "chess.SQUARE_NAMES.append('i9')\n        return 0\n"
    game = confined(text_with(head, number, more))
    try:
        state = type(game.setup(2, game.options()))
        found = {game.turn(state(count)).player for count in range(3)}  # type: ignore
        assert found == {1}
        with pytest.raises(RulesError, match="'tuple' object has no attribute"):
            game.buy_in(game.options())
    finally:
        confinement(game).close()


def test_caches_give_what_they_gave() -> None:
    head = CACHE + "@cache\ndef names(n): return tuple('abc')[:n]\n"
    assert told(load(text_with(head, "len(names(2))"))) == {2}
