"""What programs are told of a game: all of it, in sentences, and true of real games."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from random import Random
from typing import Any

import msgspec
import pytest

from p2pgame.client.game_rules import RulesShown, rules_of
from p2pgame.client.telling.views import fields_of
from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Place,
    Roll,
    Shuffle,
    State,
    Tick,
    Together,
)
from p2pgame.engine.state import encode
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Playout, play
from p2pgame.playtest.survey import kind_of
from p2pgame.text.descriptions import description_of, kit_description
from tests.games.cases import GOLDEN, MOST_SEATS, PLAYTHROUGHS
from tests.games.keeping import keeping
from tests.wire_layout import read
from tests.wire_values import Value, write_msgpack

NAMES = sorted(GAMES)
#: Random games of each that are looked at, and at most, until all forms are reached.
FEW, MANY = int(os.environ.get("P2PGAME_GAMES", "12")), 50
#: Offers of one choice that are looked at: a hand of hearts can be passed in 286 ways.
OFFERS = 30
#: Forms that random games do not reach, and why.
RARE = {
    ("battleship", "FLEET"): "a person writes it; programs take random N",
    ("battleship", "random N"): "a table is not told what was typed",
    ("checkers", "claim draw"): "no position comes a third time by chance",
    ("chess", "claim draw"): "somebody resigns before a position comes a third time",
    ("chess", "lose on time"): "the clock says it, in games with the option seconds",
}
#: A decision in a golden playthrough.
MADE = re.compile(r"(?:^> |; )player \d+: ([^;\n]+)", re.M)

#: All tests of one game come one after the other, and share its random games.
each_game = pytest.mark.parametrize("name", NAMES, scope="module")


def free_texts(name: str) -> set[str]:
    """Return the options of a game that are any text."""
    return {
        option.name
        for option in shown(name).options
        if isinstance(option.default, str) and not option.choices
    }


@cache
def shown(name: str) -> RulesShown:
    return rules_of(GAMES[name])


@cache
def told(name: str) -> Any:
    """Return what a program in another language reads."""
    return msgspec.json.decode(msgspec.json.encode(shown(name)))


def playouts(name: str) -> Iterator[Playout]:
    """Yield random games with usual options, and with those of the golden game."""
    return (play_one(name, seed) for seed in range(max(FEW, MANY)))


@lru_cache(12)
def play_one(name: str, seed: int) -> Playout:
    game = kept(name)
    (golden,) = ((seats, options) for one, seats, options in GOLDEN if one == name)
    usual = min(game.seats[-1], MOST_SEATS), dict[str, object]()
    seats, options = golden if seed % 2 else usual
    return play(game, seats, game.options(**options), seed)


@cache
def kept(name: str) -> AnyGame:
    return keeping(GAMES[name])


# Sentences


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text.endswith(".") and text == text.strip()


@each_game
def test_every_field_option_and_move_has_its_sentence(name: str) -> None:
    rules = shown(name)
    for field in chain(rules.state, *(struct.fields for struct in rules.structs)):
        assert is_sentence(field.about), f"{name}: {field.name} has no sentence"
    for option in rules.options:
        assert is_sentence(option.about), f"{name}: {option.name} has no sentence"
    moves = (*rules.moves, *rules.placements)
    for part in chain.from_iterable(move.parts for move in moves):
        assert is_sentence(part.about), f"{name}: {part.name} has no sentence"
    for move in moves:
        assert is_sentence(move.about), f"{name}: {move.form} has no sentence"
    assert rules.moves
    assert rules.title[:1].isupper()


@pytest.mark.row("B61")
@pytest.mark.parametrize("language", ["en", "de"])
@each_game
def test_every_option_has_a_name_for_people_and_so_has_each_value_in_words(
    name: str, language: str
) -> None:
    described = description_of(GAMES[name], language)
    assert [*described.names] == [option.name for option in shown(name).options]
    texts = {
        option.name: {*option.choices}
        for option in shown(name).options
        if any(isinstance(choice, str) for choice in option.choices)
    }
    named = {name: {*values} for name, values in described.values.items()}
    examples = {one: named.pop(one) for one in free_texts(name) & named.keys()}
    assert named == texts
    game = GAMES[name]
    for option, known in examples.items():
        assert getattr(game.options(), option) in known
        for value in known:
            options = msgspec.structs.replace(game.options(), **{option: value})
            drawn = game.as_offered(options, Random(1).randbytes)
            assert game.why_not(game.seats[0], drawn) is None, value
    values = (values.values() for values in described.values.values())
    for title in chain(described.names.values(), *values):
        assert title[:1].isupper()
        assert title == title.strip(" .")


@each_game
def test_nothing_is_described_that_a_game_does_not_have(name: str) -> None:
    rules, described = shown(name), description_of(GAMES[name])
    structs = {struct.name: struct.fields for struct in rules.structs}
    assert {*described.state} <= {field.name for field in rules.state}
    assert {*described.options} == {option.name for option in rules.options}
    assert {*described.structs} <= {*structs}
    for struct, fields in described.structs.items():
        assert {*fields} <= {field.name for field in structs[struct]}
    moves = (*rules.moves, *rules.placements)
    named = {part.name for move in moves for part in move.parts}
    assert {*described.parts} == named


def test_the_kit_describes_just_the_structs_that_games_have() -> None:
    kit = kit_description().structs
    used = {struct.name for name in NAMES for struct in shown(name).structs}
    bases = {"Phased", "TrickState"}  # of states
    assert {*kit} <= used | bases
    for name in NAMES:
        for struct in shown(name).structs:
            own = struct.name in description_of(GAMES[name]).structs
            if struct.name in kit and not own:
                assert [*kit[struct.name]] == [field.name for field in struct.fields]


# Layout


@each_game
def test_states_of_random_games_are_read_by_their_layout_alone(name: str) -> None:
    rules = told(name)
    for playout in islice(playouts(name), 6):
        for state in playout.states[:: max(1, len(playout.states) // 40)]:
            assert read(encode(state), rules) == plainly(fields_of(state))
            assert encode(state) == write_msgpack(listed(state))


def listed(value: object) -> Value:
    """Return a state as the lists of its fields."""
    match value:
        case State():
            return [listed(getattr(value, name)) for name in value.__struct_fields__]
        case tuple():
            return [*map(listed, value)]
        case None | int() | str() | bytes():
            return value
    raise AssertionError(value)


def plainly(value: object) -> object:
    """Return values as JSON would have them, but for bytes."""
    match value:
        case dict():
            return {name: plainly(one) for name, one in value.items()}
        case tuple():
            return [*map(plainly, value)]
    return value


@each_game
def test_options_are_those_of_the_game_with_their_defaults(name: str) -> None:
    options = {one["name"]: one["default"] for one in told(name)["options"]}
    assert options == msgspec.to_builtins(GAMES[name].options())


# Moves and turns


def forms_of(name: str, move: str) -> list[str]:
    rules = told(name)
    return [
        form["form"] for form in rules["moves"] if re.fullmatch(form["pattern"], move)
    ]


def moves_in(playout: Playout) -> Iterator[str]:
    """Yield what players were offered in a game; what they did is among that."""
    for turn in playout.turns:
        match turn:
            case Choose() | Tick():
                choices = [turn.moves]
            case Together():
                choices = [choice.moves for choice in turn.choices]
            case _:
                continue
        for moves in choices:
            for offer in moves[:: max(1, len(moves) // OFFERS)]:
                if isinstance(offer, Amount):
                    yield f"{offer.verb} {offer.low}"
                    yield f"{offer.verb} {offer.high}"
                else:
                    yield offer


@each_game
def test_moves_and_turns_of_random_games_are_described_and_no_others(name: str) -> None:
    rules, moves, kinds = told(name), set[str](), set[str]()
    described = {form["form"] for form in (*rules["moves"], *rules["placements"])}
    rare = {form for game, form in RARE if game == name}
    reached = set[str]()
    for n, playout in enumerate(playouts(name), start=1):
        for move in {*moves_in(playout)} - moves:
            forms = forms_of(name, move)
            assert len(forms) == 1, f"{name}: {move!r} has the forms {forms}"
            reached.update(forms)
            moves.add(move)
        kinds.update(map(kind_of, playout.turns))
        if n >= FEW and (reached, kinds) == (described - rare, {*rules["turns"]}):
            break
    assert reached == described - rare
    assert rare <= described
    assert kinds == {*rules["turns"]}


@each_game
def test_every_decision_of_the_golden_playthrough_is_described(name: str) -> None:
    text = (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")
    made = MADE.findall(text)
    assert made, f"{name}: no decision was found"
    for move in made:
        assert len(forms_of(name, move)) == 1, f"{name}: {move!r}"


def test_placements_are_accepted_as_they_are_described() -> None:
    game = GAMES["battleship"]
    state = game.setup(2, game.options())
    patterns = [form["pattern"] for form in told("battleship")["placements"]]
    for text in ("random 7", "a1 right a2 right a3 right a4 right a5 down"):
        assert sum(bool(re.fullmatch(one, text)) for one in patterns) == 1
        assert len(game.placement(state, 0, text)) == 100


@each_game
def test_faces_are_those_of_the_games_turns(name: str) -> None:
    seen: dict[str, set[tuple[str, ...]]] = {}
    for playout in islice(playouts(name), 10):
        for turn in playout.turns:
            match turn:
                case Shuffle(faces) | Place(_, _, faces):
                    seen.setdefault(kind_of(turn), set()).add(faces)
                case Roll(sides, _, hands) if hands:
                    pips = tuple(map(str, range(sides)))
                    seen.setdefault("roll", set()).add(pips)
    told_of = {one.turn: one for one in shown(name).faces}
    assert told_of.keys() == seen.keys()
    for one in told_of.values():
        if one.fixed:
            assert seen[one.turn] == {one.faces}
