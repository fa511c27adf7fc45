"""Agents play a seat from what it sees; whatever they do, a fair move is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field
from random import Random
from typing import cast

import pytest

from p2pgame.agents.agent import Agent, Budget, Make, Proposal, Seating
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation, Witnessed
from p2pgame.agents.uniform import Uniform
from p2pgame.engine import Choose, Chosen, Offer, Options, Over, digest
from p2pgame.games.registry import GAMES
from p2pgame.playtest.chance import Chance
from tests.english import english

TICTACTOE = GAMES["tictactoe"]


def entropy(seed: int) -> Callable[[int], bytes]:
    return Random(seed).randbytes


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=10)


def seated(game: str, make: Make, *, seat: int = 0) -> Bot:
    rules = GAMES[game]
    seating = Seating(rules, rules.options(), 2, seat, entropy(seat))
    return Bot("Ada", make, seating)


@dataclass
class Elephant(Agent):
    """An agent that keeps every move it is told, and picks a cell by their number."""

    moves: list[str] = field(default_factory=list)

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        return str(choice.moves[len(self.moves) * 3 % len(choice.moves)])

    def react(self, event: Witnessed) -> None:
        if isinstance(event.event, Chosen):
            self.moves.append(event.event.move)


@dataclass
class Scripted(Agent):
    """An agent that makes a given move, and keeps what it was shown."""

    move: str
    seen: list[Observation] | None = None
    expects: float | None = None

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        if self.seen is not None:
            self.seen.append(observation)
        return self.move

    def outlook(self, observation: Observation) -> float | None:
        return self.expects


class Crashing(Agent):
    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        raise ZeroDivisionError("no way")

    def answer(self, proposal: Proposal, observation: Observation) -> bool:
        raise ZeroDivisionError("no way")


def moves_of(match: Match) -> list[str]:
    past = match.observation(0).past
    return [one.event.move for one in past if isinstance(one.event, Chosen)]


@pytest.mark.row("B62")
def test_an_agent_is_told_all_of_the_past_in_order_and_anew_after_a_takeback() -> None:
    match, elephants = Match(TICTACTOE, 2, Options(), "cards"), list[Elephant]()

    def make(_: Seating) -> Agent:
        elephants.append(Elephant())
        return elephants[-1]

    bot, other = seated("tictactoe", make), seated("tictactoe", Uniform.seated, seat=1)
    looks = [match.observation(0)]
    for _ in range(4):
        match.step([bot, other], quick)
        looks.append(match.observation(0))
    decisions = [bot.decide(looks[n], quick()).move for n in (4, 2, 4)]
    assert [one.moves for one in elephants] == [moves_of(match)[:4], moves_of(match)]
    assert decisions[0] == decisions[2]
    restarted = seated("tictactoe", make).decide(looks[4], quick())
    assert restarted.move == decisions[0]
    assert elephants[-1].moves == moves_of(match)


@pytest.mark.row("B62")
def test_an_agent_that_crashes_at_an_event_is_replaced_from_then_on() -> None:
    class Shy(Scripted):
        def react(self, event: Witnessed) -> None:
            raise ZeroDivisionError("no way")

    match = Match(TICTACTOE, 2, Options(), "cards")
    shy = seated("tictactoe", lambda _: Shy("5"))
    assert shy.decide(match.observation(0), quick()).complaint is None
    match.step([shy, shy], quick)
    match.step([shy, seated("tictactoe", Uniform.seated, seat=1)], quick)
    for _ in range(2):
        complaint = shy.decide(match.observation(0), quick()).complaint
        assert complaint is not None
        assert "Ada has failed (ZeroDivisionError" in english(complaint)


def dealt() -> Match:
    match = Match(GAMES["kuhn"], 2, GAMES["kuhn"].options(), "cards")
    bots = [seated("kuhn", lambda _: Scripted("check"), seat=n) for n in range(2)]
    while not isinstance(match.turn, Choose):
        match.step(bots, quick)
    return match


@pytest.mark.row("B62")
def test_an_agent_gets_exactly_the_view_of_its_seat() -> None:
    match, seen = dealt(), list[Observation]()
    bot = seated("kuhn", lambda _: Scripted("bet", seen=seen))
    bot.decide(match.observation(0), quick())
    (look,) = seen
    assert {*look.faces} == {*match.secrets.known_to(0)}
    (hidden,) = match.secrets.known_to(1).values()
    assert f"'{hidden}'" not in repr((look.faces, look.past[-1].faces, look.remembered))


@pytest.mark.row("G33")
def test_an_agent_cannot_change_what_it_observes() -> None:
    look = dealt().observation(0)
    was = digest(look.state)
    with pytest.raises(FrozenInstanceError):
        look.seat = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        look.view.player = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        look.view.state.dealt = False
    for faces in (look.faces, look.remembered, look.past[-1].faces):
        with pytest.raises(TypeError):
            cast(dict[int, str], faces)[1] = "J"
    with pytest.raises(TypeError):
        cast(list[Offer], look.choice and look.choice.moves)[0] = "win"
    assert digest(look.state) == was


def test_a_crash_is_told_and_another_move_is_made() -> None:
    match = Match(TICTACTOE, 2, Options(), "cards")
    bots = [seated("tictactoe", lambda _: Crashing(), seat=n) for n in range(2)]
    decision = bots[0].decide(match.observation(0), quick())
    assert decision.complaint is not None
    assert "Ada has failed (ZeroDivisionError" in english(decision.complaint)
    match.play(bots, quick)
    assert isinstance(match.turn, Over)


@pytest.mark.parametrize("move", ["10", "", "resign\n", None, b"5"])
def test_nonsense_is_told_and_another_move_is_made(move: object) -> None:
    look = Match(TICTACTOE, 2, Options(), "cards").observation(0)
    bot = seated("tictactoe", lambda _: Scripted(cast(str, move)))
    decision = bot.decide(look, quick())
    assert look.choice is not None
    assert decision.move in look.choice.moves
    assert decision.complaint is not None
    assert f"Ada wanted {move!r}" in english(decision.complaint)


def test_an_agent_that_cannot_be_seated_is_replaced() -> None:
    def make(seating: Seating) -> Agent:
        raise OSError("no such file")

    look = Match(TICTACTOE, 2, Options(), "cards").observation(0)
    decision = seated("tictactoe", make).decide(look, quick())
    assert decision.complaint is not None
    assert "no such file" in english(decision.complaint)


@pytest.mark.parametrize(
    ("kind", "expects", "agrees"),
    [
        ("draw", None, True),
        ("draw", 0.0, True),
        ("draw", 0.5, False),
        ("takeback", 0.5, True),
        ("last round", 0.5, True),
    ],
)
def test_an_agent_agrees_unless_it_stands_better(
    kind: str, expects: float | None, agrees: bool
) -> None:
    look = Match(TICTACTOE, 2, Options(), "cards").observation(0)
    bot = seated("tictactoe", lambda _: Scripted("5", expects=expects))
    words = {"takeback": "takeback 1"}.get(kind, kind)
    proposal = Proposal.read(words, 1)
    assert proposal is not None
    assert bot.answer(proposal, look) == agrees
    assert not seated("tictactoe", lambda _: Crashing()).answer(proposal, look)


def test_the_random_agent_takes_every_move_about_as_often() -> None:
    look = Match(TICTACTOE, 2, Options(), "cards").observation(0)
    assert look.choice is not None
    agent = Uniform(Chance("seed"))
    taken = Counter(agent.decide(look, look.choice, quick()) for _ in range(1000))
    assert {*taken} == {*look.choice.moves}
    assert max(taken.values()) < 2 * min(taken.values())


def test_random_agents_play_a_whole_game_the_same_way_from_the_same_entropy() -> None:
    games = []
    for _ in range(2):
        match = Match(TICTACTOE, 2, Options(), "cards")
        match.play([seated("tictactoe", Uniform.seated, seat=n) for n in (0, 1)], quick)
        games.append(moves_of(match))
    assert games[0] == games[1]
