"""Hearts passes cards, counts points, and punishes revokes and lies."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.cli.text.moves import in_short, understand
from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    NoneOf,
    Open,
    Opened,
    Over,
    Prove,
    Reason,
    Reshuffle,
    Reshuffled,
    Shuffle,
    Shuffled,
    Together,
    advance,
    start,
    view,
)
from p2pgame.games.tricks.hearts import Hearts, HeartsGame, HeartsOptions, MoonOptions
from p2pgame.games.tricks.hearts_1 import HeartsGame1
from p2pgame.playtest.dealer import Dealer, Secrets
from p2pgame.playtest.playout import play as play_out
from p2pgame.session.lobby.events import AnyView
from p2pgame.tabletop.tricks import SUIT, Tricks
from tests.english import english
from tests.games.trick_hands import cheated, played
from tests.session.tables import Net

GAME = HeartsGame()
HOLD = 3
SEEDS = range(40)


def dealt(number: int = HOLD, *, goal: int = 100, proof: bool = False) -> Hearts:
    """Return the start of a hand: by default the fourth, without passing."""
    state = start(GAME, 4, HeartsOptions(goal=goal, proof=proof)).state
    state = replace(state, number=number)
    for event in (Shuffled(), Dealt()):
        state = advance(GAME, state, event).state
    return state


def _passed(*slots: int) -> str:
    return f"pass {' '.join(map(str, slots))}"


def led(state: Hearts) -> Hearts:
    """Return the state after player 1 has shown and so led the 2 of clubs."""
    moves = ("none", "lead 1", "none", "none")
    state = advance(GAME, state, ChosenTogether(moves)).state
    return advance(GAME, state, Opened(("2c",))).state


def test_the_holder_of_the_2_of_clubs_comes_forward_and_has_led_it() -> None:
    state = dealt()
    turn = GAME.turn(state)
    assert isinstance(turn, Together)
    assert turn.choices[1].moves[:3] == ("none", "lead 1", "lead 5")
    state = led(state)
    assert state.play.trick == ("2c",)
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    assert turn.player == 2
    assert state.points == (0, 0, 0, 0)


def test_only_its_holder_is_fair_to_come_forward() -> None:
    state = dealt()
    mine = dict.fromkeys(state.play.hands[1], "5d") | {5: "2c"}
    choice = view(GAME, state, 1, mine).choice
    assert choice is not None
    assert choice.moves == ("lead 5",)
    others = dict.fromkeys(state.play.hands[1], "5d")
    choice = view(GAME, state, 1, others).choice
    assert choice is not None
    assert choice.moves == ("none",)


def test_if_nobody_comes_forward_all_hands_are_opened_and_the_holder_pays() -> None:
    state = advance(GAME, dealt(), ChosenTogether(("none",) * 4)).state
    turn = GAME.turn(state)
    assert isinstance(turn, Open)
    assert {*turn.slots} == {*range(52)}
    assert turn.slots == (*chain(*state.play.hands),)
    faces = [f"{rank}{suit}" for suit in "dhsc" for rank in "3456789TJQKA2"]
    step = advance(GAME, state, Opened(tuple(faces)))
    assert [english(said) for said, _ in step.fix_ups] == [
        "player 3 has revoked, points of this hand: player 0 0, player 1 0, "
        "player 2 0, player 3 26"
    ]
    assert step.state.scores == (0, 0, 0, 26)
    assert isinstance(GAME.turn(step.state), Shuffle)


def test_a_player_who_comes_forward_with_another_card_pays() -> None:
    moves = ("none", "lead 1", "lead 2", "none")
    state = advance(GAME, dealt(), ChosenTogether(moves)).state
    assert GAME.turn(state) == Open((1, 2))
    assert advance(GAME, state, Opened(("2c", "Ah"))).state.scores == (0, 0, 26, 0)
    assert advance(GAME, state, Opened(("5c", "Ah"))).state.scores == (0, 26, 26, 0)
    moves = ("none", "lead 1", "none", "none")
    state = advance(GAME, dealt(), ChosenTogether(moves)).state
    assert advance(GAME, state, Opened(("3c",))).state.scores == (0, 26, 0, 0)


def test_a_trick_is_taken_by_the_highest_card_of_the_suit_led() -> None:
    state = played(GAME, led(dealt()), "5c Ac Kd")
    assert state.play.leader == 3
    assert state.play.trick == ()
    state = played(GAME, state, "3d Ah 4d Qs")
    assert state.play.leader == 1
    assert state.points == (0, 14, 0, 0)


def test_the_first_trick_takes_no_points_from_a_player_with_other_cards() -> None:
    state = led(dealt())
    assert GAME.denied(state, "5c") == ()
    assert {*GAME.denied(state, "Kd")} == SUIT["c"]
    harmless = SUIT["c"] | SUIT["d"] | SUIT["s"] - {"Qs"}
    assert {*GAME.denied(state, "Qs")} == {*GAME.denied(state, "2h")} == harmless
    state = played(GAME, state, "5c 6c 7c")
    assert GAME.denied(state, "Qs") == ()
    state = played(GAME, state, "8c")
    assert {*GAME.denied(state, "2h")} == SUIT["c"]


def test_no_heart_is_led_before_one_is_played() -> None:
    state = played(GAME, led(dealt()), "5c 6c 7c")
    others = SUIT["c"] | SUIT["d"] | SUIT["s"]
    assert {*GAME.denied(state, "2h")} == others
    state = played(GAME, state, "8c 9c Qs Ac")
    assert {*GAME.denied(state, "2h")} == others
    state = played(GAME, state, "8d 9d 3h Ad")
    assert GAME.denied(state, "2h") == ()


def counted(points: tuple[int, ...], last: str) -> Hearts:
    """Return the state after the last trick, which player 1 leads, of a hand."""
    state = led(dealt())
    empty = replace(state.play, hands=((0,), (1,), (2,), (3,)), trick=(), leader=1)
    return played(GAME, replace(state, play=empty, points=points), last)


def test_points_are_added_to_the_scores() -> None:
    assert counted((1, 10, 13, 0), "8s Ah 3h 4d").scores == (1, 12, 13, 0)


def test_a_player_who_takes_all_points_scores_none_and_the_others_26() -> None:
    assert counted((0, 24, 0, 0), "8s Ah 3h 4d").scores == (26, 0, 26, 26)
    assert counted((0, 13, 12, 0), "8s Ah 3d 4d").scores == (0, 14, 12, 0)


def shot(
    way: str = "choose", scores: tuple[int, ...] = (0, 0, 0, 0), goal: int = 100
) -> Hearts:
    """Return the state after player 1 has taken all points of a hand."""
    options = MoonOptions(goal=goal, proof=False, moon=way)  # type: ignore[arg-type]
    state = GAME.setup(4, options)
    play = Tricks(((0,), (1,), (2,), (3,)), leader=1)
    state = replace(state, phase="play", points=(0, 24, 0, 0), scores=scores, play=play)
    return played(GAME, state, "8s Ah 3h 4d")


def chosen(state: Hearts, way: str) -> Hearts:
    assert GAME.turn(state) == Choose(1, ("add", "subtract"))
    return advance(GAME, state, Chosen(1, way)).state


def test_a_player_who_takes_all_points_adds_26_to_the_others_or_subtracts_26() -> None:
    state = shot()
    assert (state.phase, state.scores) == ("moon", (0, 0, 0, 0))
    told = english(GAME.tell(state, Chosen(1, "subtract")))
    assert told == "player 1 subtracts 26"
    added, less = chosen(state, "add"), chosen(state, "subtract")
    assert (added.scores, less.scores) == ((26, 0, 26, 26), (0, -26, 0, 0))
    assert (added.points, less.points) == ((26, 0, 26, 26), (0, -26, 0, 0))
    assert (added.number, less.number) == (1, 1)
    assert GAME.why_unfair(state, 1, "add", {}) is None


def test_the_next_moon_is_asked_about_again() -> None:
    state = chosen(shot(), "add")
    for event in (Shuffled(), Dealt()):
        state = advance(GAME, state, event).state
    assert state.moon == "choose"


@pytest.mark.parametrize(
    ("way", "scores"), [("add", (26, 0, 26, 26)), ("subtract", (0, -26, 0, 0))]
)
def test_an_option_decides_what_the_moon_does_for_all_hands(
    way: str, scores: tuple[int, ...]
) -> None:
    assert shot(way).scores == scores


def test_at_the_end_of_the_game_only_adding_ends_it() -> None:
    state = shot(scores=(80, 90, 40, 60), goal=100)
    added, less = chosen(state, "add"), chosen(state, "subtract")
    assert added.scores == (106, 90, 66, 86)
    assert GAME.turn(added) == Over((-76, -12, 84, 4))
    assert less.scores == (80, 64, 40, 60)
    assert isinstance(GAME.turn(less), Shuffle)


def test_in_version_1_the_moon_adds() -> None:
    first = HeartsGame1()
    state = first.setup(4, HeartsOptions())
    assert type(state) is Hearts
    state = replace(state, points=(0, 26, 0, 0))
    assert first.scored(state)[1].scores == (26, 0, 26, 26)


def test_at_the_goal_each_pays_each_the_difference() -> None:
    state = replace(counted((1, 10, 13, 0), "8s Ah 3h 4d"), goal=13)
    assert state.scores == (1, 12, 13, 0)
    assert GAME.turn(state) == Over((22, -22, -26, 26))
    assert isinstance(GAME.turn(replace(state, goal=14)), Shuffle)


@pytest.mark.parametrize(
    ("number", "to"), [(0, (1, 2, 3, 0)), (1, (3, 0, 1, 2)), (2, (2, 3, 0, 1))]
)
def test_three_cards_go_left_then_right_then_across(
    number: int, to: tuple[int, ...]
) -> None:
    state = dealt(number)
    moves = tuple(_passed(*hand[:3]) for hand in state.play.hands)
    state = advance(GAME, state, ChosenTogether(moves)).state
    for seat in range(4):
        turn = GAME.turn(state)
        assert turn == Reshuffle((seat, seat + 4, seat + 8), (seat,), 52 + 3 * seat)
        state = advance(GAME, state, Reshuffled()).state
    turn = GAME.turn(state)
    assert isinstance(turn, Deal)
    assert tuple(seat for seat, _ in turn.hands) == to
    state = advance(GAME, state, Dealt()).state
    assert all(len(hand) == 13 for hand in state.play.hands)
    assert state.play.hands[to[0]][-3:] == (52, 53, 54)
    assert isinstance(GAME.turn(state), Together)


def test_in_the_fourth_hand_nothing_is_passed() -> None:
    assert dealt(HOLD).passing is None
    assert dealt(HOLD + 4).passing is None
    assert dealt(HOLD + 1).passing is not None


def test_only_the_receiver_knows_a_passed_card() -> None:
    state, secrets = dealt(0), Secrets.of(4)
    dealer = Dealer(GAME, "passing")
    state = start(GAME, 4, HeartsOptions()).state
    while state.phase != "lead" or state.passing is not None:
        turn = GAME.turn(state)
        if isinstance(turn, Together):
            moves = tuple(str(choice.moves[0]) for choice in turn.choices)
            state = advance(GAME, state, ChosenTogether(moves)).state
        else:
            event, secrets = dealer.answer(state, turn, secrets)
            state = advance(GAME, state, event).state
    for seat, hand in enumerate(state.play.hands):
        assert {*secrets.known_to(seat)} == {*hand}
    assert {*secrets.known_to(None)} == set()
    assert {*secrets.faces} == {*chain(*state.play.hands)}
    assert len({*secrets.faces.values()}) == 52


def test_an_honest_player_proves_the_denials_of_a_card() -> None:
    state = played(GAME, led(dealt(proof=True)), "Kd")
    turn = GAME.turn(state)
    assert isinstance(turn, Prove)
    assert isinstance(turn.claim, NoneOf)
    assert turn.player == 2
    assert {*turn.claim.faces} == SUIT["c"] - {"2c"}
    assert turn.claim.slots == state.play.hands[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_with_proofs_a_cheat_is_caught_at_once(seed: int) -> None:
    caught = cheated(GAME, MoonOptions(), seed)
    assert caught.player is not None
    assert caught.refused is not None
    assert caught.refused.player == caught.player


@pytest.mark.parametrize("seed", SEEDS)
def test_without_proofs_a_cheat_is_convicted_and_pays_for_all(seed: int) -> None:
    convicted = cheated(GAME, MoonOptions(proof=False), seed)
    assert convicted.refused is None
    state = convicted.state
    assert isinstance(state, Hearts)
    assert state.play.guilty == (convicted.player,)
    paid = [26 if seat == convicted.player else 0 for seat in range(4)]
    assert state.scores == tuple(paid)


class Unscrupulous(HeartsGame):
    """The rules of player 1's program, to which nothing is unfair."""

    def why_unfair(
        self, state: Hearts, player: int, move: str, faces: Mapping[int, str]
    ) -> Reason | None:
        return None if player == 1 else super().why_unfair(state, player, move, faces)


def test_at_a_real_table_cards_are_passed_and_a_revoke_comes_out() -> None:
    chance, revokes = Random(5), list[str]()

    def decide(view: AnyView) -> str:
        assert view.choice is not None
        moves, player = [*map(str, view.choice.moves)], view.player
        assert player is not None
        faces, state = view.faces, view.state
        fair = [m for m in moves if not GAME.why_unfair(state, player, m, faces)]
        if len(fair) == len(moves) or state.phase != "play" or revokes:
            return chance.choice(fair)
        revokes.extend(move for move in moves if move not in fair)
        return revokes[0]

    options = HeartsOptions(goal=1, proof=False)
    net = Net(Unscrupulous(), 4, options, chance=Random(1), decide=decide)
    net.play()
    assert revokes
    for table in net.tables:
        assert table.complete
        assert table.play is not None
        assert table.play.turn == Over((26, -78, 26, 26))


def test_honest_players_are_never_convicted() -> None:
    for seed, proof in ((1, True), (2, False)):
        playout = play_out(GAME, 4, HeartsOptions(goal=60, proof=proof), seed)
        told = [english(said) for step in playout.steps for said, _ in step.fix_ups]
        assert any("points" in text for text in told)
        assert not any("revoked" in text for text in told)


@pytest.mark.parametrize("typed", ["Qh", "QH", "qh", "play queen", "play 2 (Qh)"])
def test_a_card_can_be_typed_by_its_name(typed: str) -> None:
    state = led(dealt())
    known = dict(zip(state.play.hands[2], ("Qh", "3h", "4h"), strict=False))
    choice = view(GAME, state, 2, known).choice
    assert choice is not None
    hints = [GAME.hint(state, 2, move, known) for move in choice.moves]
    assert hints[0] == "play 2 (Qh)"
    assert understand(typed, choice, hints) == "play 2"


def test_every_play_is_told_and_shown() -> None:
    state = led(dealt())
    chosen = Chosen(2, "play 2")
    assert english(GAME.tell(state, chosen)) == ""
    state = advance(GAME, state, chosen).state
    assert english(GAME.tell(state, Opened(("5c",)))) == "player 2 plays 5c"
    assert GAME.tell(dealt(), Dealt()) is None
    assert GAME.show(state, {2: "5c", 6: "3c"}).splitlines()[1::2] == [
        "player 1: 12 hidden (score 0, this hand 0)",
        "player 3: 13 hidden (score 0, this hand 0)",
    ]
    assert "player 2: 3c 5c, 11 hidden (score 0" in GAME.show(state, {2: "5c", 6: "3c"})


def test_who_passes_is_told_to_whom() -> None:
    hands = {n: dict.fromkeys(range(n, 52, 4), "") for n in range(4)}
    told = [("on the left", 1), ("on the right", 3), ("across", 2)]
    for number, (where, step) in enumerate(told):
        state = dealt(number)
        for player in range(4):
            known = dict(zip(hands[player], ("2c", "3d", "Kh", "Qs"), strict=False))
            choice = view(GAME, state, player, known).choice
            assert choice is not None
            hints = [GAME.hint(state, player, move, known) for move in choice.moves]
            to = f"to player {(player + step) % 4}, {where}"
            assert hints[0].endswith(to)
            four = [hint for hint in hints if "(" in hint]
            assert in_short(four) == f"pass 3 of 2c 3d Kh Qs {to}"
    typed = understand("pass qs kh 2c", Choose(0, (*four,)), four)
    assert "(2c Kh Qs)" in typed


def test_the_goal_has_bounds() -> None:
    for goal in (0, 1001):
        assert GAME.why_not(4, HeartsOptions(goal=goal)) is not None
