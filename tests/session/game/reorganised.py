"""Plays each player's world of a game of ticks again, from its transcript alone.

Each answer names the tick that was open for its author.  So the file shows which ticks
a player had seen settled when it sealed an order, and that player's world follows: it
goes on with its own orders, and what is settled later rolls it back and forward again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from p2pgame.engine import Tick, Ticked, start
from p2pgame.engine.state import State
from p2pgame.engine.ticks import Ticks
from p2pgame.engine.turns import NO_ORDER
from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.game.orders_ahead import OPENED, ROUNDS, SEALED
from p2pgame.session.lobby.events import Happened, Reached, Started, TableEvent
from p2pgame.session.lobby.lobby import Games
from p2pgame.session.table.verify import verify

#: Bytes of an opening before its order.
_NONCE = 32


@dataclass
class Recorded:
    """What a transcript says of a game in which all turns are ticks.

    ``states`` are before each of the ``ticks``, and after the last; ``at`` has the
    number of each turn, by its id.
    """

    game: Any = None
    horizon: int = 0
    ticks: list[Ticked] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    at: dict[bytes, int] = field(default_factory=dict)
    authors: list[bytes] = field(default_factory=list)
    feeds: list[list[Entry]] = field(default_factory=list)

    def hear(self, table: Table, event: TableEvent) -> None:
        match event:
            case Started(begun):
                self.game = begun.game
                seats = len(begun.players)
                self.states.append(start(begun.game, seats, begun.options).state)
                self.authors = [player.author for player in begun.players]
                feeds = table.history.feeds
                self.feeds = [[*feeds[author].entries] for author in self.authors]
            case Reached(id):
                self.at[id] = len(self.ticks)
            case Happened(Tick(horizon=horizon), Ticked() as ticked, _, seen):
                self.horizon = horizon
                self.ticks.append(ticked)
                self.states.append(seen.whole)

    def answers(self, seat: int) -> Iterator[tuple[int, int, int, bytes]]:
        """Yield which tick was open, for which a seat said what, and in which round."""
        known = set[tuple[int, int]]()
        for entry in self.feeds[seat]:
            said = payloads.decode(entry.payload)
            if not isinstance(said, Answer):
                continue
            ahead, round = divmod(said.round, ROUNDS)
            opened = self.at[said.turn]
            said_in = opened + ahead, round
            if opened + ahead < len(self.ticks) and said_in not in known:
                known.add(said_in)
                yield opened, *said_in, said.message


def played_again(file: bytes, games: Games) -> dict[bytes, list[int]]:
    """Return how many ticks were played again for each author, each time.

    Raises:
      AssertionError: A world that was rolled back is not what was settled.
    """
    recorded = Recorded()
    verify(file, games, observe=recorded.hear)
    seats = enumerate(recorded.authors)
    return {author: [*_World(recorded, seat).again()] for seat, author in seats}


class _World:
    """What one player saw of ticks that were not settled yet."""

    def __init__(self, recorded: Recorded, seat: int) -> None:
        self._recorded, self._seat = recorded, seat
        self._answers = [*recorded.answers(seat)]
        self._texts = {
            tick: message[_NONCE:].decode()
            for _, tick, round, message in self._answers
            if round == OPENED
        }
        self._ledger: Ticks[Any, Any] | None = None
        #: The number of the ledger's first tick; how many are settled; and sealed.
        self._first = self._settled = self._sealed = 0

    def again(self) -> Iterator[int]:
        """Yield how many ticks were played again, each time."""
        for opened, tick, round, _ in self._answers:
            yield from self._settle(opened)
            if round == SEALED:
                self._sealed = tick + 1
            self._look_ahead()
        yield from self._settle(len(self._recorded.ticks))

    def _settle(self, count: int) -> Iterator[int]:
        recorded = self._recorded
        while self._settled < count:
            ledger, at = self._ledger, self._settled - self._first
            self._settled += 1
            if ledger is None:
                continue
            given = recorded.ticks[self._settled - 1].orders
            if [one for one in given if ledger.give(at, *one) is None]:
                yield ledger.tick - at
            assert ledger.before(at + 1) == recorded.states[self._settled]
            if ledger.tick == at + 1:
                self._ledger = None

    def _look_ahead(self) -> None:
        """Go on with the player's own orders, while it is asked for more of them."""
        recorded, seats = self._recorded, len(self._recorded.authors)
        if not 0 < self._sealed - self._settled <= recorded.horizon:
            return
        if self._ledger is None:
            before, self._first = recorded.states[self._settled], self._settled
            kept = recorded.horizon + 1
            self._ledger = Ticks(recorded.game, before, seats=seats, horizon=kept)
        ledger = self._ledger
        while ledger.tick < self._sealed - self._first:
            order = self._texts.get(self._first + ledger.tick, NO_ORDER)
            if order != NO_ORDER:
                ledger.give(ledger.tick, self._seat, order)
            ledger.close()
