"""Agents play a seat from what it sees; whatever they do, a fair move is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass
from random import Random
from typing import cast

import pytest

from games.registry import GAMES
from p2pgame.agents.agent import (
    MEMORY_LIMIT,
    Agent,
    Budget,
    Make,
    Proposal,
    Seating,
)
from p2pgame.agents.bot import Bot
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation
from p2pgame.agents.uniform import Uniform
from p2pgame.engine import Choose, Chosen, Offer, Options, Over, digest
from p2pgame.playtest.chance import Chance
from tests.english import english

TICTACTOE = GAMES["tictactoe"]


def entropy(seed: int) -> Callable[[int], bytes]:
    return Random(seed).randbytes


def quick() -> Budget:
    return Budget.of(lambda: 0.0, simulations=10)


def seated(game: str, make: Make, *, seat: int = 0, memory: bytes = b"") -> Bot:
    rules = GAMES[game]
    seating = Seating(rules, rules.options(), 2, seat, entropy(seat), memory)
    return Bot("Ada", make, seating)


@dataclass
class Elephant(Agent):
    """An agent that remembers every board, and picks a cell by their number."""

    boards: bytes

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        self.boards += b"\n" + observation.view.text.replace("\n", "/").encode()
        return str(choice.moves[self.boards.count(b"\n") % len(choice.moves)])

    def memory(self) -> bytes:
        return self.boards


@dataclass
class Scripted(Agent):
    """An agent that makes a given move, and keeps what it was shown."""

    move: str
    kept: bytes = b""
    seen: list[Observation] | None = None
    expects: float | None = None

    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        if self.seen is not None:
            self.seen.append(observation)
        return self.move

    def memory(self) -> bytes:
        return self.kept

    def outlook(self, observation: Observation) -> float | None:
        return self.expects


class Crashing(Agent):
    def decide(self, observation: Observation, choice: Choose, budget: Budget) -> str:
        raise ZeroDivisionError("no way")

    def answer(self, proposal: Proposal, observation: Observation) -> bool:
        raise ZeroDivisionError("no way")


def elephants(memories: tuple[bytes, bytes] = (b"", b"")) -> list[Bot]:
    return [
        seated("tictactoe", lambda at: Elephant(at.memory), seat=n, memory=memory)
        for n, memory in enumerate(memories)
    ]


def moves_of(match: Match) -> list[str]:
    past = match.observation(0).past
    return [one.event.move for one in past if isinstance(one.event, Chosen)]


@pytest.mark.row("B62")
def test_an_agent_that_remembers_goes_on_after_a_restart_from_its_bytes() -> None:
    whole = Match(TICTACTOE, 2, Options(), "cards")
    whole.play(elephants(), quick)
    for stop in range(len(moves_of(whole))):
        match, bots = Match(TICTACTOE, 2, Options(), "cards"), elephants()
        for _ in range(stop):
            match.step(bots, quick)
        match.play(elephants((bots[0].memory, bots[1].memory)), quick)
        assert moves_of(match) == moves_of(whole)


@pytest.mark.row("B62")
def test_the_memory_of_an_agent_is_bounded() -> None:
    look = Match(TICTACTOE, 2, Options(), "cards").observation(0)
    for size in (MEMORY_LIMIT, MEMORY_LIMIT + 1):
        bot = seated("tictactoe", lambda _, n=size: Scripted("5", bytes(n)))  # type: ignore[misc]
        decision = bot.decide(look, quick())
        if size <= MEMORY_LIMIT:
            assert (decision.move, len(bot.memory)) == ("5", size)
            assert decision.complaint is None
        else:
            assert decision.complaint is not None
            assert "Ada wanted to remember more" in english(decision.complaint)
            assert bot.memory == b""


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
