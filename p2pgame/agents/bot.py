"""A bot is an agent in a seat, with a net below it: it always makes a fair move.

Other people's agents run here, so nothing they do may stop a table: one that
crashes or returns nonsense is replaced in that one decision,
and its player is told why in a sentence.  How long it thinks is for the caller to
limit, with :meth:`Bot.instead` for an agent that does not come back.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pgame.engine import Game, Message, Place, Refusal, Tick, message_of, plain
from p2pgame.engine.message import Argument
from p2pgame.engine.play import why_illegal
from p2pgame.engine.turns import NO_ORDER
from p2pgame.playtest.chance import Chance

from . import casual
from .agent import Agent, Budget, Make, Proposal, Seating
from .observation import Observation, Witnessed


@dataclass(frozen=True, slots=True)
class Decision:
    """A fair move; ``complaint`` says why it is not the agent's own, if so."""

    move: str
    complaint: Message | None = None


class Bot:
    """An agent in a seat; ``name`` is for complaints.

    An agent that cannot be seated, or crashes at an event, decides nothing more.
    """

    def __init__(self, name: str, make: Make, seating: Seating) -> None:
        self.name = name
        self._make, self._seating = make, seating
        self._chance = seating.chance()
        self._agent: Agent | None = None
        #: The events that the agent was told.
        self._told: tuple[Witnessed, ...] = ()
        #: Why the agent cannot be seated, if it crashed there.
        self._crash: Message | None = None
        self._seat()

    def decide(self, observation: Observation, budget: Budget) -> Decision:
        """Return a move for ``observation.choice``, which must not be None."""
        choice = observation.choice
        assert choice is not None
        agent = self._caught_up(observation)
        if agent is None:
            return self._instead(observation, self._crash)
        try:
            if isinstance(observation.turn, Place):
                move = agent.place(observation, budget)
                move = casual.placement(self._chance) if move is None else move
            else:
                move = agent.decide(observation, choice, budget)
        except Exception as error:
            return self._instead(observation, self._crashed(error))
        wrong = why_not(observation, move)
        if wrong is not None:
            says = self._says("agent-nonsense", move=repr(move)[:80], why=wrong)
            return self._instead(observation, says)
        return Decision(move)

    def instead(self, observation: Observation, seconds: float) -> Decision:
        """Return a move in place of an agent that has thought for so many seconds."""
        shown = f"{seconds:.0f}" if seconds >= 1 else f"{seconds:.1g}"
        says = self._says("agent-too-slow", seconds=shown)
        return self._instead(observation, says)

    def answer(self, proposal: Proposal, observation: Observation) -> bool:
        """Return whether the agent agrees; one that crashes does not."""
        agent = self._caught_up(observation)
        try:
            return agent is not None and bool(agent.answer(proposal, observation))
        except Exception:
            return False

    def _caught_up(self, observation: Observation) -> Agent | None:
        """Tell the agent what it has not been told, and return it if it is seated."""
        if self._agent is None or type(self._agent).react is Agent.react:
            return self._agent  # it looks at the past, if at all
        told, past = self._told, observation.past
        if past[: len(told)] != told:
            told = ()
            self._seat()
        self._told = past
        try:
            for event in past[len(told) :]:
                if self._agent is not None:
                    self._agent.react(event)
        except Exception as error:
            self._crash, self._agent = self._crashed(error), None
        return self._agent

    def _seat(self) -> None:
        try:
            self._agent = self._make(self._seating)
        except Exception as error:
            self._crash = self._crashed(error)

    def _instead(self, observation: Observation, complaint: Message | None) -> Decision:
        return Decision(fair_move(observation, self._chance), complaint)

    def _crashed(self, error: Exception) -> Message:
        said = isinstance(error, Refusal)
        why = message_of(error) if said else plain(f"{error!r}"[:200])
        return self._says("agent-crashed", why=why)

    def _says(self, id: str, **args: Argument) -> Message:
        return Message.of(id, agent=self.name, **args)


def why_not(observation: Observation, move: object) -> Message | None:
    """Return why an agent may not make this move now, or None."""
    seen = observation
    if not isinstance(move, str):
        return plain("a move is a text")
    if isinstance(seen.turn, Place):
        try:
            faces = seen.game.placement(seen.state, seen.seat, move)
        except ValueError as error:
            return message_of(error)
        reason = seen.game.why_misplaced(seen.state, seen.seat, faces)
    elif isinstance(seen.turn, Tick) and move == NO_ORDER:
        return None
    else:
        reason = why_illegal(seen.game, seen.state, seen.turn, seen.seat, move)
        if reason is None:
            reason = seen.game.why_unfair(seen.state, seen.seat, move, seen.faces)
    return None if reason is None else reason.message


def fair_move(observation: Observation, chance: Chance) -> str:
    """Return a move in place of an agent's: the game's own for the absent, if fair."""
    seen, choice = observation, observation.choice
    assert choice is not None
    if isinstance(seen.turn, Place):
        return casual.placement(chance)
    if type(seen.game).absent_move is not Game.absent_move:
        move = seen.game.absent_move(seen.state, seen.seat)
        if move is not None and why_not(seen, move) is None:
            return move
    return casual.move(seen, choice, chance)
