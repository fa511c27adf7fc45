"""Rounds go round the table, and turns end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    State,
    plain,
)
from p2pgame.tabletop.dealing import deal
from p2pgame.tabletop.orders import after
from p2pgame.tabletop.rounds import Round, finish_turn
from tests.english import worded


@pytest.mark.row("B43")
def test_five_cards_go_to_four_players_in_order() -> None:
    round, hands = Round((0, 1, 2, 3)), [list[int]() for _ in range(4)]
    for card in range(20):
        assert round.lap == card // 4
        hands[round.player].append(card)
        round = round.again()
    assert hands == [[n, n + 4, n + 8, n + 12, n + 16] for n in range(4)]
    assert (round.lap, round.player) == (5, 0)
    dealt = deal(tuple(range(20)), ((),) * 4, each=5)
    assert dealt == ((), tuple(tuple(hand) for hand in hands))


@pytest.mark.row("B43")
def test_each_player_has_turns_until_a_condition_holds() -> None:
    wanted = {0: 1, 1: 3, 2: 2}
    round, order, had = Round((0, 1, 2)), list[int](), dict.fromkeys(wanted, 0)
    while not round.over:
        player = round.player
        order.append(player)
        had[player] += 1
        last = had[player] == wanted[player]
        round = round.through() if last else round.again()
    assert order == [0, 1, 2, 1, 2, 1]
    assert had == wanted


@pytest.mark.row("B43")
@pytest.mark.parametrize("laps", [1, 3])
def test_a_number_of_rounds_is_counted(laps: int) -> None:
    round, turns = Round((3, 1, 2)), 0
    while round.lap < laps:
        round, turns = round.again(), turns + 1
    assert turns == 3 * laps
    assert round.player == 3


@pytest.mark.row("B43")
def test_a_player_who_leaves_is_skipped_at_any_point_of_the_round() -> None:
    round = Round((0, 1, 2, 3)).again().again()
    assert (round.queue, round.waiting) == ((2, 3), (0, 1))
    assert round.without([2, 0]) == Round((3,), (1,))
    assert round.without([2, 3]) == Round((0, 1), lap=1)
    assert round.without(range(4)).over


@pytest.mark.row("B43", "B75")
def test_where_a_round_is_belongs_to_the_state() -> None:
    class Game(State, frozen=True):
        acting: Round

    state = Game(Round((0, 1)))
    later = replace(state, acting=state.acting.again())
    assert (state.acting.player, later.acting.player) == (0, 1)


class Work(State, frozen=True):
    tasks: tuple[int, ...]
    player: int = 0
    calls: tuple[str, ...] = ()


def noted(call: str, state: Work) -> Work:
    return replace(state, calls=(*state.calls, f"{call} {state.player}"))


FINISH = finish_turn(
    lambda state: plain("they have work to do") if state.tasks[state.player] else None,
    lambda state: replace(noted("pass", state), player=after(state.player, range(3))),
    end=lambda state: noted("end", state),
    start=lambda state: noted("start", state),
)


@pytest.mark.row("B40")
def test_a_turn_that_is_over_is_set_back_passed_on_and_prepared() -> None:
    state = FINISH.apply(Work((1, 0, 0), player=2))
    assert state is not None
    assert state.calls == ("end 2", "pass 2", "start 0")
    assert state.player == 0


@pytest.mark.row("B40")
def test_a_turn_that_is_not_over_says_why() -> None:
    assert FINISH.why_not(Work((0, 0, 0))) is None
    assert worded(FINISH.why_not(Work((1, 0, 0)))) == (
        "turn-not-over",
        "the turn is not over because they have work to do",
    )
