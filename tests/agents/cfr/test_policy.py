"""A policy is a file that is checked, and played as it is written."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.cfr.expansion import expand
from p2pgame.agents.cfr.measure import exploitability, value
from p2pgame.agents.cfr.policy import (
    SIZE_LIMIT,
    WHOLE,
    Policy,
    chances_of,
    decode,
    encode,
    policy_of,
)
from p2pgame.agents.cfr.policy_player import WAVERS, PolicyPlayer, policy_for, shipped
from p2pgame.agents.cfr.sequence_form import Numbers, SequenceForm
from p2pgame.agents.cfr.solver import Solver
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.engine import AnyGame, Choose, Options, Over, Refusal
from p2pgame.games.duel.leduc import DECK
from p2pgame.games.registry import GAMES, KNOWN
from tests.english import english

#: The games of which a policy comes along, and how far from an equilibrium it may be.
SHIPPED = {"kuhn": 0.001, "leduc": 0.001}


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=1)


@cache
def form_of(name: str) -> SequenceForm:
    return expand(GAMES[name], GAMES[name].options())


def strategies_of(name: str) -> tuple[Numbers, Numbers]:
    return chances_of(form_of(name), shipped(name).seats)


@cache
def goofspiel() -> tuple[AnyGame, Options, Policy]:
    """Return a game of sealed moves with a policy for it."""
    game = GAMES["goofspiel"]
    options = msgspec.convert({"cards": 3}, game.options)
    solver = Solver(expand(game, options))
    for _ in range(50):
        solver.iterate()
    policy = policy_of(game, options, solver.form, solver.average(), 50)
    return game, options, decode(encode(policy))


def seated(game: AnyGame, options: Options, policy: Policy, seed: int) -> list[Bot]:
    return [
        Bot(
            "Ada",
            lambda seating: PolicyPlayer(policy, seating),
            Seating(game, options, 2, seat, random.Random(seed + seat).randbytes),
        )
        for seat in range(2)
    ]


# The policies that come along


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_policy_is_as_good_as_it_says(name: str) -> None:
    policy, form, strategies = shipped(name), form_of(name), strategies_of(name)
    reached = exploitability(form, strategies)
    assert reached == pytest.approx(policy.exploitability, abs=1e-9)
    assert reached <= SHIPPED[name]
    assert value(form, strategies) == pytest.approx(policy.value, abs=1e-9)
    for game in (GAMES[name], KNOWN[name, 1]):
        wrong = policy_for(game).why_not_for(game, game.options(), 2)
        assert wrong is None


def test_the_shipped_kuhn_is_worth_minus_an_eighteenth() -> None:
    assert shipped("kuhn").value == pytest.approx(-1 / 18, abs=0.0005)


def test_every_policy_that_comes_along_belongs_to_an_opponent() -> None:
    ben, willa = registry.find("balanced-ben"), registry.find("wavering-willa")
    assert ben.games is not None
    assert willa.games is not None
    assert {*ben.games} == {*SHIPPED}
    assert willa.games <= ben.games


def spiel_text(state: Any) -> str:
    """Return our text of an information set of OpenSpiel's Leduc hold'em."""
    cards, words, owes, round_of = [], list[str](), False, 1
    for step in state.full_history():
        if step.player < 0:
            cards.append(DECK[step.action])
            if len(cards) == 3:
                words, owes, round_of = [*words, cards[2]], False, 2
        else:
            names = ("fold", "call" if owes else "check", "raise")
            words.append(names[step.action])
            owes = step.action == 2
    assert round_of == len(cards) - 1
    return " | ".join([cards[state.current_player()], *words])


def spiel_policy(
    state: Any, policy: Policy, found: dict[str, list[tuple[int, float]]]
) -> None:
    if state.is_terminal():
        return
    if not state.is_chance_node():
        seat = state.current_player()
        chances = policy.seats[seat][spiel_text(state)]
        numbers = {"fold": 0, "check": 1, "call": 1, "raise": 2}
        by_action = {numbers[move]: chance for move, chance in chances.items()}
        found[state.information_state_string()] = [
            (action, by_action.get(action, 0) / WHOLE)
            for action in state.legal_actions()
        ]
    for action in state.legal_actions():
        spiel_policy(state.child(action), policy, found)


def test_openspiel_measures_the_same_exploitability_of_the_shipped_leduc() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game, found = pyspiel.load_game("leduc_poker"), dict[str, list[tuple[int, float]]]()
    spiel_policy(game.new_initial_state(), shipped("leduc"), found)
    assert len(found) == 936
    theirs = pyspiel.exploitability(game, found)
    assert theirs == pytest.approx(shipped("leduc").exploitability, abs=1e-9)


def mixed(form: SequenceForm, strategies: tuple[Numbers, Numbers]) -> Any:
    """Return what Wavering Willa plays."""
    often = 1 / WAVERS
    return tuple(
        [often * even + (1 - often) * one for even, one in pairs]
        for pairs in (
            zip(side.uniform(), chances, strict=True)
            for side, chances in zip(form.sides, strategies, strict=True)
        )
    )


def margin(form: SequenceForm, ours: Any, theirs: Any) -> float:
    """Return what one wins from the other in a game, on average of both seats."""
    first, second = value(form, (ours[0], theirs[1])), value(form, (theirs[0], ours[1]))
    return (first - second) / 2


def test_ben_beats_willa_and_willa_beats_random_at_leduc() -> None:
    """Exactly, over all deals and moves: no games are played."""
    form, ben = form_of("leduc"), strategies_of("leduc")
    willa = mixed(form, ben)
    uniform = tuple(side.uniform() for side in form.sides)
    assert margin(form, ben, ben) == pytest.approx(0)
    assert margin(form, ben, willa) > 0.1
    assert margin(form, willa, uniform) > 0.3


# Playing


@pytest.mark.parametrize("name", [*SHIPPED, "goofspiel"])
def test_a_policy_knows_every_situation_that_it_meets(name: str) -> None:
    game, options, policy = (
        goofspiel()
        if name == "goofspiel"
        else (GAMES[name], GAMES[name].options(), policy_for(GAMES[name]))
    )
    for number in range(100):
        match = Match(game, 2, options, f"cards {number}")
        bots = seated(game, options, policy, number)
        while not isinstance(match.turn, Over):
            for seat, bot in enumerate(bots):
                look = match.observation(seat)
                if look.choice is not None:
                    assert bot.decide(look, quick()).complaint is None
            match.step(bots, quick)


def test_moves_are_made_as_often_as_the_policy_says() -> None:
    game = GAMES["kuhn"]
    policy = policy_for(game)
    match = Match(game, 2, game.options(), "cards")
    bots = seated(game, game.options(), policy, 1)
    while not isinstance(match.turn, Choose):
        match.step(bots, quick)
    look = match.observation(0)
    made = Counter(bots[0].decide(look, quick()).move for _ in range(4000))
    for move, chance in policy.seats[0][look.faces[0]].items():
        assert made[move] / 4000 == pytest.approx(chance / WHOLE, abs=0.04)


def test_willa_wavers_in_one_decision_of_four() -> None:
    """With a king that faces a bet an equilibrium calls; random ones fold half."""
    game = GAMES["kuhn"]
    policy = policy_for(game)
    look = facing_a_bet(game)
    seating = Seating(game, game.options(), 2, look.seat, random.Random(3).randbytes)
    willa = PolicyPlayer(policy, seating, wavers=WAVERS)
    assert look.choice is not None
    made = Counter(willa.decide(look, look.choice, quick()) for _ in range(4000))
    assert made["fold"] / 4000 == pytest.approx(1 / 8, abs=0.03)


def facing_a_bet(game: AnyGame) -> Observation:
    """Return what seat 1 sees when it has the king and seat 0 has bet."""

    class Bets(PolicyPlayer):
        def __init__(self) -> None:
            pass

        def decide(self, *_: object) -> str:
            return "bet"

    for number in range(100):
        match = Match(game, 2, game.options(), f"{number}")
        seating = [Seating(game, game.options(), 2, n, bytes) for n in range(2)]
        bots = [Bot("Bet", lambda _: Bets(), one) for one in seating]
        while not (isinstance(match.turn, Choose) and match.turn.player == 1):
            match.step(bots, quick)
        if match.observation(1).faces[1] == "K":
            return match.observation(1)
    raise AssertionError("nobody gets the king")


def test_a_policy_of_another_game_is_told_and_not_played() -> None:
    game, options = GAMES["goofspiel"], GAMES["goofspiel"].options()
    bots = seated(game, options, goofspiel()[2], 1)
    match = Match(game, 2, options, "cards")
    while match.observation(0).choice is None:
        match.step(bots, quick)
    decision = bots[0].decide(match.observation(0), quick())
    assert decision.complaint is not None
    told = english(decision.complaint)
    assert "Ada has failed (the policy is for goofspiel, version 2, cards=3" in told


# The file


def test_a_policy_reads_back_as_it_was_written() -> None:
    for policy in (shipped("kuhn"), goofspiel()[2]):
        assert decode(encode(policy)) == policy


def changed(**fields: object) -> bytes:
    whole = json.loads(encode(shipped("kuhn")))
    return json.dumps({**whole, **fields}).encode()


def with_set(chances: object) -> bytes:
    return changed(seats=[{"J": chances}, {}])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        changed(format="p2pgame policy 2"),
        changed(more=1),
        changed(seats=[{}]),
        changed(seats=[{}, {}, {}]),
        changed(options={"cards": None}),
        changed(iterations=-1),
        changed(iterations="7"),
        changed(exploitability=-0.1),
        changed(exploitability=float("nan")),
        changed(value=None),
        with_set({"check": WHOLE - 1}),
        with_set({"check": WHOLE + 1, "bet": -1}),
        with_set({"check": WHOLE, "bet": 0}),
        with_set({"check": float(WHOLE) / 3}),
        with_set({"": WHOLE}),
        with_set({"bet\n": WHOLE}),
        with_set({"b" * 257: WHOLE}),
        with_set({}),
        with_set([["check", WHOLE]]),
    ],
    ids=lambda data: data[-40:].decode(),
)
def test_what_is_no_policy_is_refused(data: bytes) -> None:
    with pytest.raises(Refusal, match="policy-wrong"):
        decode(data)


def test_a_file_that_is_too_long_is_not_parsed() -> None:
    good = encode(shipped("kuhn"))
    with pytest.raises(Refusal, match="longer than"):
        decode(good + b" " * (SIZE_LIMIT + 1 - len(good)))


def test_rounded_chances_add_up() -> None:
    for sets in shipped("leduc").seats:
        assert all(sum(chances.values()) == WHOLE for chances in sets.values())


def test_options_in_another_order_are_the_same_game() -> None:
    game, options, policy = goofspiel()
    assert len(policy.options) > 1
    turned = dict(reversed(policy.options.items()))
    again = msgspec.structs.replace(policy, options=turned)
    assert again.why_not_for(game, options, 2) is None
