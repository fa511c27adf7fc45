"""The opponents that come along: none knows more than its seat, and each plays well."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from games.puzzles.flow_levels import FLOW
from games.puzzles.puzzle_levels import FILL, FOLD
from games.registry import GAMES
from p2pgame.agents import registry
from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation, Record
from p2pgame.agents.registry import Opponent
from p2pgame.engine import (
    AnyGame,
    Chosen,
    ChosenTogether,
    Expired,
    Options,
    Over,
    Seated,
    Ticked,
    advance,
    start,
    view,
)
from p2pgame.playtest import Case, play
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.playtest.playout import Playout
from p2pgame.playtest.secrecy import _moments, _other_deal

#: Positions of each game that are looked at, and decisions in each.
POSITIONS = 12


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=10)


def seats_of(game: AnyGame) -> int:
    return 2 if 2 in game.seats else game.seats[0]


def bot(one: Opponent, game: AnyGame, options: Options, seat: int, seed: int) -> Bot:
    randomness = random.Random(seed).randbytes
    seating = Seating(game, options, seats_of(game), seat, randomness)
    return Bot(one.display, one.maker(), seating)


def seen(playout: Playout, seat: int, dealer: Dealer) -> Iterator[Observation]:
    """Yield what a seat sees of a game with a dealer's cards, event by event."""
    game, seats, options = playout.game, playout.seats, playout.options
    state, secrets = start(game, seats, options).state, Secrets.of(seats)
    record = Record(game, options, seats, seat, view(game, state, seat, {}))
    yield record.observation
    for event in playout.events:
        turn = game.turn(state)
        if not isinstance(event, Chosen | ChosenTogether | Ticked | Expired | Seated):
            event, secrets = dealer.answer(state, turn, secrets)
        state = advance(game, state, event).state
        record.note(turn, event, view(game, state, seat, secrets.known_to(seat)))
        yield record.observation


def decisions(one: Opponent, looks: list[Observation], seat: int) -> list[str]:
    """Return what an agent that has seen all of this decides, each time anew."""
    made = []
    for look in looks:
        if look.choice is not None:
            player = bot(one, look.game, look.options, seat, seed=7)
            decision = player.decide(look, quick())
            assert decision.complaint is None, decision.complaint
            made.append(decision.move)
    return made


@pytest.mark.parametrize("name", GAMES)
def test_no_agent_decides_by_what_its_seat_may_not_know(name: str) -> None:
    """Deal the hidden cards otherwise: every decision is the same, bit for bit."""
    game = GAMES[name]
    options, seats = game.options(), seats_of(game)
    compared = hidden = 0
    for seed in range(4):
        playout, case = (
            play(game, seats, options, seed),
            Case(game, seats, options, seed),
        )
        for seat in range(seats):
            for until in _moments(playout, seat)[:2]:
                swapped = _other_deal(case, seat, until) or {}
                hidden += bool(swapped)
                pair = []
                for faces in ({}, swapped):
                    dealer = Dealer(game, f"cards {seed}", None, faces)
                    looks = islice(seen(playout, seat, dealer), until + 1)
                    pair.append([x for x in looks if x.choice is not None][-POSITIONS:])
                for one in registry.opponents(name):
                    ours, others = (decisions(one, looks, seat) for looks in pair)
                    assert ours == others, f"{one.display} sees a secret of {name}"
                    compared += len(ours)
    assert compared >= POSITIONS
    assert hidden or not any(secrets.laid for secrets in playout.secrets)


def results(game: str, first: str, second: str, games: int) -> list[tuple[int, ...]]:
    """Play so many games, of which the second half has changed seats."""
    rules = GAMES[game]
    options, found = rules.options(), []
    for number in range(games):
        names = (first, second) if number % 2 == 0 else (second, first)
        bots = [
            bot(registry.find(one, game), rules, options, seat, seed=number)
            for seat, one in enumerate(names)
        ]
        payoffs = Match(rules, 2, options, f"cards {number // 2}").play(bots, quick)
        found.append(payoffs if number % 2 == 0 else payoffs[::-1])
    return found


def test_perfect_pia_never_loses_tic_tac_toe() -> None:
    for other in ("random", "easygoing-eddie", "slipping-sam", "perfect-pia"):
        for ours, _ in results("tictactoe", "perfect-pia", other, 40):
            assert ours >= 0


@pytest.mark.parametrize(
    ("game", "better", "worse", "games"),
    [
        ("tictactoe", "slipping-sam", "random", 60),
        ("memory", "forgetful-fred", "random", 12),
        ("memory", "attentive-anna", "forgetful-fred", 40),
        ("memory", "elephant-ella", "attentive-anna", 60),
        ("pig", "holding-hanna", "random", 40),
        ("kuhn", "balanced-ben", "random", 400),
    ],
)
def test_the_stronger_wins_more(game: str, better: str, worse: str, games: int) -> None:
    assert sum(ours for ours, _ in results(game, better, worse, games)) > 0


LEVELS = [
    (name, level, moves)
    for name, text, moves in (
        ("fill", FILL, 60),
        ("flow", FLOW, 400),
        ("fold", FOLD, 60),
    )
    for level in re.findall(r"^level (\S+)$", text, re.M)
]


@pytest.mark.parametrize(("name", "level", "most"), LEVELS)
def test_patient_petra_solves_every_level(name: str, level: str, most: int) -> None:
    game = GAMES[name]
    options = msgspec.convert({"level": level}, game.options)
    match = Match(game, 1, options, "cards")
    petra = bot(registry.find("patient petra"), game, options, 0, 1)
    while not isinstance(match.turn, Over):
        match.step([petra], quick)
        assert len(match.observation(0).past) <= most
    assert match.state.solved  # type: ignore[attr-defined]


def test_opponents_are_found_by_either_name_in_any_case() -> None:
    pia = registry.find("PERFECT pia")
    assert pia == registry.find("perfect-pia", "tictactoe")
    with pytest.raises(ValueError, match="perfect"):
        registry.find("perfect pai")
    with pytest.raises(ValueError, match="no-such-agent-for"):
        registry.find("perfect-pia", "kuhn")


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_usual_opponents_and_no_name_is_there_twice(name: str) -> None:
    usual = registry.usual(name, 3)
    assert len(usual) == 3
    assert all(one.plays(name) and one.name != "random" for one in usual)
    names = [one.name for one in registry.opponents()]
    assert len({*names}) == len(names)
    shown = [one.display for one in registry.opponents()]
    assert len({*shown}) == len(shown)
    assert all(len(one) <= 24 for one in shown)
