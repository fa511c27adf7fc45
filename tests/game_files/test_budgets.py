"""Rules in another process take a turn's processor time, and bytes, within bounds."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from p2pgame.engine import AnyGame, Choose, Chosen, RulesError, start, view
from p2pgame.engine.guarded import guarded
from p2pgame.game_files import budgets, rules_process
from p2pgame.game_files.confined_game import confined, confinement
from p2pgame.game_files.sizes import ANSWER_LIMIT, KEPT_EACH, LIMITS, Answers
from tests.game_files.test_confined_game import rules

#: Rules that compute a while in each call, and say a text of any length.
SLOW = """
    def why_illegal(self, state: Said, player: int, move: str) -> None:
        sum(range(200_000))

    def in_hand(self, state: Said, player: int, faces: Mapping[int, str]) -> str:
        sum(range(200_000))
        return faces[0]
"""
#: The most calls of those that are made: some ten times what fits in a budget.
MOST = 400


@pytest.fixture
def made() -> Iterator[list[AnyGame]]:
    """Games whose processes end with the test."""
    games: list[AnyGame] = []
    yield games
    for game in games:
        confinement(game).close()


def slow(made: list[AnyGame], each: float) -> AnyGame:
    made.append(confined(rules(more=SLOW), each))
    return made[-1]


@pytest.mark.attack(57)
def test_all_calls_of_one_turn_have_one_budget(made: list[AnyGame]) -> None:
    game = slow(made, 0.2)
    state = start(game, 2, game.options()).state
    with pytest.raises(RulesError, match=r"longer than 0.2 .* processor for one turn"):
        [game.why_illegal(state, 0, f"{n}") for n in range(MOST)]


@pytest.mark.attack(57)
def test_all_views_of_one_turn_have_one_budget_beside_it(made: list[AnyGame]) -> None:
    game = slow(made, 0.2)
    state = start(game, 2, game.options()).state
    with pytest.raises(RulesError, match=r"longer than 0.2 .* processor for one view"):
        [game.in_hand(state, 0, {0: f"{n}"}) for n in range(MOST)]


@pytest.mark.attack(57)
def test_who_looks_long_at_a_slow_board_stops_no_rules_and_starves_nobody() -> None:
    now, taken, each = 1000.0, 0.0, 5.0
    all = budgets.Budgets(each, lambda: now)
    for _ in range(3600):  # as much as is filled up meanwhile...
        now += 15
        budget = all.of("show", b"one")
        assert budget.left > 1.25
        budget.left -= 1.25
    begun = now
    for _ in range(3600):  # ...then all that there is
        now += 1
        budget = all.of("show", b"one")
        taken, budget.left = taken + budget.left, 0.0
    assert taken <= each * (1 + (now - begun) / budgets.WINDOW)
    now += 1e6
    assert all.of("show", b"one").left == each


@pytest.mark.attack(57)
def test_a_new_turn_has_a_new_budget() -> None:
    all = budgets.Budgets(5.0, lambda: 0.0)
    all.of("turn", b"one").left = 1.0
    assert all.of("apply", b"one").left == 1.0
    assert all.of("show", b"one").left == all.of("turn", b"two").left == 5.0


@pytest.mark.attack(57)
def test_time_in_which_rules_have_no_processor_does_not_count(
    made: list[AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = slow(made, 0.1)
    pid = confinement(game).process.pid
    asked = list[float]()

    class Meter(budgets.Meter):
        """Lets the process go on once its seconds have passed twice."""

        @property
        def used(self) -> float:
            asked.append(super().used)
            if len(asked) == 6:
                os.kill(pid, signal.SIGCONT)
            return asked[-1]

    monkeypatch.setattr(rules_process, "Meter", Meter)
    os.kill(pid, signal.SIGSTOP)
    state = start(game, 2, game.options()).state
    assert isinstance(game.turn(state), Choose)
    assert len(asked) > 6


@pytest.mark.attack(57)
def test_rules_that_wait_for_nothing_are_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rules_process, "IDLE", 0.1)
    program = "import sys; sys.stdin.read()"
    monkeypatch.setattr(rules_process, "_COMMAND", (sys.executable, "-c", program))
    with pytest.raises(RulesError, match="wait for what never comes"):
        confined(rules())


@pytest.mark.attack(74)
def test_a_state_has_so_many_bytes(made: list[AnyGame]) -> None:
    text = rules().replace("count: int = 0", "count: int = 0\n    more: str = ''")
    made.append(confined(text.replace("state.count + 1", "1, 'x' * state.count")))
    game, move = made[0], Chosen(0, "one")
    state = type(start(game, 2, game.options()).state)
    fits = ANSWER_LIMIT - 100
    assert game.apply(state(fits, ""), move) == state(1, "x" * fits)
    told = (
        rf"fails in apply: it gives a state of \d+ bytes; the limit is {ANSWER_LIMIT}"
    )
    for size in (ANSWER_LIMIT, 900_000, 20_000_000):
        with pytest.raises(RulesError, match=told):
            game.apply(state(size, ""), move)


@pytest.mark.attack(74)
def test_a_turn_and_a_text_have_so_many_bytes(made: list[AnyGame]) -> None:
    turn = "Choose(0, tuple(f'{n:0200}' for n in range(2000)))"
    made.append(confined(rules(turn=turn, shown="'x' * 70_000")))
    game = guarded(made[0])
    state = start(game, 2, game.options()).state
    with pytest.raises(RulesError, match=rf"a turn of 4\d* bytes.* {LIMITS['turn']}"):
        view(game, state, 0, {})
    assert len(game.show(state, {})) < 100, "the engine shows it in its place"


@pytest.mark.attack(74)
def test_answers_are_kept_up_to_so_many_bytes() -> None:
    kept = Answers(limit=4 * (1000 + KEPT_EACH))
    for n in range(100):
        kept.keep(b"first", bytes(1000))
        kept.keep(b"%d" % n, bytes(1000))
        assert kept.get(b"first") is not None, "it was asked for last"
    found = [n for n in range(100) if kept.get(b"%d" % n) is not None]
    assert found == [97, 98, 99]
    kept.keep(b"large", bytes(10_000))
    assert kept.get(b"large") is None


@pytest.mark.attack(57)
def test_what_was_kept_is_the_same_as_what_was_asked(made: list[AnyGame]) -> None:
    made.append(confined(rules()))
    game = made[0]
    state = start(game, 2, game.options()).state
    asked = game.turn(state)
    confinement(made[0]).close()
    assert game.turn(state) == asked
