"""What was begun by older rules goes on: programs, drawings and sentences take it."""

from __future__ import annotations

import random

import pytest

from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot, Decision
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.agents.opponent import Opponent
from p2pgame.agents.registry import opponents
from p2pgame.engine import Look, Over
from p2pgame.games import registry
from p2pgame.games.registry import KNOWN
from p2pgame.scene import drawn, sentences
from p2pgame.text.catalogue import Catalogue
from tests.games.cases import GOLDEN

OLDER = [key for key in KNOWN if key[1] < registry.find(key[0]).version]
#: Turns that are looked at, and simulations of those who think.
TURNS, SIMULATIONS = 24, 1
NAMES = tuple(f"Player {n}" for n in range(10))


class Strict(Bot):
    """A bot whose agent has to decide each time, and well."""

    def decide(self, observation: Observation, budget: Budget) -> Decision:
        decision = super().decide(observation, budget)
        assert decision.complaint is None, decision.complaint
        return decision


def cases() -> list[tuple[str, int, Opponent]]:
    return [(name, number, one) for name, number in OLDER for one in opponents(name)]


def begun(name: str, version: int, one: Opponent) -> tuple[Match, list[Strict]]:
    game = registry.find(name, version)
    seats, options = next((s, o) for known, s, o in GOLDEN if known == name)
    match, make = Match(game, seats, game.options(**options), "cards"), one.maker()
    terms = game, match.options, seats
    bots = [
        Strict(one.name, make, Seating(*terms, seat, random.Random(seat).randbytes))
        for seat in range(seats)
    ]
    return match, bots


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=SIMULATIONS)


@pytest.mark.parametrize(
    ("name", "version", "one"), cases(), ids=lambda value: getattr(value, "name", None)
)
def test_every_program_for_a_game_plays_its_older_versions(
    name: str, version: int, one: Opponent
) -> None:
    match, bots = begun(name, version, one)
    for _ in range(TURNS):
        if isinstance(match.turn, Over):
            break
        match.step(bots, quick)


@pytest.mark.parametrize(("name", "version"), OLDER)
def test_an_older_version_is_drawn_and_told(name: str, version: int) -> None:
    match, bots = begun(name, version, opponents(name)[0])
    words = Catalogue("en")
    words.learn(match.game)
    look = Look(0, NAMES, 80, 24, say=lambda told: words.say(told, NAMES))
    for _ in range(TURNS):
        if isinstance(match.turn, Over):
            break
        faces = match.secrets.known_to(0)
        scene = match.game.scene(match.state, faces, 0)
        if scene is None:
            assert match.game.draw(match.state, faces, look)
            told = match.game.in_sentences(match.state, faces, 0)
        else:
            assert drawn(scene, look)
            told = sentences(scene, 0)
        assert all(words.say(one, NAMES) != one.id for one in told)
        match.step(bots, quick)
