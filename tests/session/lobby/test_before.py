"""What a table goes on from: whoever kept something begins with it, or all anew."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest

from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.registry import GAMES
from p2pgame.session.entries.errors import Unplayable
from p2pgame.session.lobby.before import Before, Purses, Stakes, stakes
from p2pgame.session.lobby.lobby import Player, Start

ANN, BEN, CLEO, DORA = (letter * 32 for letter in (b"a", b"b", b"c", b"d"))
#: Ann and Ben were at the last table; Cleo sat out with what she had.
PURSES = Purses({ANN: "700", BEN: "1300", CLEO: "1500"}, [ANN, BEN], ("1000",) * 3)


@pytest.mark.parametrize(
    ("people", "begins", "wrong"),
    [
        ((ANN, BEN), (700, 1300), None),
        ((BEN, ANN), (1300, 700), None),
        ((ANN, BEN), (1300, 700), 0),
        ((ANN, BEN), (700, 1400), 1),
        ((ANN, BEN, CLEO), (700, 1300, 1500), None),
        ((ANN, BEN, CLEO), (700, 1300, 1000), None),  # she may buy in anew
        ((ANN, BEN, CLEO), (700, 1300, 1501), 2),
        ((ANN, BEN, DORA), (700, 1300, 1000), None),
        ((ANN, BEN, DORA), (700, 1300, 2000), 2),
        ((ANN, BEN, CLEO), (1000, 1000, 1000), None),  # all begin anew
        ((ANN, BEN, CLEO), (700, 1000, 1500), 1),  # not some of them
    ],
)
def test_each_begins_with_what_it_kept_or_all_anew(
    people: tuple[bytes, ...], begins: tuple[int, ...], wrong: int | None
) -> None:
    here = Stakes(tuple(map(str, begins)), ("1000",) * len(begins))
    assert PURSES.wrong_seat(people, here) == wrong


def test_a_player_without_chips_begins_like_a_new_one() -> None:
    purses = Purses({ANN: "", BEN: "2000"}, [ANN, BEN], ("1000",) * 2)
    fresh = ("1000", "1000")
    assert purses.wrong_seat((ANN, BEN), Stakes(("1000", "2000"), fresh)) is None
    assert purses.wrong_seat((ANN, BEN), Stakes(("500", "2000"), fresh)) == 0


def test_all_may_begin_as_at_the_first_table() -> None:
    first = ("900", "1100")
    purses = Purses({ANN: "300", BEN: "1700"}, [ANN, BEN], first)
    assert purses.wrong_seat((ANN, BEN), Stakes(first, ("1000",) * 2)) is None


@pytest.mark.parametrize(
    ("begins", "wrong"),
    [
        (("900", "1300"), None),  # Ann buys 200
        (("1000", "1300"), None),
        (("1001", "1300"), 0),  # beyond what the table sells
        (("600", "1300"), 0),  # nobody takes chips off the table
        (("700", "1400"), 1),  # Ben has more already than is sold
        (("9" * 5000, "1300"), 0),
    ],
)
def test_who_buys_chips_has_no_more_than_the_table_sells(
    begins: tuple[str, ...], wrong: int | None
) -> None:
    here = Stakes(begins, ("1000", "1000"), 1000)
    assert PURSES.wrong_seat((ANN, BEN), here) == wrong
    assert PURSES.wrong_seat((ANN, BEN), replace(here, most=0)) is not None


@pytest.mark.parametrize(
    ("kept", "asks", "begins", "sold"),
    [
        ("700", 0, "900", False),
        ("700", 100, "900", False),
        ("700", 200, "900", True),
        ("700", 200, "800", True),  # no more than we have asked for
        ("700", 200, "700", True),
        ("", 0, "1000", True),
        ("", 0, "500", False),
        ("", 500, "500", True),
        ("", 500, "700", False),
        ("", 500, "1000", True),  # like a new player: nobody has heard of the 500
    ],
)
def test_nobody_is_sold_more_than_it_has_asked_for(
    kept: str, asks: int, begins: str, sold: bool
) -> None:
    purses = Purses({ANN: kept, BEN: "1300"}, [ANN, BEN], ("1000",) * 2)
    here = start(f"{begins},1300", b"e" * 96)
    Before(b"e" * 96, {"holdem": purses}, BEN).check(here)
    before = Before(b"e" * 96, {"holdem": purses}, ANN, asks)
    with nullcontext() if sold else pytest.raises(Unplayable):
        before.check(here)


def start(stacks: str, carried: bytes, button: int = 1) -> Start:
    players = tuple(
        Player(bytes(32), name, bytes(32), identity, bytes(32))
        for name, identity in (("Ann", ANN), ("Ben", BEN))
    )
    options = HoldemOptions(stacks=stacks, button=button)
    return Start(b"", GAMES["holdem"], options, players, carried=carried)


def test_a_table_with_other_chips_is_refused_by_name() -> None:
    before = Before(b"e" * 96, {"holdem": PURSES})
    before.check(start("700,1300", b"e" * 96))
    with pytest.raises(Unplayable) as refused:
        before.check(start("700,1400", b"e" * 96))
    assert refused.value.why is not None
    told = {"player": "Ben", "had": "1300", "begins": "1400"}
    assert refused.value.why.args == told
    with pytest.raises(Unplayable):
        before.check(start("700,1300", bytes(96)))


@pytest.mark.parametrize(
    ("order", "button", "due"),
    [
        ([ANN, BEN], 1, None),
        ([CLEO, ANN, BEN], 1, None),  # Cleo sits out
        ([DORA, CLEO], 1, None),  # all here are new
        ([BEN, ANN], 1, "Ben"),
        ([CLEO, BEN, ANN], 1, "Ben"),
        ([ANN, BEN], 2, "Ann"),
        ([ANN, BEN], 0, "Ann"),  # by lot
        ([], 0, None),
    ],
)
def test_the_button_goes_on_to_whose_turn_it_is(
    order: list[bytes], button: int, due: str | None
) -> None:
    before = Before(b"e" * 96, {"holdem": replace(PURSES, order=order)})
    begun = start("700,1300", b"e" * 96, button)
    with pytest.raises(Unplayable) if due else nullcontext() as refused:
        before.check(begun)
    if refused is not None:
        assert refused.value.why is not None
        assert refused.value.why.args == {"player": due}


def test_where_all_begin_anew_anybody_has_the_button() -> None:
    before = Before(b"e" * 96, {"holdem": replace(PURSES, order=[BEN, ANN])})
    for button in (0, 1, 2):
        before.check(start("1000,1000", b"e" * 96, button))


def test_stakes_are_those_of_games_that_carry_something_over() -> None:
    here = Stakes(("700", "1300"), ("1000", "1000"), 1000)
    assert stakes(start("700,1300", b"")) == here
    players = start("", b"").players
    rps = GAMES["rps"]
    assert stakes(Start(b"", rps, rps.options(), players)) is None
