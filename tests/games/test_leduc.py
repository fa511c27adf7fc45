"""Leduc hold'em has its published size, and its rules hold at the edges."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from p2pgame.engine import (
    Choose,
    Chosen,
    Dealt,
    IllegalMove,
    Open,
    Opened,
    Over,
    Shuffled,
    advance,
    replay,
    start,
    view,
)
from p2pgame.games.duel.leduc import DECK, Leduc, LeducPoker
from tests.english import refusing

GAME = LeducPoker()


def dealt() -> Leduc:
    return replay(GAME, 2, GAME.options(), [Shuffled(), Dealt()])


def after(state: Leduc, *moves: str) -> Leduc:
    """Return the state after players' moves and opened faces, in order."""
    for move in moves:
        match GAME.turn(state):
            case Choose(player):
                state = advance(GAME, state, Chosen(player, move)).state
            case Open():
                state = advance(GAME, state, Opened(tuple(move.split()))).state
    return state


def nodes(state: Leduc, cards: tuple[str, ...]) -> Iterator[Leduc]:
    """Yield every state from here; showing cards is no node of its own."""
    match GAME.turn(state):
        case Open((2,)):
            yield state
            for face in {*DECK} - {*cards}:
                opened = advance(GAME, state, Opened((face,))).state
                yield from nodes(opened, cards)
        case Open():
            yield from nodes(advance(GAME, state, Opened(cards)).state, cards)
        case Choose(player, moves):
            yield state
            for move in moves:
                chosen = advance(GAME, state, Chosen(player, str(move))).state
                yield from nodes(chosen, cards)
        case _:
            yield state


def test_the_tree_has_9457_nodes_of_which_5520_end_the_game() -> None:
    tree = [node for cards in permutations(DECK, 2) for node in nodes(dealt(), cards)]
    before_both_are_dealt = 1 + len(DECK)
    assert len(tree) + before_both_are_dealt == 9457
    ends = [turn for turn in map(GAME.turn, tree) if isinstance(turn, Over)]
    assert len(ends) == 5520
    assert all(sum(over.payoffs) == 0 for over in ends)


@pytest.mark.parametrize(
    ("moves", "payoffs"),
    [
        (("raise", "fold"), (1, -1)),
        (("check", "raise", "fold"), (-1, 1)),
        (("raise", "raise", "fold"), (-3, 3)),
        (("check", "check", "Qs", "check", "check", "Ks Js"), (1, -1)),
        (("check", "check", "Js", "check", "check", "Ks Jh"), (-1, 1)),
        (("raise", "call", "Js", "raise", "raise", "call", "Ks Kh"), (0, 0)),
        (
            ("raise", "raise", "call", "Js", "raise", "raise", "call", "Ks Qh"),
            (13, -13),
        ),
    ],
)
def test_a_pair_beats_the_high_card_and_equals_share(
    moves: tuple[str, ...], payoffs: tuple[int, ...]
) -> None:
    assert GAME.turn(after(dealt(), *moves)) == Over(payoffs)


@pytest.mark.parametrize(
    ("moves", "offers"),
    [
        ((), ("check", "raise")),
        (("check",), ("check", "raise")),
        (("raise",), ("fold", "call", "raise")),
        (("raise", "raise"), ("fold", "call")),
        (("check", "raise", "raise"), ("fold", "call")),
        (("raise", "call", "Qs"), ("check", "raise")),
    ],
)
def test_only_players_who_face_a_raise_fold_and_a_round_has_two_raises(
    moves: tuple[str, ...], offers: tuple[str, ...]
) -> None:
    turn = GAME.turn(after(dealt(), *moves))
    assert isinstance(turn, Choose)
    assert turn.moves == offers


def test_player_0_begins_both_rounds() -> None:
    for state in (dealt(), after(dealt(), "check", "raise", "call", "Qs")):
        turn = GAME.turn(state)
        assert isinstance(turn, Choose)
        assert turn.player == 0


def test_cards_that_cannot_be_there_cannot_be_opened() -> None:
    public = after(dealt(), "check", "check")
    for face in ("Ts", "", "Qs Qs"):
        with pytest.raises(IllegalMove):
            advance(GAME, public, Opened((face,)))
    showdown = after(public, "Qs", "check", "check")
    for hands in (("Qs", "Js"), ("Js", "Js"), ("Js", "Tc")):
        with refusing(IllegalMove, match="deck"):
            advance(GAME, showdown, Opened(hands))


def test_a_hand_is_its_players_until_the_showdown() -> None:
    faces = dict(enumerate(DECK))
    state = after(dealt(), "raise", "call")
    assert view(GAME, state, 0, faces).faces == {0: "Js"}
    state = after(state, faces[2], "check", "check")
    assert view(GAME, state, 1, faces).faces == {1: "Jh", 2: "Qs"}
    state = after(state, "Js Jh")
    assert view(GAME, state, None, faces).faces == {0: "Js", 1: "Jh", 2: "Qs"}


def test_only_known_cards_are_shown() -> None:
    shown = GAME.show(dealt(), {1: "Ks"})
    assert shown == ("player 0 ?, paid 1; player 1 Ks, paid 1   board ?   no bets yet")


@pytest.mark.parametrize("seats", [1, 3])
def test_it_is_for_two(seats: int) -> None:
    with refusing(ValueError, match="2"):
        start(GAME, seats, GAME.options())
