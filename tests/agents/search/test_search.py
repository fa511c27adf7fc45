"""The search finds good moves, keeps to its budget, and knows no more than its seat."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from p2pgame.agents.agent import Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.search.counting import Impossible
from p2pgame.agents.search.deciding import Decided, decide
from p2pgame.agents.search.horizon import Horizon, horizon_of
from p2pgame.agents.search.ismcts import search, up_to
from p2pgame.agents.search.knowledge import Knowledge
from p2pgame.agents.search.lots import Lots
from p2pgame.agents.search.moves import sizes
from p2pgame.agents.search.parallel import Cores, ParallelAgent, split
from p2pgame.agents.search.problem import Problem
from p2pgame.agents.search.simulation import Simulator
from p2pgame.agents.search.world import World
from p2pgame.engine import (
    Amount,
    Chosen,
    Deal,
    Dealt,
    Event,
    Over,
    Shuffle,
    Shuffled,
    State,
    advance,
    start,
    view,
)
from p2pgame.engine.guarded import guarded
from p2pgame.engine.offers import choice_of
from p2pgame.game_files.loading import load
from p2pgame.games.registry import GAMES
from p2pgame.playtest import Case
from p2pgame.playtest.chance import Chance
from p2pgame.playtest.dealer import Dealer
from p2pgame.playtest.playout import follow, pick
from tests.agents.search.test_worlds import HIDING, shortest
from tests.agents.search.witness import told, witnessed
from tests.failing_rules import GOOD

TICTACTOE, KUHN = GAMES["tictactoe"], GAMES["kuhn"]


EMPTY = Knowledge(TICTACTOE, 2, 0)


def problem(name: str, seats: int, state: State, knowledge: Knowledge) -> Problem:
    game = GAMES[name]
    teams = game.teams(seats, game.options())
    return Problem(game, teams, state, knowledge, horizon_of(name))


def moved(name: str, moves: Sequence[str]) -> State:
    game = GAMES[name]
    state: State = start(game, 2, game.options()).state
    for n, move in enumerate(moves):
        state = advance(game, state, Chosen(n % 2, move)).state
    return state


def tictactoe(moves: Sequence[str], seed: str, simulations: int) -> str:
    state, seat = moved("tictactoe", moves), len(moves) % 2
    choice = choice_of(TICTACTOE.turn(state), seat)
    assert choice is not None
    known = Knowledge(TICTACTOE, 2, seat)
    to_solve = problem("tictactoe", 2, state, known)
    return decide(to_solve, choice, seed, up_to(simulations)).move


def kuhn(card: str, actions: Sequence[str], seed: str, simulations: int) -> str:
    """Return the move of the seat to act, which holds ``card``."""
    events: list[tuple[Event, Mapping[int, str]]] = [(Shuffled(), {})]
    seat = len(actions) % 2
    events.append((Dealt(), {seat: card}))
    events += [(Chosen(n % 2, move), {}) for n, move in enumerate(actions)]
    state: State = start(KUHN, 2, KUHN.options()).state
    known = Knowledge(KUHN, 2, seat)
    for event, dealt in events:
        known.happened(state, KUHN.turn(state), event, dealt)
        state = advance(KUHN, state, event).state
    choice = choice_of(KUHN.turn(state), seat)
    assert choice is not None
    to_solve = problem("kuhn", 2, state, known)
    return decide(to_solve, choice, seed, up_to(simulations)).move


@pytest.mark.parametrize("horizon", [Horizon(), horizon_of("pig")])
def test_a_position_that_comes_again_in_a_simulation_counts_once(
    horizon: Horizon,
) -> None:
    pig = GAMES["pig"]  # both may hold for ever, and nothing has changed
    state = start(pig, 2, pig.options()).state
    asked = replace(problem("pig", 2, state, Knowledge(pig, 2, 0)), horizon=horizon)
    shares = search(asked, "seed", up_to(300)).shares
    assert sum(visits for visits, _ in shares.values()) == 300


@pytest.mark.parametrize("seed", range(5))
def test_it_wins_in_one_at_tictactoe(seed: int) -> None:
    assert tictactoe(("1", "4", "2", "5"), f"{seed}", 100) == "3"


@pytest.mark.parametrize("seed", range(5))
def test_it_blocks_at_tictactoe(seed: int) -> None:
    assert tictactoe(("1", "5", "2"), f"{seed}", 200) == "3"


@pytest.mark.parametrize("seed", range(10))
def test_at_kuhn_a_king_never_folds_and_a_jack_never_calls(seed: int) -> None:
    for actions in (("bet",), ("check", "bet")):
        assert kuhn("K", actions, f"{seed}", 200) == "call"
        assert kuhn("J", actions, f"{seed}", 200) == "fold"


def test_one_seed_gives_one_move() -> None:
    first = tables(HIDING, "seed")
    assert first == tables(HIDING, "seed")
    assert first != tables(HIDING, "another seed")


def tables(cases: Sequence[Case], seed: str) -> list[object]:
    case = next(case for case in cases if case.game.name == "crazy-eights")
    decided = [decided for _, _, decided in decisions(case, 25, seed)]
    return [(one.move, one.found and one.found.shares) for one in decided]


def decisions(
    case: Case, simulations: int, seed: str = "", at_most: int = 4
) -> list[tuple[int, int, Decided]]:
    """Return some decisions of the case's game: the event's number and the seat."""
    made: list[tuple[int, int, Decided]] = []
    for seat in range(min(case.seats, 2)):
        every = max(1, len(case.playout.events) // at_most)
        asked = -every
        for n, known in witnessed(case, seat):
            if n - asked < every:
                continue
            found = decision(case, n, known, simulations, seed)
            if found is not None:
                asked = n
                made.append((n, seat, found))
    return made


def decision(
    case: Case, n: int, known: Knowledge, simulations: int, seed: str
) -> Decided | None:
    """Return what the seat decides after ``n`` events, if it is to choose then."""
    state, turn = case.playout.steps[n].state, case.playout.turns[n]
    seen = view(case.game, state, known.seat, known.faces, turn)
    if seen.choice is None or isinstance(turn, Over):
        return None
    teams = case.game.teams(case.seats, case.options)
    horizon = horizon_of(case.game.name)
    to_solve = Problem(case.game, teams, state, known, horizon)
    return decide(to_solve, seen.choice, f"{seed} {n}", up_to(simulations))


NAMES = sorted({case.game.name for case in HIDING})


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_no_decision(name: str) -> None:
    """The same game is told with the faces of a world, which its seat takes for it."""
    case = shortest(name)
    for n, seat, decided in decisions(case, 20):
        other = elsewhere(case, n, seat)
        if other is not None:
            again = decision(case, n, other, 20, "")
            assert again is not None
            assert again.move == decided.move
            assert (again.found and again.found.shares) == (
                decided.found and decided.found.shares
            )


def elsewhere(case: Case, n: int, seat: int) -> Knowledge | None:
    """Return the knowledge of ``seat`` after ``n`` events of another deal.

    None if the other deal is no game with these moves: it may contradict what was
    known of cards that have been shuffled again since.
    """
    (_, known) = next(pair for pair in witnessed(case, seat) if pair[0] == n)
    faces, cards = known.draw(Lots("elsewhere")).faces, case.playout.secrets[n].cards
    swapped = {cards[slot]: face for slot, face in faces.items()}
    dealer = Dealer(case.game, f"cards {case.seed}", case.place, swapped)
    other = Knowledge(case.game, case.seats, seat)
    try:
        told_again = [after for _, after in follow(case.playout, dealer)][: n + 1]
    except ValueError:
        return None
    for k in range(n):
        turn, event = case.playout.turns[k], case.playout.events[k]
        dealt = told(turn, event, told_again[k + 1], seat)
        other.happened(case.playout.steps[k].state, turn, event, dealt)
    return other if other.faces == known.faces else None


@pytest.mark.parametrize("name", NAMES)
def test_it_finds_a_legal_move_in_every_game(name: str) -> None:
    case = shortest(name)
    made = decisions(case, 12)
    assert made
    for n, seat, decided in made:
        state = case.playout.steps[n].state
        assert case.game.why_illegal(state, seat, decided.move) is None
        if decided.found is not None:
            assert decided.found.simulations == 12
            assert decided.found.methods.total() == 12


def test_a_search_ends_when_its_budget_does() -> None:
    state = moved("tictactoe", ())
    to_solve = problem("tictactoe", 2, state, Knowledge(TICTACTOE, 2, 0))
    found = search(to_solve, "seed", up_to(37))
    assert found.simulations == found.table.visits == 37
    ticks = iter(range(100))
    timed = search(to_solve, "seed", lambda done: done == 0 or next(ticks) < 10)
    assert timed.simulations == 11


def test_partners_share_what_they_win() -> None:
    """In one team, the two of tic-tac-toe win nothing of each other."""
    known = Knowledge(TICTACTOE, 2, 0)
    state = moved("tictactoe", ())
    alone = Problem(TICTACTOE, ((0,), (1,)), state, known, horizon_of("tictactoe"))
    found = search(alone, "seed", up_to(60))
    assert {worth for _, worth in found.shares.values()} != {0}
    partners = Problem(TICTACTOE, ((0, 1),), state, known, horizon_of("tictactoe"))
    found = search(partners, "seed", up_to(60))
    assert {worth for _, worth in found.shares.values()} == {0}


def test_what_is_certain_is_proved_and_ends_the_search() -> None:
    """The first player threatens two lines: every move of the second loses."""
    state = moved("tictactoe", ("1", "5", "9", "3", "7"))
    known = Knowledge(TICTACTOE, 2, 1)
    found = search(problem("tictactoe", 2, state, known), "seed", up_to(500))
    assert found.simulations < 500
    assert found.table.proved.keys() == found.table.stats.keys()
    assert all(values == (1, -1) for values in found.table.proved.values())


def test_of_many_moves_only_some_compete() -> None:
    case = shortest("hearts")
    n, known = next(
        (n, known)
        for n, known in witnessed(case, 0)
        if (choice := choice_of(case.playout.turns[n], 0)) is not None
        and len(choice.moves) > 200
    )
    decided = decision(case, n, known, 25, "")
    assert decided is not None
    assert decided.found is not None
    assert 10 < len(decided.found.shares) <= 4 * 5


def test_amounts_offer_their_ends_and_more_with_visits() -> None:
    bet = Amount("raise", 20, 1000)
    assert sizes(bet, 0) == [20, 141, 1000]
    assert sizes(bet, 100) == [20, 53, 141, 376, 1000]
    assert len(sizes(bet, 1000)) == 9
    assert sizes(Amount("bid", 1, 5), 0) == [1, 2, 3, 4, 5]
    assert sizes(Amount("random", 0, 10**6), 0) == [0, 1000, 10**6]


def test_where_others_have_few_secrets_they_decide_by_them() -> None:
    """At Kuhn a second player with a king bets more often than one with a jack."""
    state: State = start(KUHN, 2, KUHN.options()).state
    known = Knowledge(KUHN, 2, 0)
    dealt: Mapping[int, str] = {0: "Q"}
    for event in (Shuffled(), Dealt()):
        faces = dealt if isinstance(event, Dealt) else {}
        known.happened(state, KUHN.turn(state), event, faces)
        state = advance(KUHN, state, event).state
    to_solve = problem("kuhn", 2, state, known)
    simulator = Simulator(to_solve, Lots("secrets"), private=True)
    lots = Lots("worlds")
    for _ in range(600):
        simulator.run(World(known.draw(lots).faces, known.known_to))
    bets = simulator.root.child(("bet",))
    king, jack = (bets.table((1, (card,))) for card in "KJ")
    assert king.best(1) == "call"
    assert jack.best(1) == "fold"


def test_more_simulations_are_no_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty games against random moves, both players beginning in turn."""
    # Of itself, without what a look ahead makes certain before any simulation.
    monkeypatch.setattr(Simulator, "look_ahead", lambda _: None)
    few, many = (sum(score(seed, n) for seed in range(40)) for n in (4, 100))
    assert few < many
    assert all(score(seed, 100) >= 0 for seed in range(10))


def score(seed: int, simulations: int) -> int:
    """Return what the search wins of a random player at tic-tac-toe."""
    moves: list[str] = []
    chance, searcher = Chance(f"score {seed}"), seed % 2
    while True:
        state = moved("tictactoe", moves)
        turn: Any = TICTACTOE.turn(state)
        if isinstance(turn, Over):
            return turn.payoffs[searcher]
        if turn.player == searcher:
            moves.append(tictactoe(moves, f"{seed}", simulations))
        else:
            moves.append(pick(turn.moves, chance))


def test_cores_search_as_if_one_after_another() -> None:
    # With an empty board: of all others the outcome is certain before a simulation.
    to_solve = problem("tictactoe", 2, moved("tictactoe", ()), EMPTY)
    with Cores(2) as cores:
        together = cores.search(to_solve, "seed", 51)
    alone = [
        search(to_solve, f"seed process {n}", up_to(share))
        for n, share in enumerate(split(51, 2))
    ]
    assert together.simulations == 51
    alone[0].join(alone[1])
    assert together.shares == alone[0].shares


def test_a_search_on_several_cores_ends_with_its_time() -> None:
    to_solve = problem("tictactoe", 2, moved("tictactoe", ()), EMPTY)
    with Cores(2) as cores:
        assert cores.search(to_solve, "seed", 10**9, seconds=0.0).simulations == 2


def test_a_search_goes_on_in_new_processes_after_one_was_killed() -> None:
    match = Match(TICTACTOE, 2, TICTACTOE.options(), "cards")
    seating = Seating(TICTACTOE, TICTACTOE.options(), 2, 0, os.urandom)
    budget = Budget.of(lambda: 0.0, simulations=8)
    with closing(ParallelAgent(seating, 8)) as agent:
        bot = Bot("search", lambda _: agent, seating)
        assert bot.decide(match.observation(0), budget).complaint is None
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
        assert bot.decide(match.observation(0), budget).complaint is None


def test_rules_that_other_processes_lack_are_searched_here() -> None:
    game = guarded(load(GOOD))
    game.rules = b"of a file"
    match = Match(game, 2, game.options(), "cards")
    seating = Seating(game, game.options(), 2, 0, os.urandom)
    with closing(ParallelAgent(seating, 8)) as agent:
        bot = Bot("search", lambda _: agent, seating)
        budget = Budget.of(lambda: 0.0, simulations=8)
        decision = bot.decide(match.observation(0), budget)
    assert (decision.move in ("yes", "no"), decision.complaint) == (True, None)


def test_no_world_at_all_is_said() -> None:
    known = Knowledge(KUHN, 2, 0)
    state = start(KUHN, 2, KUHN.options()).state
    known.happened(state, Shuffle(("J", "Q", "K"), (0, 1)), Shuffled(), {})
    with pytest.raises(Impossible):
        known.happened(state, Deal(((0, (0,)),)), Dealt(), {0: "A"})
