"""``make openspiel-check``: search beside OpenSpiel's own, with equal simulations.

OpenSpiel's MCTS plays where nothing is hidden, its ISMCTS elsewhere.  Both players have
the same number of simulations a move; they change seats on the same cards.  It fails if
the search wins less than half, by more than the 95 % interval.  OpenSpiel can search
only games that resample what is hidden, so these are all that both have and play in
minutes.  ``python -m tests.agents.openspiel_check --help`` says more.

A draw that OpenSpiel calls sooner at checkers (see tests/games) ends the game.  Hearts
is one hand of four without passing; each of the two has the seats across.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from typing import Any

import pyspiel
from msgspec.structs import replace

from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.arena.match import stream
from p2pgame.agents.arena.tally import Interval
from p2pgame.agents.bot import Bot, Decision
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.agents.search.search_agent import SearchAgent
from p2pgame.engine import (
    AnyGame,
    Chosen,
    ChosenTogether,
    Opened,
    Over,
    Rolled,
    Shuffled,
)
from p2pgame.games.duel.leduc import DECK
from p2pgame.games.registry import find
from p2pgame.games.tricks.hearts import Hearts as HeartsState
from p2pgame.games.tricks.hearts import HeartsGame, HeartsOptions
from p2pgame.playtest.dealer import Secrets
from p2pgame.tabletop.tricks import slot_of

SIMULATIONS, GAMES = 200, 400
#: The constants of OpenSpiel's own examples for these bots.
MCTS_C, ISMCTS_C = 2.0, 1.0


class Both(ABC):
    """One game in both programs; ``theirs`` is OpenSpiel's state."""

    name: str
    other: str
    hides = False
    seats = 2
    options: Mapping[str, int] = {}

    def __init__(self, number: int, simulations: int) -> None:
        game = pyspiel.load_game(self.other)
        rollouts = pyspiel.RandomRolloutEvaluator(1, number)
        self.theirs: Any = game.new_initial_state()
        self.bot: Any
        #: How many events of the match were mirrored.
        self.done = 0
        if self.hides:
            most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            self.bot = pyspiel.ISMCTSBot(
                number, rollouts, ISMCTS_C, simulations, -1, most
            )
        else:
            self.bot = pyspiel.MCTSBot(
                game, rollouts, MCTS_C, simulations, 100, True, number, False
            )

    @classmethod
    def game(cls) -> AnyGame:
        return find(cls.name)

    @abstractmethod
    def action(self, move: str) -> int:
        """Return OpenSpiel's number of one of our moves, before it is made."""

    def dealt(self, secrets: Secrets) -> None:
        """Deal the same cards in OpenSpiel's game, if it has any."""
        return None

    def opened(self, faces: Sequence[str]) -> None:
        """Open the same cards in OpenSpiel's game, if that is an event of it."""
        return None

    def together(self, moves: Sequence[str]) -> None:
        """Make in OpenSpiel's game what all have chosen at the same time."""
        raise NotImplementedError

    def decided(self, seat: int, moves: Sequence[str]) -> str:
        """Return which of our moves OpenSpiel's bot makes."""
        action = self.bot.step(self.theirs)
        return next(move for move in moves if self.action(move) == action)

    def follow(self, of: Match) -> None:
        """Do what has happened in the match since."""
        past = of.observation(0).past
        for seen in past[self.done :]:
            match seen.event:
                case Chosen(_, move):
                    self.theirs.apply_action(self.action(move))
                case ChosenTogether(moves):
                    self.together(moves)
                case Rolled(values):
                    self.theirs.apply_action(values[0])
                case Shuffled():
                    self.dealt(of.secrets)
                case Opened(faces):
                    self.opened(faces)
        self.done = len(past)


class TicTacToe(Both):
    name, other = "tictactoe", "tic_tac_toe"

    def action(self, move: str) -> int:
        return int(move) - 1


class Checkers(Both):
    name, other = "checkers", "checkers"

    def action(self, move: str) -> int:
        names = {
            self.theirs.action_to_string(a): a for a in self.theirs.legal_actions()
        }
        return int(names[move.replace("-", "").replace("x", "")])


class Kuhn(Both):
    name, other, hides = "kuhn", "kuhn_poker", True

    def dealt(self, secrets: Secrets) -> None:
        for slot in (0, 1):
            self.theirs.apply_action("JQK".index(secrets.faces[slot]))

    def action(self, move: str) -> int:
        return int(move in ("bet", "call"))


class Leduc(Both):
    name, other, hides = "leduc", "leduc_poker", True

    def dealt(self, secrets: Secrets) -> None:
        for slot in (0, 1):
            self.theirs.apply_action(DECK.index(secrets.faces[slot]))

    def opened(self, faces: Sequence[str]) -> None:
        if len(faces) == 1:
            self.theirs.apply_action(DECK.index(faces[0]))

    def action(self, move: str) -> int:
        return {"fold": 0, "check": 1, "call": 1, "raise": 2}[move]


class Pig(Both):
    name, other = "pig", "pig(players=2,winscore=100,horizon=1000000)"

    def action(self, move: str) -> int:
        return ("roll", "hold").index(move)


class NoPassing(HeartsGame):
    """A hand of hearts without passing, as each fourth one is.

    OpenSpiel 2.0.2 crashes when it searches a hand with passing.
    """

    def setup(self, seats: int, options: HeartsOptions) -> HeartsState:
        return replace(super().setup(seats, options), number=3)


class Hearts(Both):
    name, other, hides = "hearts", "hearts(qs_breaks_hearts=False)", True
    seats, options = 4, {"goal": 1}

    @classmethod
    def game(cls) -> AnyGame:
        return NoPassing()

    def dealt(self, secrets: Secrets) -> None:
        self.faces = secrets.faces
        self.theirs.apply_action(0)
        for slot in range(52):
            self.theirs.apply_action(self._card(slot))

    def _card(self, slot: int) -> int:
        face = self.faces[slot]
        return 4 * "23456789TJQKA".index(face[0]) + "cdhs".index(face[1])

    def action(self, move: str) -> int:
        return self._card(slot_of(move))

    def together(self, moves: Sequence[str]) -> None:
        """Lead the 2 of clubs, which one player has shown."""
        (leads,) = (move for move in moves if move != "none")
        self.theirs.apply_action(self.action(leads))

    def decided(self, seat: int, moves: Sequence[str]) -> str:
        return moves[0] if len(moves) == 1 else super().decided(seat, moves)


ALL: tuple[type[Both], ...] = (TicTacToe, Kuhn, Leduc, Pig, Checkers, Hearts)


class Theirs(Bot):
    """OpenSpiel's bot in a seat of our match."""

    def __init__(self, both: Both) -> None:
        self.name, self.both = "OpenSpiel", both

    def decide(self, observation: Observation, budget: Budget) -> Decision:
        choice = observation.choice
        assert choice is not None
        moves = [str(offer) for offer in choice.moves]
        return Decision(self.both.decided(observation.seat, moves))


def play(kind: type[Both], simulations: int, number: int) -> float:
    """Play a game, every second one with the same cards.

    Return what search won with every second seat, on the average.
    """
    game = kind.game()
    options = game.options(**kind.options)
    match = Match(game, kind.seats, options, f"deal {number // 2}")
    both, mine = kind(number, simulations), range(number % 2, kind.seats, 2)
    bots: list[Bot] = [Theirs(both) for _ in range(kind.seats)]
    for seat in mine:
        entropy = stream(f"game {number} seat {seat}")
        seating = Seating(game, options, kind.seats, seat, entropy)
        bots[seat] = Bot("search", lambda at: SearchAgent(at, simulations), seating)
    budget = Budget.of(lambda: 0.0, simulations=simulations)
    while not isinstance(match.turn, Over):
        if both.theirs.is_terminal() and kind.seats == 2:
            return float(both.theirs.returns()[mine[0]])
        match.step(bots, lambda: budget)
        both.follow(match)
    return sum(match.turn.payoffs[seat] for seat in mine) / len(mine)


def check(kind: type[Both], games: int, simulations: int, pool: Executor) -> bool:
    """Play games in pairs, and print what search won; return whether it is no worse."""
    began = time.monotonic()
    won = list(pool.map(partial(play, kind, simulations), range(games), chunksize=2))
    pairs = [(a + b) / 2 for a, b in zip(won[::2], won[1::2], strict=True)]
    interval = Interval.of(pairs)
    took = time.monotonic() - began
    print(f"{kind.name:10} {interval} a game, {games} games, {took:.0f} s", flush=True)
    return interval.mean + interval.margin >= 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Play search against OpenSpiel's.")
    parser.add_argument("names", nargs="*", help="games, by default all")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    kinds = [kind for kind in ALL if kind.name in (asked.names or (kind.name,))]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(asked.processes, mp_context=context) as pool:
        held = [check(kind, asked.games, asked.simulations, pool) for kind in kinds]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
