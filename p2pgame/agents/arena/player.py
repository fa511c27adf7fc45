"""The players of the arena, by name: ``random``, and ``search:200`` with its budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from p2pgame.agents.search import Problem, decide, horizon_of, up_to
from p2pgame.agents.search.knowledge import Knowledge
from p2pgame.engine import AnyGame, Choose, Event, Options, State, Turn
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.playout import pick


class Player(Protocol):
    """Plays one game in one seat."""

    def happened(
        self, state: State, turn: Turn, event: Event, dealt: Mapping[int, str]
    ) -> None:
        """Hear of an event, with the faces that this seat alone learnt."""

    def decide(self, state: State, choice: Choose) -> str:
        """Return a move of ``choice``, whose moves are fair."""


class RandomPlayer:
    """Makes a random fair move."""

    def __init__(self, seed: str) -> None:
        self._chance = Chance(seed)

    def happened(
        self, state: State, turn: Turn, event: Event, dealt: Mapping[int, str]
    ) -> None:
        pass

    def decide(self, state: State, choice: Choose) -> str:
        return pick(choice.moves, self._chance)


class SearchPlayer:
    """Searches with the same number of simulations at each decision."""

    def __init__(
        self,
        knowledge: Knowledge,
        teams: tuple[tuple[int, ...], ...],
        seed: str,
        simulations: int,
    ) -> None:
        self._knowledge, self._teams = knowledge, teams
        self._seed, self._simulations = seed, simulations
        self._decisions = 0

    def happened(
        self, state: State, turn: Turn, event: Event, dealt: Mapping[int, str]
    ) -> None:
        self._knowledge.happened(state, turn, event, dealt)

    def decide(self, state: State, choice: Choose) -> str:
        self._decisions += 1
        game = self._knowledge.game
        problem = Problem(
            game, self._teams, state, self._knowledge, horizon_of(game.name)
        )
        seed = f"{self._seed} decision {self._decisions}"
        return decide(problem, choice, seed, up_to(self._simulations)).move


#: Makes a player by name: for a game with options, seats, a seat and a seed.
Players: TypeAlias = Callable[[str, AnyGame, Options, int, int, str], Player]


def player_of(
    name: str, game: AnyGame, options: Options, seats: int, seat: int, seed: str
) -> Player:
    """Return the player called ``name``.

    Raises:
      ValueError: There is none.
    """
    kind, _, budget = name.partition(":")
    if name == "random":
        return RandomPlayer(seed)
    if kind == "search" and budget.isdecimal() and int(budget):
        knowledge, teams = Knowledge(game, seats, seat), game.teams(seats, options)
        return SearchPlayer(knowledge, teams, seed, int(budget))
    raise ValueError(f"there is no player {name!r}: say random, or search:200")
