"""Who decides in a seat where nobody sits: programs.

An agent is a player like any other.  It is given what its seat sees, for reading
only, and its own memory, which are bytes.  It keeps no other state, so a game goes
on after a restart from the memory that was kept; what it learns it hands back.
Agents are asked once all that follows from the last event has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from .errors import IllegalMove
from .game import Game, O, S
from .message import Message
from .turns import Amount
from .views import Faces, View, view

Entropy: TypeAlias = Callable[[int], bytes]
#: A view of some game's state, as an agent that plays several gets it.
AnyView: TypeAlias = View[Any]

#: An agent remembers no more bytes than this.
MEMORY_LIMIT = 64 * 1024


class Agent(Protocol):
    """A program that plays; it need not be told which game it is."""

    @property
    def name(self) -> str:
        """What people see it called."""

    def start(self, seat: int, seats: int) -> bytes:
        """Return what it remembers when a game begins."""

    def propose(self, view: AnyView, memory: bytes) -> tuple[str, bytes | None]:
        """Return a move for ``view.choice``, and what to remember now.

        None keeps the ``memory`` as it is.
        """


@dataclass(frozen=True, slots=True)
class Bot:
    """An agent in a seat, and what it remembers."""

    agent: Agent
    seat: int
    memory: bytes

    @classmethod
    def sit(cls, agent: Agent, seat: int, seats: int) -> Bot:
        """Return the agent as it begins a game; raises ValueError as decide does."""
        return cls(agent, seat, _bounded(agent, agent.start(seat, seats)))


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and the bot with what it remembers after it."""

    move: str
    bot: Bot


def decide(
    game: Game[S, O], state: S, bots: Sequence[Bot], faces: Mapping[int, Faces]
) -> tuple[Decision, ...]:
    """Ask every bot that has to choose in ``state``; none sees another's choice.

    ``faces`` are what each seat knows.  A bot that is not asked keeps still.

    Raises:
      ValueError: Something is still to follow in this state by itself, or a bot
        wants to remember too much.
      IllegalMove: A bot proposes what the rules forbid; no bot has changed.
    """
    if game.fix_up(state) is not None:
        raise ValueError("agents are asked once nothing more follows by itself")
    turn = game.turn(state)
    decisions = []
    for bot in bots:
        seen = view(game, state, bot.seat, faces.get(bot.seat, {}), turn)
        if seen.choice is not None:
            decisions.append(_ask(game, state, bot, seen))
    return tuple(decisions)


def _ask(game: Game[S, O], state: S, bot: Bot, seen: View[S]) -> Decision:
    readable = replace(seen, faces=MappingProxyType(dict(seen.faces)))
    move, memory = bot.agent.propose(readable, bot.memory)
    reason = game.why_illegal(state, bot.seat, move)
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
    """Takes any of the moves offered, and of a number any in its range."""

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
        """Return one of 0…``bound`` − 1, each as likely as any other."""
        length = (bound.bit_length() + 7) // 8
        fair = 256**length - 256**length % bound
        while True:
            number = int.from_bytes(self.entropy(length), "big")
            if number < fair:
                return number % bound
