"""A look ahead proves outcomes: as a search of everything, as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from p2pgame.agents.exhaustive import Exhaustive
from p2pgame.agents.search import look_ahead
from p2pgame.agents.search.ismcts import search, up_to
from p2pgame.agents.search.knowledge import Knowledge
from p2pgame.engine import Choose, Chosen, Over, Reason, State, advance, start
from p2pgame.games.registry import GAMES
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.playout import pick
from tests.agents.search.test_search import moved, problem

TICTACTOE, CHECKERS = GAMES["tictactoe"], GAMES["checkers"]


def positions(name: str, games: int, least: int) -> Iterator[tuple[State, Choose]]:
    """Yield the positions of random games from their move number ``least`` on."""
    game = GAMES[name]
    for number in range(games):
        chance = Chance(f"positions {number}")
        state = start(game, 2, game.options()).state
        count = 0
        while not isinstance(turn := game.turn(state), Over):
            assert isinstance(turn, Choose)
            if count >= least:
                yield state, turn
            event = Chosen(turn.player, pick(turn.moves, chance))
            state, count = advance(game, state, event).state, count + 1


def exact(state: State) -> dict[str, Sequence[float]]:
    """Return the payoffs after each move, with best play, by trying everything."""
    player = Exhaustive(Chance("none"))
    turn: Any = TICTACTOE.turn(state)
    return {
        move: player._payoffs(
            TICTACTOE, advance(TICTACTOE, state, Chosen(turn.player, move)).state
        )
        for move in turn.moves
    }


def test_what_is_certain_is_what_best_play_leads_to() -> None:
    checked = 0
    for state, turn in positions("tictactoe", 60, 1):
        truth = exact(state)
        found = look_ahead.certain(TICTACTOE, state, turn)
        best = max(payoffs[turn.player] for payoffs in truth.values())
        for move, payoffs in found.items():
            assert tuple(payoffs) == tuple(truth[move]), (state, move)
        proved = max((p[turn.player] for p in found.values()), default=-2)
        # A lost position is left to the search, all others are solved.
        assert proved == best or best == -1, state
        checked += len(found)
    assert checked > 500


def test_of_moves_that_all_lose_those_that_lose_last_stay_open() -> None:
    sooner = 0
    for state, turn in positions("tictactoe", 200, 1):
        truth = exact(state)
        if all(payoffs[turn.player] == -1 for payoffs in truth.values()):
            found = look_ahead.certain(TICTACTOE, state, turn)
            assert found.keys() < truth.keys(), state
            sooner += len(found)
    assert sooner > 10


def test_a_search_of_one_simulation_wins_at_once_and_never_loses_to_a_fork() -> None:
    lost = 0
    for number in range(60):
        chance, moves = Chance(f"forks {number}"), list[str]()
        while not isinstance(turn := TICTACTOE.turn(moved("tictactoe", moves)), Over):
            assert isinstance(turn, Choose)
            if turn.player == 1:
                at = moved("tictactoe", moves)
                known = Knowledge(TICTACTOE, 2, 1)
                found = search(problem("tictactoe", 2, at, known), "one", up_to(1))
                moves.append(found.table.best(1))
            else:
                moves.append(str(pick(turn.moves, chance)))
        lost += turn.payoffs[1] < 0
    assert lost == 0


def test_a_look_ahead_ends_with_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*args: Any) -> Any:
        made.append(args)
        return advance(*args)

    monkeypatch.setattr(look_ahead, "advance", counted)
    state = start(CHECKERS, 2, CHECKERS.options()).state
    turn: Any = CHECKERS.turn(state)
    assert look_ahead.certain(CHECKERS, state, turn, 500) == {}
    assert len(made) == 500


class Polite(type(TICTACTOE)):  # type: ignore[misc]
    """Tic-tac-toe in which it is unfair to take cell 3 while another is free."""

    def why_unfair(self, state: State, player: int, move: str, faces: Any) -> Any:
        turn: Any = self.turn(state)
        is_unfair = move == "3" and len(turn.moves) > 1
        return Reason.of("unfair", "no-such-card", cards="") if is_unfair else None


def test_a_move_that_would_be_unfair_is_not_proved() -> None:
    state = moved("tictactoe", ("1", "4", "2", "5"))
    known = Knowledge(TICTACTOE, 2, 0)
    fair = problem("tictactoe", 2, state, known)
    assert search(fair, "seed", up_to(20)).table.best(0) == "3"
    polite = replace(fair, game=Polite())
    assert search(polite, "seed", up_to(20)).table.best(0) != "3"
