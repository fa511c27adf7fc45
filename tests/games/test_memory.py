"""A whole game of memory is played by hand, with each player's view of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from p2pgame.engine import (
    EMPTY,
    Choose,
    Chosen,
    Dealt,
    Event,
    Expired,
    IllegalMove,
    Open,
    Opened,
    Over,
    Policy,
    Shuffle,
    Shuffled,
    Step,
    Timer,
    advance,
    learn,
    start,
    view,
    why_refused,
)
from p2pgame.engine.views import Faces
from p2pgame.games.memory import Memory, MemoryGame, MemoryOptions
from p2pgame.playtest import POINTS, Case, Point, play
from p2pgame.session.lobby.events import Ended
from p2pgame.tabletop import overlap, verify_conserved
from tests.english import english, refusing
from tests.session.tables import Net, any_offer

GAME = MemoryGame()
SMALL = MemoryOptions(pairs=3, seconds=7)
#: The cards in these tests by place: place 1 is a bat, place 6 an ape.
CARDS = ("bat", "ant", "bat", "ant", "ape", "ape")


class Play:
    """A game with the cards in given places, and the faces seen so far."""

    def __init__(self, seats: int = 2, options: MemoryOptions = SMALL) -> None:
        self.step: Step[Memory] = start(GAME, seats, options)
        self.known: Faces = {}
        self.do(Shuffled())

    @property
    def state(self) -> Memory:
        return self.step.state

    def do(self, event: Event) -> None:
        turn = GAME.turn(self.state)
        self.step = advance(GAME, self.state, event)
        self.known = learn(self.known, turn, event, {})

    def open(self, *places: int) -> Play:
        """Open the cards on these places, the first one being 1."""
        for place in places:
            self.do(Chosen(self.state.player, str(place)))
            turn = GAME.turn(self.state)
            assert isinstance(turn, Open)
            self.do(Opened(tuple(CARDS[slot] for slot in turn.slots)))
        return self

    def text(self, seat: int | None = None) -> str:
        return view(GAME, self.state, seat, self.known).text

    def choice(self) -> Choose:
        turn = GAME.turn(self.state)
        assert isinstance(turn, Choose)
        return turn


@pytest.mark.row("B77")
def test_a_whole_game_is_played_to_its_end() -> None:
    first = start(GAME, 2, SMALL).state
    faces = ("ant", "ape", "bat") * 2
    assert GAME.turn(first) == Shuffle(faces, (0, 1))
    game = Play()
    assert game.choice() == Choose(0, ("1", "2", "3", "4", "5", "6"))
    game.open(1)
    assert game.choice() == Choose(0, ("2", "3", "4", "5", "6"))
    game.open(2)
    assert game.choice() == Choose(0, ("hide",), Timer(7, "hide"))
    game.do(Expired(0))
    assert game.choice() == Choose(1, ("1", "2", "3", "4", "5", "6"))
    game.open(1, 3)
    assert [english(said) for said, _ in game.step.fix_ups] == [
        "player 1 takes the pair of bat"
    ]
    assert game.choice() == Choose(1, ("2", "4", "5", "6"))
    game.open(2, 5).do(Chosen(1, "hide"))
    assert game.choice() == Choose(0, ("2", "4", "5", "6"))
    game.open(4, 2)
    assert game.state.pairs == (1, 1)
    game.open(5, 6)
    assert game.state.pairs == (2, 1)
    assert GAME.turn(game.state) == Over((1, -1))
    with refusing(IllegalMove, match="over"):
        game.do(Chosen(0, "1"))


@pytest.mark.row("B77")
def test_the_timer_runs_for_its_own_player_while_two_cards_lie_open() -> None:
    game = Play()
    for refused in (Expired(0), Expired(1)):
        with pytest.raises(IllegalMove) as caught:
            game.do(refused)
        assert caught.value.code == "no-timer"
    game.open(1, 2)
    with refusing(IllegalMove, match="no timer of player 1"):
        game.do(Expired(1))
    by_hand = advance(GAME, game.state, Chosen(0, "hide"))
    assert advance(GAME, game.state, Expired(0)) == by_hand
    game.do(Expired(0))
    with refusing(IllegalMove, match="no timer"):
        game.do(Expired(0))


@pytest.mark.row("B77")
def test_cards_are_hidden_by_their_player_alone_and_only_when_they_differ() -> None:
    game = Play().open(1)
    for player, move in ((0, "hide"), (0, "1"), (1, "2"), (0, "7"), (0, "0")):
        assert why_refused(GAME, game.state, Chosen(player, move)) is not None
    game.open(2)
    assert why_refused(GAME, game.state, Chosen(1, "hide")) is not None
    assert why_refused(GAME, game.state, Chosen(0, "3")) is not None
    game.do(Chosen(0, "hide"))
    game.open(1, 3)
    assert why_refused(GAME, game.state, Chosen(1, "hide")) is not None


@pytest.mark.row("B48", "B51")
def test_the_grid_keeps_its_shape_while_cards_are_turned_over() -> None:
    game = Play().open(2, 5)
    assert game.state.hidden.places == (0, EMPTY, 2, 3, EMPTY, 5)
    assert game.state.open.places == (EMPTY, 1, EMPTY, EMPTY, 4, EMPTY)
    assert overlap(game.state.open, game.state.hidden) == (0, 1, 2, 3, 4, 5)
    assert game.text() == "  1 ant   3\n  4 ape   6\nplayer 0 has 0, player 1 has 0"
    game.do(Chosen(0, "hide"))
    assert game.text() == "1 2 3\n4 5 6\nplayer 0 has 0, player 1 has 0"
    game.open(1, 3)
    assert game.text() == "  2\n4 5 6\nplayer 0 has 0, player 1 has 1"


@pytest.mark.row("B48", "B77")
def test_a_card_that_was_open_once_is_in_nobodys_view_when_it_is_hidden_again() -> None:
    game = Play().open(1, 2)
    for seat in (0, 1, None):
        assert view(GAME, game.state, seat, game.known).faces == {0: "bat", 1: "ant"}
    game.do(Expired(0))
    assert game.known == {0: "bat", 1: "ant"}
    assert game.state.faces == ()
    for seat in (0, 1, None):
        assert view(GAME, game.state, seat, game.known).faces == {}


@pytest.mark.row("B69", "B49")
def test_a_captured_card_can_be_followed_to_its_new_owner() -> None:
    def where(state: Memory) -> Iterator[tuple[int, str]]:
        for seen in view(GAME, state, None, {}).zones:
            for slot in seen.slots or ():
                if slot != EMPTY:
                    yield slot, seen.name

    game = Play().open(3)
    before = dict(where(game.state))
    assert before[2] == "open"
    game.open(1)
    after = dict(where(game.state))
    assert before.keys() == after.keys()
    moved = {slot: after[slot] for slot in after if after[slot] != before[slot]}
    assert moved == {0: "won by 0", 2: "won by 0"}


@pytest.mark.row("B47")
def test_all_seats_see_the_same_of_a_common_grid() -> None:
    game = Play(seats=3).open(1, 3, 2)
    zones = GAME.zones(game.state)
    assert [zone.policy(None) for zone in zones] == [
        Policy.ORDER,
        *(Policy.VISIBLE,) * 4,
    ]
    views = {game.text(seat) for seat in (0, 1, 2, None)}
    assert views == {
        "    ant\n  4   5   6\nplayer 0 has 1, player 1 has 0, player 2 has 0"
    }


@pytest.mark.row("B18")
def test_turns_go_round_and_no_other_player_can_be_named() -> None:
    game = Play(seats=3)
    for player in (0, 1, 2, 0):
        assert game.choice().player == player
        for stranger in (-1, 3, 10**6, (player + 1) % 3):
            with refusing(IllegalMove, match="is not to move now"):
                game.do(Chosen(stranger, "1"))
        assert view(GAME, game.state, None, {}).choice is None
        game.open(1, 2).do(Expired(player))


@pytest.mark.row("B53")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_properties_of_a_state_can_be_computed_from_every_view(
    seat: int | None,
) -> None:
    playout = play(GAME, 3, SMALL, seed=4)
    for step, secrets in zip(playout.steps, playout.secrets, strict=True):
        nothing: Faces = {}
        for known in (secrets.known_to(seat), nothing):
            seen = view(GAME, step.state, seat, known)
            assert sum(seen.state.pairs) <= 3
            assert f"player 2 has {seen.state.pairs[2]}" in seen.text


@pytest.mark.row("B16")
def test_every_card_is_in_exactly_one_stack_all_game_long() -> None:
    playout = play(GAME, 4, MemoryOptions(pairs=5), seed=1)
    for step in playout.steps[1:]:
        for state in (*(state for _, state in step.fix_ups), step.state):
            verify_conserved(range(10), (state.hidden, state.open, *state.won))


def test_the_most_pairs_win_and_tied_players_win_together() -> None:
    game = Play(seats=3).open(1, 3, 2, 5)
    game.do(Expired(0))
    game.open(2, 4, 5, 6)
    assert game.state.pairs == (1, 2, 0)
    assert GAME.turn(game.state) == Over((-1, 2, -1))
    game = Play(seats=4).open(1, 3, 2, 5)
    game.do(Expired(0))
    game.open(2, 4, 5, 6)
    assert GAME.turn(game.state) == Over((-1, 3, -1, -1))


@pytest.mark.parametrize(
    "options",
    [
        MemoryOptions(pairs=1),
        MemoryOptions(pairs=21),
        MemoryOptions(seconds=0),
        MemoryOptions(seconds=601),
    ],
)
def test_options_out_of_range_are_refused(options: MemoryOptions) -> None:
    with refusing(ValueError, match="2 to 20 pairs, seen for 1 to 600 seconds"):
        start(GAME, 2, options)


def test_the_grid_is_shown_with_the_numbers_to_type() -> None:
    state = advance(GAME, start(GAME, 2, MemoryOptions()).state, Shuffled()).state
    assert view(GAME, state, 0, {}).text.splitlines() == [
        " 1  2  3  4  5",
        " 6  7  8  9 10",
        "11 12 13 14 15",
        "16 17 18 19 20",
        "player 0 has 0, player 1 has 0",
    ]


def test_events_that_answer_no_turn_of_it_are_refused() -> None:
    with refusing(IllegalMove, match="does not answer"):
        Play().do(Dealt())


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
def test_it_keeps_the_promises_of_every_game(point: Point, seats: int) -> None:
    for seed in range(3):
        point(Case(GAME, seats, MemoryOptions(pairs=4), seed))


def test_peers_who_trust_nobody_play_it_to_its_end() -> None:
    net = Net(GAME, 3, MemoryOptions(pairs=2), decide=any_offer(Random(1)))
    net.play()
    ends = [event for seen in net.events for event in seen if isinstance(event, Ended)]
    assert len(ends) == 3
    assert len({end.payoffs for end in ends}) == 1
