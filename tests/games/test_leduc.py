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
    Policy,
    Shuffled,
    advance,
    replay,
    start,
    view,
)
from tests.english import refusing
from tests.games.leduc import Leduc, LeducPoker, deck

GAME = LeducPoker()
CHECKS = [Chosen(0, "check"), Chosen(1, "check")]


def dealt(seats: int = 2) -> Leduc:
    return replay(GAME, seats, GAME.options(), [Shuffled(), Dealt()])


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
            for face in {*deck(2)} - {*cards}:
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
    tree = [
        node for cards in permutations(deck(2), 2) for node in nodes(dealt(), cards)
    ]
    before_both_are_dealt = 1 + len(deck(2))
    assert len(tree) + before_both_are_dealt == 9457
    ends = [turn for turn in map(GAME.turn, tree) if isinstance(turn, Over)]
    assert len(ends) == 5520
    assert all(sum(over.payoffs) == 0 for over in ends)


@pytest.mark.parametrize(
    ("moves", "payoffs"),
    [
        (("raise", "fold"), (2, -2)),
        (("check", "raise", "fold"), (-2, 2)),
        (("check", "check", "Qs", "check", "check", "Ks Js"), (2, -2)),
        (("check", "check", "Js", "check", "check", "Ks Jh"), (-2, 2)),
        (("raise", "call", "Js", "raise", "raise", "call", "Ks Kh"), (0, 0)),
        (
            ("raise", "raise", "call", "Js", "raise", "raise", "call", "Ks Qh"),
            (26, -26),
        ),
    ],
)
def test_a_pair_beats_the_high_card_and_equals_share(
    moves: tuple[str, ...], payoffs: tuple[int, ...]
) -> None:
    assert GAME.turn(after(dealt(), *moves)) == Over(payoffs)


def test_two_of_three_share_an_odd_pot_in_half_chips() -> None:
    state = after(dealt(3), "raise", "call", "fold", "Ts", "check", "check", "Ks Kh")
    assert GAME.turn(state) == Over((1, 1, -2))


@pytest.mark.parametrize(
    ("moves", "offers"),
    [
        ((), ("check", "raise")),
        (("raise",), ("fold", "call", "raise")),
        (("raise", "raise"), ("fold", "call")),
        (("raise", "call", "Qs"), ("check", "raise")),
    ],
)
def test_only_players_who_face_a_raise_fold_and_a_round_has_two_raises(
    moves: tuple[str, ...], offers: tuple[str, ...]
) -> None:
    turn = GAME.turn(after(dealt(), *moves))
    assert isinstance(turn, Choose)
    assert turn.moves == offers


def test_cards_that_cannot_be_there_cannot_be_opened() -> None:
    public = after(dealt(), "check", "check")
    for face in ("Ts", "", "Qs Qs"):
        with pytest.raises(IllegalMove):
            advance(GAME, public, Opened((face,)))
    showdown = after(public, "Qs", "check", "check")
    for hands in (("Qs", "Js"), ("Js", "Js"), ("Js", "Tc")):
        with refusing(IllegalMove, match="deck"):
            advance(GAME, showdown, Opened(hands))


def test_a_hand_is_its_players_until_the_showdown_and_a_folded_one_for_good() -> None:
    faces = dict(enumerate(deck(3)))
    state = after(dealt(3), "raise", "call", "fold")
    assert view(GAME, state, 0, faces).faces == {0: "Ts"}
    state = after(state, faces[3], "check", "check", "Ts Th")
    assert view(GAME, state, None, faces).faces == {0: "Ts", 1: "Th", 3: "Jh"}
    slots = [slot for zone in GAME.zones(state) for slot in zone.slots]
    assert slots == list(range(8))
    assert all(zone.inside is Policy.VISIBLE for zone in GAME.zones(state))


def test_only_known_cards_are_shown() -> None:
    assert GAME.show(dealt(), {1: "Ks"}) == "cards ? Ks   board ?   paid (1, 1)"


@pytest.mark.parametrize("seats", [1, 11])
def test_it_is_for_2_to_10(seats: int) -> None:
    with refusing(ValueError, match="2 to 10"):
        start(GAME, seats, GAME.options())
