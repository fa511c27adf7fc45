"""The opponents that come along: none knows more than its seat, and each plays well."""

from __future__ import annotations

import re
from itertools import product

import msgspec
import pytest

from p2pgame.agents import registry
from p2pgame.agents.agent import Agent, Budget
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.agents.opponent import Opponent
from p2pgame.agents.players.liars_dice_player import Bid, Table
from p2pgame.engine import Choose, Over
from p2pgame.games.puzzles.flow.flow_levels import FLOW
from p2pgame.games.puzzles.puzzle_levels import FILL, FOLD
from p2pgame.games.registry import GAMES
from p2pgame.playtest.dealer import Secrets
from tests.agents import secrecy
from tests.agents.secrecy import bot, compare, pairs, quick, shared

#: Positions in which the suite compares an agent's decisions: those that think, others.
THINKING, OTHERS = 3, 24


def thinks(one: Opponent) -> bool:
    return isinstance(one.make, str) and ".search." in one.make


@pytest.mark.parametrize("name", GAMES)
def test_no_agent_decides_by_what_its_seat_may_not_know(name: str) -> None:
    """Deal the hidden cards otherwise: every decision is the same, bit for bit."""
    one_thinks, looks = False, shared(pairs(name))
    for one in registry.opponents(name):
        if thinks(one):
            # They differ in their budgets alone, and here they have none.
            if one_thinks:
                continue
            one_thinks = True
        wanted = THINKING if thinks(one) else OTHERS
        compared = compare(name, one, wanted, looks())
        assert compared >= wanted or next(looks(), None) is None


class Peeping(Agent):
    """Decides by all faces that it gets."""

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        moves = [move for move in choice.moves if isinstance(move, str)]
        faces = "".join(face for _, face in sorted(observation.faces.items()))
        return moves[sum(faces.encode()) % len(moves)]


def test_an_agent_that_sees_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Opponent("peeping", "Peeping Paul", "easy", "peeps", lambda _: Peeping())
    assert compare("kuhn", one, OTHERS, pairs("kuhn")) >= OTHERS
    monkeypatch.setattr(Secrets, "known_to", lambda secrets, _: secrets.faces)
    monkeypatch.setattr(secrecy, "moments", lambda playout, _: [len(playout.events)])
    monkeypatch.setattr(secrecy, "other_deal", lambda *_: {0: "K", 1: "Q", 2: "J"})
    with pytest.raises(secrecy.Seen, match="Peeping Paul sees a secret of kuhn"):
        compare("kuhn", one, OTHERS, pairs("kuhn"))


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
        ("liars-dice", "trusting-tom", "random", 10),
        ("liars-dice", "doubting-dora", "trusting-tom", 60),
    ],
)
def test_the_stronger_wins_more(game: str, better: str, worse: str, games: int) -> None:
    assert sum(ours for ours, _ in results(game, better, worse, games)) > 0


def test_a_bid_is_as_likely_as_the_dice_that_would_make_it_true() -> None:
    mine, pips = (1, 3, 3, 5, 6), range(1, 7)
    for wild, face, number in product((0, 1, 6), pips, range(1, 8)):
        table = Table(wild, mine, 1, 1, 0, 0.0)
        true = [
            sum(one in (face, wild) for one in (*mine, a, b)) >= number
            for a, b in product(pips, pips)
        ]
        likely = table.chance_of(Bid(number, face))
        assert likely == pytest.approx(sum(true) / 36), (wild, face, number)


def test_a_bidder_is_believed_a_little() -> None:
    doubted, believed = (Table(1, (2, 2), 3, 0, 4, trust) for trust in (0.0, 0.4))
    assert believed.chance_of(Bid(2, 4)) > doubted.chance_of(Bid(2, 4))
    assert believed.chance_of(Bid(2, 5)) == doubted.chance_of(Bid(2, 5))


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
