"""A game whose rules contradict themselves: they answer by a bit of their process.

So a move is legal at one machine and illegal at another, and hands are worth other
sums there.  The game is asked anew as one from a file is, whose rules are compared with
fresh processes (:mod:`p2pgame.game_files.witness`); here some of each kind are asked.
"""

from __future__ import annotations

from msgspec.structs import replace

from p2pgame.engine import Choose, ContradictoryRules, Event, Over, Turn, digest
from tests.simulation.small import Hand, Small, SmallOptions

#: Of so many states in one the answers depend on the process.
ODD = 4


class Fickle(Small):
    """The game as a process with this ``bit`` plays it."""

    name = "fickle"

    def __init__(self, bit: int = 0) -> None:
        self._bit = bit
        self._asked: dict[bytes, tuple[Hand, Event | None]] = {}

    def setup(self, seats: int, options: SmallOptions) -> Hand:
        self._asked.clear()
        return super().setup(seats, options)

    def turn(self, state: Hand) -> Turn:
        self._asked[digest(state)] = state, None
        return self._turn(state, self._bit)

    def _turn(self, state: Hand, bit: int) -> Turn:
        turn = super().turn(state)
        if not bit or not is_odd(state):
            return turn
        match turn:
            case Choose(player, moves):
                return Choose(player, moves[:1])
            case Over(payoffs):
                return Over(payoffs[::-1])
        return turn

    def apply(self, state: Hand, event: Event) -> Hand:
        self._asked[digest(state) + repr(event).encode()] = state, event
        return self._applied(state, event, self._bit)

    def _applied(self, state: Hand, event: Event, bit: int) -> Hand:
        after = super().apply(state, event)
        return replace(after, is_bet=True) if bit and is_odd(after) else after

    def recheck(self, *, blames: bool) -> None:
        """Ask processes of both kinds what this one was asked."""
        for state, event in self._asked.values():
            if event is None:
                same = self._turn(state, 0) == self._turn(state, 1)
            else:
                one, other = (self._applied(state, event, bit) for bit in (0, 1))
                same = one == other
            if not same:
                raise ContradictoryRules("the rules of fickle contradict themselves")
        self._asked.clear()


def is_odd(state: Hand) -> bool:
    return state.dealt and digest(state)[0] % ODD == 0
