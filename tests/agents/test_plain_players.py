"""Opponents with rules of thumb do what a good person would where it counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from p2pgame.agents import registry
from p2pgame.agents.agent import Agent, Budget, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.agents.players.hearts_player import Hand, moon
from p2pgame.agents.players.memory_odds import dares, holds
from p2pgame.agents.players.memory_odds import lead as memory_lead
from p2pgame.agents.players.spades_player import Hand as SpadesHand
from p2pgame.agents.players.spades_player import bid_of
from p2pgame.engine import Choose, Chosen, ChosenTogether, Opened, Over
from p2pgame.engine.turns import Open
from p2pgame.games.battleship.battleship import Battle
from p2pgame.games.eights.eights_state import Eights
from p2pgame.games.mover.plane import Plane
from p2pgame.games.registry import GAMES
from p2pgame.games.tricks.hearts import Hearts
from p2pgame.games.tricks.spades import Spades
from p2pgame.tabletop.tricks import Tricks
from tests.agents.secrecy import quick


def seated(game: str, names: Sequence[str], **options: int) -> tuple[Match, list[Bot]]:
    """Return a match of these opponents, and their bots."""
    rules = GAMES[game]
    chosen = rules.options(**options)
    bots = []
    for seat, name in enumerate(names):
        entropy = random.Random(seat).randbytes
        seating = Seating(rules, chosen, len(names), seat, entropy)
        bots.append(Bot(name, registry.find(name, game).maker(), seating))
    return Match(rules, len(names), chosen, "cards"), bots


def lead_of(game: str, better: str, worse: str, deals: int, **options: int) -> int:
    """Return by how much the first leads in so many deals, each played twice."""
    rules, won = GAMES[game], 0
    chosen = rules.options(**options)
    for number in range(2 * deals):
        names = (better, worse) if number % 2 == 0 else (worse, better)
        _, bots = seated(game, names, **options)
        match = Match(rules, 2, chosen, f"cards {number // 2}")
        payoffs = match.play(bots, quick)
        lead = payoffs[0] - payoffs[1]
        won += lead if number % 2 == 0 else -lead
    return won


@pytest.mark.parametrize(
    ("game", "better", "worse", "deals"),
    [
        ("battleship", "stubborn-stan", "random", 4),
        ("battleship", "sounding-sonja", "stubborn-stan", 20),
        ("blackjack", "basic-bea", "random", 20),
        ("crazy-eights", "thrifty-thea", "easygoing-eddie", 20),
    ],
)
def test_opponents_of_their_own_win_more(
    game: str, better: str, worse: str, deals: int
) -> None:
    assert lead_of(game, better, worse, deals) > 0


def test_a_hit_ship_is_shot_at_until_it_is_sunk() -> None:
    """Every shot of Stan's lies in a row or column of a ship that is hit."""
    match, bots = seated("battleship", ("stubborn-stan", "stubborn-stan"))
    followed = 0
    while not isinstance(match.turn, Over):
        state = match.state
        match.step(bots, quick)
        event = match.observation(0).past[-1].event
        assert isinstance(state, Battle)
        if not isinstance(event, Chosen):
            continue
        sea, size = state.slots(1 - event.player), state.fleet.size
        over = ("", "~", *state.sunk(1 - event.player))
        hit = [divmod(n, size) for n, s in enumerate(sea) if state.sea[s] not in over]
        if hit:
            names = [state.name(slot) for slot in sea]
            row, column = divmod(names.index(event.move), size)
            assert any(row == y or column == x for y, x in hit)
            followed += 1
    assert followed > 5


@pytest.mark.parametrize(
    ("game", "count"), [("liars-dice", 2), ("memory", 3), ("holdem", 3), ("rps", 2)]
)
def test_seats_that_nobody_named_get_different_opponents(game: str, count: int) -> None:
    found = registry.usual(game, count)
    assert len({one.name for one in found}) == count
    assert found[0].level == "middling"
    assert registry.usual(game, 9)[:count] == found


class AlwaysRock(Agent):
    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        return "rock"


def test_a_player_who_always_throws_the_same_is_found_out() -> None:
    match, (wanda, _) = seated("rps", ("watchful-wanda", "random"), rounds=25)
    entropy = random.Random(1).randbytes
    seating = Seating(match.game, match.options, 2, 1, entropy)
    rock = Bot("rock", lambda _: AlwaysRock(), seating)
    match.play([wanda, rock], quick)
    thrown = [
        one.event.moves[0]
        for one in match.observation(0).past
        if isinstance(one.event, ChosenTogether)
    ]
    assert thrown.count("paper") > 2 * len(thrown) / 3


def test_memory_odds_agree_with_a_game_that_is_counted_by_hand() -> None:
    """Of two pairs one card is known: a new second card wins or loses both."""
    assert dares(2, 1) == 0
    assert holds(2, 1) == -2
    assert memory_lead(1, 0) == memory_lead(1, 1) == 1


def test_elephant_ella_opens_a_known_card_where_a_new_one_tells_too_much() -> None:
    match, bots = seated("memory", ("elephant-ella", "elephant-ella"), pairs=6)
    held = 0
    for deal in range(10):
        match = Match(match.game, 2, match.options, f"cards {deal}")
        while not isinstance(match.turn, Over):
            match.step(bots, quick)
        held += _reopened(match)
    assert held > 0


def _reopened(match: Match) -> int:
    """Return how often a second card that was known did not make a pair."""
    shown: set[int] = set()
    count = 0
    opened: list[tuple[int, str]] = []
    for one in match.observation(0).past:
        match one.turn, one.event:
            case Open((slot,)), Opened((face,)):
                opened.append((slot, face))
                if len(opened) % 2 == 0:
                    count += slot in shown and opened[-2][1] != face
                shown.add(slot)
    return count


def hearts(trick: tuple[str, ...], points: tuple[int, ...] = (0, 0, 0, 0)) -> Hearts:
    """Return a hand after its first trick, with this trick on the table."""
    state = GAMES["hearts"].setup(4, GAMES["hearts"].options())
    assert isinstance(state, Hearts)
    play = Tricks(((),) * 4, trick=trick, faces=("2c", "3c", "4c", "5c", *trick))
    return replace(state, play=play, points=points)


@pytest.mark.parametrize(
    ("trick", "cards", "best"),
    [
        (("5s",), ["Ks", "4s", "2s"], "4s"),  # the queen is out: no king
        (("Ks",), ["Qs", "4s"], "Qs"),  # it goes to the king
        (("9d", "Jd", "2d"), ["Td", "Kd"], "Kd"),  # no points: be rid of it
        (("9d", "Jd", "4h"), ["Td", "Kd"], "Td"),  # a point: duck
        (("9h",), ["Th", "8h", "3h"], "8h"),
    ],
)
def test_ducking_doris_follows_as_people_do(
    trick: tuple[str, ...], cards: list[str], best: str
) -> None:
    assert Hand(hearts(trick), 3, tuple(cards)).card(cards) == best


def test_ducking_doris_discards_the_queen_first() -> None:
    cards = ["Qs", "Ah", "Ad"]
    assert Hand(hearts(("9c",)), 3, tuple(cards)).card(cards) == "Qs"


def test_ducking_doris_gives_no_heart_to_a_player_who_has_all_points() -> None:
    cards = ["Ah", "4d"]
    state = hearts(("Ac",), points=(16, 0, 0, 0))
    assert Hand(state, 3, tuple(cards)).card(cards) == "4d"


def spades(trick: tuple[str, ...], bids: tuple[int, ...], won: int = 0) -> Spades:
    """Return a hand with this trick on the table; seat 3 has won so many tricks."""
    state = GAMES["spades"].setup(4, GAMES["spades"].options())
    assert isinstance(state, Spades)
    play = Tricks(((),) * 4, trick=trick, leader=(3 - len(trick)) % 4, faces=trick)
    return replace(state, phase="play", play=play, bids=bids, won=(0, 0, 0, won))


@pytest.mark.parametrize(
    ("cards", "tricks"),
    [
        ("Qs Js 8s 6s 3s 8h 6h Kc Qc Jc Ad Jd 6d", 5),
        ("As Ks Qs Js Ts 9s 8s 7s Ah Ad Ac Kc 2d", 11),
        ("4s 3s 2s 9h 7h 5h 9c 7c 5c 9d 7d 5d 3d", 0),
        ("As Ks 4s 9h 7h 5h 9c 7c 5c 9d 7d 5d 3d", 2),
    ],
)
def test_bidding_beth_bids_the_tricks_that_she_has(cards: str, tricks: int) -> None:
    bid = bid_of(cards.split(), None)
    assert bid == ("nil" if not tricks else f"bid {tricks}")


@pytest.mark.parametrize(
    ("trick", "won", "cards", "best"),
    [
        (("Ac",), 0, ["Kc", "3c", "2c"], "2c"),  # she keeps the king
        (("9c", "2c", "Jc"), 0, ["Ac", "Qc", "3c"], "Qc"),  # the cheapest that wins
        (("9c", "Ac", "2c"), 0, ["5s", "4d"], "4d"),  # the trick is her partner's
        (("9c", "Tc", "Ac"), 0, ["5s", "3s", "4d"], "3s"),
        (("9c", "Tc", "Qc"), 4, ["Kc", "Jc", "3c"], "Jc"),  # she has enough
    ],
)
def test_bidding_beth_follows_as_people_do(
    trick: tuple[str, ...], won: int, cards: list[str], best: str
) -> None:
    state = spades(trick, (3, 2, 3, 2), won)
    assert SpadesHand(state, 3, tuple(cards)).card(cards) == best


def test_bidding_beth_takes_no_trick_of_a_nil_bid() -> None:
    cards = ["Ac", "Tc", "3c"]
    state = spades(("Jc", "2c"), (3, 2, 3, 0))
    assert SpadesHand(state, 3, tuple(cards)).card(cards) == "Tc"


def test_thrifty_thea_keeps_an_eight_while_another_card_fits() -> None:
    match, bots = seated("crazy-eights", ("thrifty-thea", "thrifty-thea"), cards=10)
    chosen = 0
    while not isinstance(match.turn, Over):
        state, seen = match.state, match.observation(0)
        match.step(bots, quick)
        event = match.observation(0).past[-1].event
        assert isinstance(state, Eights)
        if not isinstance(event, Chosen) or event.player or state.phase != "play":
            continue
        others = [seen.faces[slot] for slot in state.hands[0]]
        if min(map(len, state.hands)) <= 2 or not event.move.startswith("play "):
            continue
        played = seen.faces[int(event.move.split()[1])]
        chosen += 1
        fits = [face for face in others if face[0] != "8" and state.fits(face)]
        assert played[0] != "8" or not fits
    assert chosen > 3


def test_thrifty_thea_names_the_suit_of_which_she_holds_most() -> None:
    match, bots = seated("crazy-eights", ("thrifty-thea", "thrifty-thea"))
    named = 0
    for deal in range(20):
        match = Match(match.game, 2, match.options, f"cards {deal}")
        while not isinstance(match.turn, Over):
            state, seen = match.state, match.observation(0)
            match.step(bots, quick)
            event = match.observation(0).past[-1].event
            assert isinstance(state, Eights)
            if isinstance(event, Chosen) and state.phase == "name" and not event.player:
                hand = [seen.faces[slot] for slot in state.hands[0]]
                held = Counter(face[1] for face in hand if face[0] != "8")
                assert held[event.move[0]] == max(held.values(), default=0)
                named += 1
    assert named


def test_programs_have_enough_of_mover_when_somebody_else_has() -> None:
    eddies = ("easygoing-eddie", "easygoing-eddie")
    match, bots = seated("mover", eddies, ticks=400)

    def enough(*seats: int) -> tuple[int, ...]:
        """Let a tick pass, before which these seats have enough."""
        assert isinstance(match.state, Plane)
        match.state = replace(match.state, enough=seats)
        match.step(bots, quick)
        assert isinstance(match.state, Plane)
        return match.state.enough

    assert not any(enough() for _ in range(100))
    assert any(1 in enough(0) for _ in range(100))


@pytest.mark.parametrize(
    ("scores", "way"),
    [
        ((80, 90, 40, 60), "subtract"),
        ((80, 30, 40, 60), "add"),
        ((10, 0, 20, 30), "subtract"),
    ],
)
def test_who_shoots_the_moon_adds_where_that_wins_the_game(
    scores: tuple[int, ...], way: str
) -> None:
    state = replace(GAMES["hearts"].setup(4, GAMES["hearts"].options()), scores=scores)
    assert isinstance(state, Hearts)
    assert moon(state, 1) == way
