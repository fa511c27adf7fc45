"""Fleets of battleship lie by the rules, shots tell what they hit, and liars lose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.engine import (
    Choose,
    Chosen,
    IllegalMove,
    Open,
    Opened,
    Over,
    Place,
    Placed,
    Seated,
    advance,
    start,
    view,
)
from p2pgame.games.battleship import fleet
from p2pgame.games.battleship.battleship import Battle, Battleship, BattleshipOptions
from p2pgame.playtest import Dealer, Secrets, play
from tests.english import english, english_or_none, refusing

GAME = Battleship()
SMALL = BattleshipOptions(4, "3 2")
APART = BattleshipOptions(4, "3 2", touch=False)
FLEET = "a1 right a3 down"
#: Seas of SMALL: ~ is water.
FAIR = "AAA~ ~~~~ B~~~ B~~~"
OTHER = "~~~~ ~AAA ~~~~ ~~BB"


def begin(options: BattleshipOptions = SMALL) -> Battle:
    return start(GAME, 2, options).state


def sea(drawn: str) -> tuple[str, ...]:
    return tuple(drawn.replace(" ", ""))


def shoot(state: Battle, move: str, face: str) -> Battle:
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    state = advance(GAME, state, Chosen(turn.player, move)).state
    return advance(GAME, state, Opened((face,))).state


def placed(options: BattleshipOptions = SMALL) -> Battle:
    state = advance(GAME, begin(options), Placed()).state
    return advance(GAME, state, Placed()).state


def fought(first: str, second: str) -> tuple[str, tuple[int, ...]]:
    """Return the end of a battle of these seas, with shots from a1 on by both."""
    state = placed()
    faces = (*sea(first), *sea(second))
    text = ""
    while True:
        match GAME.turn(state):
            case Choose(player, moves):
                event: Chosen | Opened = Chosen(player, str(moves[0]))
            case Open(slots):
                event = Opened(tuple(faces[slot] for slot in slots))
            case Over(payoffs):
                return text, payoffs
            case turn:
                raise AssertionError(turn)
        step = advance(GAME, state, event)
        state = step.state
        text = english(step.fix_ups[0][0]) if step.fix_ups else text


def test_a_fleet_is_written_ship_by_ship() -> None:
    assert GAME.placement(begin(), 0, FLEET) == sea(FAIR)
    assert GAME.placement(begin(), 1, " A1 Right, A3 DOWN ") == sea(FAIR)
    four = BattleshipOptions(4, "4")
    assert GAME.placement(begin(four), 0, "c1 down") == sea("~~A~ ~~A~ ~~A~ ~~A~")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "for each ship .A 3, B 2. its first cell and right or down"),
        ("a1 right", "for each ship"),
        ("a1 right a3 down c3 down", "for each ship"),
        ("a1 right a3", "for each ship"),
        ("random", "for each ship"),
        ("random 1.5", "for each ship"),
        ("z1 right a3 down", "there is no cell z1 on this board"),
        ("e1 right a3 down", "there is no cell e1 on this board"),
        ("a0 right a3 down", "there is no cell a0"),
        ("a1 left a3 down", "a ship lies right or down, not left"),
        ("c1 right a3 down", "ship A takes 3 cells side by side on the board"),
        ("a3 down c1 right", "ship A takes 3 cells"),
        ("a1 right c1 down", "ship B lies on another"),
    ],
)
def test_a_text_that_is_no_fleet_is_refused_with_a_reason(
    text: str, words: str
) -> None:
    with refusing(ValueError, match=words):
        GAME.placement(begin(), 0, text)


def test_ships_touch_only_where_they_may() -> None:
    for beside in ("a1 right a2 right", "a1 right d2 down"):
        assert GAME.placement(begin(), 0, beside)
        with refusing(ValueError, match="ship B lies on or beside another"):
            GAME.placement(begin(APART), 0, beside)
    assert GAME.placement(begin(APART), 0, "a1 right a3 right")


@pytest.mark.parametrize("drawn", [FAIR, OTHER, "B~A~ B~A~ ~~A~ ~~~~"])
def test_a_fleet_by_the_rules_is_allowed(drawn: str) -> None:
    assert GAME.why_misplaced(begin(), 0, sea(drawn)) is None


@pytest.mark.parametrize(
    "drawn",
    [
        "~~~~ ~~~~ ~~~~ ~~~~",
        "AAA~ ~~~~ ~~~~ ~~~~",
        "AAAA ~~~~ B~~~ B~~~",
        "AA~A ~~~~ B~~~ B~~~",
        "AA~~ A~~~ B~~~ B~~~",
        "A~~~ ~A~~ ~~A~ BB~~",
        "~~AA A~~~ B~~~ B~~~",
        "AAA~ ~~~B B~~~ ~~~~",
        "AAA~ ~~~~ B~~~ ~B~~",
    ],
)
def test_a_fleet_against_the_rules_is_not(drawn: str) -> None:
    assert GAME.why_misplaced(begin(), 0, sea(drawn)) is not None


@given(st.integers(0, 10**18 - 1), st.booleans())
def test_every_number_draws_a_fleet_by_the_rules(number: int, touch: bool) -> None:
    state = begin(BattleshipOptions(touch=touch))
    drawn = GAME.placement(state, 0, f"random {number}")
    assert GAME.why_misplaced(state, 0, drawn) is None
    assert GAME.placement(state, 1, f"random {number}") == drawn


def test_numbers_draw_ships_everywhere() -> None:
    state = begin()
    fleets = {GAME.placement(state, 0, f"random {number}") for number in range(300)}
    # 16 lines of three and 24 of two make 276 fleets that do not overlap.
    assert len(fleets) > 150
    assert all({fleet[cell] for fleet in fleets} >= {*"~AB"} for cell in range(16))


@pytest.mark.parametrize("tries", [50, 2])
def test_ships_that_scarcely_fit_are_placed_for_every_number(
    tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """About half of all draws find no room for one of these ships."""
    monkeypatch.setattr(fleet, "TRIES", tries)
    state = begin(BattleshipOptions(5, "4 3 2 1", touch=False))
    for number in range(50):
        drawn = GAME.placement(state, 0, f"random {number}")
        assert GAME.why_misplaced(state, 0, drawn) is None


@pytest.mark.parametrize(
    ("size", "ships", "words"),
    [
        (3, "2", "the board is 4 to 12 cells wide"),
        (13, "2", "the board is 4 to 12"),
        (4, "5", "ships are up to ten lengths on the board"),
        (4, "", "ships are up to ten"),
        (4, "2  2", "ships are up to ten"),
        (4, "02", "ships are up to ten"),
        (9, " ".join("1" * 11), "ships are up to ten"),
        (4, "4 4 4 4 4", "these ships find no room on this board"),
    ],
)
def test_options_that_make_no_game_are_refused(
    size: int, ships: str, words: str
) -> None:
    with refusing(ValueError, match=words):
        start(GAME, 2, BattleshipOptions(size, ships))


def test_a_shot_shows_water_or_which_ship_and_when_it_is_sunk() -> None:
    state = placed()
    told = list[str | None]()
    for move, face in (("a3", "B"), ("d4", "~"), ("a4", "B"), ("a1", "A")):
        turn = GAME.turn(state)
        assert isinstance(turn, Choose)
        aimed = advance(GAME, state, Chosen(turn.player, move)).state
        told.append(english_or_none(GAME.tell(aimed, Opened((face,)))))
        state = advance(GAME, aimed, Opened((face,))).state
    assert told == [
        "player 0 shoots at a3: ship B is hit",
        "player 1 shoots at d4: water",
        "player 0 shoots at a4: ship B is sunk",
        "player 1 shoots at a1: ship A is hit",
    ]
    own = dict(enumerate(sea(FAIR)))
    seas = view(GAME, state, 0, own).text.splitlines()
    assert seas == [
        "left: player 0, ships sunk: none",
        "right: player 1, ships sunk: B",
        "  a b c d       a b c d",
        "1 A a a .     1 . . . .",
        "2 . . . .     2 . . . .",
        "3 b . . .     3 B . . .",
        "4 b . . ~     4 B . . .",
    ]


def test_nobody_shoots_twice_at_a_cell() -> None:
    state = shoot(shoot(placed(), "a1", "~"), "a1", "~")
    with refusing(IllegalMove, match="'a1' is not possible now"):
        advance(GAME, state, Chosen(0, "a1"))


def test_a_player_who_sinks_the_fleet_wins_by_the_ships_afloat() -> None:
    assert fought(FAIR, OTHER) == ("both fleets kept the rules", (-1, 1))
    assert fought(OTHER, FAIR) == ("both fleets kept the rules", (1, -1))
    state = placed()
    for move, face in zip(("a1", "b1", "c1", "a3"), "AAAB", strict=True):
        state = shoot(shoot(state, move, face), move, "~")
    state = shoot(state, "a4", "B")
    hidden = GAME.turn(state)
    assert isinstance(hidden, Open)
    assert len(hidden.slots) == 32 - 9
    faces = {**dict(enumerate(sea(OTHER))), **dict(enumerate(sea(FAIR), 16))}
    audit = Opened(tuple(faces[slot] for slot in hidden.slots))
    end = advance(GAME, state, audit).state
    assert english(GAME.tell(state, audit)) == "all cells are opened"
    assert GAME.turn(end) == Over((2, -2))


@pytest.mark.parametrize(
    ("liar", "why"),
    [
        ("~~~~ ~~~~ ~~~~ ~~~~", "ship A takes 3 cells"),
        ("~~~~ ~~~~ BB~~ AA~A", "ship A takes 3 cells"),
        ("~~~~ ~~~~ ~~~~ BAAA", "ship B takes 2 cells"),
        ("~~~~ ~~~~ B~~B AAAA", "ship A takes 3 cells"),
    ],
)
def test_a_liar_loses_the_fleet_in_any_case(liar: str, why: str) -> None:
    """The honest fleet is sunk first, or as much as possible of the liar's."""
    text, payoffs = fought(liar, FAIR)
    assert text.startswith(f"player 0 lied: {why}")
    assert payoffs == (-2, 2)
    text, payoffs = fought(FAIR, liar)
    assert text.startswith(f"player 1 lied: {why}")
    assert payoffs == (2, -2)


def test_two_liars_draw() -> None:
    text, payoffs = fought("~~~~ ~~~~ ~~~~ ~~~~", "AAAA ~~~~ ~~~~ ~~~~")
    assert text.count("lied") == 2
    assert payoffs == (0, 0)


def test_two_fleets_that_answer_alike_look_alike() -> None:
    state = shoot(shoot(placed(), "d3", "~"), "a1", "~")
    seen = set[str]()
    for hidden in (FAIR, "AAA~ ~~~~ BB~~ ~~~~"):
        faces = {16 + cell: face for cell, face in enumerate(sea(hidden))}
        mine = view(GAME, state, 1, faces)
        assert mine.faces == faces
        theirs = view(GAME, state, 0, faces)
        assert theirs.faces == {27: "~"}
        seen.add(theirs.text)
        assert mine.text not in seen
    assert len(seen) == 1


def test_faces_that_were_not_to_be_placed_are_impossible() -> None:
    state = advance(GAME, placed(), Chosen(0, "a1")).state
    for face in ("C", "", "a", "zz"):
        with refusing(IllegalMove, match="nothing like that can be placed"):
            advance(GAME, state, Opened((face,)))


@pytest.mark.parametrize("status", ["in", "out", "gone"])
def test_leaving_a_battle_forfeits_it(status: str) -> None:
    with refusing(IllegalMove, match="nobody joins or leaves Battleship midway"):
        advance(GAME, placed(), Seated(1, status))  # type: ignore[arg-type]


def test_the_dealer_places_as_the_game_draws() -> None:
    state = begin(BattleshipOptions())
    turn = GAME.turn(state)
    assert isinstance(turn, Place)
    _, secrets = Dealer(GAME, "seed").answer(state, turn, Secrets.of(2))
    faces = tuple(secrets.faces[slot] for slot in turn.slots)
    assert GAME.why_misplaced(state, 0, faces) is None
    assert secrets.known_to(1) == {}


def test_a_battle_at_random_has_a_winner_and_no_liar() -> None:
    for seed in range(5):
        playout = play(GAME, 2, BattleshipOptions(5, "3 2 2"), seed)
        assert english(playout.steps[-1].fix_ups[-1][0]) == "both fleets kept the rules"
        assert 0 < abs(playout.payoffs[0]) <= 3
