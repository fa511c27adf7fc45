"""What every game of the registry promises, whatever its rules.

A new game is tested by being registered; it adds a line to ``MORE`` only for
options that the defaults do not reach.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from games.holdem import HoldemOptions
from games.registry import GAMES
from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Dealt,
    Event,
    IllegalMove,
    Offer,
    Open,
    Opened,
    Options,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    State,
    Step,
    Together,
    advance,
    digest,
    learn,
    replay,
    start,
    view,
)
from p2pgame.engine.state import encode
from tests.games.playouts import Playout, play

ROOT = Path(__file__).parents[2]
SEEDS = range(12)
FIX_UPS_AT_ONCE = 100
NONSENSE = (
    "",
    " ",
    "raise",
    "raise -5",
    "raise 1e3",
    "\x00",
    "fold ",
    "10",
    "é",
    "9" * 99,
)


class Case(NamedTuple):
    game: AnyGame
    seats: int
    options: Options

    def __str__(self) -> str:
        changed = [
            f"{name}{getattr(self.options, name)}"
            for name in self.options.__struct_fields__
            if getattr(self.options, name) != getattr(self.game.options(), name)
        ]
        return "-".join([self.game.name, str(self.seats), *changed])

    def play(self, seed: int) -> Playout:
        return play(self.game, self.seats, self.options, seed=seed)


MORE = (
    Case(GAMES["holdem"], 4, HoldemOptions(hands=0, stack=60, ante=2)),
    Case(GAMES["holdem"], 9, HoldemOptions(hands=5, stack=300, ante=1)),
)
CASES = (
    *(
        Case(game, seats, game.options())
        for game in GAMES.values()
        for seats in sorted({game.seats[0], game.seats[-1]})
    ),
    *MORE,
)


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    made: Case = request.param
    return made


@pytest.fixture(params=SEEDS)
def playout(request: pytest.FixtureRequest, case: Case) -> Playout:
    return case.play(request.param)


def test_a_random_game_ends_and_payoffs_balance(playout: Playout, case: Case) -> None:
    assert len(playout.payoffs) == case.seats
    assert sum(playout.payoffs) == 0


def test_a_game_replayed_from_its_events_is_the_game_played(
    playout: Playout, case: Case
) -> None:
    end = replay(case.game, case.seats, case.options, playout.events)
    assert end == playout.states[-1]
    assert digest(end) == digest(playout.states[-1])


def test_an_event_changes_nothing_that_was_and_leads_to_one_place(
    playout: Playout, case: Case
) -> None:
    for before, event, after in zip(
        playout.states, playout.events, playout.steps[1:], strict=False
    ):
        was = digest(before)
        assert advance(case.game, before, event) == after
        assert digest(before) == was


def test_a_state_survives_being_written_and_read(playout: Playout, case: Case) -> None:
    for state in playout.states:
        assert msgspec.msgpack.decode(encode(state), type=type(state)) == state


def test_what_follows_by_itself_is_bounded_and_in_words(playout: Playout) -> None:
    for step in playout.steps:
        assert len(step.fix_ups) <= FIX_UPS_AT_ONCE
        for text, _ in step.fix_ups:
            assert text.isprintable()
            assert text


def test_a_state_names_no_face_before_it_is_opened(
    playout: Playout, case: Case
) -> None:
    deck, opened = set[str](), set[str]()
    for step, event in zip(playout.steps, [None, *playout.events], strict=True):
        if isinstance(event, Opened):
            opened.update(event.faces)
        for state in (*(state for _, state in step.fix_ups), step.state):
            assert not texts(msgspec.to_builtins(state)) & deck - opened
        turn = case.game.turn(step.state)
        if isinstance(turn, Shuffle):
            deck, opened = set(turn.faces), set()


def texts(value: object) -> set[str]:
    """Return every text inside a state."""
    match value:
        case str():
            return {value}
        case list() | tuple():
            return set[str]().union(*(texts(inner) for inner in value))
    return set()


def test_cards_that_stay_hidden_make_no_difference(
    playout: Playout, case: Case, request: pytest.FixtureRequest
) -> None:
    seed = request.node.callspec.params["playout"]
    dealer = playout.dealer.with_other_secrets(random.Random(seed))
    other = play(case.game, case.seats, case.options, seed=seed, dealer=dealer)
    assert other.events == playout.events
    assert [digest(s) for s in other.states] == [digest(s) for s in playout.states]


def test_a_view_adds_what_its_player_was_dealt_and_nothing_else(
    playout: Playout, case: Case
) -> None:
    seats = range(case.seats)
    faces: list[dict[int, str]] = [{} for _ in seats]
    decks = iter(playout.dealer.decks)
    deck: list[str] = []
    for step, event in zip(playout.steps, playout.events, strict=False):
        turn = case.game.turn(step.state)
        for seat in seats:
            seen = view(case.game, step.state, seat, faces[seat])
            assert (seen.choice is not None) == (seat in asked(turn))
            assert seen.text == case.game.show(step.state, faces[seat])
            for _, state in step.fix_ups:
                assert case.game.show(state, faces[seat])
        if isinstance(turn, Shuffle):
            deck = next(decks)
        dealt = dict(turn.hands) if isinstance(turn, Deal) else {}
        for seat in seats:
            mine = {slot: deck[slot] for slot in dealt.get(seat, ())}
            faces[seat] = dict(learn(faces[seat], turn, event, mine))
    assert view(case.game, playout.states[-1], None, {}).choice is None


def asked(turn: object) -> set[int]:
    match turn:
        case Choose(player):
            return {player}
        case Together(choices):
            return {choice.player for choice in choices}
    return set()


def test_a_move_is_legal_exactly_if_it_is_offered(playout: Playout, case: Case) -> None:
    seen = {e.move for e in playout.events if isinstance(e, Chosen)}
    rng = random.Random(len(playout.events))
    for state in playout.states:
        turn = case.game.turn(state)
        choices = turn.choices if isinstance(turn, Together) else (turn,)
        for choice in choices:
            if not isinstance(choice, Choose):
                continue
            near = [move for offer in choice.moves for move in around(offer)]
            for move in (
                *near,
                *rng.sample(sorted(seen), min(4, len(seen))),
                *NONSENSE,
            ):
                for player in range(-1, case.seats + 1):
                    reason = case.game.why_illegal(state, player, move)
                    offered = is_offered(move, choice.moves)
                    if player == choice.player:
                        assert (reason is None) == offered, (move, reason)
                    elif player not in asked(turn):
                        assert reason is not None
                    if reason is not None:
                        assert reason.code
                        assert reason.text


def around(offer: Offer) -> list[str]:
    """Return moves in an offer and just beside it."""
    if isinstance(offer, str):
        return [offer, f"{offer} ", offer.upper()]
    numbers = (offer.low - 1, offer.low, offer.high, offer.high + 1, 0, -offer.low)
    plain = [f"{offer.verb} {number}" for number in numbers]
    return [
        *plain,
        offer.verb,
        f"{offer.verb} 0{offer.low}",
        f"{offer.verb}  {offer.low}",
    ]


def is_offered(move: str, offers: tuple[Offer, ...]) -> bool:
    for offer in offers:
        if offer == move:
            return True
        if isinstance(offer, Amount) and move.startswith(f"{offer.verb} "):
            digits = move.removeprefix(f"{offer.verb} ")
            if digits in map(str, {offer.low, offer.high}):
                return True
            if digits.isascii() and digits.isdecimal() and str(int(digits)) == digits:
                return offer.low <= int(digits) <= offer.high
    return False


def test_no_event_breaks_the_rules_from_outside(playout: Playout, case: Case) -> None:
    rng = random.Random(str(playout.payoffs))
    for state in rng.sample(playout.states, min(20, len(playout.states))):
        was = digest(state)
        for event in strange_events(case.game.turn(state), rng, playout.events):
            step = allowed(case.game, state, event)
            if step is not None:
                case.game.turn(step.state)
            assert digest(state) == was


def allowed(game: AnyGame, state: State, event: Event) -> Step[State] | None:
    """Return what the event leads to, or None if the rules refuse it properly."""
    try:
        return advance(game, state, event)
    except IllegalMove:
        return None


def strange_events(
    turn: object, rng: random.Random, played: list[Event]
) -> list[Event]:
    """Return events that fit the turn by half, and some that do not fit it."""
    faces = [f for e in played if isinstance(e, Opened) for f in e.faces]
    pool = [*faces, "", "zz", "As", "K", "1" * 100]
    size = len(turn.slots) if isinstance(turn, Open) else rng.randrange(4)
    sides = turn.sides if isinstance(turn, Roll) else 6
    player = turn.player if isinstance(turn, Choose) else rng.randrange(-1, 12)
    return [
        Shuffled(),
        Dealt(),
        *(Opened(tuple(rng.choices(pool, k=size))) for _ in range(4)),
        *(Chosen(player, move) for move in NONSENSE),
        *(Chosen(rng.randrange(-2, 12), "call") for _ in range(2)),
        ChosenTogether(tuple(rng.choices(NONSENSE, k=size))),
        *(Rolled((value,)) for value in (-1, sides - 1, sides, 10**30)),
        Rolled(()),
        Rolled((0, 0)),
        *rng.sample(played, min(4, len(played))),
    ]


def test_a_game_refuses_too_few_and_too_many_players(case: Case) -> None:
    for seats in (0, case.game.seats[0] - 1, case.game.seats[-1] + 1):
        with pytest.raises(ValueError, match="players"):
            start(case.game, seats, case.options)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_default_options_suit_every_number_of_players(game: Any) -> None:
    for seats in game.seats:
        assert game.why_not(seats, game.options()) is None


def test_states_do_not_depend_on_the_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "tests.games.playouts"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    (output,) = outputs
    assert all(name in output for name in GAMES)
