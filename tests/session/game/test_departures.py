"""Whoever is killed after whichever word, in every game: the others finish.

The words are sampled here; ``make departures`` takes them all.
"""

from __future__ import annotations

import pytest

from p2pgame.games.registry import GAMES
from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.game.orders_ahead import ROUNDS
from tests.session.game.departures import HANDS, Outcome, kill, kills, sample, table

#: How many of its words somebody is killed after here, and how that may end.
GOES_ON: dict[str, int] = {
    "crazy-eights": 9,
    "goofspiel": 12,
    "holdem": 7,
    "liars-dice": 12,
    "mover": 8,
    "rps": 8,
}
IS_FORFEITED: dict[str, int] = {
    "blackjack": 6,
    "hearts": 3,
    "memory": 10,
    "pig": 8,
    "spades": 3,
}
#: Nobody is waited for in these: they are played alone.
ALONE = {"fill", "flow", "fold"}


def test_no_game_for_three_is_forgotten() -> None:
    many = {name for name, game in GAMES.items() if game.seats[-1] > 2}
    assert HANDS.keys() == GOES_ON.keys() | IS_FORFEITED.keys() == many
    for name, hand in HANDS.items():
        assert hand.seats == max(3, GAMES[name].seats[0])


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("name", HANDS)
def test_whoever_is_gone_the_others_finish_or_it_is_forfeited(name: str) -> None:
    hand = HANDS[name]
    number = GOES_ON.get(name) or IS_FORFEITED[name]
    ends = [kill(hand, victim, after) for victim, after in sample(hand, number)]
    # Somebody who never accepted is no player; when all is played, it stands.
    assert ends[0] == "not begun"
    assert ends[-1] == "finished"
    usual: Outcome = "finished" if name in GOES_ON else "forfeited"
    assert usual in ends
    assert {*ends[1:-1]} <= {usual, "not begun", "finished"}


@pytest.mark.parametrize("after", ["an order ahead", "its opening"])
def test_somebody_is_killed_with_orders_for_later_ticks(after: str) -> None:
    """So that the campaign has departures in the middle of ordering ahead."""
    net = table(HANDS["mover"])
    net.play()
    said = [payloads.decode(Entry.read(raw).payload) for _, raw in net.said]
    rounds = [one.round for one in said if isinstance(one, Answer)]
    assert any(one >= ROUNDS and one % 2 == (after == "its opening") for one in rounds)


def test_everybody_speaks_and_may_be_killed_after_every_word() -> None:
    for name in ("rps", "holdem"):
        every = kills(HANDS[name])
        assert {victim for victim, _ in every} == {*range(HANDS[name].seats)}
        assert len({*every}) == len(every)
