"""What a table goes on from: whoever kept something begins with it, or all anew."""

from __future__ import annotations

import pytest

from games.poker.holdem import HoldemOptions
from games.registry import GAMES
from p2pgame.session.entries.errors import Unplayable
from p2pgame.session.lobby.before import Before, Purses, Stakes, stakes
from p2pgame.session.lobby.lobby import Player, Start

ANN, BEN, CLEO, DORA = (letter * 32 for letter in (b"a", b"b", b"c", b"d"))
#: Ann and Ben were at the last table; Cleo sat out with what she had.
PURSES = Purses({ANN: 700, BEN: 1300, CLEO: 1500}, [ANN, BEN], (1000,) * 3)


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
    here = Stakes(begins, (1000,) * len(begins))
    assert PURSES.wrong_seat(people, here) == wrong


def test_a_player_without_chips_begins_like_a_new_one() -> None:
    purses = Purses({ANN: 0, BEN: 2000}, [ANN, BEN], (1000, 1000))
    assert purses.wrong_seat((ANN, BEN), Stakes((1000, 2000), (1000, 1000))) is None
    assert purses.wrong_seat((ANN, BEN), Stakes((500, 2000), (1000, 1000))) == 0


def test_all_may_begin_as_at_the_first_table() -> None:
    purses = Purses({ANN: 300, BEN: 1700}, [ANN, BEN], (900, 1100))
    assert purses.wrong_seat((ANN, BEN), Stakes((900, 1100), (1000, 1000))) is None


def start(stacks: str, carried: bytes) -> Start:
    players = tuple(
        Player(bytes(32), name, bytes(32), identity, bytes(32))
        for name, identity in (("Ann", ANN), ("Ben", BEN))
    )
    options = HoldemOptions(stacks=stacks)
    return Start(b"", GAMES["holdem"], options, players, carried=carried)


def test_a_table_with_other_chips_is_refused_by_name() -> None:
    before = Before(b"e" * 96, {"holdem": PURSES})
    before.check(start("700,1300", b"e" * 96))
    with pytest.raises(Unplayable) as refused:
        before.check(start("700,1400", b"e" * 96))
    assert refused.value.why is not None
    assert refused.value.why.args == {"player": "Ben", "had": 1300, "begins": 1400}
    with pytest.raises(Unplayable):
        before.check(start("700,1300", bytes(96)))


def test_stakes_are_those_of_games_that_carry_something_over() -> None:
    assert stakes(start("700,1300", b"")) == Stakes((700, 1300), (1000, 1000))
    players = start("", b"").players
    rps = GAMES["rps"]
    assert stakes(Start(b"", rps, rps.options(), players)) is None
