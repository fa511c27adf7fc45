"""A table of walkers at which orders come some ticks later, or are lost at first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2pgame.engine import Tick, Ticked
from p2pgame.games.mover.mover import Mover, MoverOptions
from p2pgame.games.mover.plane import Plane
from p2pgame.log import Entry
from p2pgame.session.lobby.events import Happened, PlayedAgain
from tests.session.tables import Net, me

HORIZON = 4


class Walkers(Net):
    """Tables of mover whose entries take a while, by their author.

    A step is as long as a tick.  Each way of an entry is lost with a probability of
    ``loss``; then it is sent again a step later.
    """

    def __init__(
        self, seats: int, ticks: int, horizon: int = HORIZON, **how: Any
    ) -> None:
        options = MoverOptions(ticks=ticks, field=9, horizon=horizon)
        self.delays: dict[int, int] = {}
        self.loss = 0.0
        self.step = 0
        self._authors = [me(seat).key.public for seat in range(seats)]
        self._later: list[tuple[int, int, bytes]] = []
        super().__init__(Mover(), seats, options, decide=None, **how)
        self.play()

    def send(self, sender: int, entries: Sequence[Entry]) -> None:
        own = self._authors[sender : sender + 1]
        others = [n for n in range(len(self.tables)) if n != sender]
        for entry in entries:
            for receiver in others if entry.author in own else ():
                at = self.step + self.delays.get(sender, 0)
                while self._chance is not None and self._chance.random() < self.loss:
                    at += 1
                self._later.append((at, receiver, entry.raw))
        self._deliver()

    def _deliver(self) -> None:
        self._wire += [(to, raw) for at, to, raw in self._later if at <= self.step]
        self._later = [late for late in self._later if late[0] > self.step]

    def _sync(self) -> bool:
        """Bring nothing before its time: all that is lost is sent again."""
        return False

    def pass_step(self) -> None:
        """Let a tick's time pass, and all arrive that is due."""
        self.step += 1
        self._deliver()
        self.play()

    def order(self, seat: int, move: str) -> bool:
        """Give an order for the next tick; return whether one may be given now."""
        play = self.tables[seat].play
        assert play is not None
        if play.over:
            return False
        asked = play.ahead.asked
        if asked is None and play.seat not in play.waiting_for:
            return False
        turns = play.board.turns if asked is None else asked.turns
        self.notes.append((seat, self.tables[seat].own.propose(move, turns)))
        while self._work(seat):
            pass
        return True

    def plane(self, seat: int) -> Plane:
        play = self.tables[seat].play
        assert play is not None
        state = play.board.line.state
        assert isinstance(state, Plane)
        return state

    def foreseen(self, seat: int) -> Plane | None:
        play = self.tables[seat].play
        assert play is not None
        asked = play.ahead.asked
        state = None if asked is None else asked.view.state
        assert state is None or isinstance(state, Plane)
        return state

    def again(self, seat: int) -> list[int]:
        """Return how many ticks this seat saw played again, each time."""
        events = self.events[seat]
        return [event.ticks for event in events if isinstance(event, PlayedAgain)]

    def turns(self, seat: int) -> list[Tick]:
        """Return the ticks that were settled."""
        happened = [event for event in self.events[seat] if isinstance(event, Happened)]
        return [one.turn for one in happened if isinstance(one.turn, Tick)]

    def orders(self, seat: int) -> list[dict[int, str]]:
        """Return what was ordered in each tick."""
        happened = [event for event in self.events[seat] if isinstance(event, Happened)]
        ticks = [one.event for one in happened if isinstance(one.event, Ticked)]
        return [dict(tick.orders) for tick in ticks]
