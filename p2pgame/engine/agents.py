"""Agents are programs that play in a seat.

An agent is a player like any other.  It gets a read-only view of its seat and its
own memory, as bytes, and returns a move and its new memory.  It keeps no other
state, so a game resumes after a restart from the stored memory.  Agents are asked
after all fix-ups of the last event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from .errors import IllegalMove
from .game import Game, O, S
from .message import Message
from .play import why_illegal
from .soundness import turn_of
from .turns import Amount
from .views import Faces, View, view

Entropy: TypeAlias = Callable[[int], bytes]
#: A view of some game's state, as an agent that plays several gets it.
AnyView: TypeAlias = View[Any]

#: The largest memory of an agent, in bytes.
MEMORY_LIMIT = 64 * 1024


class Agent(Protocol):
    """A program that plays any game from its views."""

    @property
    def name(self) -> str:
        """The name that people see."""

    def start(self, seat: int, seats: int) -> bytes:
        """Return the memory with which it begins a game."""

    def propose(self, view: AnyView, memory: bytes) -> tuple[str, bytes | None]:
        """Return a move for ``view.choice``, and the new memory.

        None keeps ``memory`` unchanged.
        """


@dataclass(frozen=True, slots=True)
class Bot:
    """An agent in a seat, with its memory."""

    agent: Agent
    seat: int
    memory: bytes

    @classmethod
    def sit(cls, agent: Agent, seat: int, seats: int) -> Bot:
        """Seat an agent at the start of a game; raise ValueError as decide does."""
        return cls(agent, seat, _bounded(agent, agent.start(seat, seats)))


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and the bot with its memory after that move."""

    move: str
    bot: Bot


def decide(
    game: Game[S, O], state: S, bots: Sequence[Bot], faces: Mapping[int, Faces]
) -> tuple[Decision, ...]:
    """Ask every bot that has to choose in ``state``; none sees another's choice.

    ``faces`` are what each seat knows.  Bots with nothing to choose are not asked.

    Raises:
      ValueError: A fix-up of this state is still to be made, or a bot's memory
        exceeds :data:`MEMORY_LIMIT`.
      IllegalMove: A bot proposes what the rules forbid; no bot has changed.
    """
    if game.fix_up(state) is not None:
        raise ValueError("agents are asked once nothing more follows by itself")
    turn = turn_of(game, state)
    decisions = []
    for bot in bots:
        seen = view(game, state, bot.seat, faces.get(bot.seat, {}), turn)
        if seen.choice is not None:
            decisions.append(_ask(game, state, bot, seen))
    return tuple(decisions)


def _ask(game: Game[S, O], state: S, bot: Bot, seen: View[S]) -> Decision:
    readable = replace(seen, faces=MappingProxyType(dict(seen.faces)))
    move, memory = bot.agent.propose(readable, bot.memory)
    reason = why_illegal(game, state, seen.turn, bot.seat, move)
    if reason is not None:
        said = Message.of("bot-refused", bot=bot.agent.name, why=reason.message)
        raise IllegalMove(reason.code, said)
    if memory is None:
        return Decision(move, bot)
    return Decision(move, replace(bot, memory=_bounded(bot.agent, memory)))


def _bounded(agent: Agent, memory: bytes) -> bytes:
    if len(memory) > MEMORY_LIMIT:
        raise ValueError(f"{agent.name} remembers more than {MEMORY_LIMIT} bytes")
    return memory


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Plays a random offer, and a random number from its range."""

    entropy: Entropy
    name: str = "random"

    def start(self, seat: int, seats: int) -> bytes:
        return b""

    def propose(self, view: AnyView, memory: bytes) -> tuple[str, bytes | None]:
        assert view.choice is not None
        offers = view.choice.moves
        offer = offers[self._below(len(offers))]
        if isinstance(offer, Amount):
            number = offer.low + self._below(offer.high - offer.low + 1)
            return f"{offer.verb} {number}", None
        return offer, None

    def _below(self, bound: int) -> int:
        """Return a uniformly random number from 0 to ``bound`` − 1."""
        length = (bound.bit_length() + 7) // 8
        fair = 256**length - 256**length % bound
        while True:
            number = int.from_bytes(self.entropy(length), "big")
            if number < fair:
                return number % bound
