"""Small games are solved from their rules, as well as by other programs."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from p2pgame.agents.cfr.expansion import expand, likelihood
from p2pgame.agents.cfr.measure import exploitability, value
from p2pgame.agents.cfr.sequence_form import Numbers, SequenceForm
from p2pgame.agents.cfr.solver import Solver
from p2pgame.engine import (
    Choose,
    Chosen,
    Deal,
    Event,
    Options,
    Over,
    Refusal,
    Roll,
    Turn,
)
from p2pgame.games.registry import GAMES
from p2pgame.playtest.outcomes import Pool, Unseen
from tests.agents.cfr.small import Coins, Guess, Pennies
from tests.english import english


@cache
def form_of(name: str) -> SequenceForm:
    return expand(GAMES[name], GAMES[name].options())


def solved(form: SequenceForm, iterations: int) -> tuple[Numbers, Numbers]:
    solver = Solver(form)
    for _ in range(iterations):
        solver.iterate()
    return solver.average()


def test_kuhn_is_solved_and_worth_minus_an_eighteenth() -> None:
    form = form_of("kuhn")
    average = solved(form, 1000)
    assert exploitability(form, average) <= 0.001
    assert value(form, average) == pytest.approx(-1 / 18, abs=0.0005)


def test_leduc_is_solved_as_well_as_by_openspiel_in_as_many_iterations() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    for name, theirs, iterations in (
        ("kuhn", "kuhn_poker", 500),
        ("leduc", "leduc_poker", 60),
    ):
        game = pyspiel.load_game(theirs)
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        reached = pyspiel.exploitability(game, solver.average_policy())
        form = form_of(name)
        assert exploitability(form, solved(form, iterations)) <= 1.05 * reached


def test_leduc_has_936_information_sets_and_is_worth_minus_0_0856() -> None:
    form = form_of("leduc")
    assert [len(side.texts) for side in form.sides] == [468, 468]
    assert value(form, solved(form, 100)) == pytest.approx(-0.0856, abs=0.005)


def test_more_iterations_are_exploited_less() -> None:
    form, solver = form_of("leduc"), Solver(form_of("leduc"))
    reached = [exploitability(form, solver.average())]
    for _ in range(3):
        for _ in range(20):
            solver.iterate()
        reached.append(exploitability(form, solver.average()))
    assert reached == sorted(reached, reverse=True)
    assert reached[-1] < reached[0] / 20


def test_a_sealed_move_is_not_seen_by_the_other() -> None:
    """If seat 1 saw it, the game would be worth -1 to seat 0."""
    game = Pennies()
    form = expand(game, game.options())
    first, second = solved(form, 2000)
    assert form.sides[1].texts == [""]
    assert value(form, (first, second)) == pytest.approx(1 / 5, abs=0.001)
    heads = form.sides[0].firsts[0]
    assert (first[heads], second[heads]) == pytest.approx((2 / 5, 2 / 5), abs=0.01)


def test_equal_cards_are_likelier() -> None:
    game = Guess()
    form = expand(game, game.options())
    assert value(form, solved(form, 2000)) == pytest.approx(-1 / 3, abs=0.001)
    assert sorted(form.sides[0].texts) == ["high", "low"]
    assert sorted(form.sides[1].texts) == ["haw", "hem"]


@pytest.mark.parametrize(
    ("drawn", "chance"),
    [
        (((0, "J"),), 2 / 3),
        (((0, "K"),), 1 / 3),
        (((0, "J"), (1, "J")), 1 / 3),
        (((0, "J"), (1, "K")), 1 / 3),
        ((), 1),
    ],
)
def test_cards_are_as_likely_as_there_are_of_them(
    drawn: tuple[tuple[int, str], ...], chance: float
) -> None:
    before = Unseen((), (Pool((0, 1, 2), ("J", "J", "K")),))
    deal = Deal(((0, tuple(slot for slot, _ in drawn)),))
    assert likelihood(deal, before, Unseen(drawn)) == pytest.approx(chance)


def test_dice_are_fair() -> None:
    assert likelihood(Roll(6, 2), Unseen(), Unseen()) == pytest.approx(1 / 36)


def test_goofspiel_is_solved_and_fair_to_both() -> None:
    game = GAMES["goofspiel"]
    form = expand(game, msgspec.convert({"cards": 3}, game.options))
    average = solved(form, 300)
    assert exploitability(form, average) < 0.01
    assert value(form, average) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("hearts", "Hearts can't be solved: it is not for two players"),
        (
            "holdem",
            "Texas hold'em can't be solved with these options: its",
        ),
        ("liars-dice", "its tree has more than"),
        ("pig", "Pig can't be solved: it may go on for more than 200 turns"),
        ("battleship", "Battleship can't be solved: secret placements"),
        ("mover", "Mover can't be solved: secret placements, time steps"),
    ],
)
def test_a_game_that_is_not_small_is_refused_in_a_sentence(name: str, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        expand(GAMES[name], GAMES[name].options(), most=2000)
    assert why in english(caught.value.message)


class Generous(Pennies):
    """Both win."""

    def turn(self, state: Coins) -> Turn:
        return Over((1, 1)) if state.shown else super().turn(state)


def test_a_game_in_which_both_win_is_refused() -> None:
    with pytest.raises(Refusal, match="train-not-zero-sum"):
        expand(Generous(), Options())


class Ambiguous(Pennies):
    """Saying ``a`` and then ``b`` reads like saying both at once."""

    def turn(self, state: Coins) -> Turn:
        match state.shown:
            case ():
                return Choose(0, ("a", "a | b"))
            case ("a",):
                return Choose(1, ("b",))
            case ("a", "b") | ("a | b",):
                return Choose(0, ("c",))
        return Over((0, 0))

    def apply(self, state: Coins, event: Event) -> Coins:
        assert isinstance(event, Chosen)
        return Coins((*state.shown, event.move))


def test_situations_that_only_look_alike_are_not_taken_for_one() -> None:
    with pytest.raises(Refusal, match="train-recall"):
        expand(Ambiguous(), Options())


def test_a_tree_of_just_so_many_nodes_is_walked() -> None:
    kuhn = GAMES["kuhn"]
    assert expand(kuhn, kuhn.options(), 74).nodes == 74
    with pytest.raises(Refusal, match="train-too-large"):
        expand(kuhn, kuhn.options(), 73)
