"""Agents play a seat, and builders compose moves from several choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass
from random import Random
from typing import cast

import pytest

from games.kuhn import Kuhn, KuhnPoker
from games.tictactoe import Board, TicTacToe
from p2pgame.engine import (
    Amount,
    Chosen,
    ChosenTogether,
    Event,
    IllegalMove,
    Offer,
    Options,
    Over,
    Shuffled,
    advance,
    digest,
    view,
)
from p2pgame.engine.agents import MEMORY_LIMIT, AnyView, Bot, RandomAgent, decide
from p2pgame.engine.builder import Builder
from p2pgame.engine.views import Faces
from tests.engine.counting import Count, Counting, at
from tests.engine.park import ParkGame, ParkOptions
from tests.english import refusing

TICTACTOE = TicTacToe()


def entropy(seed: int) -> Callable[[int], bytes]:
    return Random(seed).randbytes


@dataclass(frozen=True)
class Elephant:
    """An agent that remembers every board, and picks a cell by their number."""

    name: str = "elephant"

    def start(self, seat: int, seats: int) -> bytes:
        return b"%d of %d" % (seat, seats)

    def propose(self, view: AnyView, memory: bytes) -> tuple[str, bytes | None]:
        assert view.choice is not None
        moves = view.choice.moves
        memory += b"\n" + view.text.replace("\n", "/").encode()
        return str(moves[memory.count(b"\n") % len(moves)]), memory


@dataclass(frozen=True)
class Scripted:
    """An agent that makes given moves, and keeps its views."""

    move: str
    memory: bytes | None
    seen: list[AnyView]
    name: str = "scripted"

    def start(self, seat: int, seats: int) -> bytes:
        return b"begun"

    def propose(self, view: AnyView, memory: bytes) -> tuple[str, bytes | None]:
        self.seen.append(view)
        return self.move, self.memory


def play_on(state: Board, bots: list[Bot], turns: int) -> tuple[list[Event], list[Bot]]:
    """Let the bots play at most ``turns`` turns of tic-tac-toe."""
    events: list[Event] = []
    for _ in range(turns):
        for decision in decide(TICTACTOE, state, bots, {}):
            bots = [b if b.seat != decision.bot.seat else decision.bot for b in bots]
            events.append(Chosen(decision.bot.seat, decision.move))
            state = advance(TICTACTOE, state, events[-1]).state
    return events, bots


def elephants() -> list[Bot]:
    return [Bot.sit(Elephant(), seat, 2) for seat in range(2)]


@pytest.mark.row("B62")
def test_an_agent_that_remembers_goes_on_after_a_restart_from_its_bytes() -> None:
    start = TICTACTOE.setup(2, Options())
    whole, _ = play_on(start, elephants(), 9)
    for stop in range(len(whole)):
        begun, bots = play_on(start, elephants(), stop)
        state = start
        for event in begun:
            state = advance(TICTACTOE, state, event).state
        kept = [(bot.seat, bytes(bot.memory)) for bot in bots]
        again = [Bot(Elephant(), seat, memory) for seat, memory in kept]
        rest, _ = play_on(state, again, 9 - stop)
        assert begun + rest == whole
    assert isinstance(TICTACTOE.turn(play_to_end(whole)), Over)


def play_to_end(events: list[Event]) -> Board:
    state = TICTACTOE.setup(2, Options())
    for event in events:
        state = advance(TICTACTOE, state, event).state
    return state


@pytest.mark.row("B62")
def test_memory_is_kept_only_if_the_agent_hands_it_back() -> None:
    state = TICTACTOE.setup(2, Options())
    for memory, kept in ((None, b"begun"), (b"", b""), (b"new", b"new")):
        bot = Bot.sit(Scripted("5", memory, []), 0, 2)
        (decision,) = decide(TICTACTOE, state, [bot], {})
        assert decision.bot.memory == kept
        assert bot.memory == b"begun"


@pytest.mark.row("B62")
def test_agents_are_asked_once_nothing_more_follows_by_itself() -> None:
    agent = Scripted("stop", None, [])
    bots = [Bot.sit(agent, 1, 2)]
    unsettled = Count(turn=3, sparks=2)
    with refusing(ValueError, match="once nothing more follows"):
        decide(Counting(), unsettled, bots, {})
    assert agent.seen == []
    assert [d.move for d in decide(Counting(), at(3), bots, {})] == ["stop"]


@pytest.mark.parametrize("turn", [0, 1, 2, 3, 5, 6])
def test_a_bot_that_is_not_asked_keeps_still(turn: int) -> None:
    bots = [Bot.sit(RandomAgent(entropy(1)), 0, 2)]
    assert decide(Counting(), at(turn), bots, {}) == ()


def test_where_several_choose_at_once_all_bots_are_asked() -> None:
    bots = [Bot.sit(RandomAgent(entropy(1)), seat, 2) for seat in (0, 1)]
    decisions = decide(Counting(), at(4), bots, {})
    assert [decision.bot.seat for decision in decisions] == [0, 1]
    moves = ChosenTogether(tuple(decision.move for decision in decisions))
    assert advance(Counting(), at(4), moves).state.heard[-1] == "c"
    (alone,) = decide(Counting(), at(4), bots[1:], {})
    assert alone.move == "c"


FACES: dict[int, Faces] = {0: {0: "K"}, 1: {1: "J"}}


@pytest.mark.row("B62")
def test_an_agent_gets_exactly_the_view_of_its_seat() -> None:
    agent = Scripted("bet", None, [])
    kuhn, state = KuhnPoker(), Kuhn(shuffled=True, dealt=True)
    decide(kuhn, state, [Bot.sit(agent, 0, 2)], FACES)
    (seen,) = agent.seen
    assert seen == view(kuhn, state, 0, FACES[0])
    assert "J" not in repr(seen)
    assert "J" not in seen.text


def test_an_agent_gets_no_other_seat_s_faces_where_a_game_declares_no_zones() -> None:
    agent = Scripted("stop", None, [])
    faces: dict[int, Faces] = {0: {0: "red"}, 1: {1: "blue"}}
    decide(Counting(), at(3), [Bot.sit(agent, 1, 2)], faces)
    assert agent.seen[0].faces == {1: "blue"}


@pytest.mark.row("G33")
def test_an_agent_cannot_change_its_view() -> None:
    agent = Scripted("bet", None, [])
    kuhn, state = KuhnPoker(), Kuhn(shuffled=True, dealt=True)
    was = digest(state)
    decide(kuhn, state, [Bot.sit(agent, 0, 2)], FACES)
    (seen,) = agent.seen
    with pytest.raises(FrozenInstanceError):
        seen.player = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        seen.state.dealt = False
    with pytest.raises(TypeError):
        cast(dict[int, str], seen.faces)[1] = "J"
    with pytest.raises(TypeError):
        cast(list[Offer], seen.choice and seen.choice.moves)[0] = "win"
    assert digest(state) == was
    assert FACES[0] == {0: "K"}


def test_an_agent_that_proposes_an_illegal_move_is_named() -> None:
    bots = [Bot.sit(Scripted("10", b"new", []), 0, 2)]
    with refusing(IllegalMove, match="scripted: '10' is not possible") as caught:
        decide(TICTACTOE, TICTACTOE.setup(2, Options()), bots, {})
    assert caught.value.code == "unknown-move"
    assert bots[0].memory == b"begun"


def test_the_memory_of_an_agent_is_bounded() -> None:
    state = TICTACTOE.setup(2, Options())
    for size in (MEMORY_LIMIT, MEMORY_LIMIT + 1):
        bots = [Bot.sit(Scripted("5", bytes(size), []), 0, 2)]
        if size <= MEMORY_LIMIT:
            assert len(decide(TICTACTOE, state, bots, {})[0].bot.memory) == size
        else:
            with refusing(ValueError, match="scripted remembers more than"):
                decide(TICTACTOE, state, bots, {})


def test_the_random_agent_takes_every_move_about_as_often() -> None:
    bots = [Bot.sit(RandomAgent(entropy(7)), 1, 2)]
    taken = Counter(decide(Counting(), at(3), bots, {})[0].move for _ in range(2200))
    assert {*taken} == {"stop", *(f"take {n}" for n in range(2, 13))}
    assert 1000 < taken.pop("stop") < 1200
    assert all(60 < times < 145 for times in taken.values())


def test_the_random_agent_draws_again_rather_than_favour_the_first_moves() -> None:
    draws = iter([b"\xff", b"\xfe", b"\xfd", b"\x05"])
    agent = RandomAgent(lambda size: next(draws))
    seen = view(TICTACTOE, TICTACTOE.setup(2, Options()), 0, {})
    assert agent.propose(seen, b"") == ("6", None)
    assert next(draws, None) is None


def test_random_agents_play_a_whole_game_the_same_way_from_the_same_entropy() -> None:
    start = TICTACTOE.setup(2, Options())
    games = []
    for _ in range(2):
        bots = [Bot.sit(RandomAgent(entropy(seat)), seat, 2) for seat in (0, 1)]
        games.append(play_on(start, bots, 9)[0])
    assert games[0] == games[1]
    assert isinstance(TICTACTOE.turn(play_to_end(games[0])), Over)


OFFERS: tuple[Offer, ...] = (
    *("fold", "move a1 b2", "move a1 c3", "move d4 a1", "stay", "stay down"),
    Amount("raise", 20, 100),
)


@pytest.mark.row("G35")
def test_a_move_is_made_choice_by_choice_and_back() -> None:
    builder = Builder(OFFERS)
    assert builder.choices == ("fold", "move", "stay", "raise")
    assert builder.move is None
    builder = builder.choose("move")
    assert builder.choices == ("a1", "d4")
    builder = builder.choose("a1")
    assert builder.choices == ("b2", "c3")
    whole = builder.choose("c3")
    assert (whole.move, whole.choices) == ("move a1 c3", ())
    assert whole.back().back().choices == ("a1", "d4")
    assert Builder(OFFERS).back() == Builder(OFFERS)


def test_a_move_may_be_whole_and_go_on() -> None:
    builder = Builder(OFFERS).choose("stay")
    assert (builder.move, builder.choices) == ("stay", ("down",))
    assert builder.choose("down").move == "stay down"


@pytest.mark.parametrize("number", ["20", "21", "100"])
def test_a_number_is_the_last_choice_of_a_move_that_takes_one(number: str) -> None:
    builder = Builder(OFFERS).choose("raise")
    assert builder.choices == (Amount("raise", 20, 100),)
    assert builder.choose(number).move == f"raise {number}"


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ((), "fly"),
        ((), ""),
        ((), "move a1"),
        (("fold",), "now"),
        (("move", "a1"), "a1"),
        (("raise",), "19"),
        (("raise",), "101"),
        (("raise",), "050"),
        (("raise",), "5e1"),
        (("raise", "50"), "50"),
    ],
)
def test_a_word_that_is_no_choice_is_refused_and_changes_nothing(
    words: tuple[str, ...], word: str
) -> None:
    builder = Builder(OFFERS, words)
    was = builder.choices
    with refusing(IllegalMove, match="is not possible, but: ") as caught:
        builder.choose(word)
    assert caught.value.code == "unknown-move"
    assert builder.choices == was


@pytest.mark.row("U36", "G35")
def test_a_move_of_several_choices_is_one_event_and_cancelling_leaves_no_trace() -> (
    None
):
    game, options = ParkGame(), ParkOptions()
    state = advance(game, game.setup(2, options), Shuffled()).state
    seen, was = view(game, state, 0, {}), digest(state)
    assert seen.choice is not None
    builder = Builder(seen.choice.moves).choose("choose")
    assert builder.choices == ("1", "2", "3")
    assert builder.back() == Builder(seen.choice.moves)
    assert digest(state) == was
    move = builder.choose("3").move
    assert move is not None
    assert advance(game, state, Chosen(0, move)).state.tile == 3
    assert digest(state) == was
