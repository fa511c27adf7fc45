"""Rules that fail raise one error; what only presents the game is done without them."""

from __future__ import annotations

import re

import pytest

from p2pgame.engine import AnyGame, Chosen, Game, Message, RulesError
from p2pgame.engine.errors import MessageTooLong
from p2pgame.engine.guarded import PRESENTS, failures, guarded
from p2pgame.engine.rules import check, state_of
from p2pgame.game_files.loading import load
from tests.failing_rules import GOOD, failing, line_in


def rules(method: str, does: str) -> AnyGame:
    return guarded(load(failing(method, does)))


def test_guarded_rules_mean_what_they_did() -> None:
    plain = load(GOOD)
    game = guarded(plain)
    state = game.setup(3, game.options())
    assert state == plain.setup(3, plain.options())
    assert game.turn(state) == plain.turn(state)
    assert game.apply(state, Chosen(0, "yes")) == plain.apply(state, Chosen(0, "yes"))
    assert (game.show(state, {}), state_of(game)) == ("0 words", state_of(plain))
    assert type(game).draw is Game.draw, "what the rules have not is the engine's"
    assert failures(game) == ()


@pytest.mark.parametrize("does", ["raise KeyError('x')", "raise SystemExit(3)"])
def test_rules_that_raise_are_at_fault(does: str) -> None:
    game = rules("setup", does)
    error = does.removeprefix("raise ").removesuffix(")").replace("(", ": ")
    line = line_in(failing("setup", does), does)
    with pytest.raises(RulesError) as raised:
        game.setup(2, game.options())
    assert str(raised.value) == f"words fails in setup, line {line}: {error}"


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("Over(('a', 'b'))", "its Over has payoffs of ('a', 'b')"),
        ("Over((0.5, -0.5))", "its Over has payoffs of (0.5, -0.5)"),
        ("Over(None)", "its Over has payoffs of None"),
        ("Choose('Ann', ('yes',))", "its Choose has player of 'Ann'"),
        ("Choose(0, 'yes')", "its Choose has moves of 'yes'"),
        ("Choose(0, (7,))", "its Choose has moves of (7,)"),
        ("Choose(0, (Amount('bet', '1', 2),))", "its Amount has low of '1'"),
    ],
)
def test_a_turn_has_fields_of_the_types_that_it_declares(turn: str, said: str) -> None:
    text = failing("turn", f"from p2pgame.engine import Amount\n        return {turn}")
    game = guarded(load(text))
    with pytest.raises(RulesError, match=re.escape(said)):
        game.turn(game.setup(2, game.options()))


def test_half_of_a_surrogate_pair_is_no_text() -> None:
    game = guarded(load(failing("show", r"return 'a\ud800'")), is_strict=True)
    with pytest.raises(RulesError, match="half of a surrogate pair"):
        game.show(game.setup(2, game.options()), {})
    assert Message.of("x", text="a\ud800").args == {"text": "a?"}
    with pytest.raises(MessageTooLong):
        Message("x", {"text": "\ud800"})


def test_what_presents_a_game_fails_once_and_is_done_without_the_rules() -> None:
    state = load(GOOD).setup(2, load(GOOD).options())
    asked = {
        "show": ((state, {}), "seats: 2\ncount: 0"),
        "tell": ((state, Chosen(0, "yes")), None),
        "hint": ((state, 0, "yes", {}), "yes"),
        "in_hand": ((state, 0, {}), ""),
        "scores": ((state,), None),
        "phase": ((state,), None),
        "role": ((state, 0), None),
        "draw": ((state, {}, None), None),
        "in_sentences": ((state, {}, 0), ()),
        "explain": ((state, 0, "", {}), None),
    }
    assert {*asked} < PRESENTS
    for method, (arguments, instead) in asked.items():
        for does in ("raise KeyError(3)", "return object()"):
            game = rules(method, does)
            for _ in range(2):
                assert getattr(game, method)(*arguments) == instead, method
            (failed,) = failures(game)
            assert failed.startswith(f"words fails in {method}, line ")


def test_words_that_a_class_declares_are_checked() -> None:
    for declared, said in {
        'aim = "win"': "Words has an aim that is a str, and no Message",
        'seat_names = ("white", "black")': "Words has a str in its seat_names",
        'seat_names = "white"': "Words has seat_names that are a str",
        'move_help = {"yes": 3}': "Words has a move_help for 'yes' that is no text",
        "move_help = 3": "Words has a move_help that is an int",
    }.items():
        game = load(f"{GOOD}\n    {declared}\n")
        with pytest.raises(RulesError, match=said.replace("(", r"\(")):
            check(game, {})
