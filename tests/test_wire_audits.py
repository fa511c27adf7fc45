"""docs/wire.md is enough to audit a deck of which a player has left."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from p2pgame.engine import Over
from tests.second import Result
from tests.session.leavers import leave_together
from tests.session.tables import Deck, Net
from tests.wire_samples import SAMPLES, read
from tests.wire_votes import agree

#: What a seat says at most in each game, and for about how many steps it is played.
SAID = {"kuhn": 14, "sampler": 26}
STEPS = {"kuhn": range(12, 50), "sampler": range(60, 180)}


def table_of(name: str, deck: Deck, chance: Random) -> Net:
    game, seats, _ = SAMPLES[name]
    return Net(game, seats, chance=chance, deck=deck, quorum=0)


def agreed(net: Net, name: str, left: Collection[int]) -> Result | None:
    """Return what both readers make of the game, if those who stay have ended it."""
    stay = [table for seat, table in enumerate(net.tables) if seat not in left]
    if any(table.play is None for table in stay):
        return None
    assert all(table.complete for table in stay)
    (data,) = {table.transcript() for table in stay}
    game = read(data, name)
    agree(stay[0], game)
    return game


def seat_of(net: Net, who: int) -> int:
    play = net.tables[who].play
    assert play is not None
    assert play.seat is not None
    return play.seat


@pytest.mark.parametrize("deck", ["commutative", "proved"])
@pytest.mark.parametrize(
    ("name", "leaver", "after"),
    [
        (name, leaver, after)
        for name, most in SAID.items()
        for leaver in range(SAMPLES[name][1])
        for after in range(3, most, 2)
    ],
)
def test_whoever_leaves_whenever_the_rest_is_audited_by_the_page_too(
    name: str, leaver: int, after: int, deck: Deck
) -> None:
    net = table_of(name, deck, Random(after))
    left: list[int] = []

    def meddle() -> None:
        play = net.tables[leaver].play
        ready = play is None or not play.over
        said = sum(seat == leaver for seat, _ in net.said)
        if ready and not left and said >= after:
            left.append(leaver)
            net.tables[leaver].leave()

    net.meddle = meddle
    net.play()
    game = agreed(net, name, left)
    unaudited = (
        [line for line in game.trace if line.startswith("unaudited")] if game else []
    )
    if deck == "proved":
        assert not unaudited
    elif unaudited:
        assert game is not None
        seat = seat_of(net, leaver)
        assert unaudited == [f"unaudited {seat}"]
        assert game.payoffs[seat] < 0, "who leaves before an audit does not win by it"


@pytest.mark.parametrize("name", ["sampler", "kuhn"])
@pytest.mark.parametrize("seed", range(40))
def test_some_who_leave_at_any_time_are_left_out_of_the_audit_by_the_page_too(
    name: str, seed: int
) -> None:
    chance = Random(seed)
    net = table_of(name, "commutative", chance)
    seats = SAMPLES[name][1]
    leavers = chance.sample(range(seats), chance.randint(1, seats - 1))
    said = leave_together(net, leavers, chance.choice(STEPS[name]), chance)
    net.play()
    agreed(net, name, said)


@pytest.mark.parametrize(
    ("seat", "result"), [(0, (-2, 1, 1)), (1, (1, -2, 1)), (2, (3, 3, -6))]
)
def test_whoever_leaves_after_a_loss_loses_no_less_by_the_page_too(
    seat: int, result: tuple[int, ...]
) -> None:
    """By the rules they won 6, and lost 1 and 5; of 5 each of two is paid 3."""
    net = table_of("sampler", "commutative", Random(seat))
    left: list[int] = []

    def meddle() -> None:
        for who, table in enumerate(net.tables):
            play = table.play
            if left or play is None or play.seat != seat or play.over:
                continue
            if isinstance(play.turn, Over):
                left.append(who)
                table.leave()

    net.meddle = meddle
    net.play()
    game = agreed(net, "sampler", left)
    assert game is not None
    mixed = f"unaudited {seat}" in game.trace
    assert mixed == (seat != 1), "seat 1 has no part in the last deck"
    assert game.payoffs == result
