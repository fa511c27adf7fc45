"""A program is told of any game what it has to know, by one request or command."""

from __future__ import annotations

import enum
import importlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Literal

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import inspect

from p2pgame.cli.main import main
from p2pgame.client.answering import inquire
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.game_rules import RulesShown, rules_of
from p2pgame.client.inquiries import ShowRules
from p2pgame.client.layouts import FieldShown, FieldType, StructShown, layout_of
from p2pgame.client.world import World
from p2pgame.engine import Event, Game, Options, Over, Reason, State, Turn
from p2pgame.engine.rules import rules_hash
from p2pgame.engine.state import encode
from p2pgame.games import registry
from p2pgame.games.registry import GAMES, find
from p2pgame.text import descriptions
from tests.wire_layout import read
from tests.wire_values import Malformed


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.output


@pytest.mark.parametrize("name", GAMES)
def test_the_command_prints_one_object(name: str) -> None:
    status, output = run("rules", name, "--json")
    assert status == 0
    assert output.count("\n") == 1
    rules = json.loads(output)
    assert (rules["name"], rules["version"]) == (name, GAMES[name].version)
    assert [*rules][1:] == [*RulesShown.__struct_fields__]
    assert msgspec.json.decode(output, type=RulesShown) == rules_of(find(name))


def test_a_game_that_is_not_there_is_refused_in_a_sentence() -> None:
    status, output = run("rules", "nosuch", "--json")
    assert status == 2
    last = output.strip().splitlines()[-1]
    assert last.startswith("Error: Invalid value for 'GAME': there is no game 'nosuch'")


async def test_the_request_is_answered_by_the_same(tmp_path: Path) -> None:
    world = World.native(tmp_path)
    answers = [one async for one in inquire(ShowRules("kuhn"), world)]
    assert answers == [rules_of(find("kuhn"))]
    (older,) = [one async for one in inquire(ShowRules("kuhn", 1), world)]
    assert older == rules_of(find("kuhn", 1))
    assert older != answers[0]
    with pytest.raises(InvalidRequest, match="there is no game 'nosuch'"):
        _ = [one async for one in inquire(ShowRules("nosuch"), world)]
    with pytest.raises(InvalidRequest, match="version 9"):
        _ = [one async for one in inquire(ShowRules("kuhn", 9), world)]


def test_a_last_round_is_proposed_where_the_rules_have_one() -> None:
    for game in GAMES.values():
        has_rounds = game.last_round(game.setup(game.seats[0], game.options()))
        told = "last round" in rules_of(game).proposals
        assert told == (has_rounds is not None), game.name


def test_what_the_rules_of_some_games_are() -> None:
    holdem, spades, chess = map(rules_of, map(find, ("holdem", "spades", "chess")))
    assert (holdem.seats.low, holdem.seats.high) == (2, 10)
    assert holdem.decks == ("masked", "commutative", "proved")
    assert holdem.proposals == ("last round", "takeback N")
    assert holdem.seats.teams == ((0,), (1,))
    hands, stack, *_ = holdem.options
    assert (hands.name, hands.default, hands.low, hands.high) == ("hands", 1, 0, 1000)
    assert (stack.type, stack.high) == (FieldType("int"), 10**12)
    assert [struct.name for struct in holdem.structs] == ["Due", "Pot"]
    assert spades.seats.teams == ((0, 2), (1, 3))
    assert spades.decks == ("masked",)
    assert chess.proposals == ("draw", "takeback N")
    assert chess.text.startswith("Chess by the rules of FIDE")


# Games of other packages


class Foreign(Game[State, Options]):
    """Rules by somebody else."""

    name, version, seats, options = "foreign", 3, range(1, 2), Options

    def setup(self, seats: int, options: Options) -> State:
        return State()

    def turn(self, state: State) -> Turn:
        return Over((0,))

    def apply(self, state: State, event: Event) -> State:
        return state

    def why_no_draw(self, state: State) -> Reason | None:
        return None

    def show(self, state: State, faces: Mapping[int, str]) -> str:
        return ""


def test_a_game_of_another_package_is_told_without_a_description(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Foreign()
    game.rules = rules_hash(game, {})
    monkeypatch.setattr(registry, "_others", lambda: {"foreign": game})
    monkeypatch.setattr(registry, "_foreign", lambda point: point)
    status, output = run("rules", "foreign", "--json")
    assert status == 0
    rules = json.loads(output)
    assert (rules["title"], rules["rules"]) == ("foreign", game.rules.hex())
    assert rules["state"] == rules["moves"] == rules["options"] == []
    assert rules["turns"] == ["over"]
    assert rules["proposals"] == ["draw", "takeback N"]


def test_a_new_game_is_described_as_its_guide_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("newgame", "up-and-up", "--into", str(tmp_path))[0] == 0
    text = (tmp_path / "up_and_up.py").read_text("utf-8")
    guide = (tmp_path / "up_and_up.md").read_text("utf-8")
    package = tmp_path / "newly_described"
    (package / "text" / "en").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(text, "utf-8")
    described = guide.split("up-and-up.toml:\n\n")[1]
    (title,) = re.findall(r"`(up-and-up-title = .*?)`", guide)
    (package / "text" / "en" / "up-and-up.ftl").write_text(title, "utf-8")
    (package / "text" / "en" / "up-and-up.toml").write_text(dedent(described), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = rules_of(importlib.import_module("newly_described.rules").UpAndUp())
    assert rules.title == "UpAndUp"
    assert [option.about for option in rules.options] == ["The sum that wins."]
    abouts = {field.name: field.about for field in rules.state}
    assert abouts["said"] == "The sum of what was said."
    (move,) = rules.moves
    assert all(re.fullmatch(move.pattern, said) for said in ("1", "2"))


def test_a_description_that_is_wrong_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wrong(package: object, language: str, file: str) -> str:
        return "titel = 1"

    monkeypatch.setattr(descriptions, "read", wrong)
    descriptions._described.cache_clear()
    status, output = run("rules", "kuhn", "--json")
    descriptions._described.cache_clear()
    assert status == 2
    last = output.strip().splitlines()[-1]
    assert last.startswith("Error: this game can't be described: kuhn.toml is no ")


# Types


class Suit(enum.Enum):
    CLUBS = "c"
    HEARTS = "h"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Leaf(State, frozen=True, tag="leaf"):
    number: int


class Branch(State, frozen=True, tag="branch"):
    branches: tuple[Branch | Leaf, ...] = ()


class Whole(State, frozen=True):
    """A field of every type that a state may have."""

    yes: bool = True
    number: int = -(2**40)
    text: str = "é" * 300
    data: bytes = bytes(300)
    numbers: tuple[int, ...] = (-1, -200, 70000, 2**64 - 1, 127, 128)
    pair: tuple[int, str] = (-40, "x")
    perhaps: tuple[int, ...] | None = None
    word: Literal["up", "down"] = "up"
    words: tuple[Literal["up"] | Literal["down", "out"], ...] = ("out",) * 20
    mixed: Literal["all", 3] | None = 3
    suit: Suit = Suit.HEARTS
    level: Level = Level.HIGH
    tree: Branch | Leaf = Branch((Leaf(300), Branch()))


def one_of(*values: str | int) -> FieldType:
    return FieldType("text" if isinstance(values[0], str) else "int", values=values)


NUMBER, TEXT = FieldType("int"), FieldType("text")
TREE = FieldType(
    "union", (FieldType("struct", struct="Branch"), FieldType("struct", struct="Leaf"))
)
TYPES = {
    "yes": FieldType("bool"),
    "number": NUMBER,
    "text": TEXT,
    "data": FieldType("bytes"),
    "numbers": FieldType("array", (NUMBER,)),
    "pair": FieldType("tuple", (NUMBER, TEXT)),
    "perhaps": FieldType("optional", (FieldType("array", (NUMBER,)),)),
    "word": one_of("down", "up"),
    "words": FieldType("array", (one_of("up", "down", "out"),)),
    "mixed": FieldType("optional", (FieldType("union", (one_of("all"), one_of(3))),)),
    "suit": one_of("c", "h"),
    "level": one_of(1, 2),
    "tree": TREE,
}


def shown(state: type) -> tuple[tuple[FieldShown, ...], tuple[StructShown, ...]]:
    return layout_of(state, lambda struct, field: f"{struct.__name__}.{field}")


def test_every_type_that_a_state_may_have_is_shown() -> None:
    fields, structs = shown(Whole)
    assert {field.name: field.type for field in fields} == TYPES
    assert [field.about for field in fields][:2] == ["Whole.yes", "Whole.number"]
    assert [(struct.name, struct.tag) for struct in structs] == [
        ("Branch", "branch"),
        ("Leaf", "leaf"),
    ]


def test_a_state_of_every_type_is_read_by_its_layout_alone() -> None:
    fields, structs = shown(Whole)
    rules = json.loads(msgspec.json.encode({"state": fields, "structs": structs}))
    found = read(encode(Whole()), rules)
    leaf, branch = {"number": 300}, {"branches": list[object]()}
    assert found.pop("tree") == {"branches": [leaf, branch]}
    assert found.pop("numbers") == [*Whole().numbers]
    assert found.pop("words") == ["out"] * 20
    assert (found.pop("suit"), found.pop("level"), found.pop("pair")) == (
        *("h", 2),
        [-40, "x"],
    )
    assert found == {name: getattr(Whole(), name) for name in found}
    for cut in (encode(Whole())[:-1], encode(Whole()) + b"\x00"):
        with pytest.raises(Malformed):
            read(cut, rules)


def test_two_structs_of_one_name_are_told_apart() -> None:
    first = type("Same", (State,), {"__annotations__": {"x": int}, "__module__": "a.b"})
    other = type("Same", (State,), {"__annotations__": {"y": int}, "__module__": "a.c"})
    both = msgspec.defstruct(
        "Both", [("one", first), ("two", other)], bases=(State,), frozen=True
    )
    _, structs = layout_of(both, lambda struct, field: "")
    assert [struct.name for struct in structs] == ["Same", "c.Same"]
    assert isinstance(inspect.type_info(both), inspect.StructType)
