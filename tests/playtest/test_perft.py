"""Everything that can come of a turn, and how much of it there is."""

from __future__ import annotations

import pytest

from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    NoneOf,
    OneOf,
    Open,
    Opened,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Rolled,
    Shuffle,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
    digest,
    start,
)
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import find
from p2pgame.games.tictactoe import Board, TicTacToe
from p2pgame.playtest import Perft, Unseen, outcomes, perft, tree
from p2pgame.playtest.outcomes import ways
from tests.playtest.everything import Everything, Seen

TICTACTOE = TicTacToe()
EVERYTHING = Everything()
EMPTY = Board()
SHUFFLE = Shuffle(("a", "b", "b"), (0, 1))


def branches(*turns: Turn) -> list[Unseen]:
    """Return every branch after these turns, one after another."""
    now = [Unseen()]
    for turn in turns:
        now = [after for u in now for _, after in outcomes(EVERYTHING, Seen(), turn, u)]
    return now


@pytest.mark.row("G09")
def test_tictactoe_has_the_published_positions_nodes_and_plays() -> None:
    whole = tree(TICTACTOE, EMPTY)
    assert whole.positions == 5478
    assert whole.nodes == 549_946
    assert whole.plays == 255_168
    counter = Perft(TICTACTOE)
    assert sum(counter.leaves(EMPTY, depth) for depth in range(10)) == whole.nodes
    assert counter.leaves(EMPTY, 10) == 0


@pytest.mark.row("G10")
def test_a_position_is_a_table_of_choices_players_and_new_positions() -> None:
    # X |   | X
    #   | X | O     and it is O's turn
    #   |   | O
    state = EMPTY
    for n, move in enumerate(("1", "6", "5", "9", "3")):
        state = advance(TICTACTOE, state, Chosen(n % 2, move)).state
    turn = TICTACTOE.turn(state)
    assert isinstance(turn, Choose)
    assert turn.player == 1
    table = {}
    for event, _ in outcomes(TICTACTOE, state, turn, Unseen()):
        assert isinstance(event, Chosen)
        after = advance(TICTACTOE, state, event).state
        then = TICTACTOE.turn(after)
        assert isinstance(then, Choose)
        table[event.move] = then.player, TICTACTOE.show(after, {})
    assert table == {
        "2": (0, "X O X\n4 X O\n7 8 O"),
        "4": (0, "X 2 X\nO X O\n7 8 O"),
        "7": (0, "X 2 X\n4 X O\nO 8 O"),
        "8": (0, "X 2 X\n4 X O\n7 O O"),
    }


@pytest.mark.row("G11")
def test_making_a_choice_gives_a_new_state_and_leaves_the_old_one() -> None:
    was = digest(EMPTY)
    after = [
        advance(TICTACTOE, EMPTY, event).state
        for event, _ in outcomes(TICTACTOE, EMPTY, TICTACTOE.turn(EMPTY), Unseen())
    ]
    assert len({*after}) == 9
    assert EMPTY not in after
    assert digest(EMPTY) == was


@pytest.mark.row("G08")
def test_chance_has_one_outcome_for_each_way_it_may_fall() -> None:
    def events(turn: Turn) -> list[object]:
        return [event for event, _ in outcomes(EVERYTHING, Seen(), turn, Unseen())]

    assert events(Roll(6)) == [Rolled((n,)) for n in range(6)]
    assert len({*events(Roll(6, 2))}) == 36
    assert len(branches(Roll(6, hands=((0, (1,)), (1, (2,)))))) == 36
    assert len(branches(Place(0, (7, 8), ("ship", "sea")))) == 2


@pytest.mark.row("G08")
def test_cards_are_drawn_when_they_are_seen_and_equal_faces_are_one() -> None:
    assert len(branches(SHUFFLE)) == 1
    hands = branches(SHUFFLE, Deal(((0, (0,)), (1, (1,)))))
    assert [dict(hand.drawn) for hand in hands] == [
        {0: "a", 1: "b"},
        {0: "b", 1: "a"},
        {0: "b", 1: "b"},
    ]
    assert len(branches(SHUFFLE, Deal(((0, (0,)), (1, (1,)))), Open((0, 1, 2)))) == 3
    assert len(branches(SHUFFLE, Open((2,)), Open((1,)), Open((0,)))) == 3
    mixed = branches(SHUFFLE, Open((0,)), Reshuffle((0, 1), (0, 1), 5), Open((5, 6)))
    # a|b b: ab ba; b|a b: one card is left out, so ba bb ab or bb
    assert [dict(branch.drawn) for branch in mixed] == [
        {5: "a", 6: "b"},
        {5: "b", 6: "a"},
        {5: "a", 6: "b"},
        {5: "b", 6: "a"},
        {5: "b", 6: "b"},
    ]


def test_what_is_about_to_be_mixed_has_no_order() -> None:
    # a and b, or b and b, go into the new pile: which lay where is all one.
    mixed = branches(SHUFFLE, Reshuffle((0, 1), (0, 1), 5))
    assert [(dict(u.drawn), u.pools[-1].faces) for u in mixed] == [
        ({}, ("a", "b")),
        ({}, ("b", "b")),
    ]


def test_a_claim_has_the_outcomes_in_which_it_is_true() -> None:
    dealt = (SHUFFLE, Deal(((0, (0,)),)))
    assert len(branches(*dealt, Prove(0, OneOf(0, ("a",))))) == 1
    assert len(branches(*dealt, Prove(0, NoneOf((0,), ("a",))))) == 1
    assert branches(*dealt, Prove(0, OneOf(0, ("x",)))) == []


def test_joint_decisions_have_every_combination() -> None:
    signs = ("rock", Amount("bid", 1, 2))
    turn = Together((Choose(0, signs), Choose(1, ("x",))))
    events = [event for event, _ in outcomes(EVERYTHING, Seen(), turn, Unseen())]
    assert events == [
        ChosenTogether(("rock", "x")),
        ChosenTogether(("bid 1", "x")),
        ChosenTogether(("bid 2", "x")),
    ]
    tick = [
        event
        for event, _ in outcomes(EVERYTHING, Seen(), Tick((1, 0), ("go",)), Unseen())
    ]
    assert tick == [
        Ticked(()),
        Ticked(((1, "go"),)),
        Ticked(((0, "go"),)),
        Ticked(((0, "go"), (1, "go"))),
    ]


@pytest.mark.parametrize(
    "turn",
    [
        Roll(6, 2),
        Roll(6, hands=((0, (1, 2)),)),
        Choose(0, ("x", Amount("bid", 3, 9))),
        Together((Choose(0, ("x", "y")), Choose(1, ("x", Amount("n", 0, 5))))),
        Tick((0, 1, 2), ("x", "y")),
        Shuffle(("a", "b"), (0,)),
        Over((0, 0)),
    ],
    ids=lambda turn: type(turn).__name__,
)
def test_ways_are_counted_without_walking_them(turn: Turn) -> None:
    walked = [*outcomes(EVERYTHING, Seen(), turn, Unseen())]
    assert ways(turn, Unseen()) == len(walked)


def test_kuhn_poker_has_six_deals_of_five_plays() -> None:
    game = KuhnPoker()
    whole = tree(game, start(game, 2, game.options()).state)
    assert whole.plays == 30
    # OpenSpiel's 58 nodes have two deals for our one and no shuffle or opening:
    # 1 + 3 + 6 + 6 x 8; ours are 1 + 1 + 6 x 9 and 3 openings of each deal.
    assert whole.nodes == 1 + 1 + 6 * 9 + 6 * 3
    assert [perft(game, start(game, 2, game.options()).state, n) for n in range(7)] == [
        *(1, 1, 6, 12, 24, 24, 6),
    ]


#: Martin Fierz and Aart Bik counted draughts so far and farther.
CHECKERS = (7, 49, 302, 1469, 7361, 36768)


@pytest.mark.parametrize(
    ("name", "counts", "option"),
    [
        ("checkers", CHECKERS[:5], {}),
        ("chess", (20, 400, 8902), {"agreement": False}),
    ],
)
def test_published_counts_are_met(
    name: str, counts: tuple[int, ...], option: dict[str, bool]
) -> None:
    if name == "chess":
        pytest.importorskip("chess")
    game: AnyGame = find(name)
    state = start(game, 2, game.options(**option)).state
    counter = Perft(game)
    assert tuple(counter.leaves(state, n + 1) for n in range(len(counts))) == counts


def test_each_first_move_has_its_share() -> None:
    shares = dict(Perft(TICTACTOE).divide(EMPTY, 3))
    assert sum(shares.values()) == 504
    assert shares[Chosen(0, "1")] == 56


def test_what_has_no_end_of_ways_is_refused_in_a_sentence() -> None:
    game = find("holdem")
    state = start(game, 2, game.options()).state
    with pytest.raises(ValueError, match=r"a Deal may go in 6,497,400 ways"):
        perft(game, state, 4)


def test_a_game_that_can_come_back_has_no_whole() -> None:
    game = find("pig")
    with pytest.raises(ValueError, match="can come back"):
        tree(game, start(game, 2, game.options(goal=6)).state)


def test_opening_what_was_opened_changes_nothing() -> None:
    (first, *_) = branches(SHUFFLE, Open((0,)))
    ((event, again),) = outcomes(EVERYTHING, Seen(), Open((0,)), first)
    assert event == Opened(("a",))
    assert again == first
